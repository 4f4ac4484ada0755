"""Taking back and doing again: always, exactly, across restarts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.library.commands import command, made, state
from tests.library.conftest import NOW, P, fill, paper

from readq.domain import Change, ChangeKind, Status
from readq.library import Library, open_library
from readq.store import LibraryFiles, MemoryFiles


def test_a_thousand_commands_taken_back_one_by_one_lead_to_the_start() -> None:
    library, random = made(), Random(7)
    states = [state(library)]
    while len(states) <= 1000:
        if command(random)(library) is not None:
            states.append(state(library))
    for expected in reversed(states[:-1]):
        assert library.undo() is not None
        assert state(library) == expected
    for expected in states[1:]:
        assert library.redo() is not None
        assert state(library) == expected
    assert library.redo() is None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 25), st.integers(0, 25))
def test_undo_is_exact_wherever_one_stops_and_a_new_change_ends_redo(
    seed: int, count: int, back: int
) -> None:
    library, random = made(), Random(seed)
    states = [state(library)]
    for _ in range(count):
        if command(random)(library) is not None:
            states.append(state(library))
    back = min(back, len(states) - 1)
    for _ in range(back):
        library.undo()
    assert state(library) == states[len(states) - 1 - back]
    length = len(library.log(10_000))
    library.set_priority(P[0], 5 - library.reading(P[0]).priority)
    assert library.can_redo is None
    assert len(library.log(10_000)) == length + 1


def test_undo_and_redo_go_on_after_a_restart(tmp_path: Path) -> None:
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        fill(library)
        library.mark(P[:3], Status.QUEUED)
        library.note(P[0], "kept")
        library.undo()
    with open_library(tmp_path) as library:
        change = library.redo()
        assert change is not None
        assert change.kind is ChangeKind.REDO
        assert library.reading(P[0]).note == "kept"
        library.undo()
        library.undo()
        assert library.queue_ids() == []
    with open_library(tmp_path) as library:
        library.compact()
        library.redo()
        assert library.queue_ids() == P[:3]
        assert [c.kind for c in library.log(3)] == [
            ChangeKind.REDO,
            ChangeKind.UNDO,
            ChangeKind.UNDO,
        ]


def test_undoing_an_import_hides_its_papers_and_redo_brings_them_back(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text("A first title of a paper\nA second title of a paper\nA third title of one\n")
    library = made()
    library.add(source, shape="titles")
    new = [i for i in library.ids() if i not in P]
    assert len(new) == 3
    library.undo()
    assert set(library.ids()) == set(P)
    assert not library.jump("second title")
    library.redo()
    assert set(library.ids()) == {*P, *new}
    assert library.jump("second title")[0].paper_id in new


def test_a_paper_imported_again_after_undo_is_the_same_paper(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text("A first title of a paper\nA second title of a paper\n")
    library = made()
    library.add(source, shape="titles")
    ids = library.ids()
    library.undo()
    report = library.add(source, shape="titles")
    assert report.seen == report.added == 2
    assert sorted(library.ids()) == sorted(ids)


def test_what_was_taken_back_says_what_it_was(library: Library) -> None:
    library.mark(P[0], Status.READ)
    undone = library.undo()
    assert undone is not None
    assert undone.label == 'finished "On the 0th question of learning"'
    assert undone.of == library.log()[1].id
    assert library.log()[0] == undone


def test_there_is_an_end_to_undo() -> None:
    library = Library(MemoryFiles(), now=lambda: NOW)
    assert library.undo() is None
    assert library.redo() is None
    library._commit("began", added={P[0]: paper(0)})
    assert library.undo() is not None
    assert library.undo() is None
    assert len(library) == 0


def test_decisions_wait_for_nobody_who_reads_the_log_and_are_undone_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        fill(library)
        library.mark(P[0], Status.QUEUED)
    with open_library(tmp_path) as library:
        reading, decided = threading.Event(), threading.Event()
        changes = library._files.changes

        def slow(newest_first: bool = True) -> Iterator[Change]:
            yield from changes(newest_first)
            reading.set()
            assert decided.wait(10), "the decision waits for the log"

        monkeypatch.setattr(library._files, "changes", slow)
        thread = threading.Thread(target=library.look_after)
        thread.start()
        assert reading.wait(10)
        library.mark(P[1], Status.READ)
        decided.set()
        thread.join()
        library.undo()
        assert library.reading(P[1]).status is Status.NEW
        library.undo()
        assert library.reading(P[0]).status is Status.NEW
