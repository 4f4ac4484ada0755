"""Decisions that cannot be saved: shown, kept, tried again."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from readq.domain import Change
from readq.errors import LibraryError
from readq.library.history import edit_between
from readq.library.state import LibraryState
from readq.store import WaitingFiles, files_aside, read_aside, united_steps


class UnsavedDecisions(LibraryState):
    """A library whose disk may refuse."""

    def hold_unsaved(self) -> None:
        """From now on show decisions that cannot be saved, and keep them for `save`."""
        if self._waiting is None:
            self._files = self._waiting = WaitingFiles(self._files)

    @property
    def unsaved(self) -> int:
        """How many changes are shown but not on disk; always 0 without `hold_unsaved`."""
        return 0 if self._waiting is None else len(self._waiting.steps)

    def save(self) -> bool:
        """Try again to write what is not on disk; whether everything is."""
        if self._waiting is None or not self._waiting.steps:
            return not self.save_error
        with self._lock:
            done = self._waiting.save()
            self.save_error = self._waiting.reason
            self._history = None
            self._forget(frozenset(), None)
            return done

    def keep_unsaved_aside(self, folder: Path) -> Path | None:
        """Write what is not on disk to a file elsewhere, for `bring_back`; None when all is on disk.

        Raises:
            OSError: That is not possible either.
        """
        return None if self._waiting is None else self._waiting.keep_aside(folder)

    def aside(self, folder: Path) -> list[tuple[Path, int]]:
        """Files of `keep_unsaved_aside` in a folder, with how many changes of papers of this library they hold.

        Files that hold nothing new, or are about other papers, are none of them.
        """
        found = []
        for path in files_aside(folder):
            with suppress(LibraryError):
                steps = read_aside(path)
                readings = united_steps(steps, self._files.readings())
                ours = all(map(self.__contains__, readings))
                if ours and any(new != self.reading(i) for i, new in readings.items()):
                    found.append((path, len(steps)))
        return found

    def bring_back(self, path: Path) -> Change | None:
        """Make the decisions in a file of `keep_unsaved_aside`; fields changed since are set again.

        Raises:
            LibraryError: It is no such file.
            NotSavedError: They could not be written.
        """
        steps = read_aside(path)
        with self._lock:
            self._take_in_news()
            readings = united_steps(steps, self._files.readings())
            edits = [
                edit_between(old, new)
                for i, new in readings.items()
                if new != (old := self.reading(i))
            ]
            if not edits:
                return None
            many = f"{len(steps):,} unsaved change{'s' * (len(steps) != 1)}"
            return self._commit(f"brought back {many}", edits=edits)
