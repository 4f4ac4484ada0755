"""The first line: which library, how much of it, and whether all is saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from textual import events
from textual.content import Content, Span
from textual.message import Message
from textual.reactive import reactive, var
from textual.style import Style
from textual.widget import Widget

from readq.domain import Status
from readq.records import dataclass
from readq.ui.lineage import Lineage
from readq.ui.marks import MUTED, UNICODE, Marks
from readq.ui.show import content

TABS_BELOW = 72
"""Narrower than this there is one pane at a time, and the bar shows which."""

_GAP = 3
_PANES = ("list", "detail", "queue")
_COUNTED = (Status.NEW, Status.QUEUED, Status.READ)
_WIDE = 108


@dataclass(frozen=True, slots=True)
class BarFacts:
    """What the bar tells."""

    library: str = ""
    counts: Mapping[Status, int] = field(default_factory=dict)
    queue: int = 0
    pane: str = "list"
    work: str = ""
    """What goes on in the background."""
    save_error: str = ""

    @property
    def triaged(self) -> float:
        """The share of papers somebody has decided on."""
        total = sum(self.counts.values())
        return 1 - self.counts.get(Status.NEW, 0) / total if total else 0.0


class TopBar(Widget, Lineage):
    """Library, counts and progress; tabs instead on narrow screens."""

    ALLOW_SELECT = False

    facts: reactive[BarFacts] = reactive(BarFacts())
    signs: var[Marks] = var(UNICODE)

    @dataclass
    class PaneRequested(Message):
        """A tab was clicked."""

        pane: str

    @dataclass
    class StatusClicked(Message):
        """A count was clicked."""

        status: Status

    def render(self) -> Content:
        """The line, for the width there is."""
        width, inner = self.outer_size.width, self.size.width
        right = self._right(width)
        left = self._left(width, inner - right.cell_length - 1)
        if width < TABS_BELOW and not (self.facts.save_error or self.facts.work):
            tabs = self._left(width, inner)
            if tabs.cell_length > left.cell_length:  # the count is worth less than a tab
                left, right = tabs, Content()
        blank = " " * max(inner - left.cell_length - right.cell_length, 0)
        return Content.assemble(left, blank, right)

    def _left(self, width: int, room: int) -> Content:
        name = Content.assemble((self.signs.logo, "$rq-key"), (" readq", "bold"))
        pieces = self._tabs() if width < TABS_BELOW else self._counts()
        line, gap = name, " " * (_GAP if width >= TABS_BELOW else 2)
        for piece in pieces:
            if line.cell_length + len(gap) + piece.cell_length > room:
                break
            line = Content.assemble(line, gap, piece)
            gap = " " * _GAP if width >= TABS_BELOW else " "
        return line

    def _counts(self) -> list[Content]:
        facts = self.facts
        pieces = [content(facts.library, MUTED)]
        for index, status in enumerate(_COUNTED):
            number = facts.queue if status is Status.QUEUED else facts.counts.get(status, 0)
            piece = Content.assemble((f"{number:,}", "bold"), (f" {status}", MUTED))
            pieces.append(piece.add_spans([Span(0, len(piece), Style.from_meta({"count": index}))]))
        return pieces

    def _tabs(self) -> list[Content]:
        tabs = []
        for index, pane in enumerate(_PANES):
            words = pane.capitalize() + (f" {self.facts.queue}" if pane == "queue" else "")
            style = "bold $background on $primary" if pane == self.facts.pane else MUTED
            tab = Content.styled(f" {words} ", style)
            tabs.append(tab.add_spans([Span(0, len(tab), Style.from_meta({"pane": index}))]))
        return tabs

    def _right(self, width: int) -> Content:
        facts = self.facts
        pieces = []
        if facts.save_error:
            pieces.append(Content.styled(f"{self.signs.failed} not saved", "bold $rq-error"))
        if facts.work:
            pieces.append(content(facts.work, "$rq-key"))
        if width >= TABS_BELOW:
            pieces.append(self._gauge(16 if width >= _WIDE else 10))
        elif not pieces:
            pieces.append(content(f"{facts.counts.get(Status.NEW, 0):,} new", MUTED))
        return Content.assemble(Content(" " * _GAP).join(pieces), " ")

    def _gauge(self, cells: int) -> Content:
        full = int(self.facts.triaged * cells)
        return Content.assemble(
            ("triaged ", MUTED),
            (self.signs.gauge * full, "$primary"),
            (self.signs.track * (cells - full), "$rq-frame"),
            (f" {int(self.facts.triaged * 100)} %", MUTED),
        )

    def on_click(self, event: events.Click) -> None:
        """Tabs show a pane, counts filter."""
        pane, count = event.style.meta.get("pane"), event.style.meta.get("count")
        if isinstance(pane, int):
            self.post_message(self.PaneRequested(_PANES[pane]))
        elif isinstance(count, int):
            self.post_message(self.StatusClicked(_COUNTED[count]))
