"""Two windows on one library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.library.conftest import NOW, P, fill

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
def test_two_hundred_interleaved_decisions_all_arrive(pair: Pair, seed: int) -> None:
    random = Random(seed)
    expected: dict[str, int] = {}
    for number in range(200):
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
