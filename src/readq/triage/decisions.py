"""What the reader's decisions say about what is wanted."""

from __future__ import annotations

from typing import NamedTuple

from readq.domain import IN_QUEUE, Reading, Status

MILD = 0.5
_STRONG, _USUAL, _WEAK = 1.5, 1.0, 0.25
_HIGH_PRIORITY = 4
_GOOD_RATING, _POOR_RATING = 4, 2


class Answer(NamedTuple):
    """One decision."""

    when: float
    """Seconds; 0 where nobody knows."""
    paper_id: str
    wanted: bool


def wish(reading: Reading) -> float:
    """How much a paper is wanted: above 0 wanted, below 0 not wanted, 0 undecided.

    One in the trash tells nothing: it may be there for being a bad record of a good paper.
    """
    if reading.trashed is not None:
        return 0.0
    if reading.status is Status.SKIPPED:
        return -_USUAL
    if reading.status is Status.LATER:
        return _WEAK
    if reading.status not in IN_QUEUE and reading.status is not Status.READ:
        return 0.0
    rating = reading.rating or 0
    if rating and rating <= _POOR_RATING:
        return MILD
    if rating >= _GOOD_RATING or reading.priority >= _HIGH_PRIORITY:
        return _STRONG
    return _USUAL


def answer(reading: Reading) -> Answer | None:
    """When the paper was first decided on, and whether it was wanted; None while nobody has decided."""
    if reading.status is Status.NEW or reading.trashed is not None:
        return None
    first = min(
        (when.timestamp() for status, when in reading.moved if status is not Status.NEW),
        default=0.0,
    )
    return Answer(first, reading.paper_id, reading.status is not Status.LATER and wish(reading) > 0)
