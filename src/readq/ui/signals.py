"""Being told to end: the terminal was closed, or the system asks."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable


def leave_when_told(leave: Callable[[int], object]) -> None:
    """Call `leave` with the exit code when a signal tells the process to end.

    By itself such a signal ends Python at once, and the terminal is left as the app had set it up.
    """
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, leave, 128 + number)
