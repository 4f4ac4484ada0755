"""Keys in the order in which they were pressed, also those that come while a screen or a field opens.

Textual hands a key to what has the focus and does what it stands for once it has come back, when the keys behind
it are on their way to the same place. Here each key does what it does before the next one is looked at.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from weakref import ref

from textual import events
from textual.app import ScreenStackError
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode
from textual.message import Message

from readq.ui.guard import Guarded
from readq.ui.remains import forget_gone
from readq.ui.screens.closing import Page
from readq.ui.tidying import Tidying
from readq.ui.widgets.held_keys import HeldKeys

_OPENS_WITHIN, _BEGINS_WITHIN = 20.0, 20.0
"""Seconds; a screen that takes longer to be there, or to find what it shows, has failed."""
_TYPED_WITHIN = 1.0
"""Seconds; a field that takes longer to take a key in has gone."""
_LEAVES_WITHIN = 10.0
"""Seconds; keys that take longer to be done are not waited for when the app is told to end."""
_LEFT = 1
_STEPS = 8
"""A key that sets off more than so many messages, one after another, is not waited for to its end."""


class Patient(Guarded):
    """An application that lets a screen open, and a field take in what is typed, before the next key."""

    class ToldToLeave(Message):
        """Something outside wants the app to end, with an exit code."""

        def __init__(self, code: int) -> None:
            super().__init__()
            self.code = code

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.tidying = Tidying()
        self._character: str | None = None
        # Not held: what is closed with a key need not wait for the next one to be forgotten.
        self._typed_in: ref[DOMNode] | None = None
        self._acted_for: ref[DOMNode] | None = None

    async def on_event(self, event: events.Event) -> None:
        """Keys and what is pasted wait for those before; movements that wait are one movement."""
        if self._exit and isinstance(event, events.InputEvent | events.Paste):
            return  # Textual takes nothing more onto a screen
        if isinstance(event, events.MouseDown | events.MouseUp) and event.button > _LEFT:
            return  # nothing is for the other buttons, and Textual would make clicks of them
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            with suppress(ScreenStackError):  # the app is closing
                await self._until_typed()
                await self._until_told()
                if not await self._front_is_there():
                    return  # it would be about nothing
                if isinstance(event, events.Key):
                    if event.key.startswith("alt+"):
                        event.character = None  # esc and a letter, joined on the way: no text
                    self.tidying.pressed()
                    self._character = event.character
                    if isinstance(self.focused, HeldKeys):
                        await self.focused.take_waiting(self, event)
                elif self.focused is not None:
                    self._typed_in = ref(self.focused)
        await super().on_event(event)

    def leave(self, code: int) -> None:
        """End with an exit code once the keys that were pressed before are done.

        Textual lets no screen finish opening after `exit`: keys would wait for it in vain, and what
        it brings in would fail.
        """
        self.post_message(self.ToldToLeave(code))
        asyncio.get_running_loop().call_later(_LEAVES_WITHIN, self.exit, code)

    async def on_patient_told_to_leave(self, event: ToldToLeave) -> None:
        """End, but not while the screen in front opens."""
        with suppress(ScreenStackError):
            await self._front_is_there()
        if not self._exit:
            self.exit(event.code)

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Run what a key does on the screen in front, at once unless it is text there.

        Textual asks for what comes first before it hands a key on, and for the rest when a key comes back that
        nobody took; by then that has been looked up.
        """
        if not priority:
            return False
        with suppress(ScreenStackError):  # the app is closing
            if not await self._front_is_there():
                return True  # a key that would be about nothing
            if await super()._check_bindings(key, priority=True):
                return True
            if key == "escape":
                self.screen.clear_selection()
            taker: DOMNode = self.focused or self.screen
            self._acted_for = ref(taker)
            if not taker.check_consume_key(key, self._character) and await super()._check_bindings(
                key
            ):
                return True
            self._typed_in = ref(taker)
        return False

    async def _until_typed(self) -> None:
        """Wait until the field that was given the last key has taken it in."""
        typed_in, self._typed_in = self._typed_in, None
        field = typed_in() if typed_in is not None else None
        if field is not None:
            await _until_read(field)

    async def _until_told(self) -> None:
        """Wait until what the last key was for has told its screen, which may give another the focus."""
        acted_for, self._acted_for = self._acted_for, None
        taker = acted_for() if acted_for is not None else None
        told = [] if taker is None else taker.ancestors_with_self
        for _ in range(_STEPS):
            waiting = [node for node in told if node is not self and node.message_queue_size]
            if not waiting:
                return
            for node in waiting:
                await _until_read(node)

    async def _front_is_there(self) -> bool:
        """Wait for the screen in front, and for the next one where that has opened another meanwhile."""
        screen = None
        while screen is not self.screen:
            screen = self.screen
            if not screen._mounted_event.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(screen._mounted_event.wait(), _OPENS_WITHIN)
            if isinstance(screen, Page) and screen.begun is not None:
                await screen.until_begun(_BEGINS_WITHIN)
        return screen._mounted_event.is_set()

    def pop_screen(self) -> AwaitComplete:
        """Take away the screen in front, and all that is left of those before it."""
        forget_gone(self)
        return super().pop_screen()

    def on_resize(self) -> None:
        """Pictures of another size are of no use."""
        forget_gone(self)

    def action_command_palette(self) -> None:
        """Show all commands."""
        from textual.command import CommandPalette

        from readq.ui.screens.palette import Palette

        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette())  # without an id: the last one may still be going


async def _until_read(node: DOMNode) -> None:
    """Wait until a node has read the messages that wait for it now."""
    done = asyncio.Event()
    if node.call_later(done.set):
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), _TYPED_WITHIN)
