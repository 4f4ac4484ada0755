"""Adding papers: read sources, recognise what is known, and collect what is to be written.

Nothing here writes: the outcome is a `Batch` that the library commits in one step, or drops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO

from readq.domain import Draft, Paper, Reading
from readq.domain.identity import containment, shingles
from readq.errors import SourceError
from readq.importers import ImportIssue, Shape, read_source
from readq.library.facts import Candidate, as_new, candidate, merged
from readq.library.likely import surely_known
from readq.library.matching import PaperIndex
from readq.library.reports import Doubtful, ImportProgress, ImportReport, MergedRecord
from readq.library.sameness import MIN_RUNS, Traits, contradict
from readq.library.spool import AbstractSpool, SpooledPapers
from readq.library.uniting import stays, united_papers
from readq.records import dataclass
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
        reading: Callable[[str], Reading],
        now: datetime,
        progress: Progress | None,
    ) -> None:
        """Prepare an import.

        Args:
            batch: Where everything goes.
            papers: All papers of the library, parts of others too; abstracts are not needed.
            wording: Gives the abstract, as shown, of a paper of the library.
            paper: Gives a paper of the library, abstract included.
            is_known: Whether the library has a paper of this id, even if it is part of another.
            reading: Gives what the reader decided about a paper of the library.
            now: When the papers come in.
            progress: Told now and then how far things are; answers False to cancel.
        """
        self._batch = batch
        self._stored_wording = wording
        self._index = PaperIndex(papers, self._wording)
        self._paper = paper
        self._is_known = is_known
        self._reading = reading
        self._now = now
        self._progress = progress
        self._counts = {"added": 0, "updated": 0, "unchanged": 0, "rejected": 0}
        self._issues: list[ImportIssue] = []
        self._doubtful: list[Doubtful] = []
        self._bridges: list[tuple[str, str]] = []
        self._gone: dict[str, MergedRecord] = {}
        self._ids: dict[str, None] = {}
        self._preview: list[str] = []
        self._abstracts: list[str | Path] = []
        self._cancelled = False

    def run(self, request: Request) -> ImportReport:
        """Read all sources of the request.

        Raises:
            SourceError: There is one source and it cannot be read, or there are several and none can.
        """
        understood: list[str] = []
        failed: list[str] = []
        self._abstracts = [s for s in request.sources if "abstracts" in str(s).lower()]
        for source in request.sources:
            if self._cancelled:
                break
            try:
                understood.extend(self._read(source, request))
            except SourceError as error:
                failed.append(str(error))
        if failed and not understood and not self._cancelled:
            raise SourceError("\n".join(failed))
        if not self._cancelled:
            self._unite()
        self._batch.report = ImportReport(
            seen=self._seen,
            added=self._counts["added"],
            updated=self._counts["updated"],
            unchanged=self._counts["unchanged"],
            rejected=self._counts["rejected"],
            issues=tuple(self._issues),
            understood=tuple(understood),
            doubtful=tuple(self._doubtful),
            merged=tuple(self._gone.values()),
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
        known, until_told = len(self._batch.added), 0
        reading = read_source(
            source,
            format=request.format,
            shape=request.shape,
            stdin=request.stdin,
            together=self._abstracts,
        )
        for record in reading:
            if isinstance(record, ImportIssue):
                self._counts["rejected"] += not record.kept
                self._issues.append(record)
            else:
                self._take(record, request)
            until_told -= 1
            if until_told <= 0:
                until_told = _PROGRESS_EVERY
                if not self._tell(reading.name, reading.bytes_read, reading.total_bytes):
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
        if not found.shows_something:
            self._reject(draft)
            return
        match = self._index.find(found)
        if match is not None and match.sure:
            self._update(match.paper_id, found)
            self._bridges.extend((match.paper_id, other) for other in match.also)
            return
        if match is not None and found.has_true_title:
            self._doubtful.append(Doubtful(match.paper_id, found.paper.title, match.shared))
        self._add(found)

    def _reject(self, draft: Draft) -> None:
        """A record all of whose letters cannot be seen would be a line without words."""
        where = draft.source
        self._counts["rejected"] += 1
        said = "has nothing in its title and abstract that can be shown"
        self._issues.append(
            ImportIssue(where.name, where.line, draft.citekey or f"record {where.position}", said)
        )

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
        known = self._now_of(paper_id)
        new = merged(known, found, may_correct=may_correct)
        self._show(new)
        if new is known:
            self._counts["unchanged"] += 1
            return
        self._keep(known, new)
        self._counts["updated"] += 1

    def _now_of(self, paper_id: str) -> Paper:
        batch = self._batch
        return batch.added.get(paper_id) or batch.updated.get(paper_id) or self._paper(paper_id)

    def _keep(self, known: Paper, new: Paper) -> None:
        """Take a paper's new state into the batch."""
        batch, paper_id = self._batch, new.id
        place = batch.added if paper_id in batch.added else batch.updated
        if place is batch.updated and paper_id not in batch.before:
            batch.before[paper_id] = known
        place[paper_id] = new
        self._index.put(place.hot(paper_id))

    # Papers that turn out to be one

    def _unite(self) -> None:
        """Make one of papers that a record stands for together, and of a paper and its like under another title."""
        traits, added = self._index.traits, self._batch.added
        new = {i: t for i in added if _can_be_judged(t := traits[i])}
        known = {i: t for i, t in traits.items() if i not in added and _can_be_judged(t)}
        for pair in (*self._bridges, *surely_known(known, new, self._shared)):
            kept, gone = map(self._standing_for, pair)
            if kept != gone and not contradict(traits[kept], traits[gone]):
                self._make_one(kept, gone)

    def _make_one(self, kept: str, gone: str) -> None:
        sides = [(self._now_of(i), self._decided(i)) for i in (kept, gone)]
        if any(a.id in b.distinct for (a, _), (_, b) in (sides, sides[::-1])):
            return
        are_new = [paper.id in self._batch.added for paper, _ in sides]
        if are_new[0] > are_new[1] or (are_new[0] == are_new[1] and not stays(*sides)):
            sides.reverse()
        (known, _), (part, _) = sides
        whole, part = united_papers(known, part, render(part.abstract).plain)
        self._gone[part.id] = MergedRecord(whole.id, part.title, part.id)
        self._keep(known, whole)
        self._keep(self._now_of(part.id), part)
        self._ids.pop(part.id, None)
        self._ids[whole.id] = None
        if part.id in self._batch.added:
            self._counts["added"] -= 1
            self._counts["updated"] += 1

    def _standing_for(self, paper_id: str) -> str:
        while paper_id in self._gone:
            paper_id = self._gone[paper_id].paper_id
        return paper_id

    def _decided(self, paper_id: str) -> Reading:
        return Reading(paper_id) if paper_id in self._batch.added else self._reading(paper_id)

    def _shared(self, one: str, other: str) -> float | None:
        runs = [shingles(self._wording(i)) for i in (one, other)]
        return containment(*runs) if min(map(len, runs)) >= MIN_RUNS else None


def _can_be_judged(traits: Traits) -> bool:
    return bool(traits.keys and traits.authors)
