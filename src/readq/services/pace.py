"""How soon a host may be asked again, also when several readqs ask."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2s
from pathlib import Path

_FOLDER = "hosts"
LONGEST_WAIT = 120.0
"""Seconds; a turn further off than this was written by a clock that was wrong."""


class Pace:
    """Hands out turns, host by host. A turn is noted in a file before it is waited for."""

    def __init__(
        self, folder: Path | None, now: Callable[[], float], sleep: Callable[[float], None]
    ) -> None:
        """Keep time.

        Args:
            folder: Where turns are noted for other processes; None keeps them here.
            now: Seconds since 1970.
            sleep: Waits so many seconds.
        """
        self._folder = None if folder is None else folder / _FOLDER
        self._now = now
        self._sleep = sleep
        self._next: dict[str, float] = {}

    def wait(self, host: str, pause: float) -> None:
        """Wait for a turn at `host`; the next turn comes `pause` seconds after it."""
        now = self._now()
        turn = max(now, self._next.get(host, 0.0), self._noted(host, now))
        self._next[host] = turn + pause
        self._note(host, turn + pause)
        if turn > now:
            self._sleep(turn - now)

    def hold(self, host: str, seconds: float) -> None:
        """Let nobody have a turn at `host` for so long."""
        until = max(self._next.get(host, 0.0), self._now() + seconds)
        self._next[host] = until
        self._note(host, until)

    def _noted(self, host: str, now: float) -> float:
        if self._folder is None:
            return 0.0
        try:
            noted = float(self._path(self._folder, host).read_text("ascii"))
        except (OSError, ValueError):
            return 0.0
        return noted if math.isfinite(noted) and noted <= now + LONGEST_WAIT else 0.0

    def _note(self, host: str, turn: float) -> None:
        if self._folder is not None:
            with suppress(OSError):
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._path(self._folder, host).write_text(repr(turn), "ascii")

    @staticmethod
    def _path(folder: Path, host: str) -> Path:
        return folder / blake2s(host.encode(), digest_size=8).hexdigest()
