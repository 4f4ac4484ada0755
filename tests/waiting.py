"""Waiting for what another process or thread does, but not for ever."""

from __future__ import annotations

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
