"""One import: its lists read, then written part by part."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from readq.domain import Change, Reading, ReadingEdit
from readq.errors import LibraryError, NotSavedError
from readq.importers import stdin_name
from readq.library.collecting import collecting_rarely
from readq.library.history import edit_between
from readq.library.intake import Batch, Intake, Progress, Request
from readq.library.newcomers import Newcomers
from readq.library.parts import Part, parts
from readq.library.reports import ImportProgress, ImportReport
from readq.library.steps import joined
from readq.library.uniting import united_readings
from readq.text import clean

if TYPE_CHECKING:
    from readq.library.importing import Importing

__all__ = ["Request", "run_import"]

_FOLD_BYTES = 64 << 20
"""So much text of an import is kept in journals before they are folded in."""
_LARGE = 1 << 20
"""What is left of an import is folded in at its end if it is more, and the journals have grown long."""


def run_import(
    library: Importing,
    request: Request,
    tags: list[str],
    *,
    dry_run: bool,
    progress: Progress | None,
) -> ImportReport:
    """Read what a request names, and write it; see `Importing.add`."""
    with library._lock:
        library._take_in_news()
        now, newcomers = library._now(), Newcomers(library)
    with collecting_rarely(), closing(Batch()) as batch:
        intake = Intake(
            batch,
            papers=library.with_parts(),
            wording=library._render_plain,
            paper=library._files.paper,
            is_known=lambda i: library._stored(i) is not None,
            reading=library.reading,
            now=now,
            progress=progress,
        )
        report = intake.run(request)
        if dry_run or report.cancelled:
            return report
        names = ", ".join(
            clean(Path(s).name if str(s) != "-" else stdin_name(request.stdin))
            for s in request.sources
        )
        return _Writing(library, batch, tags, names, newcomers, progress).run()


class _Writing:
    """The writing of one import, part by part."""

    def __init__(
        self,
        library: Importing,
        batch: Batch,
        tags: list[str],
        names: str,
        newcomers: Newcomers,
        progress: Progress | None,
    ) -> None:
        self._library = library
        self._batch = batch
        self._tags = tags
        self._names = names
        self._newcomers = newcomers
        self._progress = progress
        self._changes: list[Change] = []
        self._wrote: set[str] = set()
        """Seen by searches when all is there: lists made anew for each part would hold up keys."""
        self._added = self._updated = self._decided = self._done = 0
        self._unfolded = 0

    def run(self) -> ImportReport:
        """Write everything, or nothing when it is cancelled.

        Raises:
            NotSavedError: A part could not be written; those before it stay.
        """
        try:
            return self._run()
        finally:
            with self._library._lock:  # keys decide meanwhile
                self._library._forget(frozenset(self._wrote), ())

    def _run(self) -> ImportReport:
        library, newcomers = self._library, self._newcomers
        for part in parts(self._batch):
            if self._is_cancelled():
                self._take_back()
                return replace(self._batch.report, cancelled=True)
            with library._lock, library._files.alone():
                library._take_in_news()
                newcomers.meet(part)
                self._write(part)
                self._done += len(part.added) + len(part.updated) + len(part.known)
                wrote = (*part.added, *part.updated)
                newcomers.wrote(wrote)
                self._wrote.update(wrote)
            self._fold_in(part.size)
        if self._unfolded >= _LARGE and library._files.compaction_is_due:
            self._fold()  # closing would do it too, but could not prepare searching what came in
        added, report = self._batch.added, self._batch.report
        library._filtering.get_columns_ready(
            len(self._wrote), added if newcomers.are_none else {}, added.hot
        )
        return replace(
            report,
            added=report.added - newcomers.known,
            updated=report.updated + newcomers.completed,
            unchanged=report.unchanged + newcomers.known - newcomers.completed,
            change=joined(self._changes) if self._changes else None,
        )

    def _is_cancelled(self) -> bool:
        report = self._batch.report
        total = len(report.paper_ids) + len(report.merged)
        at = ImportProgress(self._names, min(self._done, total), total, report.seen, "writing")
        if self._progress is not None and self._progress(at) is False:
            return True
        return bool(self._changes) and self._library.is_taken_back(self._changes[-1])

    def _take_back(self) -> None:
        """Nothing of a cancelled import stays but what was decided about meanwhile."""
        library = self._library
        with library._lock:
            if self._changes and not library.is_taken_back(self._changes[-1]):
                library.take_back(joined(self._changes))

    def _write(self, part: Part) -> None:
        edits = self._edits(part)
        if not (part.added or part.updated or edits):
            return
        self._added += sum(paper.merged is None for paper in part.added.values())
        self._updated += sum(paper.merged is None for _, paper in part.updated.values())
        self._decided += len(edits)
        count = self._added or self._updated or self._decided
        verb = "imported" if self._added else "completed" if self._updated else "tagged"
        papers = "paper" if count == 1 else "papers"
        try:
            change = self._library._commit(
                f"{verb} {count:,} {papers} from {self._names}",
                of=self._changes[-1].id if self._changes else None,
                edits=edits,
                papers=part.updated,
                added=part.added,
                goes_on=True,
            )
        except NotSavedError as error:
            raise NotSavedError(f"{error}{self._said()}") from error
        self._changes.append(change)

    def _said(self) -> str:
        """What to know when the writing stops between two parts."""
        if not self._changes:
            return ""
        return (
            f" Before that it {self._changes[-1].label}; add the list again for the others, "
            "or undo to take these back."
        )

    def _edits(self, part: Part) -> list[ReadingEdit]:
        """Tags for the papers named, and the decisions about papers that became part of others."""
        library = self._library
        readings: dict[str, Reading] = {}
        for paper_id, (_, paper) in part.updated.items():
            if paper.merged is not None:
                into = paper.merged.into
                kept = readings.get(into) or library.reading(into)
                readings[into] = united_readings(kept, library.reading(paper_id))
        wholes = [i for i, paper in part.added.items() if paper.merged is None]
        wholes += [i for i, (_, paper) in part.updated.items() if paper.merged is None]
        for paper_id in (*wholes, *part.known) if self._tags else ():
            old = readings.get(paper_id) or library.reading(paper_id)
            tags = tuple(dict.fromkeys((*old.tags, *self._tags)))
            readings[paper_id] = replace(old, tags=tags)
        return [
            edit_between(old, new)
            for i, new in readings.items()
            if new != (old := library.reading(i))
        ]

    def _fold_in(self, size: int) -> None:
        """Fold the journals in now and then: what is in them is also in memory."""
        self._unfolded += size
        if self._unfolded >= _FOLD_BYTES:
            self._fold()

    def _fold(self) -> None:
        self._unfolded = 0
        with suppress(LibraryError):  # everything saved is safe in the journals
            self._library.compact()
