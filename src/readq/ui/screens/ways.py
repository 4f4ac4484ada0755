"""Ways from the main screen to other screens, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType

from readq.errors import ReadqError
from readq.ui.screens.panes import Panes
from readq.ui.screens.paths import dropped_path, is_file
from readq.ui.widgets.filter_bar import FilterBar

if TYPE_CHECKING:
    from readq.library import Sitting, Stacks


class Ways(Panes):
    """The part of the main screen that opens others."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("P", "plan", "plan", id="app.plan", tooltip="what to read today"),
        Binding("S", "statistics", "statistics", id="app.stats", tooltip="statistics"),
        Binding("T", "triage", "triage", id="app.triage", tooltip="decide paper by paper"),
        Binding("U", "duplicates", "duplicates", id="app.duplicates", tooltip="papers there twice"),
        Binding("i", "import", "import", id="app.import", tooltip="import a list of papers"),
        Binding("A", "add", "add", id="app.add", tooltip="add a title, DOI, arXiv id or link"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._triage_again = False
        self.forget_triage()

    def forget_triage(self) -> None:
        """What was found out in triage was about another library."""
        self._sitting: Sitting | None = None
        self._stacks: Stacks | None = None

    def action_plan(self) -> None:
        """Show what to read today."""
        from readq.ui.screens.plan import PlanScreen

        self.owner.push_screen(PlanScreen(self.library), lambda _: self.reload())

    def action_duplicates(self) -> None:
        """Go through what may be there twice."""
        from readq.ui.screens.duplicates import DuplicatesScreen

        self.owner.push_screen(DuplicatesScreen(self.library), lambda _: self.reload())

    def action_statistics(self) -> None:
        """Open the statistics."""
        from readq.ui.screens.statistics import StatisticsScreen

        self.owner.push_screen(StatisticsScreen(self.library), lambda _: self.reload())

    def action_triage(self) -> None:
        """Decide about the papers of the list one by one."""
        from readq.library import Sitting, Stacks
        from readq.ui.screens.triage import TriageScreen

        text, sort, shown = self.filter_bar.text, self.sort, self.papers.paper_ids

        def ids() -> Sequence[str]:
            try:
                return self.library.ids(text, sort, lenient=True)
            except ReadqError:  # a filter that says nothing; the list has kept the last good one
                return shown

        if self._stacks is None:
            self._stacks = Stacks(self.library)
        if self._sitting is None:
            self._sitting = Sitting()
        screen = TriageScreen(self.library, ids, self._sitting, self._stacks, words=self.words)

        def back(_: None) -> None:
            self.wanted = screen.last_shown
            self.papers.highlight(self.wanted)
            self.reload()
            if screen.leaving_for == "filter":
                self._triage_again = True
                self.action_filter()

        self.owner.push_screen(screen, back)

    @on(FilterBar.Applied)
    def triage_again(self) -> None:
        """Who left triage to choose other papers goes on with those."""
        if self._triage_again:
            self._triage_again = False
            self.action_triage()

    @on(FilterBar.Left)
    def stay_in_list(self) -> None:
        """Who clicks elsewhere wants something else than triage."""
        self._triage_again = False

    def action_import(self) -> None:
        """Open the import screen."""
        self.owner.open_import()

    def action_add(self) -> None:
        """Ask for one paper."""
        from readq.ui.screens.adding import ask_for_paper

        ask_for_paper(self.owner, self.visit)

    def on_paste(self, event: events.Paste) -> None:
        """A file dropped on the terminal arrives as its path: offer to import it, or a pasted list."""
        from readq.ui.screens.import_source import is_list

        path = dropped_path(event.text)
        if "\n" not in path and is_file(path):
            event.stop()
            self.owner.open_import(event.text)
        elif is_list(event.text):
            event.stop()
            self.owner.open_import(pasted=event.text)
