"""Two windows on one library."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.library.commands import command, state
from tests.library.conftest import NOW, P, fill
from tests.library.sources import add_text

from readq.domain import Status
from readq.library import Library
from readq.store import LibraryFiles

Pair = tuple[Library, Library]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as one:
        fill(one)
        with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as other:
            yield one, other


def test_each_sees_what_the_other_decided(pair: Pair) -> None:
    one, other = pair
    one.mark(P[0], Status.READ)
    assert other.refresh() == {P[0]}
    assert other.reading(P[0]).status is Status.READ
    other.note(P[0], "from the other")
    assert one.refresh() == {P[0]}
    assert one.reading(P[0]).note == "from the other"
    assert not one.refresh()


def test_decisions_on_one_paper_made_at_once_are_all_kept(pair: Pair) -> None:
    one, other = pair
    one.set_priority(P[0], 4)
    other.tag(P[0], ["theirs"])
    one.note(P[0], "ours")
    for library in pair:
        library.refresh()
        reading = library.reading(P[0])
        assert (reading.priority, reading.tags, reading.note) == (4, ("theirs",), "ours")


def test_undo_takes_back_the_own_last_change_and_leaves_what_is_newer(pair: Pair) -> None:
    one, other = pair
    one.mark(P[:2], Status.QUEUED)
    other.refresh()
    other.mark(P[1], Status.READ)
    undone = one.undo()
    assert undone is not None
    assert undone.skipped == (P[1],)
    one.refresh()
    assert one.reading(P[0]).status is Status.NEW
    assert one.reading(P[1]).status is Status.READ


def test_an_import_elsewhere_shows_up_in_list_and_jump(pair: Pair, tmp_path: Path) -> None:
    one, other = pair
    one.build_jump_index()
    source = tmp_path / "more.txt"
    source.write_text("A quite unforeseen theorem\nAnother paper by itself\n")
    other.add(source, shape="titles")
    news = one.refresh()
    assert len(news) == 2
    assert one.jump("unforeseen")[0].paper_id in news
    assert set(one.ids()) == {*P, *news}


@pytest.mark.parametrize("seed", range(3))
def test_interleaved_decisions_all_arrive(pair: Pair, seed: int) -> None:
    random = Random(seed)
    expected: dict[str, int] = {}
    for number in range(120):
        library, paper_id = random.choice(pair), random.choice(P)
        if random.random() < 0.2:
            library.refresh()
        if random.random() < 0.05:
            library.compact()
        library.tag(paper_id, [f"t{number}"])
        expected[f"t{number}"] = 1
    for library in pair:
        library.refresh()
        assert library.tags() == dict(sorted(expected.items()))
        ids = [change.id for change in library.log(1000)]
        assert ids == list(range(len(ids), 0, -1))


def test_undoing_an_import_keeps_the_papers_decided_on_elsewhere(pair: Pair) -> None:
    one, other = pair
    titles = "A first title of a paper\nA second title of a paper\nA third title of a paper\n"
    first, second, third = add_text(one, titles, shape="titles").paper_ids
    other.refresh()
    other.mark(second, Status.QUEUED)
    undone = one.undo()
    assert undone is not None
    assert undone.skipped == (second,)
    other.refresh()
    for library in pair:
        assert set(library.ids()) == {*P, second}
        assert library.queue_ids() == [second]
    one.redo()
    other.refresh()
    for library in pair:
        assert set(library.ids()) == {*P, first, second, third}
        assert library.queue_ids() == [second]
        assert library.jump("third title")[0].paper_id == third


def test_a_note_on_a_paper_the_other_window_took_away_comes_back_with_it(pair: Pair) -> None:
    one, other = pair
    (paper_id,) = add_text(one, "A title of a paper\n", shape="titles").paper_ids
    other.refresh()
    one.undo()
    other.note(paper_id, "worth keeping")
    add_text(one, "A title of a paper\n", shape="titles")
    other.refresh()
    for library in pair:
        assert library.reading(paper_id).note == "worth keeping"
        assert paper_id in library


def test_one_change_is_taken_back_once_by_two_windows_at_once(pair: Pair) -> None:
    one, other = pair
    one.set_priority(P[0], 2)
    one.mark(P[1], Status.READ)
    other.refresh()
    for library in pair:
        assert library.can_undo is not None
    assert one.undo() is not None
    assert other.undo() is None
    assert other.reading(P[1]).status is Status.NEW
    assert other.reading(P[0]).priority == 2
    assert other.redo() is not None
    assert one.redo() is None
    assert one.reading(P[1]).status is Status.READ


def test_a_decision_gone_on_with_after_the_other_window_wrote_undoes_exactly(pair: Pair) -> None:
    one, other = pair
    one.set_priority(P[:2], 3)
    other.tag(P[0], ["theirs"])
    one.set_priority(P[:2], 4, merge=True)
    seen: list[tuple[int, int, dict[str, int]]] = []
    while one.can_undo is not None and len(seen) < 5:
        seen.append((one.reading(P[0]).priority, one.reading(P[1]).priority, one.tags()))
        assert one.undo() is not None
    theirs = {"theirs": 1}
    assert seen[:4] == [(4, 4, theirs), (3, 3, theirs), (3, 3, {}), (0, 0, {})]


def test_a_title_typed_elsewhere_is_found_by_jump_and_filter(pair: Pair) -> None:
    one, other = pair
    for library in pair:
        library.build_jump_index()
    one.set_title(P[2], "Quokka nets")
    assert not other.jump("quokka")
    assert other.refresh() == {P[2]}
    assert other.jump("quokka")[0].paper_id == P[2]
    assert other.ids("quokka") == [P[2]]
    other.undo()
    one.refresh()
    assert not one.jump("quokka")
    assert one.ids("quokka") == []


def test_the_queue_two_windows_build_is_one_queue(pair: Pair) -> None:
    one, other = pair
    one.mark(P[0], Status.QUEUED)
    other.mark(P[1], Status.QUEUED)
    one.refresh()
    one.move(P[1], top=True)
    other.refresh()
    other.mark(P[2], Status.QUEUED)
    one.refresh()
    assert one.queue_ids() == other.queue_ids() == [P[1], P[0], P[2]]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_two_windows_do_they_end_with_one_library(
    pair: Pair, tmp_path: Path, seed: int
) -> None:
    random = Random(seed)
    for _ in range(120):
        library = random.choice(pair)
        roll = random.random()
        if roll < 0.2:
            library.refresh()
        elif roll < 0.3:
            library.redo()
        elif roll < 0.45:
            if (last := library.can_undo) is not None and last.label != "began":
                library.undo()
        else:
            command(random)(library)
    for library in pair:
        library.refresh()
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as fresh:
        for library in pair:
            assert state(library) == state(fresh)
            assert library.log(1000) == fresh.log(1000)
            assert library.can_undo == fresh.can_undo
            assert library.can_redo == fresh.can_redo
            assert library.ids("has:note") == fresh.ids("has:note")


def test_nobody_waits_for_a_look_at_the_other_window_while_a_thread_writes(pair: Pair) -> None:
    one, other = pair
    other.mark(P[0], Status.READ)
    writing, looked = threading.Event(), threading.Event()

    def write() -> None:
        with one._lock, one._files.alone():
            writing.set()
            assert looked.wait(10), "the look waits for the writing"

    thread = threading.Thread(target=write)
    thread.start()
    assert writing.wait(10)
    assert not one.refresh()
    looked.set()
    thread.join()
    assert one.refresh() == {P[0]}
