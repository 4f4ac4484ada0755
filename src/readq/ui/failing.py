"""Errors that nobody foresaw: the reader gets one line, whoever looks into them the whole story in a file."""

from __future__ import annotations

import platform
import traceback
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from textual.app import App
from textual.worker import WorkerFailed

from readq.text import clean, clean_block

MOST_BYTES = 1_000_000
"""A log that has grown larger than this begins anew."""


class Failing(App[int]):
    """An application that ends at an unforeseen error without spelling it out on the terminal."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.failures: list[BaseException] = []
        """Unforeseen errors in the order in which they came; the first ends the app."""

    def _handle_exception(self, error: Exception) -> None:
        """End, with the terminal as it was; Textual would print the code and all variables."""
        self.failures.append(error.error if isinstance(error, WorkerFailed) else error)
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()


def told_failures(failures: Sequence[BaseException], log: Path, now: datetime) -> str:
    """Put errors into a log; what to tell the reader about them.

    Returns:
        One line that says what went wrong and where the log is; the errors themselves when it cannot be written.
    """
    first = failures[0]
    what = clean("".join(traceback.format_exception_only(first)).strip())
    text = clean_block("".join(map(_spelled, failures)))
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        grown = log.exists() and log.stat().st_size > MOST_BYTES
        with log.open("w" if grown else "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{now:%Y-%m-%d %H:%M:%S} {_surroundings()}\n{text}\n")
    except OSError:
        return f"{text}readq: an error in readq itself ended it: {what}"
    return (
        f"readq: an error in readq itself ended it ({what}). The details are in {clean(str(log))}"
    )


def _spelled(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


def _surroundings() -> str:
    from importlib.metadata import PackageNotFoundError, version  # the first picture does without

    parts = []
    for name in ("readq", "textual"):
        with suppress(PackageNotFoundError):
            parts.append(f"{name} {version(name)}")
    return ", ".join([*parts, f"Python {platform.python_version()}", platform.platform()])
