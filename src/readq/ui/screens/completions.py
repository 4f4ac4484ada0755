"""A short list of completions under an input."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from readq.records import dataclass
from readq.ui.marks import MUTED, chosen_style
from readq.ui.show import content


class Completions(Widget):
    """At most `MOST` completions with one highlighted; hidden while there is none."""

    MOST = 6
    DEFAULT_CSS = """
    Completions { height: auto; display: none; text-wrap: nowrap; text-overflow: ellipsis; }
    Completions.-some { display: block; }
    """

    options: reactive[Sequence[str]] = reactive[Sequence[str]]((), layout=True)
    highlighted: reactive[int] = reactive(0)
    rows: reactive[int] = reactive(MOST, layout=True)
    """Completions on screen at once; others come as the highlight moves."""

    @dataclass
    class Picked(Message):
        """A completion was clicked."""

        text: str

    @property
    def current(self) -> str:
        """The highlighted completion; empty when there is none."""
        return self.options[self.highlighted] if self.options else ""

    def step(self, rows: int) -> None:
        """Move the highlight, round and round."""
        if self.options:
            self.highlighted = (self.highlighted + rows) % len(self.options)

    def watch_options(self, options: Sequence[str]) -> None:
        """New completions: the first is highlighted."""
        self.highlighted = 0
        self.set_class(bool(options), "-some")

    def _first(self) -> int:
        return max(0, min(self.highlighted - max(self.rows - 2, 0), len(self.options) - self.rows))

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """A line for each completion on screen."""
        return min(len(self.options), self.rows)

    def render(self) -> Content:
        """The completions around the highlighted one."""
        first = self._first()
        lines = []
        for place, option in enumerate(self.options[first : first + self.rows], first):
            style = chosen_style(self.app) if place == self.highlighted else MUTED
            lines.append(content(f" {option} ", style))
        return Content("\n").join(lines)

    def on_click(self, event: events.Click) -> None:
        """Take the completion under the mouse."""
        place = self._first() + event.y
        if place < len(self.options):
            self.post_message(self.Picked(self.options[place]))
