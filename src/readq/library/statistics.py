"""Numbers about a library: how far triage is, what was read, and on which days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import date, timedelta
from typing import Any

from readq.domain import IN_QUEUE, Reading, Status, local_day
from readq.records import dataclass

KEPT, LATER, SKIPPED = "kept", "later", "skipped"
OUTCOMES = (KEPT, LATER, SKIPPED)
"""What triage comes to."""
_READ_OR_QUEUED = (*IN_QUEUE, Status.READ)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers, with days as the reader's own."""

    today: date
    papers: int = 0
    status: Mapping[Status, int] = field(default_factory=dict)
    queue_minutes: int = 0
    notes: int = 0
    tags: Mapping[str, int] = field(default_factory=dict)
    """The reader's tags with the number of papers, most used first."""
    moves: Mapping[date, int] = field(default_factory=dict)
    """Times a paper last entered a status, by day, oldest first."""
    in_trash: int = 0
    """Papers in the trash, of which nothing else here tells."""
    triaged: Mapping[date, Mapping[str, int]] = field(default_factory=dict)
    """Papers by the day they were decided on and what came of it, oldest first."""
    read: Mapping[date, int] = field(default_factory=dict)
    """Papers by the day they were read, oldest first."""

    @property
    def decided(self) -> int:
        """Papers somebody has decided on."""
        return self.papers - self.status.get(Status.NEW, 0)

    @property
    def share(self) -> int:
        """Per cent of the papers that are decided on."""
        return self.decided * 100 // self.papers if self.papers else 0

    @property
    def read_this_week(self) -> int:
        """Papers read since Monday."""
        monday = self.today - timedelta(days=self.today.weekday())
        return sum(count for day, count in self.read.items() if monday <= day <= self.today)

    @property
    def streak(self) -> int:
        """Days in a row with a decision, up to today; today still has time."""
        days = self.moves.keys()
        day = self.today if self.today in days else self.today - timedelta(days=1)
        count = 0
        while day in days:
            count += 1
            day -= timedelta(days=1)
        return count

    @property
    def best_streak(self) -> int:
        """The most days in a row there ever were."""
        best = run = 0
        before = None
        for day in sorted(self.moves):
            run = run + 1 if before is not None and day - before == timedelta(days=1) else 1
            best, before = max(best, run), day
        return best

    def to_json(self) -> dict[str, Any]:
        """The numbers as plain values."""
        return {
            "papers": self.papers,
            "status": {str(status): count for status, count in self.status.items()},
            "triaged": self.decided,
            "queue_minutes": self.queue_minutes,
            "notes": self.notes,
            "in_trash": self.in_trash,
            "tags": dict(self.tags),
            "read_this_week": self.read_this_week,
            "streak": self.streak,
            "best_streak": self.best_streak,
            "decisions_by_day": {day.isoformat(): count for day, count in self.moves.items()},
            "triaged_by_day": {day.isoformat(): dict(n) for day, n in self.triaged.items()},
            "read_by_day": {day.isoformat(): count for day, count in self.read.items()},
        }


def counted(
    readings: Sequence[Reading],
    papers: int,
    minutes: Callable[[str], int],
    today: date,
    in_trash: int = 0,
) -> Statistics:
    """Count.

    Args:
        readings: What the reader decided about papers that are not in the trash.
        papers: How many these are.
        minutes: Gives the reading time of a paper.
        today: The reader's day.
        in_trash: How many papers are in the trash.
    """
    moves: Counter[date] = Counter()
    read: Counter[date] = Counter()
    tags: Counter[str] = Counter()
    status: Counter[Status] = Counter()
    triaged: dict[date, Counter[str]] = {}
    for reading in readings:
        status[reading.status] += 1
        tags.update(reading.tags)
        days = {entered: local_day(when) for entered, when in reading.moved}
        moves.update(days.values())
        if reading.status is Status.READ and Status.READ in days:
            read[days[Status.READ]] += 1
        outcome = _outcome(reading.status, days)
        if outcome is not None:
            triaged.setdefault(outcome[0], Counter())[outcome[1]] += 1
    status[Status.NEW] += papers - len(readings)
    return Statistics(
        today=today,
        papers=papers,
        status={s: status[s] for s in Status},
        queue_minutes=sum(minutes(r.paper_id) for r in readings if r.is_due(today)),
        notes=sum(1 for r in readings if r.note),
        in_trash=in_trash,
        tags=dict(sorted(tags.items(), key=lambda pair: (-pair[1], pair[0]))),
        moves=dict(sorted(moves.items())),
        triaged=dict(sorted(triaged.items())),
        read=dict(sorted(read.items())),
    )


def _outcome(status: Status, days: Mapping[Status, date]) -> tuple[date, str] | None:
    """The day a paper was decided on and how it stands; a paper that is read was kept before."""
    if status in _READ_OR_QUEUED:
        kept = [day for entered, day in days.items() if entered in _READ_OR_QUEUED]
        return (min(kept), KEPT) if kept else None
    if status in (Status.LATER, Status.SKIPPED) and status in days:
        return days[status], str(status)
    return None
