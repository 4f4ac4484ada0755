"""Decisions made while nothing can be written."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from tests.store.disk import Platter, SimulatedFiles
from tests.store.samples import paper

from readq.domain import Status
from readq.errors import LibraryError, NotSavedError
from readq.library import Library
from readq.store import LibraryFiles

FOLDER = Path("/library")


def opened(platter: Platter) -> Library:
    return Library(LibraryFiles.open(FOLDER, files=SimulatedFiles(platter)))


@pytest.fixture
def platter() -> Platter:
    return Platter()


@pytest.fixture
def library(platter: Platter) -> Library:
    library = opened(platter)
    papers = {f"p{n}": paper(f"p{n}") for n in range(1, 5)}
    library._commit("began", added=papers)
    library.hold_unsaved()
    return library


def fill(platter: Platter) -> None:
    platter.fail_at, platter.error = range(platter.calls, 10**9), errno.ENOSPC


def make_room(platter: Platter) -> None:
    platter.fail_at = range(0)


def test_decisions_on_a_full_disk_are_shown_and_saved_once_there_is_room(
    platter: Platter, library: Library
) -> None:
    library.mark("p1", Status.QUEUED)
    fill(platter)
    library.mark("p2", Status.QUEUED)
    library.note("p2", "typed on a full disk")
    library.set_priority("p1", 4)
    assert library.unsaved == 3
    assert "not saved" in library.save_error
    assert library.queue_ids() == ["p1", "p2"]
    assert library.reading("p2").note == "typed on a full disk"
    assert library.counts()[Status.QUEUED] == 2
    assert [c.id for c in library.log()] == [5, 4, 3, 2, 1]
    assert not library.save()
    assert opened(platter).queue_ids() == ["p1"]
    make_room(platter)
    assert library.save()
    assert (library.unsaved, library.save_error) == (0, "")
    again = opened(platter)
    assert again.queue_ids() == ["p1", "p2"]
    assert again.reading("p2").note == "typed on a full disk"
    assert again.reading("p1").priority == 4
    assert [c.label for c in again.log()] == [c.label for c in library.log()]


def test_the_next_decision_takes_the_waiting_ones_along(platter: Platter, library: Library) -> None:
    fill(platter)
    library.mark("p1", Status.READ)
    make_room(platter)
    library.mark("p2", Status.SKIPPED)
    assert library.unsaved == 0
    assert opened(platter).export() == library.export()


def test_undo_and_redo_work_while_nothing_can_be_written(
    platter: Platter, library: Library
) -> None:
    fill(platter)
    before = library.export()
    library.mark(["p1", "p2"], Status.SKIPPED)
    library.tag("p1", ["rl"])
    decided = library.export()
    library.undo()
    library.undo()
    assert library.export() == before
    library.redo()
    library.redo()
    assert library.export() == decided
    make_room(platter)
    assert library.save()
    again = opened(platter)
    assert again.export() == decided
    again.undo()
    again.undo()
    assert again.export() == before


def test_what_another_window_decided_meanwhile_stays(platter: Platter, library: Library) -> None:
    fill(platter)
    library.mark("p1", Status.QUEUED)
    library.mark("p2", Status.SKIPPED)
    library.undo()
    make_room(platter)
    other = opened(platter)
    other.note("p1", "from the other window")
    other.set_priority("p3", 5)
    library.refresh()
    assert library.reading("p1").note == "from the other window"
    assert library.reading("p1").status is Status.QUEUED
    assert library.save()
    for found in (library, opened(platter)):
        assert found.reading("p1").note == "from the other window"
        assert found.reading("p1").status is Status.QUEUED
        assert found.reading("p2").status is Status.NEW
        assert found.reading("p3").priority == 5
        assert len({c.id for c in found.log()}) == len(found.log()) == 6
    assert library.undo() is not None
    assert library.reading("p1").status is Status.NEW
    assert library.reading("p1").note == "from the other window"


def test_papers_do_not_wait(platter: Platter, library: Library) -> None:
    fill(platter)
    with pytest.raises(NotSavedError):
        library.set_title("p1", "Another title")
    assert library.unsaved == 0
    assert library.paper("p1").title != "Another title"


def test_what_waits_can_be_kept_in_a_file_and_brought_back(
    platter: Platter, library: Library, tmp_path: Path
) -> None:
    assert library.keep_unsaved_aside(tmp_path) is None
    fill(platter)
    library.mark("p1", Status.QUEUED)
    library.note("p3", "kept aside")
    path = library.keep_unsaved_aside(tmp_path)
    assert path is not None
    assert path.stat().st_mode & 0o777 == 0o600
    make_room(platter)
    again = opened(platter)
    again.set_priority("p3", 2)
    change = again.bring_back(path)
    assert change is not None
    assert change.label == "brought back 2 unsaved changes"
    assert again.reading("p3").note == "kept aside"
    assert again.reading("p3").priority == 2
    assert again.queue_ids() == ["p1"]
    assert again.bring_back(path) is None


def test_a_file_that_holds_no_changes_is_refused(library: Library, tmp_path: Path) -> None:
    for content in (b"{}", b"{", b'{"id": 1}', b"[1]", b"\xff"):
        path = tmp_path / "unsaved.jsonl"
        path.write_bytes(content)
        with pytest.raises(LibraryError, match="is no file of unsaved changes"):
            library.bring_back(path)
    with pytest.raises(LibraryError, match="cannot be read"):
        library.bring_back(tmp_path / "missing")


def test_a_decision_another_window_made_safe_is_not_made_twice(
    platter: Platter, library: Library
) -> None:
    library.mark("p1", Status.QUEUED)
    platter.fail_at = range(platter.calls + 2, 10**9)  # all but the first write
    library.mark("p2", Status.SKIPPED)
    assert library.unsaved == 1
    make_room(platter)
    other = opened(platter)
    assert other.reading("p2").status is Status.SKIPPED
    other.set_priority("p3", 5)
    library.mark("p4", Status.QUEUED)
    assert library.unsaved == 0
    assert library.refresh() == {"p2", "p3"}
    assert [c.label for c in library.log()] == [
        'queued "On p4"', 'set priority 5 for "On p3"', 'skipped "On p2"', 'queued "On p1"', "began",
    ]  # fmt: skip
