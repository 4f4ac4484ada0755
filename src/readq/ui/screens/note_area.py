"""The text area of the note editor: Markdown with its signs tinted, control characters made visible."""

from __future__ import annotations

from typing import ClassVar, Self

from rich.style import Style
from rich.text import Text
from textual.geometry import Offset
from textual.strip import Strip
from textual.widgets import TextArea

from readq.patterns import lazily
from readq.ui.screens.focus import LeadsCursor, focus_at_once

# One picture a character, so that every column stays where the text has it.
_PICTURES = (
    {code: 0x2400 + code for code in range(0x20) if code != 0x09}
    | {0x7F: 0x2421}
    | dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD)
    | dict.fromkeys((0x200E, 0x200F, 0x061C, *range(0xD800, 0xE000)), 0xFFFD)
)
_HEADING = lazily(r"(#{1,6}) +(.*)")
_BULLET = lazily(r"\s*([-*+]|\d{1,9}[.)]|>)(?=\s)")
_LONG_LINE = 4_000
"""Letters; a text copied without its line breaks, say, whose rows Textual draws by drawing all of it each time."""


class NoteArea(TextArea, LeadsCursor):
    """Where the note is written."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"note--heading", "note--sign"}

    is_offered_links = False
    """Whether `tab` takes a link instead of indenting."""

    def on_resize(self) -> None:
        """The cursor stays in sight: in another width its line is another row."""
        self.call_after_refresh(self.scroll_cursor_visible)
        if self.has_focus:
            self.call_after_refresh(self.lead_cursor)

    def lead_cursor(self) -> None:
        """Put the terminal's cursor where the next letter goes."""
        self.app.cursor_position = self.cursor_screen_offset

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

    def _render_line(self, y: int) -> Strip:
        """A row; of a very long line only what the row shows is drawn, with no sign of Markdown tinted."""
        rows = self.wrapped_document._offset_to_line_info
        row = y + self.scroll_offset.y
        if row < len(rows) and self.soft_wrap:
            line_index, section = rows[row]
            line = self.document.get_line(line_index)
            if len(line) > _LONG_LINE and "\t" not in line:
                return self._section_of(line_index, section)
        return super()._render_line(y)

    def _section_of(self, line_index: int, section: int) -> Strip:
        """A row of a line without tabs, as Textual would draw it."""
        line = self.document.get_line(line_index)
        ends = [0, *self.wrapped_document.get_offsets(line_index), len(line)]
        start, end = ends[section], ends[section + 1]
        shown = line[start:end].translate(_PICTURES)
        text = Text(f"{shown} " if end == len(line) else shown, end="", no_wrap=True)
        base, beyond = self.rich_style, None
        theme = self._theme
        if theme is not None:
            base = beyond = theme.base_style or base
            if self.cursor_location[0] == line_index and self.highlight_cursor_line:
                beyond = theme.cursor_line_style
                text.stylize(beyond or "")
            first, last = sorted(self.selection)
            if first != last and first <= (line_index, end) and last >= (line_index, start):
                begins = first[1] - start if first[0] == line_index else 0
                stops = (last[1] if last[0] == line_index else end) - start
                text.stylize(theme.selection_style or "", max(begins, 0), max(stops, 0))
            row, column = self.selection.end
            ends_here = column < end or end == len(line)
            if row == line_index and start <= column and ends_here and self._draw_cursor:
                text.stylize(theme.cursor_style or "", column - start, column - start + 1)
        strip = Strip(text.render(self.app.console), text.cell_len)
        return strip.extend_cell_length(self.scrollable_content_region.width, beyond).apply_style(
            base
        )

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
