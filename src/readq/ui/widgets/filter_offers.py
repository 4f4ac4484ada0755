"""How a filter may go on, dropped down under what is being typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from readq.records import dataclass
from readq.ui.lineage import Lineage
from readq.ui.marks import MUTED, chosen_style
from readq.ui.show import fitted, highlighted

if TYPE_CHECKING:
    from readq.search import Completion

MOST = 8
_LEAST_WIDTH, _MOST_WIDTH = 16, 44
_EDGES = 4
"""Cells for the border and a blank at each side."""


class FilterOffers(Widget, Lineage):
    """Completions over the panes, one of them highlighted; gone when there is none."""

    ALLOW_SELECT = False

    offers: reactive[Sequence[Completion]] = reactive["Sequence[Completion]"]((), layout=True)
    highlighted: reactive[int] = reactive(0)
    begun: reactive[str] = reactive("")
    """What is typed of the word so far."""

    @dataclass
    class Picked(Message):
        """A completion was clicked."""

        text: str

    @property
    def current(self) -> Completion | None:
        """The highlighted completion."""
        return self.offers[self.highlighted] if self.offers else None

    def show(self, offers: Sequence[Completion], begun: str, x: int) -> None:
        """Offer other completions.

        Args:
            offers: Ways to go on, likeliest first.
            begun: What is typed of the word so far.
            x: Where it begins, in cells of the terminal.
        """
        self.highlighted = 0
        self.begun = begun
        self.offers = offers
        self.display = bool(offers)
        if offers:
            counts = [cell_len(self._count(offer)) for offer in offers]
            inner = max(cell_len(o.shown) + n for o, n in zip(offers, counts, strict=True))
            width = max(_LEAST_WIDTH, min(inner + _EDGES, _MOST_WIDTH, self.screen.size.width))
            self.styles.width = width
            left = min(max(x - 2, 0), max(self.screen.size.width - width, 0))
            self.absolute_offset = Offset(left, self.region_below)

    @property
    def region_below(self) -> int:
        """The line under the filter."""
        parent = self.parent
        return parent.region.bottom if isinstance(parent, Widget) else 0

    def step(self, rows: int) -> None:
        """Move the highlight, round and round."""
        if self.offers:
            self.highlighted = (self.highlighted + rows) % len(self.offers)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """A line for each completion."""
        return len(self.offers)

    @staticmethod
    def _count(offer: Completion) -> str:
        return f"  {offer.count:,}" if offer.count else ""

    def render(self) -> Content:
        """The completions, with what matches in them and how many papers have them."""
        width = self.content_size.width
        lines = []
        for place, offer in enumerate(self.offers):
            count = self._count(offer)
            room = max(width - cell_len(count), 0)
            line = Content.assemble(
                highlighted(fitted(offer.shown, room), [self.begun] if self.begun.strip() else []),
                (count, MUTED),
            )
            is_on = place == self.highlighted
            lines.append(line.stylize_before(chosen_style(self.app)) if is_on else line)
        return Content("\n").join(lines)

    def on_click(self, event: events.Click) -> None:
        """Take the completion under the mouse."""
        place = event.get_content_offset_capture(self).y
        if 0 <= place < len(self.offers):
            self.post_message(self.Picked(self.offers[place].text))
