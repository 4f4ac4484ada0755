"""The hits of a jump, drawn like rows of the list, with the letters that matched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.reactive import reactive
from textual.strip import Strip

from readq.domain import Status
from readq.ui.marks import priority_level
from readq.ui.show import clean, shortened
from readq.ui.widgets.parts import HITS, Part
from readq.ui.widgets.rows import PaperRows, RowFacts

Spans = tuple[tuple[int, int], ...]

_LEFT = 5
"""Cells for bar, mark and blanks."""
_LEAST_TITLE = 44
"""Cells that a title has before anything is shown beside it."""
_LEAST_ASIDE = 12
_VENUE = 16
_ASIDE = 36
_SIGNS = 9
"""Cells that note mark and priority take beside the aside."""
_HIDDEN = 16
"""Cells that `not in filter` takes."""


class HitList(PaperRows, can_focus=False):
    """What the jump found, best first; the keys come from the screen, since the input has the focus."""

    PARTS: ClassVar[Mapping[str, Part]] = HITS
    WITH_FOCUS: ClassVar[Mapping[str, Part]] = HITS

    spans: reactive[Mapping[str, Spans]] = reactive[Mapping[str, Spans]]({})
    """Where each title matched."""
    marked: reactive[frozenset[str]] = reactive[frozenset[str]](frozenset())
    """Papers taken besides the highlighted one."""
    asides: reactive[Mapping[str, str]] = reactive[Mapping[str, str]]({})
    """A few words for each paper, shown at the right where there is room."""
    empty_text: reactive[str] = reactive("")
    """What to say when there is no hit."""

    def __init__(
        self,
        facts: Callable[[str], RowFacts],
        is_hidden: Callable[[str], bool],
        *,
        id: str | None = None,  # noqa: A002
    ) -> None:
        """Show hits.

        Args:
            facts: Gives what the row of a paper says.
            is_hidden: Whether the current filter hides a paper.
            id: The widget's id.
        """
        super().__init__(facts, id=id)
        self._is_hidden = is_hidden
        self._columns_of: tuple[object, ...] = ()
        self._columns: dict[str, int] = {}

    def render_line(self, y: int) -> Strip:
        """One line; without hits, what can be done instead."""
        if self.paper_ids or y or not self.empty_text:
            return super().render_line(y)
        width = self.scrollable_content_region.width
        quiet = self.rich_style + self.part("quiet")
        return Strip([Segment(self.fit(f"  {self.empty_text}", width), quiet)], width)

    def _row_segments(self, row: int, line: int, width: int) -> list[Segment]:
        paper_id = self.paper_ids[row]
        facts = self._facts(paper_id)
        plain = self.row_style(row)
        mark, sign = self.part(facts.status), self.signs.status[facts.status]
        if paper_id in self.marked:
            mark, sign = self.part(Status.READING), self.signs.selected
        right = self._right(row, facts, paper_id, width - _LEFT - _LEAST_TITLE)
        taken = sum(segment.cell_length for segment in right)
        return [
            self.edge(row),
            Segment(" ", plain),
            Segment(f"{sign}  ", plain + mark),
            *self._title(row, facts, paper_id, max(width - _LEFT - taken, 0)),
            *right,
        ]

    def _title(self, row: int, facts: RowFacts, paper_id: str, room: int) -> list[Segment]:
        lead = "~ " if facts.derived else ""
        title = clean(facts.title)
        style = self.title_style(row, facts)
        text = Text(lead + title, style=style, end="", no_wrap=True)
        if title == facts.title:
            for start, end in self.spans.get(paper_id, ()):
                text.stylize(self.part("match"), start + len(lead), end + len(lead))
        if text.cell_len > room:
            text.truncate(max(room - cell_len(self.signs.ellipsis), 0))
            text.append(self.signs.ellipsis if room else "")
        text.truncate(room, pad=True)
        # Text without spans is drawn without its style.
        return (
            list(text.render(self.app.console))
            if text.spans
            else [Segment(self.fit(text.plain, room), style)]
        )

    def _right(self, row: int, facts: RowFacts, paper_id: str, room: int) -> list[Segment]:
        """Why it is there, note, priority and venue, each in its column; that a filter hides it."""
        plain = self.row_style(row)
        quiet = plain + self.part("quiet")
        shown = self._columns_in(room)
        pieces = []
        if "aside" in shown:
            pieces.append((self.fit(self.asides.get(paper_id, ""), shown["aside"]), plain))
        if self._is_hidden(paper_id) and sum(shown.values()) + 2 * len(shown) + _HIDDEN <= room:
            pieces.append(("not in filter", quiet))
        if "note" in shown:
            pieces.append((self.signs.note if facts.has_note else " ", quiet))
        if "priority" in shown:
            pieces.append(self._priority(facts, plain))
        if "venue" in shown:
            venue = shortened(facts.venue, shown["venue"], self.signs.ellipsis)
            pieces.append((" " * (shown["venue"] - cell_len(venue)) + venue, quiet))
        segments = [
            s for text, style in pieces for s in (Segment("  ", plain), Segment(text, style))
        ]
        return [*segments, Segment(" ", plain)] if segments else []

    def _priority(self, facts: RowFacts, plain: Style) -> tuple[str, Style]:
        if not facts.priority:
            return " ", plain
        level = self.part(f"priority-{priority_level(facts.priority)}")
        return str(facts.priority), plain + level

    def _columns_in(self, room: int) -> dict[str, int]:
        """How wide each column is; those that come last go first when there is no room."""
        shown = (self.paper_ids, self.asides, self.version, room)
        if self._columns_of != shown:
            self._columns_of = shown
            self._columns = self._work_out_columns(room)
        return self._columns

    def _work_out_columns(self, room: int) -> dict[str, int]:
        every = [self._facts(paper_id) for paper_id in self.paper_ids]
        longest = max(map(cell_len, self.asides.values()), default=0)
        wide = {
            "aside": min(longest, _ASIDE, max(room - _SIGNS, _LEAST_ASIDE)),
            "priority": int(any(facts.priority for facts in every)),
            "venue": min(max((cell_len(facts.venue) for facts in every), default=0), _VENUE),
            "note": int(any(facts.has_note for facts in every)),
        }
        columns: dict[str, int] = {}
        for name, width in wide.items():
            if width and sum(columns.values()) + 2 * len(columns) + width + 3 <= room:
                columns[name] = width
        return columns
