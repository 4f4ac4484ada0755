"""Keys that come while a screen opens, or while the app closes."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from textual.app import ScreenStackError
from textual.command import CommandPalette

from readq.ui.guard import Guarded
from readq.ui.screens.closing import Page, Palette

_OPENS_WITHIN, _BEGINS_WITHIN = 2.0, 20.0
"""Seconds; a screen that takes longer to be there, or to find what it shows, has failed."""


class Patient(Guarded):
    """An application that lets a screen open before keys reach it."""

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Run what a key does on the screen in front, once all of that is there."""
        try:
            screen = self.screen
        except ScreenStackError:  # the app is closing
            return False
        with suppress(TimeoutError):
            await asyncio.wait_for(screen._mounted_event.wait(), _OPENS_WITHIN)
            if isinstance(screen, Page):
                await screen.until_begun(_BEGINS_WITHIN)
        with suppress(ScreenStackError):
            if await super()._check_bindings(key, priority):
                return True
            # What comes first on a screen was asked for on the one before, if this one is new.
            return not priority and await super()._check_bindings(key, priority=True)
        return False

    def action_command_palette(self) -> None:
        """Show all commands."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(id="--command-palette"))
