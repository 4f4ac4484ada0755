"""The base of overlays with hits: move among papers and read on, without leaving."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Literal

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from readq.library import Library
from readq.records import dataclass
from readq.ui.facts import row_facts
from readq.ui.marks import MUTED, STATUS_STYLE, Marks, priority_style
from readq.ui.screens import sizes
from readq.ui.screens.app_of import use_plain_signs
from readq.ui.screens.jump_hits import HitList
from readq.ui.screens.library_screen import LibraryScreen
from readq.ui.screens.overlay import Overlay
from readq.ui.show import abstract_content, content
from readq.ui.widgets.rows import RowFacts

_PREVIEW_AFTER = 0.05
"""Seconds the highlight must rest, so that holding an arrow key stays smooth."""


def acts(
    name: str, action: str, words: str, *, about: str, keys: str, group: str = "jump."
) -> Binding:
    """A key that does something with the highlighted paper, and works while text is typed."""
    return Binding(keys, action, words, id=f"{group}{name}", tooltip=about, priority=True)


@dataclass(frozen=True, slots=True)
class JumpResult:
    """How an overlay with hits ended."""

    action: Literal["go", "filter"]
    paper_id: str | None
    text: str
    """What was typed."""


class HitsScreen(Overlay[JumpResult | None], LibraryScreen):
    """Hits and a preview. What is decided is in the library when it closes."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDINGS: ClassVar[list[BindingType]] = [
        acts("go", "go", "jump", about="go to the paper", keys="enter"),
        acts("close", "close", "close", about="close; nothing moves", keys="escape"),
        acts("down", "step(1)", "next", about="next hit", keys="down,ctrl+n"),
        acts("up", "step(-1)", "previous", about="previous hit", keys="up,ctrl+p"),
        acts("page.down", "page(1)", "down", about="a page down", keys="pagedown"),
        acts("page.up", "page(-1)", "up", about="a page up", keys="pageup"),
        Binding("f1", "app.help", "help", id="app.help.f1", tooltip="keys that work here"),
    ]

    hits = getters.query_one("#jump-hits", HitList)
    preview = getters.query_one("#jump-preview", Static)

    def __init__(self, library: Library, shown_ids: Iterable[str]) -> None:
        """Show papers of a library.

        Args:
            library: Where they are.
            shown_ids: The papers that the list shows now, to tell which hits its filter hides.
        """
        super().__init__()
        self.library = library
        self._shown_ids = frozenset(shown_ids)
        self._preview_timer: Timer | None = None

    @property
    def typed(self) -> str:
        """What was typed to find them."""
        return ""

    @property
    def _signs(self) -> Marks:
        return self.owner.signs

    def compose_hits(self) -> ComposeResult:
        """Hits, and the highlighted one in full."""
        with Container(id="jump-body"):
            hits = HitList(self._facts, self._is_hidden, id="jump-hits")
            hits.signs = self._signs
            yield hits
            with VerticalScroll(id="jump-preview-pane", can_focus=False):
                yield Static(id="jump-preview")

    def on_mount(self) -> None:
        """In a terminal without Unicode, plain signs."""
        use_plain_signs(self)

    def _facts(self, paper_id: str) -> RowFacts:
        """Another process may take a paper away while it is on show."""
        if paper_id not in self.library:
            return RowFacts("no longer in the library")
        return row_facts(self.library, paper_id)

    def _is_hidden(self, paper_id: str) -> bool:
        return paper_id not in self._shown_ids

    def show_hits(self, paper_ids: list[str]) -> None:
        """Show other papers, the first highlighted."""
        self.hits.set_reactive(HitList.cursor, 0)
        self.hits.paper_ids = paper_ids
        self.hits.cursor = 0
        self.hits.scroll_to(y=0, animate=False)
        self.hits.version += 1
        self._preview_soon()

    def reload(self) -> None:
        """Show what the library says now of these hits."""
        if self.query(HitList):
            self.hits.version += 1
            self._show_preview()

    # Preview

    @on(HitList.Highlighted)
    def _preview_soon(self) -> None:
        if self._preview_timer is not None:
            self._preview_timer.stop()
        self._preview_timer = self.set_timer(_PREVIEW_AFTER, self._show_preview)

    def _show_preview(self) -> None:
        paper_id = self.hits.paper_id
        self.preview.update(self._previewed(paper_id) if paper_id in self.library else "")
        self.query_one("#jump-preview-pane").scroll_home(animate=False)

    def _previewed(self, paper_id: str) -> Content:
        facts, reading = self._facts(paper_id), self.library.reading(paper_id)
        mark = self._signs.status[facts.status]
        pieces = [Content.styled(f"{mark} {facts.status}", f"bold {STATUS_STYLE[facts.status]}")]
        if facts.priority:
            level = Content.styled(str(facts.priority), priority_style(facts.priority))
            pieces.append(Content.assemble(("priority ", MUTED), level))
        if reading.note:
            words = len(reading.note.split())
            text = f"{self._signs.note} {words:,} word{'s' * (words != 1)}"
            pieces.append(content(text, MUTED))
        pieces += [content(text, MUTED) for text in (facts.venue, facts.byline) if text]
        if self._is_hidden(paper_id):
            pieces.append(Content.styled("not in the filter", MUTED))
        if reading.tags:
            pieces.append(content(" ".join(f"#{tag}" for tag in reading.tags), MUTED))
        title = f"~ {facts.title}" if facts.derived else facts.title
        abstract = abstract_content(self.library.shown(paper_id)).stylize_before(MUTED)
        lines = [content(title, "bold"), Content("   ").join(pieces), *self.remarks(paper_id)]
        if not self.has_class("-norm"):
            lines.append(Content())
        return Content("\n").join([*lines, abstract])

    def remarks(self, paper_id: str) -> list[Content]:
        """More lines of the preview about a paper."""
        return []

    # Keys

    def when_found(self, act: Callable[[], object]) -> None:
        """Do something about the hits, as soon as they are there."""
        act()

    def action_step(self, rows: int) -> None:
        """Move the highlight."""
        self.when_found(lambda: self.hits.action_step(rows))

    def action_page(self, direction: int) -> None:
        """Move the highlight by what is in sight."""
        self.action_step(direction * max(self.hits.size.height - 1, 1))

    @on(HitList.Opened)
    def _go_to_clicked(self) -> None:
        self.action_go()

    def action_go(self) -> None:
        """Close and go to the highlighted paper; hits still on their way are waited for."""
        self.when_found(self._go)

    def _go(self) -> None:
        if not self.hits.paper_id:
            return
        paper_id = self.library.survivor(self.hits.paper_id)
        if paper_id is None:
            self.owner.say("That paper is no longer in the library.")
        else:
            self.dismiss(JumpResult("go", paper_id, self.typed))

    def action_close(self) -> None:
        """Close; nothing moves."""
        self.dismiss(None)
