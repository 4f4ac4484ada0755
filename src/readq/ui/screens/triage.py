"""Triage: undecided papers one by one, one key a paper."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import get_current_worker

from readq.domain import Change, Status
from readq.errors import UnknownPaperError
from readq.library import UNDECIDED, Library, Pool, Sitting, Triage, pool_of, readings_after
from readq.ui.facts import details
from readq.ui.screens import sizes
from readq.ui.screens.app_of import use_plain_signs
from readq.ui.screens.paper_keys import PaperKeys
from readq.ui.widgets.card import Beside, Card
from readq.ui.widgets.card_text import end, welcome
from readq.ui.widgets.choices import Choices
from readq.ui.widgets.hint_bar import Hint, HintBar
from readq.ui.widgets.triage_head import HeadFacts, TriageHead
from readq.ui.widgets.triage_side import (
    JustDecided,
    SideFacts,
    TriageSide,
    sitting_numbers,
)

AHEAD = 3
"""Papers made ready before they are asked for."""
_MILESTONES = (25, 50, 75)
_LEAST = (40, 10)

_HINTS = (
    Hint(("triage.pass", "triage.space"), "pass"),
    Hint(("triage.back",), "back"),
    Hint(("app.undo",), "undo"),
    Hint(("paper.note",), "note"),
    Hint(("paper.open",), "open"),
    Hint(("paper.tags",), "tags"),
    Hint(("triage.watch",), "watch words"),
    Hint(("triage.filter",), "what to triage"),
    Hint(("triage.leave",), "leave"),
    Hint(("app.help",), "help"),
)

Leave = Literal["list", "filter"]


class TriageScreen(PaperKeys):
    """One paper at a time, from those the list shows. `current` is where the reader was when it closes."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Triage"
    HELP = "One paper at a time; a key decides and the next one comes. u takes back, also tomorrow."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "a,right", "decide('queued')", "queue", id="paper.queue", tooltip="queue, or take out"
        ),
        Binding(
            "x,left", "decide('skipped')", "skip", id="paper.skip", tooltip="skip, or put back"
        ),
        Binding("m,down", "decide('later')", "later", id="paper.later", tooltip="maybe later"),
        Binding("j", "pass_on", "pass", id="triage.pass", tooltip="next without a decision"),
        Binding("k,up", "go_back", "back", id="triage.back", tooltip="back to the paper before"),
        Binding("u,backspace", "undo", "undo", id="app.undo", tooltip="undo"),
        Binding("ctrl+r", "redo", "redo", id="app.redo", tooltip="redo"),
        Binding("slash", "jump", "jump", id="find.jump", tooltip="jump to a title"),
        Binding(
            "f", "leave('filter')", "filter", id="triage.filter", tooltip="choose what to triage"
        ),
        Binding("T", "again", "go on", id="app.triage", tooltip="go on with what is left"),
        Binding(
            "escape,q", "leave('list')", "leave", id="triage.leave", tooltip="back to the list"
        ),
    ]

    head = getters.query_one(TriageHead)
    card = getters.query_one(Card)
    side = getters.query_one(TriageSide)

    @dataclass
    class Found(Message):
        """The papers to go through are known."""

        pool: Pool

    def __init__(
        self,
        library: Library,
        ids: Callable[[], Sequence[str]],
        sitting: Sitting,
        *,
        at: str = "",
        words: tuple[str, ...] = (),
    ) -> None:
        """Go through papers.

        Args:
            library: Where they are.
            ids: Gives what the list shows; asked in a worker.
            sitting: What was decided since readq was opened.
            at: Where triage stopped last.
            words: Words of the filter, to highlight.
        """
        super().__init__(library)
        self._list_ids = ids
        self._ids: Sequence[str] = ()
        self._sitting = sitting
        self._began_at = at
        self._words = words
        self._way: Triage | None = None
        self._shown_at = 0.0
        self._milestones: set[int] = set()
        self.leaving_for: Leave = "list"
        self._minding: Timer | None = None

    def compose(self) -> ComposeResult:
        """Head, card and column, decisions, keys."""
        yield TriageHead()
        with Horizontal(id="triage-body"):
            yield Card(id="card")
            yield TriageSide()
        yield Choices()
        yield HintBar()
        yield Static("readq needs 40x10", id="too-small", markup=False)

    def on_mount(self) -> None:
        """Find the papers, away from the keys."""
        use_plain_signs(self)
        for widget in (self.head, self.card, self.side):
            widget.signs = self.owner.signs
        self.query_one(HintBar).hints = _HINTS
        self.card.focus()
        self._find()

    @work(thread=True, group="pool", exit_on_error=False)
    def _find(self) -> None:
        self._ids = self._list_ids()
        pool = pool_of(self.library, self._ids, at=self._began_at)
        self.post_message(self.Found(pool))
        self.library.can_undo  # noqa: B018  (reads the log, so that the first undo need not)

    @on(Found)
    def begin(self, event: Found) -> None:
        """Show the first paper, and where the reader is."""
        self._way = way = Triage(event.pool)
        self._milestones = {m for m in _MILESTONES if way.decided * 100 >= m * way.total}
        if way.current:
            at = self._title_of(way.stopped_at) if way.stopped_at else ""
            keys = [
                (self.owner.key_of("paper.queue"), "keeps"),
                (self.owner.key_of("paper.skip"), "skips"),
                (self.owner.key_of("app.undo"), "takes back"),
            ]
            self.card.show_banner(welcome(way, at, () if way.decided else keys))
        self.show_current()

    def _title_of(self, paper_id: str) -> str:
        try:
            return self.library.hot(paper_id).title
        except UnknownPaperError:
            return ""

    # What is shown

    @property
    def current(self) -> str:
        """The paper on the card; empty when there is none."""
        return self._way.current if self._way is not None else ""

    @property
    def last_shown(self) -> str:
        """The paper on the card, or the last one that was."""
        way = self._way
        if way is None:
            return ""
        return way.current or way.last_shown

    def show_current(self) -> None:
        """Show the paper on the table, or how it went."""
        way = self._way
        if way is None:
            return
        self._shown_at = self.owner.clock()
        if way.current:
            self._show_paper(way.current)
            self._prepare(way.upcoming(AHEAD))
        else:
            self.card.show_banner(Content())
            self.card.show_instead(end(way, self._sitting, self._ways_on(way), self.owner.signs))
        self.show_bar()

    def _show_paper(self, paper_id: str) -> None:
        try:
            shown = details(self.library, paper_id, self._words, self.owner.watched)
        except UnknownPaperError:
            self.card.show_instead(Content("This paper is no longer in the library."))
            return
        self.card.show(replace(shown, links=()), Beside())

    def _ways_on(self, way: Triage) -> list[tuple[str, str]]:
        ways = []
        if way.passed:
            ways.append((self.owner.key_of("app.triage"), f"goes on with the {way.passed:,} left"))
        ways.append((self.owner.key_of("triage.filter"), "chooses other papers"))
        ways.append((self.owner.key_of("triage.leave"), "back to the list"))
        return ways

    @work(thread=True, group="ahead", exclusive=True, exit_on_error=False)
    def _prepare(self, paper_ids: Iterable[str]) -> None:
        worker = get_current_worker()
        for paper_id in paper_ids:
            if worker.is_cancelled or paper_id not in self.library:
                return
            self.library.shown(paper_id)

    def show_bar(self) -> None:
        """Show how far it is, and what was decided last."""
        way = self._way
        if way is None or not self.is_mounted:
            return
        self.head.facts = HeadFacts(
            library=self.library.name,
            decided=way.decided,
            total=way.total,
            pace=self._sitting.pace,
            left=way.left,
            of_later=way.of_later,
            save_error=self.library.save_error,
        )
        self.side.facts = SideFacts(
            decided=[
                JustDecided(d.paper_id, self._title_of(d.paper_id), d.status, d.priority, d.papers)
                for d in self._sitting.latest(10)
            ],
            numbers=sitting_numbers(self._sitting),
        )

    def reload(self) -> None:
        """Show what the library says now about the paper on the card."""
        if self._way is not None and self.current:
            self._way.take_in([self.library.reading(self.current)])
            self._show_paper(self.current)
        self.show_bar()

    def take_news(self, news: Collection[str]) -> None:
        """Another process wrote about these papers."""
        if self._way is not None:
            self._way.take_in(self.library.reading(paper_id) for paper_id in news)
            if self.current in news:
                self._show_paper(self.current)
            self.show_bar()

    # Decisions

    def targets(self) -> list[str]:
        """The paper on the card."""
        return [self.current] if self.current else []

    def action_decide(self, status: str) -> None:
        """Give the paper a status; what is left for later once more just passes."""
        wanted = Status(status)
        if wanted is Status.LATER and self._is_left_once_more():
            self.action_pass_on()
        else:
            self.decide(self.targets(), wanted)

    def _is_left_once_more(self) -> bool:
        if self._way is None or not self._way.of_later or not self.current:
            return False
        return self.library.reading(self.current).status is Status.LATER

    def action_priority(self, priority: int) -> None:
        """Give a priority; an undecided paper is queued with it."""
        ids = self.targets()
        if not ids:
            return
        if not priority or self.library.reading(ids[0]).status not in UNDECIDED:
            super().action_priority(priority)
            return
        change = self.owner.decide(lambda: self.library.mark(ids, Status.QUEUED, priority=priority))
        if change is not None:
            self._tell("Queued", change)
            self.decided(go_on=True)

    def _tell(self, what: str, change: Change) -> None:
        """The card, not a message, tells what was decided."""
        if self._way is None:
            return
        readings = readings_after(self.library, change)
        self._sitting.took(self.owner.clock() - self._shown_at)
        self._sitting.take_in(readings, papers=len(readings))
        self._way.take_in(readings)
        self._tell_milestone(self._way)

    def _tell_milestone(self, way: Triage) -> None:
        for milestone in _MILESTONES:
            if way.decided * 100 >= milestone * way.total and milestone not in self._milestones:
                self._milestones.add(milestone)
                self.owner.say(f"{milestone} % of these papers are decided.")

    def decided(self, *, go_on: bool) -> None:
        """Show the next paper, or what was decided about this one."""
        if go_on and self.owner.config.advance:
            self._go_on()
        else:
            self.reload()

    def _go_on(self) -> None:
        if self._way is not None:
            self.card.show_banner(Content())
            self._way.go_on()
            self.show_current()

    @on(Card.PassRequested)
    def action_pass_on(self) -> None:
        """Show the next paper without a decision on this one."""
        if self.current:
            self._go_on()

    def action_go_back(self) -> None:
        """Show the paper before."""
        if self._way is not None and self._way.go_back():
            self.card.show_banner(Content())
            self.show_current()

    def action_again(self) -> None:
        """At the end, go through what is left."""
        if self._way is not None and not self.current and self._way.turn_again():
            self.show_current()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Going on with what is left is for the end only."""
        if action == "again":
            return self._way is not None and not self.current
        return super().check_action(action, parameters)

    # Undo

    def action_undo(self) -> None:
        """Take the last change back, and show its paper again."""
        self._show_changed(self.owner.decide(self.library.undo), "undo")

    def action_redo(self) -> None:
        """Do it again, and go on from its paper."""
        self._show_changed(self.owner.decide(self.library.redo), "redo")

    def _show_changed(self, change: Change | None, what: Literal["undo", "redo"]) -> None:
        way = self._way
        if change is None or way is None:
            if not self.library.save_error:
                self.owner.say(f"Nothing to {what}")
            return
        if change.skipped:
            many = f"{len(change.skipped):,} paper{'s' * (len(change.skipped) != 1)}"
            self.owner.say(f"{many} changed since; what is newer stays.", "warning")
        readings = readings_after(self.library, change)
        self._sitting.take_in(readings, papers=len(readings))
        way.take_in(readings)
        paper_id = next((i for i in change.paper_ids if i in self.library), "")
        if not paper_id or len(change.paper_ids) > 1:  # else the card tells it
            done = "Undone" if what == "undo" else "Redone"
            self.owner.say(f"{done}: {change.label}")
        if paper_id:
            self._go_to(paper_id)
            if what == "redo" and readings and readings[0].status is not Status.NEW:
                self._go_on()

    def _go_to(self, paper_id: str) -> None:
        if self._way is not None:
            self.card.show_banner(Content())
            self._way.show(paper_id)
            self.show_current()

    # Elsewhere

    @on(TriageSide.PaperClicked)
    def show_decided(self, event: TriageSide.PaperClicked) -> None:
        """Back to a paper decided before."""
        if event.paper_id in self.library:
            self._go_to(event.paper_id)

    def action_jump(self) -> None:
        """Look for a title, and show that paper on the card."""
        from readq.ui.screens.hits_screen import JumpResult
        from readq.ui.screens.jump import JumpScreen

        def arrive(result: JumpResult | None) -> None:
            self.reload()
            if result is not None and result.paper_id:
                self._go_to(result.paper_id)

        self.owner.push_screen(JumpScreen(self.library, self._ids), arrive)

    def action_leave(self, to: Leave) -> None:
        """Back to the list, or to the filter to choose other papers."""
        self.leaving_for = to
        self.dismiss(None)

    def on_resize(self, event: events.Resize) -> None:
        """Too small is too small; blank lines only where there is room for them."""
        width, height = event.size
        self.set_class(width < _LEAST[0] or height < _LEAST[1], "-tiny")
        self.card.spacious = height >= sizes.VERTICAL[2][0]
