"""Jump: type a few letters of a title, go there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Input, Static
from textual.worker import Worker, WorkerState, get_current_worker

from readq.domain import IN_QUEUE, Reading, Status
from readq.library import Library
from readq.search import Hit
from readq.ui.facts import row_facts
from readq.ui.marks import KEY, MUTED, STATUS_STYLE, Marks, priority_style
from readq.ui.outside import open_link
from readq.ui.screens import sizes
from readq.ui.screens.app_of import app_of, use_plain_signs
from readq.ui.screens.jump_hits import HitList
from readq.ui.screens.text_field import TextField
from readq.ui.show import abstract_content, content
from readq.ui.widgets.hint_bar import Hint, HintBar
from readq.ui.widgets.rows import RowFacts

_PREVIEW_AFTER = 0.05
"""Seconds the highlight must rest, so that holding an arrow key stays smooth."""

_RECENT = 5

_HINTS = (
    Hint(("jump.go",), "jump"),
    Hint(("jump.queue",), "queue"),
    Hint(("jump.open",), "open"),
    Hint(("jump.filter",), "filter"),
    Hint(("jump.close",), "close"),
    Hint(("jump.skip",), "skip"),
    Hint(("app.help.f1",), "help"),
)


@dataclass(frozen=True, slots=True)
class JumpResult:
    """How a jump ended."""

    action: Literal["go", "filter"]
    paper_id: str | None
    text: str
    """What was typed."""


class JumpScreen(ModalScreen[JumpResult | None]):
    """The overlay behind `/`. Decisions made in it (queue, skip) are in the library when it closes."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Jump"
    HELP = "Words of the title in any order, the starts of words, initials; typing errors are fine."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "jump", id="jump.go", tooltip="go to the paper", priority=True),
        Binding(
            "ctrl+s",
            "queue",
            "queue",
            id="jump.queue",
            tooltip="queue it, or take it out",
            priority=True,
        ),
        Binding(
            "ctrl+x",
            "skip",
            "skip",
            id="jump.skip",
            tooltip="skip it, or take that back",
            priority=True,
        ),
        Binding(
            "ctrl+o", "open", "open", id="jump.open", tooltip="open its PDF or page", priority=True
        ),
        Binding(
            "tab",
            "filter",
            "use as filter",
            id="jump.filter",
            tooltip="filter the list by these words",
            priority=True,
        ),
        Binding("escape", "close", "close", id="jump.close", priority=True),
        Binding(
            "down,ctrl+n", "step(1)", "next", id="jump.down", tooltip="next hit", priority=True
        ),
        Binding(
            "up,ctrl+p", "step(-1)", "previous", id="jump.up", tooltip="previous hit", priority=True
        ),
        Binding(
            "pagedown", "page(1)", "down", id="jump.page.down", tooltip="a page down", priority=True
        ),
        Binding("pageup", "page(-1)", "up", id="jump.page.up", tooltip="a page up", priority=True),
        Binding("f1", "app.help", "help", id="app.help.f1", tooltip="keys that work here"),
    ]

    field = getters.query_one("#jump-input", TextField)
    count = getters.query_one("#jump-count", Static)
    hits = getters.query_one("#jump-hits", HitList)
    preview = getters.query_one("#jump-preview", Static)

    @dataclass
    class _Found(Message):
        text: str
        hits: Sequence[Hit]

    class _Ready(Message):
        pass

    def __init__(
        self,
        library: Library,
        shown_ids: Iterable[str],
        *,
        recent: Sequence[str] = (),
    ) -> None:
        """Jump within a library.

        Args:
            library: Where to look.
            shown_ids: The papers that the list shows now, to tell which hits its filter hides.
            recent: Papers jumped to lately, newest first.
        """
        super().__init__()
        self._library = library
        self._shown_ids = frozenset(shown_ids)
        self._recent = recent
        self._ready = False
        self._answered = ""
        """The text that the hits on screen belong to."""
        self._go_when_found = False
        self._preview_timer: Timer | None = None

    @property
    def _signs(self) -> Marks:
        return app_of(self).signs

    def compose(self) -> ComposeResult:
        """Input, hits, preview, keys."""
        with Vertical(id="jump-card"):
            with Horizontal(id="jump-line"):
                yield Static(Content.styled("/", KEY), id="jump-sign")
                yield TextField(id="jump-input", select_on_focus=False)
                yield Static(id="jump-count")
            with Container(id="jump-body"):
                hits = HitList(self._facts, self._is_hidden, id="jump-hits")
                hits.signs = self._signs
                yield hits
                with VerticalScroll(id="jump-preview-pane", can_focus=False):
                    yield Static(id="jump-preview")
            yield HintBar(id="jump-hints")

    def on_mount(self) -> None:
        """Places to go before anything is typed; the index is made meanwhile."""
        use_plain_signs(self)
        self.query_one(HintBar).hints = _HINTS
        self.field.focus()
        self._show_places()
        self._build_index()

    def _facts(self, paper_id: str) -> RowFacts:
        """Another process may take a paper away while it is on show."""
        if paper_id not in self._library:
            return RowFacts("no longer in the library")
        return row_facts(self._library, paper_id)

    def _is_hidden(self, paper_id: str) -> bool:
        return paper_id not in self._shown_ids

    # Searching

    @work(thread=True, group="index", exit_on_error=False)
    def _build_index(self) -> None:
        self._library.build_jump_index()
        self.post_message(self._Ready())

    @on(_Ready)
    def _search_what_was_typed(self) -> None:
        self._ready = True
        self._look_up(self.field.value)

    @on(Input.Changed, "#jump-input")
    def _typed(self, event: Input.Changed) -> None:
        self._go_when_found = False
        self._look_up(event.value)

    def _look_up(self, text: str) -> None:
        if not text.strip():
            self.workers.cancel_group(self, "jump")
            self._show_places()
        elif self._ready:
            self._search(text)
        else:
            self.count.update(Content.styled(f"building the index{self._signs.ellipsis}", MUTED))

    @work(thread=True, group="jump", exclusive=True, exit_on_error=False)
    def _search(self, text: str) -> None:
        hits = self._library.jump(text)
        if not get_current_worker().is_cancelled:
            self.post_message(self._Found(text, hits))

    @on(_Found)
    def _show_hits(self, found: _Found) -> None:
        if found.text != self.field.value:
            return
        known = [hit for hit in found.hits if hit.paper_id in self._library]
        self._answered = found.text
        self.hits.empty_text = "No title is close to that. tab searches abstracts."
        self._show([hit.paper_id for hit in known])
        self.hits.spans = {hit.paper_id: tuple(hit.spans) for hit in known}
        self.count.update(self._counted(len(known)))
        if self._go_when_found:
            self.action_go()

    def _counted(self, number: int) -> Content:
        return Content.styled(f"{number:,} of {len(self._library):,}", MUTED)

    def _show_places(self) -> None:
        """Where a reader may want to go without typing: the last places, then the queue."""
        recent = [i for i in self._recent if i in self._library][:_RECENT]
        places = dict.fromkeys((*recent, *self._library.queue_ids()))
        self._answered = self.field.value
        self.hits.empty_text = "Type a few letters of a title, a name, an author or an id."
        self.hits.spans = {}
        self._show(list(places))
        what = "last places, queue" if recent else "queue"
        self.count.update(Content.styled(what if places else "", MUTED))

    def _show(self, paper_ids: list[str]) -> None:
        self.hits.set_reactive(HitList.cursor, 0)
        self.hits.paper_ids = paper_ids
        self.hits.cursor = 0
        self.hits.scroll_to(y=0, animate=False)
        self.hits.version += 1
        self._preview_soon()

    @on(Worker.StateChanged)
    def _failed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR:
            self.hits.empty_text = "The search failed; tab uses the words as a filter."
            self._show([])
            self.count.update("")

    # Preview

    @on(HitList.Highlighted)
    def _preview_soon(self) -> None:
        if self._preview_timer is not None:
            self._preview_timer.stop()
        self._preview_timer = self.set_timer(_PREVIEW_AFTER, self._show_preview)

    def _show_preview(self) -> None:
        paper_id = self.hits.paper_id
        self.preview.update(self._previewed(paper_id) if paper_id in self._library else "")
        self.query_one("#jump-preview-pane").scroll_home(animate=False)

    def _previewed(self, paper_id: str) -> Content:
        facts, reading = self._facts(paper_id), self._library.reading(paper_id)
        mark = self._signs.status[facts.status]
        pieces = [Content.styled(f"{mark} {facts.status}", f"bold {STATUS_STYLE[facts.status]}")]
        if facts.priority:
            level = Content.styled(str(facts.priority), priority_style(facts.priority))
            pieces.append(Content.assemble(("priority ", MUTED), level))
        pieces += [content(text, MUTED) for text in (facts.venue, facts.byline) if text]
        if self._is_hidden(paper_id):
            pieces.append(Content.styled("not in the filter", MUTED))
        if reading.tags:
            pieces.append(content(" ".join(f"#{tag}" for tag in reading.tags), MUTED))
        title = f"~ {facts.title}" if facts.derived else facts.title
        abstract = abstract_content(self._library.shown(paper_id)).stylize_before(MUTED)
        lines = [content(title, "bold"), Content("   ").join(pieces)]
        if not self.has_class("-norm"):
            lines.append(Content())
        return Content("\n").join([*lines, abstract])

    # Keys

    def action_step(self, rows: int) -> None:
        """Move the highlight."""
        self.hits.action_step(rows)

    def action_page(self, direction: int) -> None:
        """Move the highlight by what is in sight."""
        self.hits.action_step(direction * max(self.hits.size.height - 1, 1))

    @on(HitList.Opened)
    def action_go(self) -> None:
        """Close and go to the highlighted paper; hits still on their way are waited for."""
        if self._answered != self.field.value:
            self._go_when_found = True
        elif self.hits.paper_id:
            self.dismiss(JumpResult("go", self.hits.paper_id, self.field.value))

    def action_filter(self) -> None:
        """Close and filter by what was typed."""
        if text := self.field.value.strip():
            self.dismiss(JumpResult("filter", None, text))

    def action_close(self) -> None:
        """Close; nothing moves."""
        self.dismiss(None)

    def action_queue(self) -> None:
        """Queue the highlighted paper, or take it out."""
        self._decide(lambda r: Status.NEW if r.status in IN_QUEUE else Status.QUEUED)

    def action_skip(self) -> None:
        """Skip the highlighted paper, or take that back."""
        self._decide(lambda r: Status.NEW if r.status is Status.SKIPPED else Status.SKIPPED)

    def _decide(self, wanted: Callable[[Reading], Status]) -> None:
        paper_id = self.hits.paper_id
        if not paper_id:
            return
        status = wanted(self._library.reading(paper_id))
        app_of(self).decide(lambda: self._library.mark([paper_id], status))
        self.hits.version += 1
        self._show_preview()

    def action_open(self) -> None:
        """Open the best link of the highlighted paper."""
        if self.hits.paper_id in self._library:
            open_link(app_of(self), self._library.paper(self.hits.paper_id))
