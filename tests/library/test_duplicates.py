"""Papers that are there twice: found, made one, kept apart, parted, and all of it taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.library.conftest import NOW
from tests.library.sources import add_records
from tests.library.twins import EK, LEE, NG, TWO, A, B, C, library_of, twins, work

from readq.domain import Reading, Source, Status, TitleOrigin
from readq.errors import UnknownPaperError, UsageError
from readq.library import Library
from readq.library.uniting import united_readings
from readq.store import LibraryFiles


@pytest.fixture(params=["memory", "disk"])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    with twins(None if request.param == "memory" else tmp_path) as opened:
        yield opened


def proposed(library: Library) -> list[tuple[set[str], bool]]:
    return [({p.kept, p.other}, p.is_sure) for p in library.duplicates()]


def test_a_preprint_and_its_paper_are_proposed_and_nothing_else(library: Library) -> None:
    (proposal,) = library.duplicates()
    assert ({proposal.kept, proposal.other}, proposal.is_sure) == ({A, B}, True)
    assert proposal.shared == 100
    assert proposal.alike > 80


def test_two_that_are_made_one_leave_one_that_has_all_of_both(library: Library) -> None:
    change = library.unite(A, B)
    assert change.label == (
        'merged "The question of chains that forget" into "A question of chains that forget"'
    )
    assert library.ids() == [A, C]
    whole = library.paper(A)
    assert whole.aliases == ("The question of chains that forget",)
    assert whole.sources == (Source("list 0", 1), Source("list 1", 1))
    assert (whole.arxiv_id, whole.doi, whole.venue, whole.year) == (
        "2401.00001",
        "10.1000/a",
        "ICML",
        2025,
    )
    assert library.log()[0] == change


def test_taking_it_back_leaves_everything_as_it_was(library: Library) -> None:
    library.mark([A, C], Status.QUEUED)
    library.note(B, "Read the appendix")
    before = library.export(), library.queue_ids()
    library.unite(A, B)
    after = library.export(), library.queue_ids()
    for _ in range(2):
        library.undo()
        assert (library.export(), library.queue_ids()) == before
        library.redo()
        assert (library.export(), library.queue_ids()) == after


def test_a_union_and_its_undo_survive_restarts(tmp_path: Path) -> None:
    with twins(tmp_path) as library:
        before = library.export()
        library.unite(A, B)
        after = library.export()
    with Library(LibraryFiles.open(tmp_path)) as library:
        assert library.export() == after
        library.compact()
    with Library(LibraryFiles.open(tmp_path)) as library:
        assert library.export() == after
        assert len(library) == 2
        library.undo()
        assert library.export() == before


def test_a_united_paper_answers_to_every_name_of_both(library: Library) -> None:
    library.unite(A, B)
    for ref in (A, B, "10.1000/a", "2401.00001"):
        assert library.find(ref).id == A
    library.undo()
    assert library.find(B).id == B


def test_making_one_twice_changes_nothing_more(library: Library) -> None:
    library.unite(A, B)
    state = library.export()
    assert library.unite_all([(A, B), (B, A)]) is None
    with pytest.raises(UsageError, match="itself"):
        library.unite(A, A)
    assert library.export() == state
    with pytest.raises(UnknownPaperError):
        library.unite(A, "nobody")


def test_several_unions_are_one_step(library: Library) -> None:
    before = library.export()
    change = library.unite_all([(A, B), (B, C)])
    assert change is not None
    assert change.label == "merged 2 papers into others"
    assert library.ids() == [A]
    assert library.survivor(C) == A
    library.undo()
    assert library.export() == before


def test_what_is_no_duplicate_is_not_proposed_again(tmp_path: Path) -> None:
    with twins(tmp_path) as library:
        assert library.keep_apart(A, B) is not None
        assert library.keep_apart(B, A) is None
        assert library.duplicates() == []
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        assert library.duplicates() == []
        add_records(library, {"title": "Another paper by somebody", "authors": [LEE]})
        assert library.duplicates() == []
        library.undo()
        library.undo()
        assert proposed(library) == [({A, B}, True)]


def test_kept_apart_holds_for_what_a_paper_becomes_part_of() -> None:
    library = library_of(
        work(0, title="A question of chains that forget"),
        work(1, title="A question of chains that forgot"),
        work(2, title="Some question of chains that forget"),
    )
    library.keep_apart(A, B)
    library.unite(C, A)
    assert library.duplicates() == []


def test_parting_gives_both_back_and_keeps_them_apart(library: Library) -> None:
    facts = [library.paper(i) for i in (A, B)]
    library.tag(B, ["mine"])
    library.unite(A, B)
    library.note(A, "on the whole")
    change = library.part(A)
    assert change is not None
    assert [library.paper(i) for i in (A, B)] == facts
    assert library.reading(B).tags == ("mine",)
    assert library.reading(A).note == "on the whole"
    assert library.duplicates() == []
    library.undo()
    assert library.ids() == [A, C]
    assert library.paper(A).doi == "10.1000/a"
    library.redo()
    assert [library.paper(i) for i in (A, B)] == facts


def test_one_part_of_several_can_come_back(library: Library) -> None:
    facts = [library.paper(i) for i in (A, B, C)]
    library.unite(A, B)
    library.unite(A, C)
    library.part(C)
    assert library.ids() == [A, C]
    assert library.paper(C) == facts[2]
    library.part(A)
    assert [library.paper(i) for i in (A, B, C)] == facts
    assert library.part(A) is None
    with pytest.raises(UnknownPaperError):
        library.part("nobody")


def test_the_title_the_reader_typed_holds() -> None:
    library = twins()
    library.set_title(B, "What I call it")
    library.unite(A, B)
    whole = library.paper(A)
    assert (whole.title, whole.title_origin) == ("What I call it", TitleOrigin.READER)
    assert set(whole.aliases) == {
        "A question of chains that forget",
        "The question of chains that forget",
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # Follow-up papers reuse whole abstracts; both appeared.
        ({"venue": "ICRA", "year": 2006}, {"venue": "IROS", "year": 2006}),
        ({"venue": "ICRA", "year": 2006}, {"venue": "ICRA", "year": 2007}),
        ({"abstract": "", "title": "A question of chains that forget"}, {"abstract": ""}),
    ],
)
def test_some_are_only_asked_about(one: dict[str, Any], other: dict[str, Any]) -> None:
    library = library_of(
        work(0, **{"title": "A question of chains that forget much", **one}),
        work(1, **{"title": "A question of chains that forgets", **other}),
    )
    assert proposed(library) == [({A, B}, False)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"doi": "10.1000/a"}, {"doi": "10.1000/b"}),
        ({"title": "On chains, part I"}, {"title": "On chains, part II"}),
        ({"title": "Chains: 1st report"}, {"title": "Chains: second report"}),
        ({"title": "A (3T-1R) chain that forgets"}, {"title": "A (3T-2R) chain that forgets"}),
        ({"title": "Lengths of GPT4 chains"}, {"title": "Lengths of GPT 3 chains"}),
        ({"authors": (LEE, EK)}, {"authors": (NG, "Di Ru")}),
    ],
)
def test_some_are_never_asked_about(one: dict[str, Any], other: dict[str, Any]) -> None:
    chains = {"title": "A chain that forgets"}
    library = library_of(work(0, **{**chains, **one}), work(1, **{**chains, **other}))
    if "authors" in one:  # the same words, and nobody in common: for the reader to say
        assert proposed(library) == [({A, B}, False)]
    else:
        assert library.duplicates() == []


def test_a_title_that_readq_made_up_says_nothing() -> None:
    made_up = {"title_origin": TitleOrigin.DERIVED, "title": "A question of chains that forget"}
    library = library_of(
        work(0, **made_up), work(1, title=made_up["title"], abstract=TWO), work(2, **made_up)
    )
    assert proposed(library) == [({A, C}, True)]


def test_finding_them_can_be_stopped() -> None:
    assert twins().duplicates(lambda share: False) == []


def test_a_note_that_a_second_window_writes_meanwhile_stays(tmp_path: Path) -> None:
    with twins(tmp_path) as one, Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as other:
        other.note(A, "theirs")
        one.unite(A, B)
        assert one.reading(A).note == "theirs"
        other.refresh()
        assert other.ids() == [A, C]
        one.undo()
        assert one.reading(A).note == "theirs"


def test_what_a_window_that_does_not_know_yet_decides_goes_to_the_whole(library: Library) -> None:
    library.note(A, "ours")
    library.note(B, "theirs")
    library.unite(A, B)
    library.note(B, "theirs\nand more")
    library.note(B, "theirs\nand more, and still more")
    library.mark([A, B], Status.QUEUED)
    assert library.reading(A).note.splitlines()[0] == "ours"
    assert "theirs\nand more, and still more" in library.reading(A).note
    assert library.queue_ids() == [A]
    assert library.reading(B).note == "theirs"


_DAY = date(2026, 8, 1)
_READINGS = st.builds(
    Reading,
    paper_id=st.just(A),
    status=st.sampled_from(list(Status)),
    priority=st.integers(0, 5),
    rank=st.one_of(st.none(), st.floats(-9, 9)),
    tags=st.lists(st.sampled_from("abc"), unique=True).map(tuple),
    note=st.sampled_from(["", "first", "second", "first\nand more"]),
    rating=st.one_of(st.none(), st.integers(1, 5)),
    deferred_until=st.one_of(st.none(), st.integers(0, 9).map(lambda n: _DAY + timedelta(n))),
    trashed=st.one_of(st.none(), st.just(NOW)),
)


@given(_READINGS, _READINGS)
@settings(max_examples=200, deadline=None)
def test_nothing_the_reader_decided_is_lost(one: Reading, other: Reading) -> None:
    other = replace(other, paper_id=B)
    both = united_readings(one, other)
    assert both.paper_id == A
    assert both.status in (one.status, other.status)
    assert both.priority == max(one.priority, other.priority)
    assert set(both.tags) == {*one.tags, *other.tags}
    for note in (one.note, other.note):
        assert all(line in both.note.splitlines() for line in note.splitlines())
    assert (both.rating is None) == (one.rating is None and other.rating is None)
    assert both.rank in (one.rank, other.rank)
    assert (both.trashed is None) == (one.trashed is None or other.trashed is None)
    assert united_readings(both, replace(both, paper_id=B)) == both


@pytest.mark.parametrize("make", [twins, lambda: library_of(work(0, title="Alone"))])
def test_looking_for_them_changes_nothing(make: Callable[[], Library]) -> None:
    library = make()
    before = library.export()
    library.duplicates()
    assert library.export() == before
