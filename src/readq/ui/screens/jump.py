"""Jump: type a few letters of a title, go there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import Worker, WorkerState, get_current_worker

from readq.library import Library
from readq.records import dataclass
from readq.search import Hit, as_filter
from readq.ui.marks import KEY, MUTED
from readq.ui.screens.hits_screen import JumpResult, acts
from readq.ui.screens.jump_keys import JumpKeys
from readq.ui.screens.text_field import TextField
from readq.ui.widgets.hint_bar import Hint, HintBar

_RECENT = 5

_HINTS = (
    Hint(("jump.go",), "jump"),
    Hint(("jump.queue",), "queue"),
    Hint(("jump.open",), "open"),
    Hint(("jump.filter",), "filter"),
    Hint(("jump.close",), "close"),
    Hint(("jump.skip",), "skip"),
    Hint(("jump.later",), "later"),
    Hint(("jump.done",), "done"),
    Hint(("jump.note",), "note"),
    Hint(("app.help.f1",), "help"),
)


class JumpScreen(JumpKeys):
    """The overlay behind `/`."""

    SHOWN_KEYS: ClassVar[tuple[Hint, ...]] = _HINTS
    TYPED_IN = True
    BINDING_GROUP_TITLE = "Jump"
    HELP = (
        "Words of the title in any order, the starts of words, initials; typing errors are fine. "
        "Ctrl with a key decides about the highlighted hit."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        acts(
            "filter", "filter", "use as filter", about="filter the list by these words", keys="tab"
        ),
    ]

    field = getters.query_one("#jump-input", TextField)
    count = getters.query_one("#jump-count", Static)

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
        query: str = "",
    ) -> None:
        """Jump within a library.

        Args:
            library: Where to look.
            shown_ids: The papers that the list shows now, to tell which hits its filter hides.
            recent: Papers jumped to lately, newest first.
            query: What is typed already.
        """
        super().__init__(library, shown_ids)
        self._query = query
        self._recent = recent
        self._ready = False
        self._answered = ""
        """The text that the hits on screen belong to."""
        self._when_found: list[Callable[[], object]] = []
        """What keys asked for before the hits of the text were there."""
        self._asked_about = ""
        """That text."""

    def compose(self) -> ComposeResult:
        """Input, hits, preview, keys."""
        with Vertical(id="jump-card"):
            with Horizontal(id="jump-line"):
                yield Static(Content.styled("/", KEY), id="jump-sign")
                yield TextField(id="jump-input", select_on_focus=False)
                yield Static(id="jump-count")
            yield from self.compose_hits()
            yield HintBar(id="jump-hints")

    def on_mount(self) -> None:
        """Places to go before anything is typed; the index is made meanwhile."""
        self.query_one(HintBar).hints = self.SHOWN_KEYS
        self.field.focus()
        self._show_places()
        self.field.value = self._query
        self.field.cursor_position = len(self._query)
        self._build_index()

    @property
    def typed(self) -> str:
        """What is in the field."""
        return self.field.value

    # Searching

    @work(thread=True, group="index", exit_on_error=False)
    def _build_index(self) -> None:
        self.library.build_jump_index()
        self.post_message(self._Ready())

    @on(_Ready)
    def _search_what_was_typed(self) -> None:
        self._ready = True
        self._look_up(self.field.value)

    @on(Input.Changed, "#jump-input")
    def _typed(self, event: Input.Changed) -> None:
        if self._when_found and self._asked_about != self.field.value:
            self._when_found.clear()
            self.owner.say("Typed on before the hits were there: nothing was done.")
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
        hits = self.library.jump(text)
        if not get_current_worker().is_cancelled:
            self.post_message(self._Found(text, hits))

    @on(_Found)
    def _show_found(self, found: _Found) -> None:
        if found.text != self.field.value:
            return
        known = [hit for hit in found.hits if hit.paper_id in self.library]
        self._answered = found.text
        self.hits.empty_text = "No title is close to that. tab searches abstracts."
        self.show_hits([hit.paper_id for hit in known])
        self.hits.spans = {hit.paper_id: tuple(hit.spans) for hit in known}
        self.count.update(self._counted(len(known)))
        acts, self._when_found = self._when_found, []
        for act in acts:
            act()

    def _counted(self, number: int) -> Content:
        return Content.styled(f"{number:,} of {len(self.library):,}", MUTED)

    def _show_places(self) -> None:
        """Where a reader may want to go without typing: the last places, then the queue."""
        # A paper that was united with another is gone to there.
        united = (self.library.survivor(i) or i for i in self._recent)
        there = [i for i in dict.fromkeys(united) if i in self.library]
        recent = self.library.out_of_trash(there)[:_RECENT]
        places = dict.fromkeys((*recent, *self.library.queue_ids()))
        self._answered = self.field.value
        self.hits.empty_text = "Type a few letters of a title, a name, an author or an id."
        self.hits.spans = {}
        self.show_hits(list(places))
        what = "last places, queue" if recent else "queue"
        self.count.update(Content.styled(what if places else "", MUTED))

    @on(Worker.StateChanged)
    def _failed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR:
            self._ready = True  # the next letter tries again, and does not wait for an index
            self._when_found.clear()
            self.hits.empty_text = "The search failed; tab uses the words as a filter."
            self.show_hits([])
            self.count.update("")

    # Keys

    def when_found(self, act: Callable[[], object]) -> None:
        """Hits still on their way are waited for: keys are about what was typed."""
        if self._answered == self.field.value:
            act()
        else:
            self._asked_about = self.field.value
            self._when_found.append(act)

    def action_filter(self) -> None:
        """Close and filter by what was typed."""
        if text := as_filter(self.field.value.strip()):
            self.dismiss(JumpResult("filter", None, text))
