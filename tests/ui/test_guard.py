"""Nothing from outside acts, and keys that wait are one movement but never one decision."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual import events
from textual.app import App
from textual.content import Content, Span
from textual.style import Style

from readq.ui.app import ReadqApp
from readq.ui.bindings import contexts
from readq.ui.guard import REFUSED, is_own

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp, Opened

    from readq.library import Library

USED = frozenset(
    {
        *("bell", "command_palette", "focus", "focus_next", "focus_previous", "help_quit", "quit"),
    }
)
"""Textual's own actions of an application that keys of readq may come to."""


def test_every_action_of_textual_is_either_used_or_refused() -> None:
    known = {name.removeprefix("action_") for name in dir(App) if name.startswith("action_")}
    assert known - USED == REFUSED & known


def test_no_key_of_readq_stands_for_a_refused_action() -> None:
    for context in contexts(ReadqApp):
        for node in context:
            for bindings in node._merge_bindings().key_to_bindings.values():
                for binding in bindings:
                    name = binding.action.split("(")[0].rpartition(".")[2]
                    assert name not in REFUSED or is_own(node, name)


@pytest.mark.parametrize("action", ["screenshot", "app.simulate_key('q')", "toggle('nonsense')"])
async def test_refused_actions_do_nothing(
    open_app: OpenApp, action: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_app() as it:
        assert await it.app.run_action(action) is False
        await it.settle()
        assert it.app.is_running
    assert os.listdir(tmp_path) == []  # noqa: PTH208


async def test_a_click_on_text_that_carries_an_action_runs_none(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.detail()
        style = Style.from_meta({"@click": "app.quit"})
        it.screen.detail.body_text.update(Content("click me", spans=[Span(0, 8, style)]))
        await it.pilot.pause()
        y = next(n for n, line in enumerate(it.lines()) if "click me" in line)
        await it.pilot.click(offset=(it.line(y).index("click me"), y))
        await it.settle()
        assert it.app.is_running
        assert it.app.return_value is None


# Keys that wait


async def flood(it: Opened, *keys: str) -> None:
    """Keys that came while the app was busy."""
    for key in keys:
        it.app.post_message(events.Key(key, key if len(key) == 1 else None))
    for _ in range(6):
        await it.settle()


def steps(it: Opened, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How far each movement of the list goes."""
    taken: list[int] = []
    move = type(it.screen.papers).action_step

    def count(rows: object, far: int) -> None:
        taken.append(far)
        move(it.screen.papers, far)

    monkeypatch.setattr(it.screen.papers, "action_step", lambda far: count(None, far))
    return taken


async def test_a_held_key_that_waits_is_one_movement(
    open_app: OpenApp, showcase: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(showcase) as it:
        taken = steps(it, monkeypatch)
        await flood(it, *["j"] * 50, *["k"] * 20)
        assert it.screen.papers.cursor == 30
        assert sum(taken) == 30
        assert len(taken) < 35


async def test_every_decision_that_waits_counts(open_app: OpenApp, showcase: Library) -> None:
    async with open_app(showcase) as it:
        await flood(it, "j", "x", "x", "j", "j", "a", "x")
        assert [c.label.split(" ")[0] for c in reversed(it.library.log())] == [
            "skipped",
            "skipped",
            "queued",
            "skipped",
        ]


async def test_the_readers_own_keys_are_taken_together_too(
    open_app: OpenApp, showcase: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {"move.down": "e", "paper.edit": "f7"}
    async with open_app(showcase, keys=keys) as it:
        taken = steps(it, monkeypatch)
        await flood(it, *["e"] * 30)
        assert it.screen.papers.cursor == 30
        assert len(taken) < 20


async def test_detail_scrolls_as_far_as_the_keys_say(open_app: OpenApp, showcase: Library) -> None:
    async with open_app(showcase, size=(60, 12)) as it:
        await it.press("enter")
        await it.detail()
        await flood(it, *["j"] * 5)
        assert it.screen.detail.scroll_offset.y == 5
