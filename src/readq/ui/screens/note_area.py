"""The text area of the note editor: Markdown with its signs tinted, control characters made visible."""

from __future__ import annotations

from typing import ClassVar, Self

from rich.style import Style
from rich.text import Text
from textual.geometry import Offset
from textual.strip import Strip
from textual.widgets import TextArea

from readq.patterns import lazily
from readq.ui.screens.focus import focus_at_once

# One picture a character, so that every column stays where the text has it.
_PICTURES = (
    {code: 0x2400 + code for code in range(0x20) if code != 0x09}
    | {0x7F: 0x2421}
    | dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD)
    | dict.fromkeys((0x200E, 0x200F, 0x061C, *range(0xD800, 0xE000)), 0xFFFD)
)
_HEADING = lazily(r"(#{1,6}) +(.*)")
_BULLET = lazily(r"\s*([-*+]|\d{1,9}[.)]|>)(?=\s)")


class NoteArea(TextArea):
    """Where the note is written."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"note--heading", "note--sign"}

    is_offered_links = False
    """Whether `tab` takes a link instead of indenting."""

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Scroll to the cursor, unless Textual is about to move it: it undoes the text before that."""
        lines = min(self.document.line_count, self.wrapped_document.document.line_count)
        if self.cursor_location[0] >= lines:
            return Offset()
        return super().scroll_cursor_visible(center, animate)

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the focus, and the next key with it."""
        return focus_at_once(self, scroll_visible)

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Whether a key is text."""
        if key == "tab" and self.is_offered_links:
            return False
        return super().check_consume_key(key, character)

    def render_line(self, y: int) -> Strip:
        """A line of the widget; Textual cannot draw a placeholder where there is no room at all."""
        if self.content_size.width < 1:
            return Strip.blank(self.size.width)
        return super().render_line(y)

    def get_line(self, line_index: int) -> Text:
        """A line as it is shown; called by Textual."""
        line = super().get_line(line_index)
        line.plain = line.plain.translate(_PICTURES)
        if heading := _HEADING.match(line.plain):
            line.stylize(self._part("sign"), *heading.span(1))
            line.stylize(self._part("heading"), *heading.span(2))
        elif bullet := _BULLET.match(line.plain):
            line.stylize(self._part("sign"), *bullet.span(1))
        return line

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"note--{name}", partial=True)
