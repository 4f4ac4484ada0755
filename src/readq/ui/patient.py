"""Keys that come while a screen opens, or while the app closes."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from textual.app import ScreenStackError
from textual.command import CommandPalette

from readq.ui.guard import Guarded
from readq.ui.screens.closing import Page, Palette

_OPENS_WITHIN, _BEGINS_WITHIN = 20.0, 20.0
"""Seconds; a screen that takes longer to be there, or to find what it shows, has failed."""


class Patient(Guarded):
    """An application that lets a screen open before keys reach it."""

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Run what a key does on the screen in front, once all of that is there."""
        with suppress(ScreenStackError):  # the app is closing
            if not await self._front_is_there():
                return True  # a key that would be about nothing
            if await super()._check_bindings(key, priority):
                return True
            # What comes first on a screen was asked for on the one before, if this one is new.
            return not priority and await super()._check_bindings(key, priority=True)
        return False

    async def _front_is_there(self) -> bool:
        """Wait for the screen in front, and for the next one where that has opened another meanwhile."""
        screen = None
        while screen is not self.screen:
            screen = self.screen
            if not screen._mounted_event.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(screen._mounted_event.wait(), _OPENS_WITHIN)
            if isinstance(screen, Page) and screen.begun is not None:
                await screen.until_begun(_BEGINS_WITHIN)
        return screen._mounted_event.is_set()

    def action_command_palette(self) -> None:
        """Show all commands."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(id="--command-palette"))
