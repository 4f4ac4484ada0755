"""Keys that wait: when a key was held while the machine was busy, what waits becomes one movement.

Only movement is taken together. Every key that decides counts once, however fast it comes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Self

from textual import events
from textual.actions import parse
from textual.message_pump import MessagePump, MessagePumpClosed
from textual.widget import Widget

from readq.ui.lineage import Lineage
from readq.ui.screens.focus import focus_at_once


class HeldKeys(Widget, Lineage):
    """A widget in which keys move something."""

    MOVES: ClassVar[frozenset[str]] = frozenset()
    """Actions that take how far to move, so that several are one."""

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the focus, and the next key with it."""
        return focus_at_once(self, scroll_visible)

    async def take_waiting(self, pump: MessagePump, event: events.Key) -> None:
        """Do at once what keys like this one, which wait next in the queue of `pump`, would do."""
        move = self._movement(event.key) if _is_next(pump, event) else None
        if move is None:
            return
        taken = 0
        while _is_next(pump, event):
            await pump._get_message()
            pump._message_queue.task_done()
            taken += 1
        move(taken)

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


def _is_next(pump: MessagePump, event: events.Key) -> bool:
    try:
        pending = pump._peek_message()
    except MessagePumpClosed:
        return False
    return isinstance(pending, events.Key) and pending.key == event.key and not pending.is_forwarded
