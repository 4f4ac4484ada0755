"""What each wanted paper says that the others do not: the many of a crowd are one wish, not many.

A reader's wishes are several, and the first found is found again and again. If each find counted alike, the
mean of what is wanted would be that one subject, and papers of the others would come late. So a paper counts
the less the more wanted ones are much like it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from readq.triage.index import TextIndex
from readq.triage.likeness import Example, latent_likeness

_BATCH = 256
_SHARES = np.array([1, 0.75, 0.5, 0.375, 0.25])
"""What a paper's weight is multiplied with, the larger its crowd the less. Few, so that a new wanted paper
changes those of few others; multiples of a power of two, so that their sums are exact; and none below a
quarter, or else in a crowd of hundreds the few papers queued by a slip would have the most to say."""
_CROWDS = 2 ** (np.arange(len(_SHARES) - 1) / 2 + 0.25)
"""Between which sizes of a crowd each share holds: it is about one in so many."""


class Crowds:
    """How many wanted papers are about where each of them is, kept up to date.

    All that is added lies on a grid, so taking it away again leaves no trace.
    """

    def __init__(self, index: TextIndex) -> None:
        self._index = index
        self._counted: dict[int, float] = {}
        self._sizes: dict[int, float] = {}

    def shared_out(self, examples: Sequence[Example]) -> list[Example]:
        """The wanted papers, each with its weight divided by the size of its crowd."""
        self._count(dict(examples))
        sizes = np.array([self._sizes[n] for n, _ in examples])
        shares = _SHARES[np.searchsorted(_CROWDS, 1 + sizes)].tolist()
        return [(n, weight * share) for (n, weight), share in zip(examples, shares, strict=True)]

    def _count(self, now: dict[int, float]) -> None:
        """Bring the sizes up to date; a paper itself is not counted in its crowd."""
        counted = self._counted
        kept = [n for n in now if n in counted]
        fresh = [n for n in now if n not in counted]
        steps = {n: now.get(n, 0.0) - w for n, w in counted.items() if now.get(n) != w}
        steps.update((n, now[n]) for n in fresh)
        if steps:
            for n, more in zip(kept, self._around(kept, steps), strict=True):
                self._sizes[n] += more
        self._sizes.update(zip(fresh, self._around(fresh, now), strict=True))
        for n in counted.keys() - now.keys():
            del self._sizes[n]
        self._counted = now

    def _around(self, papers: Sequence[int], others: Mapping[int, float]) -> list[float]:
        """The weight of what is much like each of some papers."""
        places, at = self._index.places, np.array(list(others), np.int64)
        weights, found = np.array(list(others.values())), list[float]()
        for first in range(0, len(papers), _BATCH):
            batch = np.array(papers[first : first + _BATCH])
            alike = latent_likeness(places[batch], places[at].T, sharply=True)
            alike[batch[:, None] == at] = 0
            found += (alike @ weights).tolist()
        return found
