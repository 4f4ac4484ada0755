"""What the reader's decisions say about what is wanted, and how they leave readq."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

from readq.domain import IN_QUEUE, Paper, Reading, Status

_STRONG, _USUAL, _MILD, _WEAK = 1.5, 1.0, 0.5, 0.25
_HIGH_PRIORITY = 4
_GOOD_RATING, _POOR_RATING = 4, 2
_COLUMNS = ("title", "abstract", "authors", "keywords", "year", "doi", "url", "included")


def wish(reading: Reading) -> float:
    """How much a paper is wanted: above 0 wanted, below 0 not wanted, 0 undecided."""
    if reading.status is Status.SKIPPED:
        return -_USUAL
    if reading.status is Status.LATER:
        return _WEAK
    if reading.status not in IN_QUEUE and reading.status is not Status.READ:
        return 0.0
    rating = reading.rating or 0
    if rating and rating <= _POOR_RATING:
        return _MILD
    if rating >= _GOOD_RATING or reading.priority >= _HIGH_PRIORITY:
        return _STRONG
    return _USUAL


def examples(readings: Mapping[str, Reading]) -> tuple[dict[str, float], dict[str, float]]:
    """The wanted and the unwanted papers, each with its weight."""
    wishes = {paper_id: wish(reading) for paper_id, reading in readings.items()}
    wanted = {paper_id: weight for paper_id, weight in wishes.items() if weight > 0}
    return wanted, {paper_id: -weight for paper_id, weight in wishes.items() if weight < 0}


def answers(readings: Iterable[Reading]) -> list[bool]:
    """Whether each decided paper was wanted, in the order in which they were first decided on."""
    decided = []
    for reading in readings:
        moves = [m for m in reading.moved if m[0] is not Status.NEW]
        if reading.status is not Status.NEW and moves:
            kept = reading.status is not Status.LATER and wish(reading) > 0
            decided.append((min(when for _, when in moves), reading.paper_id, kept))
    return [kept for _, _, kept in sorted(decided)]


def as_csv(papers: Iterable[tuple[Paper, Reading]]) -> str:
    """Papers with their labels in the columns ASReview reads: `included` is 1, 0, or empty if undecided."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(_COLUMNS)
    for paper, reading in papers:
        wished = 0.0 if reading.status is Status.LATER else wish(reading)
        table.writerow(
            (
                paper.title,
                paper.abstract,
                "; ".join(paper.authors),
                "; ".join(paper.keywords),
                paper.year or "",
                paper.doi,
                paper.url,
                "1" if wished > 0 else "0" if wished < 0 else "",
            )
        )
    return text.getvalue()
