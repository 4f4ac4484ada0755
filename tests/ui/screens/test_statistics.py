"""The statistics screen."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from textual.worker import WorkerFailed

from readq.domain import Reading, Status
from readq.errors import UnknownPaperError
from readq.library import Library
from readq.ui.screens.main import MainScreen
from readq.ui.screens.statistics import StatisticsScreen, as_csv, columns

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp

TODAY = date(2026, 11, 30)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def library(make_library: MakeLibrary, make_paper: MakePaper) -> Library:
    """Thirty papers, a few of them decided on in the last days."""
    readings = [
        Reading(
            f"p{n:05}",
            status,
            rank=float(n) if status is Status.QUEUED else None,
            tags=("[b]agents", "方向") if n % 2 else (),
            moved=((status, NOON - timedelta(days=n % 4)),),
        )
        for n, status in enumerate([Status.SKIPPED] * 8 + [Status.QUEUED] * 5 + [Status.READ] * 3)
    ]
    return make_library(map(make_paper, range(30)), readings)


async def test_capital_s_shows_numbers_and_charts(open_app: OpenApp, library: Library) -> None:
    async with open_app(library, size=(120, 35)) as it:
        await it.press("S")
        text = it.text()
        for words in (
            "triaged, 53 %",
            "read, 0 this week",
            "1 h 40",
            "4 days",
            "streak, best 4",
            "Triaged a day",
            "Read a day",
            "▪ kept  ▪ skipped",
            "[b]agents",
            "方向",
            "◦ new",
            "23 Nov",
        ):
            assert words in text, words
        await it.press("w")
        assert "Triaged a week" in it.text()
        await it.press("w")
        assert "Fri" in it.text()
        await it.press("escape")
        assert isinstance(it.app.screen, MainScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 35)])
async def test_tab_gives_one_chart_after_the_other_all_the_room(
    open_app: OpenApp, library: Library, size: tuple[int, int]
) -> None:
    async with open_app(library, size=size) as it:
        await it.press("S")
        titles = ["Triaged a day", "Read a day", "Your tags", "By status"]
        whole = [title for title in titles if title in it.text()]
        assert whole == (titles[:1] if size[0] == 60 else titles)
        for title in titles[size[0] == 60 :]:
            await it.press("tab")
            assert [t for t in titles if t in it.text()] == [title]
            assert "▔" in it.text() or "━" in it.text()
        await it.press("tab")
        assert [title for title in titles if title in it.text()] == whole
        await it.press("shift+tab", "escape")
        assert isinstance(it.app.screen, StatisticsScreen)
        await it.press("q")
        assert isinstance(it.app.screen, MainScreen)


async def test_y_copies_the_days_as_csv(open_app: OpenApp, library: Library) -> None:
    async with open_app(library) as it:
        await it.press("S", "y")
        assert it.app.clipboard == as_csv(library.statistics())
        lines = it.app.clipboard.splitlines()
        assert lines[0] == "day,kept,later,skipped,read"
        assert lines[-1] == "2026-11-30,2,0,2,0"


async def test_undo_and_redo_work_over_the_numbers_and_count_anew(
    open_app: OpenApp, library: Library
) -> None:
    async with open_app(library, size=(120, 35)) as it:
        library.mark("p00020", Status.READ)
        await it.press("S")
        assert "read, 1 this week" in it.text()
        await it.press("u")
        assert "read, 0 this week" in it.text()
        assert library.reading("p00020").status is Status.NEW
        await it.press("ctrl+r")
        assert "read, 1 this week" in it.text()
        assert isinstance(it.app.screen, StatisticsScreen)
        await it.press("u", "u")
        assert it.toasts()[-1] == "Nothing to undo"
        await it.press("question_mark")
        assert "undo, redo" in it.text()


async def test_what_another_window_decides_is_counted_at_once(
    open_app: OpenApp, library: Library
) -> None:
    async with open_app(library, size=(120, 35)) as it:
        await it.press("S")
        library.mark("p00020", Status.READ)
        it.screen._spread(["p00020"])
        await it.settle()
        assert "read, 1 this week" in it.text()


async def test_a_library_nobody_decided_in_says_so(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("S")
        assert it.text().count("Your first day is today.") == 2
        assert "No tags yet" in it.text()
        assert "0 days" in it.text()


async def test_numbers_that_cannot_be_counted_are_told_of(
    open_app: OpenApp, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: str) -> int:
        raise UnknownPaperError("There is no paper [b].")

    async with open_app(library) as it:
        monkeypatch.setattr(library, "minutes", fail)
        it.app.push_screen(StatisticsScreen(library))
        await it.pilot.pause()
        with suppress(WorkerFailed):
            await it.settle()
        await it.settle()
        assert "There is no paper [b]." in it.toasts()[-1]
        await it.press("escape", "escape")


async def test_a_screen_of_any_size_is_no_error(open_app: OpenApp, library: Library) -> None:
    async with open_app(library) as it:
        await it.press("S")
        for size in ((1, 1), (10, 3), (20, 5), (40, 10), (72, 22), (150, 40), (400, 120)):
            await it.resize(*size)


async def test_without_colours_the_outcomes_have_signs_of_their_own(
    open_app: OpenApp, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with open_app(library) as it:
        await it.press("S")
        assert "█ kept  ░ skipped" in it.text()
        assert "░" in "".join(it.lines()[9:20])


def test_a_year_is_counted_in_weeks_and_a_week_in_days() -> None:
    days = {TODAY: {"kept": 1}, TODAY - timedelta(days=1): {"kept": 2, "skipped": 1}}
    days[TODAY - timedelta(days=7)] = {"kept": 4}
    year = columns(days, "year", TODAY)
    assert [c.values for c in year[-2:]] == [{"kept": 6, "skipped": 1}, {"kept": 1}]
    week = columns(days, "week", TODAY)
    assert [c.label for c in week] == ["Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon"]
    assert len(columns(days, "month", TODAY)) == 62


async def test_who_comes_back_after_a_year_is_not_greeted_as_new(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    long_ago = NOON - timedelta(days=400)
    read = Reading("p00000", Status.READ, moved=((Status.READ, long_ago),))
    async with open_app(make_library([make_paper(0)], [read]), size=(120, 35)) as it:
        await it.press("S")
        assert "first day" not in it.text()
        assert it.text().count("Nothing in this time.") == 2
