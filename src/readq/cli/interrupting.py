"""Ctrl+c where something must not end halfway: it is remembered, and counts once that may."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interruptions:
    """Holds ctrl+c back but where it is allowed; a context manager."""

    def __init__(self) -> None:
        self.came = False
        """Whether the reader pressed ctrl+c."""
        self._may_end = False
        self._before: object = None

    def __enter__(self) -> Interruptions:
        """From now on ctrl+c waits; another thread than the first is never told of it anyway."""
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        """Ctrl+c is again what it was."""
        if callable(self._before) or isinstance(self._before, int):
            signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Here it ends what is done at once, also if it came before.

        Raises:
            KeyboardInterrupt: It came.
        """
        self._may_end = True
        try:
            if self.came:
                raise KeyboardInterrupt
            yield
        finally:
            self._may_end = False

    def _take(self, _signal: int, _frame: FrameType | None) -> None:
        self.came = True
        if self._may_end:
            raise KeyboardInterrupt
