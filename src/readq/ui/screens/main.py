"""The main screen: list, detail and queue side by side, as far as the terminal allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from readq.domain import Status
from readq.errors import LibraryError, UnknownPaperError
from readq.library import Library
from readq.ui.facts import details, hours, row_facts
from readq.ui.outside import open_address
from readq.ui.screens.finding import Finding
from readq.ui.screens.main_hints import HINTS
from readq.ui.widgets.detail import Detail
from readq.ui.widgets.filter_bar import FilterBar
from readq.ui.widgets.hint_bar import HintBar
from readq.ui.widgets.paper_list import Density, PaperList
from readq.ui.widgets.queue_list import QueueList
from readq.ui.widgets.rows import PaperRows, RowFacts
from readq.ui.widgets.top_bar import BarFacts, TopBar

Pane = Literal["list", "detail", "queue"]

PANES: tuple[Pane, ...] = ("list", "detail", "queue")
LEAST_WIDTH, LEAST_HEIGHT = 40, 10
DETAIL_DELAY = 0.06
"""Seconds the highlight rests before the detail pane follows, so that holding `j` stays smooth."""
NEWS_EVERY = 1.0
"""Seconds between two looks at what other processes wrote."""


class MainScreen(Finding):
    """Owns what is shown: filter, order, marks and highlight go down, wishes come up."""

    BINDING_GROUP_TITLE = "Papers"
    HELP = "The list, the highlighted paper, and the queue."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,l,right", "pane(1)", "next pane", id="pane.next", tooltip="next pane"),
        Binding("shift+tab,h,left", "pane(-1)", "last pane", id="pane.prev", tooltip="previous pane"),
        Binding("escape", "out", "back", id="pane.out", tooltip="back to the list, clear"),
        Binding("w", "pane_queue", "queue", id="queue.focus", tooltip="go to the queue"),
        Binding("u", "undo", "undo", id="app.undo", tooltip="undo"),
        Binding("ctrl+r", "redo", "redo", id="app.redo", tooltip="redo"),
        Binding("i", "import", "import", id="app.import", tooltip="import a list of papers"),
        Binding("v", "density", "density", id="view.density", tooltip="one or two lines a paper"),
        Binding("z", "zoom", "zoom", id="view.zoom", tooltip="detail over the full width"),
        Binding("=", "source", "source", id="view.source", tooltip="abstract as the source wrote it"),
    ]

    density: reactive[Density] = reactive[Density]("compact")
    pane: reactive[Pane] = reactive[Pane]("list")
    """The pane that has, or last had, the focus."""
    zoomed: reactive[bool] = reactive(False)

    top_bar = getters.query_one(TopBar)
    detail = getters.query_one(Detail)
    queue = getters.query_one(QueueList)
    hint_bar = getters.query_one(HintBar)

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self._detail_timer: Timer | None = None
        self._source: PaperRows | None = None
        self._minutes: dict[str, int] = {}

    def compose(self) -> ComposeResult:
        """Bars above and below, three panes between."""
        signs = self.app.signs
        yield TopBar()
        yield FilterBar()
        with Horizontal(id="panes"):
            yield PaperList(self._list_facts, id="list")
            yield Detail(id="detail")
            yield QueueList(self._queue_facts, id="queue")
        yield HintBar()
        yield Static(f"readq needs {LEAST_WIDTH}x{LEAST_HEIGHT}", id="too-small", markup=False)
        for widget in self.query(PaperRows).results():
            widget.signs = signs

    def on_mount(self) -> None:
        """Fill the panes, and keep an eye on other processes."""
        self.papers.border_title, self.detail.border_title = "List", "Detail"
        self.queue.border_title = "Queue"
        self._source = self.papers
        for widget in (*self.query(PaperRows), self.detail, self.top_bar):
            widget.signs = self.app.signs
        self.set_class(self.app.config.ascii, "-ascii")
        self.papers.focus()
        self.reload()
        self.set_interval(NEWS_EVERY, self._take_news)
        if not len(self.library):
            self.call_after_refresh(self.app.welcome)

    # Facts for the rows

    def _list_facts(self, paper_id: str) -> RowFacts:
        return self._row(paper_id, minutes=0)

    def _queue_facts(self, paper_id: str) -> RowFacts:
        return self._row(paper_id, minutes=self._minutes_of(paper_id))

    def _row(self, paper_id: str, minutes: int) -> RowFacts:
        try:
            return row_facts(self.library, paper_id, minutes=minutes)
        except UnknownPaperError:
            return RowFacts(title="")

    def _minutes_of(self, paper_id: str) -> int:
        if paper_id not in self._minutes:
            self._minutes[paper_id] = self.library.minutes(paper_id)
        return self._minutes[paper_id]

    # What is shown

    def targets(self) -> list[str]:
        """The marked papers in order, unless the queue is in focus; else the highlighted one."""
        if self._source is self.papers and self.marked:
            return [i for i in self.papers.paper_ids if i in self.marked]
        paper_id = self._current()
        return [paper_id] if paper_id else []

    def _current(self) -> str:
        return self._source.paper_id if self._source is not None else ""

    def decided(self, *, go_on: bool) -> None:
        """Show the outcome; in the list the next paper is highlighted."""
        in_list = self.pane == "list"
        if go_on and in_list and not self.marked and self.app.config.advance:
            self.papers.cursor += 1
        if go_on and self.marked:
            self.marked = frozenset()
        self.reload()

    def reload(self) -> None:
        """Show what the library says now."""
        self.marked = frozenset(i for i in self.marked if i in self.library)
        self.show_papers()
        self._show_queue()
        self._show_bar()
        self.papers.version += 1
        self.queue.version += 1
        self.refresh_detail()

    def _show_queue(self) -> None:
        if self.queue.grabbed:
            return
        ids = self.library.queue_ids()
        self.queue.paper_ids = ids
        minutes = sum(map(self._minutes_of, ids))
        papers = f"{len(ids):,} paper{'s' * (len(ids) != 1)}"
        self.queue.border_subtitle = f"{papers} {self.app.signs.dot} {hours(minutes)}" if ids else ""

    def _show_bar(self) -> None:
        self.top_bar.facts = BarFacts(
            library=self.library.name,
            counts=self.library.counts(),
            queue=len(self.queue.paper_ids),
            pane=self.pane,
            save_error=self.library.save_error,
        )

    def save_state_changed(self) -> None:
        """Show whether everything is on disk."""
        self._show_bar()

    def _take_news(self) -> None:
        try:
            news = self.library.refresh()
        except LibraryError as error:
            self.app.say(str(error), "error")
            return
        if news:
            self.reload()

    @on(PaperRows.Highlighted)
    def follow_highlight(self, event: PaperRows.Highlighted) -> None:
        """Count along, and let the detail pane follow once the highlight rests."""
        self._count()
        if event.rows is self._source:
            self._show_detail_soon()

    def _count(self) -> None:
        shown = len(self.papers.paper_ids)
        text = f"{self.papers.cursor + 1:,} of {shown:,}" if shown else ""
        self.papers.border_subtitle = text

    def _show_detail_soon(self) -> None:
        if self._detail_timer is not None:
            self._detail_timer.stop()
        self._detail_timer = self.set_timer(DETAIL_DELAY, self.refresh_detail)

    def refresh_detail(self) -> None:
        """Show the highlighted paper in full."""
        paper_id = self._current()
        try:
            words = (*self.words, *self.app.config.watch)
            self.detail.details = details(self.library, paper_id, words) if paper_id else None
        except UnknownPaperError:
            self.detail.details = None

    def watch_marked(self, marked: frozenset[str]) -> None:
        """Marked rows, their number, and the keys for them."""
        if not self.is_mounted:
            return
        self.papers.marked = marked
        self.papers.set_class(bool(marked), "-marking")
        self.papers.border_title = f"{len(marked):,} selected" if marked else "List"
        self._show_hints()

    @on(PaperList.MarksRequested)
    def mark_papers(self, event: PaperList.MarksRequested) -> None:
        """Mark as asked."""
        self.marked = event.paper_ids

    # Panes

    def pane_widget(self, pane: Pane) -> Widget:
        """The widget of a pane."""
        widgets: dict[Pane, Widget] = {
            "list": self.papers,
            "detail": self.detail,
            "queue": self.queue,
        }
        return widgets[pane]

    def show_pane(self, pane: Pane) -> None:
        """Bring a pane into view and give it the focus."""
        self.pane = pane
        self.call_after_refresh(self.pane_widget(pane).focus)

    def watch_pane(self, pane: Pane) -> None:
        """The stylesheet shows the pane in use where there is no room for all."""
        self.set_class(pane == "queue", "-pane-queue")
        self.set_class(pane == "detail", "-pane-detail")
        if pane != "detail":
            self.zoomed = False
        if self.is_mounted:
            self._show_bar()

    @on(events.DescendantFocus)
    def follow_focus(self, event: events.DescendantFocus) -> None:
        """The pane in use is the one with the focus."""
        source = self._source
        for pane in PANES:
            if event.widget is self.pane_widget(pane):
                self.pane = pane
        if event.widget in (self.papers, self.queue):
            self._source = self.queue if event.widget is self.queue else self.papers
        if self._source is not source:
            self.refresh_detail()
        self._show_hints()

    @on(events.DescendantBlur)
    def follow_blur(self) -> None:
        """The keys are others now."""
        self._show_hints()

    def _show_hints(self) -> None:
        kind: str = self.pane
        if self.filter_bar.has_focus_within:
            kind = "filter"
        elif self.pane == "list" and self.marked:
            kind = "marked"
        elif self.pane == "queue" and self.queue.grabbed:
            kind = "grabbed"
        self.hint_bar.hints = HINTS[kind]
        self.hint_bar.refresh()

    def action_pane(self, step: int) -> None:
        """Go to the next pane."""
        self.show_pane(PANES[(PANES.index(self.pane) + step) % len(PANES)])

    def action_pane_queue(self) -> None:
        """Go to the queue."""
        self.show_pane("queue")

    def action_out(self) -> None:
        """One step back: the paper in the hand, the pane, the marks, the filter."""
        if self.app.toasts.dismiss_errors():
            return
        if self.queue.grabbed:
            self.queue.put_back()
            self._show_queue()
            self._show_hints()
        elif self.zoomed:
            self.zoomed = False
        elif self.pane != "list":
            self.show_pane("list")
        elif self.marked:
            self.marked = frozenset()
        elif self.filter_bar.text:
            self.filter_bar.action_clear()

    @on(PaperRows.Opened)
    def open_paper(self) -> None:
        """Read on in the detail pane."""
        self.refresh_detail()
        self.show_pane("detail")

    @on(TopBar.PaneRequested)
    def click_tab(self, event: TopBar.PaneRequested) -> None:
        """Go to the pane whose tab was clicked."""
        for pane in PANES:
            if pane == event.pane:
                self.show_pane(pane)

    @on(Detail.PaperRequested)
    def show_other_paper(self, event: Detail.PaperRequested) -> None:
        """The highlight moves along, so that the list is where the reader is."""
        if self._source is not None:
            self._source.cursor += event.step
            self.refresh_detail()

    @on(Detail.LinkClicked)
    def open_link(self, event: Detail.LinkClicked) -> None:
        """Open a link of the paper."""
        open_address(self.app, event.address)

    # View

    def action_density(self) -> None:
        """One or two lines a paper."""
        self.density = "compact" if self.density == "cosy" else "cosy"

    def watch_density(self, density: Density) -> None:
        """Tell the list."""
        if self.is_mounted:
            self.papers.density = density

    def action_zoom(self) -> None:
        """Detail over the full width, or as before."""
        zoomed = not self.zoomed
        if zoomed and self.pane != "detail":
            self.show_pane("detail")
        self.zoomed = zoomed

    def watch_zoomed(self, zoomed: bool) -> None:
        """Tell the stylesheet."""
        self.set_class(zoomed, "-zoomed")

    def action_source(self) -> None:
        """The abstract as the source wrote it, or as it is meant."""
        self.detail.as_source = not self.detail.as_source

    def on_resize(self, event: events.Resize) -> None:
        """Too small is too small; else the pane in use keeps the focus."""
        small = event.size.width < LEAST_WIDTH or event.size.height < LEAST_HEIGHT
        self.set_class(small, "-tiny")
        if not small:
            self.call_after_refresh(self._keep_focus)

    def _keep_focus(self) -> None:
        if self.focused is None and self.is_current:
            self.pane_widget(self.pane).focus()

    # Queue

    @on(QueueList.MoveRequested)
    def move_in_queue(self, event: QueueList.MoveRequested) -> None:
        """Move a paper; the highlight goes with it."""
        paper_id, to = event.paper_id, event.to
        if event.run:
            self.in_one_step(
                "move", [paper_id], lambda merge: self.library.move(paper_id, to=to, merge=merge)
            )
        else:
            self.app.decide(lambda: self.library.move(paper_id, to=to))
        self.reload()
        self.queue.highlight(paper_id)
        self._show_hints()

    @on(QueueList.ReadRequested)
    def read_now(self, event: QueueList.ReadRequested) -> None:
        """Start reading."""
        if self.library.reading(event.paper_id).status is not Status.READING:
            self.decide([event.paper_id], Status.READING)

    @on(QueueList.SortRequested)
    def sort_queue(self) -> None:
        """Sort by priority, once."""
        if self.app.decide(self.library.sort_queue):
            self.app.say("Queue sorted by priority", undo=True)
        self.reload()

    @on(QueueList.GrabChanged)
    def follow_grab(self) -> None:
        """Other keys while a paper is in the hand."""
        self._show_queue()
        self._show_hints()

    # Undo, import

    def action_undo(self) -> None:
        """Take the last change back."""
        change = self.app.decide(self.library.undo)
        if change is None:
            if not self.library.save_error:
                self.app.say("Nothing to undo")
            return
        self.app.say(f"Undone: {change.label}", hint=("app.redo", "redo"))
        self._go_to_changed(change.paper_ids, change.skipped)

    def action_redo(self) -> None:
        """Do it again."""
        change = self.app.decide(self.library.redo)
        if change is None:
            if not self.library.save_error:
                self.app.say("Nothing to redo")
            return
        self.app.say(f"Redone: {change.label}", undo=True)
        self._go_to_changed(change.paper_ids, change.skipped)

    def _go_to_changed(self, paper_ids: Sequence[str], skipped: Sequence[str]) -> None:
        if skipped:
            many = f"{len(skipped):,} paper{'s' * (len(skipped) != 1)}"
            self.app.say(f"{many} changed since; what is newer stays.", "warning")
        self.reload()
        rows = self.queue if self.pane == "queue" else self.papers
        for paper_id in paper_ids:
            if rows.highlight(paper_id):
                return
        self.wanted = paper_ids[0] if paper_ids else ""

    def action_import(self) -> None:
        """Open the import screen."""
        self.app.open_import()
