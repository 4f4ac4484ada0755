"""All papers with the reader's decisions on them, as filters see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from operator import not_
from typing import Any

from readq.domain import Reading, Status
from readq.search.bits import bits_where, numbers_in
from readq.search.columns import Columns, Facts, Values
from readq.search.terms import Answer
from readq.search.text_column import TextColumn

_UNTOUCHED = Reading("")
_DECISIONS: dict[str, Callable[[Reading], object]] = {
    "status": lambda reading: reading.status,
    "priority": lambda reading: reading.priority,
    "tags": lambda reading: reading.tags,
    "note": lambda reading: bool(reading.note),
    "waiting": lambda reading: reading.deferred_until,
    "read": lambda reading: dict(reading.moved).get(Status.READ),
    "changed": lambda reading: when.timestamp() if (when := reading.changed) else 0.0,
    "trashed": lambda reading: reading.trashed is not None,
}
"""What is kept of a Reading; `rank` and the words of notes are looked up paper by paper."""


class PaperTable:
    """The columns of papers beside those of decisions, which are small and made anew at each start.

    Attributes:
        abstracts: Says which papers have a piece of folded text in their abstract: for sure, and perhaps.
    """

    def __init__(
        self,
        columns: Columns,
        *,
        abstracts: Callable[[str], Answer] | None = None,
    ) -> None:
        """Papers without decisions.

        Args:
            columns: The papers.
            abstracts: Looks through abstracts; without it every abstract is looked at closely.
        """
        self.columns = columns
        self.decisions: dict[str, Values] = {}
        self.forget_decisions()
        self._abstracts = abstracts

    def forget_decisions(self) -> None:
        """All papers are untouched."""
        count = len(self.columns.ids)
        self.decisions = {
            name: Values(default=get(_UNTOUCHED), count=count) for name, get in _DECISIONS.items()
        }

    @property
    def everything(self) -> int:
        """All papers."""
        return self.columns.alive

    def where(self, column: str, accepts: Callable[[Any], bool]) -> int:
        """The papers whose value in a column passes."""
        if column == "id":
            found = bits_where(map(accepts, self.columns.ids))
        else:
            found = self.values(column).where(accepts)
        return found & self.columns.alive

    def values(self, column: str) -> Values:
        """A column of single values."""
        return self.decisions.get(column) or self.columns.values[column]

    @property
    def shown(self) -> int:
        """All papers that are not in the trash."""
        return self.where("trashed", not_)

    def counts(self, column: str) -> Mapping[Any, int]:
        """How many papers have each value of a column, without those in the trash."""
        values, shown = self.values(column), self.shown
        codes: Iterable[int] = values.codes
        if shown.bit_count() < len(values.codes):
            codes = map(values.codes.__getitem__, numbers_in(shown))
        return {values.distinct[code]: count for code, count in Counter(codes).items()}

    def having(self, column: str, piece: str) -> int:
        """The papers with this piece of folded text in a column."""
        texts: TextColumn = self.columns.texts[column]
        return texts.having(piece) & self.columns.alive

    def in_abstracts(self, piece: str) -> Answer:
        """The papers with this piece of folded text in their abstract."""
        if self._abstracts is None:
            return 0, self.everything
        sure, maybe = self._abstracts(piece)
        return sure & self.everything, maybe & self.everything & ~sure

    def put(self, paper: Facts, minutes: int) -> None:
        """Add a paper with its reading time, or replace what is known of it."""
        self.columns.put(paper, minutes)
        place = self.columns.places[paper.id]
        for name, get in _DECISIONS.items():
            if place == len(self.decisions[name].codes):
                self.decisions[name].put(place, get(_UNTOUCHED))

    def remove(self, paper_id: str) -> None:
        """Forget a paper."""
        self.columns.remove(paper_id)

    def decide(self, paper_id: str, reading: Reading | None) -> None:
        """Take in a decision; None for a paper that is untouched."""
        place = self.columns.places.get(paper_id)
        if place is not None:
            for name, get in _DECISIONS.items():
                self.decisions[name].put(place, get(reading or _UNTOUCHED))
