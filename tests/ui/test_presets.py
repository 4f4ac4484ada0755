"""Keys for hands that are used to another program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from readq.config import PRESETS, Config
from readq.domain import Status
from readq.ui.app import ReadqApp
from readq.ui.bindings import contexts
from readq.ui.keymap import listed_keys
from readq.ui.presets import PRESET_KEYS, keys_in_use

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp

CONTEXTS = contexts(ReadqApp)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_has_a_key_for_two_things(preset: str) -> None:
    keys, problems = keys_in_use(Config(preset=preset), CONTEXTS)
    assert problems == []
    assert keys.keys() == PRESET_KEYS[preset].keys()


@pytest.mark.parametrize(
    ("preset", "keys", "statuses"),
    [
        ("vim", "axm", ("queued", "skipped", "later")),
        ("rayyan", "ieu", ("queued", "skipped", "later")),
        ("asreview", "riR", ("queued", "skipped", "reading")),
    ],
)
async def test_each_preset_decides_with_its_keys(
    open_app: OpenApp, preset: str, keys: str, statuses: tuple[str, ...]
) -> None:
    async with open_app(preset=preset) as it:
        await it.press(*keys)
        assert [it.status(n) for n in range(3)] == [Status(s) for s in statuses]
        await it.press("backspace" if preset == "rayyan" else "u")
        assert it.status(2) is Status.NEW
        hints = it.lines()[-1]
        assert f"{keys[0]} queue" in hints
        assert f"{keys[1]} skip" in hints


async def test_emacs_keys_move_and_call_the_palette(open_app: OpenApp) -> None:
    async with open_app(preset="emacs") as it:
        await it.press("ctrl+n", "ctrl+n", "ctrl+p")
        assert it.highlighted == "p00001"
        await it.press("alt+greater_than_sign")
        assert it.highlighted == "p00011"
        await it.press("ctrl+s")
        assert type(it.app.screen).__name__ == "JumpScreen"
        await it.press("escape", "alt+x")
        assert type(it.app.screen).__name__ == "CommandPalette"


async def test_own_keys_lie_over_the_preset_and_clashes_are_told(open_app: OpenApp) -> None:
    async with open_app(preset="rayyan", keys={"paper.skip": "X", "paper.tags": "i"}) as it:
        await it.press("X")
        assert it.status(0) is Status.SKIPPED
        assert "i is taken by paper.queue" in it.toasts()[0]


async def test_signs_can_be_keys(open_app: OpenApp) -> None:
    async with open_app(keys={"paper.queue": ";", "find.jump": "%", "paper.skip": "comma"}) as it:
        await it.press("semicolon", "comma")
        assert (it.status(0), it.status(1)) == (Status.QUEUED, Status.SKIPPED)
        await it.press("percent_sign")
        assert type(it.app.screen).__name__ == "JumpScreen"


def test_the_live_keys_are_listed_once_a_place() -> None:
    listed = listed_keys({"paper.queue": "i,a"}, CONTEXTS)
    assert len({(key.where, key.id) for key in listed}) == len(listed)
    (queue,) = [key for key in listed if key.id == "paper.queue" and key.where == "Papers"]
    assert queue.keys == ("i", "a")
    assert queue.does == "queue, or take out"
    assert all(key.does and key.keys for key in listed), [k for k in listed if not k.does]
