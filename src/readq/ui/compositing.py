"""Putting the picture together anew only where it changed.

Textual asks every widget of a screen for all its lines, whatever changed; with three panes that is most of what a key
costs.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual._compositor import Compositor
from textual.geometry import Region
from textual.strip import Strip


class FrugalCompositor(Compositor):
    """Asks only the widgets that lie where something changed, and only for those lines."""

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Yield place, visible part and lines of widgets, the front ones first."""
        if crop is None:
            yield from super()._get_renders(crop)
            return
        for widget, (region, clip) in self.visible_widgets.items():
            if not region.intersection(clip).overlaps(crop):
                continue
            lines = Region(clip.x, crop.y, clip.width, crop.height).intersection(clip)
            x, y, width, height = region.intersection(lines)
            if width and height:
                inside = Region(x - region.x, y - region.y, width, height)
                yield region, lines, widget.render_lines(inside)
                if region.intersection(lines).contains_region(crop):
                    return  # nothing behind it shows
