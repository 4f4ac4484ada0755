"""What the app is measured against: `python -m tests.benchmarks.bare_apps empty|list ROWS`."""

from __future__ import annotations

import sys
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

READY = "first row of all"


class EmptyApp(App[None]):
    """Textual with one line of text."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static(READY)


class BareList(ScrollView, can_focus=True):
    """The least a virtual list with a highlighted row can be."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("j", "step", "next")]
    row: reactive[int] = reactive(0, repaint=False)

    def __init__(self, rows: int) -> None:
        super().__init__()
        self.rows = rows

    def on_mount(self) -> None:
        """As many rows as asked."""
        self.virtual_size = Size(80, self.rows)
        self.focus()

    def action_step(self) -> None:
        """Highlight the next row."""
        self.row += 1

    def watch_row(self, old: int, new: int) -> None:
        """Repaint two rows, and scroll when it is time."""
        self.refresh_lines(old, 1)
        self.refresh_lines(new, 1)
        if new >= self.scroll_offset.y + self.size.height:
            self.scroll_to(y=new - self.size.height + 1, animate=False)

    def render_line(self, y: int) -> Strip:
        """One row."""
        row = y + self.scroll_offset.y
        style = Style(bold=True, reverse=row == self.row)
        text = READY if row == 0 else f"row {row} of a list of papers with a title"
        return Strip([Segment(text.ljust(self.size.width), style)])


class ListApp(App[None]):
    """Textual with nothing but the list."""

    def __init__(self, rows: int) -> None:
        super().__init__()
        self.rows = rows

    def compose(self) -> ComposeResult:
        """The list."""
        yield BareList(self.rows)


if __name__ == "__main__":
    (EmptyApp() if sys.argv[1] == "empty" else ListApp(int(sys.argv[2]))).run()
