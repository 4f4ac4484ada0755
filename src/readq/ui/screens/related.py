"""Papers like the highlighted one, and the words that say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import Worker, WorkerState, get_current_worker

from readq.domain import MAX_PRIORITY, raised
from readq.library import Library, RelatedPaper
from readq.records import dataclass
from readq.ui.marks import KEY, MUTED
from readq.ui.screens.app_of import app_of
from readq.ui.screens.asking import ask_for_tags, ask_what_to_copy, ask_which_link
from readq.ui.screens.hits_screen import HitsScreen, acts
from readq.ui.show import content, shortened, word_spans
from readq.ui.widgets.hint_bar import Hint, HintBar

_MOST = 30
_HINTS = (
    Hint(("jump.go",), "go there"),
    Hint(("paper.queue",), "queue"),
    Hint(("paper.skip",), "skip"),
    Hint(("paper.done",), "done"),
    Hint(("paper.note",), "note"),
    Hint(("find.related",), "related to it"),
    Hint(("jump.close",), "close"),
    Hint(("paper.open",), "open"),
    Hint(("paper.later",), "later"),
    Hint(("jump.back",), "back"),
    Hint(("app.help.f1",), "help"),
)


def _key(name: str, action: str, words: str, about: str, keys: str) -> BindingType:
    """A key that means here what it means in the list."""
    return acts(name, action, words, about=about, keys=keys, group="")


class RelatedScreen(HitsScreen):
    """The overlay behind `R`."""

    BINDING_GROUP_TITLE = "Related"
    HELP = "Papers with the same words and names, the nearest first."
    BINDINGS: ClassVar[list[BindingType]] = [
        _key("paper.queue", "queue", "queue", "queue it, or take it out", "a"),
        _key("paper.skip", "mark('skipped')", "skip", "skip it, or take that back", "x"),
        _key("paper.later", "mark('later')", "later", "maybe later, or take that back", "m"),
        _key("paper.reading", "mark('reading')", "reading", "reading now, or queued again", "r"),
        _key("paper.done", "mark('read')", "done", "read, done", "d"),
        *(
            _key(f"paper.prio.{n}", f"priority({n})", f"priority {n}", f"priority {n}", f"{n}")
            for n in range(MAX_PRIORITY + 1)
        ),
        _key("paper.prio.up", "raise(1)", "more", "priority up", "+,="),
        _key("paper.prio.down", "raise(-1)", "less", "priority down", "-"),
        _key("paper.tags", "tags", "tags", "add and remove tags", "t"),
        _key("paper.note", "note", "note", "write a note", "n"),
        _key("paper.open", "open", "open", "open its PDF or page", "o"),
        _key("paper.links", "choose_link", "links", "choose a link to open", "O"),
        _key("paper.copy", "copy", "copy", "copy title, link, BibTeX ...", "y"),
        _key("app.undo", "undo", "undo", "undo the last change", "u"),
        _key("app.redo", "redo", "redo", "redo it", "ctrl+r"),
        _key("find.related", "related", "related", "papers like this one", "R"),
        _key("jump.back", "back", "back", "what this list came from", "backspace"),
        _key("move.down", "step(1)", "next", "next paper", "j"),
        _key("move.up", "step(-1)", "previous", "previous paper", "k"),
        _key("queue.next", "app.next_paper", "next to read", "the paper to read next", "p"),
        _key("app.help", "app.help", "help", "keys that work here", "question_mark"),
        _key("app.quit", "close", "close", "close; nothing moves", "q"),
    ]

    about = getters.query_one("#related-about", Static)
    count = getters.query_one("#jump-count", Static)

    @dataclass
    class _Found(Message):
        paper_id: str
        related: Sequence[RelatedPaper]

    def __init__(self, library: Library, paper_id: str, shown_ids: Iterable[str]) -> None:
        """Show what is like a paper.

        Args:
            library: Where to look.
            paper_id: The paper.
            shown_ids: The papers that the list shows now.
        """
        super().__init__(library, shown_ids)
        self._trail = [paper_id]
        self._came_from = ""
        """The paper to highlight once the list it was opened from is there again."""
        self._words: dict[str, tuple[str, ...]] = {}

    def compose(self) -> ComposeResult:
        """What it is about, hits, preview, keys."""
        with Vertical(id="jump-card") as card:
            card.border_title = "Related"
            with Horizontal(id="jump-line"):
                yield Static(id="related-about", markup=False)
                yield Static(id="jump-count", markup=False)
            yield from self.compose_hits()
            yield HintBar(id="jump-hints")

    def on_mount(self) -> None:
        """Look for them."""
        self.query_one(HintBar).hints = _HINTS
        self.hits.can_focus = True
        self.hits.focus()
        self._look_up()

    def _look_up(self) -> None:
        paper_id = self._trail[-1]
        if paper_id not in self._library:
            return
        title = self._library.hot(paper_id).title
        self.about.update(content(shortened(title, self.size.width), "bold"))
        library = self._library
        ready = library.ranking_in_use and library.ranking.is_ready  # else numpy would load here
        text = "" if ready else "reading all abstracts"
        self.count.update(Content.styled(text + self._signs.ellipsis * bool(text), MUTED))
        self._search(paper_id)

    @work(thread=True, group="related", exclusive=True, exit_on_error=False)
    def _search(self, paper_id: str) -> None:
        found = self._library.related(paper_id, _MOST)
        if not get_current_worker().is_cancelled:
            self.post_message(self._Found(paper_id, found))

    @on(_Found)
    def _show_found(self, found: _Found) -> None:
        if found.paper_id != self._trail[-1]:
            return
        self._words = {near.paper_id: near.words for near in found.related}
        self.hits.empty_text = "Nothing in the library is like it."
        self.show_hits([near.paper_id for near in found.related])
        self.hits.highlight(self._came_from)
        self.hits.asides = {i: ", ".join(words) for i, words in self._words.items()}
        self.hits.spans = {i: self._spans(i, words) for i, words in self._words.items()}
        self.count.update("")

    def _spans(self, paper_id: str, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
        """Where the title has the words; names of two words count one by one."""
        each = [part for word in words for part in word.split()]
        found = word_spans(self._library.hot(paper_id).title, each)
        return tuple((span.start, span.end) for span in found)

    @on(Worker.StateChanged)
    def _failed(self, event: Worker.StateChanged) -> None:
        if event.worker.group == "related" and event.state is WorkerState.ERROR:
            app_of(self).say(f"{event.worker.error!r}", "error", heading="The search failed")
            self.count.update("")

    def remarks(self, paper_id: str) -> list[Content]:
        """The words both papers have."""
        words = self._words.get(paper_id, ())
        shared = Content.styled(f" {self._signs.dot} ", MUTED).join(content(w, KEY) for w in words)
        return [Content.assemble(("both say  ", MUTED), shared)] if words else []

    # Keys

    def _targets(self) -> list[str]:
        return [self.hits.paper_id] if self.hits.paper_id in self._library else []

    def action_priority(self, priority: int) -> None:
        """Give the highlighted paper a priority."""
        if ids := self._targets():
            self._change(lambda: self._library.set_priority(ids, priority))

    def action_raise(self, step: int) -> None:
        """Change its priority by one."""
        for paper_id in self._targets():
            now = self._library.reading(paper_id).priority
            self.action_priority(raised(now, step))

    def action_tags(self) -> None:
        """Ask for its tags."""
        if ids := self._targets():
            ask_for_tags(app_of(self), self._library, ids, self._look_again)

    def action_choose_link(self) -> None:
        """Choose among its links."""
        for paper_id in self._targets():
            ask_which_link(app_of(self), self._library, paper_id)

    def action_copy(self) -> None:
        """Ask what of it to copy."""
        if ids := self._targets():
            ask_what_to_copy(app_of(self), self._library, ids)

    def action_related(self) -> None:
        """Go on from the highlighted paper."""
        for paper_id in self._targets():
            self._trail.append(paper_id)
            self._came_from = ""
            self._look_up()

    def action_back(self) -> None:
        """The paper before, or out."""
        if len(self._trail) > 1:
            self._came_from = self._trail.pop()
            self._look_up()
        else:
            self.action_close()
