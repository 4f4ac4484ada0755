"""`e`: papers completed from services, or a title typed by hand."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from tests.services.conftest import running_stub, stub, ticking, unhurried  # noqa: F401
from tests.services.stub import ABSTRACT, TITLE, Reply, Stub, Ticking, Work, arxiv_feed
from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened
from textual.widgets import Input

from readq.config import ServiceSettings
from readq.domain import TitleOrigin
from readq.library import Library
from readq.services import Stopped, Time, stoppable, stopping
from readq.ui.screens.enrich import EnrichScreen


@pytest.fixture(autouse=True)
def _quick(unhurried: Stub, ticking: Ticking, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """The app waits for nothing between two questions, but can be stopped."""

    def time(is_stopped: Callable[[], bool]) -> Time:
        real = stoppable(is_stopped)

        def sleep(seconds: float) -> None:
            if is_stopped():
                raise Stopped
            ticking.sleep(seconds)

        return Time(now=ticking.now, clock=ticking.clock, sleep=sleep, run=real.run)

    monkeypatch.setattr(stopping, "stoppable", time)


@pytest.fixture
def papers(make_library: MakeLibrary, make_paper: MakePaper) -> Library:
    """A paper without a title, one with an arXiv id and nothing else, one that lacks nothing."""
    derived = TitleOrigin.DERIVED
    return make_library(
        [
            make_paper(
                0,
                "LoopGrow",
                title_origin=derived,
                authors=(),
                abstract=ABSTRACT,
                abstract_hash="0" * 16,
            ),
            make_paper(
                1,
                "arXiv:2602.00001",
                title_origin=derived,
                authors=(),
                abstract="",
                arxiv_id="2602.00001",
            ),
            make_paper(2, "Complete", arxiv_id="2602.00002", abstract_hash="2" * 16),
        ]
    )


@pytest.fixture
def arxiv(unhurried: Stub) -> Stub:  # noqa: F811
    """arXiv knows the first paper."""
    unhurried.when("/arxiv", arxiv_feed(Work()))
    return unhurried


async def until(it: Opened, holds: Callable[[], bool]) -> None:
    """Let the app work until something holds."""
    for _ in range(500):
        if holds():
            return
        await it.pilot.pause(0.01)
    raise AssertionError("it never came to that")


SMALL = (72, 22)
"""Enough for the card, and quick to draw."""


async def test_e_asks_about_the_highlighted_paper_and_u_takes_it_back(
    open_app: OpenApp, papers: Library, arxiv: Stub
) -> None:
    async with open_app(papers, size=SMALL) as it:
        await it.press("e")
        text = it.text()
        assert "(x) this paper  “LoopGrow”" in text
        assert "( ) all 3 in the list  2 lack something" in text
        assert "[x] arXiv" in text
        assert "[ ] OpenAlex" in text
        assert arxiv.asked == []
        await it.press("enter")
        assert "1 completed" in it.text()
        assert TITLE in it.text()
        assert papers.hot("p00000").title == TITLE
        await it.press("u")
        assert it.screen.is_current
        assert papers.hot("p00000").title == "LoopGrow"
        assert any("Undone: completed 1 paper from arXiv" in toast for toast in it.toasts())
        await it.press("e", "enter", "escape")
        assert TITLE[:16] in it.text()


async def test_papers_and_services_are_chosen_by_key_and_click(
    open_app: OpenApp, papers: Library, arxiv: Stub
) -> None:
    use = ServiceSettings(use=("arxiv", "crossref"))
    async with open_app(papers, size=SMALL, services=use) as it:
        await it.press("space", "space", "e")
        assert "(x) 2 selected" in it.text()
        await it.pilot.press("escape", "escape", "g", "e")
        await it.pilot.press("j", "j", "space")
        assert "[ ] arXiv" in it.text()
        row = next(y for y, line in enumerate(it.lines()) if "all 3 in the list" in line)
        await it.pilot.click(offset=(20, row))
        assert "(x) all 3 in the list" in it.text()
        await it.pilot.press("j", "j", "space", "enter")
        assert "Choose somebody to ask." in it.toasts()
        assert arxiv.asked == []
        await it.press("space", "enter")  # Crossref again, which is asked by titles only
        assert "0 completed   1 unchanged   2 not found   of 3" in it.text()
        assert arxiv.asked == []


async def test_what_goes_wrong_is_said_and_the_title_can_be_typed(
    open_app: OpenApp, papers: Library, arxiv: Stub
) -> None:
    arxiv.when("/", Reply("<html>[@click=app.quit]no[/]</html>", 403))
    async with open_app(papers, size=SMALL) as it:
        await it.press("e", "enter")
        text = it.text()
        assert "0 completed   1 failed   of 1" in text
        assert "arXiv, 1 paper: it refuses to answer (403)" in text
        assert "u undo  esc close" not in text
        await it.press("escape", "e", "t")
        it.app.screen.query_one("#prompt-input", Input).value = "My Title"
        await it.press("enter")
        assert papers.hot("p00000").title == "My Title"


@pytest.fixture
def held(arxiv: Stub) -> Iterator[threading.Event]:
    """arXiv answers when it is let go."""
    go = threading.Event()

    def answer(_: Any) -> Reply:
        go.wait(30)
        return arxiv_feed(Work())

    arxiv.answering.clear()
    arxiv.replying("/arxiv", answer)
    yield go
    go.set()


async def begin(it: Opened, arxiv: Stub) -> None:
    """Ask a service that says nothing."""
    before = len(arxiv.asked)
    await it.press("e")
    await it.pilot.press("enter")
    await until(it, lambda: len(arxiv.asked) > before)


async def test_it_can_be_stopped_and_it_can_go_on_in_the_background(
    open_app: OpenApp, papers: Library, held: threading.Event, arxiv: Stub
) -> None:
    async with open_app(papers, size=(100, 22)) as it:
        await begin(it, arxiv)
        await it.pilot.press("x")
        await until(it, lambda: "Stopped; nothing was written." in it.text())
        assert papers.can_undo is None
        await it.press("escape")

        await begin(it, arxiv)
        await it.pilot.press("escape")
        await until(it, lambda: it.screen.is_current)
        assert "asking 0%" in it.line(0)
        await it.pilot.press("j")
        assert it.highlighted == "p00001"
        await it.pilot.press("e")
        await until(it, lambda: "x stop" in it.text())
        await it.pilot.press("escape")
        held.set()
        await until(it, lambda: not it.app.lookups.running)
        await it.settle()
        assert any(toast.startswith("1 asked: 1 completed") for toast in it.toasts())
        assert "asking" not in it.line(0)
        assert papers.hot("p00000").title == TITLE


async def test_leaving_the_app_does_not_wait_for_a_service(
    open_app: OpenApp, papers: Library, held: threading.Event, arxiv: Stub
) -> None:
    with suppress(asyncio.CancelledError):
        async with open_app(papers, size=SMALL) as it:
            await begin(it, arxiv)
    waiting = [t for t in threading.enumerate() if t.name == "readq-asking"]
    assert all(thread.daemon for thread in waiting)
    assert not held.is_set()
    assert papers.hot("p00000").title == "LoopGrow"


async def test_the_card_fits_a_tiny_plain_terminal(
    open_app: OpenApp, papers: Library, arxiv: Stub
) -> None:
    async with open_app(papers, size=(40, 10), ascii=True) as it:
        await it.press("e")
        assert "this paper" in it.text()
        assert "enter ask" in it.text()
        await it.press("enter")
        assert "1 completed" in it.text()
        assert it.text().isascii()


async def test_how_much_there_is_to_do_is_told_in_words_that_fit(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    many = make_library([make_paper(n, authors=(), abstract="") for n in range(38)])
    for columns, told in ((120, "38 lack something, at most"), (60, "38 lack something  ")):
        async with open_app(many, size=(columns, 20)) as it:
            await it.press("e")
            shown = next(line for line in it.lines() if "in the list" in line)
            assert told in shown
            assert "…" not in shown


async def test_a_paper_is_completed_in_the_middle_of_triage(
    open_app: OpenApp, papers: Library, arxiv: Stub
) -> None:
    async with open_app(papers, size=SMALL) as it:
        await it.press("T")
        card = it.app.screen
        await it.press("e", "enter", "escape")
        assert it.app.screen is card
        assert TITLE in it.text()
        await it.press("u")
        assert papers.hot("p00000").title == "LoopGrow"
        assert TITLE not in it.text()


async def test_nothing_is_sent_before_enter(
    open_app: OpenApp, papers: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card can be opened, looked at and left without a connection."""

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a connection was asked for")

    async with open_app(papers, size=SMALL) as it:
        monkeypatch.setattr(socket.socket, "connect", refuse)
        monkeypatch.setattr(socket, "create_connection", refuse)
        monkeypatch.setattr(socket, "getaddrinfo", refuse)
        await it.pilot.press("e", "j", "space", "j", "space")
        await it.press("escape", "a", "i", "escape")
        assert it.screen.is_current


async def test_with_an_empty_queue_in_focus_the_list_is_what_can_be_completed(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    async with open_app(make_library([make_paper(0)])) as it:
        await it.press("w", "e")
        assert isinstance(it.app.screen, EnrichScreen)
        assert "the one in the list" in it.text()
