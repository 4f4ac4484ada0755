"""Jumping to a title."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from readq.domain import Status
from readq.errors import NotSavedError
from readq.library import Library
from readq.ui.screens.hits_screen import JumpResult
from readq.ui.screens.jump import JumpScreen

Show = Callable[..., Any]


def all_ids(library: Library) -> frozenset[str]:
    return frozenset(library.ids())


@pytest.fixture
def jump(library: Library) -> JumpScreen:
    """A jump over the whole library, nothing filtered."""
    return JumpScreen(library, all_ids(library))


@pytest.fixture
def go_on(library: Library, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Hits come only once this is set."""
    event = threading.Event()
    search = library.jump

    def slow(query: str, limit: int = 60) -> Any:
        event.wait(5)
        return search(query, limit)

    monkeypatch.setattr(library, "jump", slow)
    return event


async def test_letters_find_a_title_and_enter_goes_there(jump: JumpScreen, show: Show) -> None:
    async with show(jump) as shown:
        await shown.type("milebench")
        assert jump.hits.paper_id == "paper2"
        assert "1 of 7" in shown.text()
        await shown.press("enter")
        assert shown.answer == JumpResult("go", "paper2", "milebench")


async def test_every_letter_brings_its_own_hits(jump: JumpScreen, show: Show) -> None:
    async with show(jump) as shown:
        await shown.type("smol")
        assert list(jump.hits.paper_ids) == ["paper5"]
        await shown.press(*["backspace"] * 4)
        await shown.type("rwkv")
        assert list(jump.hits.paper_ids) == ["paper3"]


async def test_enter_pressed_before_the_hits_are_there_waits_for_them(
    jump: JumpScreen, show: Show, go_on: threading.Event
) -> None:
    """Typing fast and pressing enter goes to the hit of all letters, not of the first ones."""
    async with show(jump) as shown:
        await shown.pilot.press(*"masks")
        await shown.pilot.press("enter")
        assert shown.is_open
        go_on.set()
        await shown.settle()
        assert shown.answer == JumpResult("go", "paper4", "masks")


