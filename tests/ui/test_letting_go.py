"""What is closed is let go of: memory does not grow with the screens that were opened."""

from __future__ import annotations

import gc
import weakref
from time import monotonic
from typing import Any

import pytest
from tests.ui.conftest import OpenApp
from tests.waiting import LONGEST
from textual.screen import Screen
from textual.widget import Widget

pytestmark = pytest.mark.painted

OPENING = ("question_mark", "slash", "t", "y", "n", "i", "S", "T", "P", "U")


def alive(opened: list[weakref.ref[Any]], kind: type) -> list[Any]:
    """What is still in memory, of a kind."""
    gc.collect()
    left = [kept() for kept in opened]
    return [kept for kept in left if kept is not None and isinstance(kept, kind)]


async def test_screens_that_were_closed_are_forgotten_with_all_that_was_on_them(
    open_app: OpenApp,
) -> None:
    async with open_app(size=(120, 35)) as it:
        opened: list[weakref.ref[Any]] = []
        for key in OPENING:
            await it.press(key)
            assert it.app.screen is not it.screen, key
            nodes = (it.app.screen, *it.app.screen.query(Widget))
            opened += [weakref.ref(kept) for node in nodes for kept in (node, node._styles_cache)]
            del nodes
            while it.app.screen is not it.screen:
                await it.press("escape")
        await it.resize(80, 24)
        await it.app.workers.wait_for_complete()
        # What goes on in the background may remember in the time of which screen it began; a timer that was
        # stopped does until it would have rung.
        until = monotonic() + LONGEST
        while len(alive(opened, Screen)) > 2 and monotonic() < until:
            await it.pilot.pause(0.2)
        assert len(alive(opened, Screen)) <= 2, alive(opened, Screen)
        assert len(alive(opened, object)) < len(opened) / 5
