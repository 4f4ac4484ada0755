"""Two processes on one library, and one that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.store.samples import NOW, add, change, content, decide, paper, reading

from readq.domain import Change, Reading, ReadingEdit, Status
from readq.errors import LockedLibraryError
from readq.store import LibraryFiles
from readq.store.lock import FileLock
from readq.store.os_files import OsFiles


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def pair(folder: Path) -> Iterator[tuple[LibraryFiles, LibraryFiles]]:
    with closing(LibraryFiles.open(folder)) as first:
        add(first, paper("p1"), paper("p2"), paper("p3"))
        with closing(LibraryFiles.open(folder)) as second:
            yield first, second


Pair = tuple[LibraryFiles, LibraryFiles]


def test_each_sees_what_the_other_wrote(pair: Pair) -> None:
    ours, theirs = pair
    decide(ours, reading("p1"))
    news = theirs.refresh()
    assert (news.papers, news.readings, news.changes) == (frozenset(), frozenset({"p1"}), 1)
    assert theirs.readings()["p1"] == reading("p1")
    theirs.commit(change(theirs), papers={"p4": paper("p4")}, hide=["p2"])
    assert ours.refresh().papers == {"p2", "p4"}
    assert list(ours.paper_ids) == ["p1", "p3", "p4"]
    assert not ours.refresh()
    assert content(ours) == content(theirs)


def test_a_write_takes_in_the_others_first(pair: Pair) -> None:
    ours, theirs = pair
    stale = change(theirs, "theirs")
    decide(ours, reading("p1"))
    stored = theirs.commit(stale, readings={"p2": reading("p2")})
    assert stored.id == 3
    assert dict(theirs.readings()) == {"p1": reading("p1"), "p2": reading("p2")}
    assert theirs.refresh().readings == {"p1"}
    assert ours.refresh().readings == {"p2"}
    assert content(ours) == content(theirs)
    assert [c.id for c in ours.changes()] == [3, 2, 1]


def test_a_removed_reading_goes_for_the_other_too(pair: Pair) -> None:
    ours, theirs = pair
    decide(ours, reading("p1"))
    theirs.refresh()
    assert "p1" in theirs.readings()
    ours.commit(change(ours), readings={"p1": None})
    assert theirs.refresh().readings == {"p1"}
    assert "p1" not in theirs.readings()


def test_two_decisions_on_one_paper_both_stand(pair: Pair) -> None:
    ours, theirs = pair
    decide(ours, reading("p1", rank=1.0, note="common"))
    theirs.refresh()
    seen = theirs.readings()["p1"]
    decide(ours, replace(seen, tags=("ours",)))
    wanted = replace(seen, priority=4)
    edit = ReadingEdit("p1", seen, wanted)
    stored = theirs.commit(Change(3, "priority", NOW, readings=(edit,)), readings={"p1": wanted})
    both = replace(seen, tags=("ours",), priority=4)
    assert theirs.readings()["p1"] == both
    assert stored.readings == (ReadingEdit("p1", replace(seen, tags=("ours",)), both),)
    assert ours.refresh()
    assert ours.readings()["p1"] == both


def test_compacting_under_the_others_feet_changes_nothing_for_it(pair: Pair) -> None:
    ours, theirs = pair
    for number in range(4):
        decide(ours, reading("p1", note=f"{number}"))
        ours.compact()
    assert theirs.paper("p2") == paper("p2")
    decide(theirs, reading("p2"))
    theirs.compact()
    decide(ours, reading("p3"))
    theirs.refresh()
    assert content(ours) == content(theirs)
    assert set(theirs.readings()) == {"p1", "p2", "p3"}


def test_a_library_restored_under_an_open_one_is_read_anew(pair: Pair, folder: Path) -> None:
    ours, theirs = pair
    saved = {p.name: p.read_bytes() for p in folder.iterdir()}
    decide(ours, reading("p1"))
    assert theirs.refresh()
    for path in folder.iterdir():
        if path.name != "lock":
            path.unlink()
    for name, data in saved.items():
        if name != "lock":
            (folder / name).write_bytes(data)
    assert ours.refresh()
    assert dict(ours.readings()) == {}
    decide(ours, reading("p2"))
    theirs.refresh()
    assert set(theirs.readings()) == {"p2"}


def _replaced_by_a_copy(journal: Path) -> None:
    beside = journal.with_name("copied")
    beside.write_bytes(journal.read_bytes())
    beside.replace(journal)


def _written_back_in_place(journal: Path) -> None:
    data = journal.read_bytes().rstrip(b"\0")
    journal.write_bytes(data)


def _with_something_after_its_end(journal: Path) -> None:
    with journal.open("ab") as file:
        file.write(b"something")


@pytest.mark.parametrize(
    "harm", [_replaced_by_a_copy, _written_back_in_place, _with_something_after_its_end]
)
def test_a_journal_another_program_touched_costs_no_decision(
    folder: Path, harm: Callable[[Path], None]
) -> None:
    files = LibraryFiles.open(folder)
    add(files, *(paper(f"p{n}") for n in range(6)))
    for number in range(3):
        decide(files, reading(f"p{number}"))
    harm(max(folder.glob("journal-*.log")))
    for number in range(3, 6):
        decide(files, reading(f"p{number}"))
    files._vault.close()
    again = LibraryFiles.open(folder)
    assert list(again.readings()) == [f"p{n}" for n in range(6)]
    again.close()


def test_compaction_in_a_thread_leaves_room_for_writing(folder: Path) -> None:
    files = LibraryFiles.open(folder)
    add(files, *(paper(f"p{n}", abstract="long " * 200) for n in range(400)))
    for turn in range(5):
        worker = threading.Thread(target=files.compact)
        worker.start()
        number = 0
        while worker.is_alive() or number < 3:
            decide(files, reading(f"p{number % 400}", note=f"{turn} {number}"))
            number += 1
        worker.join()
    held = content(files)
    files.close()
    again = LibraryFiles.open(folder)
    assert content(again) == held


def test_a_lock_that_is_not_let_go_is_named(pair: Pair, folder: Path) -> None:
    ours, theirs = pair
    decide(ours, reading("p1"))
    lock = FileLock(folder / "lock")
    lock.acquire()
    theirs._vault.wait = 0.05
    with pytest.raises(LockedLibraryError, match=f"in use by process {os.getpid()}"):
        decide(theirs, reading("p2"))
    assert "p2" not in theirs.readings()
    with pytest.raises(LockedLibraryError):
        LibraryFiles.open(folder, wait=0.05)
    lock.release()
    decide(theirs, reading("p2"))
    lock.close()


@pytest.mark.parametrize("text", [b"", b"garbage\x1b[31m", b"readq 1 x\n", b"9" * 90])
def test_what_the_lock_file_says_is_not_trusted(pair: Pair, folder: Path, text: bytes) -> None:
    ours, theirs = pair
    (folder / "lock").write_bytes(text)
    decide(theirs, reading("p2"))
    ours.refresh()
    assert content(ours) == content(theirs) == content(LibraryFiles.open(folder))


WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from readq.domain import Change, Reading
from readq.store import LibraryFiles
files = LibraryFiles.open(Path(sys.argv[1]))
who, number = sys.argv[2], int(sys.argv[3])
while number < int(sys.argv[4]):
    number += 1
    note = Reading(f"{who}{number}", note=f"{number} " * (number % 50))
    files.commit(
        Change(files.next_change_id(), "wrote", datetime.now(UTC)), readings={note.paper_id: note}
    )
    print(number, flush=True)
    if number % 9 == 0:
        files.compact()
"""


