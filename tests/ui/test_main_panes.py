"""Panes, sizes, focus, and the keys that move between them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from textual.events import Paste
from textual.geometry import Offset
from textual.widgets import Input, TextArea

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ui.conftest import OpenApp, Opened

    from readq.library import Library


def visible(it: Opened) -> list[str]:
    """The panes that can be seen, with their widths."""
    screen = it.screen
    panes = (screen.papers, screen.detail, screen.queue)
    return [f"{p.id} {p.outer_size.width}" for p in panes if p.display and p.region.width]


@pytest.mark.parametrize(
    ("width", "panes"),
    [
        (60, ["list 60"]),
        (71, ["list 71"]),
        (72, ["list 38", "detail 34"]),
        (107, ["list 38", "detail 69"]),
        (108, ["list 44", "detail 33", "queue 31"]),
        (149, ["list 44", "detail 74", "queue 31"]),
        (150, ["list 64", "detail 42", "queue 44"]),
        (200, ["list 64", "detail 92", "queue 44"]),
    ],
)
async def test_the_width_decides_which_panes_are_shown(
    open_app: OpenApp, width: int, panes: list[str]
) -> None:
    async with open_app(size=(width, 30)) as it:
        assert visible(it) == panes


@pytest.mark.parametrize(
    ("height", "shows_filter"), [(10, False), (21, False), (22, True), (30, True), (50, True)]
)
async def test_short_screens_hide_the_filter_bar_until_it_is_used(
    open_app: OpenApp, height: int, shows_filter: bool
) -> None:
    async with open_app(size=(120, height)) as it:
        assert bool(it.screen.filter_bar.display) is shows_filter
        await it.press("f")
        assert it.screen.filter_bar.region.height == 1
        await it.press("7", "enter")
        assert it.screen.filter_bar.region.height == 1
        await it.press("escape")
        assert bool(it.screen.filter_bar.display) is shows_filter


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 35)])
async def test_tab_goes_round_the_panes_and_the_focused_one_is_visible(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as it:
        for pane in ("detail", "queue", "list"):
            await it.press("tab")
            assert it.app.focused is it.screen.pane_widget(pane)
            assert it.app.focused.region.width > 0
        for key, pane in (
            ("h", "queue"),
            ("shift+tab", "detail"),
            ("left", "list"),
            ("l", "detail"),
        ):
            await it.press(key)
            assert it.screen.pane == pane
        await it.press("right", "escape")
        assert it.screen.pane == "list"


async def test_enter_opens_the_paper_and_escape_comes_back(open_app: OpenApp) -> None:
    async with open_app(size=(60, 20)) as it:
        await it.press("j", "enter")
        assert visible(it) == ["detail 60"]
        assert "Title of paper 1" in it.line(1)
        await it.press("escape")
        assert visible(it) == ["list 60"]


async def test_brackets_in_detail_show_the_next_and_previous_paper(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("enter", "]", "]", "[")
        assert it.highlighted == "p00001"
        assert "Title of paper 1" in await it.detail()
        assert it.screen.pane == "detail"


async def test_w_brings_the_queue_in_place_of_detail(open_app: OpenApp) -> None:
    async with open_app(size=(80, 24)) as it:
        await it.press("w")
        assert visible(it) == ["list 38", "queue 42"]


async def test_z_gives_detail_the_full_width_and_again_the_panes(open_app: OpenApp) -> None:
    async with open_app(size=(120, 35)) as it:
        await it.press("z")
        assert visible(it) == ["detail 120"]
        assert it.app.focused is it.screen.detail
        await it.press("z")
        assert len(visible(it)) == 3
        await it.press("z", "escape")
        assert len(visible(it)) == 3
        await it.press("z", "tab")
        assert len(visible(it)) == 3


@pytest.mark.parametrize("size", [(39, 10), (40, 9), (20, 5), (1, 1)])
async def test_too_small_a_terminal_says_what_is_needed(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app() as it:
        await it.resize(*size)
        assert not visible(it)
        if size[0] >= 17:
            assert "readq needs 40x10" in it.text()
        await it.resize(40, 10)
        assert visible(it) == ["list 40"]
        assert it.app.focused is it.screen.papers
        await it.press("j")
        assert it.highlighted == "p00001"


async def test_q_quits_even_when_too_small(open_app: OpenApp) -> None:
    async with open_app(size=(30, 8)) as it:
        await it.press("q")
        assert it.app.return_value == 0


@pytest.mark.parametrize("key", ["f", "/", "R", "F", "?", "y", "t", "n", "i", "e"])
async def test_ctrl_c_names_the_key_that_quits_from_here(open_app: OpenApp, key: str) -> None:
    async with open_app() as it:
        await it.press(key, "ctrl+c")
        assert it.toasts() == ["press ctrl+q to quit"]
        await it.press("ctrl+q")
        assert it.app.return_value == 0


@pytest.mark.parametrize("pane", ["list", "detail", "queue"])
async def test_a_resize_keeps_paper_pane_and_focus(
    open_app: OpenApp, queue_library: Library, pane: str
) -> None:
    async with open_app(queue_library, size=(200, 50)) as it:
        await it.press("j", "j", "j")
        for _ in range(3):
            if it.screen.pane != pane:
                await it.press("tab")
        for size in ((40, 10), (60, 20), (80, 24), (120, 12), (200, 50)):
            await it.resize(*size)
            assert it.highlighted == "p00003"
            assert it.screen.pane == pane
            assert it.app.focused is it.screen.pane_widget(pane)
            assert it.app.focused.region.width > 0


async def test_the_highlighted_row_stays_in_sight_when_the_screen_shrinks(
    open_app: OpenApp,
) -> None:
    async with open_app(size=(120, 40)) as it:
        await it.press("G")
        await it.resize(60, 12)
        assert "Title of paper 11" in it.text()


async def test_narrow_screens_show_tabs_and_a_click_on_one_goes_there(open_app: OpenApp) -> None:
    async with open_app(size=(60, 20)) as it:
        assert it.line(0).startswith(" ▞ readq   List   Detail   Queue 0 ")
        assert it.line(0).endswith("12 new ")
        await it.pilot.click("TopBar", offset=(it.line(0).index("Queue"), 0))
        await it.settle()
        assert it.screen.pane == "queue"


async def test_a_click_on_a_count_filters(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("x", "a")
        await it.pilot.click("TopBar", offset=(it.line(0).index("queued"), 0))
        await it.settle()
        assert it.screen.filter_bar.text == "status:queued"
        assert list(it.screen.papers.paper_ids) == ["p00001"]


async def test_hints_follow_the_pane_and_help_always_stays(open_app: OpenApp) -> None:
    async with open_app(size=(60, 20)) as it:
        assert it.line(19).split("  ")[0].strip() == "/ jump"
        assert "? help" in it.line(19)
        await it.press("w")
        assert it.line(19).startswith(" J/K move  M grab  enter read now")
        assert "? help" in it.line(19)
        await it.press("escape", "space")
        assert it.line(19).startswith(" a queue  x skip  d done")


async def test_a_click_on_a_hint_does_what_the_key_does(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.pilot.click("HintBar", offset=(it.line(34).index("skip"), 0))
        await it.settle()
        assert it.status(0) == "skipped"


async def test_question_mark_and_f1_show_help(open_app: OpenApp) -> None:
    async with open_app() as it:
        for key in ("question_mark", "f1"):
            await it.press(key)
            assert type(it.app.screen).__name__ == "HelpScreen"
            await it.press("escape")
            assert it.app.screen is it.screen


async def test_ctrl_p_offers_the_commands(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("ctrl+p")
        assert type(it.app.screen).__name__ == "Palette"
        await it.press(*"reading now", "down", "enter")
        assert it.app.screen is it.screen
        assert it.status(0) == "reading"


async def test_ctrl_c_says_how_to_quit(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("ctrl+c")
        assert it.toasts() == ["press q to quit"]
        await it.press("q")
        assert it.app.return_value == 0


async def test_keys_from_the_settings_work_and_are_shown(open_app: OpenApp) -> None:
    async with open_app(keys={"paper.skip": "X"}) as it:
        assert "X skip" in it.line(34)
        await it.press("x")
        assert it.status(0) == "new"
        await it.press("X")
        assert it.status(0) == "skipped"


async def test_two_keys_can_be_swapped(open_app: OpenApp) -> None:
    async with open_app(keys={"paper.skip": "a", "paper.queue": "x"}) as it:
        await it.press("a", "x")
        assert it.status(0) == "skipped"
        assert it.status(1) == "queued"


async def test_a_dropped_file_is_offered_for_import(open_app: OpenApp, tmp_path: Path) -> None:
    dropped = tmp_path / "a list.txt"
    dropped.write_text("A title\n")
    async with open_app() as it:
        it.screen.post_message(Paste("just words"))
        await it.settle()
        assert it.app.screen is it.screen
        it.screen.post_message(Paste(f"'{dropped}'"))
        await it.settle()
        assert type(it.app.screen).__name__ == "ImportScreen"


async def test_all_tabs_are_there_in_the_narrowest_terminal(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library, size=(40, 10)) as it:
        assert it.line(0).rstrip().endswith("List   Detail   Queue 6")
        await it.pilot.click("TopBar", offset=(it.line(0).index("Queue"), 0))
        assert visible(it) == ["queue 40"]


@pytest.mark.parametrize("size", [(39, 20), (60, 9)])
async def test_what_cannot_be_seen_is_not_decided_about(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    """In a terminal that is too small only the key that leaves does something."""
    async with open_app(size=size) as it:
        await it.press(*"xadm5T")
        assert it.app.screen is it.screen
        await it.resize(60, 20)
        await it.press("T")
        await it.resize(*size)
        await it.press(*"xadm5")
        assert it.library.log() == []
        await it.press("q")
        assert it.app.screen is it.screen
        await it.press("q")
        assert it.app.return_value == 0


@pytest.mark.parametrize(
    ("width", "is_tabs", "gauge"),
    [(71, True, 0), (72, False, 10), (107, False, 10), (108, False, 16)],
)
async def test_the_top_bar_changes_where_the_panes_do(
    open_app: OpenApp, width: int, is_tabs: bool, gauge: int
) -> None:
    async with open_app(size=(width, 24)) as it:
        assert ("Detail" in it.line(0)) is is_tabs
        assert it.line(0).count("─") == gauge


@pytest.mark.parametrize(
    "pasted", ["2401.00001", "https://arxiv.org/abs/2401.00001v2\n10.1000/x\n", "A title\n\nMore\n"]
)
async def test_a_pasted_list_is_offered_for_import(open_app: OpenApp, pasted: str) -> None:
    async with open_app() as it:
        before = len(it.library)
        it.screen.post_message(Paste(pasted))
        await it.settle()
        assert type(it.app.screen).__name__ == "ImportScreen"
        await it.press("enter")
        await it.settle()
        assert it.app.screen is it.screen
        assert len(it.library) > before
        await it.press("u")
        assert len(it.library) == before


@pytest.mark.parametrize(
    ("key", "help_key"),
    [
        *product("RFyZeSPUT", ["?", "f1"]),
        *product(["t", "b", "W", "A", "n", "/", "f", "i"], ["f1"]),
    ],
)
async def test_the_keys_of_every_screen_are_a_key_away(
    open_app: OpenApp, key: str, help_key: str
) -> None:
    async with open_app() as it:
        await it.press(key)
        below = it.app.screen
        assert (below is it.screen) is (key == "f")
        await it.press(help_key)
        assert type(it.app.screen).__name__ == "HelpScreen"
        await it.press("escape")
        assert it.app.screen is below


async def test_the_terminals_cursor_is_led_to_the_highlighted_row(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("j", "j")
        assert it.app.cursor_position == (1, 5)
        await it.press("w")
        assert it.app.cursor_position == it.screen.queue.content_region.offset
        await it.press("escape")
        assert it.app.cursor_position == (1, 5)


@pytest.mark.parametrize("size", [(120, 35), (60, 20)])
@pytest.mark.parametrize("key", ["/", "A", "t", "b", "n", "i"])
async def test_the_terminals_cursor_is_where_the_next_letter_goes(
    open_app: OpenApp, key: str, size: tuple[int, int]
) -> None:
    """Input methods show there what is being composed; it comes back to the highlighted row."""
    async with open_app(size=size) as it:
        await it.press("j", "w", "escape")
        row = it.screen.papers.content_region.offset + Offset(0, 1)
        await it.press(key)
        field = it.app.screen.focused
        assert isinstance(field, Input | TextArea)
        assert field.region.contains_point(it.app.cursor_position)
        assert it.app.cursor_position == field.cursor_screen_offset
        await it.press("escape", *(["escape"] if it.app.screen is not it.screen else []))
        assert it.app.screen is it.screen
        assert it.app.cursor_position == row


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"paper.skp": "X"}, "there is no such command; did you mean paper.skip?"),
        ({"paper.skip": "notakey+++"}, "notakey+++ is not a key"),
        ({"paper.skip": ""}, "name at least one key"),
        ({"paper.skip": "a"}, "a is taken by paper.queue"),
    ],
)
async def test_keys_that_cannot_be_used_are_named_and_the_old_ones_stay(
    open_app: OpenApp, keys: dict[str, str], message: str
) -> None:
    async with open_app(keys=keys) as it:
        assert message in it.toasts()[0]
        await it.press("x")
        assert it.status(0) == "skipped"
        await it.press("a")
        assert it.status(1) == "queued"


async def test_an_unknown_theme_is_named(open_app: OpenApp) -> None:
    async with open_app(theme="nope") as it:
        assert it.app.theme == "readq-ink"
        assert 'no theme "nope"' in it.toasts()[0]


@pytest.mark.parametrize("theme", ["readq-paper", "textual-light", "nord", "ansi-dark"])
async def test_every_theme_can_be_used(open_app: OpenApp, theme: str, showcase: Library) -> None:
    async with open_app(showcase, theme=theme) as it:
        assert it.app.theme == theme
        await it.press("j", "space", "w")
        assert "Understanding R1" in it.text()
