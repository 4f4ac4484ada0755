"""The application as sub-screens know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual.widget import Widget

from readq.ui.widgets.bars import PlainBars

if TYPE_CHECKING:
    from textual.screen import Screen

    from readq.ui.app import ReadqApp


def app_of(screen: Screen[Any]) -> ReadqApp:
    """The application that shows `screen`: its signs, its messages."""
    return cast("ReadqApp", screen.app)


def use_plain_signs(screen: Screen[Any]) -> None:
    """Give `screen` borders and scroll bars of ASCII, where the reader's terminal has no more."""
    plain = app_of(screen).signs.logo.isascii()
    screen.set_class(plain, "-ascii")
    if plain:
        for pane in screen.query("VerticalScroll, TextArea").results(Widget):
            pane.vertical_scrollbar.renderer = PlainBars  # type: ignore[misc]
