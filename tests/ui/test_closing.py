"""Screens close once, however fast the keys come."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.css.query import NoMatches
from textual.events import Click, MouseDown

from readq import ui
from readq.domain import Status
from readq.ui.screens.main import MainScreen

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("question_mark", "escape"),
        ("slash", "escape"),
        ("t", "escape"),
        ("t", "enter"),
        ("y", "t"),
        ("n", "escape"),
        ("i", "escape"),
        ("F", "escape"),
        ("S", "escape"),
        ("T", "q"),
        ("e", "escape"),
        ("ctrl+p", "escape"),
        ("ctrl+p", "enter"),
    ],
)
async def test_a_key_pressed_too_often_closes_one_screen_only(
    open_app: OpenApp, opening: str, closing: str
) -> None:
    async with open_app() as it:
        await it.press(opening)
        assert not isinstance(it.app.screen, MainScreen)
        await it.press_at_once(closing, closing, closing)
        await it.settle()
        assert it.app.screen_stack[0] is it.screen
        assert len(it.app.screen_stack) <= 2  # the key may mean something in the list too
        await it.press("j")
        assert it.app._exception is None


def test_every_screen_closes_once() -> None:
    base = re.compile(r"^class \w+\([^)]*\b(?:ModalScreen|Screen)\[", re.MULTILINE)
    made = ("closing.py", "overlay.py", "painting.py", "behind.py")  # what all screens are made of
    own = [p for p in Path(ui.__file__).parent.rglob("*.py") if p.name not in made]
    assert [p.name for p in own if base.search(p.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("opening", ["i", "slash", "n", "T", "question_mark", "F", "S", "t"])
async def test_a_screen_can_be_left_before_it_is_drawn(open_app: OpenApp, opening: str) -> None:
    async with open_app() as it:
        await it.press_at_once(opening, "escape")
        await it.settle()
        assert it.app.screen is it.screen


@pytest.mark.parametrize("screen", ["", "n", "question_mark", "ctrl+p"])
async def test_a_click_on_what_is_just_taken_away_is_none(open_app: OpenApp, screen: str) -> None:
    async with open_app() as it:
        await it.press(*filter(None, [screen]))
        it.app.toasts.say("Told.", "warning")
        await it.settle()
        (toast,) = it.app.screen.query("Toast")
        x, y = toast.region.center
        parent, toast._parent = toast._parent, None  # as while it is being removed
        it.app.screen._forward_event(MouseDown(None, int(x), int(y), 0, 0, 1, False, False, False))
        toast._parent = parent
        assert it.app._exception is None


@pytest.mark.parametrize("key", ["pageup", "pagedown", "up", "down"])
async def test_keys_of_the_palette_work_before_its_list_is_there(
    open_app: OpenApp, key: str
) -> None:
    async with open_app() as it:
        await it.press_at_once("ctrl+p", key, key, "escape")
        await it.settle()
        assert it.app._exception is None


async def test_a_click_beside_the_palette_when_the_window_has_shrunk_is_none(
    open_app: OpenApp,
) -> None:
    async with open_app() as it:
        await it.press("ctrl+p")
        palette = it.app.screen
        palette.post_message(Click(palette, 500, 80, 0, 0, 1, False, False, False, 500, 80))
        await it.settle()
        assert it.app._exception is None
        assert it.app.screen is palette


async def test_an_answer_for_a_screen_that_has_gone_does_no_harm(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("n", "ctrl+g")
        choice, note = it.app.screen, it.app.screen_stack[-2]
        callback = choice._result_callbacks[-1].callback
        assert callback is not None
        await it.press("escape", "escape")
        assert note not in it.app.screen_stack
        callback(0)  # what was on its way when the note was closed
        await it.settle()
        assert it.app._exception is None
        assert it.app.screen is it.screen


async def test_an_answer_to_what_a_screen_asked_while_it_closed_does_no_harm(
    open_app: OpenApp,
) -> None:
    async with open_app() as it:
        await it.press("n")
        note = it.app.screen
        await it.press("escape")
        await it.app.run_action("template", note)  # found while it was still there
        await it.press("enter")
        assert it.app._exception is None
        assert it.app.screen is it.screen
        await it.press("x")
        assert it.status(0) is Status.SKIPPED


async def test_a_key_that_comes_while_its_screen_closes_does_no_harm(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(screen: MainScreen) -> None:
        screen.query_one("#nothing")

    monkeypatch.setattr(MainScreen, "action_zoom", wrong)
    async with open_app() as it:
        await it.press("i")
        importing = it.app.screen
        await it.press("escape")
        await it.app.run_action("step(1)", importing)  # found while it was still there
        await it.app.run_action("go", importing)
        assert it.app._exception is None
        with pytest.raises(NoMatches):  # but what is wrong on a screen that is open stays wrong
            await it.app.run_action("zoom", it.screen)
