"""What triage works out away from the keys: which papers there are, what comes next, what is like it."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TypeVar

from textual import on, work
from textual.message import Message
from textual.worker import Worker, WorkerState, get_current_worker

from readq.errors import ReadqError
from readq.library import (
    Library,
    Order,
    Pool,
    Reasons,
    Sitting,
    Stacks,
    Triage,
    learnt_order,
    pool_of,
)
from readq.records import dataclass
from readq.ui.learning import IndexProgress, Learnt
from readq.ui.screens.triage_shown import Ready, TriageShown

AHEAD = 3
"""Papers made ready before they are asked for."""
_GROUPS = frozenset({"pool", "ahead", "order", "stacks", "counts"})

_Value = TypeVar("_Value")


class TriageAhead(TriageShown):
    """The part of triage that works in threads; what they find comes back as messages."""

    @dataclass
    class Found(Message):
        """The papers to go through are known."""

        pool: Pool

    @dataclass
    class Prepared(Message):
        """The next papers are ready."""

        ready: dict[str, Ready]

    @dataclass
    class Ordered(Message):
        """The order of what comes, and what may be left to find."""

        order: Order
        of_later: bool

    @dataclass
    class StacksRead(Message):
        """All undecided abstracts are known, so that like ones can be told."""

    @dataclass
    class Counted(Message):
        """How many papers say each group of watched words."""

        counts: list[int] = field(default_factory=list)

    begun: asyncio.Event

    def __init__(
        self,
        library: Library,
        ids: Callable[[], Sequence[str]],
        sitting: Sitting,
        stacks: Stacks,
        words: tuple[str, ...],
    ) -> None:
        super().__init__(library, sitting, words)
        self.begun = asyncio.Event()
        self.ids: Sequence[str] = ()
        """All papers of the list, decided ones too."""
        self._list_ids = ids
        self._stacks = stacks
        self._exploring: frozenset[str] = frozenset()
        self._told_stop = False

    @abstractmethod
    def begin(self, way: Triage) -> None:
        """Called once the papers are known."""

    @on(Worker.StateChanged)
    def report_failure(self, event: Worker.StateChanged) -> None:
        """What fails in a worker must not go without a word."""
        if event.worker.group in _GROUPS and event.state is WorkerState.ERROR:
            self.owner.say(f"{event.worker.error!r}", "error", heading="Triage has a problem")
            self.begun.set()

    # Which papers

    @work(thread=True, group="pool", exit_on_error=False)
    def find(self) -> None:
        """Find the papers to go through."""
        self.ids = self._list_ids()
        at = self.library.habits.now().triage_at
        self.post_message(self.Found(pool_of(self.library, self.ids, at=at)))
        self.library.undo_id  # noqa: B018  (reads the log, so that the first undo need not)

    @on(Found)
    def set_out(self, event: Found) -> None:
        """Begin, and look at everything that can be known about the papers."""
        self.way = Triage(event.pool)
        self.begin(self.way)
        self.begun.set()
        self.count_watched()
        if self.library.rank_settings.learn:
            self.owner.learn()
        self._read_stacks([*event.pool.new, *event.pool.later])

    # What comes next

    def prepare(self) -> None:
        """Make the next papers ready."""
        if self.way is not None:
            coming = [i for i in (self.way.current, *self.way.upcoming(AHEAD)) if i]
            self._prepare(coming, self._exploring)

    @work(thread=True, group="ahead", exclusive=True, exit_on_error=False)
    def _prepare(self, paper_ids: Sequence[str], exploring: frozenset[str]) -> None:
        worker, ready = get_current_worker(), {}
        for paper_id in paper_ids:
            if worker.is_cancelled:
                return
            if paper_id in self.library:
                self.library.shown(paper_id)
                ready[paper_id] = Ready(
                    alike=tuple(self._stacks.like(paper_id)),
                    reasons=self._reasons(paper_id),
                    exploring=paper_id in exploring,
                )
        self.post_message(self.Prepared(ready))

    def _reasons(self, paper_id: str) -> Reasons:
        if not self.library.ranking_in_use:
            return Reasons()
        return self.library.ranking.reasons(paper_id)

    @on(Prepared)
    def keep_ready(self, event: Prepared) -> None:
        """Keep it until it is asked for; a stack that comes to light is shown at once."""
        before = self.ready.get(self.current, Ready())
        self.ready = event.ready
        now = self.ready.get(self.current, Ready())
        if self.current and now.alike != before.alike:
            self.show_paper(self.current)
        elif self.current in event.ready:
            self.ready[self.current] = Ready(now.alike, before.reasons, before.exploring)

    # Ranking

    def on_index_progress(self, event: IndexProgress) -> None:
        """Tell how far it is."""
        self.getting_ready = event.share
        self.show_bar()

    def on_learnt(self, event: Learnt) -> None:
        """The order may be another from the next paper on."""
        self.getting_ready = None
        if event.error:
            self.owner.say(event.error, "warning", heading="The order could not be learnt")
        elif self.way is not None:
            self._put_in_order(self.way, self.way.of_later)

    @work(thread=True, group="order", exclusive=True, exit_on_error=False)
    def _put_in_order(self, way: Triage, of_later: bool) -> None:
        order = learnt_order(self.library, way, self.ids, of_later=of_later)
        if not get_current_worker().is_cancelled:
            self.post_message(self.Ordered(order, of_later))

    @on(Ordered)
    def follow_order(self, event: Ordered) -> None:
        """Papers come in the new order; the one on the card stays."""
        way, order = self.way, event.order
        if way is None or way.of_later is not event.of_later:
            return
        self.expectation, self._exploring = order.expectation, order.exploring
        if order.paper_ids is not None:
            way.put_in_order(order.paper_ids)
            self.prepare()
        if order.suggests_stop and not self._told_stop and order.expectation is not None:
            self._told_stop = True
            self.owner.say(
                f"By estimate {order.expectation.sentence()}. It may be time to stop.",
                hint=("triage.leave", "leave"),
            )
        self.show_bar()

    # Stacks

    @work(thread=True, group="stacks", exclusive=True, exit_on_error=False)
    def _read_stacks(self, paper_ids: Sequence[str]) -> None:
        worker = get_current_worker()
        self._stacks.read(paper_ids, go_on=lambda: not worker.is_cancelled)
        self.post_message(self.StacksRead())

    @on(StacksRead)
    def look_for_stacks(self) -> None:
        """Look again at the paper on the card and those that come."""
        self.prepare()

    # Watched words

    @work(thread=True, group="counts", exclusive=True, exit_on_error=False)
    def count_watched(self) -> None:
        """Count the papers that say each group of watched words."""
        worker, watch, shown = get_current_worker(), self.owner.watched, set(self.ids)
        counts = []
        for group in range(len(watch.groups)):
            if worker.is_cancelled:
                return
            try:
                saying = self.library.ids(watch.filter_of(group))
            except ReadqError:
                saying = []
            counts.append(len(shown.intersection(saying)))
        self.post_message(self.Counted(counts))

    @on(Counted)
    def show_counts(self, event: Counted) -> None:
        """Show them beside the words."""
        self.watch_counts = event.counts
        self.show_bar()
