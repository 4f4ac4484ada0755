"""Papers that are in the library twice: found, united, kept apart, and parted again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from readq.domain import Change, Paper, Reading
from readq.errors import UnknownPaperError, UsageError
from readq.library.history import edit_between
from readq.library.state import shortened
from readq.library.trashing import Trashing
from readq.records import dataclass
from readq.text import clean, render

_TELL_EVERY = 2_000
_READING = 0.6
"""How much of the time goes into reading the papers; the rest is comparing them."""

Progress = Callable[[float], bool | None]
"""Told how far things are, 0 to 1; may answer False to stop."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Two papers that may be one."""

    kept: str
    """The paper that would stay."""
    other: str
    is_sure: bool
    """Whether an import would have made them one without asking."""
    shared: int | None
    """Per cent of the wording that their abstracts share; None when one has none that can tell."""
    alike: int
    """How alike the titles are, 0 to 100."""


class Duplicates(Trashing):
    """A library in which each work is there once."""

    def duplicates(self, progress: Progress | None = None) -> list[Proposal]:
        """Papers that may be one work, the surest first; takes seconds among 100,000, in any thread.

        What the reader kept apart is not proposed again, nor what is in the trash.
        """
        from readq.library.pairs import Marks, pairs_by_wording  # numpy is for this alone
        from readq.library.sameness import traits_of

        ids: list[str] = []
        marks = Marks()
        total, trash = max(len(self), 1), self.trash_ids
        papers = (paper for paper in self._files.hot_papers() if paper.id not in trash)
        for number, paper in enumerate(papers):
            if number % _TELL_EVERY == 0 and not _told(progress, _READING * number / total):
                return []
            ids.append(paper.id)
            marks.put(number, traits_of(paper))
        numbers = {paper_id: number for number, paper_id in enumerate(ids)}
        pairs = dict.fromkeys((*marks.pairs(), *pairs_by_wording(self._files, numbers)))
        del marks, numbers
        close = _CloseLook(self)
        apart = self._kept_apart()
        found = []
        for number, (one, other) in enumerate(pairs):
            if number % _TELL_EVERY == 0:
                share = _READING + (1 - _READING) * number / len(pairs)
                if not _told(progress, share):
                    return []
            proposal = close.look(ids[one], ids[other])
            if proposal is not None and frozenset((ids[one], ids[other])) not in apart:
                found.append(proposal)
        found.sort(key=lambda p: (not p.is_sure, -(p.shared or 0) - p.alike, p.kept, p.other))
        return found

    def unite(self, kept: str, other: str) -> Change:
        """Make two papers one: `kept` stays and stands for both; see `united_papers` and `united_readings`.

        Raises:
            UnknownPaperError: There is no such paper.
            UsageError: They are one already.
        """
        change = self.unite_all([(kept, other)])
        if change is None:
            raise UsageError("A paper cannot be merged with itself.")
        return change

    def unite_all(self, pairs: Iterable[tuple[str, str]]) -> Change | None:
        """Make each pair one paper, all as one change; None when nothing is left to do.

        Raises:
            UnknownPaperError: There is no such paper.
        """
        with self._lock:
            work = _Uniting(self)
            for kept, other in pairs:
                work.unite(kept, other)
            if not work.gone:
                return None
            if len(work.gone) == 1:
                ((gone, kept),) = work.gone.items()
                label = f'merged "{self._short_title(gone)}" into "{self._short_title(kept)}"'
            else:
                label = f"merged {len(work.gone):,} papers into others"
            edits = [
                edit_between(old, new)
                for i, new in work.readings.items()
                if new != (old := self.reading(i))
            ]
            papers = {i: (self.paper(i), paper) for i, paper in work.papers.items()}
            return self._commit(label, edits=edits, papers=papers)

    def keep_apart(self, one: str, other: str) -> Change | None:
        """Remember that two papers are two works, however alike; None when that is known.

        Raises:
            UnknownPaperError: There is no such paper.
        """
        with self._lock:
            titles = [shortened(self.hot(i).title) for i in (one, other)]
            edits = [edit_between(*pair) for pair in self._apart([(one, other)])]
            if not edits:
                return None
            return self._commit(f'kept "{titles[0]}" and "{titles[1]}" apart', edits=edits)

    def part(self, paper_id: str) -> Change | None:
        """Make papers that were united papers of their own again, and keep them apart from now on.

        The reader's decisions about the united paper stay with it; the parts come back with theirs.

        Args:
            paper_id: A part, which alone comes back; or a paper, all of whose parts do.

        Raises:
            UnknownPaperError: There is no such paper.
        """
        from readq.library.uniting import fits, parted

        with self._lock:
            part = self._files.merged(paper_id)
            parts = self.parts_of(paper_id) if part is None else [part]
            if not parts:
                if paper_id not in self:
                    raise UnknownPaperError(f'There is no paper "{clean(paper_id)}".')
                return None
            assert parts[0].merged is not None
            into = parts[0].merged.into
            whole = self._stored(into)
            if whole is None:
                raise UnknownPaperError(f'There is no paper "{clean(into)}".')
            old, papers = whole, {}
            waiting = list(parts)
            while waiting:
                # The one that was united last fits; where that cannot be told any will do.
                next_part = next((p for p in waiting if fits(whole, p)), waiting[-1])
                waiting.remove(next_part)
                whole, alone = parted(whole, next_part)
                papers[alone.id] = (next_part, alone)
            if whole != old:
                papers[into] = (old, whole)
            apart = self._apart((into, p.id) for p in parts)
            names = f'"{shortened(parts[0].title)}"' if len(parts) == 1 else f"{len(parts)} papers"
            return self._commit(
                f'parted {names} from "{shortened(old.title)}"',
                edits=[edit_between(*pair) for pair in apart],
                papers=papers,
            )

    def is_part(self, paper_id: str) -> bool:
        """Whether this paper was united with another."""
        return self._files.merged(paper_id) is not None

    def parts_of(self, paper_id: str) -> list[Paper]:
        """The papers that were united with this one, as they were, abstracts included."""
        parts = (p for p in self._files.merged_papers() if p.merged and p.merged.into == paper_id)
        return [whole for p in parts if (whole := self._files.merged(p.id)) is not None]

    def _apart(self, pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[Reading, Reading]]:
        """The readings that have to change so that the papers of each pair are kept apart."""
        changed: dict[str, Reading] = {}
        for pair in pairs:
            for one, other in (pair, pair[::-1]):
                reading = changed.get(one) or self.reading(one)
                others = tuple(dict.fromkeys((*reading.distinct, other)))
                changed[one] = replace(reading, distinct=others)
        for paper_id, new in changed.items():
            if new != (old := self.reading(paper_id)):
                yield old, new

    def _kept_apart(self) -> set[frozenset[str]]:
        """The pairs the reader keeps apart, by the papers that stand for them now."""
        return {
            frozenset((survivor, self.survivor(other) or other))
            for paper_id, reading in list(self._files.readings().items())
            for other in reading.distinct
            if (survivor := self.survivor(paper_id)) is not None
        }


