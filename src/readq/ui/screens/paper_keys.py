"""Keys that decide about papers; they mean the same in every pane."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from readq.domain import MAX_PRIORITY, Change, Status, raised
from readq.library import status_after
from readq.ui.screens.asking import ask_for_tags
from readq.ui.screens.completing import Completing
from readq.ui.screens.full_day import asks_what_to_displace
from readq.ui.screens.note_keys import NoteKeys
from readq.ui.screens.relating import Relating
from readq.ui.screens.scheduling import Scheduling
from readq.ui.screens.watching import Watching

RUN_WITHIN = 1.0
"""Seconds within which presses of one key on one paper are one step of undo."""

_DECIDED = {
    Status.NEW: "Put back",
    Status.LATER: "Left for later",
    Status.QUEUED: "Queued",
    Status.READING: "Reading",
    Status.READ: "Done with",
    Status.SKIPPED: "Skipped",
}


def _priority(number: int) -> Binding:
    words = f"priority {number}" if number else "no priority"
    return Binding(
        str(number), f"priority({number})", words, id=f"paper.prio.{number}", tooltip=words
    )


class PaperKeys(Scheduling, Completing, NoteKeys, Watching, Relating):
    """A screen with papers: it knows which ones a key is about, and does what the key says."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "decide('queued')", "queue", id="paper.queue", tooltip="queue, or take out"),
        Binding("x", "decide('skipped')", "skip", id="paper.skip", tooltip="skip, or put back"),
        Binding("m", "decide('later')", "later", id="paper.later", tooltip="maybe later"),
        Binding("r", "decide('reading')", "reading", id="paper.reading", tooltip="reading now"),
        Binding("d", "decide('read')", "done", id="paper.done", tooltip="read, done"),
        *(_priority(number) for number in range(MAX_PRIORITY + 1)),
        Binding("+,=", "raise(1)", "more", id="paper.prio.up", tooltip="priority up"),
        Binding("-", "raise(-1)", "less", id="paper.prio.down", tooltip="priority down"),
        Binding("t", "tags", "tags", id="paper.tags", tooltip="add and remove tags"),
    ]

    _last_step: tuple[str, str, int, float] = ("", "", 0, 0.0)

    # Statuses

    def action_decide(self, status: str) -> None:
        """Give the papers a status; when all have it already, take it away again."""
        self.decide(self.targets(), Status(status))

    def decide(self, ids: list[str], wanted: Status) -> None:
        """The same for certain papers."""
        if not ids:
            return
        if wanted is not Status.QUEUED or not self.asks_about_today(ids):
            self._mark(ids, wanted)

    def asks_about_today(self, ids: list[str], priority: int | None = None) -> bool:
        """Whether the reader is asked what of a full day a newly queued paper displaces."""
        return asks_what_to_displace(
            self.owner,
            self.library,
            ids,
            at_end=lambda: self._mark(ids, Status.QUEUED, priority),
            displaced=lambda _: self.queued_instead(ids),
            priority=priority,
        )

    def queued_instead(self, ids: list[str]) -> None:
        """Called once papers are queued in the place of another."""
        self.decided(go_on=True)

    def _mark(self, ids: list[str], wanted: Status, priority: int | None = None) -> None:
        status = status_after(self.library, ids, wanted)
        change = self.owner.decide(lambda: self.library.mark(ids, status, priority=priority))
        if change is not None:
            self._tell(_DECIDED[status], change)
            self.decided(go_on=status is wanted)

    def _tell(self, what: str, change: Change) -> None:
        ids = change.paper_ids
        if len(ids) > 1:
            self.owner.say(
                "", heading=f"{what} {len(ids):,} papers", undo=True, group=what, count=len(ids)
            )
        else:
            self.owner.say(self.short_title(ids[0]), heading=what, undo=True, group=what)

    # Priority

    def action_priority(self, priority: int) -> None:
        """Give the papers a priority."""
        ids = self.targets()
        if ids and self.owner.decide(lambda: self.library.set_priority(ids, priority)):
            self.decided(go_on=False)

    def action_raise(self, step: int) -> None:
        """Change the priority by one."""
        ids = self.targets()
        if not ids:
            return
        now = max(self.library.reading(i).priority for i in ids)
        priority = raised(now, step)
        if self.in_one_step(
            "priority",
            ids,
            lambda merge: self.library.set_priority(ids, priority, merge=merge),
        ):
            self.decided(go_on=False)

    def begin_step(self) -> None:
        """What comes next is a step of its own."""
        self._last_step = ("", "", 0, 0.0)

    def in_one_step(
        self, what: str, ids: list[str], act: Callable[[bool], Change | None]
    ) -> Change | None:
        """Do something that, done again within a second, counts as the same step of undo.

        Args:
            what: The kind of step.
            ids: The papers.
            act: Does it; told whether to make it one with the step before.
        """
        key = " ".join(ids)
        last_what, last_key, last_change, at = self._last_step
        now = self.owner.clock()
        merge = (
            (last_what, last_key) == (what, key)
            and now - at < RUN_WITHIN
            and self.library.undo_id == last_change
        )
        change = self.owner.decide(lambda: act(merge))
        if change is not None:
            self._last_step = (what, key, change.id, now)
        return change

    # Tags

    def action_tags(self) -> None:
        """Ask for tags."""
        if ids := self.targets():
            ask_for_tags(self.owner, self.library, ids, lambda: self.decided(go_on=False))
