"""Screens over another one."""

from __future__ import annotations

from textual.actions import SkipAction
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

from readq.ui.behind import SeesThrough
from readq.ui.screens.closing import Answer, Steady


class Overlay(ModalScreen[Answer], SeesThrough, Steady[Answer]):  # the first gives the look
    """A screen over another one, which shows through."""

    def action_copy_text(self) -> None:
        """Copy the selected text; without any tell how to leave, which the app's own key cannot do from here."""
        try:
            super().action_copy_text()
        except SkipAction:
            self.app.action_help_quit()

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close it with an answer, once."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
