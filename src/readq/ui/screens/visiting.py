"""Going to a paper of the list, and back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from textual import getters, on

from readq.errors import LibraryError
from readq.library import Library
from readq.records import dataclass
from readq.ui.screens.ranked import RankedList
from readq.ui.widgets.detail import Detail
from readq.ui.widgets.filter_bar import FilterBar

IN_TRASH = "in:trash"
"""The filter that shows the trash."""


@dataclass(frozen=True, slots=True)
class FilterStep:
    """A filter given up to go to a paper, for `u` to bring back."""

    text: str
    """The filter as it was."""
    paper_id: str
    """The paper that was highlighted."""
    used: str
    """The filter in its place."""
    what: str
    """What was done to it, in the past."""
    library: Library
    after: int | None
    """The change that undo would have taken back then; whatever is decided later goes first."""


class Visiting(RankedList):
    """The part of the main screen that goes to papers."""

    filter_bar = getters.query_one(FilterBar)

    _before_jump = ""
    _filter_step: FilterStep | None = None

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
        """Highlight a paper in the list, or what it was united with, with another filter if this one hides it."""
        self.reload()
        paper_id = self.library.survivor(paper_id) or paper_id
        if paper_id not in self.library:
            self.owner.say("That paper is no longer in the library.")
            return False
        if paper_id not in self.papers.paper_ids:
            self._bring_into_sight(paper_id)
        if not self.papers.highlight(paper_id):
            self.wanted = paper_id
        self.papers.focus()
        return True

    def _bring_into_sight(self, paper_id: str) -> None:
        """Take the filter away, or look into the trash."""
        bar, in_trash = self.filter_bar, paper_id in self.library.trash_ids
        wanted = IN_TRASH if in_trash else ""
        if bar.text == wanted:
            return
        what = "looked into the trash" if in_trash else "cleared the filter"
        self._filter_step = FilterStep(
            bar.text, self.papers.paper_id, wanted, what, self.library, self.library.undo_id
        )
        self.begin_step()
        bar.remember()
        bar.put(wanted)
        bar.post_message(FilterBar.Applied())
        told = "That paper is in the trash, which the list shows now."
        cleared = "The filter hid that paper and is cleared."
        self.owner.say(told if in_trash else cleared, undo=True)

    @on(FilterBar.Changed)
    def keep_new_filter(self, event: FilterBar.Changed) -> None:
        """A filter typed since is not undone with the one before."""
        if self._filter_step is not None and event.text != self._filter_step.used:
            self._filter_step = None

    def action_undo(self) -> None:
        """Take the last change back; a filter given up since then comes first."""
        step, library = self._filter_step, self.library
        if step is None or step.library is not library or step.after != library.undo_id:
            super().action_undo()
            return
        self._filter_step = None
        self.owner.toasts.dismiss_steps()
        self.owner.say(f"Undone: {step.what}", hint=("find.back", "goes there again"))
        self._before_jump = self.papers.paper_id
        self.wanted = step.paper_id
        self.filter_bar.put(step.text)

    def action_back(self) -> None:
        """Go back to where the last jump started, and there again."""
        if self._before_jump:
            before, self._before_jump = self._before_jump, self.papers.paper_id
            if not self.go_to(before):
                self._before_jump = ""
        else:
            self.owner.say("No jump to come back from")
