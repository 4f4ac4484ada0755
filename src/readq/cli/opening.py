"""Opening the app, where there is a terminal to open it in."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from readq.cli.output import is_tty, say

if TYPE_CHECKING:
    from readq.cli.session import Session
    from readq.config import Config
    from readq.library import Library
    from readq.ui.start import Start

NO_TERMINAL = 2
_STREAMS = (0, 1, 2)


def has_terminal() -> bool:
    """Whether the app can be shown and used: it reads stdin and draws on the terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(map(is_tty, streams)) and os.environ.get("TERM", "") not in ("", "dumb")


@contextmanager
def on_the_terminal() -> Iterator[bool]:
    """Lead all three streams to the terminal, wherever the shell leads them; whether there is one.

    The app reads keys from the first, asks the second how large the terminal is, and draws on the third.
    """
    if has_terminal():
        yield True
        return
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        yield False
        return
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [os.dup(number) for number in _STREAMS]
    try:
        for number in _STREAMS:
            os.dup2(terminal, number)
        yield has_terminal()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        for number, before in zip(_STREAMS, kept, strict=True):
            os.dup2(before, number)
            os.close(before)
        os.close(terminal)


def open_app(session: Session) -> int:
    """Show the library until the reader leaves; without a terminal, say what to do instead."""
    if not has_terminal():
        say(
            "readq: the app needs a terminal; without one use a command, such as "
            "`readq list` or `readq next` (readq --help)."
        )
        return NO_TERMINAL
    config = settings_of_the_app(session)
    with session.library() as library:
        return show(library, config)


def settings_of_the_app(session: Session) -> Config:
    """The settings; what is wrong with them is told at once, keys and theme included.

    Raises:
        ConfigError: They cannot be used.
    """
    from readq.config import ConfigError

    try:
        return session.settings()
    except ConfigError as error:
        from readq.paths import config_file
        from readq.ui.settings import problems_of

        raise ConfigError(config_file(), problems_of(config_file())) from error


def show(library: Library, config: Config, start: Start | None = None) -> int:
    """Run the app on an open library."""
    from readq.ui import run  # Textual takes half a second to load

    return run(library, config, start)
