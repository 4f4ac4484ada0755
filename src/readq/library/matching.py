"""Which papers of the library a record belongs to.

The order is: identifier and title, then the exact words of the abstract, then, where one of the two has no
title, the share of three-word runs (shingles) that two abstracts have in common. The bounds for the last
one are measured: of 10,000 unrelated abstracts none shares more than 36.5 % with another, while copies
with 10 % of their words changed still share over 40 %. Short texts prove nothing: hundreds of papers of
one list may say "No abstract available".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from heapq import nsmallest
from itertools import islice

from readq.domain import Paper
from readq.domain.identity import containment, shingles, words
from readq.domain.people import author_keys
from readq.library.facts import Candidate
from readq.library.sameness import (
    ACCEPT,
    ASK,
    MIN_RUNS,
    Traits,
    Verdict,
    are_two_publications,
    contradict,
    judge,
    numbers,
    squeezed,
    traits_of,
    years_close,
)
from readq.patterns import lazily
from readq.records import dataclass, replace

_SAMPLE = 16
"""One shingle in this many is indexed; an abstract of 180 words keeps about eleven."""
_FEWEST_SAMPLES = 8
"""What a shorter one keeps at least, so that it is found when words of it were changed."""
_MOST_ALIKE = 20
"""How many papers with one and the same abstract are looked at."""
_SHORTEST_ID = 4
"""What counts the papers of a list says nothing about another list."""
_OTHER = {"title": "abstract", "abstract": "title"}
_ACL = lazily(r"aclanthology\.org/(?:[\w-]+/)*?((?:\d{4}\.[\w-]+\.\d+|[A-Z]\d\d-\d{4}))\b")


@dataclass(frozen=True, slots=True)
class Match:
    """A paper that a record may belong to."""

    paper_id: str
    sure: bool
    shared: int = 100
    """Per cent of the wording in common."""
    also: tuple[str, ...] = ()
    """Further papers that the record surely belongs to, so that all of them are one."""


class PaperIndex:
    """Finds papers by anything a record can be recognised by.

    Attributes:
        traits: What each paper can be compared by; all records seen of it have a part in that.
    """

    def __init__(self, papers: Iterable[Paper], wording: Callable[[str], str]) -> None:
        """Index `papers`.

        Args:
            papers: All papers of the library; abstracts are not needed. One that is part of another is
                found as that.
            wording: Gives the abstract, as shown, of a paper by id.
        """
        self.traits: dict[str, Traits] = {}
        self._keys: dict[str, str] = {}
        self._abstracts: dict[str, dict[str, None]] = {}
        self._records: dict[tuple[str, str], str] = {}
        self._titles: dict[str, list[str]] = {}
        self._bare: set[str] = set()
        self._halves: dict[tuple[str, str, str, int], str] = {}
        self._runs = _ShingleIndex(wording)
        for paper in papers:
            self.put(paper)
            if paper.merged is None:
                self.put_wording(paper)

    def put(self, paper: Paper) -> None:
        """Make a new or changed paper findable by identifier, abstract and title."""
        paper_id = paper.merged.into if paper.merged else paper.id
        traits = traits_of(paper)
        known = self.traits.get(paper_id)
        self.traits[paper_id] = traits if known is None else _both(known, traits)
        for key in _keys(paper):
            self._keys.setdefault(key, paper_id)
        if paper.abstract_hash:
            self._abstracts.setdefault(paper.abstract_hash, {})[paper_id] = None
        if half := _half(paper):
            self._halves.setdefault(half, paper_id)
        if paper.title_is_derived:
            return
        self._runs.titled(paper_id)
        for key in traits.keys or ("",):
            self._records.setdefault((paper.abstract_hash, key), paper_id)
            same = self._titles.setdefault(squeezed(key), [])
            if paper_id not in same[-1:]:
                same.append(paper_id)
        (self._bare.add if _is_bare(paper) else self._bare.discard)(paper_id)

    def put_wording(self, paper: Paper) -> None:
        """Make a new paper findable by an abstract that is only nearly the same."""
        self._runs.put(paper)

    def find(self, found: Candidate) -> Match | None:
        """The paper the record belongs to, or may belong to."""
        traits = traits_of(found.paper)
        sure = dict.fromkeys(filter(None, map(self._keys.get, _keys(found.paper))))
        exact = self._same_abstract(found, traits) if not sure else None
        if exact is not None:
            sure[exact] = None
        if found.has_true_title:
            sure |= dict.fromkeys(self._same_title(found.paper, traits))
        if not sure and (other := self._other_half(found.paper)):
            sure[other] = None
        if sure:
            first, *also = sure
            return Match(first, sure=True, also=tuple(also))
        return self._same_wording(found, traits) if found.plain else None

    def _other_half(self, paper: Paper) -> str | None:
        """What has the title to this abstract, or the abstract to this title, under one id of one conference.

        Conferences keep titles and abstracts in two files, which come in one after the other.
        """
        half = _half(paper)
        return self._halves.get((_OTHER[half[0]], *half[1:])) if half else None

    def _same_abstract(self, found: Candidate, traits: Traits) -> str | None:
        paper = found.paper
        if not paper.abstract_hash:
            return None
        known = self._records.get((paper.abstract_hash, traits.keys[0] if traits.keys else ""))
        if known is not None and not contradict(self.traits[known], traits):
            return known
        alike = self._abstracts.get(paper.abstract_hash)
        if not alike:
            return None
        is_long = len(words(found.plain)) >= MIN_RUNS
        for known in islice(alike, _MOST_ALIKE):
            if _may_share_abstract(self.traits[known], traits, is_long):
                return known
        return None

    def _same_title(self, paper: Paper, traits: Traits) -> Iterable[str]:
        key = traits.keys[0] if traits.keys else ""
        for paper_id in self._titles.get(squeezed(key), ()):
            known = self.traits[paper_id]
            bare = paper_id in self._bare and _is_bare(paper)
            if (
                bare and years_close(known, traits) and not are_two_publications(known, traits)
            ) or judge(known, traits, lambda: None) is Verdict.SAME:
                yield paper_id

    def _same_wording(self, found: Candidate, traits: Traits) -> Match | None:
        """The nearest abstract among the papers where one of the two titles is missing."""

        def may_be(paper_id: str) -> bool:
            return not contradict(self.traits[paper_id], traits)

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
        if len(runs) < MIN_RUNS:
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
    if len(runs) < MIN_RUNS:
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
    if "aclanthology" in paper.url and (found := _ACL.search(paper.url)):
        keys.append(f"acl:{found[1].lower().removesuffix('.pdf')}")
    for name, kind in (("file_hash", "file"), ("pmid", "pmid"), ("PMID", "pmid")):
        if isinstance(value := paper.extra.get(name), str) and value:
            keys.append(f"{kind}:{value}")
    return keys


def _half(paper: Paper) -> tuple[str, str, str, int] | None:
    """Which half of a paper it is, and the id under which the site of a conference has both halves."""
    said = paper.extra.get("id")
    has_title = not paper.title_is_derived
    if has_title == bool(paper.abstract_hash) or not (paper.venue and paper.year):
        return None
    if not isinstance(said, str) or len(said) < _SHORTEST_ID:
        return None
    return ("title" if has_title else "abstract", said, paper.venue.casefold(), paper.year)


def _both(known: Traits, more: Traits) -> Traits:
    """The traits of a paper with those of a further record of it."""
    return replace(
        more,
        keys=tuple(dict.fromkeys((*more.keys, *known.keys))),
        authors=known.authors | more.authors,
        doi=more.doi or known.doi,
        arxiv_id=more.arxiv_id or known.arxiv_id,
        openreview_id=more.openreview_id or known.openreview_id,
        venue=more.venue or known.venue,
        year=known.year if more.year is None else more.year,
    )


def _may_share_abstract(known: Traits, record: Traits, is_long: bool) -> bool:
    """Whether two records with the same words in their abstracts can be one work.

    A short text is no more than a stock phrase: without two titles that tell them apart it takes the
    authors to say so.
    """
    if contradict(known, record):
        return False
    shares = not known.authors.isdisjoint(record.authors)
    if not (known.keys or record.keys):
        return is_long or shares or not (known.authors and record.authors)
    if not (known.keys and record.keys):
        return is_long or shares
    if not is_long or (known.authors and record.authors and not shares):
        return False
    if are_two_publications(known, record):
        return False
    return numbers(known.keys[0]) == numbers(record.keys[0])


def _is_bare(paper: Paper) -> bool:
    """Whether it is a title and nothing else that could tell it apart: `Anonymous` is nobody."""
    return not (paper.abstract_hash or _keys(paper) or author_keys(paper.authors))
