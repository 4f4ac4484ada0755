"""Lists of papers on their way into the library."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

from readq.domain import Change, ReadingEdit
from readq.errors import LibraryError, NotSavedError
from readq.importers import Shape, stdin_name
from readq.library.deciding import as_tags
from readq.library.history import edit_between, joined
from readq.library.intake import Batch, Intake, Progress, Request
from readq.library.paper_edits import rebased
from readq.library.parts import Part, parts
from readq.library.reports import ImportProgress, ImportReport
from readq.library.state import LibraryState
from readq.text import clean

_FOLD_BYTES = 64 << 20
"""So much text of an import is kept in journals before they are folded in."""


class Importing(LibraryState):
    """A library that takes in lists of papers."""

    def add(
        self,
        *sources: str | Path,
        format: str | None = None,  # noqa: A002
        shape: Shape = "auto",
        tags: str | Sequence[str] = (),
        venue: str = "",
        year: int | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
        stdin: IO[bytes] | None = None,
    ) -> ImportReport:
        """Import lists of papers as one change; readings are never touched.

        Args:
            sources: Files; `-` is standard input.
            format: A format's name, when it is not to be found out.
            shape: How a plain list is built, when that is not to be found out.
            tags: Tags for every paper the sources name.
            venue: Venue for records without one.
            year: Year for records without one.
            dry_run: Report only, write nothing.
            progress: Told how far things are; may answer False to cancel, and then nothing is written.
            stdin: What `-` reads.

        Raises:
            SourceError: No source could be read.
            NotSavedError: The papers could not be written; of more than 10,000 some may have been, as
                the error then says.
        """
        with self._lock:
            self._take_in_news()
            now, version = self._now(), self._papers_version
        with closing(Batch()) as batch:
            intake = Intake(
                batch,
                papers=self._files.hot_papers(),
                wording=self._render_plain,
                paper=self._files.paper,
                is_known=self.__contains__,
                now=now,
                progress=progress,
            )
            report = intake.run(Request(sources, format, shape, venue, year, stdin))
            if dry_run or report.cancelled:
                return report
            names = ", ".join(
                clean(Path(s).name if str(s) != "-" else stdin_name(stdin)) for s in sources
            )
            if progress is not None:
                answer = progress(ImportProgress(names, 0, 0, report.seen, "writing"))
                if answer is False:
                    return replace(report, cancelled=True)
            return _Writing(self, batch, as_tags(tags), names, version).run()


class _Writing:
    """The writing of one import, part by part."""

    def __init__(
        self, library: Importing, batch: Batch, tags: list[str], names: str, version: int
    ) -> None:
        self._library = library
        self._batch = batch
        self._tags = tags
        self._names = names
        self._version = version
        self._is_behind = False
        self._report = batch.report
        self._changes: list[Change] = []
        self._added = self._updated = self._tagged = 0
        self._unfolded = 0

    def run(self) -> ImportReport:
        """Write everything.

        Raises:
            NotSavedError: A part could not be written; those before it stay.
        """
        library = self._library
        for part in parts(self._batch):
            with library._lock:
                library._take_in_news()
                self._is_behind |= self._version != library._papers_version
                if self._is_behind:
                    self._catch_up(part)
                self._write(part)
                self._version = library._papers_version
            self._fold_in(part.size)
        change = joined(self._changes) if self._changes else None
        return replace(self._report, change=change)

    def _write(self, part: Part) -> None:
        edits = self._tag_edits(part)
        if not (part.added or part.updated or edits):
            return
        self._added += len(part.added)
        self._updated += len(part.updated)
        self._tagged += len(edits)
        count = self._added or self._updated or self._tagged
        verb = "imported" if self._added else "completed" if self._updated else "tagged"
        papers = "paper" if count == 1 else "papers"
        try:
            change = self._library._commit(
                f"{verb} {count:,} {papers} from {self._names}",
                of=self._changes[-1].id if self._changes else None,
                edits=edits,
                papers=part.updated,
                added=part.added,
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

    def _tag_edits(self, part: Part) -> list[ReadingEdit]:
        edits = []
        for paper_id in (*part.added, *part.updated, *part.known) if self._tags else ():
            old = self._library.reading(paper_id)
            new = replace(old, tags=tuple(dict.fromkeys((*old.tags, *self._tags))))
            if new != old:
                edits.append(edit_between(old, new))
        return edits

    def _catch_up(self, part: Part) -> None:
        """Bring a part in line with papers that came, went or changed while the list was read."""
        library, report = self._library, self._report
        for paper_id in [i for i in part.added if i in library]:
            del part.added[paper_id]
            part.known.append(paper_id)
            report = replace(report, added=report.added - 1, unchanged=report.unchanged + 1)
        for paper_id, (before, paper) in list(part.updated.items()):
            if paper_id not in library:
                part.added[paper_id] = part.updated.pop(paper_id)[1]
                continue
            current = library.paper(paper_id)
            part.updated[paper_id] = current, rebased(paper, before, current)
        self._report = report

    def _fold_in(self, size: int) -> None:
        """Fold the journals in now and then: what is in them is also in memory."""
        self._unfolded += size
        if self._unfolded >= _FOLD_BYTES:
            self._unfolded = 0
            with suppress(LibraryError):  # everything saved is safe in the journals
                self._library.compact()
