"""The numbers of the papers of a long list, which mostly is the last list but for a paper or two.

Looking up a hundred thousand ids takes a tenth of a second in which no other thread runs, so after each
decision only what is new is looked up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress, count, islice, repeat
from operator import is_not

import numpy as np

from readq.triage.rows import Places

LONG = 1_000
"""Shorter lists are looked up in no time."""
_FEW = 32


class Numbers:
    """Turns ids into numbers; may be asked from any thread."""

    def __init__(self, number: Mapping[str, int]) -> None:
        """Know each paper by its number in `number`, which does not change."""
        self._number = number
        self._last: tuple[Sequence[str], Places] = (), np.zeros(0, np.int64)
        """Replaced as one, never changed."""

    def of(self, ids: Sequence[str]) -> Places:
        """The number of each paper; -1 for one that is not known.

        Args:
            ids: The papers; nobody may change this list later.
        """
        if len(ids) < LONG:
            return self._looked_up(ids)
        known, numbers = self._last
        gone, came = _missing(known, ids), _missing(ids, known)
        if gone is not None:
            found = np.delete(numbers, gone)
        elif came is not None:
            found = np.full(len(ids), -1, np.int64)
            is_known = np.ones(len(ids), bool)
            is_known[came] = False
            found[is_known] = numbers
            found[came] = self._looked_up([ids[at] for at in came])
        else:
            found = self._looked_up(ids)
        self._last = ids, found
        return found

    def _looked_up(self, ids: Sequence[str]) -> Places:
        return np.fromiter(map(self._number.get, ids, repeat(-1)), np.int64, len(ids))


def _missing(longer: Sequence[str], shorter: Sequence[str]) -> list[int] | None:
    """Where in one list papers stand that the other lacks; None unless these are few and all else is the same."""
    many = len(longer) - len(shorter)
    if not 0 <= many <= _FEW:
        return None
    places: list[int] = []
    start = 0
    while len(places) < many:
        differs = _differs(longer, start + len(places), shorter, start)
        start += next(compress(count(), differs), len(shorter) - start)
        places.append(start + len(places))
    return None if any(_differs(longer, start + len(places), shorter, start)) else places


def _differs(one: Sequence[str], start: int, other: Sequence[str], begin: int) -> Iterator[bool]:
    """Whether papers of two lists are different ones, pair by pair; in loops that are not Python's."""
    return map(is_not, islice(one, start, None), islice(other, begin, None))
