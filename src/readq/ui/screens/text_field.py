"""One line of text that takes in no control characters, typed, pasted or given."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Input

from readq.records import dataclass
from readq.text import strip_controls


class TextField(Input):
    """An input without border whose value is always fit to be shown."""

    def validate_value(self, value: str) -> str:
        """Called by Textual with each new value."""
        return strip_controls(value).replace("\n", " ").replace("\t", " ")


class ListField(TextField):
    """A field that hands on pasted text of several lines instead of taking the first of them."""

    @dataclass
    class Pasted(Message):
        """A list was pasted."""

        text: str

    def _on_paste(self, event: events.Paste) -> None:
        if len(event.text.strip().splitlines()) > 1:
            event.stop()
            event.prevent_default()  # Textual would go on to the field's own way of pasting
            self.post_message(self.Pasted(event.text))
