"""The app in a terminal of its own: keys in, raw bytes out, and what sort of bytes these are."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.waiting import readable

_CSI = re.compile(r"\x1b\[([?>=<]?)([0-9;:]*)([ -/]*)([@-~])")
_STRING = re.compile(r"\x1b([\]PX^_])([^\x07\x1b]*)(?:\x07|\x1b\\)")
_SHORT = re.compile(r"\x1b([()*+#%]?[0-~])")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_QUIET = 0.15
"""Seconds without a byte after which the app has drawn what it had to."""
_LONGEST = 20.0

NEVER_LEFT = -1000
"""Stands for the exit code of an app that did not end."""

ENTER, ESC, CTRL_P, CTRL_Q, TAB = "\r", "\x1b", "\x10", "\x11", "\t"
WAIT = "wait"
"""No key: something goes on in a thread of its own."""
_AFTER = {ESC: 0.4, WAIT: 1.0}
"""The same as `_QUIET`: after escape, so that it is not taken for the beginning of the next key."""


@dataclass(frozen=True)
class Output:
    """All that came out of the app."""

    raw: bytes
    code: int
    answered: tuple[int, ...] = ()
    """How many bytes had come before each key, and after the last one."""

    def between(self, first: int, last: int) -> str:
        """The letters that came for some of the keys, counted from 0, the last one excluded."""
        if first >= len(self.answered):
            return ""
        start, end = self.answered[first], self.answered[min(last, len(self.answered) - 1)]
        return _letters(self.raw[start:end])

    def kinds(self) -> set[str]:
        """The sorts of sequences in it, and every control character that is in none."""
        text = self.raw.decode("utf-8", "surrogateescape")
        found = set()
        for pattern, name in ((_STRING, "string"), (_CSI, "csi"), (_SHORT, "esc")):
            for match in pattern.finditer(text):
                found.add(_kind(name, match))
            text = pattern.sub("", text)
        found |= {f"control {ord(c):02x}" for c in _CONTROL.findall(text)}
        return found

    def sgr(self) -> list[str]:
        """What is said of looks: the numbers of all `csi m`, colours with what follows them."""
        text = self.raw.decode("utf-8", "replace")
        numbers = [m[2] for m in _CSI.finditer(text) if m[4] == "m" and m[2]]
        parts = []
        for look in numbers:
            parts += re.findall(r"[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+", look)
        return parts

    @property
    def text(self) -> str:
        """The letters without what places and colours them."""
        return _letters(self.raw)


def _letters(raw: bytes) -> str:
    text = raw.decode("utf-8", "replace")
    for pattern in (_STRING, _CSI, _SHORT):
        text = pattern.sub("", text)
    return text


def _kind(name: str, match: re.Match[str]) -> str:
    if name == "csi":
        private, numbers, between, final = match.groups()
        return f"csi {private}{numbers if private else ''}{between}{final}"
    if name == "string":
        return f"string {match[1]}{match[2].split(';')[0][:8]}"
    return f"esc {match[1]}"


def run(
    folder: Path,
    keys: Iterable[str],
    *,
    size: tuple[int, int] = (120, 35),
    ready: str = "readq",
    environ: Mapping[str, str] | None = None,
) -> Output:
    """Start the app on a library, press keys one after another, each to its end, and leave."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "readq", "--library", str(folder)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={
            **{k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "DISPLAY")},
            "READQ_CONFIG": str(folder.parent / "config.toml"),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "PYTHONUTF8": "1",
            **(environ or {}),
        },
        start_new_session=True,
    )
    os.close(theirs)
    output = bytearray()
    try:
        read(ours, output, until=ready.encode())
        answered = [len(output)]
        for key in keys:
            if process.poll() is not None:
                break
            os.write(ours, b"" if key == WAIT else key.encode("utf-8", "surrogateescape"))
            read(ours, output, quiet=_AFTER.get(key, _QUIET))
            answered.append(len(output))
        end = time.monotonic() + _LONGEST
        while process.poll() is None and time.monotonic() < end:
            os.write(ours, CTRL_Q.encode())
            read(ours, output)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        return Output(
            bytes(output),
            NEVER_LEFT if process.returncode is None else process.returncode,
            tuple(answered),
        )
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)


def read(descriptor: int, output: bytearray, until: bytes = b"", quiet: float = _QUIET) -> None:
    """Read until the app is quiet, and has said what it is waited for to say."""
    end = time.monotonic() + _LONGEST
    while time.monotonic() < end:
        if not readable(descriptor, quiet):
            if until in output:
                return
            continue
        try:
            got = os.read(descriptor, 65536)
        except OSError:  # the other end is closed
            return
        if not got:
            return
        output += got
