"""When memory is looked through for what is no longer used: while the reader rests, not between two keys.

Python would do it whenever enough has been made, which holds up a key by some 50 ms now and then. What is in use
on the main screen stays so: it is set aside, so that the next look is at what came after it and takes no time.
"""

from __future__ import annotations

import gc
import time

_YOUNG, _MIDDLE = 2_000, 4
_NEVER = 1_000_000
_RESTS_AFTER = 1.0
"""Seconds without a key."""
_AWAY_AFTER = 30.0
"""Seconds without a key after which one is not likely to come in the next tenth of a second."""


class Tidying:
    """Looks through memory when the reader rests."""

    def __init__(self) -> None:
        self._pressed_at = 0.0
        self._tidied_at = 0.0
        self._all_at = 0.0

    def begin(self) -> None:
        """What has been loaded stays, and need not be looked through again."""
        gc.freeze()
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
        gc.enable()

    def pressed(self) -> None:
        """The reader is at work."""
        self._pressed_at = time.monotonic()

    def tidy(self, *, at_home: bool) -> None:
        """Look through what is new, if the reader rests and has done something since the last time.

        Args:
            at_home: Whether nothing is open that will be closed again; then what is in use is set aside. It is
                looked through as well once the reader has left.
        """
        now = time.monotonic()
        if self._all_at < self._pressed_at < now - _AWAY_AFTER:
            gc.unfreeze()
            self._all_at = now
        elif not self._tidied_at < self._pressed_at < now - _RESTS_AFTER:
            return
        self._tidied_at = now
        gc.collect()
        if at_home:
            gc.freeze()
