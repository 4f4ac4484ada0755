"""Waiting for what another process or thread does, but not for ever."""

from __future__ import annotations

import selectors
import time
from collections.abc import Callable

LONGEST = 180.0
"""Seconds after which what a test waits for never comes, on however busy a machine."""


def until(there: Callable[[], object]) -> None:
    """Come back as soon as `there` says so."""
    end = time.monotonic() + LONGEST
    while not there():
        assert time.monotonic() < end, "what the test waits for did not come"
        time.sleep(0.01)


def readable(descriptor: int, seconds: float) -> bool:
    """Whether an open file, whatever its number, has something to read within so many seconds."""
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        return bool(selector.select(seconds))
