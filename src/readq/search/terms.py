"""What a filter's terms ask of a paper, cheapest questions first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, Protocol

from readq.domain import Status, day_start
from readq.records import dataclass
from readq.search.columns import ListedPaper
from readq.search.fold import fold
from readq.search.text_column import BREAK

Test = Callable[["FilterRow"], bool]


_ENDING = frozenset("!#$%&+./:;=?@^|~)]}")
_DEAR, _FEW = 100, 300
"""What is dear to ask of all papers is not asked when only so few are left."""


class FilterRow(ListedPaper, Protocol):
    """A paper with its reading, as a filter looks at it; only what is asked for is looked up."""

    @property
    def folded_abstract(self) -> str:
        """The words of the abstract, folded, with a blank around each: the dearest to look up."""

    @property
    def has_pdf(self) -> bool:
        """Whether there is a PDF."""

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
    def deferred_until(self) -> date | None:
        """The day it waits for."""

    @property
    def trashed(self) -> datetime | None:
        """When it went to the trash, where it is."""

    @property
    def in_queue(self) -> bool:
        """Whether it is in the queue."""

    @property
    def read_at(self) -> datetime | None:
        """When it was read."""


Answer = tuple[int, int]
"""The papers that pass for sure, and those that may: sets of places in a table."""


class Table(Protocol):
    """All papers with their readings, as sets of places."""

    @property
    def everything(self) -> int:
        """All papers."""

    def where(self, column: str, accepts: Callable[[Any], bool]) -> int:
        """The papers whose value in a column passes."""

    def having(self, column: str, piece: str) -> int:
        """The papers with this piece of folded text in a column."""

    def in_abstracts(self, piece: str) -> Answer:
        """The papers with this piece of folded text in their abstract."""


def _unknown(table: Table) -> Answer:
    return 0, table.everything


@dataclass(frozen=True, slots=True)
class Term:
    """One condition, with what it costs to ask, and the same asked of all papers at once."""

    test: Test
    cost: int = 1
    select: Callable[[Table], Answer] = _unknown

    def negated(self) -> Term:
        """The opposite condition."""
        test, select = self.test, self.select

        def opposite(table: Table) -> Answer:
            sure, maybe = select(table)
            return table.everything & ~(sure | maybe), maybe

        return Term(lambda row: not test(row), self.cost, opposite)


def all_of(terms: Iterable[Term]) -> Term:
    """Every one must hold."""
    ordered = sorted(terms, key=lambda term: term.cost)
    tests = [term.test for term in ordered]

    def select(table: Table) -> Answer:
        sure = possible = table.everything
        for term in ordered:
            is_dear = term.cost >= _DEAR and possible.bit_count() <= _FEW
            passing, maybe = (0, possible) if is_dear else term.select(table)
            sure, possible = sure & passing, possible & (passing | maybe)
            if not possible:
                break
        return sure, possible & ~sure

    cost = sum(term.cost for term in ordered)
    return Term(lambda row: all(test(row) for test in tests), cost, select)


def any_of(terms: Iterable[Term]) -> Term:
    """One must hold."""
    ordered = sorted(terms, key=lambda term: term.cost)
    tests = [term.test for term in ordered]

    def select(table: Table) -> Answer:
        sure = possible = 0
        for term in ordered:
            passing, maybe = term.select(table)
            sure, possible = sure | passing, possible | passing | maybe
        return sure, possible & ~sure

    cost = sum(term.cost for term in ordered)
    return Term(lambda row: any(test(row) for test in tests), cost, select)


def values_where(column: str, accepts: Callable[[Any], bool]) -> Callable[[Table], Answer]:
    """Ask the values of a column."""
    return lambda table: (table.where(column, accepts), 0)


@lru_cache(maxsize=65_536)
def folded(text: str) -> str:
    """The words of a text, folded, with a blank around each."""
    return f" {fold(text)} "


def anywhere(text: str, *, phrase: bool) -> Term:
    """Words anywhere: title, aliases, names, authors, tags, note, abstract.

    A word matches the start of a word; a phrase matches whole words side by side.
    """
    wanted = fold(text)
    if not wanted:
        return everyone()
    piece = _piece(wanted, prefix=not phrase and _may_go_on(text))

    def test(row: FilterRow) -> bool:
        if piece in folded(row.title):
            return True
        lists = (row.names, row.authors, row.tags, row.aliases)
        if any(piece in folded(t) for texts in lists for t in texts):
            return True
        if row.note and piece in folded(row.note):
            return True
        return bool(row.abstract_hash) and piece in row.folded_abstract

    def select(table: Table) -> Answer:
        sure, maybe = table.in_abstracts(piece)
        for column in ("title", "name", "author"):
            sure |= table.having(column, piece)
        sure |= table.where("tags", lambda tags: any(piece in folded(tag) for tag in tags))
        return sure, (maybe | table.where("note", bool)) & ~sure

    return Term(test, 100, select)


def everyone() -> Term:
    """A condition that always holds."""
    return Term(lambda _: True, 0, lambda table: (table.everything, 0))


def in_abstract(text: str) -> Term:
    """The abstract has these words, the last as the start of a word."""
    piece = _piece(fold(text), prefix=_may_go_on(text))
    return Term(lambda row: piece in row.folded_abstract, 100, lambda t: t.in_abstracts(piece))


def texts_have(
    column: str, get: Callable[[FilterRow], Iterable[str]], text: str, cost: int = 3
) -> Term:
    """One of a paper's texts has these words, the last as the start of a word."""
    piece = _piece(fold(text), prefix=_may_go_on(text))
    return Term(
        lambda row: any(piece in folded(t) for t in get(row)),
        cost,
        lambda table: (table.having(column, piece), 0),
    )


def texts_equal(column: str, get: Callable[[FilterRow], Iterable[str]], text: str) -> Term:
    """One of a paper's texts is this one, case and accents aside."""
    wanted = fold(text)
    return Term(
        lambda row: any(fold(t) == wanted for t in get(row)),
        3,
        lambda table: (table.having(column, f"{BREAK} {wanted} {BREAK}"), 0),
    )


def value_is(
    column: str, get: Callable[[FilterRow], Any], accepts: Callable[[Any], bool], cost: int = 1
) -> Term:
    """A value of the paper passes; the same values are in a column."""
    return Term(lambda row: accepts(get(row)), cost, values_where(column, accepts))


def compared(operator: str, number: int) -> Callable[[int | None], bool]:
    """Whether a number of a paper compares so with one of the filter; none never does."""
    compare = COMPARISONS[operator]
    return lambda own: own is not None and compare(own, number)


def on_days(first: date | None, last: date | None) -> Callable[[datetime | None], bool]:
    """Whether a moment falls between two of the reader's days, both included."""
    start = day_start(first) if first is not None else None
    end = day_start(last + timedelta(1)) if last is not None and last < date.max else None

    def accepts(when: datetime | None) -> bool:
        if when is None:
            return False
        return (start is None or start <= when) and (end is None or when < end)

    return accepts


def _may_go_on(text: str) -> bool:
    """Whether a word may be the start of one; with a sign behind it, as in `c++` and `90%`, it is a whole one."""
    return text[-1:] not in _ENDING


def _piece(wanted: str, *, prefix: bool) -> str:
    """How the words stand in a folded text with blanks around it, the last perhaps as a start."""
    return f" {wanted}" if prefix else f" {wanted} "


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ":": lambda a, b: a == b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
}
