"""The main screen: list, detail and queue side by side, as far as the terminal allows."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from time import monotonic
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.css.query import NoMatches
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import get_current_worker

from readq.domain import local_day
from readq.errors import LibraryError, ReadqError, UnknownPaperError
from readq.library import UNDECIDED, Library, in_hours
from readq.ui.facts import details, row_facts, titled
from readq.ui.screens.library_screen import LibraryScreen
from readq.ui.screens.panes import LEAST_HEIGHT, LEAST_WIDTH
from readq.ui.screens.ways import Ways
from readq.ui.sheets import MAIN, read_sheets
from readq.ui.widgets.detail import Detail
from readq.ui.widgets.filter_bar import FilterBar
from readq.ui.widgets.hint_bar import HintBar
from readq.ui.widgets.paper_list import PaperList
from readq.ui.widgets.queue_list import QueueList
from readq.ui.widgets.rows import PaperRows, RowFacts
from readq.ui.widgets.top_bar import BarFacts, TopBar

DETAIL_DELAY = 0.06
"""Seconds the highlight rests before the detail pane follows, so that holding `j` stays smooth."""
_NEARLY = 0.002
_READ_AT_ONCE = 100
"""So many papers of the queue are read for how long they take while a key waits."""
WHOLE_AFTER = 0.1
"""Seconds in which the terminal draws the first picture."""
NEWS_EVERY = 1.0
"""Seconds between two looks at what other processes wrote."""


class MainScreen(Ways):
    """Owns what is shown: filter, order, marks and highlight go down, wishes come up."""

    CSS_PATH: ClassVar[Any] = []
    AUTO_FOCUS = "#list"

    BINDING_GROUP_TITLE = "Papers"
    HELP = "The list, the highlighted paper, and the queue."

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self._detail_timer: Timer | None = None
        self._moved_at = 0.0
        self._minutes: dict[str, int] = {}
        self._day = date.min
        self._is_made = False
        self._is_whole = asyncio.Event()

    def compose(self) -> ComposeResult:
        """Bars above and below, three panes between."""
        yield TopBar()
        yield FilterBar(lambda field, start: self.library.filter_values(field, start))
        with Horizontal(id="panes"):
            yield PaperList(self._list_facts, id="list")
            yield Detail(id="detail")
            yield QueueList(self._queue_facts, id="queue")
        yield HintBar()

    def on_mount(self) -> None:
        """Fill the panes, and keep an eye on other processes."""
        self.papers.border_title, self.detail.border_title = "List", "Detail"
        self.queue.border_title = "Queue"
        self.queue.notice = f"Empty.  {self.owner.key_of('paper.queue')} puts a paper here"
        self.source = self.papers
        for widget in (self.papers, self.queue, self.detail, self.top_bar):
            widget.signs = self.owner.signs
        self.set_class(self.owner.config.ascii, "-ascii")
        self.papers.focus()
        self.first_painted = self.papers
        self.filter_bar.history = self.library.habits.now().filters
        self.use_kept_density()
        self.reload()
        self._day = local_day(self.owner.now())
        self.set_interval(NEWS_EVERY, self._take_news)
        self.set_timer(WHOLE_AFTER, self._make_whole)
        if self.library.is_empty:
            self.call_after_refresh(self.owner.welcome)
        elif self.owner.start is not None:
            self.owner.start(self)

    async def _make_whole(self) -> None:
        """Bring in, once, what the first picture does without."""
        if self._is_made:
            return
        self._is_made = True
        read_sheets(self.app.stylesheet, MAIN)
        await self.filter_bar.make_whole()
        await self.detail.make_whole()
        small = f"readq needs {LEAST_WIDTH}x{LEAST_HEIGHT}"
        await self.mount(Static(small, id="too-small", markup=False))
        self._is_whole.set()

    @property
    def is_whole(self) -> bool:
        """Whether all is there that keys may be about."""
        return self._is_whole.is_set()

    async def until_begun(self, seconds: float) -> None:
        """Keys wait for all that they may be about; that is brought in when one comes, if not before."""
        await super().until_begun(seconds)
        if not self.is_whole:
            self.call_next(self._make_whole)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_whole.wait(), seconds)

    def use(self, library: Library) -> None:
        """Show another library."""
        self.library = library
        self.filter_bar.history = library.habits.now().filters
        self.use_kept_density()
        self._minutes.clear()
        self.forget_triage()
        self.reload()

    # Facts for the rows

    def _list_facts(self, paper_id: str) -> RowFacts:
        facts = self._row(paper_id, minutes=0)
        if self.papers.scored and facts.status in UNDECIDED:
            return replace(facts, score=self.library.ranking.score(paper_id))
        return facts

    def _queue_facts(self, paper_id: str) -> RowFacts:
        return self._row(paper_id, minutes=self._minutes_of(paper_id))

    def _row(self, paper_id: str, minutes: int) -> RowFacts:
        try:
            with_note = self.owner.config.show_notes
            return row_facts(self.library, paper_id, minutes=minutes, with_note=with_note)
        except UnknownPaperError:
            return RowFacts(title="")

    def _minutes_of(self, paper_id: str) -> int:
        if paper_id not in self._minutes:
            self._minutes[paper_id] = self.library.minutes(paper_id)
        return self._minutes[paper_id]

    # What is shown

    def targets(self) -> list[str]:
        """The marked papers in order, unless the queue is in focus; else the highlighted one."""
        if self.source is self.papers and self.marked:
            return [i for i in self.papers.paper_ids if i in self.marked]
        paper_id = self._current()
        return [paper_id] if paper_id else []

    def listed(self) -> list[str]:
        """All papers that pass the filter."""
        return list(self.papers.paper_ids)

    def _current(self) -> str:
        return self.source.paper_id if self.source is not None else ""

    def decided(self, *, go_on: bool) -> None:
        """Show the outcome; in the list the next paper is highlighted."""
        in_list = self.pane == "list"
        if go_on and in_list and not self.marked and self.owner.config.advance:
            self.papers.cursor += 1
        if go_on and self.marked:
            self.marked = frozenset()
        self.reload()

    def reload(self) -> None:
        """Show what the library says now."""
        self.marked = frozenset(i for i in self.marked if i in self.library)
        self.show_papers()
        self.show_queue()
        self.show_bar()
        self.papers.version += 1
        self.queue.version += 1
        self.show_detail_soon()

    def show_queue(self) -> None:
        """Show the queue, and how long it takes."""
        ids = self.library.queue_ids()
        self.queue.take(ids)
        cap = self.owner.config.daily
        self.queue.today = (
            frozenset(self.library.planned_ids(cap)) if cap is not None else frozenset()
        )
        papers = f"{len(ids):,} paper{'s' * (len(ids) != 1)}" if ids else ""
        self.queue.border_subtitle = papers
        unread = sum(i not in self._minutes for i in ids)
        if unread > _READ_AT_ONCE:
            self._find_minutes(ids)
        elif ids:
            minutes = in_hours(sum(map(self._minutes_of, ids)))
            self.queue.border_subtitle = f"{papers} {self.owner.signs.dot} {minutes}"

    @work(thread=True, exclusive=True, group="minutes", exit_on_error=False)
    def _find_minutes(self, ids: Sequence[str]) -> None:
        """Read a long queue for how long it takes, away from the keys."""
        worker, minutes = get_current_worker(), self._minutes
        for paper_id in (i for i in ids if i not in minutes):
            if worker.is_cancelled:
                return
            try:
                minutes[paper_id] = self.library.minutes(paper_id)
            except ReadqError:  # taken out meanwhile
                minutes[paper_id] = 0
        self.owner.call_from_thread(self.show_queue)

    def show_bar(self) -> None:
        """Show counts, and whether all is saved."""
        self.top_bar.facts = BarFacts(
            library=self.library.name,
            counts=self.library.counts(),
            queue=len(self.queue.paper_ids),
            pane=self.pane,
            work=self._work(),
            save_error=self.library.save_error,
        )

    def show_work(self) -> None:
        """Show how far that is which goes on in the background."""
        self.top_bar.facts = replace(self.top_bar.facts, work=self._work())

    def _work(self) -> str:
        share = self.index_progress
        if share is None or self.owner.imports.running:
            return self.owner.imports.words or self.owner.lookups.words
        return f"{self.owner.signs.busy} ranking {int(100 * share)} %"

    def _take_news(self) -> None:
        today = local_day(self.owner.now())
        if today != self._day:  # what waited for this day is in the queue now
            self._day = today
            self._spread(())
        try:
            news = self.library.refresh()
        except LibraryError as error:
            self.owner.say(str(error), "error")
            return
        if news:
            self._spread(news)

    def _spread(self, news: Collection[str]) -> None:
        """Let all screens show what the library says now."""
        for screen in self.owner.screen_stack:
            if isinstance(screen, LibraryScreen):
                with suppress(NoMatches):  # it is just being taken away
                    screen.take_news(news)

    @on(PaperRows.Highlighted)
    def follow_highlight(self) -> None:
        """Let count and detail pane follow once the highlight rests."""
        self.show_detail_soon()

    def words_changed(self) -> None:
        """The detail pane highlights the words of the filter."""
        self.show_detail_soon()

    def show_detail_soon(self) -> None:
        """Show the highlighted paper in full once the highlight rests."""
        self._moved_at = monotonic()
        if self._detail_timer is None:
            self._detail_timer = self.set_timer(DETAIL_DELAY, self._detail_if_rested)

    def _detail_if_rested(self) -> None:
        """Show the detail, or wait on: a timer that is stopped with each move costs more than this."""
        self._detail_timer = None
        left = self._moved_at + DETAIL_DELAY - monotonic()
        if (
            left <= _NEARLY and self.is_being_drawn
        ):  # the list is on screen before the detail is made
            left = DETAIL_DELAY / 4
        if left > _NEARLY:
            self._detail_timer = self.set_timer(left, self._detail_if_rested)
        else:
            self.refresh_detail()

    def _count(self) -> None:
        shown = len(self.papers.paper_ids)
        text = f"{self.papers.cursor + 1:,} of {shown:,}" if shown else ""
        self.papers.border_subtitle = text

    def refresh_detail(self) -> None:
        """Show the highlighted paper in full, and where in the list it is."""
        self._count()
        paper_id = self._current()
        try:
            self.detail.details = (
                details(self.library, paper_id, self.words, self.owner.watched)
                if paper_id
                else None
            )
        except UnknownPaperError:
            self.detail.details = None
        if self.detail.details is not None and "[[" in self.detail.details.note:
            self._find_links(paper_id)

    @work(thread=True, exclusive=True, group="detail-links", exit_on_error=False)
    def _find_links(self, paper_id: str) -> None:
        linked = titled(self.library, self.library.linked(paper_id))
        self.owner.call_from_thread(self._show_links, paper_id, linked)

    def _show_links(self, paper_id: str, linked: tuple[tuple[str, str], ...]) -> None:
        details = self.detail.details
        if linked and details is not None and details.paper_id == paper_id:
            self.detail.details = replace(details, linked=linked)

    def watch_marked(self, marked: frozenset[str]) -> None:
        """Marked rows, their number, and the keys for them."""
        if not self.is_mounted:
            return
        self.papers.marked = marked
        self.papers.set_class(bool(marked), "-marking")
        self.papers.border_title = f"{len(marked):,} selected" if marked else "List"
        self.show_hints()

    @on(PaperList.MarksRequested)
    def mark_papers(self, event: PaperList.MarksRequested) -> None:
        """Mark as asked."""
        self.marked = event.paper_ids

    @on(PaperRows.Opened)
    def open_paper(self) -> None:
        """Read on in the detail pane."""
        self.refresh_detail()
        self.show_pane("detail")

    @on(Detail.PaperRequested)
    def show_other_paper(self, event: Detail.PaperRequested) -> None:
        """The highlight moves along, so that the list is where the reader is."""
        if self.source is not None:
            self.source.cursor += event.step
            self.refresh_detail()

    @on(Detail.LinkClicked)
    def open_link(self, event: Detail.LinkClicked) -> None:
        """Open a link of the paper."""
        from readq.ui.outside import open_address

        open_address(self.owner, event.address)

    # Queue

    @on(QueueList.GrabChanged)
    def follow_grab(self) -> None:
        """Other keys while a paper is in the hand."""
        self.show_queue()
        self.show_hints()

    def go_to_changed(self, paper_ids: Sequence[str]) -> None:
        """Highlight the first of the papers that the pane in use shows."""
        self.reload()
        rows = self.queue if self.pane == "queue" else self.papers
        for paper_id in paper_ids:
            if rows.highlight(paper_id):
                return
        self.wanted = paper_ids[0] if paper_ids else ""

    def go_to_next(self) -> None:
        """Highlight the paper to read next, where it can be seen in full."""
        self.queue.drop()
        self.show_queue()
        if not self.queue.paper_ids:
            self.owner.say("The queue is empty.", hint=("paper.queue", "queues a paper"))
            return
        self.source = self.queue
        self.queue.highlight(self.queue.paper_ids[0])
        narrow = self.has_class("-xs") or self.has_class("-sm")
        self.show_pane("detail" if narrow else "queue")
        self.refresh_detail()
