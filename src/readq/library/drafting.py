"""A note while it is being written: kept beside the library a moment after each key, away from the keys."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from readq.domain import Change, Reading
from readq.library.history import edit_between
from readq.store import Draft
from readq.text import strip_controls

PAUSE = 0.1
"""Seconds between two writes, so that fast typing does not keep the disk busy."""


class NoteDraft:
    """Keeps the newest text of one note on disk until the library has it.

    A disk that refuses is not told of here: the library, which saves the note a second later, tells it.
    """

    def __init__(self, folder: Path, now: Callable[[], datetime]) -> None:
        """Beside the library in `folder`; nothing is written before the first `keep`."""
        self._file, self._now = Draft(folder), now
        self._turn = threading.Condition()
        self._at_disk = threading.Lock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._next: tuple[Reading, str] | None = None
        self._in_library = False

    def keep(self, stored: Reading, text: str) -> None:
        """The note on the screen is `text` now, and began as that in `stored`; returns at once."""
        with self._turn:
            self._next, self._in_library = (stored, text), False
            self._go()

    def saved(self) -> None:
        """The library has what is on the screen; returns at once."""
        with self._turn:
            if self._thread is not None:
                self._next, self._in_library = None, True
                self._turn.notify()

    def close(self, keep: bool = False) -> None:
        """The note is no longer on the screen; the file goes, or stays for the next start."""
        with self._turn:
            self._ended.set()
            self._turn.notify()
        with self._at_disk:
            if keep and self._next is not None:
                with suppress(OSError):
                    self._write(*self._next)
            self._file.close(keep)

    def _go(self) -> None:
        if self._thread is None and not self._ended.is_set():
            self._thread = threading.Thread(target=self._run, name="draft", daemon=True)
            self._thread.start()
        self._turn.notify()

    def _run(self) -> None:
        while not self._ended.wait(PAUSE):
            with self._turn:
                self._turn.wait_for(
                    lambda: self._next is not None or self._in_library or self._ended.is_set()
                )
            with self._at_disk:
                with self._turn:
                    if self._ended.is_set():
                        return
                    newest, self._next = self._next, None
                    is_saved, self._in_library = self._in_library, False
                if newest is not None:
                    with suppress(OSError):
                        self._write(*newest)
                elif is_saved:
                    self._file.clear()

    def _write(self, stored: Reading, text: str) -> None:
        edit = edit_between(stored, replace(stored, note=strip_controls(text)))
        self._file.write(Change(0, "typed", self._now(), readings=(edit,)))
