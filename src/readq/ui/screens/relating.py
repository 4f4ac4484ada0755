"""The key that shows papers like the highlighted one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from readq.ui.screens.paper_screen import PaperScreen

if TYPE_CHECKING:
    from readq.ui.screens.hits_screen import JumpResult


class Relating(PaperScreen):
    """A screen that leads to papers like the one in hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("R", "related", "related", id="find.related", tooltip="papers like this one"),
    ]

    def action_related(self) -> None:
        """Look for papers like the highlighted one."""
        from readq.ui.screens.related import RelatedScreen

        for paper_id in self.targets()[:1]:
            screen = RelatedScreen(self.library, paper_id, self.owner.listed_ids)
            self.owner.push_screen(screen, self.arrive)

    def arrive(self, result: JumpResult | None) -> None:
        """Show what was decided among the hits, and go where the reader wants to."""
        self.reload()
        if result is not None and result.paper_id:
            self.visit(result.paper_id)
