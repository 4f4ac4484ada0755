"""When memory is looked through for what is no longer used: while the reader rests, not between two keys.

Python would do it whenever enough has been made, which holds up a key by some 50 ms now and then. What is in use
stays so, mostly: it is set aside, so that the next look is at what came after it and takes little time.
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

_MANY = 100_000
"""So many things set aside since all was looked through, some 10 MB, are not left until the reader is away."""


class Tidying:
    """Looks through memory when the reader rests."""

    def __init__(self) -> None:
        self._pressed_at = 0.0
        self._tidied_at = 0.0
        self._all_at = 0.0
        self._begun = False
        self._in_use = 0
        """How many things were set aside when all had been looked through, or had just been loaded."""

    def begin(self) -> None:
        """What has been loaded stays, and need not be looked through again."""
        gc.freeze()
        self._in_use = gc.get_freeze_count()
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
        gc.enable()
        self._begun = True

    def pressed(self) -> None:
        """The reader is at work."""
        self._pressed_at = time.monotonic()

    def set_aside(self) -> None:
        """What is in use now is not looked through while the reader is at work, once that has begun."""
        if self._begun:
            gc.freeze()
            self._in_use = gc.get_freeze_count()

    def tidy(self) -> None:
        """Look through what is new, if the reader rests and has done something since the last time.

        What is in use then is set aside, also on a screen that will be closed again: in triage, where readers rest
        at each paper, it would be looked through each time. It is looked through once the reader has left.
        """
        now = time.monotonic()
        away = self._all_at < self._pressed_at < now - _AWAY_AFTER
        if not away and not self._tidied_at < self._pressed_at < now - _RESTS_AFTER:
            return
        look_at_all = away or gc.get_freeze_count() > self._in_use + _MANY
        if look_at_all:
            gc.unfreeze()
            self._all_at = now
        self._tidied_at = now
        gc.collect()
        gc.freeze()
        if look_at_all:
            self._in_use = gc.get_freeze_count()
