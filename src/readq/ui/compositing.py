"""Putting the picture together anew only where it changed.

Textual asks every widget of a screen for all its lines, whatever changed; with three panes that is most of what a key
costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip

_FEW = 3
_MANY = 100
"""More places than so many are not looked at one by one."""


class FrugalCompositor(Compositor):
    """Asks only the widgets that lie where something changed, and only for those lines."""

    _changed: Sequence[Region] = ()

    def render_partial_update(self) -> ChopsUpdate | None:
        """The picture where it changed; None where it did not."""
        if len(self._dirty_regions) <= _MANY:
            self._changed = tuple(self._dirty_regions)
        try:
            return super().render_partial_update()
        finally:
            self._changed = ()

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Yield place, visible part and lines of widgets, the front ones first."""
        if crop is None:
            yield from super()._get_renders(crop)
            return
        wanted = [place.intersection(crop) for place in self._changed] or [crop]
        for widget, (region, clip) in self.visible_widgets.items():
            shown = region.intersection(clip)
            touched = [place for place in wanted if place.overlaps(shown)]
            if not touched:
                continue
            for top, bottom in _runs(touched):
                lines = Region(clip.x, top, clip.width, bottom - top).intersection(clip)
                x, y, width, height = region.intersection(lines)
                if width and height:
                    inside = Region(x - region.x, y - region.y, width, height)
                    yield region, lines, widget.render_lines(inside)
            # Nothing behind it shows.
            wanted = [place for place in wanted if not shown.contains_region(place)]
            if not wanted:
                return


def _runs(places: Iterable[Region]) -> list[tuple[int, int]]:
    """The lines of these places as few runs, each with the line behind its last; of many, the whole."""
    runs: list[tuple[int, int]] = []
    for top, bottom in sorted((place.y, place.bottom) for place in places):
        if runs and top <= runs[-1][1]:
            runs[-1] = runs[-1][0], max(runs[-1][1], bottom)
        else:
            runs.append((top, bottom))
    return runs if len(runs) <= _FEW else [(runs[0][0], runs[-1][1])]
