"""Whether two papers are one work: surely, perhaps, or not.

The bounds are measured on lists of 150 conferences, where papers come back under other titles at other
venues, and groups reuse whole abstracts for the next paper. Wording alone therefore never makes two
titled papers one: two that both appeared somewhere are only ever asked about, since a conference also
prints a paper and a video of it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache

from readq.domain import Paper
from readq.domain.identity import title_key
from readq.domain.people import author_keys
from readq.patterns import lazily
from readq.records import dataclass

ACCEPT = 40.0
"""Per cent of shared three-word runs from which the abstract of an untitled paper is taken for another's."""
ASK = 20.0
"""Per cent from which that is asked about."""
MIN_RUNS = 25
"""Abstracts with fewer runs (27 words) are not told apart by their wording."""
MIN_TITLE_WORDS = 4
"""Titles shorter than this are shared by unrelated papers (Preface, Workshops, Poster)."""

AKIN = 55.0
"""How alike two titles must be at least, with their words in the order of the alphabet."""
_ALIKE, _CLOSE = 95.0, 80.0
"""How alike two titles are: letter by letter, or with their words in the order of the alphabet."""
_HALF, LEAST_SURE, _SOME = 0.5, 0.4, 0.3
"""Shares of the authors that two papers have in common."""
_SAME_TEXT, _MUCH_TEXT, _LITTLE_TEXT = 60.0, 40.0, 25.0
"""Per cent of the shorter abstract's three-word runs that are in the other."""
_DIGITS = lazily(r"\d+")
_MOST_DIGITS = 300
_COUNTED = {
    word: str(number)
    for number, words in enumerate(
        (
            "one first i",
            "two second ii",
            "three third iii",
            "four fourth iv",
            "five fifth v",
            "six sixth vi",
            "vii",
            "viii",
            "ix",
            "x",
            "xi",
            "xii",
        ),
        1,
    )
    for word in words.split()
}
_STOCK_TITLES = frozenset(
    [
        "contents",
        "corrigendum",
        "editorial",
        "erratum",
        "foreword",
        "introduction",
        "keynote",
        "keynotes",
        "panel",
        "poster",
        "posters",
        "preface",
        "tutorial",
        "tutorials",
        "untitled",
        "withdraw",
        "withdrawn",
        "workshop",
        "workshops",
    ]
)
"""Titles that say nothing: the same people write a preface every year."""
_PREPRINTS = frozenset(("", "arxiv", "corr", "arxiv preprint", "openreview", "biorxiv", "preprint"))


class Verdict(IntEnum):
    """What the evidence says of two papers."""

    OTHER = 0
    """Two works."""
    MAYBE = 1
    """Perhaps one; for the reader to say."""
    SAME = 2
    """One work."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What a paper can be recognised by, ready to be compared."""

    keys: tuple[str, ...]
    """Its true titles as `title_key` gives them; none for a paper whose title readq made up."""
    authors: frozenset[str]
    doi: str
    arxiv_id: str
    openreview_id: str
    venue: str
    """In lower case; empty for a preprint."""
    year: int | None


def traits_of(paper: Paper) -> Traits:
    """The traits of a paper; its abstract plays no part."""
    titles = () if paper.title_is_derived else (paper.title, *paper.aliases)
    ids = paper.doi, paper.arxiv_id, paper.openreview_id
    return _traits(titles, paper.authors, *ids, paper.venue, paper.year)


@lru_cache(maxsize=64)  # a record is looked for, and put in place right after
def _traits(
    titles: tuple[str, ...],
    authors: tuple[str, ...],
    doi: str,
    arxiv_id: str,
    openreview_id: str,
    venue: str,
    year: int | None,
) -> Traits:
    place = venue.casefold()
    return Traits(
        keys=tuple(dict.fromkeys(filter(None, map(title_key, titles)))),
        authors=author_keys(authors),
        doi=doi,
        arxiv_id=arxiv_id,
        openreview_id=openreview_id,
        venue="" if place in _PREPRINTS else place,
        year=year,
    )


def judge(
    one: Traits,
    other: Traits,
    shared: Callable[[], float | None],
    *,
    least: Verdict = Verdict.MAYBE,
) -> Verdict:
    """Whether the two are one work.

    Two publishers' DOIs, two arXiv ids, or other numbers in the titles (part I and II) rule it out.

    Args:
        one: A paper.
        other: Another one.
        shared: Per cent of the wording their abstracts have in common; None when one has no abstract that
            is long enough to tell. Asked only where it matters.
        least: The least verdict worth reading abstracts for; below it OTHER and MAYBE are all one.
    """
    if one.arxiv_id and one.arxiv_id == other.arxiv_id:
        return Verdict.SAME
    if contradict(one, other):
        return Verdict.OTHER
    if (one.doi and one.doi == other.doi) or (
        one.openreview_id and one.openreview_id == other.openreview_id
    ):
        return Verdict.SAME
    if not (one.keys and other.keys):
        return _by_wording(shared())
    if not set(map(squeezed, one.keys)).isdisjoint(map(squeezed, other.keys)):
        return _by_equal_title(one, other, shared, least)
    if numbers(one.keys[0]) != numbers(other.keys[0]):
        return Verdict.OTHER
    return _by_near_title(one, other, shared, least)


