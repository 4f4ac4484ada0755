"""Learning from decisions away from the keys: one worker at a time, and messages to the screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message
from textual.worker import get_current_worker

from readq.records import dataclass

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp

_SLOW = 0.5
"""Seconds from which on the reader is told how far the index is."""


@dataclass
class IndexProgress(Message, bubble=False):
    """The index is being made."""

    share: float
    """How much of it is done, 0 to 1."""


@dataclass
class Learnt(Message, bubble=False):
    """All decisions so far are taken in."""

    changed: bool
    """Whether the order may be another."""
    error: str = ""
    """Why nothing could be learnt."""


class _LeavingError(Exception):
    """The app is being left; nobody waits for the index any more."""


class Learner:
    """Keeps the ranking of the app's library in step with decisions, once somebody asked for it."""

    def __init__(self, app: ReadqApp) -> None:
        self._app = app
        self._running = False
        self._asked = False

    def learn(self) -> None:
        """Get the ranking ready and take in all decisions; every screen is sent `Learnt` afterwards."""
        if self._running:
            self._asked = True
            return
        self._running, self._asked = True, False
        self._app.run_worker(self._work, thread=True, group="rank", exit_on_error=False)

    def finished(self) -> None:
        """The worker has told what it learnt; begin again if decisions came meanwhile."""
        self._running = False
        if self._asked:
            self.learn()

    def _work(self) -> None:
        app, worker = self._app, get_current_worker()
        began, told = app.clock(), -1

        def progress(share: float) -> None:
            nonlocal told
            if worker.is_cancelled:
                raise _LeavingError
            percent = int(100 * share)
            if percent != told and app.clock() - began >= _SLOW:
                told = percent
                self._tell(IndexProgress, share)

        changed, problem = False, ""
        try:
            ranking = app.library.ranking
            before = ranking.version
            ranking.get_ready(progress)
            changed = ranking.version != before
        except _LeavingError:
            return
        except Exception as error:  # the list must not wait for ever, whatever went wrong
            problem = f"{error!r}"
        app.post_message(Learnt(changed, problem))
        self._tell(Learnt, changed, problem)

    def _tell(self, kind: type[Message], *what: object) -> None:
        for screen in list(self._app.screen_stack):
            screen.post_message(kind(*what))
