"""What the triage screen shows: the paper on the card, how far it is, what was decided last."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from dataclasses import field, replace

from textual import getters
from textual.content import Content

from readq.domain import Reading, Status
from readq.errors import UnknownPaperError
from readq.library import (
    Expectation,
    Library,
    Reasons,
    Sitting,
    Triage,
)
from readq.records import dataclass
from readq.ui.facts import details
from readq.ui.screens.trash_keys import TrashKeys
from readq.ui.widgets.card import Beside, Card
from readq.ui.widgets.card_text import end, why
from readq.ui.widgets.triage_head import HeadFacts, TriageHead
from readq.ui.widgets.triage_side import (
    MOST,
    JustDecided,
    SideFacts,
    TriageSide,
    Watched,
    outlook,
    sitting_numbers,
)


@dataclass(frozen=True, slots=True)
class Ready:
    """What was worked out about a paper before it was asked for."""

    alike: tuple[str, ...] = ()
    """Undecided papers with nearly the same abstract."""
    reasons: Reasons = field(default_factory=Reasons)
    exploring: bool = False
    """Whether it is shown to learn from it, not since it seems wanted."""


class TriageShown(TrashKeys):
    """The part of triage that shows things; nothing in it takes longer in a larger library."""

    head = getters.query_one(TriageHead)
    card = getters.query_one(Card)
    side = getters.query_one(TriageSide)

    def __init__(self, library: Library, sitting: Sitting, words: tuple[str, ...]) -> None:
        super().__init__()
        self.library = library
        self.sitting = sitting
        self.way: Triage | None = None
        self.ready: dict[str, Ready] = {}
        self.alike: tuple[str, ...] = ()
        """The papers decided together with the one on the card."""
        self.expectation: Expectation | None = None
        self.getting_ready: float | None = None
        """How much of the index is made; None when it is there."""
        self.watch_counts: list[int] = []
        """How many papers say a word of each watched group."""
        self._words = words
        self._shown_at = 0.0
        self._keys_for = (False, False)
        """Whether it is the end, and whether there is a way back: some keys have no use then."""

    @property
    def current(self) -> str:
        """The paper on the card; empty when there is none."""
        return self.way.current if self.way is not None else ""

    @abstractmethod
    def prepare(self) -> None:
        """Make the next papers ready."""

    def show_current(self) -> None:
        """Show the paper on the table, or how it went."""
        way = self.way
        if way is None:
            return
        self._shown_at = self.owner.clock()
        keys_for = (not way.current, way.has_before)
        if self._keys_for != keys_for:
            self._keys_for = keys_for
            self.refresh_bindings()
        if way.current:
            self.show_paper(way.current)
            self.prepare()
        else:
            self.alike = ()
            self.card.show_banner(Content())
            self.card.show_instead(end(way, self.sitting, self._ways_on(way), self.owner.signs))
        self.show_bar()

    def took_time(self) -> None:
        """A decision took so long as the paper has been on the card, or since the last one about it."""
        now = self.owner.clock()
        self.sitting.took(now - self._shown_at)
        self._shown_at = now

    def show_paper(self, paper_id: str) -> None:
        """Show a paper on the card, with what is known about it by now."""
        way, ready = self.way, self.ready.get(paper_id, Ready())
        try:
            shown = details(self.library, paper_id, self._words, self.owner.watched)
        except UnknownPaperError:
            self.card.show_instead(Content("This paper is no longer in the library."))
            return
        undecided = shown.status in (Status.NEW, Status.LATER)
        self.alike = tuple(
            other
            for other in ready.alike
            if undecided and way is not None and way.is_undecided(other)
        )
        beside = Beside(
            alike=[self.title_of(other) for other in self.alike],
            why=self._why(ready) if undecided else None,
        )
        self.card.show(replace(shown, links=(), linked=(), linking=()), beside)

    def _why(self, ready: Ready) -> Content | None:
        like = self.title_of(ready.reasons.most_like) if ready.reasons.most_like else ""
        return why(ready.reasons.words, like, self.owner.signs, exploring=ready.exploring)

    def title_of(self, paper_id: str) -> str:
        """The title of a paper; empty when another window took it away."""
        try:
            return self.library.hot(paper_id).title
        except UnknownPaperError:
            return ""

    def _ways_on(self, way: Triage) -> list[tuple[str, str]]:
        ways = []
        if way.passed:
            ways.append((self.owner.key_of("app.triage"), f"goes on with the {way.passed:,} left"))
        ways.append((self.owner.key_of("triage.filter"), "chooses other papers"))
        ways.append((self.owner.key_of("triage.leave"), "back to the list"))
        return ways

    def show_bar(self) -> None:
        """Show how far it is, and what was decided last."""
        way = self.way
        if way is None or not self.is_mounted or not self.query(TriageHead):
            return  # keys may wait while the app closes
        self.head.facts = HeadFacts(
            library=self.library.name,
            decided=way.decided,
            total=way.total,
            pace=self.sitting.pace,
            left=way.left,
            of_later=way.of_later,
            getting_ready=self.getting_ready,
            save_error=self.library.save_error,
        )
        self.side.facts = SideFacts(
            decided=[
                JustDecided(d.paper_id, self.title_of(d.paper_id), d.status, d.priority, d.papers)
                for d in self.sitting.latest(MOST)
            ],
            numbers=sitting_numbers(self.sitting),
            outlook=outlook(self.expectation),
            watched=self._watched(),
        )

    def _watched(self) -> list[Watched]:
        watch, shown = self.owner.watched, self.card.details
        here = watch.counts(shown.title, shown.abstract.plain) if shown and watch else {}
        counts = self.watch_counts
        return [
            Watched(words, n % 6, here.get(n, 0), counts[n] if n < len(counts) else None)
            for n, words in enumerate(watch.groups)
        ]

    def reload(self) -> None:
        """Show what the library says now about the paper on the card."""
        if self.current:
            self.take_in([self.library.reading(self.current)])
            self.show_paper(self.current)
        self.show_bar()

    def take_in(self, readings: Collection[Reading]) -> None:
        """Papers may stand elsewhere now."""
        if self.way is not None:
            self.way.take_in(readings)

    def take_news(self, news: Collection[str]) -> None:
        """Another process wrote about these papers."""
        self.take_in([self.library.reading(paper_id) for paper_id in news])
        if self.current in news:
            self.show_paper(self.current)
        self.show_bar()
