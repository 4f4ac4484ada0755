"""What a filter's terms ask of a paper, cheapest questions first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Protocol

from readq.domain import Status
from readq.search.fold import fold

Test = Callable[["FilterRow"], bool]


class FilterRow(Protocol):
    """A paper with its reading, as a filter looks at it; only what is asked for is looked up."""

    @property
    def id(self) -> str:
        """The paper's id."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def aliases(self) -> Sequence[str]:
        """Its other titles."""

    @property
    def names(self) -> Sequence[str]:
        """Coined names."""

    @property
    def authors(self) -> Sequence[str]:
        """Display names."""

    @property
    def folded_abstract(self) -> str:
        """The words of the abstract, folded, with a blank around each: the dearest to look up."""

    @property
    def abstract_hash(self) -> str:
        """Empty where there is no abstract."""

    @property
    def venue(self) -> str:
        """The venue."""

    @property
    def year(self) -> int | None:
        """The year."""

    @property
    def links(self) -> Sequence[str]:
        """Links of the abstract."""

    @property
    def url(self) -> str:
        """The paper's page."""

    @property
    def has_pdf(self) -> bool:
        """Whether there is a PDF."""

    @property
    def added(self) -> datetime:
        """When it came in."""

    @property
    def status(self) -> Status:
        """Where it stands."""

    @property
    def priority(self) -> int:
        """How soon."""

    @property
    def tags(self) -> Sequence[str]:
        """The reader's labels."""

    @property
    def note(self) -> str:
        """The reader's note."""

    @property
    def minutes(self) -> int:
        """Rough reading time."""

    @property
    def in_queue(self) -> bool:
        """Whether it is in the queue."""

    @property
    def read_at(self) -> datetime | None:
        """When it was read."""


@dataclass(frozen=True, slots=True)
class Term:
    """One condition, with what it costs to ask."""

    test: Test
    cost: int = 1

    def negated(self) -> Term:
        """The opposite condition."""
        test = self.test
        return Term(lambda row: not test(row), self.cost)


def all_of(terms: Iterable[Term]) -> Term:
    """Every one must hold."""
    ordered = sorted(terms, key=lambda term: term.cost)
    tests = [term.test for term in ordered]
    return Term(lambda row: all(test(row) for test in tests), sum(t.cost for t in ordered))


def any_of(terms: Iterable[Term]) -> Term:
    """One must hold."""
    ordered = sorted(terms, key=lambda term: term.cost)
    tests = [term.test for term in ordered]
    return Term(lambda row: any(test(row) for test in tests), sum(t.cost for t in ordered))


@lru_cache(maxsize=65_536)
def folded(text: str) -> str:
    """The words of a text, folded, with a blank around each."""
    return f" {fold(text)} "


def has_words(text: str, wanted: str, *, prefix: bool) -> bool:
    """Whether folded words stand side by side in a folded text, the last as the start of a word if `prefix`."""
    return (f" {wanted}" if prefix else f" {wanted} ") in text


def anywhere(text: str, *, phrase: bool) -> Term:
    """Words anywhere: title, aliases, names, authors, tags, note, abstract.

    A word matches the start of a word; a phrase matches whole words side by side.
    """
    wanted, prefix = fold(text), not phrase
    if not wanted:
        return Term(lambda _: True, 0)

    def test(row: FilterRow) -> bool:
        if has_words(folded(row.title), wanted, prefix=prefix):
            return True
        lists = (row.names, row.authors, row.tags, row.aliases)
        if any(has_words(folded(t), wanted, prefix=prefix) for texts in lists for t in texts):
            return True
        if row.note and has_words(folded(row.note), wanted, prefix=prefix):
            return True
        return bool(row.abstract_hash) and has_words(row.folded_abstract, wanted, prefix=prefix)

    return Term(test, 100)


def texts_have(get: Callable[[FilterRow], Iterable[str]], text: str, cost: int = 3) -> Term:
    """One of a paper's texts has these words, the last as the start of a word."""
    wanted = fold(text)
    return Term(lambda row: any(has_words(folded(t), wanted, prefix=True) for t in get(row)), cost)


def texts_equal(get: Callable[[FilterRow], Iterable[str]], text: str) -> Term:
    """One of a paper's texts is this one, case and accents aside."""
    wanted = fold(text)
    return Term(lambda row: any(fold(t) == wanted for t in get(row)), 3)


def compared(
    get: Callable[[FilterRow], int | None], operator: str, number: int, cost: int = 1
) -> Term:
    """A number of the paper against one of the filter's; a paper without that number never passes."""
    compare = COMPARISONS[operator]

    def test(row: FilterRow) -> bool:
        own = get(row)
        return own is not None and compare(own, number)

    return Term(test, cost)


def on_days(
    get: Callable[[FilterRow], datetime | None], first: date | None, last: date | None
) -> Term:
    """A moment of the paper falls between two days."""

    def test(row: FilterRow) -> bool:
        when = get(row)
        if when is None:
            return False
        day = when.date()
        return (first is None or first <= day) and (last is None or day <= last)

    return Term(test)


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ":": lambda a, b: a == b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
}
