"""What a day has room for, and what a newly queued paper displaces."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.library.conftest import NOW, paper

from readq.domain import DailyCap, Status
from readq.errors import UsageError
from readq.library import Library
from readq.store import MemoryFiles

IDS = [f"p{n}aaaaaaaa" for n in range(9)]


def library_of(queued: int = 6, **fields: Any) -> Library:
    library = Library(MemoryFiles(), now=lambda: NOW, **fields)
    words = "word " * 120  # twenty minutes
    library._commit("began", added={i: paper(n, abstract=words) for n, i in enumerate(IDS)})
    library.mark(IDS[:queued], Status.QUEUED)
    return library


def test_the_plan_is_the_beginning_of_the_queue() -> None:
    library = library_of()
    library.mark(IDS[3], Status.READING)
    library.defer(IDS[0], date(2026, 7, 5))
    plan = library.plan(DailyCap(minutes=60))
    assert plan.papers == (IDS[3], IDS[1], IDS[2])
    assert (plan.minutes, plan.waiting, plan.suggested) == (60, 2, ())
    assert library.planned_ids(DailyCap(minutes=60)) == list(plan.papers)


def test_what_was_read_today_takes_room() -> None:
    library = library_of()
    library.mark(IDS[0], Status.READ)
    plan = library.plan(DailyCap(papers=3))
    assert (plan.done, plan.done_minutes, plan.papers) == ((IDS[0],), 20, (IDS[1], IDS[2]))
    library.mark(IDS[1:3], Status.READ)
    assert library.plan(DailyCap(papers=3)).papers == ()


def test_room_the_queue_leaves_is_for_the_best_of_the_inbox() -> None:
    library = library_of(queued=1)
    library.set_priority(IDS[5], 4)
    library.set_priority(IDS[7], 5)
    assert library.plan(DailyCap(minutes=60)).suggested == (IDS[7], IDS[5])
    assert library.plan(DailyCap(minutes=40)).suggested == (IDS[7],)
    assert library.plan(DailyCap(papers=1)).suggested == ()


def test_a_paper_takes_the_place_of_another_which_waits_behind_the_plan() -> None:
    library = library_of()
    change = library.queue_instead(IDS[7], IDS[1], IDS[2])
    assert change is not None
    assert library.queue_ids() == [IDS[0], IDS[7], IDS[2], IDS[1], *IDS[3:6]]
    assert library.plan(DailyCap(papers=3)).papers == (IDS[0], IDS[7], IDS[2])
    assert set(change.paper_ids) == {IDS[7], IDS[1]}
    library.undo()
    assert library.queue_ids() == IDS[:6]
    assert library.reading(IDS[7]).untouched


@given(
    st.integers(0, 8),
    st.integers(0, 5),
    st.integers(0, 5),
    st.lists(st.tuples(st.integers(0, 5), st.integers(1, 6)), max_size=12),
)
def test_wherever_the_papers_stand(
    new: int, other: int, behind: int, moves: list[tuple[int, int]]
) -> None:
    library = library_of()
    for number, to in moves:
        library.move(IDS[number], to=to)
    if new in (other, behind):
        return
    before = library.queue_ids()
    library.queue_instead(IDS[new], IDS[other], IDS[behind])
    after = library.queue_ids()
    rest = [i for i in before if i not in (IDS[new], IDS[other])]
    assert [i for i in after if i in rest] == rest
    assert set(after) == {*before, IDS[new]}
    if other != behind:
        assert after[after.index(IDS[behind]) + 1] in (IDS[other], IDS[new])
    else:
        assert after.index(IDS[other]) == after.index(IDS[new]) + 1


def test_only_papers_of_the_queue_can_be_displaced() -> None:
    library = library_of()
    with pytest.raises(UsageError, match="is not in the queue"):
        library.queue_instead(IDS[7], IDS[8], IDS[0])


def test_tomorrow_is_another_day() -> None:
    now = NOW
    library = Library(MemoryFiles(), now=lambda: now)
    library._commit("began", added={i: paper(n) for n, i in enumerate(IDS)})
    library.mark(IDS[:3], Status.QUEUED)
    library.mark(IDS[0], Status.READ)
    assert library.plan(DailyCap(papers=1)).papers == ()
    now += timedelta(days=1)
    assert library.plan(DailyCap(papers=1)).papers == (IDS[1],)


def test_a_deferred_paper_is_said_to_be_deferred_not_to_be_out_of_the_queue() -> None:
    library = library_of()
    library.defer(IDS[0], date(2099, 1, 1))
    with pytest.raises(UsageError, match="deferred until 2099-01-01"):
        library.move(IDS[0], top=True)
