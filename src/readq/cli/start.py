"""The first thing that runs: straight to the app where that is what is asked for, else to the commands."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from functools import partial


def main(args: Sequence[str] | None = None) -> None:
    """Run one command; every error a person can cause is one sentence on stderr."""
    _steady_streams()
    gc.disable()  # next to nothing of what is made while readq loads is ever garbage
    try:
        code = _run(sys.argv[1:] if args is None else args)
    except KeyboardInterrupt:  # before there is anybody else to say it
        sys.stderr.write("readq: interrupted.\n")
        code = 130
    sys.exit(code)


def _run(words: Sequence[str]) -> int:
    # The app is to be there at once: it does not wait until all commands are loaded.
    completing = "_READQ_COMPLETE" in os.environ
    if not completing and (options := _options_of_the_app(words)) is not None:
        from pathlib import Path

        from readq.cli.opening import open_app
        from readq.cli.session import Session
        from readq.cli.telling import told

        folder = Path(options["--library"]).expanduser() if "--library" in options else None
        session = Session(folder, ascii="--ascii" in options, theme=options.get("--theme", ""))
        return told(partial(open_app, session))
    from readq.cli.root import run

    gc.freeze()
    gc.enable()
    return run(words)


def _options_of_the_app(words: Sequence[str]) -> dict[str, str] | None:
    """The options, where there is nothing else on the line; None leaves the line to the commands."""
    options: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word == "--ascii":
            options[word] = ""
        elif word in ("--library", "--theme"):
            value = next(rest, "")
            if not value or value.startswith("-"):
                return None
            options[word] = value
        else:
            return None
    return options


def _steady_streams() -> None:
    """Make sure that all three streams are there and take any text.

    The number of a stream that is closed would go to the next file opened, such as a journal, and
    what is printed would land in it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:
                os.dup2(nothing, number)
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", encoding="utf-8"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
