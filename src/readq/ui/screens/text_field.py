"""One line of text that takes in no control characters, typed, pasted or given."""

from __future__ import annotations

from typing import Self

from textual import events
from textual.message import Message
from textual.widgets import Input

from readq.patterns import lazily
from readq.records import dataclass
from readq.text import strip_controls
from readq.ui.screens.app_of import app_of
from readq.ui.screens.focus import LeadsCursor, focus_at_once

_MOST_PASTED = 2_000
_PARTED = lazily(r"[,;\t]")
_PARTS = frozenset(",;\t\r\n")
_MARKER = lazily(r"\s*(?:[-*+•·\u2013]|\(?\d{1,4}[.)])\s+(?=\S)")


class TextField(Input, LeadsCursor):
    """An input without border whose value is always fit to be shown."""

    def on_resize(self) -> None:
        """When it got the focus, it may not have had a place yet."""
        if self.has_focus:
            self.lead_cursor()

    def lead_cursor(self) -> None:
        """Put the terminal's cursor where the next letter goes."""
        self.app.cursor_position = self.cursor_screen_offset

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the focus, and the next key with it."""
        return focus_at_once(self, scroll_visible)

    def validate_value(self, value: str) -> str:
        """Called by Textual with each new value."""
        return strip_controls(value).replace("\n", " ").replace("\t", " ")

    def one_line(self, pasted: str) -> str:
        """Pasted lines as the field takes them."""
        return " ".join(pasted.splitlines())

    def beginning(self, text: str) -> str:
        """As much of a long text as the field takes."""
        return text[:_MOST_PASTED]

    def _on_paste(self, event: events.Paste) -> None:
        """Take all lines of a title that was copied from a page, and no book: that would stop the keys."""
        event.stop()
        event.prevent_default()  # Textual would go on to the field's own way of pasting
        text = self.one_line(event.text)
        if len(text) > _MOST_PASTED:
            app_of(self.screen).say(
                f"A field takes {_MOST_PASTED:,} letters at once; the others were left out."
            )
            text = self.beginning(text)
        if self.selection.is_empty:
            self.insert_text_at_cursor(text)
        else:
            self.replace(text, *self.selection)


class WordsField(TextField):
    """A field of words with commas between them; each line or cell that is pasted is one of them."""

    def one_line(self, pasted: str) -> str:
        """Signs of a list before the lines are not part of the words: `-` would remove a tag."""
        lines = pasted.splitlines()
        if len(lines) > 1:
            lines = [_MARKER.sub("", line, count=1) for line in lines]
        parted = pasted.rstrip(" ")[-1:] in _PARTS
        words = [word for line in lines for part in _PARTED.split(line) if (word := part.strip())]
        return ", ".join([*words, ""] if parted else words)

    def beginning(self, text: str) -> str:
        """No half of a word."""
        whole, comma, _ = text[: _MOST_PASTED + 1].rpartition(",")
        return whole if comma else super().beginning(text)


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
