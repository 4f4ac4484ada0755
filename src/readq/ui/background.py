"""What goes on away from the keys: one round of a kind at a time, told to the screens, stopped at a key."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from textual.message import Message

from readq.records import dataclass

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.worker import Worker

    from readq.ui.app import ReadqApp

_TELL_EVERY = 0.1
"""Seconds between two reports of progress."""


@dataclass
class WorkMoved(Message, bubble=False):
    """Something in the background has come further, or began."""


class Background:
    """The round that is under way, if one is."""

    GROUP: ClassVar[str]
    """What its workers are called."""

    def __init__(self, app: ReadqApp) -> None:
        """Tell the screens of `app`."""
        self._app = app
        self._stop = threading.Event()
        self._worker: Worker[Any] | None = None
        self._told = self._began = 0.0
        self.running = False
        self.progress: Any = None
        """How far it is; None at first."""

    @property
    def seconds(self) -> float:
        """How long the round has taken so far."""
        return self._app.clock() - self._began

    def stop(self) -> None:
        """Go no further; nothing of this round is written."""
        self._stop.set()

    def _begin(self, work: Callable[[], Message]) -> None:
        """Run `work` in a thread unless a round is under way; the app is sent what it answers with."""
        if self.running:
            return
        app, self.running, self.progress = self._app, True, None
        self._stop, self._began = threading.Event(), app.clock()
        self._told = self._began - _TELL_EVERY
        self._worker = app.run_worker(
            lambda: app.post_message(work()), thread=True, group=self.GROUP, exit_on_error=False
        )
        self._tell()

    def _is_stopped(self) -> bool:
        """Whether the reader does not want it any more, or leaves the app."""
        return self._stop.is_set() or (self._worker is not None and self._worker.is_cancelled)

    def _moved(self, at: object) -> bool:
        """Take in how far it is; whether to go on."""
        self.progress = at
        if self._app.clock() - self._told >= _TELL_EVERY and not self._is_stopped():
            self._told = self._app.clock()
            self._tell()
        return not self._is_stopped()

    def _tell(self) -> None:
        for screen in list(self._app.screen_stack):
            screen.post_message(WorkMoved())

    def _is_shown(self, card: type[Screen[Any]], ended: Message) -> bool:
        """The round is over: screens show what the library says now; whether its card is open to tell the rest."""
        from readq.ui.screens.library_screen import LibraryScreen

        self.running = False
        cards = [screen for screen in self._app.screen_stack if isinstance(screen, card)]
        for screen in cards:
            screen.post_message(ended)
        for screen in self._app.screen_stack:
            if isinstance(screen, LibraryScreen) and screen.is_mounted:
                screen.reload()
        return bool(cards)
