"""The triage card: one paper, large, and nothing else to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.getters import query_one
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from readq.records import dataclass
from readq.ui.widgets.card_text import card
from readq.ui.widgets.detail import Detail
from readq.ui.widgets.detail_text import Details

CARD_WIDTH = 104
"""Longer lines are hard to read."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What the card tells besides the paper itself."""

    alike: Sequence[str] = ()
    """Titles of the papers decided together with it."""
    why: Content | None = None


class Card(Detail, inherit_bindings=False):
    """A paper to decide on, or a text in its place."""

    BINDING_GROUP_TITLE = "Card"
    HELP = (
        "One paper at a time; a key decides and shows the next one. The same keys as in the list."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "read_on", "read on", id="triage.space", tooltip="read on, then pass"),
        Binding(
            "ctrl+d,pagedown", "half(1)", "down", id="move.page.down", tooltip="half a page down"
        ),
        Binding("ctrl+u,pageup", "half(-1)", "up", id="move.page.up", tooltip="half a page up"),
        Binding("g,home", "top", "top", id="move.first", tooltip="to the top"),
        Binding("G,end", "bottom", "end", id="move.last", tooltip="to the end"),
        Binding(
            "=", "source", "source", id="view.source", tooltip="abstract as the source wrote it"
        ),
    ]

    line_width = CARD_WIDTH
    spacious: reactive[bool] = reactive(True)
    """Whether blank lines part the pieces."""

    banner_text = query_one("#card-banner", Static)

    class PassRequested(Message):
        """The reader has read all of it and wants the next one."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._beside = Beside()
        self._instead = Content()

    def compose(self) -> ComposeResult:
        """A line above what the detail pane has."""
        yield Static(id="card-banner", markup=False)
        yield from self.texts()

    def on_mount(self) -> None:
        """Nothing above the paper at first."""
        self.banner_text.display = False

    def show(self, details: Details, beside: Beside) -> None:
        """Show a paper."""
        self._beside = beside
        self.details = details

    def show_instead(self, text: Content) -> None:
        """Show a text in place of a paper."""
        self._instead = text
        self.details = None

    def show_banner(self, banner: Content) -> None:
        """Show a line above the paper, or none."""
        self.banner_text.update(banner)
        self.banner_text.display = bool(banner.plain)

    def watch_spacious(self) -> None:
        """Lay it out anew."""
        self._paint()

    def body(self, width: int) -> Content:
        """The paper, laid out for `width` cells."""
        assert self.details is not None
        return card(
            self.details,
            width,
            self.signs,
            alike=self._beside.alike,
            why=self._beside.why,
            spacious=self.spacious,
            as_source=self.as_source,
        )

    def instead_of_paper(self) -> Content:
        """The text in place of a paper."""
        return self._instead

    def action_read_on(self) -> None:
        """Show what is below, or go on when that is nothing."""
        if self.scroll_offset.y >= self.max_scroll_y:
            self.post_message(self.PassRequested())
        else:
            page = max(self.scrollable_content_region.height - 2, 1)
            self.scroll_relative(y=page, animate=False)
