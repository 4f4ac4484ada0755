"""The list: all papers, or those the filter lets pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Literal

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from readq.domain import Status
from readq.records import dataclass
from readq.ui.show import shortened, two_lines
from readq.ui.widgets.rows import GUTTER, PaperRows, RowFacts

Density = Literal["compact", "cosy"]

_LEFT = 3
"""Cells for bar, mark and a blank."""
_SCORE = 4
"""Cells of the bar that shows a score."""
_SCORED_FROM = 30
"""Cells of a row from which on there is room for that."""
_AUTHOR = 16
_VENUE = 14
_MOST_DRAWN = 500
"""Lines kept as they were drawn."""
_FEW = 6
"""So many lines are drawn one by one; more are drawn faster all together."""
_GAP = 2
"""Cells between title and note."""
_Key = tuple[object, ...] | None


class PaperList(PaperRows):
    """The list of papers, with marks for doing one thing to many."""

    BINDING_GROUP_TITLE = "List"
    HELP = "Papers of the library. Keys decide about the highlighted one, or about all marked ones."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "open", id="pane.in", tooltip="read the abstract"),
        Binding("space", "mark", "mark", id="sel.toggle", tooltip="mark, go on"),
        Binding("V", "mark_range", "range", id="sel.range", tooltip="mark a range from here"),
        Binding("*", "mark_all", "all shown", id="sel.all", tooltip="mark all shown"),
        Binding("s", "sort", "sort", id="find.sort", tooltip="sort the list another way"),
    ]

    marked: reactive[frozenset[str]] = reactive[frozenset[str]](frozenset())
    """Papers picked for the next decision."""
    density: reactive[Density] = reactive[Density]("compact")
    scored: reactive[bool] = reactive(False)
    """Whether a bar before the gutter shows how much an undecided paper seems wanted."""
    columns: reactive[bool] = reactive(False)
    """Whether rows of one line show authors and venue where the title leaves room."""

    @dataclass
    class MarksRequested(Message):
        """These papers are to be the marked ones."""

        paper_ids: frozenset[str]

    class SortRequested(Message):
        """The list is to be sorted another way."""

    def __init__(self, facts: Callable[[str], RowFacts], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(facts, id=id)
        self._range_from: str | None = None
        self._drawn: dict[_Key, Strip] = {}
        self._told: dict[str, RowFacts] = {}
        self._looks: dict[_Key, int] = {}
        self._look = -1

    def watch_density(self, density: Density) -> None:
        """Cosy rows are two lines high."""
        height_on_screen = self.cursor * self.row_height - self.scroll_offset.y
        self.row_height = 2 if density == "cosy" else 1
        self._set_extent()
        self.scroll_to(y=self.cursor * self.row_height - height_on_screen, animate=False)
        self.show_cursor()

    # Marks

    @property
    def range_started(self) -> bool:
        """Whether the next `V` marks everything in between."""
        return self._range_from is not None

    def action_mark(self) -> None:
        """Mark the highlighted paper, or take its mark away, and go on."""
        if self.paper_id:
            self._ask(self.marked ^ {self.paper_id})
            self.cursor += 1

    def action_mark_range(self) -> None:
        """Start a range here, or mark everything from its start to here."""
        if not self.paper_id:
            return
        if self._range_from is None:
            self._range_from = self.paper_id
            self._ask(self.marked | {self.paper_id})
            return
        self._mark_up_to(self.cursor, self.place_of(self._range_from))
        self._range_from = None

    def action_mark_all(self) -> None:
        """Mark all papers shown; once all are, none."""
        shown = frozenset(self.paper_ids)
        self._ask(frozenset() if shown <= self.marked else shown)

    def pick(self, row: int, *, to_here: bool) -> None:
        """Mark by mouse."""
        if to_here:
            self._mark_up_to(row, self.cursor)
        else:
            self._ask(self.marked ^ {self.paper_ids[row]})
        self.cursor = row

    def _mark_up_to(self, row: int, start: int | None) -> None:
        first, last = sorted((row, row if start is None else start))
        self._ask(self.marked | frozenset(self.paper_ids[first : last + 1]))

    def _ask(self, paper_ids: Iterable[str]) -> None:
        self.post_message(self.MarksRequested(frozenset(paper_ids)))

    def watch_marked(self, marked: frozenset[str]) -> None:
        """Without marks there is no range."""
        if not marked:
            self._range_from = None

    def action_open(self) -> None:
        """Show the highlighted paper in full."""
        if self.paper_id:
            self.post_message(self.Opened(self, self.paper_id))

    def action_sort(self) -> None:
        """Sort another way."""
        self.post_message(self.SortRequested())

    # Drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines of the widget with its frame; while rows only scroll, they are not drawn anew."""
        keys = self._keys_of_lines(crop)
        strips = [self._drawn.get(key) for key in keys]
        missing = [place for place, strip in enumerate(strips) if strip is None]
        if len(missing) > _FEW:
            return self._keep(keys, super().render_lines(crop))
        for place in missing:
            line = super().render_lines(Region(crop.x, crop.y + place, crop.width, 1))
            strips[place : place + 1] = self._keep(keys[place : place + 1], line)
        return [strip for strip in strips if strip is not None]

    def _keys_of_lines(self, crop: Region) -> list[_Key]:
        """All that decides what each line looks like; nothing for lines that show no paper."""
        told = self._told
        ids, marked, scrolled = self.paper_ids, self.marked, self.scroll_offset.y
        tinted, height = (self.cursor, self.hovered), self.row_height
        looks = (self.density, self.columns, self.scored, self.signs.plain, self._style())
        common = (crop.column_span, self.outer_size.width, looks)
        top, shown = self.gutter.top, self.scrollable_content_region.height
        keys: list[_Key] = []
        for y in crop.line_range:
            row, line = divmod(y - top + scrolled, height)
            if 0 <= y - top < shown and row < len(ids):
                paper_id = ids[row]
                facts = told.get(paper_id) or self._ask_for(paper_id)
                tint = self.tint_of(row) if row in tinted else ""
                keys.append((facts, line, tint, paper_id in marked, common))
            else:
                keys.append(None)
        return keys

    def _ask_for(self, paper_id: str) -> RowFacts:
        facts = self._told[paper_id] = self._facts(paper_id)
        return facts

    def watch_version(self) -> None:
        """What the rows say has changed; those that still say the same are not drawn anew."""
        self._told.clear()

    def _style(self) -> int:
        """Stands for all that the stylesheet says about rows and their frame, with the focus or without."""
        if self._look < 0:
            parts = map(self.part, self.PARTS)
            frame = (self.styles.border, self.background_colors, self.styles.opacity)
            look = (self.base_style, *frame, *parts)
            self._look = self._looks.setdefault(look, len(self._looks))
        return self._look

    def _keep(self, keys: Sequence[_Key], strips: list[Strip]) -> list[Strip]:
        if len(self._drawn) >= _MOST_DRAWN:
            self._drawn.clear()
            self._told.clear()
        self._drawn |= {key: strip for key, strip in zip(keys, strips, strict=True) if key}
        return strips

    def notify_style_update(self) -> None:
        """Called by Textual when focus or theme change what the stylesheet says."""
        super().notify_style_update()
        self._look = -1

    def tint_of(self, row: int) -> str:
        """Marked rows stand out, the highlighted one more so."""
        tint = super().tint_of(row)
        if tint != "cursor" and self.paper_ids[row] in self.marked:
            return "selected"
        return tint

    def _row_segments(self, row: int, line: int, width: int) -> list[Segment]:
        style = self.row_style(row)
        paper_id = self.paper_ids[row]
        facts = self._told.get(paper_id) or self._ask_for(paper_id)
        score = self._score(row, facts) if self.scored and width >= _SCORED_FROM else []
        room = max(width - _LEFT - GUTTER - sum(segment.cell_length for segment in score), 0)
        if self.density == "compact":
            title = self._one_line(row, facts, room)
        else:
            first, second = two_lines(self.written_title(facts), room, self.signs.ellipsis)
            if line == 1:
                return self._second_line(row, facts, second, width - _LEFT, style)
            title = [Segment(self.fit(first, room), self.title_style(row, facts))]
        mark = self._mark(facts, style, marked=paper_id in self.marked)
        return [self.edge(row), mark, *title, *score, *self.right_edge(row, facts)]

    def _score(self, row: int, facts: RowFacts) -> list[Segment]:
        """A bar of half cells."""
        halves = round((facts.score or 0) * 2 * _SCORE)
        bar = self.signs.gauge * (halves // 2) + self.signs.half * (halves % 2)
        style = self.row_style(row) + self.part("score")
        return [Segment(f" {bar.ljust(_SCORE)}", style)]

    def _mark(self, facts: RowFacts, style: Style, *, marked: bool) -> Segment:
        sign, part = self.signs.status[facts.status], facts.status
        if marked:
            sign, part = self.signs.selected, Status.READING
        return Segment(f"{sign} ", style + self.part(part))

    def _one_line(self, row: int, facts: RowFacts, room: int) -> list[Segment]:
        """The title, with authors and venue in columns of their own where it leaves room for them."""
        title = self.written_title(facts)
        if facts.note_line:
            return self._with_note(row, facts, title, room)
        columns = self._columns(facts, room - cell_len(title)) if self.columns else ""
        return [
            Segment(self.fit(title, room - cell_len(columns)), self.title_style(row, facts)),
            Segment(columns, self.row_style(row) + self.part("quiet")),
        ]

    def _with_note(self, row: int, facts: RowFacts, title: str, room: int) -> list[Segment]:
        """The title, cut to make room for the first line of the note."""
        note = min(cell_len(facts.note_line), max(room - cell_len(title) - _GAP, room // 3))
        shown = self.fit(title, min(cell_len(title), room - note - _GAP))
        rest = room - cell_len(shown)
        text = self.fit(" " * _GAP + facts.note_line, rest)
        return [
            Segment(shown, self.title_style(row, facts)),
            Segment(text, self.row_style(row) + self.part("note")),
        ]

    def _columns(self, facts: RowFacts, free: int) -> str:
        venue = "  " + self.fit(facts.venue, _VENUE - 2)
        author = "  " + self.fit(facts.byline, _AUTHOR - 2)
        if facts.byline and free >= _AUTHOR + _VENUE:
            return author + venue
        return venue if facts.venue and free >= _VENUE else ""

    def _second_line(
        self, row: int, facts: RowFacts, rest: str, room: int, style: Style
    ) -> list[Segment]:
        """The rest of the title, then as much of authors and venue as fits."""
        lead = f"{shortened(rest, room, self.signs.ellipsis)}  " if rest else ""
        free = max(room - cell_len(lead), 0)
        whole = f" {self.signs.dot} ".join(filter(None, (facts.byline, facts.venue)))
        if cell_len(whole) > free:  # authors may be cut; half a venue says nothing
            whole = facts.byline
        byline = facts.note_line or whole
        return [
            self.edge(row),
            Segment("  ", style),
            Segment(lead, self.title_style(row, facts)),
            Segment(self.fit(byline if free > 6 else "", free), style + self.part("quiet")),
        ]
