"""Which pane is in use, how much of the screen it has, and the keys that go with it."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import ClassVar, Literal

from textual import events, getters, on
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.widget import Widget

from readq.ui.screens.finding import Finding
from readq.ui.screens.focus import focus_at_once
from readq.ui.screens.main_hints import HINTS
from readq.ui.screens.paper_screen import ABOUT_A_PAPER
from readq.ui.screens.visiting import IN_TRASH
from readq.ui.widgets.detail import Detail
from readq.ui.widgets.filter_bar import FilterBar
from readq.ui.widgets.hint_bar import HintBar
from readq.ui.widgets.paper_list import Density
from readq.ui.widgets.queue_list import QueueList
from readq.ui.widgets.rows import PaperRows
from readq.ui.widgets.top_bar import TopBar

Pane = Literal["list", "detail", "queue"]

PANES: tuple[Pane, ...] = ("list", "detail", "queue")
LEAST_WIDTH, LEAST_HEIGHT = 40, 10
ONE_PANE_BELOW, TWO_PANES_BELOW = 72, 108
COLUMNS_FROM = 150
"""From this width on the list shows authors and venue."""


class Panes(Finding):
    """The part of the main screen that moves between list, detail and queue."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,l,right", "pane(1)", "next pane", id="pane.next", tooltip="next pane"),
        Binding(
            "shift+tab,h,left", "pane(-1)", "previous pane", id="pane.prev", tooltip="previous pane"
        ),
        Binding("escape", "out", "back", id="pane.out", tooltip="back to the list, clear"),
        Binding("w", "pane_queue", "queue", id="queue.focus", tooltip="go to the queue"),
        Binding("v", "density", "density", id="view.density", tooltip="one or two lines a paper"),
        Binding("z", "zoom", "zoom", id="view.zoom", tooltip="detail over the full width"),
    ]

    density: reactive[Density] = reactive[Density]("compact")
    pane: reactive[Pane] = reactive[Pane]("list")
    """The pane that has, or last had, the focus."""
    zoomed: reactive[bool] = reactive(False)

    top_bar = getters.query_one(TopBar)
    detail = getters.query_one(Detail)
    queue = getters.query_one(QueueList)
    hint_bar = getters.query_one(HintBar)

    source: PaperRows | None = None
    """The rows whose highlighted paper the detail pane shows and the keys are about."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While the filter is typed, keys are text; in an empty list some have nothing to be about."""
        if self.has_class("-tiny"):  # nothing is in sight that one could decide about
            return False
        if self.is_mounted and self.filter_bar.has_focus_within:
            return action == "pane"
        about_none = self.is_mounted and self.source is self.papers and not self.papers.paper_ids
        if about_none and action in ABOUT_A_PAPER:
            return False
        return super().check_action(action, parameters)

    @abstractmethod
    def show_queue(self) -> None:
        """Show the queue as the library has it."""

    @abstractmethod
    def show_detail_soon(self) -> None:
        """Show the highlighted paper in full once keys rest."""

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
        widget = self.pane_widget(pane)
        focus_at_once(widget)
        self._follow(widget)

    def watch_pane(self, pane: Pane) -> None:
        """The pane in use is in sight where there is no room for all."""
        if pane != "detail":
            self.zoomed = False
        if self.is_mounted:
            self._arrange(self.size.width)
            self.show_bar()

    def _arrange(self, width: int) -> None:
        """Show what there is room for. A class for it would have every style worked out anew."""
        shown: set[Pane] = set(PANES)
        if self.zoomed:
            shown = {"detail"}
        elif width < ONE_PANE_BELOW:
            shown = {self.pane}
        elif width < TWO_PANES_BELOW:
            shown = {"list", "queue" if self.pane == "queue" else "detail"}
        for pane in PANES:
            widget = self.pane_widget(pane)
            if widget.display is not (pane in shown):
                widget.display = pane in shown

    @on(events.DescendantFocus)
    def follow_focus(self, event: events.DescendantFocus) -> None:
        """The pane in use is the one with the focus."""
        if event.widget is not self.focused:
            return  # a pane that goes out of sight hands its focus to any other for a moment
        self._follow(event.widget)

    def _follow(self, focused: Widget) -> None:
        source = self.source
        for pane in PANES:
            if focused is self.pane_widget(pane):
                self.pane = pane
        if focused in (self.papers, self.queue):
            self.source = self.queue if focused is self.queue else self.papers
        if self.source is not source:
            self.show_detail_soon()
        self.show_hints()

    @on(FilterBar.Changed)
    @on(events.DescendantBlur)
    def follow_blur(self) -> None:
        """The keys are others now."""
        self.show_hints()

    def show_hints(self) -> None:
        """Show the keys for what goes on now."""
        kind: str = self.pane
        if self.filter_bar.has_focus_within:
            kind = "filter"
        elif self.pane == "list" and self.marked:
            kind = "marked"
        elif self.pane == "queue" and self.queue.grabbed:
            kind = "grabbed"
        elif self.pane == "list" and self.filter_bar.text.strip() == IN_TRASH:
            kind = "trash"
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
        if self.owner.toasts.dismiss_errors():
            return
        if self.queue.grabbed:
            self.queue.put_back()
            self.show_hints()
        elif self.zoomed:
            self.zoomed = False
        elif self.pane != "list":
            self.show_pane("list")
        elif self.marked:
            self.marked = frozenset()
        elif self.filter_bar.text:
            self.filter_bar.action_clear()

    @on(TopBar.PaneRequested)
    def click_tab(self, event: TopBar.PaneRequested) -> None:
        """Go to the pane whose tab was clicked."""
        for pane in PANES:
            if pane == event.pane:
                self.show_pane(pane)

    # View

    def action_density(self) -> None:
        """One or two lines a paper."""
        self.density = "compact" if self.density == "cosy" else "cosy"
        self.remember(partial(self.library.habits.use_density, self.density))

    def use_kept_density(self) -> None:
        """Draw rows as the reader left this library, else as the settings say."""
        wanted = self.library.habits.now().density or self.owner.config.density
        self.density = self.papers.density = "cosy" if wanted == "cosy" else "compact"

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
        """Detail alone, or all."""
        if self.is_mounted:
            self._arrange(self.size.width)

    def on_resize(self, event: events.Resize) -> None:
        """Too small is too small; else the pane in use keeps the focus."""
        small = event.size.width < LEAST_WIDTH or event.size.height < LEAST_HEIGHT
        self.set_class(small, "-tiny")
        self.papers.columns = event.size.width >= COLUMNS_FROM
        self._arrange(event.size.width)
        if not small:
            self.call_after_refresh(self._keep_focus)

    def _keep_focus(self) -> None:
        if self.focused is None and self.is_current:
            self.pane_widget(self.pane).focus()
