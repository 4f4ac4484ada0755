"""Screens that close once: keys that were on their way when a screen closed close no other one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, ClassVar, TypeVar
from weakref import ref

from textual import events
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.screen import Screen

from readq.ui.painting import DrawnInPortions
from readq.ui.screens.focus import LeadsCursor
from readq.ui.screens.sizes import classes_for
from readq.ui.sheets import LATER, read_sheets

Answer = TypeVar("Answer")


class Sure(DrawnInPortions, Screen[Answer]):
    """A screen that takes a click on what is just being taken away for none."""

    CSS_PATH: ClassVar[Any] = LATER

    def _post_register(self, app: App[Any]) -> None:
        """Bring the stylesheets, and the classes of the size, before all is styled; Textual styles twice for them."""
        read_sheets(app.stylesheet, self.css_path)
        self.add_class(*classes_for(*app.size))
        super()._post_register(app)

    def _forward_event(self, event: events.Event) -> None:
        """Hand an event on, unless Textual would ask a widget for the parent it has no more."""
        if isinstance(event, events.MouseDown):
            widget, _ = self.get_widget_and_offset_at(event.x, event.y)
            if widget is not None and widget is not self and widget.parent is None:
                return
        super()._forward_event(event)


class Steady(Sure[Answer]):
    """A screen that closes once."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._outcome: tuple[Answer] | None = None

    def end(self, outcome: Answer) -> None:
        """Close with what came of work in the background, once no other screen is over this one."""
        self._outcome = (outcome,)
        self._close_with_outcome()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """It is in front; it was styled when it was made, and with each change of theme since."""
        event.refresh_styles = False
        if isinstance(self.focused, LeadsCursor):
            self.focused.lead_cursor()
        self._close_with_outcome()

    def _close_with_outcome(self) -> None:
        if self._outcome is not None and self.is_active:
            self.dismiss(self._outcome[0])

    def _push_result_callback(
        self,
        requester: MessagePump,
        callback: Callable[[Any], Any] | None,
        future: asyncio.Future[Any] | None = None,
    ) -> None:
        """Remember whom to tell the answer: the screen that asks may be closed before it hears."""
        asking = _screen_of(requester) or _acting_for.get()() or self.app.screen
        told = None if callback is None else partial(_answer, asking, callback)
        super()._push_result_callback(requester, told, future)


_acting_for: ContextVar[Callable[[], Screen[Any] | None]] = ContextVar(
    "acting_for", default=lambda: None
)
"""Gives the screen whose action runs now, which may be closed already; tasks that keep this keep no screen."""


@contextmanager
def acting_on(node: DOMNode | None) -> Iterator[None]:
    """While an action of a node runs, its screen is the one that asks."""
    screen = _screen_of(node)
    token = _acting_for.set(ref(screen) if screen is not None else lambda: None)
    try:
        yield
    finally:
        _acting_for.reset(token)


def _screen_of(node: object) -> Screen[Any] | None:
    above = node.ancestors_with_self if isinstance(node, DOMNode) else ()
    return next((each for each in above if isinstance(each, Screen)), None)


def _answer(asking: Screen[Any], callback: Callable[[Any], Any], answer: Any) -> Any:
    """Tell the answer. A screen that has gone can do what it says, but has nothing to show it on."""
    if asking in asking.app.screen_stack:
        return callback(answer)
    with suppress(NoMatches):
        callback(answer)
    return None


class Page(Steady[Answer]):
    """A screen of its own."""

    begun: asyncio.Event | None = None
    """Set once the screen shows what keys are about, where that is found away from the keys."""

    async def until_begun(self, seconds: float) -> None:
        """Wait until keys have something to be about, but only once, and no longer than `seconds`."""
        if self.begun is not None and not self.begun.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.begun.wait(), seconds)
            self.begun.set()

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close it with an answer. Textual would close whatever is on top, and answer again."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
