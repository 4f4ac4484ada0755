"""Triage: undecided papers one by one, one key a paper."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar, Literal

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from readq.domain import Change, Reading, Status
from readq.errors import ReadqError
from readq.library import (
    Library,
    Sitting,
    Stacks,
    Triage,
    is_queued_by_priority,
    readings_after,
)
from readq.ui.marks import MUTED
from readq.ui.screens import sizes
from readq.ui.screens.app_of import use_plain_signs
from readq.ui.screens.paper_screen import ABOUT_A_PAPER
from readq.ui.screens.triage_ahead import TriageAhead
from readq.ui.screens.undoing import Direction
from readq.ui.show import content
from readq.ui.widgets.card import Card
from readq.ui.widgets.card_text import welcome
from readq.ui.widgets.choices import Choices
from readq.ui.widgets.hint_bar import Hint, HintBar
from readq.ui.widgets.triage_head import TriageHead
from readq.ui.widgets.triage_side import TriageSide

_MILESTONES = (25, 50, 75)
_LEAST = (40, 10)

_HINTS = (
    Hint(("app.triage",), "go on"),
    Hint(("triage.pass", "triage.space"), "pass"),
    Hint(("triage.back",), "back"),
    Hint(("app.undo",), "undo"),
    Hint(("paper.note",), "note"),
    Hint(("paper.open",), "open"),
    Hint(("paper.tags",), "tags"),
    Hint(("watch.words",), "watch words"),
    Hint(("triage.filter",), "what to triage"),
    Hint(("triage.leave",), "leave"),
    Hint(("app.help",), "help"),
)

Leave = Literal["list", "filter"]


class TriageScreen(TriageAhead):
    """One paper at a time, from those the list shows. `last_shown` is where the reader was when it closes."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Triage"
    HELP = "One paper at a time; a key decides and the next one comes. u takes back, also tomorrow."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "decide('queued')", "queue", id="triage.queue", tooltip="queue"),
        Binding("left", "decide('skipped')", "skip", id="triage.skip", tooltip="skip"),
        Binding("down", "decide('later')", "later", id="triage.later", tooltip="maybe later"),
        Binding("j", "pass_on", "pass", id="triage.pass", tooltip="next without a decision"),
        Binding("k,up", "go_back", "back", id="triage.back", tooltip="back to the paper before"),
        Binding("s", "alone", "only this", id="triage.alone", tooltip="only this one of the stack"),
        Binding("u,backspace", "undo", "undo", id="app.undo", tooltip="undo"),
        Binding("slash", "jump", "jump", id="find.jump", tooltip="jump to a title"),
        Binding("w", "topic", "topic", id="triage.topic", tooltip="say what you look for"),
        Binding(
            "f", "leave('filter')", "filter", id="triage.filter", tooltip="choose what to triage"
        ),
        Binding("T", "again", "go on", id="app.triage", tooltip="go on with what is left"),
        Binding(
            "escape,q", "leave('list')", "leave", id="triage.leave", tooltip="back to the list"
        ),
    ]

    def __init__(
        self,
        library: Library,
        ids: Callable[[], Sequence[str]],
        sitting: Sitting,
        stacks: Stacks,
        *,
        words: tuple[str, ...] = (),
    ) -> None:
        """Go through papers.

        Args:
            library: Where they are.
            ids: Gives what the list shows; asked in a worker.
            sitting: What was decided since readq was opened.
            stacks: What is known of abstracts that are nearly the same.
            words: Words of the filter, to highlight.
        """
        super().__init__(library, ids, sitting, stacks, words)
        self._milestones: set[int] = set()
        self._news = Content()
        self.leaving_for: Leave = "list"

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
        self.owner.toasts.dismiss_steps()  # they would cover the first paper
        self.card.focus()
        self.find()

    def begin(self, way: Triage) -> None:
        """Show the first paper, and where the reader is."""
        self._milestones = {m for m in _MILESTONES if way.decided * 100 >= m * way.total}
        if way.current:
            at = self.title_of(way.stopped_at) if way.stopped_at else ""
            keys = [
                (self.owner.key_of("paper.queue"), "keeps"),
                (self.owner.key_of("paper.skip"), "skips"),
                (self.owner.key_of("app.undo"), "takes back"),
            ]
            self.card.show_banner(welcome(way, at, () if way.decided else keys))
        self.show_current()

    @property
    def last_shown(self) -> str:
        """The paper on the card, or the last one that was."""
        return "" if self.way is None else self.way.current or self.way.last_shown

    # Decisions

    def targets(self) -> list[str]:
        """The paper on the card."""
        return [self.current] if self.current else []

    def decided_together(self) -> list[str]:
        """The paper on the card with those that have nearly the same abstract."""
        return [*self.targets(), *self.alike]

    def action_decide(self, status: str) -> None:
        """Give the paper a status; what is left for later once more just passes."""
        wanted = Status(status)
        if wanted is Status.LATER and self.way is not None and self.way.is_left_once_more:
            self.action_pass_on()
        else:
            self.decide(self.decided_together(), wanted)

    def action_priority(self, priority: int) -> None:
        """Give a priority; an undecided paper is queued with it."""
        ids = self.decided_together()
        if not ids:
            return
        if not is_queued_by_priority(self.library, ids[0], priority):
            super().action_priority(priority)
            return
        if not self.asks_about_today(ids, priority):
            self._mark(ids, Status.QUEUED, priority)

    def _tell(self, what: str, change: Change) -> None:
        """The card, not a message, tells what was decided."""
        self._record(readings_after(self.library, change))

    def queued_instead(self, ids: list[str]) -> None:
        """Queued is queued."""
        self._record([self.library.reading(paper_id) for paper_id in ids])
        super().queued_instead(ids)

    def _record(self, readings: Collection[Reading]) -> None:
        if self.way is None:
            return
        if any(reading.status is not Status.NEW for reading in readings):  # not taken back
            self.took_time()
        self.sitting.take_in(readings, papers=len(readings))
        self.take_in(readings)
        self._tell_milestone(self.way)

    def _tell_milestone(self, way: Triage) -> None:
        reached = {m for m in _MILESTONES if way.decided * 100 >= m * way.total}
        if reached - self._milestones:
            self._milestones |= reached
            self._news = content(f"{max(reached)} % of these papers are decided.", MUTED)

    def decided(self, *, go_on: bool) -> None:
        """Show the next paper, or what was decided about this one."""
        self.take_in([self.library.reading(i) for i in self.decided_together()])
        if go_on and self.owner.config.advance:
            self._go_on()
        else:
            self._show_news()
            self.reload()

    def _go_on(self) -> None:
        if self.way is not None:
            self._show_news()
            self.way.go_on()
            self.show_current()

    def _show_news(self) -> None:
        """In a line of its own above the paper: a message at the corner would cover the text."""
        self.card.show_banner(self._news)
        self._news = Content()
        self.owner.toasts.dismiss_seen()  # in a narrow terminal they cover the end of the text

    @on(Card.PassRequested)
    def action_pass_on(self) -> None:
        """Show the next paper without a decision on this one."""
        if self.current:
            self._go_on()

    def action_go_back(self) -> None:
        """Show the paper before."""
        if self.way is not None and self.way.go_back():
            self._show_news()
            self.show_current()

    def action_again(self) -> None:
        """At the end, go through what is left."""
        if self.way is not None and not self.current and self.way.turn_again():
            self.show_current()
            if self.library.rank_settings.learn:
                self.owner.learn()

    def action_alone(self) -> None:
        """Decide about this paper only, not about those with nearly the same abstract."""
        if self.alike:
            self.ready[self.current] = replace(self.ready[self.current], alike=())
            self.show_paper(self.current)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The end goes on with what is left and decides nothing; only of stacks one is taken alone."""
        if self.has_class("-tiny"):
            return action == "leave"
        at_end = self.way is not None and not self.current
        if action == "again":
            return at_end and self.way is not None and self.way.passed > 0
        if action in ABOUT_A_PAPER and at_end:
            return False
        if action == "go_back":
            return self.way is not None and self.way.has_before
        if action == "alone":
            return bool(self.alike)
        return super().check_action(action, parameters)

    # Undo

    def take_change(self, change: Change, direction: Direction) -> None:
        """The card shows the paper again; once done again, the next one."""
        readings = readings_after(self.library, change)
        decisions = {edit.paper_id for edit in change.readings if edit.is_decision}
        decided = [reading for reading in readings if reading.paper_id in decisions]
        self.sitting.take_in(decided, papers=len(decided))
        self.take_in(readings)
        here = [i for i in change.paper_ids if i in self.library]
        if not here or not decided or len(change.paper_ids) > 1:  # else the card tells it
            super().take_change(change, direction)
        else:
            self.go_to_changed(here)
        is_done = bool(decided) and decided[0].status is not Status.NEW
        if here and direction == "redo" and (is_done or here[0] in self.library.trash_ids):
            self._go_on()

    def go_to_changed(self, paper_ids: Sequence[str]) -> None:
        """Show the first of the papers."""
        for paper_id in [i for i in paper_ids if i in self.library][:1]:
            self.visit(paper_id)

    def visit(self, paper_id: str) -> None:
        """Show another paper on the card."""
        if self.way is not None:
            self._show_news()
            self.way.show(paper_id)
            self.show_current()

    # Elsewhere

    @on(TriageSide.PaperClicked)
    def show_decided(self, event: TriageSide.PaperClicked) -> None:
        """Back to a paper decided before."""
        if event.paper_id in self.library:
            self.visit(event.paper_id)

    def action_jump(self) -> None:
        """Look for a title, and show that paper on the card."""
        from readq.ui.screens.jump import JumpScreen

        self.owner.push_screen(JumpScreen(self.library, self.ids), self.arrive)

    def watch_for(self, groups: Sequence[str]) -> None:
        """Light other words up, count them, and let them tell what is wanted."""
        super().watch_for(groups)
        self.count_watched()
        if self.library.rank_settings.learn:
            self.owner.learn()

    def action_topic(self) -> None:
        """Ask what the reader is looking for."""
        from readq.ui.screens.prompt import TextPrompt

        prompt = TextPrompt(
            title="What are you looking for?",
            value=self.library.habits.now().topic,
            hint="A few words; papers that sound like them come first.",
        )
        self.owner.push_screen(prompt, self._look_for)

    def _look_for(self, topic: str | None) -> None:
        if topic is None:
            return
        try:
            self.library.ranking.look_for(topic)
        except ReadqError as error:
            self.owner.say(str(error), "warning", heading="The words are not kept")
        self.owner.learn()

    def action_leave(self, to: Leave) -> None:
        """Back to the list, or to the filter to choose other papers."""
        self.leaving_for = to
        self.dismiss(None)

    def on_unmount(self) -> None:
        """Remember where triage stopped, for the next time."""
        if self.last_shown:
            with suppress(ReadqError):  # it begins at the first undecided paper then
                self.library.habits.stopped_triage(self.last_shown)

    def on_resize(self, event: events.Resize) -> None:
        """Too small is too small; blank lines only where there is room for them."""
        width, height = event.size
        small = width < _LEAST[0] or height < _LEAST[1]
        self.set_class(small, "-tiny")
        if not small:
            self.call_after_refresh(self._keep_focus)
        self.card.spacious = height >= sizes.VERTICAL[2][0]

    def _keep_focus(self) -> None:
        """What is not drawn has lost it."""
        if self.focused is None and self.card.is_attached:
            self.card.focus()
