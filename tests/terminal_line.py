"""A shell line in a terminal of its own, with keys that are typed there."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.waiting import LONGEST, readable

_SEQUENCES = re.compile(
    r"\x1b\[[?>=<]?[0-9;:]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()*+#%]?[0-~]"
)
_IN_CHARGE = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"
"""Makes the terminal the one that ctrl+c and /dev/tty are about."""


class Tty:
    """A terminal with a process in it."""

    def __init__(self, line: str, size: tuple[int, int], env: dict[str, str]) -> None:
        self._own, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        readq = f"{shlex.quote(sys.executable)} -m readq"
        self._process = subprocess.Popen(
            [sys.executable, "-c", _IN_CHARGE, "bash", "-c", line.replace("readq", readq)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={
                **{k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")},
                "TERM": "xterm-256color",
                "PYTHONUTF8": "1",
                **env,
            },
            start_new_session=True,
        )
        os.close(theirs)
        self.raw = bytearray()
        """All that came out."""
        self._seen = 0

    @property
    def text(self) -> str:
        """The letters of it."""
        return _letters(bytes(self.raw))

    def wait(self, *words: str) -> str:
        """Wait until all words have come since the last time; what has come since then."""
        end = time.monotonic() + LONGEST
        while True:
            new = _letters(bytes(self.raw[self._seen :]))
            if all(word in new for word in words):
                self._seen = len(self.raw)
                return new
            assert time.monotonic() < end, f"{words} did not come: {new[-2000:]!r}"
            assert self._read() or all(
                word in _letters(bytes(self.raw[self._seen :])) for word in words
            ), f"{words} did not come: {new[-2000:]!r}"

    def type(self, keys: str, *words: str) -> str:
        """Type, then wait."""
        os.write(self._own, keys.encode())
        return self.wait(*words)

    def end(self) -> int:
        """Read until the process has ended; its exit status."""
        while self._read():
            pass
        return self._process.wait(timeout=LONGEST)

    def kill(self) -> None:
        """Leave nothing behind."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._own)

    def _read(self) -> bool:
        """Read what is there; whether more may come."""
        if not readable(self._own, 0.2):
            return self._process.poll() is None
        with suppress(OSError):  # the other end is closed
            got = os.read(self._own, 65536)
            self.raw += got
            return bool(got)
        return False


def _letters(raw: bytes) -> str:
    return _SEQUENCES.sub("", raw.decode("utf-8", "replace")).replace("\r\n", "\n")


@contextmanager
def tty(line: str, *, size: tuple[int, int] = (100, 30), **env: str) -> Iterator[Tty]:
    """Run a line of shell, in which `readq` is this readq, in a terminal."""
    made = Tty(line, size, env)
    try:
        yield made
    finally:
        made.kill()
