"""Keys that wait: when a key was held while the machine was busy, what waits becomes one movement.

Only movement is taken together. Every key that decides counts once, however fast it comes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.actions import parse
from textual.message_pump import MessagePumpClosed
from textual.widget import Widget


class HeldKeys(Widget):
    """A widget in which keys move something."""

    MOVES: ClassVar[frozenset[str]] = frozenset()
    """Actions that take how far to move, so that several are one."""

    async def on_event(self, event: events.Event) -> None:
        """Take movements that wait behind this key together with it."""
        if isinstance(event, events.Key) and self._is_next(event.key):
            move = self._movement(event.key)
            if move is not None:
                move(await self._take_waiting(event.key))
        await super().on_event(event)

    def _is_next(self, key: str) -> bool:
        try:
            pending = self._peek_message()
        except MessagePumpClosed:
            return False
        return isinstance(pending, events.Key) and pending.key == key

    async def _take_waiting(self, key: str) -> int:
        taken = 0
        while self._is_next(key):
            await self._get_message()
            self._message_queue.task_done()
            taken += 1
        return taken

    def _movement(self, key: str) -> Callable[[int], None] | None:
        """What a key does so many times at once, by the keys the reader chose; None for all but movement."""
        if self.screen.focused is not self:
            return None
        _, bindings = self.screen._binding_chain[0]
        found = {binding.action for binding in bindings.key_to_bindings.get(key, ())}
        if len(found) != 1:
            return None
        _, name, parameters = parse(found.pop())
        if name not in self.MOVES or not self.check_action(name, parameters):
            return None
        far = parameters[0] if parameters else None
        act = getattr(self, f"action_{name}")
        return (lambda times: act(far * times)) if isinstance(far, int) else None