def writer(folder: Path, who: str, start: int, end: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(folder), who, str(start), str(end)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_two_processes_writing_at_once_lose_nothing(folder: Path) -> None:
    writers = [writer(folder, who, 0, 40) for who in "ab"]
    assert [process.wait(60) for process in writers] == [0, 0]
    for process in writers:
        process.communicate()
    files = LibraryFiles.open(folder)
    assert set(files.readings()) == {f"{who}{n}" for who in "ab" for n in range(1, 41)}
    assert [c.id for c in files.changes(newest_first=False)] == list(range(1, 81))


def test_a_compaction_overtaken_by_another_is_no_failure(folder: Path) -> None:
    other = LibraryFiles.open(folder)
    add(other, paper("a"))

    class Slow(OsFiles):
        """The other process compacts between the writing and the reading of the new file."""

        overtaken = False

        def sync(self, fd: int) -> None:
            super().sync(fd)
            if not self.overtaken and [*folder.glob("papers.*.new")]:
                self.overtaken = True
                decide(other, reading("a", Status.READ))
                other.compact()

    slow = Slow()
    mine = LibraryFiles.open(folder, files=slow)
    add(mine, paper("b"))
    mine.compact()
    assert slow.overtaken
    assert set(mine.paper_ids) == {"a", "b"}
    mine.refresh()
    assert mine.readings()["a"].status is Status.READ
    assert set(LibraryFiles.open(folder).paper_ids) == {"a", "b"}


def test_a_killed_writer_loses_nothing_it_had_saved(folder: Path) -> None:
    random = Random(7)
    saved = 0
    for _ in range(6):
        process = writer(folder, "k", saved, 10**6)
        assert process.stdout is not None
        saved = int(process.stdout.readline())
        time.sleep(random.random() * 0.1)
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate()
        saved = max([saved, *(int(line) for line in rest.split())])
        files = LibraryFiles.open(folder)
        found = sorted(int(i[1:]) for i in files.readings())
        assert found in (list(range(1, saved + 1)), list(range(1, saved + 2)))
        saved = found[-1]
        files.close()


def test_the_reading_another_process_left_untouched_is_none(pair: Pair) -> None:
    ours, theirs = pair
    decide(ours, reading("p1", Status.LATER))
    theirs.commit(change(theirs), readings={"p1": Reading("p1", note="n"), "p3": None})
    assert theirs.readings()["p1"] == reading("p1", Status.LATER, note="n")
