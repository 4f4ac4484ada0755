"""Screens that are drawn bit by bit: keys are looked at in between, and the terminal gets the whole at once.

Textual draws all that changed in one go, which takes tens of milliseconds where a screen opens, and again for each of
the three messages that tell it its size.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import thread_time
from typing import Any

from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from readq.ui.compositing import FrugalCompositor
from readq.ui.lineage import Lineage

_PORTION = 0.004
"""Seconds of drawing after which others have their turn."""
_AGAIN_AFTER = 1 / 60
_ROUNDS = 4
"""What changes all the time is painted after so many rounds of drawing."""


class DrawnInPortions(Screen[Any], Lineage):
    """A screen that is painted once it has been drawn."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._compositor: FrugalCompositor = FrugalCompositor()
        self._being_drawn: asyncio.Task[None] | None = None
        self.first_painted: Widget | None = None
        """What the terminal gets before the rest is drawn; nothing once it has."""

    def _screen_resized(self, size: Size) -> None:
        """Lay it out, unless it is told the size for which it has been laid out as it is now."""
        if self._layout_required or size != self._compositor.size:
            self._layout_required = False
            super()._screen_resized(size)

    @property
    def is_being_drawn(self) -> bool:
        """Whether what has changed is not painted yet."""
        return self._being_drawn is not None

    def _compositor_refresh(self) -> None:
        """Paint what has changed, at once if that is little."""
        if self._being_drawn is not None:
            return  # it will be painted with the rest
        if self.is_active and self._compositor.much_changed():
            self._being_drawn = asyncio.create_task(self._draw_in_portions())
        else:
            super()._compositor_refresh()

    async def _draw_in_portions(self) -> None:
        with suppress(Exception):  # it cannot be painted either, and then Textual says so
            await self._paint_first()
            for _ in range(_ROUNDS):
                if not await self._draw_changes():
                    break
        self._being_drawn = None
        self.call_next(self._paint_all)

    async def _draw_changes(self) -> bool:
        """Whether it took long enough for something else to change meanwhile."""
        begun, turns = thread_time(), 0
        for _ in self._compositor.draw():
            if thread_time() - begun > _PORTION:
                await asyncio.sleep(0)
                begun, turns = thread_time(), turns + 1
        return turns > 1

    async def _paint_first(self) -> None:
        first, self.first_painted = self.first_painted, None
        update = self._compositor.only(first) if first is not None else None
        if update is not None:
            self.app._display(self, update)
            await asyncio.sleep(0)  # the thread that writes has its turn

    def _paint_all(self) -> None:
        if self.app._batch_count:
            # Textual would paint nothing now, nor ever again while the app closes.
            self.set_timer(_AGAIN_AFTER, self._paint_all)
            return
        unseen = set(self._dirty_widgets)
        super()._compositor_refresh()
        self._dirty_widgets |= unseen  # what has changed since it was drawn is looked at next
        self.check_idle()
