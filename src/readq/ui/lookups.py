"""Services asked away from the keys: one round at a time, told to the screens, stopped at a key."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from textual.message import Message
from textual.worker import get_current_worker

from readq.errors import ReadqError
from readq.records import dataclass

if TYPE_CHECKING:
    from readq.library.enrich_report import EnrichProgress, EnrichReport
    from readq.ui.app import ReadqApp

_TELL_EVERY = 0.1
"""Seconds between two reports of progress."""


@dataclass
class LookupMoved(Message, bubble=False):
    """A round has come further, or began."""


@dataclass
class LookupEnded(Message, bubble=False):
    """A round is over."""

    report: EnrichReport | None
    """What came of it; None when it went wrong."""
    problem: str = ""


class Lookups:
    """The round that is under way, if one is."""

    def __init__(self, app: ReadqApp) -> None:
        """Tell the screens of `app`."""
        self._app = app
        self._stop = threading.Event()
        self.running = False
        self.progress: EnrichProgress | None = None

    @property
    def words(self) -> str:
        """What the top bar says about it; empty when nothing is asked."""
        at = self.progress
        if not self.running:
            return ""
        return f"asking {at.done / max(at.total, 1):.0%}" if at else "asking"

    def begin(self, ids: Sequence[str], services: Sequence[str]) -> None:
        """Ask services about papers; screens are sent `LookupMoved`, the app `LookupEnded`."""
        if self.running:
            return
        self.running, self.progress, self._stop = True, None, threading.Event()

        def work() -> None:
            self._work(ids, services, self._stop)

        self._app.run_worker(work, thread=True, group="lookup", exit_on_error=False)
        self._tell()

    def stop(self) -> None:
        """Ask no more; nothing of this round is written."""
        self._stop.set()

    def ended(self) -> None:
        """The app has heard that the round is over."""
        self.running = False

    def _work(self, ids: Sequence[str], services: Sequence[str], stop: threading.Event) -> None:
        from readq.library.services import asking  # the app opens without what asks
        from readq.services import stopping

        worker, app = get_current_worker(), self._app
        told = -_TELL_EVERY

        def is_stopped() -> bool:
            return stop.is_set() or worker.is_cancelled

        def progress(at: EnrichProgress) -> bool:
            nonlocal told
            self.progress = at
            if app.clock() - told >= _TELL_EVERY and not is_stopped():
                told = app.clock()
                self._tell()
            return not is_stopped()

        try:
            with closing(
                asking(app.config, services, time=stopping.stoppable(is_stopped))
            ) as asked:
                report = app.library.enrich(ids, asked, progress=progress)
            ended = LookupEnded(report)
        except ReadqError as error:
            ended = LookupEnded(None, str(error))
        except Exception as error:  # the card must not wait for ever, whatever went wrong
            ended = LookupEnded(None, f"Nothing was written: {error!r}")
        app.post_message(ended)

    def _tell(self) -> None:
        for screen in list(self._app.screen_stack):
            screen.post_message(LookupMoved())
