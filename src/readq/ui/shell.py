"""Going back to the shell the app was started from, while the app waits."""

from __future__ import annotations

import os
import signal

from textual.app import App, SuspendNotSupported


def go_to_shell(app: App[int]) -> None:
    """Stop, as programs in a terminal do; the shell's `fg` goes on.

    Raises:
        SuspendNotSupported: There is no shell that could go on, and the app would be stopped for ever.
    """
    stop = getattr(signal, "SIGTSTP", None)
    if stop is None or app.is_headless or app.is_web or not _has_shell():
        raise SuspendNotSupported
    os.kill(os.getpid(), stop)


def _has_shell() -> bool:
    """Whether whoever started the app looks after jobs: of the same session, in a group of its own."""
    parent = os.getppid()
    try:
        return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgrp()
    except OSError:  # the parent is of another user, or gone
        return False
