"""Programs in a terminal of their own, and the CPU time they take."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from tests.waiting import readable

_LONGEST = 60.0
_IDLE, _AT_REST = 6, 20.0
"""A program rests that takes fewer than so many milliseconds in each of so many half seconds."""


class Terminal:
    """One program in a terminal of 120 columns and 35 rows."""

    def __init__(self, words: Sequence[str], settings: Path) -> None:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 35, 120, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as it is where readq is installed
        environment |= {"READQ_CONFIG": str(settings), "TEXTUAL_ANIMATIONS": "none"}
        self._process = subprocess.Popen(
            [sys.executable, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self._ours = ours
        self._lock = threading.Lock()

    def wait_for(self, text: bytes) -> None:
        """Read until the program has shown a text."""
        seen, until = b"", time.monotonic() + _LONGEST
        while text not in seen:
            assert time.monotonic() < until, seen[-2000:]
            seen = seen[-10_000:] + self.read(1.0)

    def read(self, seconds: float) -> bytes:
        """What it writes next; nothing after so many seconds."""
        return os.read(self._ours, 65_536) if readable(self._ours, seconds) else b""

    def press(self, key: bytes) -> None:
        """Press a key and read until the program rests."""
        self.send(key)
        self.read(1.0)
        while self.read(0.004):
            pass

    def send(self, key: bytes) -> None:
        """Press a key and do not wait."""
        os.write(self._ours, key)

    def rest(self, seconds: float) -> None:
        """Let it do what it does in the background."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.read(0.1)

    def settle(self) -> None:
        """Wait until it has done what it does in the background after opening."""
        until, idle = time.monotonic() + _LONGEST, 0
        while idle < _IDLE:
            assert time.monotonic() < until, "it never rests"
            before = self.cpu
            self.rest(0.5)
            idle = idle + 1 if self.cpu - before < _AT_REST else 0

    @property
    def cpu(self) -> float:
        """Milliseconds of CPU time so far, of all threads."""
        # Linux has a clock for each process; /proc counts in hundredths of a second only.
        return time.clock_gettime((~self._process.pid << 3) | 2) * 1000

    def end(self) -> None:
        """End the program."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._ours)
