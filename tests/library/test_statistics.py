"""Numbers of a library: what counts as triaged, on which day, and how long a run of days is."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.library.conftest import paper

from readq.domain import Status
from readq.library import OUTCOMES, Library, Statistics
from readq.store import MemoryFiles

MONDAY = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Days:
    """A library whose clock a test sets."""

    def __init__(self, papers: int = 9) -> None:
        self.now = MONDAY
        self.library = Library(MemoryFiles(), now=lambda: self.now)
        self.ids = [paper(n).id for n in range(papers)]
        self.library._commit("began", added={i: paper(n) for n, i in enumerate(self.ids)})

    def mark(self, number: int, status: Status, *, days_ago: int = 0) -> None:
        self.now = MONDAY - timedelta(days=days_ago)
        self.library.mark(self.ids[number], status)
        self.now = MONDAY


def test_a_paper_counts_on_the_day_it_was_decided_on_and_again_when_it_is_read() -> None:
    it = Days()
    it.mark(0, Status.QUEUED, days_ago=5)
    it.mark(0, Status.READING, days_ago=2)
    it.mark(0, Status.READ)
    it.mark(1, Status.SKIPPED, days_ago=5)
    it.mark(2, Status.LATER, days_ago=1)
    it.mark(3, Status.QUEUED, days_ago=1)
    it.mark(3, Status.NEW)
    numbers = it.library.statistics()
    day = [date(2026, 11, 30) - timedelta(days=n) for n in range(6)]
    assert numbers.triaged == {day[5]: {"kept": 1, "skipped": 1}, day[1]: {"later": 1}}
    assert numbers.read == {day[0]: 1}
    assert (numbers.decided, numbers.share, numbers.read_this_week) == (3, 33, 1)


def test_the_week_begins_on_monday() -> None:
    it = Days()
    it.mark(0, Status.READ, days_ago=1)
    it.mark(1, Status.READ, days_ago=0)
    assert it.library.statistics().read_this_week == 1


def test_a_run_of_days_goes_on_until_today_is_over() -> None:
    it = Days()
    for n, days_ago in enumerate((1, 2, 3, 9, 10, 11, 12)):
        it.mark(n, Status.SKIPPED, days_ago=days_ago)
    assert (it.library.statistics().streak, it.library.statistics().best_streak) == (3, 4)
    it.mark(7, Status.SKIPPED)
    assert it.library.statistics().streak == 4
    it.now += timedelta(days=2)
    assert it.library.statistics().streak == 0


STEPS = st.lists(st.tuples(st.integers(0, 8), st.sampled_from(Status), st.integers(0, 40)))


@given(STEPS)
def test_the_numbers_add_up(steps: list[tuple[int, Status, int]]) -> None:
    it = Days()
    for number, status, days_ago in sorted(steps, key=lambda step: -step[2]):
        it.mark(number, status, days_ago=days_ago)
    numbers = it.library.statistics()
    assert sum(numbers.status.values()) == numbers.papers == 9
    outcomes = [sum(day.values()) for day in numbers.triaged.values()]
    assert sum(outcomes) == numbers.decided
    assert sum(numbers.read.values()) == numbers.status[Status.READ]
    assert {name for day in numbers.triaged.values() for name in day} <= set(OUTCOMES)
    assert list(numbers.triaged) == sorted(numbers.triaged)
    assert 0 <= numbers.streak <= numbers.best_streak <= len(numbers.moves)


def test_a_library_without_papers_has_numbers_too() -> None:
    numbers = Library(MemoryFiles(), now=lambda: MONDAY).statistics()
    assert (numbers.share, numbers.streak, numbers.best_streak) == (0, 0, 0)
    assert Statistics(date(2026, 1, 1)).to_json()["papers"] == 0
