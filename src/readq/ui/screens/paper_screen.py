"""A screen with papers that keys are about."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from typing import TYPE_CHECKING

from readq.library import Library
from readq.ui.abstract import AbstractMeta
from readq.ui.screens.app_of import app_of
from readq.ui.screens.asking import short_title
from readq.ui.screens.closing import Page

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp


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


class PaperScreen(Page[None], metaclass=AbstractMeta):
    """Knows the library, and which papers a key is about."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library

    @property
    def owner(self) -> ReadqApp:
        """The application."""
        return app_of(self)

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

    @abstractmethod
    def reload(self) -> None:
        """Show what the library says now."""

    @abstractmethod
    def show_bar(self) -> None:
        """Show the counts as the library has them, and whether all is saved."""

    def take_news(self, news: Collection[str]) -> None:
        """Another process wrote about these papers."""
        self.reload()

    def short_title(self, paper_id: str, most: int = 34) -> str:
        """A title in quotation marks, shortened."""
        return short_title(self.library, paper_id, most)
