"""Papers like the highlighted one, and the words that say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import Worker, WorkerState, get_current_worker

from readq.library import Library, RelatedPaper
from readq.records import dataclass
from readq.ui.marks import KEY, MUTED
from readq.ui.screens.hits_screen import HitsScreen, JumpResult
from readq.ui.screens.jump_hits import HitList
from readq.ui.screens.paper_screen import ABOUT_A_PAPER
from readq.ui.screens.trash_keys import TrashKeys
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


class RelatedScreen(HitsScreen, TrashKeys):
    """The overlay behind `R`."""

    BINDING_GROUP_TITLE = "Related"
    HELP = "Papers with the same words and names, the nearest first."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "app.jump", "jump", id="find.jump", tooltip="jump to a title"),
        Binding("backspace", "back", "back", id="jump.back", tooltip="what this list came from"),
        Binding(
            "p", "app.next_paper", "next to read", id="queue.next", tooltip="the paper to read next"
        ),
        Binding("question_mark", "app.help", "help", id="app.help", tooltip="keys that work here"),
        Binding("q", "close", "close", id="app.quit", tooltip="close; nothing moves"),
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
        if paper_id not in self.library:
            return
        title = self.library.hot(paper_id).title
        self.about.update(content(shortened(title, self.size.width), "bold"))
        library = self.library
        ready = library.ranking_in_use and library.ranking.is_ready  # else numpy would load here
        text = "" if ready else "reading all abstracts"
        self.count.update(Content.styled(text + self._signs.ellipsis * bool(text), MUTED))
        self._search(paper_id)

    @work(thread=True, group="related", exclusive=True, exit_on_error=False)
    def _search(self, paper_id: str) -> None:
        found = self.library.related(paper_id, _MOST)
        if not get_current_worker().is_cancelled:
            self.post_message(self._Found(paper_id, found))

    @on(_Found)
    def _show_found(self, found: _Found) -> None:
        if found.paper_id != self._trail[-1]:
            return
        self._words = {near.paper_id: near.words for near in found.related}
        self.hits.empty_text = "Nothing in the library is like it."
        self.show_hits(self.library.out_of_trash(self._words))
        self.hits.highlight(self._came_from)
        self.hits.asides = {i: ", ".join(words) for i, words in self._words.items()}
        self.hits.spans = {i: self._spans(i, words) for i, words in self._words.items()}
        self.count.update("")

    def reload(self) -> None:
        """Show what the library says now; what is in the trash has gone."""
        if self.query(HitList):
            self.hits.paper_ids = self.library.out_of_trash(self._words)
        super().reload()

    def _spans(self, paper_id: str, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
        """Where the title has the words; names of two words count one by one."""
        each = [part for word in words for part in word.split()]
        found = word_spans(self.library.hot(paper_id).title, each)
        return tuple((span.start, span.end) for span in found)

    @on(Worker.StateChanged)
    def _failed(self, event: Worker.StateChanged) -> None:
        if event.worker.group == "related" and event.state is WorkerState.ERROR:
            self.owner.say(f"{event.worker.error!r}", "error", heading="The search failed")
            self.count.update("")

    def remarks(self, paper_id: str) -> list[Content]:
        """The words both papers have."""
        words = self._words.get(paper_id, ())
        shared = Content.styled(f" {self._signs.dot} ", MUTED).join(content(w, KEY) for w in words)
        return [Content.assemble(("both say  ", MUTED), shared)] if words else []

    # Keys

    def targets(self) -> list[str]:
        """The highlighted paper."""
        return [self.hits.paper_id] if self.hits.paper_id in self.library else []

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where nothing is like the paper, some keys have nothing to be about."""
        if action in ABOUT_A_PAPER and self.is_mounted and not self.targets():
            return False
        return super().check_action(action, parameters)

    def decided(self, *, go_on: bool) -> None:
        """Show the outcome; the highlight stays, since more may be decided about the paper."""
        self.reload()

    def go_to_changed(self, paper_ids: Sequence[str]) -> None:
        """Highlight the first of the papers that is here."""
        self.reload()
        any(map(self.hits.highlight, paper_ids))

    def visit(self, paper_id: str) -> None:
        """Go to another paper in the list."""
        self.dismiss(JumpResult("go", paper_id, ""))

    def action_related(self) -> None:
        """Go on from the highlighted paper."""
        for paper_id in self.targets():
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
