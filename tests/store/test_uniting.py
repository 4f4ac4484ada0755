"""What two windows decide about one paper at once."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.store.samples import NOW

from readq.domain import IN_QUEUE, Reading, Status
from readq.store.uniting import united_reading

_TAGS = st.lists(st.sampled_from("abcd"), unique=True).map(tuple)
_STATUS = st.sampled_from(Status)


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    status = draw(_STATUS)
    return Reading(
        "p1",
        status=status,
        priority=draw(st.integers(0, 5)),
        rank=draw(st.floats(-10, 10)) if status in IN_QUEUE else None,
        tags=draw(_TAGS),
        note=draw(st.sampled_from(["", "one line", "another\nline", "third"])),
        moved=((status, NOW),),
        trashed=draw(st.sampled_from([None, NOW])),
    )


def unite(base: Reading, ours: Reading, theirs: Reading) -> Reading:
    return united_reading("p1", base, ours, theirs) or Reading("p1")


@given(readings(), readings())
def test_what_only_one_side_changed_is_as_that_side_has_it(base: Reading, new: Reading) -> None:
    tags = replace(base, tags=new.tags).tags
    assert unite(base, base, new) == new
    assert set(unite(base, new, base).tags) == set(tags)
    assert replace(unite(base, new, base), tags=(), moved=()) == replace(new, tags=(), moved=())


@given(readings(), readings(), readings())
def test_no_tag_and_no_note_is_lost_and_the_queue_stays_sound(
    base: Reading, ours: Reading, theirs: Reading
) -> None:
    united = unite(base, ours, theirs)
    for side in (ours, theirs):
        assert set(side.tags) - set(base.tags) <= set(united.tags)
        if side.note != base.note:
            assert side.note in united.note
    gone = (set(base.tags) - set(ours.tags)) | (set(base.tags) - set(theirs.tags))
    assert not gone & set(united.tags)
    assert (united.rank is not None) is (united.status in IN_QUEUE)
    if ours.status is not base.status:
        assert united.status is ours.status
    assert len({status for status, _ in united.moved}) == len(united.moved)


def test_two_notes_are_parted_by_a_line() -> None:
    base = Reading("p1", note="old")
    found = unite(base, Reading("p1", note="ours"), Reading("p1", note="theirs"))
    assert found.note == "ours\n\n---\n\ntheirs"
    assert unite(base, Reading("p1"), Reading("p1", note="theirs")).note == "theirs"


def test_a_paper_moved_in_the_queue_here_and_finished_there_is_finished() -> None:
    base = Reading("p1", Status.QUEUED, rank=1.0)
    moved, finished = replace(base, rank=5.0), base.with_status(Status.READ, NOW)
    assert unite(base, moved, finished) == finished


@given(readings(), readings())
def test_what_we_took_back_does_not_return_when_nobody_else_decided(
    base: Reading, new: Reading
) -> None:
    """Undoing a decision that waited leaves the paper as untouched as it was."""
    found = unite(base, new, base)
    assert replace(found, tags=()) == replace(new, tags=())
