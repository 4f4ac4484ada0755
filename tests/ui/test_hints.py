"""The last line of every screen says from the start which keys matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from readq.ui.widgets.hint_bar import HintBar

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened


def told(it: Opened) -> str:
    """What the last line of the top screen says."""
    return str(it.app.screen.query_one(HintBar).render())


@pytest.mark.parametrize(
    "opening", ["i", "slash", "t", "n", "F", "S", "T", "P", "U", "y", "e", "R", "question_mark"]
)
async def test_every_screen_says_how_to_go_on_and_how_to_leave(
    open_app: OpenApp, opening: str
) -> None:
    async with open_app() as it:
        await it.press(opening)
        assert it.app.screen is not it.screen
        hints = told(it)
        assert "esc" in hints or "?" in hints
        assert hints in it.text()


@pytest.mark.parametrize("size", [(120, 35), (80, 24), (60, 20), (40, 10)])
async def test_the_note_says_at_every_width_how_to_close_it(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as it:
        await it.press("n")
        assert "esc save and close" in it.text().splitlines()[-1]


async def test_without_papers_no_key_is_named_that_needs_one(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library([])
    async with open_app(library) as it:
        await it.press("escape")
        assert not {"queue", "skip", "done", "note"} & set(told(it).split())
        assert "i import" in told(it)
        await it.press("a", "x", "n", "y", "5", "t", "R")
        assert it.app.screen is it.screen


async def test_where_the_filter_finds_nothing_only_keys_that_work_are_named(
    open_app: OpenApp,
) -> None:
    async with open_app() as it:
        await it.press("f", *"zzz", "enter")
        assert "a queue" not in told(it)
        assert "f filter" in told(it)
        await it.press("escape")
        assert "a queue" in told(it)
        assert "x skip" in it.text()


async def test_digits_without_filters_name_no_keys_for_them(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("F")
        assert told(it) == "esc close"
        await it.press("escape", "f", *"status:new", "ctrl+s")
        assert "1-9 keep here" in told(it)
        await it.press("1", "escape", "F")
        assert told(it).startswith("1-9 use")
        assert "del remove" in told(it)
        await it.press("delete")
        assert "del remove" not in told(it)


async def test_narrow_statistics_say_how_to_leave(open_app: OpenApp) -> None:
    async with open_app(size=(60, 20)) as it:
        await it.press("S")
        assert "esc back" in told(it)


@pytest.mark.parametrize(("ascii_", "keys"), [(False, "↑↓ history"), (True, "up/down history")])
async def test_two_keys_are_told_apart_also_where_they_are_spelled(
    open_app: OpenApp, ascii_: bool, keys: str
) -> None:
    async with open_app(ascii=ascii_) as it:
        await it.press("f")
        assert keys in it.text().splitlines()[-1]
