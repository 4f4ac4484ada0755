"""Real processes on a real folder: killed in the middle of their work, and two at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from tests.campaign.worker import PAPERS, edit
from tests.campaign.world import WrongError

from readq.domain import Change, Reading
from readq.library import Library, open_library
from readq.store import LibraryFiles

Decided = dict[str, tuple[object, ...]]


def make_library(folder: Path) -> None:
    """Some papers, with abstracts, so that compaction takes a moment."""
    lists = folder.parent / f"{folder.name}.txt"
    blocks = (
        f"The number {n} and its kind\n\n" + f"About {n} there is much. " * 40
        for n in range(PAPERS)
    )
    lists.write_text("\n\n".join(blocks))
    with open_library(folder) as library:
        library.add(str(lists), shape="titled")


class Worker:
    """The process that forks those to be killed."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "tests.campaign.worker", str(folder)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, what: str) -> tuple[int, list[str]]:
        """Let it fork a child; the child's process id, and what the child has said meanwhile."""
        assert self._process.stdin is not None
        self._process.stdin.write(what + "\n")
        self._process.stdin.flush()
        early = []
        while not (line := self.line()).startswith("pid"):
            early.append(line)
        return int(line.split()[1]), early

    def line(self) -> str:
        """The next line it or its child wrote."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise WrongError("the worker is gone")
        return line.strip()

    def rest(self) -> list[str]:
        """What the child still had said when it went."""
        lines = []
        while (line := self.line()) != "end":
            lines.append(line)
        return lines

    def close(self) -> None:
        """Let it go."""
        self._process.communicate()


@contextmanager
def working(folder: Path) -> Iterator[Worker]:
    """A worker on a folder."""
    worker = Worker(folder)
    try:
        yield worker
    finally:
        worker.close()


@dataclass
class Kills:
    """What came of it."""

    kills: int = 0
    in_compaction: int = 0
    edits: int = 0
    in_flight: int = 0
    """Kills after which the edit nobody had acknowledged was there."""
    undone: int = 0
    slowest: float = 0.0
    """The longest time to open after a kill, in seconds."""
    expected: Decided = field(default_factory=dict)


def kill_again_and_again(folder: Path, times: int, random: Random) -> Kills:
    """Kill a process in the middle of edits; one library lives through it all."""
    make_library(folder)
    twin = folder.with_name(f"{folder.name}-twin")
    make_library(twin)
    result = Kills()
    with open_library(twin) as mirror, working(folder) as worker:
        ids = sorted(mirror.ids())
        number = 0
        for turn in range(times):
            heard = _kill_one(worker, number, random)
            acknowledged = max([number, *(int(word) for word in heard if word.isdigit())])
            result.kills += 1
            result.in_compaction += heard.count("c") > heard.count("C")
            result.edits += acknowledged - number
            while number < acknowledged:
                number += 1
                edit(mirror, ids, number)
            number += _check(folder, mirror, ids, number, result, undo=turn % 10 == 9)
    return result


def _kill_one(worker: Worker, number: int, random: Random) -> list[str]:
    pid, heard = worker.start(f"edit {number}")
    wanted = "c" if random.random() < 0.4 else ""
    for _ in range(random.randrange(1, 12)):
        heard.append(worker.line())
        if heard[-1] == wanted:
            break
    time.sleep(random.random() * random.choice((0.0, 0.002, 0.01)))
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    return heard + worker.rest()


def _check(
    folder: Path, mirror: Library, ids: list[str], number: int, result: Kills, *, undo: bool
) -> int:
    """The library holds what was acknowledged, or one edit more; 1 in that case."""
    start = time.monotonic()
    with open_library(folder) as library:
        result.slowest = max(result.slowest, time.monotonic() - start)
        more = 0
        found = decided(library)
        if found != decided(mirror):
            edit(mirror, ids, number + 1)
            more = 1
            result.in_flight += 1
        if found != decided(mirror):
            raise WrongError(f"after a kill at edit {number} something is lost or else")
        numbers = [change.id for change in library.log(10**6)]
        if numbers != list(range(len(numbers), 0, -1)):
            raise WrongError("the numbers of changes have gaps")
        if undo and library.can_undo is not None:
            library.undo()
            if decided(library) == found:
                raise WrongError("undo changed nothing")
            library.redo()
            if decided(library) != found:
                raise WrongError("redo did not bring back what undo took")
            result.undone += 1
    return more


def decided(library: Library) -> Decided:
    """All decisions and the order of the queue, without the time they were made."""
    facts = {paper_id: _facts(library.reading(paper_id)) for paper_id in library.ids()}
    return {**facts, "queue": tuple(library.queue_ids())}


def _facts(reading: Reading) -> tuple[object, ...]:
    return reading.status, reading.priority, reading.rank is None, reading.tags, reading.note


def stale_locks(folder: Path, times: int) -> float:
    """Kill the holder of the lock; the longest time until another can write, in seconds."""
    make_library(folder)
    longest = 0.0
    with working(folder) as worker:
        for number in range(times):
            pid, early = worker.start("hold")
            if "held" not in early and worker.line() != "held":
                raise WrongError("the lock was not taken")
            os.kill(pid, signal.SIGKILL)
            worker.rest()
            start = time.monotonic()
            with open_library(folder) as library:
                library.note(library.ids()[0], f"after {number}")
            longest = max(longest, time.monotonic() - start)
    return longest


def two_at_once(folder: Path, each: int) -> tuple[int, int]:
    """Two processes decide at once; how many decisions there are, and how often they took turns."""
    make_library(folder)
    with working(folder) as first, working(folder) as second:
        first.start(f"stream a {each}")
        second.start(f"stream b {each}")
        if told := [*first.rest(), *second.rest()]:
            raise WrongError("; ".join(told))
    with open_library(folder) as library:
        changes = library.log(10**6)[::-1]
        made = [_new_tags(change) for change in changes]
        found = Counter(tag for tags in made for tag in tags)
        wanted = Counter({f"{who}{n}": 1 for who in "ab" for n in range(each)})
        if found != wanted:
            lost, doubled = wanted - found, found - wanted
            raise WrongError(f"{len(lost)} decisions lost, {len(doubled)} doubled")
        if [change.id for change in changes] != list(range(1, len(changes) + 1)):
            raise WrongError("the numbers of changes have gaps")
        last = {f"{who}{n}" for who in "ab" for n in range(max(0, each - PAPERS), each)}
        if set(library.tags()) != last:
            raise WrongError("the tags at the end are not the last ones")
    files = LibraryFiles.open(folder)
    if files._vault.state.sequence != len(changes):
        raise WrongError("the numbers of lines have gaps")
    files.close()
    who = ["".join(tags)[:1] for tags in made]
    return len(found), sum(one != other for one, other in pairwise(who[1:]))


def _new_tags(change: Change) -> set[str]:
    return {
        tag
        for edit in change.readings
        for tag in (edit.after.tags if edit.after else ())
        if tag not in (edit.before.tags if edit.before else ())
    }
