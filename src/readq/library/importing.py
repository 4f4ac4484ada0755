"""Lists of papers on their way into the library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

from readq.domain import Paper
from readq.library.deciding import as_tags
from readq.library.trashing import Trashing
from readq.library.undoing import Undoing

if TYPE_CHECKING:
    from readq.importers import Shape
    from readq.library.intake import Progress
    from readq.library.reports import ImportReport


class Importing(Undoing, Trashing):
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
        """Import lists of papers as one change.

        Readings are touched only where a record shows that two papers of the library are one: then what
        was decided about either is united. What is in the trash stays there.

        Args:
            sources: Files; `-` is standard input.
            format: A format's name, when it is not to be found out.
            shape: How a plain list is built, when that is not to be found out.
            tags: Tags for every paper the sources name.
            venue: Venue for records without one.
            year: Year for records without one.
            dry_run: Report only, write nothing.
            progress: Told how far things are; may answer False to cancel, and then nothing is written, or
                what was is taken back.
            stdin: What `-` reads.

        Raises:
            SourceError: No source could be read.
            NotSavedError: The papers could not be written; of more than 10,000 some may have been, as
                the error then says.
        """
        # Reading formats takes a while to load; whoever only reads and decides need not wait for it.
        from readq.library.import_run import Request, run_import

        request = Request(sources, format, shape, venue, year, stdin)
        report = run_import(self, request, as_tags(tags), dry_run=dry_run, progress=progress)
        return replace(report, in_trash=len(self.trash_ids.intersection(report.paper_ids)))

    def with_parts(self) -> Iterator[Paper]:
        """All papers, and those that are part of one, without abstracts."""
        yield from self._files.hot_papers()
        for part in self._files.merged_papers():
            into = self.survivor(part.id)
            if part.merged is not None and into is not None:
                yield replace(part, merged=replace(part.merged, into=into))
