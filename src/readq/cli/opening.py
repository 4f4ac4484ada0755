"""Opening the app, where there is a terminal to open it in."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from readq.cli.output import is_tty, say
from readq.config import load_config
from readq.paths import config_file

if TYPE_CHECKING:
    from readq.library import Library

NO_TERMINAL = 2


def has_terminal() -> bool:
    """Whether the app can be shown and used: it reads stdin and draws on the terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(map(is_tty, streams)) and os.environ.get("TERM", "") not in ("", "dumb")


def open_app(folder: Path | None) -> int:
    """Show the library until the reader leaves; without a terminal, say what to do instead."""
    if not has_terminal():
        say(
            "readq: the app needs a terminal; without one use a command, such as "
            "`readq list` or `readq next` (readq --help)."
        )
        return NO_TERMINAL
    from readq.library import open_library

    with open_library(folder) as library:
        return show(library)


def show(library: Library) -> int:
    """Run the app on an open library."""
    from readq.ui import run  # Textual takes half a second to load

    return run(library, load_config(config_file()))
