"""The app in a terminal of its own, ended by a signal while keys stream in."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.campaign.world import WrongError

from readq.domain import Status
from readq.library import Library, open_library

KEYS = {"x": Status.SKIPPED, "a": Status.QUEUED, "m": Status.LATER, "d": Status.READ}
PAPERS = 60
_MODES = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_OFF_AT_THE_END = ("1000", "1002", "1003", "1006", "1049", "2004")
"""Mouse, alternate screen and bracketed paste."""
_LONGEST = 30.0


@dataclass
class Ending:
    """How a run of the app ended."""

    code: int
    output: bytes
    before: list[object]
    after: list[object]
    sent: str
    acknowledged: int
    threads_more: int = 0
    """How many threads more it has after what it was told before."""

    def check_terminal(self) -> None:
        """All modes are as they were before."""
        modes: dict[str, bool] = {}
        for names, on in _MODES.findall(self.output):
            modes |= {name.decode(): on == b"h" for name in names.split(b";")}
        left_on = [name for name in _OFF_AT_THE_END if modes.get(name)]
        if left_on or not modes.get("25", True):
            raise WrongError(f"the terminal keeps modes {left_on}, cursor {modes.get('25')}")
        if "1049" not in modes:
            raise WrongError("the app did not get as far as its screen")
        if self.before != self.after:
            raise WrongError("the terminal's own settings are not as they were")


def make_library(folder: Path) -> None:
    """A library with enough papers to decide on."""
    lists = folder.parent / "list.txt"
    lists.write_text("\n\n".join(f"On the number {n} and its kind" for n in range(PAPERS)))
    with open_library(folder) as library:
        library.add(str(lists), shape="titles")


def run_until(
    signal_number: int,
    folder: Path,
    random: Random,
    *,
    hang_up: bool = False,
    told_before: tuple[signal.Signals, ...] = (),
) -> Ending:
    """Start the app, press keys, and end it with a signal in the middle of them.

    Args:
        signal_number: What ends it, unless `hang_up`.
        folder: The library.
        random: Decides which keys are pressed, and when.
        hang_up: Whether the terminal is closed instead.
        told_before: Signals it gets before the keys, after which it is to be on the screen again.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 35, 120, 0, 0))
    before = termios.tcgetattr(theirs)
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    environment["READQ_CONFIG"] = str(folder.parent / "config.toml")
    process = subprocess.Popen(
        [sys.executable, "-m", "readq", "--library", str(folder)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    output = bytearray()
    watcher = open_library(folder)
    start = len(watcher.log(10_000))
    try:
        _read_until(ours, output, b"number 0")
        more = _tell(process.pid, told_before, ours, output) if told_before else 0
        sent = ""
        for _ in range(random.randrange(40)):
            key = random.choice(list(KEYS))
            os.write(ours, key.encode())
            sent += key
            _read(ours, output, random.random() * 0.02)
        watcher.refresh()
        acknowledged = len(watcher.log(10_000)) - start
        if hang_up:
            os.close(ours)
        else:
            process.send_signal(signal_number)
        end = time.monotonic() + _LONGEST
        while process.poll() is None:
            if time.monotonic() > end:
                raise WrongError("the app did not end")
            if hang_up:
                time.sleep(0.01)
            else:
                _read(ours, output, 0.01)
        if not hang_up:
            _read(ours, output, 0.01)
        after = before if hang_up else termios.tcgetattr(theirs)
        return Ending(process.returncode, bytes(output), before, after, sent, acknowledged, more)
    finally:
        watcher.close()
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(theirs)
        if not hang_up:
            os.close(ours)


def _tell(pid: int, told: tuple[signal.Signals, ...], ours: int, output: bytearray) -> int:
    """How many threads more it has when it is on the screen again."""
    _read(ours, output, 1.0)
    threads = _threads(pid)
    for number in told:
        _read(ours, output, 0.2)
        del output[:]
        os.kill(pid, number)
    _read_until(ours, output, b"number 0")
    return _threads(pid) - threads


def _threads(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def check_decisions(folder: Path, ending: Ending, decided_before: int) -> int:
    """What was decided is the first so many of the keys; undo takes the last one back."""
    with open_library(folder) as library:
        found = len(library.log(10_000)) - decided_before
        if not ending.acknowledged <= found <= len(ending.sent):
            raise WrongError(f"{ending.acknowledged} decisions acknowledged, {found} found")
        first = decided_before - 1
        titles = {library.hot(i).title: i for i in library.ids()}
        for number, key in enumerate(ending.sent[:found]):
            paper_id = titles[f"On the number {first + number} and its kind"]
            if library.reading(paper_id).status is not KEYS[key]:
                raise WrongError(f"decision {number} is not what was pressed")
        if found:
            _check_undo(library)
    return found


def _check_undo(library: Library) -> None:
    change = library.can_undo
    if change is None or library.undo() is None:
        raise WrongError("the last decision cannot be taken back")
    if library.reading(change.paper_ids[0]).status is not Status.NEW:
        raise WrongError("undo left the decision in place")


def _read_until(fd: int, output: bytearray, wanted: bytes) -> None:
    end = time.monotonic() + _LONGEST
    while wanted not in output:
        if time.monotonic() > end:
            raise WrongError(f"the app did not show {wanted!r}")
        _read(fd, output, 0.05)


def _read(fd: int, output: bytearray, wait: float) -> None:
    end = time.monotonic() + wait
    poll = select.poll()  # takes any number of a file, select only those below 1,024
    poll.register(fd, select.POLLIN)
    while poll.poll(1000 * max(0.0, end - time.monotonic())):
        try:
            data = os.read(fd, 1 << 16)
        except OSError:
            return
        if not data:
            return
        output += data


SIGNALS = {"TERM": signal.SIGTERM, "HUP": signal.SIGHUP, "INT": signal.SIGINT}
