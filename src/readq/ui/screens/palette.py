"""All commands, to be searched."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import Command, CommandList, CommandPalette, DiscoveryHit, Hit
from textual.css.query import NoMatches
from textual.errors import NoWidget
from textual.timer import Timer

from readq.ui.behind import SeesThrough
from readq.ui.palette_commands import UseTheme
from readq.ui.screens.closing import Sure
from readq.ui.sheets import LATER

PREVIEW_AFTER = 0.12
"""Seconds for which a theme is highlighted before it is shown; keys held down show none on the way."""


class Palette(CommandPalette, SeesThrough, Sure[None]):
    """Textual's palette of commands, with names for the keys one may want others for."""

    CSS_PATH: ClassVar[Any] = LATER  # of the first base otherwise
    BINDING_GROUP_TITLE = "All commands"
    TYPED_IN = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "cursor_down", "next", id="palette.down", show=False),
        Binding("up", "command_list('cursor_up')", "previous", id="palette.up", show=False),
        Binding("escape", "escape", "close", id="palette.leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._theme_before = self.app.theme
        self._preview_timer: Timer | None = None

    def on_mount(self) -> None:
        """Themes are shown while they are highlighted."""
        self.watch(self.query_one(CommandList), "highlighted", self._highlighted, init=False)

    def _highlighted(self) -> None:
        if self._preview_timer is not None:
            self._preview_timer.stop()
        self._preview_timer = self.set_timer(PREVIEW_AFTER, self._preview)

    def _preview(self) -> None:
        for commands in self.query(CommandList) if self.is_active else ():
            place = commands.highlighted
            option = None if place is None else commands.get_option_at_index(place)
            self._show_theme_of(option.hit if isinstance(option, Command) else None)

    def _show_theme_of(self, hit: Hit | DiscoveryHit | None) -> None:
        wanted = None if hit is None else hit.command
        self.app.theme = wanted.name if isinstance(wanted, UseTheme) else self._theme_before

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """It has just been styled."""
        event.refresh_styles = False

    def on_click(self, event: events.Click) -> None:
        """A click where nothing is any more, since the window has shrunk, is none; Textual would fail."""
        try:
            self.get_widget_at(event.screen_x, event.screen_y)
        except NoWidget:
            event.prevent_default()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close it, once; Textual runs the command for every key that chose it before it was gone."""
        if self.is_active:
            self._show_theme_of(self._selected_command)
            return super().dismiss(result)
        self._selected_command = DiscoveryHit("", lambda: None)
        return AwaitComplete()

    def _watch__list_visible(self) -> None:
        """The commands may be found only when the palette has gone."""
        with suppress(NoMatches):
            super()._watch__list_visible()

    def _action_command_list(self, action: str) -> None:
        """Move in the list, as far as it has been laid out; without that Textual knows no pages."""
        with suppress(KeyError):
            super()._action_command_list(action)
