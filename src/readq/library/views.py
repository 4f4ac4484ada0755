"""Papers as the filter and the sort orders see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from readq.domain import IN_QUEUE, Paper, Reading, Status

UNDECIDED = frozenset({Status.NEW, Status.LATER})
"""The statuses that triage is about: not looked at, and looked at without a decision."""
KEPT = IN_QUEUE | {Status.READ}
"""The statuses of a paper the reader found worth something."""

MINUTES_STEP = 5


def minutes_to_read(abstract: str) -> int:
    """A rough reading time: papers with longer abstracts tend to be longer; a multiple of 5, at least 10."""
    return minutes_for(abstract.count(" ") + 1 if abstract else 0)


def minutes_for(words: int) -> int:
    """The reading time of a paper whose abstract has so many words."""
    return max(10, MINUTES_STEP * round((8 + words / 10) / MINUTES_STEP))


def in_hours(minutes: int) -> str:
    """`21 h 05`, or `45 min`."""
    return f"{minutes // 60} h {minutes % 60:02}" if minutes >= 60 else f"{minutes} min"


class Row:
    """One paper with its reading, each part looked up only when the filter asks for it."""

    def __init__(
        self,
        paper: Paper,
        reading: Reading,
        full: Callable[[str], Paper],
        folded: Callable[[str], str],
    ) -> None:
        """Wrap a paper without abstract.

        Args:
            paper: The paper; its abstract may be missing.
            reading: The reader's decisions on it.
            full: Gives the paper with its abstract.
            folded: Gives the words of the abstract, folded.
        """
        self.paper = paper
        self.reading = reading
        self._full = full
        self._folded = folded

    def __getattr__(self, name: str) -> Any:
        """Facts and decisions under their own names."""
        if name.startswith("_"):
            raise AttributeError(name)
        source = self.reading if name in Reading.__dataclass_fields__ else self.paper
        return getattr(source, name)

    @property
    def names(self) -> tuple[str, ...]:
        """Coined names and their expansions."""
        return tuple(str(name) for name in self.paper.names)

    @property
    def folded_abstract(self) -> str:
        """The words of the abstract as shown, folded."""
        return self._folded(self.paper.id) if self.paper.abstract_hash else ""

    @property
    def minutes(self) -> int:
        """Rough reading time."""
        return minutes_to_read(self._full(self.paper.id).abstract)

    @property
    def has_pdf(self) -> bool:
        """Whether there is a link to a PDF."""
        return bool(self.paper.pdf_url or self.paper.arxiv_id)

    @property
    def in_queue(self) -> bool:
        """Whether the paper is in the queue."""
        return self.reading.is_queued

    @property
    def read_at(self) -> datetime | None:
        """When the paper was read."""
        return dict(self.reading.moved).get(Status.READ)


Key = Callable[[Paper, Reading], Any]

SORTS: Mapping[str, tuple[Key, bool]] = {
    "added": (lambda paper, _: paper.added, True),
    "priority": (lambda _, reading: reading.priority, True),
    "title": (lambda paper, _: paper.title.casefold(), False),
    "author": (lambda paper, _: _surname(paper), False),
    "venue": (
        lambda paper, _: (not paper.venue, paper.venue.casefold(), -(paper.year or 0)),
        False,
    ),
    "year": (lambda paper, _: paper.year or 0, True),
    "status": (lambda _, reading: list(Status).index(reading.status), False),
    "changed": (
        lambda _, reading: when.timestamp() if (when := reading.changed) else 0.0,
        True,
    ),
}
"""Sort orders by name: the key, and whether the largest comes first. Equal papers keep list order.

Papers that lack what is sorted by come last.
"""

USUAL = "added"
"""The order unless another one is asked for."""
RANK = "rank"
"""The order by how much papers seem wanted, which is learnt and no key."""


def _surname(paper: Paper) -> tuple[bool, str]:
    """Papers without authors come last."""
    if not paper.authors:
        return True, ""
    return False, paper.authors[0].rsplit(" ", 1)[-1].casefold()
