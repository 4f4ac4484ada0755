"""Going to a paper of the list, and back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from textual import getters, on

from readq.errors import LibraryError
from readq.ui.screens.ranked import RankedList
from readq.ui.widgets.detail import Detail
from readq.ui.widgets.filter_bar import FilterBar


class Visiting(RankedList):
    """The part of the main screen that goes to papers."""

    filter_bar = getters.query_one(FilterBar)

    _before_jump = ""

    def remember(self, keep: Callable[[], None]) -> None:
        """Write a habit down, away from the keys; one that is lost costs nobody anything."""

        def kept() -> None:
            with suppress(LibraryError):
                keep()

        self.run_worker(kept, thread=True, group="habits")

    def visit(self, paper_id: str) -> None:
        """Go to a paper; `'` leads back."""
        before = self.papers.paper_id
        if self.go_to(paper_id):
            self._before_jump = before
            self.remember(partial(self.library.habits.went_to, paper_id))

    @on(Detail.PaperClicked)
    def visit_clicked(self, event: Detail.PaperClicked) -> None:
        """A click on a linked paper goes to it."""
        self.visit(event.paper_id)

    def go_to(self, paper_id: str) -> bool:
        """Highlight a paper in the list, or what it was united with, clearing a filter that hides it."""
        self.reload()
        paper_id = self.library.survivor(paper_id) or paper_id
        if paper_id not in self.library:
            self.owner.say("That paper is no longer in the library.")
            return False
        if paper_id not in self.papers.paper_ids and self.filter_bar.text:
            self.filter_bar.action_clear()
            self.owner.say(
                "The filter hid that paper and is cleared.",
                hint=("find.filter", "and ↑ bring it back"),
            )
        if not self.papers.highlight(paper_id):
            self.wanted = paper_id
        self.papers.focus()
        return True

    def action_back(self) -> None:
        """Go back to where the last jump started, and there again."""
        if self._before_jump:
            before, self._before_jump = self._before_jump, self.papers.paper_id
            if not self.go_to(before):
                self._before_jump = ""
        else:
            self.owner.say("No jump to come back from")
