"""When papers are read: today's plan, the next one, and those that wait for a day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from readq.domain import DailyCap, Status, local_day
from readq.library.triaging import pool_of
from readq.ui.screens.choice import ChoiceScreen
from readq.ui.screens.jump import JumpScreen
from readq.ui.screens.main import MainScreen
from readq.ui.screens.plan import PlanScreen
from readq.ui.screens.related import RelatedScreen
from readq.ui.screens.triage import TriageScreen

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp, Opened

    from readq.library import Library

CAP = DailyCap(minutes=60)
"""Three papers of twenty minutes."""


def queue(it: Opened) -> str:
    return "".join(str(int(i[1:])) for i in it.library.queue_ids())


# Not before a day


@pytest.mark.parametrize(
    ("keys", "day"),
    [
        ("t", date(2026, 12, 1)),
        ("w", date(2026, 12, 5)),
        ("j j enter", date(2026, 12, 7)),
        ("d 2 4 space d e c enter", date(2026, 12, 24)),
    ],
)
async def test_capital_z_and_a_key_defer_a_paper(
    open_app: OpenApp, queue_library: Library, keys: str, day: date
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "j", "Z", *keys.split())
        assert it.library.reading("p00001").deferred_until == day
        assert queue(it) == "02345"
        assert it.screen.queue.paper_id == "p00002"
        assert f"{day.day} {day:%b}" in it.toasts()[-1]
        await it.press("u")
        assert queue(it) == "012345"


async def test_a_day_readq_does_not_know_is_asked_for_again_as_typed(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "j", "Z", "d", *"soonish", "enter")
        assert "is no day readq knows" in it.toasts()[-1]
        assert "soonish" in it.text()
        await it.press(*["backspace"] * 7, *"fri", "enter")
        assert it.library.reading("p00001").deferred_until == date(2026, 12, 4)


async def test_a_waiting_paper_can_be_brought_back_and_comes_back_by_itself(
    open_app: OpenApp, queue_library: Library
) -> None:
    now = datetime(2026, 11, 30, 9, tzinfo=UTC)
    queue_library._now = lambda: now
    async with open_app(queue_library) as it:
        it.app.now = lambda: now
        await it.press("w", "j", "Z", "t", "j", "Z", "n")
        assert queue(it) == "0245"
        it.screen.papers.highlight("p00001")
        await it.press("escape", "Z", "x")
        assert queue(it) == "01245"
        now += timedelta(days=7)
        it.screen._take_news()
        await it.settle()
        assert [int(i[1:]) for i in it.screen.queue.paper_ids] == [0, 1, 2, 3, 4, 5]


async def test_marked_papers_are_deferred_together(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("j", "space", "space", "Z", "t")
        assert queue(it) == "0345"
        assert "2 papers" in it.toasts()[-1]
        assert len(it.library.log()) == 1


async def test_a_waiting_paper_says_so_and_is_found_by_a_filter_but_not_by_triage(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("j", "Z", "t", "G", "Z", "n")
        it.screen.papers.highlight("p00011")
        assert "deferred until 7 Dec 2026" in await it.detail()
        assert it.library.ids("in:deferred") == ["p00001", "p00011"]
        assert "p00011" not in pool_of(it.library, it.library.ids()).new


# Next


@pytest.mark.parametrize("keys", ["f escape p", "S tab p", "P p", "T p"])
async def test_p_goes_to_the_next_paper_from_anywhere(
    open_app: OpenApp, queue_library: Library, keys: str
) -> None:
    async with open_app(queue_library) as it:
        await it.press("G", *keys.split())
        assert isinstance(it.app.screen, MainScreen)
        assert it.screen.pane == "queue"
        assert it.screen.queue.paper_id == "p00000"
        assert "Title of paper 0" in await it.detail()


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_on_narrow_screens_p_shows_the_paper_itself(
    open_app: OpenApp, queue_library: Library, size: tuple[int, int]
) -> None:
    async with open_app(queue_library, size=size) as it:
        await it.press("G", "p")
        assert it.screen.pane == "detail"
        assert "Title of paper 0" in it.text()
        await it.press("d")
        assert it.status(0) is Status.READ


async def test_p_with_an_empty_queue_says_how_to_fill_it(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("p")
        assert "The queue is empty." in it.toasts()[0]
        assert it.screen.pane == "list"


# Today


async def test_capital_p_shows_what_today_has_room_for(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library, daily=CAP) as it:
        await it.press("P")
        assert "0 min of 1 h 00 read" in it.text()
        assert "3 to read · 1 h 00" in it.text()
        assert "3 papers of the queue for other days" in it.text()
        await it.press("d")
        text = it.text()
        assert "20 min of 1 h 00 read" in text
        assert "READ TODAY" in text
        assert [int(i[1:]) for i in it.app.screen.query_one("#plan-rows").paper_ids] == [1, 2]  # type: ignore[attr-defined]
        await it.press("j", "enter")
        assert it.status(2) is Status.READING
        await it.press("u", "Z", "t")
        assert queue(it) == "1345"
        await it.press("q")
        assert isinstance(it.app.screen, MainScreen)
        assert [int(i[1:]) for i in it.screen.queue.paper_ids] == [1, 3, 4, 5]


async def test_the_plan_is_that_of_the_new_day_after_midnight_and_when_the_clock_is_set_back(
    open_app: OpenApp, queue_library: Library
) -> None:
    now = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
    queue_library._now = lambda: now
    queue_library.defer("p00003", date(2026, 12, 1))
    async with open_app(queue_library, daily=CAP) as it:
        it.app.now = lambda: now
        it.screen._day = local_day(now)
        await it.press("P", "d")
        assert "20 min of 1 h 00 read" in it.text()
        for days, said in ((1, "0 min of 1 h 00 read"), (-1, "20 min of 1 h 00 read")):
            now += timedelta(days=days)
            it.screen._take_news()
            await it.settle()
            assert said in it.text()
            assert f"{local_day(now).day} {local_day(now):%B}" in it.text()


async def test_papers_of_today_are_moved_like_those_of_the_queue(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library, daily=CAP) as it:
        await it.press("P", "j", "J")
        assert queue(it) == "021345"
        assert len(it.library.log()) == 1
        await it.press("M", "k")
        assert it.line(34).startswith(" j/k move  M drop  esc put back")
        await it.press("escape")
        assert it.line(34).startswith(" enter read now")
        assert isinstance(it.app.screen, PlanScreen)
        assert queue(it) == "021345"
        await it.press("u", "escape")
        assert queue(it) == "012345"


async def test_the_numbers_of_todays_papers_stand_out_in_the_queue(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library, daily=CAP) as it:
        assert it.screen.queue.today == {"p00000", "p00001", "p00002"}
        await it.press("w", "d")
        assert it.screen.queue.today == {"p00001", "p00002"}
    async with open_app(queue_library) as it:
        assert it.screen.queue.today == frozenset()


@pytest.mark.parametrize("size", [(60, 20), (120, 35)])
async def test_a_full_day_asks_what_a_paper_displaces_and_one_key_answers(
    open_app: OpenApp, queue_library: Library, size: tuple[int, int]
) -> None:
    async with open_app(queue_library, size=size, daily=CAP) as it:
        it.screen.papers.highlight("p00008")
        await it.press("a")
        assert isinstance(it.app.screen, ChoiceScreen)
        assert "Today is full (60 min)" in it.text()
        await it.press("2")
        assert queue(it) == "0821345"
        assert it.highlighted == "p00009"
        assert "Today instead of “Title of paper 1”" in it.toasts()[-1]
        await it.press("u")
        assert queue(it) == "012345"


@pytest.mark.parametrize("key", ["a", "right", "4"])
async def test_a_full_day_asks_in_triage_too_and_the_next_paper_comes(
    open_app: OpenApp, queue_library: Library, key: str
) -> None:
    async with open_app(queue_library, daily=CAP) as it:
        it.screen.papers.highlight("p00008")
        await it.press("f", *"title:8", "enter", "T", key)
        assert "Today is full (60 min)" in it.text()
        await it.press("escape")
        assert it.status(8) is Status.NEW
        await it.press(key, "2")
        assert queue(it) == "0821345"
        assert it.library.reading("p00008").priority == (4 if key == "4" else 0)
        assert isinstance(it.app.screen, TriageScreen)
        assert it.app.screen.current == ""
        assert it.app.screen.sitting.papers == 1
        await it.press("u", key, "a")
        assert queue(it) == "0123458"


async def test_a_full_day_asks_in_the_jump_and_among_related_papers(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library, daily=CAP) as it:
        await it.press("slash", *"paper 8", "ctrl+s")
        assert "Today is full (60 min)" in it.text()
        await it.press("2")
        assert queue(it) == "0821345"
        assert isinstance(it.app.screen, JumpScreen)
        await it.press("ctrl+s")  # out again: nothing to ask
        assert queue(it) == "021345"
        await it.press("escape", "R")
        assert isinstance(it.app.screen, RelatedScreen)
        hits = it.app.screen.hits
        wanted = next(i for i in hits.paper_ids if i not in queue_library.queue_ids())
        hits.highlight(wanted)
        await it.press("a")
        assert "Today is full (60 min)" in it.text()
        await it.press("a")
        assert queue_library.queue_ids()[-1] == wanted
        assert isinstance(it.app.screen, RelatedScreen)


async def test_a_paper_may_wait_for_another_day_or_stay_out(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library, daily=CAP) as it:
        it.screen.papers.highlight("p00008")
        await it.press("a", "escape")
        assert it.status(8) is Status.NEW
        assert it.library.log() == []
        await it.press("a", "a")
        assert queue(it) == "0123458"
        await it.press("k", "a")  # out again: nothing to ask
        assert isinstance(it.app.screen, MainScreen)
        assert it.status(8) is Status.NEW


async def test_nobody_is_asked_while_there_is_room_or_no_cap(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("G", "a")
        assert queue(it).endswith("11")
    async with open_app(queue_library, daily=DailyCap(papers=9)) as it:
        await it.press("G", "k", "a")
        assert queue(it).endswith("10")
    async with open_app(queue_library, daily=CAP) as it:
        it.screen.papers.highlight("p00006")
        await it.press("space", "space", "a")  # many at once are no question
        assert isinstance(it.app.screen, MainScreen)
        assert queue(it).endswith("67")


@pytest.mark.parametrize("key", ["P", "e"])
async def test_a_screen_that_closes_before_it_is_drawn_anew_does_no_harm(
    open_app: OpenApp, queue_library: Library, key: str
) -> None:
    async with open_app(queue_library) as it:
        await it.press(key)
        screen = it.app.screen
        await screen.remove_children()
        for draw in ("reload", "show_bar", "_draw"):
            getattr(screen, draw, lambda: None)()
        it.app.pop_screen()
        await it.settle()
        assert isinstance(it.app.screen, MainScreen)
