"""Filtering the list, and jumping in it."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from textual import events
from textual.events import Paste
from textual.worker import WorkerFailed

from readq.domain import Reading
from readq.ui.screens.jump import JumpScreen
from readq.ui.screens.text_field import TextField

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp

    from readq.library import Library


async def test_the_list_follows_the_filter_while_it_is_typed(
    open_app: OpenApp, showcase: Library
) -> None:
    async with open_app(showcase) as it:
        await it.press("f", *"goose")
        await it.pilot.pause(0.3)
        await it.settle()
        assert {it.library.hot(i).title for i in it.screen.papers.paper_ids} == {
            'RWKV-7 "Goose" with Expressive Dynamic State Evolution'
        }
        assert "4 of 64" in it.line(1)
        assert it.screen.filter_bar.has_focus_within
        await it.press("enter")
        assert it.screen.papers.has_focus


async def test_keys_typed_into_the_filter_decide_nothing(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("x", "u", "f", *"axmrdq0123TNu/+-='*<>", "ctrl+r", "enter", "escape")
        assert len(it.library.log()) == 2
        assert it.status(0) == "new"
        assert it.app.is_running


async def test_escape_clears_the_filter_and_the_highlight_stays(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("f", "7", "enter")
        assert list(it.screen.papers.paper_ids) == ["p00007"]
        await it.press("escape")
        assert len(it.screen.papers.paper_ids) == 12
        assert it.highlighted == "p00007"
        assert "sort: added" in it.line(1)


async def test_a_filter_given_up_leads_back_to_where_the_reader_was(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press(*"jjjj", "f")
        for key in "11":  # two lists on the way: papers with a 1, and the one with 11
            await it.press(key)
            await it.pilot.pause(0.3)
            await it.settle()
        assert list(it.screen.papers.paper_ids) == ["p00011"]
        await it.press("escape")
        await it.settle()
        assert it.highlighted == "p00004"
        await it.press("f", "1")
        await it.pilot.pause(0.3)
        await it.settle()
        assert it.highlighted == "p00010", "the first behind it"
        await it.press("enter", "escape")
        await it.settle()
        assert it.highlighted == "p00010", "a filter in use leads elsewhere for good"


async def test_a_wrong_filter_says_where_and_the_list_stays(open_app: OpenApp) -> None:
    async with open_app(size=(80, 24)) as it:
        await it.press("f", *"7", "enter")
        await it.press("f")
        it.screen.filter_bar.put("7 auther:x")
        await it.pilot.pause(0.3)
        await it.settle()
        assert "unknown field" in it.line(1)
        assert "auther" in it.line(1)
        assert list(it.screen.papers.paper_ids) == ["p00007"]
        await it.press("escape")
        assert "unknown field" not in it.line(1)


async def test_while_a_filter_is_wrong_the_list_is_what_stands_before_the_mistake(
    open_app: OpenApp,
) -> None:
    async with open_app() as it:
        await it.press("f")
        for typed, rows in (
            ("zzz", 0),
            ("auther:x", 12),
            ("7 (auther:x", 1),
            ("7 or -auther:x", 1),
        ):
            it.screen.filter_bar.put(typed)  # "zzz": in one go, or letter by letter on the way
            await it.pilot.pause(0.3)
            await it.settle()
            assert len(it.screen.papers.paper_ids) == rows, typed
            assert (it.screen.filter_bar.error is not None) is ("auther" in typed)
        await it.press("enter")
        assert len(it.screen.papers.paper_ids) == 1
        assert "unknown field" in it.line(1)


async def test_an_empty_result_says_how_to_get_out(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("f", *"zzzz", "enter")
        assert "Nothing matches.  esc clears the filter" in it.text()
        await it.press("j", "a", "5", "space", "V", "*", "enter", "escape")
        assert it.library.log() == []


async def test_up_and_down_bring_back_filters_used_before(open_app: OpenApp) -> None:
    async with open_app() as it:
        for words in ("7", "8"):
            await it.press("f", "ctrl+u", *words, "enter")
        await it.press("escape", "f", "up")
        assert it.screen.filter_bar.text == "8"
        await it.press("up", "up")
        assert it.screen.filter_bar.text == "7"
        await it.press("down")
        assert it.screen.filter_bar.text == "8"
        await it.press("down")
        assert it.screen.filter_bar.text == ""


async def test_a_decision_that_takes_the_paper_out_of_the_filter_shows_the_next(
    open_app: OpenApp,
) -> None:
    async with open_app() as it:
        await it.press("f", *"status:new", "enter")
        await it.press("j", "x")
        assert "p00001" not in it.screen.papers.paper_ids
        assert it.highlighted == "p00002"
        assert "11 of 12" in it.line(1)


async def test_marks_that_the_filter_hides_are_given_up(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("space", "f", "7", "enter", "x")
        assert it.status(0) == "new"
        assert it.status(7) == "skipped"


async def test_a_pasted_filter_with_control_characters_is_harmless(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("f")
        it.screen.filter_bar.put("\x1b[31m7\x07\u202e\n")
        await it.settle()
        assert "\x1b" not in it.screen.filter_bar.text
        assert "\u202e" not in it.text()


async def test_a_failure_while_filtering_is_said_and_the_app_goes_on(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app() as it:

        def fail(*_: object, **__: object) -> list[str]:
            raise RuntimeError("no such luck")

        monkeypatch.setattr(it.library, "ids", fail)
        it.screen.show_papers()
        with suppress(WorkerFailed):
            await it.settle()
        await it.pilot.pause()
        assert "no such luck" in it.toasts()[0]
        assert len(it.screen.papers.paper_ids) == 12


async def test_jump_goes_to_a_paper_and_quote_comes_back(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("j", "/")
        assert type(it.app.screen).__name__ == "JumpScreen"
        await it.press("escape")
        it.screen._before_jump = "p00001"
        it.screen.go_to("p00009")
        await it.settle()
        assert it.highlighted == "p00009"
        await it.press("'")
        assert it.highlighted == "p00001"
        await it.press("'")
        assert it.highlighted == "p00009"


async def test_the_last_places_are_there_after_a_restart(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library(map(make_paper, range(12)))
    for words in ("paper 7", "paper 3"):
        async with open_app(library) as it:
            await it.press("/", *[key if key != " " else "space" for key in words], "enter")
    async with open_app(library) as it:
        await it.press("/")
        jump = it.app.screen
        assert isinstance(jump, JumpScreen)
        assert list(jump.hits.paper_ids) == ["p00003", "p00007"]


@pytest.mark.parametrize("key", ["S", "P", "U"])
async def test_jump_leads_from_every_page_to_the_paper(open_app: OpenApp, key: str) -> None:
    async with open_app() as it:
        await it.press(key)
        page = it.app.screen
        await it.press("/", "escape")
        assert it.app.screen is page
        await it.press("/", *"paper 7", "enter")
        assert it.app.screen is it.screen
        assert it.highlighted == "p00007"
        await it.press(key, "/", *"paper 3", "tab")
        assert it.app.screen is it.screen
        assert it.screen.filter_bar.text == "paper 3"
        await it.press("'")
        assert it.highlighted == "p00000"


async def test_quote_without_a_jump_says_so(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("'")
        assert it.toasts() == ["No jump to come back from"]


async def test_going_to_a_paper_the_filter_hides_clears_the_filter(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("f", "7", "enter")
        it.screen.go_to("p00003")
        await it.settle()
        await it.settle()
        assert it.highlighted == "p00003"
        assert len(it.screen.papers.paper_ids) == 12
        assert "is cleared.   u undo" in it.toasts()[-1]


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("sta", "status:"),
        ("words -sta", "words -status:"),
        ("status:re", "status:reading"),
        ("status:new,la", "status:new,later"),
        ("(has:n", "(has:note"),
        ("tag:contr", "tag:controllability"),
        ("sort:pr", "sort:priority"),
    ],
)
async def test_tab_completes_the_word(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper, typed: str, completed: str
) -> None:
    library = make_library([make_paper(0)], [Reading("p00000", tags=("controllability",))])
    async with open_app(library) as it:
        await it.press("f", *typed, "tab")
        assert it.screen.filter_bar.text == completed
        assert it.screen.filter_bar.has_focus_within


@pytest.mark.parametrize("typed", ["", "zz", "status:queued", "tag:", '"sta', "year:2026"])
async def test_tab_with_nothing_to_complete_goes_to_the_list(open_app: OpenApp, typed: str) -> None:
    async with open_app() as it:
        await it.press("f", *typed, "tab")
        assert it.screen.filter_bar.text == typed
        assert it.screen.papers.has_focus


async def test_tab_pressed_at_once_completes_what_was_typed(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    async with open_app() as it:
        values = it.library.filter_values

        def slow(*asked: Any) -> Any:
            go_on.wait(5)
            return values(*asked)

        monkeypatch.setattr(it.library, "filter_values", slow)
        await it.press("f")
        await it.pilot.press(*"venue:i")
        await it.pilot.press("tab")
        assert it.screen.filter_bar.has_focus_within
        go_on.set()
        await it.settle()
        assert it.screen.filter_bar.text == "venue:ICML"


async def test_a_half_typed_filter_leaves_the_list_as_far_as_it_goes(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("f", "7")
        await it.pilot.pause(0.3)
        await it.settle()
        seven = it.screen.papers.paper_ids
        assert list(seven) == ["p00007"]
        it.screen.filter_bar.put("7 tag:")
        await it.settle()
        assert it.screen.papers.paper_ids == seven
        assert it.screen.filter_bar.error is None
        await it.press("enter")
        assert it.screen.filter_bar.error is not None
        assert "value" in it.line(1)
        assert it.screen.papers.paper_ids == seven


async def test_what_the_library_has_in_a_field_drops_down_with_counts(
    open_app: OpenApp, showcase: Library
) -> None:
    async with open_app(showcase) as it:
        await it.press("f", *"author:we")
        lines = it.lines()
        assert "Sean Welleck 42" in " ".join(lines[3].split())
        assert lines[2].rindex("╭", 0, 30) == lines[1].index("we") - 2
        await it.press("tab")
        assert it.screen.filter_bar.text == 'author:"Sean Welleck"'
        await it.press("enter")
        assert "42 of 64" in it.line(1)
        assert not it.screen.filter_bar.offers.display


async def test_down_goes_through_the_completions_and_up_back_to_the_filters_before(
    open_app: OpenApp,
) -> None:
    async with open_app() as it:
        await it.press("f", "7", "enter", "f", "ctrl+u", *"status:re")
        offers = it.screen.filter_bar.offers
        assert [offer.shown for offer in offers.offers] == ["reading", "read"]
        await it.press("down")
        assert offers.highlighted == 1
        await it.press("up")
        assert (offers.highlighted, it.screen.filter_bar.text) == (0, "status:re")
        await it.press("ctrl+n", "tab")
        assert it.screen.filter_bar.text == "status:read"
        await it.press("up")
        assert it.screen.filter_bar.text == "7"


async def test_a_click_takes_a_completion(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("f", *"has:")
        await it.pilot.click("#filter-offers", offset=(3, 2))
        await it.settle()
        assert it.screen.filter_bar.text == "has:pdf"
        assert it.screen.filter_bar.has_focus_within


async def test_the_last_filters_are_there_after_a_restart(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library(map(make_paper, range(12)))
    async with open_app(library) as it:
        await it.press("f", *"year:2026", "enter")
    async with open_app(library) as it:
        await it.press("f", "up")
        assert it.screen.filter_bar.text == "year:2026"


async def test_a_filter_is_kept_on_a_digit_and_used_after_a_restart(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library(map(make_paper, range(12)))
    async with open_app(library) as it:
        await it.press("F")
        assert "None yet" in it.text()
        await it.press("3", "escape", "f", *"paper 7".replace(" ", ""), "ctrl+s")
        assert "Keep this filter" in it.text()
        await it.press("3")
        assert it.library.log() == []
        assert "Kept on 3." in it.toasts()[-1]
        await it.press("escape")
    async with open_app(library) as it:
        await it.press("F", "3")
        assert it.screen.filter_bar.text == "paper7"
        await it.press("escape", "f", "up")
        assert it.screen.filter_bar.text == "paper7"
        await it.press("enter", "F", "delete", "escape")
        assert it.library.habits.now().saved == {}
        await it.press("F", "ctrl+s", "down", "enter")
        assert it.library.habits.now().saved == {2: "paper7"}


async def test_saved_filters_are_shown_as_they_are(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library(map(make_paper, range(12)))
    library.habits.save_filter(1, "[@click=app.quit]x[/] \x1b[31m" + "long " * 40)
    async with open_app(library, size=(60, 20)) as it:
        await it.press("F")
        assert "1  [@click=app.quit]x[/]" in it.text()
        assert "\x1b" not in it.text()
        await it.pilot.click("FilterDigits", offset=(8, 0))
        await it.settle()
        assert it.screen.filter_bar.text.startswith("[@click=app.quit]x[/]")
        assert it.app.is_running


async def test_related_papers_are_gone_to_like_a_jump(open_app: OpenApp, showcase: Library) -> None:
    async with open_app(showcase) as it:
        await it.press("R")
        assert "Related" in it.text()
        await it.press("enter")
        there = it.highlighted
        assert there != "p00000"
        await it.press("'")
        assert it.highlighted == "p00000"
        assert it.library.habits.now().jumps == (there,)


async def test_the_next_paper_is_a_key_away_from_related_ones(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("j", "j", "R", "p")
        assert it.app.screen is it.screen
        assert it.screen.queue.has_focus
        assert it.screen.queue.paper_id == "p00000"


@pytest.mark.parametrize("key", ["f", "slash"])
async def test_pasted_lines_are_one_and_a_book_does_not_stop_the_keys(
    open_app: OpenApp, key: str
) -> None:
    async with open_app() as it:
        await it.press(key)
        field = it.app.focused
        assert isinstance(field, TextField)
        field.post_message(Paste("graph neural\nnetworks\r\n"))
        await it.pilot.pause()
        assert field.value == "graph neural networks"
        field.post_message(Paste("x" * 100_000))
        await it.pilot.pause()
        assert 1_000 < len(field.value) < 5_000
        field.value = ""
        await it.press(*"7")
        assert field.value == "7"


async def test_what_was_begun_is_there_again_after_older_filters(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("f", "7", "enter", "f", "ctrl+u", "p", "a", "p", "up")
        assert it.screen.filter_bar.text == "7"
        await it.press("down")
        assert it.screen.filter_bar.text == "pap"


async def test_a_jump_to_a_paper_that_is_gone_says_so_and_the_filter_stays(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library(map(make_paper, range(12)))
    async with open_app(library) as it:
        await it.press("f", "7", "enter")
        it.screen.visit("gone")
        await it.settle()
        assert it.toasts() == ["That paper is no longer in the library."]
        assert it.screen.filter_bar.text == "7"
        await it.press("'")
        assert it.toasts()[-1] == "No jump to come back from"
        await it.press("escape")
        library.unite("p00009", "p00003")
        it.screen.visit("p00003")
        await it.settle()
        assert it.highlighted == "p00009"


@pytest.mark.parametrize("place", ["#filter-field", "#filter-key"])
async def test_a_click_into_the_filter_is_like_its_key(open_app: OpenApp, place: str) -> None:
    async with open_app() as it:
        await it.press("j", "j")
        await it.pilot.click(place)
        await it.settle()
        assert it.screen.filter_bar.field.has_focus
        it.screen.filter_bar.put('"paper 4')  # half a quote is no mistake yet
        await it.settle()
        assert list(it.screen.papers.paper_ids) == ["p00004"]
        assert it.screen.filter_bar.error is None
        await it.press("escape")
        assert it.highlighted == "p00002"


@pytest.mark.parametrize("pane", ["#list", "#detail"])
async def test_a_click_elsewhere_is_the_end_of_typing_a_filter(
    open_app: OpenApp, pane: str
) -> None:
    async with open_app() as it:
        await it.press("f")
        it.screen.filter_bar.put('"paper 4')
        await it.pilot.click(pane, offset=(5, 20))
        await it.settle()
        assert "this quote is never closed" in it.line(1)
        await it.press("f", "escape", "f", "up")
        assert it.screen.filter_bar.text == '"paper 4'


async def test_who_clicks_elsewhere_does_not_go_on_with_triage_later(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T", "f")
        await it.pilot.click("#list", offset=(5, 3))
        await it.press("f", *"paper", "enter")
        assert it.app.screen is it.screen


async def test_a_look_at_another_window_ends_no_filter(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("j", "f", *"title 4")
        it.app.post_message(events.AppBlur())
        await it.settle()
        it.app.post_message(events.AppFocus())
        await it.press("5", "escape")
        assert it.screen.filter_bar.text == ""
        assert it.highlighted == "p00001"


async def test_a_click_on_the_order_sorts_another_way(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.pilot.click("#filter-status", offset=(4, 0))
        await it.settle()
        assert "sort: priority" in it.line(1)
        assert it.app.screen.focused is it.screen.papers
