"""Focus that is there before the next key."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from textual.widget import Widget

from readq.ui.abstract import AbstractMeta
from readq.ui.lineage import Lineage

_Any = TypeVar("_Any", bound=Widget)


def focus_at_once(widget: _Any, scroll_visible: bool = True) -> _Any:
    """Give the focus to a widget; Textual's own way lets keys that wait go first, to what had it before."""
    widget.refresh()
    widget.screen.set_focus(widget, scroll_visible)
    return widget


class LeadsCursor(Widget, Lineage, metaclass=AbstractMeta):
    """A widget to which the terminal's own cursor comes: magnifiers, braille lines and input methods follow it."""

    @abstractmethod
    def lead_cursor(self) -> None:
        """Put the terminal's cursor where the reader is; called when the focus is here."""
