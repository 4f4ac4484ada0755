"""Being told to end: the terminal was closed, or the system asks."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable

from textual.drivers._writer_thread import WriterThread

_HANG_UP = 129
"""128 and the number of SIGHUP, as shells tell it."""


def leave_when_told(leave: Callable[[int], object]) -> None:
    """Call `leave` with the exit code when a signal tells the process to end, or the terminal is gone.

    By itself such a signal ends Python at once, and the terminal is left as the app had set it up.
    """
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, leave, 128 + number)
    _outlive_the_terminal(loop, leave)


def _outlive_the_terminal(loop: asyncio.AbstractEventLoop, leave: Callable[[int], object]) -> None:
    """Take what is drawn on a terminal that is gone, so that the app goes on to its end.

    Textual's thread that writes dies of the first error; then its short queue fills, and the app
    would wait for room in it for ever, deaf to signals.
    """
    former = threading.excepthook

    def hook(args: threading.ExceptHookArgs) -> None:
        thread = args.thread
        if not isinstance(thread, WriterThread) or not issubclass(args.exc_type, OSError):
            former(args)
            return
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(leave, _HANG_UP)
        while thread._queue.get() is not None:
            pass

    threading.excepthook = hook
