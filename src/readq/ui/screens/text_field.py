"""One line of text that takes in no control characters, typed, pasted or given."""

from __future__ import annotations

from typing import Self

from textual import events
from textual.message import Message
from textual.widgets import Input

from readq.records import dataclass
from readq.text import strip_controls
from readq.ui.lineage import Lineage
from readq.ui.screens.app_of import app_of
from readq.ui.screens.focus import focus_at_once

_MOST_PASTED = 2_000


class TextField(Input, Lineage):
    """An input without border whose value is always fit to be shown."""

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the focus, and the next key with it."""
        return focus_at_once(self, scroll_visible)

    def validate_value(self, value: str) -> str:
        """Called by Textual with each new value."""
        return strip_controls(value).replace("\n", " ").replace("\t", " ")

    def _on_paste(self, event: events.Paste) -> None:
        """Take all lines of a title that was copied from a page, and no book: that would stop the keys."""
        event.stop()
        event.prevent_default()  # Textual would go on to the field's own way of pasting
        text = " ".join(event.text.splitlines())
        if len(text) > _MOST_PASTED:
            app_of(self.screen).say(
                f"A field takes {_MOST_PASTED:,} letters at once; the others were left out."
            )
        text = text[:_MOST_PASTED]
        if self.selection.is_empty:
            self.insert_text_at_cursor(text)
        else:
            self.replace(text, *self.selection)


class ListField(TextField):
    """A field that hands on pasted text of several lines instead of taking the first of them."""

    @dataclass
    class Pasted(Message):
        """A list was pasted."""

        text: str

    def _on_paste(self, event: events.Paste) -> None:
        if len(event.text.strip().splitlines()) > 1 or len(event.text) > _MOST_PASTED:
            event.stop()
            event.prevent_default()  # the field's own way of pasting would come next
            self.post_message(self.Pasted(event.text))
        else:
            super()._on_paste(event)
