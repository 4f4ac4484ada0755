"""Moving among papers in rows: the highlight, what is in sight, keys and mouse."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.scroll_view import ScrollView

from readq.records import dataclass
from readq.ui.marks import UNICODE, Marks
from readq.ui.screens.focus import LeadsCursor
from readq.ui.widgets.bars import PlainBars
from readq.ui.widgets.held_keys import HeldKeys

_EIGHTHS = 8
_LOOKED_FOR = 4
"""So many papers are looked for one by one; for more a set of all is sooner made."""


class MovingRows(HeldKeys, LeadsCursor, ScrollView, can_focus=True, inherit_bindings=False):
    """Papers in rows of a fixed height, of which one is highlighted."""

    ALLOW_SELECT = False
    MOVES = frozenset({"step", "page"})
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "step(1)", "next", id="move.down", tooltip="next paper"),
        Binding("k,up", "step(-1)", "previous", id="move.up", tooltip="previous paper"),
        Binding("g,home", "first", "first", id="move.first", tooltip="first paper"),
        Binding("G,end", "last", "last", id="move.last", tooltip="last paper"),
        Binding(
            "ctrl+d,pagedown", "page(1)", "down", id="move.page.down", tooltip="half a page down"
        ),
        Binding("ctrl+u,pageup", "page(-1)", "up", id="move.page.up", tooltip="half a page up"),
    ]

    paper_ids: reactive[Sequence[str]] = reactive[Sequence[str]]((), layout=False)
    """The papers, in order."""
    cursor: reactive[int] = reactive(0, repaint=False)
    """The highlighted row."""
    signs: var[Marks] = var(UNICODE)
    hovered: var[int | None] = var(None)

    row_height = 1
    anchored = True
    """Whether the highlighted row stays at its height on the screen when rows come and go above it."""

    @dataclass
    class Highlighted(Message, bubble=False):
        """Another paper is highlighted now; empty when there is none. It goes straight to the screen."""

        rows: MovingRows
        paper_id: str

    @dataclass
    class Opened(Message):
        """The reader wants to see this paper in full."""

        rows: MovingRows
        paper_id: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._announced = ""
        self._clicked = ""
        self._kept_place: tuple[Sequence[str], int] | None = None

    # What is highlighted

    @property
    def paper_id(self) -> str:
        """The highlighted paper; empty when there is none."""
        return self.paper_ids[self.cursor] if self.cursor < len(self.paper_ids) else ""

    def place_of(self, paper_id: str) -> int | None:
        """The row of a paper."""
        # A dictionary of all rows would have to be made anew with every other list.
        return self.paper_ids.index(paper_id) if paper_id in self.paper_ids else None

    def highlight(self, paper_id: str) -> bool:
        """Move the highlight to a paper, if it is here."""
        place = self.place_of(paper_id)
        if place is None:
            return False
        self.cursor = place
        self.show_cursor()
        self._announce()
        return True

    def keep_place(self) -> None:
        """However the rows change, lead back to the row highlighted now, until the highlight is moved."""
        self._kept_place = self.paper_ids, self.cursor

    def give_up_place(self) -> None:
        """The row highlighted now is the one to stay at."""
        self._kept_place = None

    def validate_cursor(self, cursor: int) -> int:
        """Keep it on a row."""
        return max(0, min(cursor, len(self.paper_ids) - 1))

    def watch_cursor(self, old: int, new: int) -> None:
        """Repaint the two rows it is about."""
        self.give_up_place()
        for row in {old, new}:
            self.refresh_row(row)
        self.show_cursor()
        self._announce()

    def watch_paper_ids(self, old: Sequence[str], new: Sequence[str]) -> None:
        """Keep the highlight on its paper, or on what came next, at the same height on the screen."""
        place = self._surviving(*(self._kept_place or (old, self.cursor)), new)
        height_on_screen = self.cursor * self.row_height - self.scroll_offset.y
        self._set_extent()
        self.set_reactive(MovingRows.cursor, self.validate_cursor(place))
        if self.anchored:
            self.scroll_to(y=self.cursor * self.row_height - height_on_screen, animate=False)
        self.show_cursor()
        self._announce()
        if self.is_attached and bool(old) is not bool(new):
            self.screen.refresh_bindings()  # keys about papers come and go

    def _surviving(self, old: Sequence[str], place: int, new: Sequence[str]) -> int:
        """The row of the first paper from a place on that is still here."""
        here: Collection[str] = new
        for number, paper_id in enumerate(old[place:]):
            if number == _LOOKED_FOR:
                here = frozenset(new)
            if paper_id in here:
                return new.index(paper_id)
        return max(min(place, len(new) - 1), 0)

    def _announce(self) -> None:
        if self.paper_id != self._announced:
            self._announced = self.paper_id
            if self.is_attached:
                self.screen.post_message(self.Highlighted(self, self.paper_id))

    # Where things are

    def watch_signs(self, signs: Marks) -> None:
        """Plain terminals get scroll bars of their own."""
        if signs is not UNICODE:
            self.vertical_scrollbar.renderer = PlainBars  # type: ignore[misc]
            self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Scroll; the bar is drawn anew only when it comes to look different."""
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.position = self._thumb(new_value)
        if round(old_value) != round(new_value):
            self.refresh(self.size.region)

    def _thumb(self, scrolled: float) -> float:
        """The middle of all places that Textual draws like this one, to an eighth of a cell."""
        window = self.scrollable_content_region.height
        rows = self.virtual_size.height
        way = (window - max(1, window * window / rows)) * _EIGHTHS if rows > window > 0 else 0
        step = (rows - window) / way if way > 0 else 0
        return (scrolled // step + 0.5) * step if step > 1 else scrolled

    def on_resize(self) -> None:
        """The highlighted paper stays in sight."""
        self._set_extent()
        self.call_after_refresh(self.show_cursor)

    def _set_extent(self) -> None:
        width, height = self.scrollable_content_region.size
        lines = len(self.paper_ids) * self.row_height
        # At the end too the first line in sight is the first one of a row.
        beyond = height % self.row_height if lines > height else 0
        self.virtual_size = Size(width, lines + beyond)

    def validate_scroll_y(self, value: float) -> float:
        """Rows begin whole at the top."""
        value = super().validate_scroll_y(value)
        return value if self.row_height == 1 else value // self.row_height * self.row_height

    def on_focus(self) -> None:
        """Lead the terminal's own cursor here."""
        self.lead_cursor()

    def lead_cursor(self) -> None:
        """Put the terminal's cursor on the highlighted row."""
        line = self.cursor * self.row_height - self.scroll_offset.y
        self.app.cursor_position = self.content_region.offset + Offset(0, line)

    def show_cursor(self) -> None:
        """Scroll just so far that the highlighted row is in sight."""
        self._scroll_to_cursor()
        if self.has_focus:
            self.lead_cursor()

    def _scroll_to_cursor(self) -> None:
        top = self.cursor * self.row_height
        height = self.scrollable_content_region.height
        if top < self.scroll_offset.y or height < self.row_height:
            self.scroll_to(y=top, animate=False)
        elif top + self.row_height > self.scroll_offset.y + height:
            lines = top + self.row_height - height
            self.scroll_to(y=-(-lines // self.row_height) * self.row_height, animate=False)

    @property
    def row_below_sight(self) -> int:
        """The first row that begins below what can be seen."""
        height = self.scrollable_content_region.height
        return -(-(self.scroll_offset.y + height) // self.row_height)

    def refresh_row(self, row: int) -> None:
        """Repaint one row."""
        self.refresh_lines(row * self.row_height, self.row_height)

    def row_at(self, y: int) -> int | None:
        """The row at a line of the widget's content."""
        row = (y + self.scroll_offset.y) // self.row_height
        return row if 0 <= row < len(self.paper_ids) else None

    # Keys

    def action_step(self, rows: int) -> None:
        """Move the highlight."""
        self.cursor += rows

    def action_first(self) -> None:
        """Highlight the first paper."""
        self.cursor = 0

    def action_last(self) -> None:
        """Highlight the last paper."""
        self.cursor = len(self.paper_ids) - 1

    def action_page(self, direction: int) -> None:
        """Move by half of what is in sight."""
        height = self.scrollable_content_region.height // self.row_height
        self.action_step(direction * max(height // 2, 1))

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Highlight what was clicked; a double click opens it."""
        row = self._row_under(event)
        if row is None:
            return
        event.stop()
        if event.ctrl or event.shift:
            self.pick(row, to_here=event.shift)
            return
        self.cursor = row
        if event.chain == 2 and self.paper_id == self._clicked:  # rows may move between two clicks
            self.post_message(self.Opened(self, self.paper_id))
        self._clicked = self.paper_id

    def pick(self, row: int, *, to_here: bool) -> None:
        """Called for ctrl+click (one row) and shift+click (a range); the list marks rows by it."""

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tint the row under the mouse."""
        self.hovered = self._row_under(event)

    def on_leave(self) -> None:
        """The mouse has gone."""
        self.hovered = None

    def watch_hovered(self, old: int | None, new: int | None) -> None:
        """Repaint the two rows it is about."""
        for row in {old, new} - {None}:
            self.refresh_row(row or 0)

    def _row_under(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self)
        if offset is None or offset.x >= self.scrollable_content_region.width:
            return None
        return self.row_at(offset.y)
