"""Putting the picture together anew only where it changed.

Textual asks every widget of a screen for all its lines, whatever changed; with three panes that is most of what a key
costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

_FEW = 3
_MANY = 100
"""More places than so many are not looked at one by one."""
_LINES = 8
"""So many lines of a widget are drawn in one go."""
_MUCH = 4
"""The share of the screen, as 1 in so many, that takes long to draw."""


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

    def only(self, widget: Widget) -> ChopsUpdate | None:
        """The picture where a widget lies, all of which counts as changed still; None where it is not seen."""
        region, clip = self.visible_widgets.get(widget, (Region(), Region()))
        seen, changed = region.intersection(clip), self._dirty_regions
        self._dirty_regions = {seen} if seen else set()
        try:
            return self.render_partial_update()
        finally:
            self._dirty_regions = changed

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Yield place, visible part and lines of widgets, the front ones first."""
        if crop is None:
            yield from super()._get_renders(crop)
            return
        wanted = [place.intersection(crop) for place in self._changed] or [crop]
        for widget, region, lines in self._parts(wanted):
            yield region, lines, widget.render_lines(lines.translate(-region.offset))

    def _parts(self, wanted: Sequence[Region]) -> Iterator[tuple[Widget, Region, Region]]:
        """Yield widgets with their place and lines of theirs that show what is wanted, the front ones first."""
        for widget, (region, clip) in self.visible_widgets.items():
            shown = region.intersection(clip)
            touched = [place for place in wanted if place.overlaps(shown)]
            if not touched:
                continue
            for top, bottom in _runs(touched):
                lines = Region(clip.x, top, clip.width, bottom - top).intersection(shown)
                if lines:
                    yield widget, region, lines
            # Nothing behind it shows.
            wanted = [place for place in wanted if not shown.contains_region(place)]
            if not wanted:
                return

    def much_changed(self) -> bool:
        """Whether it takes long to draw what changed since the last picture."""
        changed = sum(place.area for place in self._dirty_regions)
        return changed * _MUCH > self.size.area

    def draw(self) -> Iterator[None]:
        """Draw what changed, some lines with each step; widgets keep what is drawn until it is painted."""
        screen = self.size.region
        for widget, region, lines in list(
            self._parts([p.intersection(screen) for p in self._dirty_regions])
        ):
            for top in range(lines.y, lines.bottom, _LINES):
                if self.visible_widgets.get(widget, (None,))[0] != region:
                    break  # it has been laid out anew, and is drawn when it is painted
                some = Region(lines.x, top, lines.width, min(_LINES, lines.bottom - top))
                widget.render_lines(some.translate(-region.offset))
                yield


def _runs(places: Iterable[Region]) -> list[tuple[int, int]]:
    """The lines of these places as few runs, each with the line behind its last; of many, the whole."""
    runs: list[tuple[int, int]] = []
    for top, bottom in sorted((place.y, place.bottom) for place in places):
        if runs and top <= runs[-1][1]:
            runs[-1] = runs[-1][0], max(runs[-1][1], bottom)
        else:
            runs.append((top, bottom))
    return runs if len(runs) <= _FEW else [(runs[0][0], runs[-1][1])]
