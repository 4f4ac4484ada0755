"""The key that completes papers, from services or by hand."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from readq.ui.background import WorkMoved
from readq.ui.screens.paper_screen import PaperScreen


class Completing(PaperScreen):
    """A screen whose papers can be completed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "complete", "complete", id="paper.edit", tooltip="complete, or type the title")
    ]

    def listed(self) -> list[str]:
        """All papers on show, besides those a key is about."""
        return []

    def show_work(self) -> None:
        """Show what goes on in the background."""

    def action_complete(self) -> None:
        """Offer to ask services, or to type the title."""
        from readq.ui.screens.enrich import EnrichScreen, Scope

        ids, listed = self.targets(), self.listed()
        if not (ids or listed):
            return
        scopes = []
        if len(ids) == 1:
            scopes.append(Scope("this paper", ids, self.short_title(ids[0], most=80)))
        elif ids:
            scopes.append(Scope(f"{len(ids):,} selected", ids))
        if len(listed) > 1 and listed != ids:
            scopes.append(Scope(f"all {len(listed):,} in the list", listed))
        elif not scopes:  # the queue is in focus, and empty
            scopes.append(Scope("the one in the list", listed))
        self.owner.push_screen(EnrichScreen(self.library, scopes), self._completed)

    def _completed(self, answer: str | None) -> None:
        if answer == "title":
            self.action_title()
        elif answer == "undo":
            self.call_later(self.run_action, "undo")

    @on(WorkMoved)
    def _show_moved_work(self) -> None:
        self.show_work()

    def action_title(self) -> None:
        """Ask for the paper's title."""
        from readq.ui.screens.prompt import TextPrompt

        for paper_id in self.targets()[:1]:
            paper = self.library.paper(paper_id)
            hint = f"{paper.title_remark}; type the true one" if paper.title_is_derived else ""
            self.owner.push_screen(
                TextPrompt(title="Title", value=paper.title, hint=hint, suggestions=[]),
                partial(self._set_title, paper_id),
            )

    def _set_title(self, paper_id: str, answer: str | None) -> None:
        if answer is not None and self.owner.decide(
            lambda: self.library.set_title(paper_id, answer)
        ):
            self.decided(go_on=False)
