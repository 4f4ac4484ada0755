"""A screen that shows something of the library."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from readq.library import Library
from readq.ui.abstract import AbstractMeta
from readq.ui.screens.app_of import app_of
from readq.ui.screens.closing import Page

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp


class LibraryScreen(Page[Any], metaclass=AbstractMeta):
    """Knows the library, and hears when it has changed."""

    library: Library

    @property
    def owner(self) -> ReadqApp:
        """The application."""
        return app_of(self)

    @abstractmethod
    def reload(self) -> None:
        """Show what the library says now."""

    def show_bar(self) -> None:
        """Show the counts as the library has them, and whether all is saved, where there is a place for that."""

    def take_news(self, news: Collection[str]) -> None:
        """Another process wrote about these papers."""
        self.reload()
