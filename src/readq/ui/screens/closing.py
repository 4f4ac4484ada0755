"""Screens that close once: keys that were on their way when a screen closed close no other one."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.screen import ModalScreen, Screen

_Answer = TypeVar("_Answer")


class Page(Screen[_Answer]):
    """A screen of its own."""

    def dismiss(self, result: _Answer | None = None) -> AwaitComplete:
        """Close it with an answer. Textual would close whatever is on top, and answer again."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Overlay(ModalScreen[_Answer]):
    """A screen over another one, which shows through."""

    def dismiss(self, result: _Answer | None = None) -> AwaitComplete:
        """Close it with an answer, once."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Palette(CommandPalette):
    """Textual's palette of commands."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close it, once."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
