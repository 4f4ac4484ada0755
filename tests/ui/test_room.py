"""What is said is said whole, in the room there is, and can be seen without colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from readq.domain import DailyCap, Reading, Status
from readq.ui.widgets.queue_list import QueueList

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened

    from readq.library import Library

NARROW = (80, 24)


def standing_out(it: Opened) -> list[str]:
    """The pieces that stand out on the screen without colours."""
    strips = it.app.screen._compositor.render_strips()
    return [
        part.text
        for strip in strips
        for part in strip
        if part.style and (part.style.reverse or part.style.underline)
    ]


@pytest.mark.parametrize("width", [60, 72, 80, 97, 120, 200])
async def test_the_empty_filter_shows_whole_examples(open_app: OpenApp, width: int) -> None:
    async with open_app(size=(width, 24)) as it:
        await it.press("f")
        shown = it.line(1).split("sort:")[0].removeprefix(" f ").rstrip()
        examples = shown.removeprefix("Filter: ").split(", ")
        assert set(examples) <= {
            *("words", "status:queued", "tag:rl", 'author:"Welleck"', "venue:colm"),
            *("has:note", "priority>=3"),
        }
        assert len(examples) > 2


async def test_where_nothing_matches_is_said_whole_in_a_narrow_list(open_app: OpenApp) -> None:
    async with open_app(size=NARROW) as it:
        await it.press("f", *"zzzz", "enter")
        said = " ".join(line[2:36].strip() for line in it.lines()[4:7])
        assert "Nothing matches.  esc clears the filter" in said


async def test_where_a_fault_does_not_fit_what_helps_is_said(open_app: OpenApp) -> None:
    async with open_app(size=(60, 20)) as it:
        await it.press("f", *"auther:lee")
        await it.pilot.pause(0.3)
        assert it.line(1).rstrip().endswith('did you mean "author"?')
        await it.resize(120, 35)
        await it.press("enter")
        assert 'unknown field "auther" - did you mean "author"?' in it.line(1)


@pytest.mark.parametrize("width", [60, 80])
async def test_all_decisions_are_on_a_narrow_card(open_app: OpenApp, width: int) -> None:
    async with open_app(size=(width, 24)) as it:
        await it.press("T")
        for words in ("x", "Skip", "m", "Maybe later", "a", "Queue", "d", "Already read"):
            assert words in it.line(22)


async def test_venues_and_priorities_of_hits_stand_in_columns(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    venues = ("ICML", "A Conference on Everything", "", "COLM")
    papers = [make_paper(n, venue=venue) for n, venue in enumerate(venues)]
    readings = [Reading(f"p{n:05}", Status.QUEUED, priority=n, note="x" * n) for n in (1, 3)]
    library = make_library(papers, readings)
    async with open_app(library, size=NARROW) as it:
        await it.press("/", *"paper")
        rows = [line.rstrip(" │") for line in it.lines() if "Title of paper" in line][:4]
        priorities = {row.index(f"  {n}  ") for row in rows for n in "13" if f"  {n}  " in row}
        assert len(priorities) == 1
        assert len({len(row) for row in rows if row.endswith(("2026", "…"))}) == 1


async def test_a_venue_is_shown_whole_or_not_at_all_in_rows_of_two_lines(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    titles = ("Some words " * 3 + "x" * n for n in range(30))
    library = make_library(make_paper(n, title) for n, title in enumerate(titles))
    async with open_app(library, size=(60, 50)) as it:
        await it.press("v")
        text = it.text()
        assert "ICML 2026" in text
        assert not any(f"{'ICML 2026'[:n]}…" in text for n in range(1, 9))


async def test_without_colours_the_cursor_of_a_field_can_be_seen(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with open_app() as it:
        for keys in (("f", *"tle"), ("t", *"tle"), ("/", *"tle"), ("ctrl+p", *"tle")):
            await it.press(*keys)
            for field in it.app.screen.query(Input):
                field.cursor_blink = False
            await it.press("left")
            assert "e" in standing_out(it), keys
            await it.press("escape", "escape", "escape")


async def test_without_colours_what_enter_takes_can_be_told(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with open_app() as it:
        await it.press("ctrl+p")
        assert "Add a title, DOI, arXiv id or link" in "".join(standing_out(it))
        await it.press("escape", "n", *"[[title")
        assert "Title of paper" in "".join(standing_out(it))
        await it.press("escape", "escape", "f", *"stat")
        assert "status" in "".join(standing_out(it))


async def test_a_move_that_comes_when_the_day_has_become_shorter_goes_to_its_end(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library, daily=DailyCap(minutes=60)) as it:
        await it.press("P", "d", "d")
        rows = it.app.screen.query_one("#plan-rows", QueueList)
        rows.post_message(QueueList.MoveRequested(rows, rows.paper_ids[0], ("p00000", "p00001")))
        await it.settle()
        rows.post_message(QueueList.MoveRequested(rows, rows.paper_ids[0], ("p00009",)))
        await it.settle()
        assert it.app._exception is None
        assert it.library.queue_ids()[0] == "p00002"


async def test_a_full_day_asks_its_whole_question_in_a_narrow_terminal(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    papers = [make_paper(n, f"A title {n} that has rather many words in it") for n in range(9)]
    readings = [Reading(f"p{n:05}", Status.QUEUED, rank=float(n)) for n in range(5)]
    library = make_library(papers, readings)
    async with open_app(library, size=(60, 20), daily=DailyCap(minutes=60)) as it:
        it.screen.papers.highlight("p00008")
        await it.press("a")
        assert "Today is full (60 min): instead of" in it.text()
        assert "A title 8 that has rather many" in it.text()


async def test_note_and_preview_share_a_narrow_terminal(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library([make_paper(0)])
    library.note("p00000", "Some **bold** words " * 12)
    async with open_app(library, size=(60, 20)) as it:
        await it.press("n", "ctrl+t")
        area, preview = (
            it.app.screen.query_one(name).region for name in ("NoteArea", "#note-preview-pane")
        )
        assert area.width == preview.width == 60
        assert min(area.height, preview.height) >= 6
        assert it.app.screen.region.contains_region(preview)
        await it.press(*"more")
        assert "more" in it.text()
