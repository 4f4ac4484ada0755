"""Which paper of the library a record belongs to.

The order is: identifier, then the exact words of the abstract, then the title, then the share of
three-word runs (shingles) that two abstracts have in common. The bounds for the last one are measured:
of 10,000 unrelated abstracts none shares more than 36.5 % with another, while copies with 10 % of their
words changed still share over 40 %. Short texts prove nothing: hundreds of papers of one list may say
"No abstract available".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice

from readq.domain import Paper
from readq.domain.identity import containment, shingles, title_key, words
from readq.library.facts import Candidate

ACCEPT = 40.0
"""Per cent of shared shingles from which two abstracts are taken for one."""
ASK = 20.0
"""Per cent from which a match is offered."""
_SAMPLE = 16
"""One shingle in this many is indexed; an abstract of 180 words keeps about eleven."""
_FEWEST_SAMPLES = 8
"""What a shorter one keeps at least, so that it is found when words of it were changed."""
_MIN_RUNS = 25
"""Texts with fewer runs (27 words) are not told apart by their wording."""
_MOST_ALIKE = 20
"""How many papers with one and the same abstract are looked at."""
_NUMBER = re.compile(
    r"\d.*|x{0,3}(?:ix|iv|v?i{0,3})|one|two|three|four|five|six|first|second|third|fourth"
)
_MIN_TITLE_WORDS = 4
"""Titles shorter than this are shared by unrelated papers (Preface, Workshops, Poster)."""


@dataclass(frozen=True, slots=True)
class Match:
    """A paper that a record may belong to."""

    paper_id: str
    sure: bool
    shared: int = 100
    """Per cent of the wording in common."""


class PaperIndex:
    """Finds papers by anything a record can be recognised by."""

    def __init__(self, papers: Iterable[Paper], wording: Callable[[str], str]) -> None:
        """Index `papers`.

        Args:
            papers: All papers of the library; abstracts are not needed.
            wording: Gives the abstract, as shown, of a paper by id.
        """
        self._keys: dict[str, str] = {}
        self._abstracts: dict[str, dict[str, Paper]] = {}
        self._records: dict[tuple[str, str], Paper] = {}
        self._titles: dict[str, list[Paper]] = {}
        self._identified: dict[str, Paper] = {}
        self._runs = _ShingleIndex(wording)
        for paper in papers:
            self.put(paper)
            self.put_wording(paper)

    def put(self, paper: Paper) -> None:
        """Make a new or changed paper findable by identifier, abstract and title."""
        for key in _keys(paper):
            self._keys.setdefault(key, paper.id)
        if paper.doi or paper.arxiv_id:
            self._identified[paper.id] = paper
        if paper.abstract_hash:
            self._abstracts.setdefault(paper.abstract_hash, {})[paper.id] = paper
        if not paper.title_is_derived:
            self._runs.titled(paper.id)
            for title in (paper.title, *paper.aliases):
                key = title_key(title)
                self._titles.setdefault(key, []).append(paper)
                self._records.setdefault((paper.abstract_hash, key), paper)

    def put_wording(self, paper: Paper) -> None:
        """Make a new paper findable by an abstract that is only nearly the same."""
        self._runs.put(paper)

    def find(self, found: Candidate) -> Match | None:
        """The paper the record belongs to, or may belong to."""
        for key in _keys(found.paper):
            known = self._keys.get(key)
            if known is not None:
                return Match(known, sure=True)
        known = self._same_abstract(found)
        if known is not None:
            return Match(known, sure=True)
        if found.has_true_title:
            known = self._same_title(found.paper)
            if known is not None:
                return Match(known, sure=True)
        return self._same_wording(found) if found.plain else None

    def _same_abstract(self, found: Candidate) -> str | None:
        paper = found.paper
        if not paper.abstract_hash:
            return None
        known = self._records.get((paper.abstract_hash, title_key(paper.title)))
        if known is not None and not _contradict(known, paper):
            return known.id
        is_long = len(words(found.plain)) >= _MIN_RUNS
        alike = self._abstracts.get(paper.abstract_hash, {})
        for known in islice(alike.values(), _MOST_ALIKE):
            if not _contradict(known, paper) and _may_share_abstract(known, paper, is_long):
                return known.id
        return None

    def _same_title(self, paper: Paper) -> str | None:
        key = title_key(paper.title)
        for known in self._titles.get(key, ()):
            if _contradict(known, paper):
                continue
            if known.authors and paper.authors:
                if _share_author(known, paper):
                    return known.id
            elif _years_close(known, paper) and (
                len(key.split()) >= _MIN_TITLE_WORDS or _are_bare_titles(known, paper)
            ):
                return known.id
        return None

    def _same_wording(self, found: Candidate) -> Match | None:
        """The nearest abstract among the papers where one of the two titles is missing."""

        def may_be(paper_id: str) -> bool:
            known = self._identified.get(paper_id)
            return known is None or not _contradict(known, found.paper)

        best = self._runs.nearest(found.plain, may_be, untitled_only=found.has_true_title)
        if best is None or best[1] < ASK:
            return None
        return Match(best[0], sure=best[1] >= ACCEPT, shared=int(best[1]))


class _ShingleIndex:
    """The papers that were in the library before, by a sample of the three-word runs of their abstracts.

    Abstracts are read only when somebody asks, and those of titled papers only for a record without a
    title: two true titles over one abstract are two papers.
    """

    def __init__(self, wording: Callable[[str], str]) -> None:
        self._wording = wording
        self._by_run: dict[int, list[str]] = {}
        self._untitled: set[str] = set()
        self._waiting: dict[bool, list[str]] = {True: [], False: []}

    def put(self, paper: Paper) -> None:
        if paper.abstract_hash:
            self._waiting[paper.title_is_derived].append(paper.id)
            if paper.title_is_derived:
                self._untitled.add(paper.id)

    def titled(self, paper_id: str) -> None:
        self._untitled.discard(paper_id)

    def nearest(
        self, plain: str, may_be: Callable[[str], bool], *, untitled_only: bool
    ) -> tuple[str, float] | None:
        if untitled_only and not self._untitled:
            return None
        self._read(self._waiting[True])
        if not untitled_only:
            self._read(self._waiting[False])
        if not self._by_run:
            return None
        runs = shingles(plain)
        if len(runs) < _MIN_RUNS:
            return None
        votes = Counter(
            paper_id
            for run in runs
            for paper_id in self._by_run.get(run, ())
            if not untitled_only or paper_id in self._untitled
        )
        likely = (paper_id for paper_id, _ in votes.most_common() if may_be(paper_id))
        scored = (
            (paper_id, containment(runs, shingles(self._wording(paper_id))))
            for paper_id in islice(likely, 5)
        )
        return max(scored, key=lambda pair: pair[1], default=None)

    def _read(self, waiting: list[str]) -> None:
        for paper_id in waiting:
            for run in _sample(shingles(self._wording(paper_id))):
                self._by_run.setdefault(run, []).append(paper_id)
        waiting.clear()


def _sample(runs: frozenset[int]) -> list[int]:
    """The runs of a text to index: the same ones wherever they stand, so that copies share them."""
    if len(runs) < _MIN_RUNS:
        return []
    chosen = [run for run in runs if run % _SAMPLE == 0]
    return chosen if len(chosen) >= _FEWEST_SAMPLES else nsmallest(_FEWEST_SAMPLES, runs)


def _keys(paper: Paper) -> list[str]:
    """The identifiers of a paper, strongest first, each with its kind in front."""
    keys = []
    if paper.doi:
        keys.append(f"doi:{paper.doi}")
    if paper.arxiv_id:
        keys.append(f"arxiv:{paper.arxiv_id}")
    if paper.openreview_id:
        keys.append(f"openreview:{paper.openreview_id}")
    if isinstance(paper.extra.get("file_hash"), str):
        keys.append(f"file:{paper.extra['file_hash']}")
    return keys


def _may_share_abstract(known: Paper, paper: Paper, is_long: bool) -> bool:
    """Whether two records with the same words in their abstracts can be one work."""
    if known.title_is_derived or paper.title_is_derived:
        return True
    if not is_long or (known.authors and paper.authors and not _share_author(known, paper)):
        return False
    return _numbers(title_key(paper.title)) == _numbers(title_key(known.title))


def _numbers(key: str) -> list[str]:
    """What tells parts of a series apart: `2nd report`, `part 3`, `part II`."""
    return [word for word in key.split() if _NUMBER.fullmatch(word)]


def _share_author(one: Paper, other: Paper) -> bool:
    return not {a.casefold() for a in one.authors}.isdisjoint(a.casefold() for a in other.authors)


def _contradict(one: Paper, other: Paper) -> bool:
    """Whether two DOIs or two arXiv ids say that these are two works."""
    pairs = (one.doi, other.doi), (one.arxiv_id, other.arxiv_id)
    return any(ours and theirs and ours != theirs for ours, theirs in pairs)


def _are_bare_titles(one: Paper, other: Paper) -> bool:
    """Whether both are a title and nothing else that could tell them apart."""
    said = (one.authors, other.authors, one.abstract_hash, other.abstract_hash)
    return not any((*said, *_keys(one), *_keys(other))) and (
        one.venue == other.venue or not (one.venue and other.venue)
    )


def _years_close(one: Paper, other: Paper) -> bool:
    return one.year is None or other.year is None or abs(one.year - other.year) <= 1
