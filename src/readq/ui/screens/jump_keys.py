"""Keys that decide about a hit while text is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from readq.domain import IN_QUEUE, Change, Reading, Status
from readq.ui.outside import open_link
from readq.ui.screens.asking import ask_for_tags
from readq.ui.screens.full_day import asks_what_to_displace
from readq.ui.screens.hits_screen import HitsScreen, acts


class JumpKeys(HitsScreen):
    """Hits that keys with ctrl are about."""

    BINDINGS: ClassVar[list[BindingType]] = [
        acts("queue", "queue", "queue", about="queue it, or take it out", keys="ctrl+s"),
        acts(
            "skip",
            "mark('skipped')",
            "skip",
            about="skip it, or take that back",
            keys="ctrl+x",
        ),
        acts(
            "later",
            "mark('later')",
            "later",
            about="maybe later, or take that back",
            keys="ctrl+l",
        ),
        acts("done", "mark('read')", "done", about="read, done", keys="ctrl+d"),
        acts("note", "note", "note", about="write a note", keys="ctrl+e"),
        acts("tags", "tags", "tags", about="add and remove tags", keys="ctrl+t"),
        acts("open", "open", "open", about="open its PDF or page", keys="ctrl+o"),
        # Esc and a letter arrive as alt with it where the connection is slow, so alt decides nothing.
        acts("undo", "undo", "undo", about="undo the last change", keys="alt+u"),
        acts("redo", "redo", "redo", about="redo it", keys="ctrl+r"),
    ]

    def action_queue(self) -> None:
        """Queue the highlighted paper, or take it out."""
        self._decide(lambda r: Status.NEW if r.status in IN_QUEUE else Status.QUEUED)

    def action_mark(self, status: str) -> None:
        """Give the highlighted paper a status, or take that back."""
        wanted = Status(status)
        before = Status.QUEUED if wanted is Status.READING else Status.NEW
        self._decide(lambda r: before if r.status is wanted else wanted)

    def _decide(self, wanted: Callable[[Reading], Status]) -> None:
        self.when_found(lambda: self._decide_now(wanted))

    def _decide_now(self, wanted: Callable[[Reading], Status]) -> None:
        paper_id = self.hits.paper_id
        if paper_id:
            status = wanted(self.library.reading(paper_id))
            if status is not Status.QUEUED or not self._asks_about_today(paper_id):
                self._give(paper_id, status)

    def _give(self, paper_id: str, status: Status) -> None:
        self._change(lambda: self.library.mark([paper_id], status))

    def _asks_about_today(self, paper_id: str) -> bool:
        return asks_what_to_displace(
            self.owner,
            self.library,
            [paper_id],
            at_end=lambda: self._give(paper_id, Status.QUEUED),
            displaced=lambda _: self.reload(),
        )

    def action_undo(self) -> None:
        """Take the last change back, whichever paper it was about."""
        change = self._change(self.library.undo)
        self.owner.say(f"Undone: {change.label}" if change else "Nothing to undo")

    def action_redo(self) -> None:
        """Do it again."""
        change = self._change(self.library.redo)
        self.owner.say(f"Redone: {change.label}" if change else "Nothing to redo")

    def _change(self, act: Callable[[], Change | None]) -> Change | None:
        change = self.owner.decide(act)
        self.reload()
        return change

    def action_tags(self) -> None:
        """Ask for the tags of the highlighted paper."""
        self.when_found(self._ask_for_tags)

    def _ask_for_tags(self) -> None:
        if self.hits.paper_id in self.library:
            ask_for_tags(self.owner, self.library, [self.hits.paper_id], self.reload)

    def action_note(self) -> None:
        """Write a note on the highlighted paper, then go on here."""
        self.when_found(self._note)

    def _note(self) -> None:
        from readq.ui.screens.note import NoteScreen

        if self.hits.paper_id in self.library:
            screen = NoteScreen(self.library, self.hits.paper_id, self.owner.config)
            self.app.push_screen(screen, lambda _: self.reload())

    def action_open(self) -> None:
        """Open the best link of the highlighted paper."""
        self.when_found(self._open)

    def _open(self) -> None:
        if self.hits.paper_id in self.library:
            open_link(self.owner, self.library.paper(self.hits.paper_id))
