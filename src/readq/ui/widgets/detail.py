"""The detail pane: one paper in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.console import Group
from rich.text import Text
from textual import events, getters
from textual.app import RenderResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive, var
from textual.renderables.blank import Blank
from textual.widgets import Static

from readq.records import dataclass
from readq.ui.marks import UNICODE, Marks
from readq.ui.widgets.alike import AlikeLines
from readq.ui.widgets.bars import PlainBars
from readq.ui.widgets.held_keys import HeldKeys
from readq.ui.widgets.resized_text import ResizedText

if TYPE_CHECKING:
    from readq.ui.widgets.detail_text import Details


LINE_WIDTH = 88
"""Longer lines are hard to read."""

_MOST_OF_A_NOTE = 16_000
"""Letters; laying out more of them would make the next key wait."""


class Detail(HeldKeys, AlikeLines, VerticalScroll, can_focus=True, inherit_bindings=False):
    """Title, facts, abstract, note and links of the highlighted paper."""

    BINDING_GROUP_TITLE = "Detail"
    MOVES = frozenset({"line", "half"})
    HELP = "The highlighted paper in full. Keys decide about it as they do in the list."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "line(1)", "down", id="move.down", tooltip="scroll down"),
        Binding("k,up", "line(-1)", "up", id="move.up", tooltip="scroll up"),
        Binding("g,home", "top", "top", id="move.first", tooltip="to the top"),
        Binding("G,end", "bottom", "end", id="move.last", tooltip="to the end"),
        Binding(
            "ctrl+d,pagedown,space",
            "half(1)",
            "down",
            id="move.page.down",
            tooltip="half a page down",
        ),
        Binding("ctrl+u,pageup", "half(-1)", "up", id="move.page.up", tooltip="half a page up"),
        Binding(
            "=", "source", "source", id="view.source", tooltip="abstract as the source wrote it"
        ),
        Binding("]", "paper(1)", "next", id="paper.next", tooltip="next paper of the list"),
        Binding(
            "[", "paper(-1)", "previous", id="paper.prev", tooltip="previous paper of the list"
        ),
    ]

    details: reactive[Details | None] = reactive["Details | None"](None, always_update=True)
    """The paper shown."""
    as_source: reactive[bool] = reactive(False)
    """Whether the abstract is shown as the source wrote it."""
    signs: var[Marks] = var(UNICODE)

    line_width = LINE_WIDTH
    _heading_colour = ""
    """The colour in which the note's heading is drawn."""

    body_text = getters.query_one("#detail-body", Static)
    note_text = getters.query_one("#detail-note", Static)
    link_text = getters.query_one("#detail-links", Static)

    @dataclass
    class PaperRequested(Message):
        """Another paper of the list is to be shown."""

        step: int

    @dataclass
    class TagClicked(Message):
        """A tag was clicked."""

        tag: str

    @dataclass
    class PaperClicked(Message):
        """A paper linked by notes was clicked."""

        paper_id: str

    @dataclass
    class LinkClicked(Message):
        """A link was clicked."""

        address: str

    async def make_whole(self) -> None:
        """Bring in the texts, which the first picture does without."""
        await self.mount_all(self.texts())
        self._paint()

    def texts(self) -> list[ResizedText]:
        """Three are enough: every widget more slows the highlight down."""
        names = ("detail-body", "detail-note", "detail-links")
        return [ResizedText(id=name, markup=False) for name in names]

    def render(self) -> RenderResult:
        """Nothing of its own; before the texts are there Textual would write the widget's name on every line."""
        return Blank(self.background_colors[1])

    def notify_style_update(self) -> None:
        """Called by Textual when focus or theme change; the note's heading has the theme's colour in it."""
        super().notify_style_update()
        if self._heading_colour and self._heading_colour != self._key_colour():
            self._paint()

    def watch_signs(self, signs: Marks) -> None:
        """Plain terminals get a scroll bar of their own."""
        if signs is not UNICODE:
            self.vertical_scrollbar.renderer = PlainBars  # type: ignore[misc]

    def on_resize(self) -> None:
        """Pieces are laid out by hand."""
        self._paint()

    def watch_details(self, old: Details | None, new: Details | None) -> None:
        """Show the paper; another one from its top, and as usual."""
        if (old.paper_id if old else "") != (new.paper_id if new else ""):
            self.scroll_home(animate=False)
            self.set_reactive(Detail.as_source, False)
        self._paint()

    def watch_as_source(self) -> None:
        """Show the other account of the abstract."""
        self._paint()

    def _paint(self) -> None:
        details = self.details
        if not (self.is_mounted and self.children):
            return
        from readq.ui.widgets.detail_text import links

        self.note_text.display = bool(details and details.note)
        self.link_text.display = bool(details and (details.links or details.related))
        width = min(self.scrollable_content_region.width, self.line_width)
        if details is None:
            self.body_text.update(self.instead_of_paper())
            return
        self.body_text.update(self.body(width))
        if details.note:
            from readq.ui.widgets.note_text import NoteText  # Markdown takes a while to load

            self._heading_colour = self._key_colour()
            heading = Text("NOTES", style=f"bold {self._heading_colour}")
            note, whole = _beginning(details.note)
            tail = () if whole else (Text("The note goes on; its editor shows it whole.", "dim"),)
            self.note_text.update(Group(heading, NoteText(note), *tail))
        self.link_text.update(links(details, self.signs))

    def _key_colour(self) -> str:
        return Color.parse(self.app.theme_variables["rq-key"]).rich_color.name

    def body(self, width: int) -> Content:
        """All but the note and the links, laid out for `width` cells."""
        from readq.ui.widgets.detail_text import body

        assert self.details is not None
        return body(self.details, width, self.signs, as_source=self.as_source)

    def instead_of_paper(self) -> Content:
        """What is shown when there is no paper."""
        return Content()

    # Keys

    def action_line(self, lines: int) -> None:
        """Scroll by a line."""
        self.scroll_relative(y=lines, animate=False, immediate=True)

    def action_half(self, direction: int) -> None:
        """Scroll by half a page."""
        lines = max(self.scrollable_content_region.height // 2, 1)
        self.scroll_relative(y=direction * lines, animate=False)

    def action_top(self) -> None:
        """Scroll to the top."""
        self.scroll_home(animate=False)

    def action_bottom(self) -> None:
        """Scroll to the end."""
        self.scroll_end(animate=False)

    def action_source(self) -> None:
        """The abstract as the source wrote it, or as it is meant."""
        self.as_source = not self.as_source

    def action_paper(self, step: int) -> None:
        """Show another paper of the list."""
        self.post_message(self.PaperRequested(step))

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Chips filter, links open; which one is told by its place, never by the text."""
        details, meta = self.details, event.style.meta
        if details is None:
            return
        tag, link, paper = meta.get("tag"), meta.get("link"), meta.get("paper")
        if isinstance(tag, int) and tag < len(details.tags):
            self.post_message(self.TagClicked(details.tags[tag]))
        elif isinstance(link, int) and link < len(details.links):
            self.post_message(self.LinkClicked(details.links[link][1]))
        elif isinstance(paper, int) and paper < len(details.related):
            self.post_message(self.PaperClicked(details.related[paper][0]))


def _beginning(note: str) -> tuple[str, bool]:
    """As much of a note as is shown, up to the end of a line where there is one; whether that is all."""
    if len(note) <= _MOST_OF_A_NOTE:
        return note, True
    beginning = note[:_MOST_OF_A_NOTE]
    lines, line_end, _ = beginning.rpartition("\n")
    return (lines if line_end else beginning), False
