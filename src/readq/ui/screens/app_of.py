"""The application as sub-screens know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from textual.screen import Screen

    from readq.ui.app import ReadqApp


def app_of(screen: Screen[Any]) -> ReadqApp:
    """The application that shows `screen`: its signs, its messages."""
    return cast("ReadqApp", screen.app)
