"""Places in the queue as numbers that leave room between neighbours."""

from __future__ import annotations

from collections.abc import Sequence

STEP = 1024.0
_TIGHT = 1e-6


def rank_between(lower: float | None, upper: float | None) -> float | None:
    """A rank strictly between two neighbours (None: an end of the queue); None when there is no room."""
    if lower is None and upper is None:
        return 0.0
    if lower is None:
        assert upper is not None
        return upper - STEP
    if upper is None:
        return lower + STEP
    middle = (lower + upper) / 2
    return middle if lower < middle < upper and upper - lower > _TIGHT else None


def even_ranks(ids: Sequence[str]) -> dict[str, float]:
    """Fresh ranks for a queue in this order."""
    return {paper_id: index * STEP for index, paper_id in enumerate(ids)}