async def test_until_the_index_is_made_it_says_so(
    library: Library, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    build = library.build_jump_index

    def held_back() -> None:
        go_on.wait(5)
        build()

    monkeypatch.setattr(library, "build_jump_index", held_back)
    jump = JumpScreen(library, all_ids(library))
    async with show(jump, settle=False) as shown:
        await shown.pilot.press(*"masks")
        assert "building the index" in shown.text()
        monkeypatch.setattr(library, "build_jump_index", build)
        go_on.set()
        await shown.settle()
        assert jump.hits.paper_id == "paper4"
        assert "building the index" not in shown.text()


async def test_an_empty_field_offers_the_last_places_then_the_queue(
    library: Library, show: Show
) -> None:
    library.mark(["paper3", "paper4"], Status.QUEUED)
    jump = JumpScreen(library, all_ids(library), recent=["paper5", "gone", "paper4"])
    async with show(jump) as shown:
        assert list(jump.hits.paper_ids) == ["paper5", "paper4", "paper3"]
        await shown.type("mile")
        await shown.press(*["backspace"] * 4)
        assert list(jump.hits.paper_ids) == ["paper5", "paper4", "paper3"]


async def test_arrows_and_ctrl_n_p_and_pages_move(jump: JumpScreen, show: Show) -> None:
    async with show(jump) as shown:
        await shown.type("context")
        assert len(jump.hits.paper_ids) >= 4
        places = []
        for key in ("down", "ctrl+n", "up", "ctrl+p", "pagedown", "pageup"):
            await shown.press(key)
            places.append(jump.hits.cursor)
        last = len(jump.hits.paper_ids) - 1
        assert places == [1, 2, 1, 0, last, 0]


async def test_tab_uses_the_words_as_filter(jump: JumpScreen, show: Show) -> None:
    async with show(jump) as shown:
        await shown.press("tab")
        assert shown.is_open
        await shown.type("long context ")
        await shown.press("tab")
        assert shown.answer == JumpResult("filter", None, "long context")


async def test_escape_closes_and_nothing_moves(jump: JumpScreen, show: Show) -> None:
    async with show(jump) as shown:
        await shown.type("mile")
        await shown.press("escape")
        assert shown.answer is None


async def test_ctrl_s_queues_without_closing_and_takes_out_again(
    jump: JumpScreen, library: Library, show: Show
) -> None:
    async with show(jump) as shown:
        await shown.type("mile")
        await shown.press("ctrl+s")
        assert library.reading("paper2").status is Status.QUEUED
        assert "▸ queued" in shown.text()
        await shown.press("ctrl+s")
        assert library.reading("paper2").status is Status.NEW
        assert shown.is_open


@pytest.mark.parametrize(
    ("key", "status"),
    [
        ("ctrl+s", Status.QUEUED),
        ("ctrl+x", Status.SKIPPED),
        ("ctrl+l", Status.LATER),
        ("ctrl+d", Status.READ),
    ],
)
async def test_a_hit_is_decided_on_while_letters_are_typed(
    jump: JumpScreen, library: Library, show: Show, key: str, status: Status
) -> None:
    async with show(jump) as shown:
        await shown.type("mile")
        await shown.press(key)
        assert library.reading("paper2").status is status
        await shown.type("be")
        assert jump.field.value == "milebe"
        await shown.press(key)
        assert library.reading("paper2").status is Status.NEW
        await shown.press("alt+u")
        assert library.reading("paper2").status is status
        assert shown.is_open


@pytest.mark.parametrize("key", ["ctrl+e"])
async def test_a_note_is_written_on_a_hit_and_the_jump_goes_on(
    jump: JumpScreen, library: Library, show: Show, key: str
) -> None:
    async with show(jump) as shown:
        await shown.type("mile")
        await shown.press(key, *"good", "escape")
        assert library.reading("paper2").note == "good"
        assert shown.app.screen is jump
        assert "✎ 1 word" in shown.text()
        await shown.type("bench")
        assert jump.field.value == "milebench"


async def test_ctrl_x_skips_and_takes_that_back(
    jump: JumpScreen, library: Library, show: Show
) -> None:
    async with show(jump) as shown:
        await shown.type("mile")
        await shown.press("ctrl+x")
        assert library.reading("paper2").status is Status.SKIPPED
        await shown.press("ctrl+x")
        assert library.reading("paper2").status is Status.NEW


async def test_a_decision_that_cannot_be_saved_is_said(
    jump: JumpScreen, library: Library, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise NotSavedError("The disk is full.")

    async with show(jump) as shown:
        await shown.type("mile")
        monkeypatch.setattr(library, "mark", full)
        await shown.press("ctrl+s")
        assert any("The disk is full." in toast for toast in shown.toasts())
        assert shown.is_open


async def test_ctrl_o_opens_the_paper(
    jump: JumpScreen, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "readq.ui.screens.jump_keys.open_link", lambda app, paper: opened.append(paper.id)
    )
    async with show(jump) as shown:
        await shown.type("mile")
        await shown.press("ctrl+o")
        assert opened == ["paper2"]


async def test_nothing_close_offers_the_filter(jump: JumpScreen, show: Show) -> None:
    async with show(jump) as shown:
        await shown.type("qqqqqqqqzzzz")
        assert "No title is close to that. tab searches abstracts." in shown.text()
        await shown.press("enter")
        assert shown.is_open


async def test_hits_outside_the_filter_are_marked(library: Library, show: Show) -> None:
    jump = JumpScreen(library, {"paper1"})
    async with show(jump) as shown:
        await shown.type("long context")
        rows = {line for line in shown.lines() if "COLM 2025" in line}
        hidden = {row for row in rows if "MileBench" in row}
        seen = {row for row in rows if "ELITR" in row}
        assert all("not in filter" in row for row in hidden)
        assert hidden
        assert seen
        assert not any("not in filter" in row for row in seen)


async def test_matched_letters_stand_out(jump: JumpScreen, show: Show) -> None:
    async with show(jump) as shown:
        await shown.type("mile")
        row = next(line for line in shown.lines() if "MileBench" in line)
        assert row
        key = shown.app.theme_variables["rq-key"].lower()
        colours = {s.color.name.lower() for s in shown.styles_of("Mile") if s.color}
        assert key in colours
        assert all(
            s.bold for s in shown.styles_of("Mile") if s.color and s.color.name.lower() == key
        )


async def test_titles_without_a_match_are_drawn_like_the_row_around_them(
    library: Library, show: Show
) -> None:
    library.mark(["paper3", "paper4"], Status.QUEUED)
    jump = JumpScreen(library, all_ids(library))
    async with show(jump) as shown:
        title = shown.styles_of("RWKV-7 Goose")[0]
        row = shown.styles_of("▌")[0]
        assert title.bgcolor == row.bgcolor
        assert title.bgcolor != shown.styles_of("Masks")[0].bgcolor


async def test_without_colours_matched_letters_are_underlined(
    jump: JumpScreen, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with show(jump) as shown:
        await shown.type("mile")
        assert any(style.underline for style in shown.styles_of("Mile"))


@pytest.mark.parametrize(
    ("size", "below", "beside"),
    [
        ((120, 35), True, False),
        ((80, 24), True, False),
        ((160, 40), False, True),
        ((60, 20), False, False),
    ],
)
async def test_the_preview_is_where_there_is_room(
    jump: JumpScreen, show: Show, size: tuple[int, int], below: bool, beside: bool
) -> None:
    async with show(jump, size=size) as shown:
        await shown.type("mile")
        pane, hits = jump.query_one("#jump-preview-pane"), jump.hits
        assert pane.display is (below or beside)
        if below:
            assert pane.region.y >= hits.region.bottom
        if beside:
            assert pane.region.x >= hits.region.right
        await shown.pilot.pause(0.1)
        assert ("remarkable" in shown.text()) is (below or beside)


async def test_hostile_titles_are_shown_as_they_are(jump: JumpScreen, show: Show) -> None:
    async with show(jump) as shown:
        await shown.type("hostile")
        await shown.pilot.pause(0.1)
        text = shown.text()
        assert "[@click=app.quit]Read me[/]" in text
        assert "\x1b" not in text
        assert "\u202e" not in text
        await shown.pilot.click("#jump-preview", offset=(12, 0))
        assert shown.is_open
        assert shown.app.is_running


async def test_pasted_control_characters_do_not_reach_the_field(
    jump: JumpScreen, show: Show
) -> None:
    async with show(jump) as shown:
        jump.field.value = "mile\x1b]0;x\x07\x9b2J"
        await shown.settle()
        assert jump.field.value == "mile"
        assert jump.hits.paper_id == "paper2"


async def test_a_click_highlights_and_a_double_click_goes(jump: JumpScreen, show: Show) -> None:
    async with show(jump) as shown:
        await shown.type("context")
        await shown.pilot.click("#jump-hits", offset=(12, 1))
        assert jump.hits.cursor == 1
        wanted = jump.hits.paper_id
        await shown.pilot.click("#jump-hits", offset=(12, 1), times=2)
        await shown.settle()
        assert shown.answer.paper_id == wanted


async def test_f1_lists_the_keys_of_the_jump(jump: JumpScreen, show: Show) -> None:
    async with show(jump) as shown:
        await shown.press("f1")
        assert "open its PDF or page" in shown.text()
        await shown.press("escape")
        assert shown.app.screen is jump


async def test_the_readers_own_keys_work_and_are_shown(library: Library, show: Show) -> None:
    jump = JumpScreen(library, all_ids(library))
    async with show(jump) as shown:
        shown.app.set_keymap({"jump.queue": "ctrl+y"})
        await shown.type("mile")
        await shown.press("ctrl+y")
        assert library.reading("paper2").status is Status.QUEUED
        assert "^y queue" in shown.text()


async def test_a_paper_that_goes_away_meanwhile_is_said(
    jump: JumpScreen, library: Library, show: Show
) -> None:
    """Another process may undo an import while the overlay is open."""
    async with show(jump) as shown:
        await shown.type("mile")
        library.undo()
        await shown.press("ctrl+s", "ctrl+o", "down")
        jump.hits.refresh()
        await shown.settle()
        assert "no longer in the library" in shown.text()
        await shown.press("enter")
        assert shown.toasts()[-1] == "That paper is no longer in the library."
        assert shown.is_open


async def test_decisions_wait_for_the_hits_of_what_was_typed(
    library: Library, jump: JumpScreen, show: Show, go_on: threading.Event
) -> None:
    """A key pressed at once is about what was typed, not about hits of the letters before."""
    library.mark(["paper0"], Status.QUEUED)
    async with show(jump) as shown:
        assert jump.hits.paper_id == "paper0"
        await shown.pilot.press(*"benchmark", "down", "ctrl+x")
        assert library.reading("paper0").status is Status.QUEUED
        go_on.set()
        await shown.settle()
        skipped = jump.hits.paper_ids[1]
        assert [i for i in library.ids() if library.reading(i).status is Status.SKIPPED] == [
            skipped
        ]
        go_on.clear()
        await shown.pilot.press("backspace", "ctrl+d", "x")
        go_on.set()
        await shown.settle()
        assert "nothing was done" in shown.toasts()[-1]
        assert not any(library.reading(i).status is Status.READ for i in library.ids())


async def test_places_gone_to_are_found_where_they_were_united_with(
    library: Library, show: Show
) -> None:
    library.unite("paper2", "paper1")
    jump = JumpScreen(library, all_ids(library), recent=["paper1", "paper2", "paper5"])
    async with show(jump):
        assert list(jump.hits.paper_ids) == ["paper2", "paper5"]
