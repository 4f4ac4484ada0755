"""The daily copies of a library."""

from __future__ import annotations

import threading
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.samples import NOW, add, content, decide, paper, reading

from readq.domain import Status
from readq.library import Library, open_library
from readq.store import LibraryFiles, backups, unpack
from readq.store.backups import DAYS, WEEKS, daily_copies, outdated
from readq.store.os_files import OsFiles

DAY = date(2026, 7, 1)


class Days:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


def test_the_first_change_of_a_day_leaves_a_copy_of_the_day_before(tmp_path: Path) -> None:
    clock = Days()
    with open_library(tmp_path / "library", now=clock) as library:
        library._commit("began", added={"p1": paper("p1")})
        library.mark("p1", Status.QUEUED)
        assert daily_copies(tmp_path / "library") == []
        clock.now += timedelta(days=1)
        library.note("p1", "of the second day")
        library.note("p1", "later that day")
    place = tmp_path / "library" / "backups" / "daily-2026-07-02"
    with open_library(place, create=False) as copy:
        assert copy.reading("p1").note == ""
        assert copy.reading("p1").status is Status.QUEUED
    assert place.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in place.iterdir()} == {0o600}


def test_a_copy_can_be_put_in_place_again(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    files = LibraryFiles.open(folder)
    add(files, paper("p1"))
    files.compact()
    decide(files, reading("p1"))
    held = content(files)
    copy = files.back_up_daily(DAY)
    assert copy is not None
    decide(files, reading("p1", Status.SKIPPED))
    files.close()
    beside = unpack(copy, tmp_path / "again")
    assert beside is None
    assert content(LibraryFiles.open(tmp_path / "again")) == held


def test_a_copy_is_made_once_a_day_and_the_big_file_is_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "_LINK_FROM", 200)
    files = LibraryFiles.open(tmp_path)
    assert files.back_up_daily(DAY) is None
    add(files, paper("p1"))
    files.compact()
    place = files.back_up_daily(DAY)
    assert place is not None
    assert files.back_up_daily(DAY) is None
    assert (place / "papers.json").samefile(tmp_path / "papers.json")
    copy = content(LibraryFiles.open(place))
    decide(files, reading("p1"))
    files.compact()
    assert content(LibraryFiles.open(place)) == copy


def test_large_journals_that_are_done_with_are_linked_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "_LINK_FROM", 1)
    first = LibraryFiles.open(tmp_path)
    add(first, paper("p1"))
    first.close()
    files = LibraryFiles.open(tmp_path)
    decide(files, reading("p1"))
    held = content(files)
    place = files.back_up_daily(DAY)
    assert place is not None
    journals = sorted(place.glob("*.log"))
    assert [p.samefile(tmp_path / p.name) for p in journals] == [True] * (len(journals) - 1) + [
        False
    ]
    assert len(journals) > 1
    decide(files, reading("p1", Status.SKIPPED))
    assert content(LibraryFiles.open(place)) == held


def test_nobody_waits_while_the_disk_takes_the_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_library(tmp_path / "library") as library:
        library._commit("began", added={"p1": paper("p1")})
        library._copied = None
        decided: list[bool] = []
        sync = OsFiles.sync

        def slow(self: OsFiles, fd: int) -> None:
            if not decided:
                decided.append(True)
                thread = threading.Thread(target=library.mark, args=("p1", Status.READ))
                thread.start()
                thread.join(10)
                assert not thread.is_alive(), "the decision waits for the copy"
            sync(self, fd)

        monkeypatch.setattr(OsFiles, "sync", slow)
        library.keep_daily_copy()
        assert decided
        assert library.reading("p1").status is Status.READ
        [day] = daily_copies(tmp_path / "library")
        place = tmp_path / "library" / "backups" / f"daily-{day}"
        with open_library(place, create=False) as copy:
            assert copy.reading("p1").status is Status.NEW


def test_a_copy_that_cannot_be_made_holds_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_library(tmp_path) as library:
        library._commit("began", added={"p1": paper("p1")})
        library._copied = None
        create = OsFiles.create

        def full(self: OsFiles, path: Path) -> int:
            if "backups" in path.parts:
                raise OSError(28, "No space left on device")
            return create(self, path)

        monkeypatch.setattr(OsFiles, "create", full)
        library.mark("p1", Status.READ)
        assert library.reading("p1").status is Status.READ
        assert [p.name for p in (tmp_path / "backups").iterdir()] == []


def test_only_copies_are_ever_removed(tmp_path: Path) -> None:
    files = LibraryFiles.open(tmp_path)
    add(files, paper("p1"))
    days = [DAY + timedelta(days=n) for n in range(60)]
    mine = tmp_path / "backups" / "daily-2026-07-03"
    for day in days[:5]:
        files.back_up_daily(day)
    (mine / "my own words.txt").write_text("keep")
    (tmp_path / "backups" / "version-1-1").mkdir()
    for day in days[5:]:
        files.back_up_daily(day)
    assert (mine / "my own words.txt").read_text() == "keep"
    assert (tmp_path / "backups" / "version-1-1").is_dir()
    assert set(daily_copies(tmp_path)) - {date(2026, 7, 3)} == set(days) - set(outdated(days))


@given(st.lists(st.dates(date(2020, 1, 1), date(2022, 12, 31)), unique=True, max_size=80))
def test_seven_days_and_one_of_each_of_four_weeks_are_kept(days: list[date]) -> None:
    kept = sorted(set(days) - set(outdated(days)), reverse=True)
    newest = sorted(days, reverse=True)
    assert kept[:DAYS] == newest[:DAYS]
    weeks = [day.isocalendar()[:2] for day in kept[DAYS:]]
    assert len(weeks) == len(set(weeks)) == len(kept[DAYS:]) <= WEEKS
    assert set(kept) <= set(days)


@given(st.integers(1, 400))
def test_day_after_day_there_are_at_most_eleven_and_they_reach_weeks_back(count: int) -> None:
    held: set[date] = set()
    for n in range(count):
        held.add(DAY + timedelta(days=n))
        held -= set(outdated(held))
    assert len(held) <= DAYS + WEEKS
    if count >= 40:
        newest = DAY + timedelta(days=count - 1)
        assert newest - min(held) >= timedelta(days=21)


def test_a_library_in_memory_keeps_no_copies(memory: Library) -> None:
    memory.keeps_daily_copies = True
    memory._commit("began", added={"p1": paper("p1")})
    assert memory.mark("p1", Status.READ) is not None


@pytest.fixture
def memory() -> Library:
    from readq.store import MemoryFiles

    return Library(MemoryFiles())
