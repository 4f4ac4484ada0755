"""How many wanted papers are likely left, and when stopping is sensible. An estimate, always.

Wanted papers turn up ever more rarely as a ranked list is gone through. How fast that falls off is not
known beforehand, so many rates of falling, exponential and by a power, are each weighed by how well they
explain where the wanted papers turned up.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from readq.records import dataclass

MIN_WANTED = 5
MIN_SHARE_SEEN = 0.1
STOP_AT_RECALL = 0.95
STOP_AFTER_SKIPS = 20

_EXPONENTIAL = np.geomspace(3, 200, 40)
"""Falls per length of the list; a ranking that falls more slowly is hardly one."""
_POWERS = np.linspace(1.05, 3.0, 23)
_OFFSET = 5.0
_TEMPER = 0.4
"""Finds come in clumps, so each says less than an independent one would."""
_LOW, _HIGH = 0.025, 0.98
"""Chosen on half of the labelled lists, so that the truth lies between in nine moments of ten on the others too."""

Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is likely left among the papers not yet decided on."""

    found: int
    left: float
    """How many more wanted papers are expected."""
    low: int
    high: int
    """With nine chances in ten or better, between so many and so many are left."""
    skips_in_a_row: int

    @property
    def recall(self) -> float:
        """The share of the wanted papers that is found, as expected."""
        return self.found / (self.found + self.left)

    @property
    def surely(self) -> float:
        """The share that is found if as many are left as there may well be."""
        return self.found / (self.found + self.high)

    def suggests_stopping(self, *, sure: bool = False) -> bool:
        """Whether going on is likely to bring little.

        Args:
            sure: Go by the upper end of what may be left instead of what is expected.
        """
        reached = self.surely if sure else self.recall
        return reached >= STOP_AT_RECALL and self.skips_in_a_row >= STOP_AFTER_SKIPS


def estimate(answers: Sequence[bool], size: int) -> Estimate | None:
    """What is left after these answers; None while there are too few to tell.

    Args:
        answers: For each decided paper in the order of deciding, whether it is wanted.
        size: How many papers the list has, decided or not.
    """
    places: Doubles = np.flatnonzero(np.asarray(answers, bool)).astype(np.float64) + 1
    found, seen = len(places), len(answers)
    if found < MIN_WANTED or seen < MIN_SHARE_SEEN * size:
        return None
    skips = seen - int(places[-1])
    if seen >= size:
        return Estimate(found, 0.0, 0, 0, skips)
    weights, until, after = _explanations(places, seen, size)
    shape = found * _TEMPER
    share = until / (until + after)
    low, high = _quantiles(weights, shape, share, size - seen, found)
    left = float(weights @ (found * after / until))
    return Estimate(found, min(left, float(size - seen)), low, high, skips)


def _explanations(places: Doubles, seen: int, size: int) -> tuple[Doubles, Doubles, Doubles]:
    """For each way of falling: how likely it is, its mass in what was seen, and in what was not."""
    found = len(places)
    rate = _EXPONENTIAL / size
    until = [-np.expm1(-rate * seen) / rate]
    after = [(np.exp(-rate * seen) - np.exp(-rate * size)) / rate]
    fit = [-rate * places.sum()]
    until.append(_power_mass(0, seen))
    after.append(_power_mass(seen, size))
    fit.append(-_POWERS * np.log(places + _OFFSET).sum())
    before, behind = np.concatenate(until), np.concatenate(after)
    likely = np.concatenate(fit) - found * np.log(before)
    weights = np.exp(_TEMPER * (likely - likely.max()))
    return weights / weights.sum(), before, behind


def _power_mass(start: float, end: float) -> Doubles:
    flat = np.abs(_POWERS - 1) < 1e-9
    power = np.where(flat, 0.5, 1 - _POWERS)
    sides = [(place + _OFFSET) ** power / power for place in (start, end)]
    logs = float(np.log(end + _OFFSET) - np.log(start + _OFFSET))
    mass: Doubles = np.where(flat, logs, sides[1] - sides[0])
    return mass


def _quantiles(
    weights: Doubles, shape: float, share: Doubles, most: int, found: int
) -> tuple[int, int]:
    """Two ends of how many are left: under each explanation a negative binomial number."""
    # The chance that a find falls into what was seen, spread as if there were only `shape` finds.
    ratio = (1 - share) / share * found / shape
    chance = 1 / (1 + ratio)
    mass = weights * chance**shape
    total, count, low = float(mass.sum()), 0, 0
    while total < _HIGH and count < most:
        if total < _LOW:
            low = count + 1
        mass = mass * (count + shape) / (count + 1) * (1 - chance)
        count += 1
        total += float(mass.sum())
    return min(low, most), count
