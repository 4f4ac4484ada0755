"""What triage tells beside the card: the last decisions, this sitting, the watched words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive, var
from textual.widget import Widget

from readq.domain import Status
from readq.library import KEPT, Expectation, Sitting
from readq.records import dataclass
from readq.ui.marks import KEY, MUTED, STATUS_STYLE, UNICODE, Marks, priority_style
from readq.ui.show import content, shortened, watch_style
from readq.ui.widgets.card_text import clickable

MOST = 10
"""Decisions that are named."""


@dataclass(frozen=True, slots=True)
class JustDecided:
    """One of the last decisions."""

    paper_id: str
    title: str
    status: Status
    priority: int
    papers: int


@dataclass(frozen=True, slots=True)
class Watched:
    """One group of watched words."""

    words: str
    colour: int
    here: int
    """How often it stands in the paper on the card."""
    papers: int | None
    """How many papers say it; None while that is not known."""


@dataclass(frozen=True, slots=True)
class SideFacts:
    """What the column tells."""

    decided: Sequence[JustDecided] = ()
    numbers: Content = field(default_factory=Content)
    outlook: Sequence[str] = ()
    """What may be left to find; an estimate."""
    watched: Sequence[Watched] = ()


def sitting_numbers(sitting: Sitting) -> Content:
    """How many papers were decided in this sitting, and how fast."""
    kept = sitting.count(KEPT)
    share = f" ({kept * 100 // sitting.papers} %)" if sitting.papers else ""
    line = Content.assemble(
        (f"{sitting.papers:,}", "bold"),
        (" decided   ", MUTED),
        (f"{kept:,}", "bold"),
        (f" kept{share}", MUTED),
    )
    if not sitting.pace:
        return line
    rate = Content.assemble((f"{60 / sitting.pace:.1f}", "bold"), (" a minute", MUTED))
    return Content("\n").join([line, rate])


def outlook(expectation: Expectation | None) -> list[str]:
    """How many wanted papers seem left, in two lines; nothing while too little is known."""
    if expectation is None:
        return []
    left, low, high = round(expectation.left), expectation.low, expectation.high
    more = f"about {left:,} more ({low:,} to {high:,})" if high else "likely no more"
    return [more, "by estimate"]


class TriageSide(Widget):
    """The column beside the card; a click on a decision goes back to its paper."""

    ALLOW_SELECT = False

    facts: reactive[SideFacts] = reactive(SideFacts())
    signs: var[Marks] = var(UNICODE)

    @dataclass
    class PaperClicked(Message):
        """A paper decided before is to be shown again."""

        paper_id: str

    def render(self) -> Content:
        """The parts that have something to say."""
        width, height = self.content_size
        gap = [Content()] if height >= 22 else []
        watched = self._watched(width)
        more = [p for p in (self.facts.outlook, watched) if p]
        fixed = 6 + 3 * len(gap) + sum(len(p) + 2 + len(gap) for p in more)
        rows = max(min(MOST, height - fixed), 1)
        parts = [
            [_heading("JUST DECIDED"), *gap, *self._decided(width, rows)],
            [_heading("THIS SESSION"), *gap, self.facts.numbers],
        ]
        if self.facts.outlook:
            lines = [content(line, MUTED) for line in self.facts.outlook]
            parts.append([_heading("STILL TO FIND"), *gap, *lines])
        if watched:
            parts.append([_heading("WATCH WORDS"), *gap, *watched])
        spaced = [Content("\n").join(part) for part in parts]
        return Content("\n\n").join(spaced)

    def _decided(self, width: int, rows: int) -> list[Content]:
        if not self.facts.decided:
            return [Content.styled("Nothing yet.", MUTED)]
        return [self._row(n, d, width) for n, d in enumerate(self.facts.decided[:rows])]

    def _row(self, number: int, one: JustDecided, width: int) -> Content:
        mark = Content.styled(self.signs.status[one.status], STATUS_STYLE[one.status])
        priority = (str(one.priority), priority_style(one.priority)) if one.priority else " "
        more = f" +{one.papers - 1}" if one.papers > 1 else ""
        title = shortened(one.title, width - 4 - len(more), self.signs.ellipsis)
        line = Content.assemble(mark, " ", priority, " ", content(title, MUTED), more)
        return clickable(line, "decided", number)

    def _watched(self, width: int) -> list[Content]:
        lines = []
        for one in self.facts.watched:
            papers = "" if one.papers is None else f"{one.papers:,}"
            count = f"{one.here or self.signs.dot:>3}{papers:>8}"
            words = shortened(one.words, max(width - len(count), 4), self.signs.ellipsis)
            shown = content(words, watch_style(one.colour))
            blank = " " * max(width - shown.cell_length - len(count), 0)
            lines.append(Content.assemble(shown, blank, (count, MUTED)))
        return lines

    def on_click(self, event: events.Click) -> None:
        """Go back to the paper whose title was clicked."""
        number = event.style.meta.get("decided")
        if isinstance(number, int) and number < len(self.facts.decided):
            self.post_message(self.PaperClicked(self.facts.decided[number].paper_id))


def _heading(text: str) -> Content:
    return content(text, KEY)
