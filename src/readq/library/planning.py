"""What to read today: as much of the queue as a day has room for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date

from readq.domain import Change, DailyCap, Reading, Status, filled, local_day
from readq.errors import UnknownPaperError, UsageError
from readq.library.listing import Listing
from readq.library.state import shortened
from readq.records import dataclass

USUAL_CAP = DailyCap(minutes=120)
"""What a day takes while the reader has not said."""
_MOST_SUGGESTED = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """What to read in a day."""

    day: date
    cap: DailyCap
    papers: tuple[str, ...] = ()
    """What is still to read, in order: papers being read, then the reader's order of the queue."""
    minutes: int = 0
    """Reading time of these."""
    done: tuple[str, ...] = ()
    """What was read that day."""
    done_minutes: int = 0
    suggested: tuple[str, ...] = ()
    """Undecided papers for the room that the queue leaves, the likeliest first."""
    waiting: int = 0
    """Papers of the queue for other days."""


class Planning(Listing):
    """A library that knows what a day has room for."""

    _read: tuple[date, dict[str, None]] | None = None

    def plan(self, cap: DailyCap | None = None) -> Plan:
        """What to read today. Suggestions for what is left are the best of the inbox.

        Args:
            cap: How much a day takes; the usual when None.
        """
        cap, today = cap or USUAL_CAP, local_day(self._now())
        done = self._read_on(today)
        queue = self.queue_ids()
        papers = filled(cap, queue, self.minutes, used=done)
        return Plan(
            day=today,
            cap=cap,
            papers=tuple(papers),
            minutes=sum(map(self.minutes, papers)),
            done=tuple(done),
            done_minutes=sum(map(self.minutes, done)),
            suggested=tuple(self._suggested(cap, [*done, *papers])) if papers == queue else (),
            waiting=len(queue) - len(papers),
        )

    def planned_ids(self, cap: DailyCap) -> list[str]:
        """The papers of today's plan alone, which is quick."""
        done = self._read_on(local_day(self._now()))
        return filled(cap, self.queue_ids(), self.minutes, used=done)

    def displaceable(self, paper_id: str, cap: DailyCap) -> list[str]:
        """Today's papers of which a newly queued one could displace one; none where there is room for it."""
        done, queue = self._read_on(local_day(self._now())), self.queue_ids()
        if paper_id in filled(cap, [*queue, paper_id], self.minutes, used=done):
            return []
        return filled(cap, queue, self.minutes, used=done)

    def _read_on(self, day: date) -> list[str]:
        with self._lock:
            if self._read is None or self._read[0] != day:
                self._read = day, dict.fromkeys(self.ids(f"status:read read:{day}"))
            return list(self._read[1])

    def _forget(self, papers: frozenset[str], readings: Collection[str] | None) -> None:
        super()._forget(papers, readings)
        if papers or readings is None:
            self._read = None
        elif self._read is not None:
            day, known = self._read
            for paper_id in readings:
                if self._was_read_on(paper_id, day):
                    known[paper_id] = None
                else:
                    known.pop(paper_id, None)

    def _was_read_on(self, paper_id: str, day: date) -> bool:
        reading = self.reading(paper_id)
        when = dict(reading.moved).get(Status.READ)
        is_read = reading.status is Status.READ and reading.trashed is None
        return is_read and when is not None and local_day(when) == day

    def _suggested(self, cap: DailyCap, taken: Sequence[str]) -> list[str]:
        """The best of the inbox that fit beside what is taken: by rank as far as it is known, then priority."""
        best = self.ids("status:new", "priority")
        if self.ranking_in_use and self.ranking.has_learnt:
            best = self.ranking.order(best)
        else:
            best = [i for i in best[: 2 * _MOST_SUGGESTED] if self.reading(i).priority]
        return (
            filled(cap, best, self.minutes, used=taken)[:_MOST_SUGGESTED] if taken or best else []
        )

    def queue_instead(
        self, paper_id: str, other: str, behind: str, *, priority: int | None = None
    ) -> Change | None:
        """Put a paper into the queue in the place of another, which goes behind a third; with a priority, if one is given.

        Raises:
            UnknownPaperError: There is no such paper.
            UsageError: One of the others is not in the queue.
        """
        with self._lock:
            if paper_id not in self:
                raise UnknownPaperError(f'There is no paper "{paper_id}".')
            for wanted in (other, behind):
                if not self.reading(wanted).is_queued:
                    raise UsageError(f'"{shortened(self.hot(wanted).title)}" is not in the queue.')
            order = [r.paper_id for r in self._in_rank() if r.paper_id not in (paper_id, other)]
            at = order.index(behind) + 1 if behind != other else None
            place = self._in_rank_before(other, order)
            order.insert(place, paper_id)
            if at is None:
                order.insert(place + 1, other)
            else:
                order.insert(at + (at > place), other)
            ranks, when = self._ranks_of(order, {paper_id, other}), self._now()

            def decide(reading: Reading) -> Reading:
                if reading.paper_id == paper_id and reading.status is not Status.QUEUED:
                    reading = reading.with_status(Status.QUEUED, when)
                rank = ranks.get(reading.paper_id, reading.rank)
                if reading.paper_id == paper_id:
                    level = reading.priority if priority is None else priority
                    return replace(reading, rank=rank, trashed=None, priority=level)
                return replace(reading, rank=rank)

            label = f'queued in place of "{shortened(self.hot(other).title)}":'
            return self._decide([paper_id, other, *ranks], decide, label, named=1)

    def _in_rank_before(self, paper_id: str, order: Sequence[str]) -> int:
        """Where in an order of others a paper of the queue stands."""
        ranked = [r.paper_id for r in self._in_rank()]
        ahead = set(ranked[: ranked.index(paper_id)])
        return sum(1 for other in order if other in ahead)
