"""Opening the app, where there is a terminal to open it in."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from readq.cli.output import is_tty, say

if TYPE_CHECKING:
    from readq.cli.session import Session
    from readq.config import Config
    from readq.library import Library

NO_TERMINAL = 2


def has_terminal() -> bool:
    """Whether the app can be shown and used: it reads stdin and draws on the terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(map(is_tty, streams)) and os.environ.get("TERM", "") not in ("", "dumb")


def open_app(session: Session) -> int:
    """Show the library until the reader leaves; without a terminal, say what to do instead."""
    if not has_terminal():
        say(
            "readq: the app needs a terminal; without one use a command, such as "
            "`readq list` or `readq next` (readq --help)."
        )
        return NO_TERMINAL
    config = session.settings()
    with session.library() as library:
        return show(library, config)


def show(library: Library, config: Config) -> int:
    """Run the app on an open library."""
    from readq.ui import run  # Textual takes half a second to load

    return run(library, config)
