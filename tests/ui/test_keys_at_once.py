"""Keys that come in one burst do what they do when they are pressed one by one."""

from __future__ import annotations

import pytest
from tests.ui.conftest import OpenApp

from readq.ui.screens.help import HelpScreen
from readq.ui.screens.jump import JumpScreen
from readq.ui.screens.note import NoteScreen
from readq.ui.screens.text_field import TextField

SIZES = pytest.mark.parametrize("size", [(120, 35), (60, 20)])


@SIZES
async def test_a_filter_is_typed_cleared_and_typed_again(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as it:
        await it.press_at_once("j", *"fxam", "backspace", "5")
        assert it.screen.filter_bar.text == "xa5"
        await it.press("escape")
        await it.press_at_once(*"fu")
        assert it.screen.filter_bar.text == "u"
        assert not it.library.log()


@SIZES
async def test_a_tag_is_given_by_one_burst(open_app: OpenApp, size: tuple[int, int]) -> None:
    async with open_app(size=size) as it:
        await it.press_at_once("t", *"xa", "comma", "j", "enter", "x")
        assert it.library.reading("p00000").tags == ("xa", "j")
        assert it.status(0) == "skipped" or it.status(1) == "skipped"


@SIZES
async def test_a_note_begins_with_the_first_letter(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as it:
        await it.press_at_once("n", *"xqa", "enter", *"jk", "escape")
        assert it.library.reading("p00000").note == "xqa\njk"
        assert not isinstance(it.app.screen, NoteScreen)


@SIZES
@pytest.mark.parametrize(
    ("keys", "kind"), [("/", JumpScreen), ("?/", HelpScreen)], ids=["jump", "help"]
)
async def test_what_is_looked_for_is_typed_at_once(
    open_app: OpenApp, size: tuple[int, int], keys: str, kind: type
) -> None:
    names = {"/": "slash", "?": "question_mark"}
    async with open_app(size=size) as it:
        await it.press_at_once(*map(names.__getitem__, keys), *"xqju")
        assert isinstance(it.app.screen, kind)
        assert it.app.screen.query_one(TextField).value == "xqju"
        assert not it.library.log()


async def test_what_is_chosen_is_chosen_once(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press_at_once("y", "escape", "x", "j")
        assert it.app.screen is it.screen
        assert it.status(0) == "skipped"
        assert it.highlighted == "p00002"


@SIZES
async def test_a_key_behind_enter_in_the_filter_is_for_the_list(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as it:
        await it.press_at_once(*"fpaper", "enter", "j", "x")
        assert it.screen.filter_bar.text == "paper"
        assert it.status(1) == "skipped"
        await it.press_at_once("f", "escape", "k", "a")
        assert it.screen.filter_bar.text == ""
        assert it.library.queue_ids() == ["p00001"]


@SIZES
async def test_a_key_behind_tab_is_for_the_pane_it_leads_to(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as it:
        await it.press_at_once(*"aaa", "w", "j", "d", "tab", "tab", "j")
        assert it.status(1) == "read"
        assert it.screen.pane == "detail"
        await it.press_at_once("shift+tab", "x", "enter", "tab", "j", "d")
        assert it.status(3) == "skipped"
        assert it.library.queue_ids() == ["p00000"]
