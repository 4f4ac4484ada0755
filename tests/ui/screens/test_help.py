"""The help screen is made from the keys that work now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget

from readq.domain import Status
from readq.ui.commands import KeyCommand, key_name, short_key
from readq.ui.screens.help import help_groups

Show = Callable[..., Any]


class Board(Widget, can_focus=True):
    """Something with keys of its own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "x(1)", "next", id="move.down"),
        Binding("k,up", "x(-1)", "previous", id="move.up"),
        *(Binding(str(n), f"prio({n})", f"priority {n}", id=f"paper.prio.{n}") for n in range(6)),
        Binding("s", "skip", "skip", id="paper.skip", tooltip="skip [/b] it\x1b[2J"),
        Binding("z", "zoom", "zoom", id="view.zoom"),
        Binding("y", "hidden_from_help", "no id"),
    ]


class Page(Screen[None]):
    """A screen to explain."""

    HELP = "A page [with] brackets."

    def compose(self) -> ComposeResult:
        yield Board()


@pytest.fixture
def page() -> Page:
    """A screen with a few keys."""
    return Page()


async def test_it_lists_the_keys_of_the_screen_below_in_groups(page: Page, show: Show) -> None:
    async with show(page) as shown:
        await shown.press("f1")
        text = shown.text()
        for line in ("MOVE", "j k ↓ ↑  next, previous", "MARK", "0 - 5  priority", "APP"):
            assert line in text
        assert "zoom" in text
        assert "no id" not in text
        assert "A page [with] brackets." in text


async def test_words_of_a_binding_are_never_markup(page: Page, show: Show) -> None:
    async with show(page) as shown:
        await shown.press("f1")
        assert "skip [/b] it" in shown.text()
        assert "\x1b" not in shown.text()


async def test_it_shows_the_readers_own_keys(page: Page, show: Show) -> None:
    async with show(page) as shown:
        shown.app.set_keymap({"paper.skip": "ctrl+y"})
        await shown.press("f1")
        (line,) = [line for line in shown.lines() if "skip [/b] it" in line]
        assert "ctrl+y" in line


async def test_it_explains_every_mark(page: Page, show: Show) -> None:
    async with show(page) as shown:
        await shown.press("f1")
        for status in Status:
            assert f"{shown.app.signs.status[status]} {status}" in shown.text()


async def test_with_plain_signs_the_legend_is_ascii(page: Page, show: Show) -> None:
    async with show(page, ascii=True) as shown:
        await shown.press("f1")
        assert "> queued" in shown.text()


@pytest.mark.parametrize("key", ["escape", "q", "question_mark", "f1"])
async def test_a_key_closes_it(page: Page, show: Show, key: str) -> None:
    async with show(page) as shown:
        await shown.press("f1")
        assert len(shown.app.screen_stack) == 3
        await shown.press(key)
        assert shown.app.screen is page


async def test_slash_finds_a_key_by_its_words_and_escape_gives_up(page: Page, show: Show) -> None:
    async with show(page) as shown:
        await shown.press("f1", "slash")
        await shown.type("zoo")
        assert "zoom" in shown.text()
        assert "next, previous" not in shown.text()
        await shown.press("enter", "escape")
        assert shown.app.screen is not page
        assert "next, previous" in shown.text()
        await shown.press("escape")
        assert shown.app.screen is page


async def test_slash_finds_what_a_key_does(page: Page, show: Show) -> None:
    async with show(page) as shown:
        await shown.press("f1", "slash")
        await shown.type("k")
        assert "next, previous" in shown.text()


async def test_keys_scroll_where_it_is_too_long(page: Page, show: Show) -> None:
    async with show(page, size=(60, 14)) as shown:
        await shown.press("f1")
        pane = shown.app.screen.pane
        assert pane.max_scroll_y > 0
        places = []
        for key in ("j", "down", "k", "up", "space", "pagedown", "pageup"):
            await shown.press(key)
            places.append(pane.scroll_offset.y)
        assert places[:4] == [1, 2, 1, 0]
        assert places[4] > 1
        assert places[6] < places[5] or places[5] == places[4] == pane.max_scroll_y


@pytest.mark.parametrize("size", [(120, 35), (80, 24), (60, 20), (40, 12)])
async def test_it_fits_every_window(page: Page, show: Show, size: tuple[int, int]) -> None:
    async with show(page, size=size) as shown:
        await shown.press("f1")
        card = shown.app.screen.query_one("#help-card")
        assert shown.app.screen.region.contains_region(card.region)
        assert "? close" in shown.text()


def command(name: str, *keys: str, words: str = "", action: str = "") -> KeyCommand:
    return KeyCommand(name, keys, words or name, "", action or name, Screen(), "Here")


def test_two_ways_to_the_same_thing_are_one_line() -> None:
    groups = help_groups(
        [
            command("app.help", "question_mark", action="help"),
            command("app.help.f1", "f1", action="help"),
        ]
    )
    (line,) = groups["App"]
    assert line.keys == ("?", "F1")


def test_app_comes_last_and_unknown_subjects_have_their_own_group() -> None:
    groups = help_groups(
        [command("app.quit", "q"), command("jump.go", "enter"), command("x.y", "z")]
    )
    assert list(groups) == ["Here", "App"]


@pytest.mark.parametrize(
    ("key", "long", "short"),
    [
        ("ctrl+d", "ctrl+d", "^d"),
        ("escape", "esc", "esc"),
        ("question_mark", "?", "?"),
        ("slash", "/", "/"),
        ("left_square_bracket", "[", "["),
        ("tab", "tab", "tab"),
        ("shift+tab", "shift+tab", "shift+tab"),
        ("f1", "F1", "F1"),
        ("G", "G", "G"),
        ("plus", "+", "+"),
        ("+", "+", "+"),
        ("apostrophe", "'", "'"),
        ("less_than_sign", "<", "<"),
    ],
)
def test_keys_are_written_as_people_write_them(key: str, long: str, short: str) -> None:
    assert (key_name(key), short_key(key)) == (long, short)
