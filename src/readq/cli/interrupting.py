"""Ctrl+c where something must not end halfway: it is remembered, and counts once that may."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from selectors import EVENT_READ, DefaultSelector
from types import FrameType
from typing import TextIO


class Interruptions:
    """Holds ctrl+c back but where it is allowed; a context manager."""

    def __init__(self) -> None:
        self.came = False
        """Whether the reader pressed ctrl+c."""
        self._may_end = False
        self._before: object = None
        self._bell: tuple[int, int] | None = None
        """Two ends of a pipe that is written to as soon as ctrl+c comes."""

    def __enter__(self) -> Interruptions:
        """From now on ctrl+c waits; another thread than the first is never told of it anyway."""
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._take)
            if os.name == "posix":
                self._bell = os.pipe()
                os.set_blocking(self._bell[1], False)
                signal.set_wakeup_fd(self._bell[1], warn_on_full_buffer=False)
        return self

    def __exit__(self, *_: object) -> None:
        """Ctrl+c is again what it was."""
        if callable(self._before) or isinstance(self._before, int):
            signal.signal(signal.SIGINT, self._before)
        if self._bell is not None:
            signal.set_wakeup_fd(-1)
            for end in self._bell:
                os.close(end)

    def wait_for(self, lines: TextIO) -> None:
        """Wait until something was typed, or ctrl+c came.

        By itself Python goes on to read when ctrl+c comes just before, and then hears of it with the next line.

        Raises:
            KeyboardInterrupt: It came.
        """
        if self._bell is not None and lines.isatty():
            with DefaultSelector() as either:
                either.register(lines, EVENT_READ)
                either.register(self._bell[0], EVENT_READ)
                either.select()
            if self.came:
                raise KeyboardInterrupt

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
