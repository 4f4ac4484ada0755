"""Simulated triage: a reader decides on the top paper again and again; how soon is the wanted found?"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from time import process_time
from typing import NamedTuple

EVERY_UNTIL = 150
"""So many decisions are each followed by a new ranking, later ones by the 50th part of the list."""

Rank = Callable[[Sequence[int], Sequence[bool]], Sequence[int]]
"""Gets the papers decided on and the answers; gives the undecided ones, best first."""


class Run(NamedTuple):
    """What one simulation showed."""

    hits: list[bool]
    """For each paper in the order it was shown, whether the reader truly wants it."""
    wanted: int
    size: int
    milliseconds: list[float]
    """CPU time of each ranking."""


class Figures(NamedTuple):
    """How good one order is; shares are of 1."""

    recall_5: float
    recall_10: float
    recall_20: float
    wss_95: float
    loss: float
    discovery: float
    """The mean place of the wanted papers as a share of the list."""


def priors(decided: Sequence[bool], seed: int) -> list[int]:
    """One wanted and one unwanted paper to begin with."""
    dice = random.Random(seed)
    return [
        dice.choice([i for i, y in enumerate(decided) if y]),
        dice.choice([i for i, y in enumerate(decided) if not y]),
    ]


def simulate(
    rank: Rank, wanted: Sequence[bool], decided: Sequence[bool], start: Sequence[int]
) -> Run:
    """Show papers from the top until all that is wanted was shown.

    Args:
        rank: The ranking under test.
        wanted: What the reader truly wants.
        decided: What the reader answers.
        start: Papers decided on before the first ranking; they do not count.
    """
    size = len(wanted)
    seen, answers = list(start), [decided[i] for i in start]
    left = sum(wanted) - sum(wanted[i] for i in start)
    run = Run([], left, size - len(seen), [])
    while left and len(seen) < size:
        step = 1 if len(run.hits) < EVERY_UNTIL else max(1, size // 50)
        began = process_time()
        order = rank(seen, answers)
        run.milliseconds.append(1000 * (process_time() - began))
        for paper in order[:step]:
            seen.append(paper)
            answers.append(decided[paper])
            run.hits.append(wanted[paper])
            left -= wanted[paper]
    return run


def figures(run: Run) -> Figures:
    """Judge one order; what was never shown has no wanted paper in it."""
    places = [place for place, hit in enumerate(run.hits, 1) if hit]
    total = len(places)
    enough = math.ceil(0.95 * total)

    def recall(share: float) -> float:
        return sum(p <= share * run.size for p in places) / total

    return Figures(
        recall(0.05),
        recall(0.10),
        recall(0.20),
        0.95 - places[enough - 1] / run.size,
        (sum(places) - total * (total + 1) / 2) / (total * (run.size - total)),
        sum(places) / total / run.size,
    )
