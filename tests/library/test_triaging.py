"""The way through undecided papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.domain import Reading, Status
from readq.library import Pool, Sitting, Triage

if TYPE_CHECKING:
    from collections.abc import Sequence


def way(statuses: Sequence[Status], at: str = "") -> Triage:
    """A way through the papers 0, 1, 2 ... of these statuses."""
    known = {str(n): status for n, status in enumerate(statuses)}
    return Triage(
        Pool(
            new=[i for i, s in known.items() if s is Status.NEW],
            later=[i for i, s in known.items() if s is Status.LATER],
            statuses=known,
            at=at,
        )
    )


def decide(triage: Triage, status: Status) -> None:
    triage.take_in([Reading(triage.current, status)])
    triage.go_on()


NEW, LATER, SKIPPED, QUEUED = Status.NEW, Status.LATER, Status.SKIPPED, Status.QUEUED


def test_decided_papers_are_left_out_and_those_left_for_later_come_last() -> None:
    triage = way([NEW, SKIPPED, NEW, LATER])
    assert [triage.current, *triage.upcoming(5)] == ["0", "2"]
    decide(triage, SKIPPED)
    decide(triage, SKIPPED)
    assert triage.turn_again()
    assert triage.current == "3"
    decide(triage, QUEUED)
    assert not triage.current
    assert not triage.turn_again()


def test_what_was_passed_over_comes_again_in_the_next_turn_before_the_later_ones() -> None:
    triage = way([NEW, NEW, NEW])
    triage.go_on()
    decide(triage, LATER)
    decide(triage, SKIPPED)
    assert (triage.current, triage.passed) == ("", 2)
    assert triage.turn_again()
    assert [triage.current, *triage.upcoming(5)] == ["0", "1"]


def test_going_back_shows_decided_papers_and_going_on_returns_to_where_one_was() -> None:
    triage = way([NEW] * 5)
    decide(triage, SKIPPED)
    decide(triage, QUEUED)
    triage.go_on()
    assert triage.current == "3"
    assert [triage.go_back() and triage.current for _ in range(4)] == ["2", "1", "0", False]
    triage.go_on()
    assert triage.current == "2"  # passed over, so it waits still
    triage.go_on()
    assert triage.current == "3"


def test_a_paper_shown_again_is_followed_by_the_one_it_pushed_aside() -> None:
    triage = way([NEW] * 4)
    decide(triage, SKIPPED)
    triage.take_in([Reading("0")])
    triage.show("0")
    assert [triage.current, *triage.upcoming(2)] == ["0", "1", "2"]
    decide(triage, QUEUED)
    assert triage.current == "1"


def test_another_order_holds_from_the_next_paper_on() -> None:
    triage = way([NEW] * 5)
    triage.go_on()
    triage.put_in_order(["4", "0", "3", "2", "1"])
    assert [triage.current, *triage.upcoming(5)] == ["1", "4", "3", "2"]


def test_numbers_follow_decisions_and_undo() -> None:
    triage = way([NEW, NEW, SKIPPED, QUEUED])
    assert (triage.total, triage.decided, triage.left) == (4, 2, 2)
    decide(triage, QUEUED)
    assert (triage.decided, triage.left, triage.count([QUEUED])) == (3, 1, 2)
    triage.take_in([Reading("0"), Reading("elsewhere", SKIPPED)])
    assert (triage.decided, triage.left, triage.count([QUEUED])) == (2, 2, 1)


@given(st.lists(st.sampled_from([NEW, LATER, SKIPPED]), max_size=12), st.data())
def test_every_undecided_paper_comes_once_a_turn_whatever_is_pressed(
    statuses: list[Status], data: st.DataObject
) -> None:
    triage = way(statuses)
    waiting = {str(n) for n, s in enumerate(statuses) if s is NEW}
    waiting = waiting or {str(n) for n, s in enumerate(statuses) if s is LATER}
    fresh: list[str] = []
    while triage.current:
        if triage.current not in fresh:
            fresh.append(triage.current)
        if data.draw(st.integers(0, 3)) == 0 and triage.go_back():
            assert triage.current in fresh
        decide(triage, data.draw(st.sampled_from([SKIPPED, QUEUED])))
    assert sorted(fresh) == sorted(waiting)


def test_the_pace_is_the_median_of_the_last_twenty_without_pauses() -> None:
    sitting = Sitting()
    for seconds in (1, 2, 3, 4):
        sitting.took(seconds)
    sitting.took(500)
    assert sitting.pace is None
    sitting.took(90)
    assert sitting.pace == 3
    for _ in range(20):
        sitting.took(7)
    assert sitting.pace == 7


def test_a_sitting_counts_a_paper_once_and_forgets_what_was_taken_back() -> None:
    sitting = Sitting()
    sitting.take_in([Reading("a", SKIPPED)])
    sitting.take_in([Reading("a", QUEUED, priority=3), Reading("b", QUEUED)], papers=2)
    assert (sitting.papers, sitting.count([SKIPPED]), sitting.count([QUEUED])) == (2, 0, 2)
    (newest,) = sitting.latest(5)
    assert (newest.paper_id, newest.priority, newest.papers) == ("a", 3, 2)
    sitting.take_in([Reading("a"), Reading("b")])
    assert (sitting.papers, sitting.latest(5)) == (0, [])


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0 min"), (20, "1 min"), (1200, "20 min"), (34920, "9.7 h")]
)
def test_times_are_told_in_few_words(seconds: float, words: str) -> None:
    from readq.library import in_time

    assert in_time(seconds) == words
