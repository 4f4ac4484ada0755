"""What the reader decided about a paper, and the record of each decision."""

from __future__ import annotations

from dataclasses import field
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from readq.records import dataclass, replace


class Status(StrEnum):
    """Where a paper stands with the reader."""

    NEW = "new"
    """Nobody has looked at it yet."""
    LATER = "later"
    """Looked at, undecided; comes back at the end of triage."""
    QUEUED = "queued"
    """In the queue."""
    READING = "reading"
    """Being read; stays in the queue, on top."""
    READ = "read"
    """Done."""
    SKIPPED = "skipped"
    """Not wanted."""


IN_QUEUE = frozenset({Status.QUEUED, Status.READING})
"""The statuses whose papers make up the queue."""

MAX_PRIORITY = 5


def raised(priority: int, step: int) -> int:
    """A priority some steps higher, or lower below 0, as far as priorities go."""
    return max(0, min(priority + step, MAX_PRIORITY))


@dataclass(frozen=True, slots=True)
class Reading:
    """One reader's decisions on one paper; a paper nobody touched has none stored."""

    paper_id: str
    status: Status = Status.NEW
    priority: int = 0
    """0 (none) to 5 (most)."""
    rank: float | None = None
    """Place in the queue, smaller first; None outside the queue."""
    tags: tuple[str, ...] = ()
    note: str = ""
    """Markdown."""
    rating: int | None = None
    """1 to 5 after reading."""
    deferred_until: date | None = None
    """Hidden from queue and inbox before this day."""
    moved: tuple[tuple[Status, datetime], ...] = ()
    """When the paper last entered each status, in order of time."""
    distinct: tuple[str, ...] = ()
    """Ids of papers that are other works, however alike: no duplicates."""
    trashed: datetime | None = None
    """When the paper went to the trash; None while it is not there. All else stays as it was."""

    def with_status(self, status: Status, when: datetime) -> Reading:
        """The same reading moved to `status` at `when`; the rank goes when the paper leaves the queue."""
        moved = (*(m for m in self.moved if m[0] is not status), (status, when))
        rank = self.rank if status in IN_QUEUE else None
        return replace(self, status=status, moved=moved, rank=rank)

    def waits(self, today: date) -> bool:
        """Whether the paper is out of sight until a day to come."""
        return self.deferred_until is not None and self.deferred_until > today

    def is_due(self, today: date) -> bool:
        """Whether the paper is in the queue and waits for no day."""
        return self.is_queued and not self.waits(today)

    @property
    def is_queued(self) -> bool:
        """Whether the paper is in the queue, not in the trash with a place in the queue to come back to."""
        return self.status in IN_QUEUE and self.trashed is None

    def stands_as(self, status: Status) -> bool:
        """Whether the paper has a status, and is where one expects such a paper."""
        return self.status is status and (self.is_queued or status not in IN_QUEUE)

    @property
    def changed(self) -> datetime | None:
        """When the paper last came to stand elsewhere."""
        last = self.moved[-1][1] if self.moved else None
        return max(filter(None, (last, self.trashed)), default=None)

    @property
    def untouched(self) -> bool:
        """Whether it says no more than a missing Reading would."""
        return self == Reading(self.paper_id)


def retagged(
    tags: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[str, ...]:
    """The tags, or other words of a set, with what changed between `before` and `after` done to them."""
    gone = set(before) - set(after)
    new = [tag for tag in after if tag not in before]
    return tuple(tag for tag in dict.fromkeys((*tags, *new)) if tag not in gone)


class ChangeKind(StrEnum):
    """What sort of entry of the log a Change is."""

    DO = "do"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class ReadingEdit:
    """One paper's Reading before and after; None stands for an untouched paper."""

    paper_id: str
    before: Reading | None
    after: Reading | None

    @property
    def is_decision(self) -> bool:
        """Whether the paper stands elsewhere since, not only in another place or with other tags."""
        untouched = Reading(self.paper_id)
        return (self.before or untouched).status is not (self.after or untouched).status


@dataclass(frozen=True, slots=True)
class PaperEdit:
    """What a command did to one paper's facts.

    An added paper has `before` None and `after` None (its document stays in the table, hidden while
    the change is undone). A changed paper carries the changed fields only, as stored.
    """

    paper_id: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None

    @property
    def is_addition(self) -> bool:
        """Whether the paper came into the library with this change."""
        return self.before is None


@dataclass(frozen=True, slots=True)
class Change:
    """What one command did, however many papers it touched; one step of undo."""

    id: int
    """Counts up over the life of the library."""
    label: str
    """A past-tense phrase for people, such as `skipped "Masks Can Be Distracting"`."""
    when: datetime
    kind: ChangeKind = ChangeKind.DO
    of: int | None = None
    """The Change that this one takes back or does again."""
    readings: tuple[ReadingEdit, ...] = ()
    papers: tuple[PaperEdit, ...] = ()
    skipped: tuple[str, ...] = field(default=(), compare=False)
    """Papers an undo or redo left alone since they were changed elsewhere in between."""

    @property
    def paper_ids(self) -> tuple[str, ...]:
        """The papers it touched, in order, each once."""
        ids = [e.paper_id for e in self.readings] + [e.paper_id for e in self.papers]
        return tuple(dict.fromkeys(ids))
