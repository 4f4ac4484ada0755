"""A day is the reader's own, from midnight to midnight where the reader is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.library.conftest import paper

from readq.domain import Status, day_start, local_day
from readq.library import Library
from readq.store import MemoryFiles

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no time.tzset")

ZONES = {"EST4": -4, "UTC0": 0, "IST-5:30": 5.5, "LINT-14": 14}
"""Names of zones as POSIX writes them, with the hours that are added to UTC."""


@pytest.fixture
def move_to(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Go to another time zone."""

    def move(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    return move


@pytest.fixture(autouse=True)
def _home_again() -> object:
    yield
    time.tzset()


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("hour", [0, 3, 9, 11, 15, 20, 23])
def test_filters_and_statistics_agree_on_the_readers_day(
    move_to: Callable[[str], None], zone: str, hour: int
) -> None:
    move_to(zone)
    now = datetime(2026, 7, 2, hour, 30, tzinfo=UTC)
    library = Library(MemoryFiles(), now=lambda: now)
    library._commit("began", added={"p1": paper(1, id="p1", added=now)})
    library.mark("p1", Status.READ)
    here = (now + timedelta(hours=ZONES[zone])).date()
    for wanted in ("today", f"{here}", f"{here:%Y-%m}", "<1d"):
        assert library.ids(f"read:{wanted} added:{wanted}") == ["p1"], wanted
    yesterday = here - timedelta(days=1)
    for other in (f"{yesterday}", f"{here + timedelta(days=1)}", "yesterday", f"<{here}"):
        word = f"read{other}" if other.startswith("<") else f"read:{other}"
        assert library.ids(word) == [], word
    assert library.stats()["decisions_by_day"] == {here.isoformat(): 1}


@pytest.mark.parametrize("zone", ["America/New_York", "Europe/Berlin", "Africa/Cairo", "EST4"])
def test_every_moment_lies_within_its_day(move_to: Callable[[str], None], zone: str) -> None:
    move_to(zone)

    @given(st.datetimes(datetime(1995, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC)))
    def holds(moment: datetime) -> None:
        day = local_day(moment)
        assert day_start(day) <= moment < day_start(day + timedelta(days=1))

    holds()


@pytest.mark.parametrize("wanted", ["added<0001", "added:9999", "added<=9999-12-31", "added>9999"])
def test_the_first_and_last_days_there_are_break_nothing(wanted: str) -> None:
    library = Library(MemoryFiles(), now=lambda: datetime(2026, 7, 2, tzinfo=UTC))
    library._commit("began", added={"p1": paper(1, id="p1")})
    assert library.ids(wanted) == (["p1"] if "<=" in wanted else [])
    assert day_start(date.max) > day_start(date.min)
