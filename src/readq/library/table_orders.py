"""Orders that the columns of a filter can tell."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from readq.domain import Status
from readq.records import dataclass
from readq.search import PaperTable
from readq.search.bits import numbers_in

_SPARSE, SPARSE_AT_FIRST = 6, 40
"""Where fewer than one paper in so many passes, those are put in order; else the others are left out.

What putting in order needs takes time when it is first asked for.
"""
_STATUSES = list(Status)


def _by_venue(table: PaperTable) -> list[int]:
    venues = table.values("venue").ranks(lambda venue: (not venue, venue.casefold()))
    years = table.values("year").ranks(lambda year: -(year or 0))
    most = len(years) + 1
    return [venue * most + year for venue, year in zip(venues, years, strict=True)]


RANKS: dict[str, Callable[[PaperTable], list[int]]] = {
    "added": lambda table: table.values("added").ranks(lambda added: added),
    "venue": _by_venue,
    "year": lambda table: table.values("year").ranks(lambda year: year or 0),
    "priority": lambda table: table.values("priority").ranks(lambda priority: priority),
    "status": lambda table: table.values("status").ranks(_STATUSES.index),
    "changed": lambda table: table.values("changed").ranks(lambda when: when),
}
"""The orders that columns can tell, each as numbers that sort like the key of `SORTS`."""


@dataclass(slots=True)
class Order:
    """All papers in an order."""

    places: Sequence[int]
    ids: list[str]
    told: list[str] | None = None
    """The list it was told by, where the columns do not tell it."""
    _ranks: array[int] | None = None
    _without: tuple[int, list[str]] | None = None

    @property
    def is_as_stored(self) -> bool:
        """Whether it is that of the table, as where all papers came at the same moment."""
        return isinstance(self.places, range)

    @property
    def sparse(self) -> int:
        """One paper in how many passes at most, for those that do to be put in order."""
        return SPARSE_AT_FIRST if self._ranks is None else _SPARSE

    def without(self, ids: Sequence[str], hidden: int) -> list[str]:
        """The order without a few papers; kept for the next time the same ones are left out.

        Args:
            ids: The papers of the table.
            hidden: The places of those few.
        """
        known = self._without
        if known is None or known[0] != hidden:
            left_out = {ids[place] for place in numbers_in(hidden)}
            known = self._without = hidden, [i for i in self.ids if i not in left_out]
        return known[1]

    def ranks(self, size: int) -> array[int]:
        """For each of the `size` places of the table its number in the order."""
        if self._ranks is None:
            self._ranks = array("I", [0]) * size
            for number, place in enumerate(self.places):
                self._ranks[place] = number
        return self._ranks
