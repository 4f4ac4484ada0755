"""The queue: which papers are in it, in which order, and which waits for a later day."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime

from readq.domain import IN_QUEUE, Change, Paper, Reading, Status, local_day
from readq.errors import UsageError
from readq.library.deciding import Deciding
from readq.library.ranks import even_ranks, rank_between
from readq.library.state import shortened
from readq.text import clean


class Queueing(Deciding):
    """A library with a queue."""

    def queue_ids(self) -> list[str]:
        """The queue: papers being read first, then the reader's own order; deferred ones are left out."""
        today = local_day(self._now())
        version, known = self._version, self._queue
        if known is None or known[:2] != (version, today):
            queued = [r for r in self._in_rank() if r.is_due(today)]
            queued.sort(key=lambda r: r.status is not Status.READING)
            known = self._queue = version, today, [r.paper_id for r in queued]
        return list(known[2])

    def _in_rank(self) -> list[Reading]:
        """All readings of the queue in the reader's own order, with those that wait for a day or are in the trash."""
        queued = [self.reading(i) for i in self._queue_members()]
        queued.sort(key=lambda r: (r.rank or 0.0, -r.priority, r.paper_id))
        return queued

    def queue(self) -> list[Paper]:
        """The papers of the queue in order."""
        return [self.paper(i) for i in self.queue_ids()]

    def next(self) -> Paper | None:
        """What to read now."""
        ids = self.queue_ids()
        return self.paper(ids[0]) if ids else None

    def move(
        self,
        paper_id: str,
        *,
        top: bool = False,
        after: str | None = None,
        to: int | None = None,
        merge: bool = False,
    ) -> Change | None:
        """Move a paper within the queue; give one of `top`, `after` (a paper) or `to` (a place from 1).

        Papers being read stay ahead of the others whatever their place.

        Raises:
            UnknownPaperError: There is no such paper.
            UsageError: The paper, or the one it is to follow, is not in the queue.
        """
        with self._lock:
            ids = self.queue_ids()
            for wanted in (paper_id, after):
                if wanted is not None and wanted not in ids:
                    raise UsageError(self._why_not_queued(wanted))
            if after == paper_id:
                return None
            ids.remove(paper_id)
            if top:
                place = 0
            elif after is not None:
                place = ids.index(after) + 1
            else:
                place = min(max((to if to is not None else len(ids) + 1) - 1, 0), len(ids))
            return self._place(paper_id, ids, place, merge=merge)

    def _why_not_queued(self, paper_id: str) -> str:
        title, reading = shortened(self.hot(paper_id).title), self.reading(paper_id)
        if reading.trashed is not None:
            return f'"{title}" is in the trash.'
        if reading.status in IN_QUEUE:
            return f'"{title}" is deferred until {reading.deferred_until}, and not in the queue before.'
        return f'"{title}" is not in the queue.'

    def _place(self, paper_id: str, others: list[str], place: int, *, merge: bool) -> Change | None:
        own = self.reading(paper_id).status
        before = [i for i in others[:place] if self.reading(i).status is own]
        behind = [i for i in others[place:] if self.reading(i).status is own]
        if self._keeps_place(paper_id, before, behind):
            return None
        # Papers of the other status, and those out of sight, have their places in between.
        ranked = [r.paper_id for r in self._in_rank() if r.paper_id != paper_id]
        at = ranked.index(before[-1]) + 1 if before else 0
        if behind and not before:
            at = ranked.index(behind[0])
        ranks = self._ranks_of([*ranked[:at], paper_id, *ranked[at:]], {paper_id})
        return self._decide(
            [paper_id, *ranks],
            lambda r: replace(r, rank=ranks[r.paper_id]),
            "moved",
            merge=merge,
            named=1,
        )

    def _ranks_of(self, order: Sequence[str], moved: Collection[str]) -> dict[str, float]:
        """Ranks for the papers that moved to where an order has them; for all where there is no room."""
        ranks: dict[str, float] = {}
        lower: float | None = None
        for place, paper_id in enumerate(order):
            if paper_id in moved:
                kept = (self.reading(i).rank for i in order[place + 1 :] if i not in moved)
                rank = rank_between(lower, next(kept, None))
                if rank is None:
                    return even_ranks(order)
                ranks[paper_id] = rank
                lower = rank
            else:
                lower = self.reading(paper_id).rank
        return ranks

    def _keeps_place(self, paper_id: str, before: Sequence[str], behind: Sequence[str]) -> bool:
        """Whether it stands between these neighbours already, however equal ranks are."""
        ranked = [r.paper_id for r in self._in_rank()]
        place = ranked.index(paper_id)
        return (not before or ranked.index(before[-1]) < place) and (
            not behind or place < ranked.index(behind[0])
        )

    def sort_queue(self) -> Change | None:
        """Order the queue by priority, once; equal priorities keep their order."""
        with self._lock:
            ids = [r.paper_id for r in sorted(self._in_rank(), key=lambda r: -r.priority)]
            ranks = even_ranks(ids)
            return self._decide(
                ids, lambda r: replace(r, rank=ranks[r.paper_id]), "sorted the queue by priority:"
            )

    def defer(self, ids: str | Iterable[str], until: date | None) -> Change | None:
        """Hide papers from the queue until a day; None shows them again.

        Raises:
            UsageError: It is no day.
        """
        if isinstance(until, datetime):
            until = local_day(until)
        if until is not None and not isinstance(until, date):
            raise UsageError(f'A day is a date, not "{clean(str(until))}".')
        label = f"deferred until {until}:" if until else "took back deferring"
        return self._decide(ids, lambda r: replace(r, deferred_until=until), label)
