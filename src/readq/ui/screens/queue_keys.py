"""What the queue asks for, on every screen that shows it."""

from __future__ import annotations

from textual import on

from readq.domain import Status
from readq.ui.screens.trash_keys import TrashKeys
from readq.ui.widgets.queue_list import QueueList


class QueueKeys(TrashKeys):
    """A screen with a queue in it."""

    @on(QueueList.ReadRequested)
    def read_now(self, event: QueueList.ReadRequested) -> None:
        """Start reading."""
        if not self.library.reading(event.paper_id).stands_as(Status.READING):
            self.decide([event.paper_id], Status.READING)

    @on(QueueList.MoveRequested)
    def move_in_queue(self, event: QueueList.MoveRequested) -> None:
        """Move a paper; the highlight goes with it."""
        paper_id, queue = event.paper_id, frozenset(self.library.queue_ids())
        after = next((i for i in reversed(event.above) if i in queue), None)
        self.in_one_step(
            "move" if event.run else "place",
            [paper_id],
            lambda merge: self.library.move(
                paper_id, top=after is None, after=after, merge=merge and event.run
            ),
        )
        self.reload()
        event.rows.highlight(paper_id)

    @on(QueueList.SortRequested)
    def sort_queue(self) -> None:
        """Sort by priority, once."""
        if self.owner.decide(self.library.sort_queue):
            self.owner.say("Queue sorted by priority", undo=True)
        self.reload()
