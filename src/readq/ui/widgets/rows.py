"""The base of the list and the queue: papers in rows, of which only those on screen are drawn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.reactive import reactive
from textual.strip import Strip

from readq.domain import Status
from readq.records import dataclass
from readq.ui.abstract import AbstractMeta
from readq.ui.marks import priority_level
from readq.ui.show import fitted
from readq.ui.widgets.alike import AlikeLines
from readq.ui.widgets.moving_rows import MovingRows
from readq.ui.widgets.parts import PARTS, WITH_FOCUS, Part, style_of

GUTTER = 4
"""Cells at the right of a row for note mark and priority; never cut."""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """What a row tells about a paper."""

    title: str
    derived: bool = False
    status: Status = Status.NEW
    priority: int = 0
    has_note: bool = False
    note_line: str = ""
    """The first line of the note, where the list is to show it."""
    authors: tuple[str, ...] = ()
    venue: str = ""
    """Venue and year."""
    minutes: int = 0
    """Rough reading time."""
    trashed: bool = False
    """Whether the paper is in the trash."""
    score: float | None = None
    """How much the paper seems wanted, 0 to 1; None where that is not told."""

    @property
    def byline(self) -> str:
        """`Peng et al.`, `Su & Yuan`, `Lee`, or nothing."""
        surnames = [name.rsplit(" ", 1)[-1] for name in self.authors[:2]]
        if len(self.authors) > 2:
            return f"{surnames[0]} et al."
        return " & ".join(surnames)


class PaperRows(MovingRows, AlikeLines, metaclass=AbstractMeta):
    """Rows as the list, the queue and the hits draw them; the subclasses say what is in a row."""

    PARTS: ClassVar[Mapping[str, Part]] = PARTS
    WITH_FOCUS: ClassVar[Mapping[str, Part]] = WITH_FOCUS

    notice: reactive[str] = reactive("")
    """What to say when there is no paper to show."""
    version: reactive[int] = reactive(0)
    """Counts up when what the rows say has changed."""

    def __init__(self, facts: Callable[[str], RowFacts], *, id: str | None = None) -> None:  # noqa: A002
        """Show papers.

        Args:
            facts: Gives what the row of a paper says; asked for the rows on screen only.
            id: The widget's id.
        """
        super().__init__(id=id)
        self._facts = facts
        self._base_style: Style | None = None
        self._parts: dict[str, Style] = {}

    def first_alike(self) -> int:
        """Below the last paper, or the notice that there is none, all lines are empty."""
        if not self.paper_ids:
            return 1 + len(self._said())
        return max(len(self.paper_ids) * self.row_height - self.scroll_offset.y, 0)

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        width = self.scrollable_content_region.width
        row, line = divmod(y + self.scroll_offset.y, self.row_height)
        if not self.paper_ids and y and self.notice:
            said = self._said()[y - 1 : y]
            text = self.fit(f" {said[0]}" if said else "", width)
            return Strip([Segment(text, self.base_style + self.part("quiet"))], width)
        if row >= len(self.paper_ids):
            return Strip.blank(width, self.base_style)
        style = self.row_style(row)
        strip = Strip(self._row_segments(row, line, width))
        return strip.adjust_cell_length(width, style).crop(0, width)

    def _said(self) -> list[str]:
        """The notice, in lines that fit."""
        return wrap(self.notice, max(self.scrollable_content_region.width - 1, 1))

    @abstractmethod
    def _row_segments(self, row: int, line: int, width: int) -> list[Segment]:
        """Called for what one line of a row says."""

    def notify_style_update(self) -> None:
        """Called by Textual when focus or theme change what the stylesheet says."""
        super().notify_style_update()
        self._base_style = None
        self._parts.clear()

    @property
    def base_style(self) -> Style:
        """The widget's own style, which Textual would work out anew for every row."""
        if self._base_style is None:
            self._base_style = self.rich_style
        return self._base_style

    def part(self, name: str) -> Style:
        """How a part of a row looks."""
        style = self._parts.get(name)
        if style is None:
            app = self.app
            parts = self.WITH_FOCUS if self.has_focus else self.PARTS
            style = style_of(parts[name], app.theme_variables, colourless=app.no_color)
            self._parts[name] = style
        return style

    def row_style(self, row: int) -> Style:
        """Background of a row, and bold for the highlighted one."""
        tint = self.tint_of(row)
        return self.base_style + self.part(tint) if tint else self.base_style

    def tint_of(self, row: int) -> str:
        """The part of the stylesheet that colours a row, if any."""
        if row == self.cursor:
            return "cursor"
        return "hover" if row == self.hovered else ""

    def title_style(self, row: int, facts: RowFacts) -> Style:
        """How the title is written."""
        style = self.row_style(row)
        if facts.trashed or facts.status in (Status.READ, Status.SKIPPED):
            style += self.part("faded")
        return style + self.part("derived") if facts.derived else style

    def edge(self, row: int) -> Segment:
        """The bar at the left of the highlighted row."""
        style = self.row_style(row)
        if row == self.cursor:
            return Segment(self.signs.bar, style + self.part("bar"))
        return Segment(" ", style)

    def right_edge(self, row: int, facts: RowFacts) -> list[Segment]:
        """Note mark and priority."""
        plain = self.row_style(row)
        note = self.signs.note if facts.has_note else " "
        segments = [Segment(f" {note} ", plain + self.part("quiet"))]
        if not facts.priority:
            return [*segments, Segment(" ", plain)]
        level = self.part(f"priority-{priority_level(facts.priority)}")
        return [*segments, Segment(str(facts.priority), plain + level)]

    def fit(self, text: str, width: int) -> str:
        """Text in exactly so many cells."""
        return fitted(text, width, self.signs.ellipsis)

    def written_title(self, facts: RowFacts) -> str:
        """The title, marked when readq made it."""
        return f"~ {facts.title}" if facts.derived else facts.title
