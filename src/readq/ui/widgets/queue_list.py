"""The queue: papers to read, in the reader's order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive, var
from textual.timer import Timer

from readq.domain import Status
from readq.records import dataclass
from readq.ui.show import shortened
from readq.ui.widgets.rows import GUTTER, PaperRows, RowFacts

_LEAST_DIGITS = 2
EDGE_EVERY = 0.1
"""Seconds between two rows while a dragged one is held beyond an edge."""


class QueueList(PaperRows):
    """The queue, two rows a paper; papers move by keys, in the hand (`M`) or by mouse."""

    BINDING_GROUP_TITLE = "Queue"
    HELP = "Papers to read: those being read first, then your own order."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "read_now", "read now", id="queue.read", tooltip="start reading"),
        Binding("J,alt+down", "shift(1)", "down", id="queue.down", tooltip="move the paper down"),
        Binding("K,alt+up", "shift(-1)", "up", id="queue.up", tooltip="move the paper up"),
        Binding("M", "grab", "grab", id="queue.grab", tooltip="grab the paper, j k move it"),
        Binding("<", "place('top')", "top", id="queue.first", tooltip="to the top"),
        Binding(">", "place('end')", "end", id="queue.last", tooltip="to the end"),
        Binding("s", "sort_once", "sort once", id="queue.sort", tooltip="sort by priority, once"),
    ]

    row_height = 2
    anchored = False
    grabbed: var[str] = var("")
    """The paper in the hand; `paper_ids` shows where it would go."""
    today: reactive[frozenset[str]] = reactive[frozenset[str]](frozenset())
    """The papers of today's plan, whose numbers stand out."""

    @dataclass
    class MoveRequested(Message):
        """A paper is to go behind others."""

        rows: QueueList
        paper_id: str
        above: Sequence[str]
        """The papers above its place, in order; those that have left the queue since do not matter."""
        run: bool = False
        """One of several key presses that make one move."""

    @dataclass
    class ReadRequested(Message):
        """A paper is to be read now."""

        paper_id: str

    class SortRequested(Message):
        """The queue is to be sorted by priority, once."""

    class GrabChanged(Message):
        """A paper was taken into the hand, or let go of."""

    def __init__(self, facts: Callable[[str], RowFacts], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(facts, id=id)
        self._before_grab: Sequence[str] = ()
        self._pressed = ""
        """The paper whose row the mouse button went down on, while it is down."""
        self._dragged_to = 0
        """The line of the content that the mouse is on meanwhile, or would be on."""
        self._edge_timer: Timer | None = None

    def take(self, ids: Sequence[str]) -> None:
        """Show the queue as it is now. A paper in the hand stays below what it is below, or is let go once it is out."""
        if self.grabbed and self.grabbed not in ids:
            self._let_go()
        elif self.grabbed:
            carried = self.paper_ids != self._before_grab
            self._before_grab = ids
            if carried:
                ids = self._with_hand(ids)
        self.paper_ids = ids

    def _with_hand(self, ids: Sequence[str]) -> Sequence[str]:
        """The papers with the one in the hand where it is carried."""
        others = [i for i in ids if i != self.grabbed]
        known = frozenset(others)
        above = next((i for i in reversed(self.paper_ids[: self.cursor]) if i in known), None)
        others.insert(0 if above is None else others.index(above) + 1, self.grabbed)
        return others

    def validate_cursor(self, cursor: int) -> int:
        """The highlight stays on the paper in the hand."""
        place = self.place_of(self.grabbed) if self.grabbed else None
        return super().validate_cursor(cursor if place is None else place)

    # Keys

    def action_read_now(self) -> None:
        """Start reading, or let go of the paper in the hand."""
        if self.grabbed:
            self.drop()
        elif self.paper_id:
            self.post_message(self.ReadRequested(self.paper_id))

    def action_step(self, rows: int) -> None:
        """Move the highlight, or the paper in the hand."""
        if self.grabbed:
            self._carry(self.cursor + rows)
        else:
            super().action_step(rows)

    def action_first(self) -> None:
        """Go to the top, with the paper in the hand if there is one."""
        if self.grabbed:
            self._carry(0)
        else:
            super().action_first()

    def action_last(self) -> None:
        """Go to the end, with the paper in the hand if there is one."""
        if self.grabbed:
            self._carry(len(self.paper_ids) - 1)
        else:
            super().action_last()

    def action_shift(self, rows: int) -> None:
        """Move the highlighted paper."""
        if self.grabbed:
            self._carry(self.cursor + rows)
            return
        to = self.cursor + rows
        if self.paper_id and 0 <= to < len(self.paper_ids):
            self._ask_for(self.paper_id, to, run=True)

    def action_place(self, end: str) -> None:
        """Move the highlighted paper to the top or the end."""
        if self.grabbed:
            self._carry(0 if end == "top" else len(self.paper_ids) - 1)
        elif self.paper_id:
            self._ask_for(self.paper_id, 0 if end == "top" else len(self.paper_ids) - 1)

    def _ask_for(self, paper_id: str, to: int, *, run: bool = False) -> None:
        others = [i for i in self.paper_ids if i != paper_id]
        self.post_message(self.MoveRequested(self, paper_id, others[:to], run))

    def action_grab(self) -> None:
        """Take the highlighted paper into the hand, or let go of it."""
        if self.grabbed:
            self.drop()
        elif self.paper_id:
            self._before_grab = self.paper_ids
            self.grabbed = self.paper_id

    def action_sort_once(self) -> None:
        """Sort by priority."""
        self.post_message(self.SortRequested())

    def drop(self) -> None:
        """Let go of the paper where it is."""
        if self.grabbed and self.paper_ids != self._before_grab:
            self._ask_for(self.grabbed, self.cursor)
        self._let_go()

    def put_back(self) -> None:
        """Let go of the paper where it was."""
        if self.grabbed:
            paper_id, before = self.grabbed, self._before_grab
            self._let_go()
            self.paper_ids = before
            self.highlight(paper_id)

    def _let_go(self) -> None:
        self.grabbed, self._before_grab = "", ()
        self._release()

    def watch_grabbed(self) -> None:
        """Show it."""
        self.refresh()
        self.post_message(self.GrabChanged())

    def _carry(self, to: int) -> None:
        to = max(0, min(to, len(self.paper_ids) - 1))
        if to == self.cursor or not self.grabbed:
            return
        ids = [i for i in self.paper_ids if i != self.grabbed]
        ids.insert(to, self.grabbed)
        self.paper_ids = ids
        self.highlight(self.grabbed)

    # Mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A row can be dragged to another place."""
        row = self._row_under(event)
        if row is not None and not self.grabbed:
            self.cursor = row
            self._pressed = self.paper_id
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Carry the row along."""
        if not self._pressed:
            super().on_mouse_move(event)
            return
        self._dragged_to = event.y - self.gutter_top
        self._drag()

    def _drag(self) -> None:
        """Carry the row to where the mouse is; beyond an edge the queue scrolls, as long as it is there."""
        y, height = self._dragged_to, self.scrollable_content_region.height
        is_beyond = y < 0 or y >= height
        if is_beyond:
            self.scroll_relative(y=-self.row_height if y < 0 else self.row_height, animate=False)
        self._go_on_dragging(is_beyond)
        row = self.row_at(max(0, min(y, height - 1)))
        if row is None or not self._is_held(row):
            return
        self._carry(row)

    def _go_on_dragging(self, is_beyond: bool) -> None:
        if not is_beyond and self._edge_timer is not None:
            self._edge_timer.stop()
            self._edge_timer = None
        elif is_beyond and self._edge_timer is None:  # a mouse that is held still says nothing
            self._edge_timer = self.set_interval(EDGE_EVERY, self._drag)

    def _is_held(self, row: int) -> bool:
        """Whether the paper that is dragged over a row is in the hand, where it is taken once it leaves its own."""
        if not self.grabbed and self.paper_ids[row] != self._pressed:
            if self.highlight(self._pressed):
                self.action_grab()
            else:  # it has left the queue
                self._release()
        return bool(self.grabbed)

    @property
    def gutter_top(self) -> int:
        """Lines between the widget's edge and its content."""
        return self.styles.gutter.top

    def on_mouse_up(self) -> None:
        """Drop the row."""
        if self._pressed:
            self._release()
            self.drop()

    def _release(self) -> None:
        if self._pressed:
            self._pressed = ""
            self._go_on_dragging(False)
            self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        """With a paper in the hand: put it down there."""
        row = self._row_under(event)
        if self.grabbed and row is not None:
            event.stop()
            event.prevent_default()
            self._carry(row)
            self.drop()

    # Drawing

    def tint_of(self, row: int) -> str:
        """The paper in the hand stands out."""
        if self.grabbed and self.paper_ids[row] == self.grabbed:
            return "grabbed"
        return super().tint_of(row)

    def _row_segments(self, row: int, line: int, width: int) -> list[Segment]:
        style = self.row_style(row)
        facts = self._facts(self.paper_ids[row])
        digits = max(_LEAST_DIGITS, len(str(len(self.paper_ids))))
        room = max(width - digits - 2, 0)
        if line == 0:
            title = self.fit(self.written_title(facts), max(room - GUTTER, 0))
            return [
                self.edge(row),
                self._rank(row, digits, style),
                Segment(title, self.title_style(row, facts)),
                *self.right_edge(row, facts),
            ]
        indent = Segment(" " * (digits + 1), style)
        return [self.edge(row), indent, *self._second_line(facts, room, style)]

    def _rank(self, row: int, digits: int, style: Style) -> Segment:
        if self.paper_ids[row] == self.grabbed:
            return Segment(f"{self.signs.grabbed:>{digits}} ", style + self.part("priority-high"))
        part = "today" if self.paper_ids[row] in self.today else "number"
        return Segment(f"{row + 1:>{digits}} ", style + self.part(part))

    def _second_line(self, facts: RowFacts, room: int, style: Style) -> list[Segment]:
        quiet = style + self.part("quiet")
        minutes = f"{facts.minutes} min"
        if facts.status is not Status.READING:
            tail = f" {self.signs.dot} {minutes}" if facts.byline else minutes
            byline = shortened(facts.byline, room - len(tail), self.signs.ellipsis)
            return [Segment(self.fit(byline + tail, room), quiet)]
        reading = f"{self.signs.status[Status.READING]} reading"
        strong = self.part(Status.READING)
        rest = self.fit(f" {self.signs.dot} {minutes}", max(room - len(reading), 0))
        return [Segment(reading, style + strong), Segment(rest, quiet)]
