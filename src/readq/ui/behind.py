"""The screen that shows through an overlay, line by line.

Textual draws that screen whole, and works out the colour of each of its thousand pieces of text, every time the
overlay is painted. Here a line is drawn when it is asked for, and a colour is worked out once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Region
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip

from readq.ui.lineage import Lineage


class SeesThrough(Screen[Any], Lineage):
    """A screen over another one."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._wanted_behind = Region()
        self._lines_behind: dict[int, Strip] = {}

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines of what is behind."""
        self._wanted_behind, self._lines_behind = crop, {}
        try:
            return super().render_lines(crop)
        finally:
            self._lines_behind = {}

    def render_line(self, y: int) -> Strip:
        """A line of what is behind, toned down."""
        if y not in self._lines_behind:
            behind = self._screen_behind()
            if behind is None:
                return super().render_line(y)
            lines = Region(0, y, self.size.width, max(self._wanted_behind.bottom - y, 1))
            self._lines_behind = self._toned_down(behind, lines)
        return self._lines_behind[y]

    def _screen_behind(self) -> Screen[Any] | None:
        if self.styles.background.a == 1:
            return None
        below: Screen[Any] | None = None
        for screen in self.app.screen_stack:
            if screen is self:
                return below
            below = screen
        return None

    def _toned_down(self, behind: Screen[Any], lines: Region) -> dict[int, Strip]:
        """Some whole lines of the screen behind, by number."""
        ground, own = self.styles.background, self.visual_style.rich_style
        blank = Strip.blank(lines.width, own)
        chops = behind._compositor._render_chops(lines, lines.line_range.__contains__)
        toned: dict[int, Strip] = {}
        for y in lines.line_range:
            if y >= len(chops):  # the window has just grown
                toned[y] = blank
                continue
            line = Strip.join(chops[y].values())
            pieces = [Segment(text, _toned(look, ground, own), code) for text, look, code in line]
            toned[y] = Strip(pieces, line.cell_length)
        return toned


@lru_cache(4096)
def _toned(style: Style | None, ground: Color, own: Style) -> Style:
    (toned,) = BackgroundScreen.process_segments([Segment(" ", style)], ground)
    return own + toned.style
