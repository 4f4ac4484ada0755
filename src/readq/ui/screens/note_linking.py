"""Links to papers while a note is written: completed, followed, and where others link here."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from rich.cells import cell_len
from textual import getters, on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.worker import get_current_worker

from readq.library import Library
from readq.text.notelinks import link_being_typed, note_links, written_link
from readq.ui.abstract import AbstractMeta
from readq.ui.marks import KEY, MUTED
from readq.ui.screens.app_of import app_of
from readq.ui.screens.closing import Page
from readq.ui.screens.completions import Completions
from readq.ui.screens.note_area import NoteArea
from readq.ui.show import content

_MOST = 20
_WIDEST = 72


class NoteLinking(Page[str | None], metaclass=AbstractMeta):
    """The part of the note editor that knows other papers. Answers with one that is to be shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "choose(1)", "next", id="note.link.down", priority=True),
        Binding("up", "choose(-1)", "previous", id="note.link.up", priority=True),
        Binding("enter,tab", "take", "link", id="note.link.take", priority=True),
        Binding(
            "ctrl+o",
            "follow",
            "follow link",
            id="note.follow",
            tooltip="save, and go to the linked paper",
            priority=True,
        ),
    ]

    area = getters.query_one("#note-area", NoteArea)
    completions = getters.query_one(Completions)

    def __init__(self, library: Library, paper_id: str) -> None:
        super().__init__()
        self._library = library
        self._paper_id = paper_id
        self._offered: list[str] = []
        self._declined: tuple[int, int] | None = None
        """Where a link begins that the reader wants no help with."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Some keys are text unless papers are offered."""
        if action in ("choose", "take"):
            return self.is_mounted and bool(self.completions.options)
        return super().check_action(action, parameters)

    # Completion

    def offer_papers(self) -> None:
        """Offer papers for the link that is being typed, if one is."""
        row, column = self.area.cursor_location
        before = self.area.document.get_line(row)[:column]
        typed = link_being_typed(before)
        if typed is None or self._declined == (row, column - len(typed)):
            self._offer([])
            return
        self._declined = None
        self._search(typed)

    @work(thread=True, exclusive=True, group="links", exit_on_error=False)
    def _search(self, typed: str) -> None:
        worker = get_current_worker()
        library = self._library
        if typed.strip():
            found = [hit.paper_id for hit in library.jump(typed, _MOST + 1)]
        else:
            found = library.queue_ids()[: _MOST + 1]
        if not worker.is_cancelled:
            self.app.call_from_thread(self._offer, [i for i in found if i != self._paper_id])

    def _offer(self, ids: list[str]) -> None:
        if not self.is_mounted:
            return
        self._offered = [i for i in ids if i in self._library][:_MOST]
        self.completions.options = tuple(self._library.hot(i).title for i in self._offered)
        self.area.is_offered_links = bool(self._offered)
        if self._offered:
            self._place()

    def _place(self) -> None:
        """Below the cursor, or above it where there is more room; within the frame of the note."""
        x, y = self.area.cursor_screen_offset
        frame = self.area.content_region
        wanted, above, below = len(self._offered), y - frame.y, frame.bottom - y - 1
        is_below = below >= min(wanted, Completions.MOST) or below >= above
        rows = max(min(wanted, Completions.MOST, below if is_below else above), 1)
        widest = max(map(cell_len, self.completions.options)) + 2
        width = min(_WIDEST, widest, max(frame.width, 1))
        self.completions.rows = rows
        self.completions.styles.width = width
        left = max(min(x, frame.right - width), frame.x)
        self.completions.styles.offset = Offset(left, y + 1 if is_below else max(y - rows, 0))

    def decline(self) -> bool:
        """Take the offer away; whether there was one."""
        if not self.completions.options:
            return False
        row, column = self.area.cursor_location
        typed = link_being_typed(self.area.document.get_line(row)[:column])
        self._declined = (row, column - len(typed or ""))
        self._offer([])
        return True

    def action_choose(self, step: int) -> None:
        """Highlight another paper."""
        self.completions.step(step)

    def action_take(self) -> None:
        """Link to the highlighted paper."""
        self._link(self._offered[self.completions.highlighted])

    @on(Completions.Picked)
    def _picked(self, event: Completions.Picked) -> None:
        self._link(self._offered[list(self.completions.options).index(event.text)])

    def _link(self, paper_id: str) -> None:
        row, column = self.area.cursor_location
        line = self.area.document.get_line(row)
        start = line[:column].rfind("[[")
        if start < 0:
            return
        end = column + 2 if line[column:].startswith("]]") else column
        paper = self._library.hot(paper_id)
        link = written_link(paper.title, paper.citekey or paper.id)
        self._offer([])
        self.area.replace(link, (row, start), (row, end))
        self.area.focus()

    # Following

    def action_follow(self) -> None:
        """Go to the paper of the link at the cursor, else of the only one there is."""
        links = note_links(self.area.text)
        at = len(self.area.get_text_range((0, 0), self.area.cursor_location))
        here = [link for link in links if link.start <= at <= link.end] or (
            links if len({link.target for link in links}) == 1 else []
        )
        if not here:
            app_of(self).say("Put the cursor on a [[link]] to follow it.")
            return
        self._find(here[0].target)

    @work(thread=True, exclusive=True, group="follow", exit_on_error=False)
    def _find(self, target: str) -> None:
        paper_id = self._library.linked_by(target)
        self.app.call_from_thread(self._found, target, paper_id)

    def _found(self, target: str, paper_id: str | None) -> None:
        if paper_id is None:
            app_of(self).say(f"No paper answers to “{target}”.", "warning")
        elif self.is_current:
            self.leave_for(paper_id)

    @abstractmethod
    def leave_for(self, paper_id: str) -> None:
        """Save, and let another paper be shown."""

    # Links from elsewhere

    def linked_from(self) -> Content | None:
        """The papers whose notes link to this one; None when there is none."""
        ids = self._library.linking(self._paper_id)
        if not ids:
            return None
        titles = [content(f"- {self._library.hot(i).title}", MUTED) for i in ids]
        return Content("\n").join([Content.styled("LINKED FROM", KEY), *titles])
