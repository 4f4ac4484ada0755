"""Papers from the best down, without touching those nobody looks at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np

from readq.triage.likeness import Scores
from readq.triage.rows import Places

ROUND = 6
"""Scores that are the same to so many digits are equal."""
_PLACE_BITS = 24


class InOrder(Sequence[str]):
    """Papers, the most wanted first.

    Only the places are sorted: of a hundred thousand papers a reader sees the first few, and to fetch the
    others one by one from all over the memory takes longer than to sort them.
    """

    def __init__(self, papers: Sequence[str], places: Places) -> None:
        """Show `papers`, which nobody may change later, in the order of `places`."""
        self._papers, self._places = papers, places

    def __len__(self) -> int:
        """The number of papers."""
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        """One of the papers, or some of them."""
        if isinstance(at, slice):
            return [self._papers[place] for place in self._places[at].tolist()]
        return self._papers[int(self._places[at])]

    def __iter__(self) -> Iterator[str]:
        """All of them, in a loop that is not Python's."""
        papers = np.fromiter(self._papers, object, len(self._papers))
        ordered: list[str] = papers[self._places].tolist()
        return iter(ordered)


def best_first(scores: Scores) -> Places:
    """The places of rounded scores, the highest first; equal ones keep their order."""
    whole = np.rint(-scores * 10**ROUND)
    if len(scores) > 1 << _PLACE_BITS or np.abs(whole).max(initial=0) >= 1 << (62 - _PLACE_BITS):
        return np.argsort(-scores, kind="stable")
    # Score and place in one number are sorted in half the time: each number carries its place along.
    keys = (whole.astype(np.int64) << _PLACE_BITS) + np.arange(len(scores))
    keys.sort()
    places: Places = keys & ((1 << _PLACE_BITS) - 1)
    return places
