"""When memory is looked through for what is no longer used: while the reader rests, not between two keys.

Python would do it whenever enough has been made, which holds up a key by some 50 ms now and then.
"""

from __future__ import annotations

import gc
import time

_YOUNG, _MIDDLE = 2_000, 4
_NEVER = 1_000_000
_RESTS_AFTER = 2.0
"""Seconds without a key."""


class Tidying:
    """Looks through memory when the reader rests."""

    def __init__(self) -> None:
        self._pressed_at = 0.0
        self._tidied_at = 0.0

    def begin(self) -> None:
        """What has been loaded stays, and need not be looked through again."""
        gc.freeze()
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
        gc.enable()

    def pressed(self) -> None:
        """The reader is at work."""
        self._pressed_at = time.monotonic()

    def tidy(self) -> None:
        """Look through all, if the reader rests and has done something since the last time."""
        if self._tidied_at < self._pressed_at < time.monotonic() - _RESTS_AFTER:
            self._tidied_at = time.monotonic()
            gc.collect()
