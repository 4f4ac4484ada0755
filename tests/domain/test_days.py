"""The days a person can type."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.library.conftest import paper

from readq.domain import Status, local_day, parse_day
from readq.errors import UsageError
from readq.library import Library
from readq.store import MemoryFiles

TODAY = date(2026, 7, 1)
"""A Wednesday."""
NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAYS = st.dates(date(1990, 1, 1), date(2200, 1, 1))


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("tomorrow", "2026-07-02"),
        ("3d", "2026-07-04"),
        ("+3 days", "2026-07-04"),
        ("2w", "2026-07-15"),
        ("2 weeks", "2026-07-15"),
        ("1m", "2026-08-01"),
        ("18 months", "2028-01-01"),
        ("1y", "2027-07-01"),
        ("thursday", "2026-07-02"),
        ("wednesday", "2026-07-08"),
        ("Mon", "2026-07-06"),
        ("next friday", "2026-07-03"),
        (" 2026-12-24 ", "2026-12-24"),
        ("in 3 days", "2026-07-04"),
        ("in a week", "2026-07-08"),
        ("on friday", "2026-07-03"),
        ("next week", "2026-07-06"),
        ("this  weekend", "2026-07-04"),
        ("next month", "2026-08-01"),
        ("next year", "2027-01-01"),
        ("24 Dec", "2026-12-24"),
        ("dec 24", "2026-12-24"),
        ("1. july", "2027-07-01"),
        ("March 3, 2028", "2028-03-03"),
        ("29 feb", "2028-02-29"),
        ("september", "2026-09-01"),
        ("next december", "2026-12-01"),
        ("+3", "2026-07-04"),
        ("+ 3", "2026-07-04"),
        ("in two weeks", "2026-07-15"),
        ("ten days", "2026-07-11"),
        ("tmr", "2026-07-02"),
        ("day after tomorrow", "2026-07-03"),
        ("this friday", "2026-07-03"),
        ("friday next week", "2026-07-10"),
        ("next week friday", "2026-07-10"),
        ("end of the month", "2026-07-31"),
        ("end of year", "2026-12-31"),
        ("24.12.", "2026-12-24"),
        ("24.12.2026", "2026-12-24"),
        ("1. 2. 2027", "2027-02-01"),
        ("12/24", "2026-12-24"),
        ("24/12/2026", "2026-12-24"),
        ("24-12-2026", "2026-12-24"),
        ("2026/12/24", "2026-12-24"),
        ("2026.12.24", "2026-12-24"),
        ("20261224", "2026-12-24"),
        ("2026-12", "2026-12-01"),
        ("dec 2027", "2027-12-01"),
        ("december 24th", "2026-12-24"),
        ("the 24th of december 2027", "2027-12-24"),
    ],
)
def test_a_day_that_is_meant(typed: str, day: str) -> None:
    assert parse_day(typed, TODAY) == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("start", "typed", "day"),
    [
        ("2026-01-31", "1m", "2026-02-28"),
        ("2028-01-31", "1m", "2028-02-29"),
        ("2028-02-29", "1y", "2029-02-28"),
        ("2026-11-30", "3m", "2027-02-28"),
        ("2026-12-15", "1m", "2027-01-15"),
    ],
)
def test_a_month_later_is_never_a_day_that_is_not_there(start: str, typed: str, day: str) -> None:
    assert parse_day(typed, date.fromisoformat(start)) == date.fromisoformat(day)


@pytest.mark.parametrize("typed", ["now", "never", "none", "NOW"])
def test_no_waiting(typed: str) -> None:
    assert parse_day(typed, TODAY) is None


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "someday",
        "2026-13-01",
        "2026-02-30",
        "d",
        "3",
        "9999y",
        "mo",
        "3d 4d",
        "½d",
        "30 feb",
        "12 nonsense",
        "next",
        "3/4",
        "3-4-2027",
        "31.11.",
        "24..12",
        "eleventy days",
        "month",
    ],
)
def test_what_is_no_day_is_named_with_days_to_try(typed: str) -> None:
    with pytest.raises(UsageError, match="is no day readq knows; try 2026-12-01, tomorrow") as said:
        parse_day(typed, TODAY)
    assert f'"{typed}"' in str(said.value)


def test_the_day_to_try_is_to_come() -> None:
    with pytest.raises(UsageError, match="try 2027-12-01, tomorrow"):
        parse_day("someday", date(2026, 12, 3))


@pytest.mark.parametrize("typed", ["today", "0d", "2026-07-01", "2001-01-01"])
def test_a_day_that_is_over_is_refused(typed: str) -> None:
    with pytest.raises(UsageError, match=r"is not to come; `now` ends a deferral"):
        parse_day(typed, TODAY)


@given(DAYS, st.integers(1, 5000))
def test_days_and_weeks_are_counted(today: date, count: int) -> None:
    assert parse_day(f"{count}d", today) == today + timedelta(days=count)
    assert parse_day(f"{count}w", today) == today + timedelta(weeks=count)


@given(DAYS, st.integers(1, 1200))
def test_months_keep_the_day_or_take_the_last_of_the_month(today: date, count: int) -> None:
    day = parse_day(f"{count}m", today)
    assert day is not None
    assert (day.year * 12 + day.month) - (today.year * 12 + today.month) == count
    assert day.day == today.day or (day + timedelta(days=1)).day == 1


@given(DAYS, st.integers(0, 6))
def test_a_weekday_is_the_next_one(today: date, number: int) -> None:
    day = parse_day(NAMES[number], today)
    assert day is not None
    assert 1 <= (day - today).days <= 7
    assert day.weekday() == number


@given(st.text(max_size=20))
def test_anything_typed_is_a_day_to_come_or_one_sentence(typed: str) -> None:
    with suppress(UsageError):
        day = parse_day(typed, TODAY)
        assert day is None or day > TODAY


@pytest.fixture
def west(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Four hours behind UTC."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "EST4")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.skipif(os.name == "nt", reason="no time.tzset")
@pytest.mark.usefixtures("west")
def test_tomorrow_begins_at_the_readers_midnight() -> None:
    now = datetime(2026, 7, 2, 1, 30, tzinfo=UTC)  # half past nine in the evening of the first
    library = Library(MemoryFiles(), now=lambda: now)
    library._commit("began", added={"p1": paper(1, id="p1")})
    library.mark("p1", Status.QUEUED)
    library.defer("p1", parse_day("tomorrow", local_day(now)))
    assert library.queue_ids() == []
    now += timedelta(hours=3)
    assert library.queue_ids() == ["p1"]
