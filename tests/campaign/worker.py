"""Processes to be killed: a parent that has everything loaded, and the children it forks on demand.

    python -m tests.campaign.worker FOLDER

A line "edit START" on its standard input forks a child that makes edits START + 1, START + 2 ... and
prints the number of each once the call has returned, "c" before it compacts and "C" after. "hold"
forks one that takes the lock and keeps it. "stream WHO COUNT" forks one that makes so many
decisions, and says what kept it from that. When a child is gone the parent prints "end".
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random

from readq.domain import Status
from readq.errors import LockedLibraryError
from readq.library import Library, open_library
from readq.store.lock import FileLock

PAPERS = 24
STATUSES = (Status.QUEUED, Status.LATER, Status.READING, Status.SKIPPED, Status.READ)
COMPACT_EVERY = 7


def say(text: str) -> None:
    """Write a line at once, in one piece."""
    os.write(1, f"{text}\n".encode())


def edit(library: Library, ids: list[str], number: int) -> None:
    """The edit of this number; the same whoever makes it."""
    which = ids[number % len(ids)]
    match number % 4:
        case 0:
            library.note(which, f"edit {number} " + "on and on " * (number % 97))
        case 1:
            library.tag(which, [f"t{number % 5}"], [f"t{(number + 1) % 5}"])
        case 2:
            library.mark(which, STATUSES[number // len(ids) % len(STATUSES)])
        case _:
            library.set_priority([which, ids[(number + 5) % len(ids)]], 1 + number // 24 % 5)


def keep_editing(folder: Path, number: int) -> None:
    """Edit until killed."""
    library = open_library(folder)
    ids = sorted(library.ids())
    while True:
        number += 1
        edit(library, ids, number)
        say(str(number))
        if number % COMPACT_EVERY == 0:
            say("c")
            library.compact()
            say("C")


def hold(folder: Path) -> None:
    """Take the lock and never let go."""
    lock = FileLock(folder / "lock")
    lock.acquire()
    say("held")
    time.sleep(600)


def stream(folder: Path, who: str, count: int) -> None:
    """Make decisions as fast as they can be saved, beside another process doing the same."""
    library = open_library(folder)
    ids = sorted(library.ids())
    random = Random(who)
    for number in range(count):
        time.sleep(random.random() * 0.003)  # lets the other one in, as a person would
        old = [f"{who}{number - len(ids)}"] if number >= len(ids) else []
        for again in range(100):
            try:
                library.tag(ids[number % len(ids)], [f"{who}{number}"], old)
                break
            except LockedLibraryError:  # the other one was stopped with the lock in its hands
                if again == 99:
                    raise
        if number % 50 == 49:
            library.look_after()
    library.close()


def main() -> None:
    """Serve requests until standard input ends."""
    folder = Path(sys.argv[1])
    for line in sys.stdin:
        what, *more = line.split()
        pid = os.fork()
        if pid == 0:
            try:
                if what == "edit":
                    keep_editing(folder, int(more[0]))
                elif what == "hold":
                    hold(folder)
                else:
                    stream(folder, more[0], int(more[1]))
            except Exception as error:
                say(f"{type(error).__name__}: {error}")
            finally:
                os._exit(0)
        say(f"pid {pid}")
        os.waitpid(pid, 0)
        say("end")


if __name__ == "__main__":
    main()
