"""Lines that look the same are drawn once: an empty pane costs as much as one line of it."""

from __future__ import annotations

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from readq.ui.lineage import Lineage

_FEW = 3


class AlikeLines(Widget, Lineage):
    """A widget of which many lines show nothing but its frame and its ground."""

    def first_alike(self) -> int:
        """The first line inside the frame that looks like all below it."""
        return 0

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines of the widget with its frame."""
        gutter = self.gutter
        first = max(crop.y, gutter.top + self.first_alike())
        last = min(crop.bottom, self.outer_size.height - gutter.bottom)
        if last - first < _FEW:
            return super().render_lines(crop)
        above = Region(crop.x, crop.y, crop.width, first + 1 - crop.y)
        below = Region(crop.x, last, crop.width, crop.bottom - last)
        drawn = super().render_lines(above)
        rest = super().render_lines(below) if below.height else []
        return [*drawn, *drawn[-1:] * (last - first - 1), *rest]