def contradict(one: Traits | Paper, other: Traits | Paper) -> bool:
    """Whether two DOIs or two arXiv ids say that these are two works."""
    pairs = (one.doi, other.doi), (one.arxiv_id, other.arxiv_id)
    return any(ours and theirs and ours != theirs for ours, theirs in pairs)


def numbers(key: str) -> list[str]:
    """What tells parts of a series apart, whatever the spelling: `2nd report`, `part II`, `gpt4`, `3d`."""
    found = []
    for word in key.split():
        if word in _COUNTED:
            found.append(_COUNTED[word])
        else:
            found.extend(map(_number, _DIGITS.findall(word)))
    return sorted(found)


def _number(digits: str) -> str:
    """`007` is `7`; nobody numbers parts with more digits than Python reads."""
    return str(int(digits)) if len(digits) <= _MOST_DIGITS else digits


def alike(one: Traits, other: Traits) -> float:
    """How alike the titles are with their words in the order of the alphabet, 0 to 100."""
    from rapidfuzz import fuzz  # takes a while to load, and the app opens without

    return max(
        (fuzz.token_sort_ratio(a, b) for a in one.keys for b in other.keys),
        default=0.0,
    )


def _by_wording(shared: float | None) -> Verdict:
    """A title that readq made up says nothing; the abstracts are all there is."""
    if shared is None or shared < ASK:
        return Verdict.OTHER
    return Verdict.SAME if shared >= ACCEPT else Verdict.MAYBE


def _by_equal_title(
    one: Traits, other: Traits, shared: Callable[[], float | None], least: Verdict
) -> Verdict:
    if _STOCK_TITLES.intersection(one.keys, other.keys):
        known_as_two = one.openreview_id and other.openreview_id
        there = (one.venue, one.year) == (other.venue, other.year)
        same = there and not known_as_two and not one.authors.isdisjoint(other.authors)
        return Verdict.SAME if same else Verdict.OTHER
    if one.authors and other.authors:
        if not one.authors.isdisjoint(other.authors):
            return Verdict.SAME
        return _perhaps(shared, _SAME_TEXT, least)
    if all(len(key.split()) < MIN_TITLE_WORDS for key in one.keys):
        return Verdict.OTHER
    if years_close(one, other) and not are_two_publications(one, other):
        return Verdict.SAME
    return _perhaps(shared, _LITTLE_TEXT, least)


def _perhaps(shared: Callable[[], float | None], enough: float, least: Verdict) -> Verdict:
    """Whether the wording makes it a question, where nothing can make it sure."""
    asks = least <= Verdict.MAYBE and (shared() or 0.0) >= enough
    return Verdict.MAYBE if asks else Verdict.OTHER


def _by_near_title(
    one: Traits, other: Traits, shared: Callable[[], float | None], least: Verdict
) -> Verdict:
    from rapidfuzz import fuzz

    near = alike(one, other)
    if not (one.authors and other.authors):
        is_near = near >= _CLOSE and not are_two_publications(one, other)
        return _perhaps(shared, _SAME_TEXT, least) if is_near else Verdict.OTHER
    common = len(one.authors & other.authors) / max(len(one.authors), len(other.authors))
    if common < _SOME:
        return Verdict.OTHER
    letters = max(fuzz.ratio(a, b) for a in one.keys for b in other.keys)
    both_appeared = one.venue and other.venue
    may_be_sure = (common >= _HALF and letters >= _ALIKE) or (
        common >= LEAST_SURE and near >= AKIN and not both_appeared
    )
    if least > Verdict.MAYBE and not may_be_sure:
        return Verdict.OTHER
    text = shared()
    if may_be_sure and text is not None and text >= _SAME_TEXT:
        return Verdict.SAME
    if text is None:
        asks = common >= _HALF and letters >= _ALIKE
    else:
        asks = text >= _MUCH_TEXT or (common >= _HALF and near >= _CLOSE and text >= _LITTLE_TEXT)
        asks = asks or (common >= _HALF and letters >= _ALIKE)
    return Verdict.MAYBE if asks else Verdict.OTHER


def years_close(one: Traits | Paper, other: Traits | Paper) -> bool:
    """Whether a preprint of the one year may be the paper of the other."""
    return one.year is None or other.year is None or abs(one.year - other.year) <= 1


def are_two_publications(one: Traits, other: Traits) -> bool:
    """Whether both appeared, and not at the same place and time."""
    if not (one.venue and other.venue):
        return False
    years_differ = one.year is not None and other.year is not None and one.year != other.year
    return one.venue != other.venue or years_differ


def squeezed(key: str) -> str:
    """A title key without blanks: `non holonomic` is `nonholonomic`."""
    return key.replace(" ", "")
