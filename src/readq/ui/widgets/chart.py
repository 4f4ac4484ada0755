"""Charts of the statistics screen: columns by day, and bars by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.reactive import reactive, var
from textual.strip import Strip
from textual.widget import Widget

from readq.records import dataclass
from readq.ui.marks import UNICODE, Marks
from readq.ui.show import fitted
from readq.ui.widgets.columns import Column, Piece, Signs, draw

SERIES = ("kept", "later", "skipped", "read")
_NO_COLOUR = {"kept": "█", "later": "▒", "skipped": "░", "read": "█"}
_ASCII_FILLS = {"kept": "#", "later": "o", "skipped": ".", "read": "#"}
_MOST_LABEL = 24


class ColumnChart(Widget):
    """Columns from left to right in time, stacked by series."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"chart--{name}" for name in SERIES),
        "chart--axis",
        "chart--grid",
        "chart--label",
    }

    columns: reactive[Sequence[Column]] = reactive[Sequence[Column]](())
    series: var[Sequence[str]] = var[Sequence[str]](())
    notice: reactive[str] = reactive("")
    """What to say in the middle when all columns are empty."""
    signs: var[Marks] = var(UNICODE)

    def __init__(self, series: Sequence[str], *, id: str | None = None) -> None:  # noqa: A002
        """Show these series, the first at the bottom."""
        super().__init__(id=id)
        self.series = series
        self._lines: list[list[Piece]] = []
        self._drawn_for: object = None

    def render_line(self, y: int) -> Strip:
        """One line of the chart."""
        width, height = self.size
        if (
            y == height // 3
            and self.notice
            and not any(sum(c.values.values()) for c in self.columns)
        ):
            text = fitted(self.notice.center(width), width, self.signs.ellipsis)
            return Strip([Segment(text, self.rich_style + self._part("label"))], width)
        lines = self._drawn(width, height)
        if y >= len(lines):
            return Strip.blank(width, self.rich_style)
        looks = {(piece.part, piece.over) for piece in lines[y]}
        styles = {
            look: self._style(*look) for look in looks
        }  # each costs as much as drawing twenty pieces
        segments = [Segment(p.cells, styles[p.part, p.over]) for p in lines[y] if p.cells]
        return Strip(segments).adjust_cell_length(width, self.rich_style)

    def _drawn(self, width: int, height: int) -> list[list[Piece]]:
        wanted = self.columns, width, height, self._chart_signs()
        if self._drawn_for != wanted:
            self._drawn_for = wanted
            self._lines = draw(self.columns, self.series, width, height, wanted[-1])
        return self._lines

    def legend(self) -> Mapping[str, str]:
        """The sign of each series."""
        fills = self._chart_signs().fills
        return dict.fromkeys(SERIES, "▪") if fills is None else fills

    def _chart_signs(self) -> Signs:
        if self.signs is not UNICODE:
            return Signs(grid="-", axis="=", fills=_ASCII_FILLS)
        return Signs(fills=_NO_COLOUR if self.app.no_color else None)

    def _style(self, part: str, over: str) -> Style:
        style = self.rich_style
        if part:
            style += self._part(part)
        if over:
            colour = self._part(over).color
            style += Style(bgcolor=colour)
        return style

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"chart--{name}", partial=True)


@dataclass(frozen=True, slots=True)
class Bar:
    """One name and how many."""

    name: str
    """May be data."""
    count: int
    mark: str = ""
    """A sign before the name."""
    colour: str = "primary"
    """A theme variable without its dollar sign."""


class BarChart(Widget):
    """One bar a name, longest first as given; what does not fit is left out."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"chart--label", "chart--count"}

    bars: reactive[Sequence[Bar]] = reactive[Sequence[Bar]](())
    notice: reactive[str] = reactive("")
    signs: var[Marks] = var(UNICODE)

    def render_line(self, y: int) -> Strip:
        """One bar."""
        width = self.size.width
        label = self.get_component_rich_style("chart--label", partial=True)
        if not self.bars and y == 0:
            text = fitted(self.notice, width, self.signs.ellipsis)
            return Strip([Segment(text, self.rich_style + label)], width)
        if y >= len(self.bars):
            return Strip.blank(width, self.rich_style)
        bar = self.bars[y]
        marks = max(cell_len(b.mark) for b in self.bars)
        names = min(max(cell_len(b.name) for b in self.bars), max(min(_MOST_LABEL, width // 2), 1))
        counts = max(len(f"{b.count:,}") for b in self.bars)
        room = max(width - names - counts - marks - 2 - bool(marks), 0)
        most = max(max(b.count for b in self.bars), 1)
        cells = max(round(bar.count * room / most), 1) if bar.count and room else 0
        style = self.rich_style
        colour = Style(color=Color.parse(self.app.theme_variables[bar.colour]).rich_color)
        segments = [
            Segment(fitted(bar.mark, marks) + " " * bool(marks), style + colour),
            Segment(fitted(bar.name, names, self.signs.ellipsis) + " ", style + label),
            Segment(self.signs.gauge * cells + " " * bool(cells), style + colour),
            Segment(f"{bar.count:,}", style),
        ]
        return Strip(segments).adjust_cell_length(width, style)