class _Uniting:
    """Several unions worked out one on top of the other, before they are written."""

    def __init__(self, library: Duplicates) -> None:
        self._library = library
        self.papers: dict[str, Paper] = {}
        self.readings: dict[str, Reading] = {}
        self.gone: dict[str, str] = {}

    def unite(self, kept: str, other: str) -> None:
        from readq.library.uniting import united_papers, united_readings

        kept, other = self._now(kept), self._now(other)
        if kept == other:
            return
        whole, gone = self._paper(kept), self._paper(other)
        self.papers[kept], self.papers[other] = united_papers(
            whole, gone, render(gone.abstract).plain
        )
        self.readings[kept] = united_readings(self._reading(kept), self._reading(other))
        self.readings.pop(other, None)
        self.gone[other] = kept

    def _paper(self, paper_id: str) -> Paper:
        return self.papers.get(paper_id) or self._library.paper(paper_id)

    def _reading(self, paper_id: str) -> Reading:
        return self.readings.get(paper_id) or self._library.reading(paper_id)

    def _now(self, paper_id: str) -> str:
        paper_id = self._library.survivor(paper_id) or paper_id
        while paper_id in self.gone:
            paper_id = self.gone[paper_id]
        return paper_id


class _CloseLook:
    """Compares two papers in full."""

    def __init__(self, library: Duplicates) -> None:
        from readq.library.sameness import traits_of

        self._library = library
        self._traits = lru_cache(maxsize=20_000)(lambda i: traits_of(library.hot(i)))
        self._runs = lru_cache(maxsize=2_000)(self._runs_of)

    def look(self, one: str, other: str) -> Proposal | None:
        """The two as a proposal; None when they are not alike."""
        from readq.library.sameness import Verdict, alike, judge
        from readq.library.uniting import stays

        library = self._library
        try:
            ours, theirs = self._traits(one), self._traits(other)
            verdict = judge(ours, theirs, lambda: self._shared(one, other))
            if verdict is Verdict.OTHER:
                return None
            sides = [(library.hot(i), library.reading(i)) for i in (one, other)]
            shared = self._shared(one, other)
        except UnknownPaperError:  # it went while we looked
            return None
        kept, gone = (one, other) if stays(*sides) else (other, one)
        return Proposal(
            kept,
            gone,
            is_sure=verdict is Verdict.SAME,
            shared=None if shared is None else int(shared),
            alike=int(alike(ours, theirs)),
        )

    def _shared(self, one: str, other: str) -> float | None:
        from readq.domain.identity import containment
        from readq.library.sameness import MIN_RUNS

        runs, others = self._runs(one), self._runs(other)
        if min(len(runs), len(others)) < MIN_RUNS:
            return None
        return containment(runs, others)

    def _runs_of(self, paper_id: str) -> frozenset[int]:
        from readq.domain.identity import shingles

        return shingles(render(self._library.paper(paper_id).abstract).plain)


def _told(progress: Progress | None, share: float) -> bool:
    return progress is None or progress(share) is not False
