"""Triage: one paper at a time, one key a paper."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from tests.ui.conftest import paper
from textual.widgets._toast import Toast, ToastRack

from readq.config import RankSettings
from readq.domain import Reading, Status
from readq.ui.screens.main import MainScreen
from readq.ui.screens.triage import TriageScreen
from readq.ui.widgets.choices import Choices

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened

    from readq.library import Library


@pytest.fixture
def open_app(open_app: OpenApp) -> OpenApp:
    """The app, with papers in the order of the list."""
    return partial(open_app, rank=RankSettings(learn=False))


def card(it: Opened) -> TriageScreen:
    """The triage screen."""
    screen = it.app.screen
    assert isinstance(screen, TriageScreen)
    return screen


@pytest.mark.parametrize(
    ("key", "status", "priority"),
    [
        ("a", "queued", 0),
        ("right", "queued", 0),
        ("x", "skipped", 0),
        ("left", "skipped", 0),
        ("m", "later", 0),
        ("down", "later", 0),
        ("d", "read", 0),
        ("r", "reading", 0),
        ("4", "queued", 4),
    ],
)
async def test_one_key_decides_and_the_next_paper_is_on_the_card(
    open_app: OpenApp, key: str, status: str, priority: int
) -> None:
    async with open_app() as it:
        await it.press("T")
        assert "Title of paper 0" in it.text()
        await it.press(key)
        assert it.status(0) == status
        assert it.library.reading("p00000").priority == priority
        assert card(it).current == "p00001"
        assert "Abstract of paper 1." in it.text()
        assert len(it.library.log()) == 1
        assert it.toasts() == []


async def test_two_hundred_papers_are_two_hundred_keys_and_as_many_take_them_back(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library(map(make_paper, range(220)))
    keys = ("x", "a", "m", "3", "x", "d", "x", "right", "left", "5")
    wanted = [Status(s) for s in (["skipped", "queued", "later", "queued", "skipped"])]
    wanted += [Status(s) for s in (["read", "skipped", "queued", "skipped", "queued"])]
    async with open_app(library, size=(60, 20)) as it:
        await it.press("T")
        await it.press_at_once(*keys * 20)
        assert [it.status(n) for n in range(200)] == wanted * 20
        assert card(it).current == "p00200"
        assert "200 of 220" in it.text()
        await it.press_at_once(*["u"] * 200)
        assert library.counts()[Status.NEW] == 220
        assert card(it).current == "p00000"
        assert "0 of 220" in it.text()
        await it.press_at_once(*["ctrl+r"] * 3)
        assert [it.status(n) for n in range(4)] == [*wanted[:3], Status.NEW]
        assert card(it).current == "p00003"


async def test_undo_shows_the_paper_again_and_its_other_decision_goes_on_from_there(
    open_app: OpenApp,
) -> None:
    async with open_app() as it:
        await it.press("T", "x", "x", "x", "u", "backspace")
        assert card(it).current == "p00001"
        assert "Title of paper 1" in it.text()
        await it.press("a")
        assert (it.status(0), it.status(1), it.status(2)) == ("skipped", "queued", "new")
        assert card(it).current == "p00002"


async def test_a_decision_of_another_day_can_be_taken_back_from_the_card(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library(map(make_paper, range(5)))
    library.mark("p00003", Status.SKIPPED)
    async with open_app(library) as it:
        await it.press("T", "u")
        assert it.status(3) == "new"
        assert card(it).current == "p00003"
        await it.press("x")
        assert card(it).current == "p00000"


async def test_nothing_to_undo_is_said(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T", "u", "ctrl+r")
        assert it.toasts() == ["Nothing to undo", "Nothing to redo"]


async def test_passing_and_going_back_change_nothing(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T", "j", "x", "k")
        assert card(it).current == "p00001"
        assert "skipped" in it.text()
        await it.press("k")
        assert card(it).current == "p00000"
        await it.press("k")
        assert card(it).current == "p00000"
        assert len(it.library.log()) == 1


async def test_a_key_on_a_paper_decided_so_takes_it_back_and_stays(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T", "x", "k", "x")
        assert it.status(0) == "new"
        assert card(it).current == "p00000"


async def test_space_reads_on_and_passes_at_the_end(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library([make_paper(0, abstract="So many words. " * 150), make_paper(1)])
    async with open_app(library, size=(60, 20)) as it:
        await it.press("T", "space")
        assert card(it).current == "p00000"
        assert card(it).card.scroll_offset.y > 0
        for _ in range(8):
            await it.press("space")
            if card(it).current != "p00000":
                break
        assert card(it).current == "p00001"
        assert card(it).card.scroll_offset.y == 0
        assert it.library.log() == []


async def test_only_what_the_filter_shows_is_gone_through(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    papers = [make_paper(n, venue="COLM" if n in (2, 5) else "ICML") for n in range(8)]
    async with open_app(make_library(papers)) as it:
        it.screen.filter_bar.put("venue:colm")
        await it.settle()
        await it.press("enter") if it.screen.filter_bar.has_focus_within else None
        it.screen.papers.focus()
        await it.press("T")
        assert "0 of 2" in it.text()
        assert card(it).current == "p00002"
        await it.press("x")
        assert card(it).current == "p00005"
        await it.press("a")
        assert "That was the last one" in it.text()


async def test_at_once_after_the_start_the_card_knows_all_papers(open_app: OpenApp) -> None:
    async with open_app() as it:
        it.screen.papers.paper_ids = ()  # as before the list has come
        await it.press("T")
        assert "0 of 12" in it.text()


async def test_keys_that_come_before_the_card_decide_about_it(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press_at_once("T", "x", "4", "u", "a")
        assert [it.status(n) for n in range(4)] == ["skipped", "queued", "new", "new"]
        assert it.library.reading("p00001").priority == 0


async def test_the_end_says_how_it_went_and_goes_on_with_what_was_left(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    async with open_app(make_library(map(make_paper, range(4)))) as it:
        await it.press("T", "a", "m", "x", "j")
        text = it.text()
        assert "The end of this turn" in text
        assert "1  kept" in text
        assert "1  skipped" in text
        assert "1  left for later" in text
        assert "T  goes on with the 2 left" in text
        await it.press("k")
        assert card(it).current == "p00003"
        await it.press("j", "T")
        assert card(it).current == "p00003"
        await it.press("x", "m")
        assert it.status(1) == "later"
        assert card(it).current == ""


async def test_without_anything_to_triage_the_card_says_so(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library([make_paper(0)], [Reading("p00000", Status.READ)])
    async with open_app(library) as it:
        await it.press("T")
        assert "Nothing to triage here" in it.text()
        assert "later" not in it.line(1)
        await it.press("x", "a", "j", "k", "3", "0", "t", "n", "o", "plus", "space", "T")
        assert it.library.log() == []
        await it.press("escape")
        assert isinstance(it.app.screen, MainScreen)


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_the_list_is_where_the_card_was(open_app: OpenApp, key: str) -> None:
    async with open_app() as it:
        await it.press("T", "x", "a", "j", key)
        assert isinstance(it.app.screen, MainScreen)
        assert it.highlighted == "p00003"
        assert "✗ Title of paper 0" in it.text()
        assert "1 queued" in it.line(0)


async def test_with_advance_off_the_card_stays_and_tells_the_decision(open_app: OpenApp) -> None:
    async with open_app(advance=False) as it:
        await it.press("T", "a")
        assert card(it).current == "p00000"
        assert "▸ queued" in it.text()
        await it.press("j")
        assert card(it).current == "p00001"


async def test_tags_notes_and_priority_do_not_go_on(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T", "t", *"rl", "enter")
        assert it.library.reading("p00000").tags == ("rl",)
        await it.press("n", *"good", "escape")
        assert it.library.reading("p00000").note == "good"
        assert card(it).current == "p00000"
        assert " rl " in it.text()
        assert "good" in it.text()
        await it.press("plus", "0")
        assert it.library.reading("p00000").priority == 0
        assert card(it).current == "p00000"
        assert it.status(0) == "new"


async def test_a_click_on_a_decision_goes_back_to_its_paper(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T", "x", "a")
        row = next(y for y, line in enumerate(it.lines()) if "JUST DECIDED" in line) + 2
        assert "▸   Title of paper 1" in it.line(row)
        assert "✗   Title of paper 0" in it.line(row + 1)
        await it.pilot.click(offset=(100, row + 1))
        await it.settle()
        assert card(it).current == "p00000"


async def test_a_click_on_a_choice_decides(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T")
        row = next(y for y, line in enumerate(it.lines()) if "Maybe later" in line)
        await it.pilot.click(offset=(it.line(row).index("Skip"), row))
        await it.settle()
        assert it.status(0) == "skipped"


async def test_the_pace_is_shown_after_five_decisions(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T")
        for _ in range(5):
            assert "a paper" not in it.line(1)
            it.clock.seconds += 60
            await it.press("x")
        assert "60 s a paper" in it.line(1)
        assert "about 7 min left" in it.line(1)
        assert "5 decided   0 kept (0 %)" in it.text()
        assert "1.0 a minute" in it.text()


async def test_a_quarter_a_half_and_three_quarters_are_told_once(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T", "x", "x")
        assert "25 % of these papers" not in it.text()
        await it.press("x")
        assert "25 % of these papers are decided." in it.text()
        await it.press("u", "x")
        assert "25 % of these papers" not in it.text()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 35)])
async def test_no_message_covers_the_choices_and_none_the_text_when_a_quarter_is_done(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as it:
        await it.press("T", "x", "x", "x")
        assert it.toasts() == []
        choices = card(it).query_one(Choices).region
        card(it).owner.say("A message of some length. " * 6, "warning")
        await it.settle()
        assert not card(it).query_one(ToastRack).region.overlaps(choices)
        assert "Skip" in it.text()
        assert "Queue" in it.text()


@pytest.mark.parametrize("width", [108, 120, 160])
async def test_beside_a_column_no_message_covers_the_text(open_app: OpenApp, width: int) -> None:
    async with open_app(size=(width, 35)) as it:
        await it.press("T")
        card(it).owner.say("A message of some length. " * 6, "warning", heading="Heading")
        await it.settle()
        for toast in card(it).query(Toast):
            assert toast.region.width > 30
            assert not toast.region.overlaps(card(it).card.region)


async def test_what_was_said_about_one_paper_does_not_cover_the_next(open_app: OpenApp) -> None:
    async with open_app(size=(80, 24)) as it:
        await it.press("T")
        say = card(it).owner.say
        say("Title of paper 0", heading="Copied title")
        await it.press("x")
        assert it.toasts() == ["Copied title\nTitle of paper 0"]  # hardly seen yet
        it.clock.seconds += 1.5
        await it.press("x")
        assert it.toasts() == []
        for key in ("j", "k", "u"):
            say("There is no link to copy.", "warning")
            it.clock.seconds += 2
            await it.press("x")
            assert it.toasts() == ["There is no link to copy."]  # warnings take longer to read
            it.clock.seconds += 2
            await it.press(key)
            assert it.toasts() == []
        say("The disk is full.", "error")
        it.clock.seconds += 60
        await it.press("x")
        assert it.toasts() == ["The disk is full."]


async def test_three_undos_say_the_last_one(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library([make_paper(n, abstract="The same words. " * 40) for n in range(9)])
    async with open_app(library=library) as it:
        for number in (6, 3, 0):
            library.mark([f"p{n:05}" for n in range(number, number + 3)], Status.SKIPPED)
        await it.press("T", "u", "u", "u")
        assert len(it.toasts()) == 1
        assert "Undone: skipped 3 papers" in it.toasts()[0]


async def test_the_end_offers_what_there_is_to_do_and_no_decision(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    async with open_app(make_library(map(make_paper, range(6)))) as it:
        await it.press("T")
        for key in "axxxmj":
            it.clock.seconds += 9
            await it.press(key)
        foot = "\n".join(it.lines()[-3:])
        for gone in ("Skip", "Maybe later", "Already read", "pass", "note", "tags"):
            assert gone not in foot
        for there in ("T go on", "k back", "u undo", "f what to triage", "esc leave"):
            assert there in foot
        await it.press("T")
        assert "Skip" in it.text()
        assert "go on" not in it.lines()[-1]
        await it.press("a", "x")
        assert "T go on" not in it.text()
        assert "min left" not in it.line(1)
        await it.press("u")
        assert "Skip" in it.text()


async def test_where_the_reader_is_stands_above_the_first_card_only(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    readings = [Reading("p00000", Status.QUEUED, rank=1.0), Reading("p00001", Status.SKIPPED)]
    async with open_app(make_library(map(make_paper, range(6)), readings)) as it:
        await it.press("T")
        assert "6 papers, 2 decided, 1 queued" in it.text()
        await it.press("x")
        assert "2 decided, 1 queued" not in it.text()


async def test_another_window_can_decide_about_the_paper_on_the_card(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T")
        it.library.mark(["p00000", "p00001"], Status.READ)
        card(it).take_news({"p00000", "p00001"})
        await it.settle()
        assert "✓ read" in it.text()
        assert "2 of 12" in it.text()
        await it.press("j")
        assert card(it).current == "p00002"


async def test_jump_puts_a_paper_on_the_card(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T", "slash", *"paper", "space", *"7")
        await it.press("enter")
        assert card(it).current == "p00007"
        await it.press("x")
        assert it.status(7) == "skipped"
        assert card(it).current == "p00000"


async def test_the_filter_is_a_key_away_and_brings_one_back(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T", "f")
        assert isinstance(it.app.screen, MainScreen)
        assert it.screen.filter_bar.has_focus_within
        await it.press(*"paper", "enter")
        assert isinstance(it.app.screen, TriageScreen)


@pytest.mark.parametrize("size", [(40, 10), (60, 20), (80, 24), (120, 35), (200, 50)])
async def test_title_and_first_words_are_in_sight_at_every_size(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as it:
        await it.press("T", "x")
        text = it.text()
        assert "Title of paper 1" in text
        assert "Abstract of paper 1" in text
        assert ("x Skip" if size[0] == 60 else "x ← Skip") in text
        assert "1 of 12" in text
        assert ("JUST DECIDED" in text) == (size[0] >= 108)
        await it.resize(30, 8)
        assert "readq needs 40x10" in it.text()
        await it.resize(*size)
        await it.press("a")
        assert it.status(1) == "queued"


async def test_the_readers_own_keys_work_and_show(open_app: OpenApp) -> None:
    async with open_app(keys={"paper.queue": "I", "paper.skip": "E"}) as it:
        await it.press("T")
        assert "I → Queue" in it.text()
        await it.press("I", "E")
        assert (it.status(0), it.status(1)) == ("queued", "skipped")


async def test_arrows_work_with_every_preset(open_app: OpenApp) -> None:
    async with open_app(preset="rayyan") as it:
        await it.press("T")
        assert "e ← Skip" in it.text()
        await it.press("left", "right", "i", "u")
        assert [it.status(n) for n in range(4)] == ["skipped", "queued", "queued", "later"]


async def test_messages_of_the_list_do_not_cover_the_first_paper(open_app: OpenApp) -> None:
    async with open_app(size=(80, 24)) as it:
        await it.press("a", "x")
        assert it.toasts()
        await it.press("T")
        assert not it.toasts()
        await it.press("u")
        assert it.status(1) is Status.NEW


async def test_a_paper_deferred_on_the_card_does_not_come_again_before_its_day(
    open_app: OpenApp,
) -> None:
    async with open_app(advance=True) as it:
        await it.press("T", "Z", "t", "x", "Z", "t", *["x"] * 9)
        assert it.status(0) == it.status(2) == "new"
        assert "12 of 12" in it.text()
        assert "goes on with" not in it.text()
        await it.press("T")
        assert card(it).current == ""
        await it.press("u", *["u"] * 9, "u")
        assert card(it).current == "p00001"
        await it.press("x")
        assert card(it).current == "p00002"
        assert "2 of 12" in it.text()


async def test_undo_and_redo_of_what_is_no_decision_count_none_and_say_what_it_was(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "j", "J", "escape", "T", "u")
        assert "JUST DECIDED" in it.text()
        assert "1 decided" not in it.text()
        assert [said for said in it.toasts() if said.startswith("Undone: moved")]
        await it.press("ctrl+r")
        assert card(it).current == "p00001"
        assert "1 decided" not in it.text()


@pytest.mark.parametrize("keys", ["x a x", "x x x"])
async def test_other_decisions_about_the_same_card_take_the_time_since_the_last_one(
    open_app: OpenApp, keys: str
) -> None:
    async with open_app(advance=False) as it:
        await it.press("T")
        for key in keys.split():
            it.clock.seconds += 20
            await it.press(key)
        assert card(it).sitting.seconds == 60


async def test_without_colours_the_gauge_tells_by_its_shape_how_far_triage_is(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with open_app(size=(80, 24)) as it:
        await it.press("x", "x", "x", "T")
        gauge = it.line(1).strip()
        assert gauge.count("━") == len(gauge) // 4
        assert gauge.lstrip("━") == "─" * (len(gauge) - len(gauge) // 4)


async def test_back_is_named_only_where_there_is_a_paper_before(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T")
        assert "k back" not in it.lines()[-1]
        await it.press("x")
        assert "k back" in it.lines()[-1]
        await it.press("k")
        assert card(it).current == "p00000"
        assert "k back" not in it.lines()[-1]


async def test_with_nothing_to_triage_there_is_no_way_back(
    open_app: OpenApp, make_library: MakeLibrary
) -> None:
    async with open_app(make_library([paper(0)], [Reading("p00000", Status.READ)])) as it:
        await it.press("T")
        assert "Nothing to triage here" in it.text()
        assert "k back" not in it.lines()[-1]


async def test_after_the_end_the_place_is_the_paper_shown_last(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("T", "x", "escape", "T", *"x" * 10, "m", "escape", "T")
        assert "you were at “Title of paper 11”" in it.text()
