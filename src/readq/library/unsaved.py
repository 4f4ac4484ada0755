"""Decisions that cannot be saved: shown, kept, tried again."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from readq.domain import Change, Reading, ReadingEdit
from readq.errors import LibraryError
from readq.library.history import edit_between
from readq.library.state import LibraryState
from readq.store import WaitingFiles, files_aside, is_draft, read_aside, united_steps

if TYPE_CHECKING:
    from readq.library.drafting import NoteDraft


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
        """Files of `keep_unsaved_aside` and drafts in a folder, with how many changes of this library they hold.

        Files that hold nothing new, or are about other papers, are none of them. A draft that holds
        nothing new is removed.
        """
        found = []
        for path in files_aside(folder):
            with suppress(LibraryError, OSError):
                steps = read_aside(path)
                readings = self._brought_back(steps)
                if any(new != self.reading(i) for i, new in readings.items()):
                    if all(map(self.__contains__, readings)):
                        found.append((path, len(steps)))
                elif is_draft(path):
                    path.unlink()
        return found

    def bring_back(self, path: Path) -> Change | None:
        """Make the decisions in a file of `keep_unsaved_aside`, or a draft; fields changed since are set again.

        Raises:
            LibraryError: It is no such file.
            NotSavedError: They could not be written.
        """
        steps = read_aside(path)
        with self._lock:
            self._take_in_news()
            readings = self._brought_back(steps)
            edits = [
                edit_between(old, new)
                for i, new in readings.items()
                if new != (old := self.reading(i))
            ]
            if not edits:
                return None
            if is_draft(path):
                label = f'brought back what was typed on "{self._short_title(edits[0].paper_id)}"'
            else:
                many = f"{len(steps):,} unsaved change{'s' * (len(steps) != 1)}"
                label = f"brought back {many}"
            return self._commit(label, edits=edits)

    def draft(self) -> NoteDraft | None:
        """Where a note is kept while it is written; None where there is no disk."""
        from readq.library.drafting import NoteDraft

        return None if self.folder is None else NoteDraft(self.folder, self._now)

    def _brought_back(self, steps: Iterable[Change]) -> dict[str, Reading]:
        """The readings that come of these steps; of papers that became part of others, those of the others."""
        moved = (
            replace(step, readings=tuple(map(self._as_edit_now, step.readings))) for step in steps
        )
        return united_steps(moved, self._files.readings())

    def _as_edit_now(self, edit: ReadingEdit) -> ReadingEdit:
        whole = self.survivor(edit.paper_id)
        if whole is None or whole == edit.paper_id:
            return edit
        before, after = (
            reading and replace(reading, paper_id=whole) for reading in (edit.before, edit.after)
        )
        return ReadingEdit(whole, before, after)
