"""Focus that is there before the next key."""

from __future__ import annotations

from typing import TypeVar

from textual.widget import Widget

_Any = TypeVar("_Any", bound=Widget)


def focus_at_once(widget: _Any, scroll_visible: bool = True) -> _Any:
    """Give the focus to a widget; Textual's own way lets keys that wait go first, to what had it before."""
    widget.refresh()
    widget.screen.set_focus(widget, scroll_visible)
    return widget
