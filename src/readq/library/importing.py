"""Lists of papers on their way into the library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

from readq.domain import Change
from readq.importers import Shape
from readq.library.deciding import as_tags
from readq.library.history import edit_between
from readq.library.intake import Batch, Intake, Progress, Request
from readq.library.paper_edits import rebased
from readq.library.reports import ImportProgress, ImportReport
from readq.library.state import LibraryState
from readq.text import clean


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
            NotSavedError: The papers could not be written; the library is as it was.
        """
        with self._lock:
            self._take_in_news()
            now, version = self._now(), self._papers_version
        intake = Intake(
            papers=self._files.hot_papers(),
            wording=self._render_plain,
            paper=self._files.paper,
            is_known=self.__contains__,
            now=now,
            progress=progress,
        )
        batch = intake.run(Request(sources, format, shape, venue, year, stdin))
        report = batch.report
        if dry_run or report.cancelled:
            return report
        names = ", ".join(
            clean(Path(s).name if str(s) != "-" else "standard input") for s in sources
        )
        if progress is not None:
            answer = progress(ImportProgress(names, 0, 0, report.seen, "writing"))
            if answer is False:
                return replace(report, cancelled=True)
        with self._lock:
            self._take_in_news()
            if version != self._papers_version:
                self._catch_up(batch)
            change = self._write(batch, tags, names)
        return replace(batch.report, change=change)

    def _catch_up(self, batch: Batch) -> None:
        """Bring a batch in line with papers that came, went or changed while it was put together."""
        for paper_id in [i for i in batch.added if i in self]:
            del batch.added[paper_id]
            report = batch.report
            batch.report = replace(report, added=report.added - 1, unchanged=report.unchanged + 1)
        for paper_id, paper in list(batch.updated.items()):
            if paper_id not in self:
                batch.added[paper_id] = batch.updated.pop(paper_id)
                continue
            current = self.paper(paper_id)
            batch.updated[paper_id] = rebased(paper, batch.before[paper_id], current)
            batch.before[paper_id] = current

    def _write(self, batch: Batch, tags: str | Sequence[str], names: str) -> Change | None:
        adding = as_tags(tags)
        with self._lock:
            edits = []
            for paper_id in batch.report.paper_ids if adding else ():
                old = self.reading(paper_id)
                new = replace(old, tags=tuple(dict.fromkeys((*old.tags, *adding))))
                if new != old:
                    edits.append(edit_between(old, new))
            if not (batch.added or batch.updated or edits):
                return None
            count = len(batch.added) or len(batch.updated) or len(edits)
            verb = "imported" if batch.added else "completed" if batch.updated else "tagged"
            return self._commit(
                f"{verb} {count:,} {'paper' if count == 1 else 'papers'} from {names}",
                edits=edits,
                papers={i: (batch.before[i], paper) for i, paper in batch.updated.items()},
                added=batch.added,
            )
