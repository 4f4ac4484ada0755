"""Papers with nearly the same abstract, to be decided once.

Each abstract is known by the smallest of the numbers its three-word runs hash to: nearly equal texts share
most of them, others next to none. What shares a few is compared run by run. Of 10,000 unrelated
abstracts none shares more than 36.5 % of its runs with another; copies with 10 % of their words changed
share over 60 %.
"""

from __future__ import annotations

import threading
import time
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import islice

from readq.domain.identity import containment, shingles
from readq.errors import UnknownPaperError
from readq.library.core import Library

ALIKE = 50.0
"""Per cent of shared runs from which two abstracts are taken for nearly the same."""
_SKETCH = 12
"""Numbers kept of an abstract."""
_SHARED = 2
"""How many of them two abstracts must share to be compared."""
_FEWEST_RUNS = 25
"""Shorter texts are not told apart by their wording: hundreds may say `No abstract available`."""
_MOST_COMPARED = 40
_MOST_OF_ONE = 200
"""Papers looked at for one number; a run that more of them share is a phrase of the trade."""
_PARTS = 256
_BITS = 32
_PLACE = (1 << _BITS) - 1
_AT_ONCE = 16
_PAUSE = 0.002
"""Seconds between two lots of abstracts, in which keys are answered."""


class Stacks:
    """Finds papers like a given one among those it was told of; any thread may ask while it learns."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._numbers = [array("Q") for _ in range(_PARTS)]
        """Each number with the place of its paper behind it, parted by the number's last bits."""
        self._unsorted: set[int] = set()
        self._ids: list[str] = []
        self._known: set[str] = set()

    def read(self, paper_ids: Iterable[str], *, go_on: Callable[[], bool] = lambda: True) -> None:
        """Get to know papers; takes a while, so call it in a worker.

        Args:
            paper_ids: Which.
            go_on: Asked now and then whether anybody still wants it.
        """
        for number, paper_id in enumerate(paper_ids):
            if paper_id not in self._known:
                self._put(paper_id)
            if number % _AT_ONCE == _AT_ONCE - 1:
                time.sleep(_PAUSE)
                if not go_on():
                    return

    def _put(self, paper_id: str) -> None:
        sketch = _sketch(self._runs(paper_id))
        with self._lock:
            self._known.add(paper_id)
            if not sketch:
                return
            place = len(self._ids)
            self._ids.append(paper_id)
            for number in sketch:
                part = number % _PARTS
                self._numbers[part].append(number << _BITS | place)
                self._unsorted.add(part)

    def like(self, paper_id: str) -> list[str]:
        """The papers with nearly the same abstract, the nearest first, without itself."""
        runs = self._runs(paper_id)
        with self._lock:
            shared = Counter(place for number in _sketch(runs) for place in self._places(number))
            likely = [
                self._ids[place]
                for place, many in shared.most_common(_MOST_COMPARED)
                if many >= _SHARED
            ]
        scored = [
            (containment(runs, self._runs(other)), other) for other in likely if other != paper_id
        ]
        return [other for share, other in sorted(scored, reverse=True) if share >= ALIKE]

    def _places(self, number: int) -> Iterator[int]:
        part = number % _PARTS
        numbers = self._numbers[part]
        if part in self._unsorted:
            self._unsorted.discard(part)
            numbers = self._numbers[part] = array("Q", sorted(numbers))
        first = bisect_left(numbers, number << _BITS)
        last = bisect_left(numbers, (number + 1) << _BITS, first)
        return (one & _PLACE for one in islice(numbers, first, min(last, first + _MOST_OF_ONE)))

    def _runs(self, paper_id: str) -> frozenset[int]:
        try:
            return shingles(self._library.paper(paper_id).abstract)
        except UnknownPaperError:  # another window took it away
            return frozenset()


def _sketch(runs: frozenset[int]) -> Sequence[int]:
    return nsmallest(_SKETCH, runs) if len(runs) >= _FEWEST_RUNS else ()
