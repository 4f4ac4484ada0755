"""Asking that can be walked away from at any moment, also while a service says nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

from readq.services.asking import Time
from readq.services.web import Answer

_LOOK_EVERY = 0.1
"""Seconds within which a wish to stop is heard."""

_Said = Answer | str | BaseException


class Stopped(Exception):  # noqa: N818
    """Whoever asked wants no more answers."""


def stoppable(is_stopped: Callable[[], bool]) -> Time:
    """Clocks and waiting for a thread that stops when told so; `Stopped` comes out of what is asked then."""

    def sleep(seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if is_stopped():
                raise Stopped
            time.sleep(min(left, _LOOK_EVERY))

    def run(ask: Callable[[], Answer | str]) -> Answer | str:
        said: SimpleQueue[_Said] = SimpleQueue()

        def work() -> None:
            try:
                said.put(ask())
            except BaseException as error:  # told to the thread that waits
                said.put(error)

        # A daemon: nobody waits for a service that is slow when readq is left.
        threading.Thread(target=work, name="readq-asking", daemon=True).start()
        while True:
            try:
                outcome = said.get(timeout=_LOOK_EVERY)
            except Empty:
                if is_stopped():
                    raise Stopped from None
                continue
            if isinstance(outcome, BaseException):
                raise outcome
            return outcome

    return Time(sleep=sleep, run=run)
