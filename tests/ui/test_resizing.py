"""A terminal that becomes large, tiny and as before leaves every screen as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.ui.test_plain import SCREENS

from readq.domain import DailyCap, Reading, Status
from readq.ui.screens.note_area import NoteArea

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp

    from readq.library import Library

SIZES = ((200, 50), (60, 20), (20, 6), (1, 1), (120, 35))
TITLES = (
    "x" * 500,
    "大规模语言模型" * 30,
    "👩‍🚀🎉 emoji " * 12,
    "מודל שפה גדול מאוד עם כותרת ארוכה " * 6,
    "e\u0301o\u0302u\u0308 combining " * 10,
    r"[b]bold[/b] %s \n",
    "one",
)
MORE = {"detail": ("enter",), "note alone": ("n", "ctrl+t"), "next chart": ("S", "tab")}


@pytest.fixture
def odd(make_library: MakeLibrary, make_paper: MakePaper) -> Library:
    """Papers with titles, authors, abstracts, tags and a note that are hard to lay out."""
    papers = [
        make_paper(
            n,
            TITLES[n % 7],
            abstract=("", "字" * 400, "word " * 300)[n % 3],
            authors=tuple(f"Author{i} Nameson" for i in range(1 if n % 4 else 300)),
            venue="ICML" if n % 5 else "V" * 60,
            pdf_url="https://example.org/" + "p" * 300,
            url="https://example.org/u",
        )
        for n in range(14)
    ]
    readings = [
        Reading(p.id, list(Status)[n % 6], n % 6, rank=float(n), tags=("t" * 200, "长" * 90, "a"))
        for n, p in enumerate(papers[:10])
    ]
    library = make_library(papers, readings)
    library.note("p00000", "# A\n\n- `b`\n\n> q " + "w" * 3000 + "\n")
    return library


@pytest.mark.parametrize("name", [*SCREENS, *MORE])
async def test_a_screen_comes_back_from_any_size_as_it_was(
    open_app: OpenApp, odd: Library, name: str
) -> None:
    async with open_app(odd, daily=DailyCap(minutes=60), watch=("word", "字")) as it:
        for key in {**SCREENS, **MORE}[name]:
            await it.pilot.press(key)
        await it.settle()
        it.app.clear_notifications()
        await it.pilot.pause(0.1)
        await it.settle()
        before, focused = it.lines(), it.app.focused
        for size in SIZES:
            await it.resize(*size)
        await it.pilot.pause(0.1)
        await it.settle()
        assert it.lines() == before
        assert it.app.focused is focused


async def test_space_reads_on_in_triage_after_the_terminal_was_tiny(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T")
        await it.resize(20, 6)
        await it.resize(120, 35)
        assert "j/space pass" in it.text()
        assert "Title of paper 0" in it.text()
        await it.press("space")
        assert "Title of paper 1" in it.text()


async def test_the_cursor_of_a_note_stays_in_sight_in_any_width(
    open_app: OpenApp, odd: Library
) -> None:
    async with open_app(odd, size=(200, 50)) as it:
        await it.press("n")
        area = it.app.screen.query_one(NoteArea)
        for size in ((100, 30), (72, 24), (60, 20), (200, 50), (50, 12)):
            await it.resize(*size)
            assert area.content_region.contains_point(area.cursor_screen_offset), size
