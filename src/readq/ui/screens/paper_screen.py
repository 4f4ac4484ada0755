"""A screen with papers that keys are about."""

from __future__ import annotations

from abc import abstractmethod

from readq.ui.screens.asking import short_title
from readq.ui.screens.undoing import Undoing

ABOUT_A_PAPER = frozenset(
    [
        "decide",
        "priority",
        "raise",
        "pass_on",
        "tags",
        "note",
        "note_outside",
        "linked",
        "defer",
        "trash",
        "open_link",
        "choose_link",
        "copy",
        "related",
    ]
)
"""Actions that have no use where there is no paper."""


class PaperScreen(Undoing):
    """Knows which papers a key is about."""

    # What the subclass knows

    @abstractmethod
    def targets(self) -> list[str]:
        """The papers a key is about: the marked ones, else the highlighted one."""

    def decided_together(self) -> list[str]:
        """The papers that a decision is about."""
        return self.targets()

    @abstractmethod
    def decided(self, *, go_on: bool) -> None:
        """Called after a decision.

        Args:
            go_on: Whether the reader is done with the paper and wants the next one.
        """

    def visit(self, paper_id: str) -> None:
        """Go to another paper: in the list, unless the screen has a place of its own for it."""
        self.owner.visit(paper_id)

    def short_title(self, paper_id: str, most: int = 34) -> str:
        """A title in quotation marks, shortened."""
        return short_title(self.library, paper_id, most)
