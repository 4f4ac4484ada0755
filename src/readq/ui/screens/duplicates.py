"""Papers that may be there twice, pair by pair: one key makes them one or keeps them apart."""

from __future__ import annotations

import threading
import time
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from readq.domain import Change
from readq.errors import ReadqError
from readq.library import Library, Proposal
from readq.records import dataclass
from readq.ui.marks import MUTED
from readq.ui.screens import sizes
from readq.ui.screens.app_of import app_of, use_plain_signs
from readq.ui.screens.closing import Page
from readq.ui.show import content
from readq.ui.widgets.hint_bar import Hint, HintBar
from readq.ui.widgets.pair_text import Side, pair_texts

_TELL_EVERY = 0.1
_HINTS = (
    Hint(("pair.same",), "same"),
    Hint(("pair.other",), "not a duplicate"),
    Hint(("pair.later",), "skip"),
    Hint(("pair.swap",), "swap"),
    Hint(("app.undo",), "undo"),
    Hint(("pair.leave",), "back"),
    Hint(("app.help",), "help"),
)


class DuplicatesScreen(Page[None]):
    """Goes through the proposals; every decision is a change of its own."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Duplicates"
    HELP = (
        "Papers that may be one work. Making them one unites tags, notes, priority and place in the "
        "queue; the paper on the left stays. What is no duplicate is not proposed again."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "app.jump", "jump", id="find.jump", tooltip="jump to a title"),
        Binding("s", "same", "same", id="pair.same", tooltip="one work: make them one paper"),
        Binding("n", "other", "not a duplicate", id="pair.other", tooltip="two works: keep apart"),
        Binding("m,space", "later", "skip", id="pair.later", tooltip="decide later"),
        Binding("tab", "swap", "swap", id="pair.swap", tooltip="let the other paper stay"),
        Binding("u", "undo", "undo", id="app.undo", tooltip="undo"),
        Binding("ctrl+r", "redo", "redo", id="app.redo", tooltip="redo"),
        Binding("j,down", "scroll(1)", "down", id="pair.down"),
        Binding("k,up", "scroll(-1)", "up", id="pair.up"),
        Binding("ctrl+d,pagedown", "page(1)", "page down", id="pair.page.down"),
        Binding("ctrl+u,pageup", "page(-1)", "page up", id="pair.page.up"),
        Binding("escape,q", "leave", "back", id="pair.leave", tooltip="back"),
    ]

    head = getters.query_one("#pair-head", Static)

    @dataclass
    class _Progressed(Message):
        share: float

    @dataclass
    class _Found(Message):
        proposals: list[Proposal]

    @dataclass
    class _Failed(Message):
        sentence: str

    def __init__(self, library: Library) -> None:
        """Show what may be twice in `library`."""
        super().__init__()
        self._library = library
        self._stop = threading.Event()
        self._proposals: list[Proposal] | None = None
        self._place = 0
        self._shows_pair = False
        self._swapped = False
        self._done: list[tuple[int, Change]] = []
        self._undone: list[tuple[int, Change]] = []

    def compose(self) -> ComposeResult:
        """How sure it is, the two papers, keys."""
        yield Static(id="pair-head", markup=False)
        with Container(id="pair"):
            for name in ("kept", "gone"):
                with VerticalScroll(id=f"pair-{name}", classes="pair-side", can_focus=False):
                    yield Static(id=f"pair-{name}-text", markup=False)
        yield HintBar()

    def on_mount(self) -> None:
        """Start looking."""
        use_plain_signs(self)
        self.query_one(HintBar).hints = _HINTS
        self.query_one("#pair-kept").border_title = "This one stays"
        self.query_one("#pair-gone").border_title = "and this one becomes part of it"
        self._show()
        self._find()

    def on_unmount(self) -> None:
        """Nobody waits for the answer any more."""
        self._stop.set()

    @work(thread=True, group="duplicates", exit_on_error=False)
    def _find(self) -> None:
        told = 0.0

        def tell(share: float) -> bool:
            nonlocal told
            if time.monotonic() - told >= _TELL_EVERY and not self._stop.is_set():
                told = time.monotonic()
                self.post_message(self._Progressed(share))
            return not self._stop.is_set()

        try:
            proposals = self._library.duplicates(tell)
        except ReadqError as error:
            self.post_message(self._Failed(str(error)))
        except Exception as error:
            self.post_message(self._Failed(f"The papers could not be compared: {error!r}"))
        else:
            self.post_message(self._Found(proposals))

    @on(_Progressed)
    def _show_progress(self, event: _Progressed) -> None:
        if self._proposals is None:
            self.head.update(content(f"{self._comparing()}: {event.share:.0%}", MUTED))

    @on(_Failed)
    def _show_failure(self, event: _Failed) -> None:
        self.head.update(content(event.sentence, "$rq-error"))

    @on(_Found)
    def _show_found(self, event: _Found) -> None:
        self._proposals = event.proposals
        self._place = 0
        self._show()

    # What is shown

    @property
    def _pair(self) -> tuple[str, str] | None:
        """The paper that would stay and the other one; passes over those that are no longer there."""
        proposals, library = self._proposals or [], self._library
        while self._place < len(proposals):
            proposal = proposals[self._place]
            if proposal.kept in library and proposal.other in library:
                pair = proposal.kept, proposal.other
                return pair[::-1] if self._swapped else pair
            self._place += 1
        return None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys about a pair work, and are named, while there is one."""
        if action in ("same", "other", "later", "swap"):
            return self._shows_pair
        return super().check_action(action, parameters)

    def _show(self) -> None:
        pair = self._pair
        self._shows_pair = pair is not None
        self.refresh_bindings()
        self.query_one("#pair").display = pair is not None
        self.head.update(self._said(pair is not None))
        if pair is None:
            return
        kept, gone = map(self._side, pair)
        texts = pair_texts(kept, gone, app_of(self).signs)
        for name, text in zip(("kept", "gone"), texts, strict=True):
            self.query_one(f"#pair-{name}-text", Static).update(text)
            self.query_one(f"#pair-{name}").scroll_home(animate=False)

    def _side(self, paper_id: str) -> Side:
        library = self._library
        return Side(library.hot(paper_id), library.reading(paper_id), library.shown(paper_id))

    def _comparing(self) -> str:
        many = len(self._library)
        return f"comparing {many:,} paper{'s' * (many != 1)}"

    def _said(self, is_open: bool) -> Content:
        if self._proposals is None:
            return content(self._comparing(), MUTED)
        if not self._proposals:
            return Content.assemble(("Duplicates", "bold"), ("   No paper is there twice.", MUTED))
        if not is_open:
            merged = sum(bool(change.papers) for _, change in self._done)
            apart = len(self._done) - merged
            return content(f"That was the last pair: {merged} merged, {apart} kept apart.")
        proposal, dot = self._proposals[self._place], app_of(self).signs.dot
        text = (
            "" if proposal.shared is None else f" {dot} {proposal.shared} % of the text is the same"
        )
        return Content.assemble(
            ("Surely one work" if proposal.is_sure else "Perhaps one work", "bold"),
            (f" {dot} {self._place + 1:,} of {len(self._proposals):,}{text}", MUTED),
        )

    # Keys

    def action_same(self) -> None:
        """Make the two one."""
        if pair := self._pair:
            self._decided(app_of(self).decide(lambda: self._library.unite(*pair)))

    def action_other(self) -> None:
        """Remember that they are two."""
        if pair := self._pair:
            self._decided(app_of(self).decide(lambda: self._library.keep_apart(*pair)))

    def _decided(self, change: Change | None) -> None:
        if change is not None:
            self._done.append((self._place, change))
            self._undone.clear()
            self._place += 1
            self._swapped = False
        self._show()

    def action_later(self) -> None:
        """Go on to the next pair."""
        if self._pair is not None:
            self._place += 1
            self._swapped = False
        self._show()

    def action_swap(self) -> None:
        """Let the other paper stay."""
        self._swapped = not self._swapped
        self._show()

    def action_undo(self) -> None:
        """Take the last decision made here back, and show that pair again."""
        app = app_of(self)
        if not self._done or self._library.undo_id != self._done[-1][1].id:
            app.say("Nothing was decided here yet")
            return
        undone = app.decide(self._library.undo)
        if undone is not None:
            self._undone.append(self._done.pop())
            self._place = self._undone[-1][0]
            self._swapped = False
            app.say(f"Undone: {undone.label}")
        self._show()

    def action_redo(self) -> None:
        """Decide again what was taken back here last, and show the pair after it."""
        app, next_redo = app_of(self), self._library.can_redo
        if not self._undone or next_redo is None or next_redo.id != self._undone[-1][1].id:
            app.say("Nothing was taken back here")
            return
        redone = app.decide(self._library.redo)
        if redone is not None:
            self._done.append(self._undone.pop())
            self._place = self._done[-1][0] + 1
            self._swapped = False
            app.say(f"Redone: {redone.label}")
        self._show()

    def action_scroll(self, lines: int) -> None:
        """Scroll both papers."""
        for pane in self.query(".pair-side"):
            pane.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        """Scroll both papers by what is in sight."""
        for pane in self.query(".pair-side"):
            pane.scroll_relative(y=pages * max(pane.size.height - 1, 1), animate=False)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)
