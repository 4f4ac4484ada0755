"""The first two lines of triage: how far it is, and how long the rest will take."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive, var
from textual.widget import Widget

from readq.library import in_time
from readq.records import dataclass
from readq.ui.marks import MUTED, UNICODE, Marks
from readq.ui.show import content

_NARROW, _WIDE = 72, 108


@dataclass(frozen=True, slots=True)
class HeadFacts:
    """What the head tells."""

    library: str = ""
    decided: int = 0
    total: int = 0
    pace: float | None = None
    """Seconds a paper; None while nothing is known."""
    left: int = 0
    """Papers nobody looked at."""
    of_later: bool = False
    """Whether this turn is about what was left for later."""
    getting_ready: float | None = None
    """How much of the index for the order is made; None when it is there."""
    save_error: str = ""


class TriageHead(Widget):
    """Name and numbers, over a gauge of the full width."""

    ALLOW_SELECT = False

    facts: reactive[HeadFacts] = reactive(HeadFacts())
    signs: var[Marks] = var(UNICODE)

    def render(self) -> Content:
        """Both lines."""
        width = self.content_size.width
        return Content("\n").join([self._line(width), self._gauge(width)])

    def _line(self, width: int) -> Content:
        facts, signs = self.facts, self.signs
        name = " ".join(("Triage", signs.dot, facts.library))
        if facts.of_later:
            name += f" {signs.dot} later"
        right = self._numbers(width)
        room = max(width - right.cell_length - 2, 6)
        left = content(name, "bold $rq-key").truncate(room, ellipsis=True)
        blank = " " * max(width - left.cell_length - right.cell_length, 1)
        return Content.assemble(left, blank, right)

    def _numbers(self, width: int) -> Content:
        facts = self.facts
        count = Content.assemble((f"{facts.decided:,}", "bold"), (f" of {facts.total:,}", MUTED))
        pieces = [count]
        if facts.save_error:
            pieces.insert(0, Content.styled(f"{self.signs.failed} not saved", "bold $rq-error"))
        wide = width >= _NARROW - 4
        if wide and facts.total:
            pieces.append(content(f"{facts.decided * 100 // facts.total} %", MUTED))
        if facts.pace is not None and wide:
            pieces.append(content(f"{facts.pace:.0f} s a paper", MUTED))
        if facts.pace is not None and facts.left:
            time = in_time(facts.pace * facts.left)
            pieces.append(content(f"about {time} left" if wide else f"~{time} left", MUTED))
        if facts.getting_ready is not None and wide:
            pieces.insert(0, content(f"reading {facts.getting_ready:.0%}", "$rq-key"))
        gap = "  " if width >= _WIDE - 4 else ""
        return Content.styled(f"{gap} {self.signs.dot} {gap}", MUTED).join(pieces)

    def _gauge(self, width: int) -> Content:
        facts, signs = self.facts, self.signs
        full = width * facts.decided // facts.total if facts.total else 0
        told_by_shape = signs.plain or self.app.no_color
        rest = signs.track if told_by_shape else signs.gauge
        return Content.assemble(
            (signs.gauge * full, "$primary"), (rest * (width - full), "$rq-frame")
        )
