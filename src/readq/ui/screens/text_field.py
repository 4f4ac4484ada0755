"""One line of text that takes in no control characters, typed, pasted or given."""

from __future__ import annotations

from textual.widgets import Input

from readq.text import strip_controls


class TextField(Input):
    """An input without border whose value is always fit to be shown."""

    def validate_value(self, value: str) -> str:
        """Called by Textual with each new value."""
        return strip_controls(value).replace("\n", " ").replace("\t", " ")
