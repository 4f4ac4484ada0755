"""What went wrong, in one sentence on stderr and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from readq.cli.output import say
from readq.errors import FilterError, ReadqError


class InterruptedByReaderError(ReadqError):
    """The reader pressed ctrl+c."""

    exit_code = 130

    def __init__(self, message: str = "interrupted.") -> None:
        super().__init__(message)


class ReaderGoneError(Exception):
    """Whoever read the output has enough."""


def told(act: Callable[[], int]) -> int:
    """The exit code of `act`; every error a person can cause is one sentence on stderr."""
    try:
        code = act()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return fail("interrupted.", 130)
    except (BrokenPipeError, ReaderGoneError):
        # Keep the interpreter from complaining at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except FilterError as error:
        return fail(f"the filter, at column {error.column + 1}: {error}", error.exit_code)
    except ReadqError as error:
        for sentence in error.sentences:
            say(f"readq: {sentence}")
        return error.exit_code
    except OSError as error:
        return fail(f"{error.filename or 'output'}: {error.strerror or error}.", 1)
    return code


def fail(message: str, code: int) -> int:
    """Say why it could not be done; the exit code."""
    say(f"readq: {message}")
    return code
