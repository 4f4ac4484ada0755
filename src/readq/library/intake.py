"""Adding papers: read sources, recognise what is known, and collect what is to be written.

Nothing here writes: the outcome is a `Batch` that the library commits in one step, or drops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO

from readq.domain import Draft, Paper
from readq.errors import SourceError
from readq.importers import ImportIssue, Shape, read_source
from readq.library.facts import Candidate, as_new, candidate, merged
from readq.library.matching import PaperIndex
from readq.library.reports import Doubtful, ImportProgress, ImportReport
from readq.library.spool import AbstractSpool, SpooledPapers
from readq.text import render

_PROGRESS_EVERY = 50
_PREVIEW = 5

Progress = Callable[[ImportProgress], bool | None]


@dataclass(frozen=True, slots=True)
class Request:
    """What to add, and how."""

    sources: Sequence[str | Path]
    format: str | None = None
    shape: Shape = "auto"
    venue: str = ""
    year: int | None = None
    stdin: IO[bytes] | None = None


class Batch:
    """What an import would write; close it when it is written.

    Attributes:
        added: New papers.
        updated: Papers of the library as they will be.
        before: The same papers as they are.
        report: What there is to say about it.
    """

    def __init__(self) -> None:
        self._spool = AbstractSpool()
        self.added = SpooledPapers(self._spool)
        self.updated = SpooledPapers(self._spool)
        self.before = SpooledPapers(self._spool)
        self.report = ImportReport()

    def close(self) -> None:
        """Let go of the abstracts."""
        self._spool.close()


class Intake:
    """One import on its way; `run` does it all."""

    def __init__(
        self,
        batch: Batch,
        *,
        papers: Iterable[Paper],
        wording: Callable[[str], str],
        paper: Callable[[str], Paper],
        is_known: Callable[[str], bool],
        now: datetime,
        progress: Progress | None,
    ) -> None:
        """Prepare an import.

        Args:
            batch: Where everything goes.
            papers: All papers of the library; abstracts are not needed.
            wording: Gives the abstract, as shown, of a paper of the library.
            paper: Gives a paper of the library, abstract included.
            is_known: Whether the library has a paper of this id.
            now: When the papers come in.
            progress: Told now and then how far things are; answers False to cancel.
        """
        self._batch = batch
        self._stored_wording = wording
        self._index = PaperIndex(papers, self._wording)
        self._paper = paper
        self._is_known = is_known
        self._now = now
        self._progress = progress
        self._counts = {"added": 0, "updated": 0, "unchanged": 0, "rejected": 0}
        self._issues: list[ImportIssue] = []
        self._doubtful: list[Doubtful] = []
        self._ids: dict[str, None] = {}
        self._preview: list[str] = []
        self._cancelled = False

    def run(self, request: Request) -> ImportReport:
        """Read all sources of the request.

        Raises:
            SourceError: There is one source and it cannot be read, or there are several and none can.
        """
        understood: list[str] = []
        failed: list[str] = []
        for source in request.sources:
            if self._cancelled:
                break
            try:
                understood.extend(self._read(source, request))
            except SourceError as error:
                failed.append(str(error))
        if failed and not understood and not self._cancelled:
            raise SourceError("\n".join(failed))
        self._batch.report = ImportReport(
            seen=self._seen,
            added=self._counts["added"],
            updated=self._counts["updated"],
            unchanged=self._counts["unchanged"],
            rejected=self._counts["rejected"],
            issues=tuple(self._issues),
            understood=tuple(understood),
            doubtful=tuple(self._doubtful),
            failed=tuple(failed),
            paper_ids=tuple(self._ids),
            preview=tuple(self._preview),
            cancelled=self._cancelled,
        )
        return self._batch.report

    @property
    def _seen(self) -> int:
        return sum(self._counts.values())

    def _read(self, source: str | Path, request: Request) -> list[str]:
        """Take in one source; how it was understood, unless the import was cancelled."""
        known = len(self._batch.added)
        reading = read_source(
            source, format=request.format, shape=request.shape, stdin=request.stdin
        )
        for record in reading:
            if isinstance(record, ImportIssue):
                self._counts["rejected"] += not record.kept
                self._issues.append(record)
            else:
                self._take(record, request)
            if self._seen % _PROGRESS_EVERY == 0 and not self._tell(
                reading.name, reading.bytes_read, reading.total_bytes
            ):
                return []
        self._tell(reading.name, reading.total_bytes, reading.total_bytes)
        for paper_id in islice(self._batch.added, known, None):
            self._index.put_wording(self._batch.added.hot(paper_id))
        return [f"{reading.name}: {reading.understood}"]

    def _wording(self, paper_id: str) -> str:
        added = self._batch.added
        if paper_id not in added:
            return self._stored_wording(paper_id)
        return render(added[paper_id].abstract).plain

    def _tell(self, source: str, done: int, total: int) -> bool:
        if self._progress is not None and not self._cancelled:
            answer = self._progress(ImportProgress(source, done, total, self._seen))
            self._cancelled = answer is False
        return not self._cancelled

    def _take(self, draft: Draft, request: Request) -> None:
        found = candidate(draft, venue=request.venue, year=request.year, now=self._now)
        match = self._index.find(found)
        if match is not None and match.sure:
            self._update(match.paper_id, found)
            return
        if match is not None and found.has_true_title:
            self._doubtful.append(Doubtful(match.paper_id, found.paper.title, match.shared))
        self._add(found)

    def _show(self, paper: Paper) -> None:
        if len(self._preview) < _PREVIEW:
            self._preview.append(paper.title)

    def _add(self, found: Candidate) -> None:
        paper = as_new(found, lambda i: i in self._batch.added or self._is_known(i))
        self._batch.added[paper.id] = paper
        self._index.put(self._batch.added.hot(paper.id))
        self._show(paper)
        self._ids[paper.id] = None
        self._counts["added"] += 1

    def _update(self, paper_id: str, found: Candidate) -> None:
        # A list that holds one record twice is no correction of itself, or it would never be unchanged.
        may_correct = paper_id not in self._ids
        self._ids[paper_id] = None
        batch = self._batch
        known = batch.added.get(paper_id) or batch.updated.get(paper_id) or self._paper(paper_id)
        new = merged(known, found, may_correct=may_correct)
        self._show(new)
        if new is known:
            self._counts["unchanged"] += 1
            return
        place = batch.added if paper_id in batch.added else batch.updated
        if place is batch.updated and paper_id not in batch.before:
            batch.before[paper_id] = known
        place[paper_id] = new
        self._index.put(place.hot(paper_id))
        self._counts["updated"] += 1
