"""`D`: papers go out of sight, and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from readq.domain import Reading, Status
from readq.ui.screens.note import NoteScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened

    from readq.library import Library


def shown(it: Opened) -> str:
    return "".join(str(int(i[1:])) for i in it.screen.papers.paper_ids)


def queue(it: Opened) -> str:
    return "".join(str(int(i[1:])) for i in it.library.queue_ids())


@pytest.fixture
def few(make_library: MakeLibrary, make_paper: MakePaper) -> Library:
    """Six papers."""
    return make_library(map(make_paper, range(6)))


async def filter_by(it: Opened, text: str) -> None:
    await it.press("f", *text, "enter")


async def test_a_paper_goes_to_the_trash_the_next_is_highlighted_and_u_brings_it_back(
    open_app: OpenApp, few: Library
) -> None:
    async with open_app(few) as it:
        await it.press("j", "D")
        assert shown(it) == "02345"
        assert it.highlighted == "p00002"
        assert it.toasts() == ["Moved to the trash:\n“Title of paper 1”   u undo"]
        await it.press("D")
        assert it.highlighted == "p00003"
        assert it.toasts() == ["Moved to the trash: 2 papers\nu undo"]
        await it.press("u")
        assert (shown(it), it.highlighted) == ("02345", "p00002")
        await it.press("u")
        assert (shown(it), it.highlighted) == ("012345", "p00001")
        assert "Undone: moved to the trash: " in it.toasts()[-1]
        await it.press("ctrl+r")
        assert shown(it) == "02345"


async def test_the_last_of_the_list_leaves_the_highlight_on_the_one_before(
    open_app: OpenApp, few: Library
) -> None:
    async with open_app(few) as it:
        await it.press("G", "D")
        assert (shown(it), it.highlighted) == ("01234", "p00004")


async def test_in_trash_shows_it_and_the_same_key_brings_it_back(
    open_app: OpenApp, few: Library
) -> None:
    async with open_app(few) as it:
        await it.press("j", "D", "D", "D")
        await filter_by(it, "in:trash")
        assert shown(it) == "123"
        assert "3 of 6" in it.text()
        assert "in the trash since 30 Nov 2026" in await it.detail()
        assert "D take out" in it.text().splitlines()[-1]
        await it.press("g", "j", "D")
        assert shown(it) == "13"
        assert "Took out of the trash:\n“Title of paper 2”   u undo" in it.toasts()
        assert it.highlighted == "p00003"
        await it.press("D", "D")
        assert "The trash is empty." in it.text()
        assert "clears" in it.screen.papers.notice
        await it.press("escape")
        assert shown(it) == "012345"
        assert "in the trash" not in await it.detail()
        assert "a queue" in it.text().splitlines()[-1]


async def test_marked_papers_go_and_come_back_in_one_step(open_app: OpenApp, few: Library) -> None:
    async with open_app(few) as it:
        await it.press("space", "space", "j", "space", "D")
        assert shown(it) == "245"
        assert not it.screen.marked
        assert it.toasts() == ["Moved to the trash: 3 papers\nu undo"]
        assert len(it.library.log()) == 1
        await it.press("u")
        assert shown(it) == "012345"
        await it.press("ctrl+r")
        await filter_by(it, "in:trash")
        await it.press("asterisk", "D")
        assert shown(it) == ""
        assert not it.library.trash_ids
        await it.press("u")
        assert shown(it) == "013"


async def test_some_of_the_marked_in_the_trash_all_go_there(
    open_app: OpenApp, few: Library
) -> None:
    few.trash("p00000")
    async with open_app(few) as it:
        await filter_by(it, "in:trash,library")
        await it.press("g", "space", "space", "D")
        assert it.library.trash_ids == {"p00000", "p00001"}


async def test_a_queued_paper_leaves_the_queue_and_comes_back_to_its_place(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library, size=(120, 35)) as it:
        await it.press("w", "j", "D")
        assert queue(it) == "02345"
        assert it.screen.queue.paper_id == "p00002"
        assert "5 papers" in str(it.screen.queue.border_subtitle)
        await it.press("J")
        assert queue(it) == "03245"
        await it.press("u", "u")
        assert queue(it) == "012345"
        assert it.screen.queue.paper_id == "p00001"


async def test_queueing_a_paper_of_the_trash_brings_it_back_also_when_it_was_queued(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("j", "D")
        await filter_by(it, "in:trash")
        await it.press("a")
        assert queue(it) == "012345"
        assert "Queued" in it.toasts()[-1]
        assert not it.library.trash_ids


async def test_nothing_shows_it_unasked(open_app: OpenApp, few: Library) -> None:
    few.mark("p00001", Status.QUEUED)
    async with open_app(few, size=(120, 35)) as it:
        await it.press("/", *"paper 1", "enter", "D")
        assert it.screen.top_bar.facts.counts[Status.QUEUED] == 0
        assert it.screen.top_bar.facts.queue == 0
        await it.press("/")
        assert not it.app.screen.hits.paper_ids  # type: ignore[attr-defined]
        await it.press(*"title of paper 1")
        assert " of 5" in it.text()
        assert "p00001" not in it.app.screen.hits.paper_ids  # type: ignore[attr-defined]
        await it.press("escape")
        await filter_by(it, "paper")
        assert "5 of 5" in it.text()
        await it.press("escape", "T")
        assert it.app.screen.way.total == 5  # type: ignore[attr-defined]


async def test_when_all_is_in_the_trash_the_list_says_where_to_look(
    open_app: OpenApp, few: Library
) -> None:
    async with open_app(few) as it:
        await it.press("asterisk", "D")
        assert "All papers are in the trash.  f in:trash" in it.text()
    async with open_app(few) as it:  # no first run either
        assert "All papers are in the trash." in it.text()
        await filter_by(it, "in:trash")
        assert shown(it) == "012345"


async def test_a_link_to_a_paper_in_the_trash_leads_there_and_u_leads_back(
    open_app: OpenApp, few: Library
) -> None:
    few.note("p00000", "see [[Title of paper 4]]")
    few.trash("p00004")
    async with open_app(few, size=(120, 35)) as it:
        await filter_by(it, "paper")
        await it.press("g")
        assert "→ Title of paper 4" in await it.detail()
        await it.press("L")
        assert it.screen.filter_bar.text == "in:trash"
        assert (shown(it), it.highlighted) == ("4", "p00004")
        assert "in the trash, which the list shows now.   u undo" in it.toasts()[-1]
        await it.press("u")
        assert it.screen.filter_bar.text == "paper"
        assert (shown(it), it.highlighted) == ("01235", "p00000")
        assert it.library.trash_ids == {"p00004"}


async def test_adding_a_paper_that_is_in_the_trash_shows_where_it_is(
    open_app: OpenApp, few: Library
) -> None:
    few.trash("p00002")
    async with open_app(few) as it:
        await it.press("A", *"Title of paper 2", "enter")
        assert "Already here, in the trash\nTitle of paper 2" in it.toasts()
        assert (shown(it), it.highlighted) == ("2", "p00002")
        await it.press("D", "escape")
        assert shown(it) == "012345"


@pytest.mark.parametrize("keys", [("n",), ("N",)])
async def test_a_paper_in_the_trash_can_be_read_and_noted(
    open_app: OpenApp, few: Library, keys: Sequence[str]
) -> None:
    few.trash("p00002")
    async with open_app(few) as it:
        await filter_by(it, "in:trash")
        await it.press("n", *"words")
        assert isinstance(it.app.screen, NoteScreen)
        await it.press("escape")
        assert it.library.reading("p00002").note == "words"
        assert it.library.trash_ids == {"p00002"}


@pytest.mark.parametrize("settings", [{}, {"ascii": True}, {"preset": "emacs"}])
async def test_the_trash_is_told_in_words_in_every_look(
    open_app: OpenApp,
    few: Library,
    settings: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with open_app(few, size=(80, 24), **settings) as it:
        await it.press("j", "D")
        await filter_by(it, "in:trash")
        await it.detail()
        assert "in the trash since 30 Nov 2026" in it.text()


@pytest.mark.parametrize("preset", ["vim", "rayyan", "asreview", "emacs"])
async def test_the_key_is_the_same_in_every_set_of_keys(
    open_app: OpenApp, few: Library, preset: str
) -> None:
    async with open_app(few, preset=preset) as it:
        await it.press("D")
        assert it.library.trash_ids == {"p00000"}
        await it.press("question_mark")
        assert "to the trash, or back from it" in await help_text(it)


async def help_text(it: Opened) -> str:
    seen = it.text()
    for _ in range(12):
        await it.press("pagedown")
        seen += it.text()
    return seen


async def test_another_window_throws_a_paper_away(open_app: OpenApp, few: Library) -> None:
    async with open_app(few) as it:
        it.library.trash("p00003")
        it.screen.take_news(["p00003"])
        await it.settle()
        assert shown(it) == "01245"


# A filter given up


@pytest.fixture
def tagged(make_library: MakeLibrary, make_paper: MakePaper) -> Library:
    """Six papers, of which two are about x."""
    return make_library(
        map(make_paper, range(6)), [Reading("p00002", tags=("x",)), Reading("p00004", tags=("x",))]
    )


async def jump(it: Opened, text: str) -> None:
    await it.press("/", *text, "enter")


async def test_u_after_a_jump_that_cleared_the_filter_gives_filter_and_place_back(
    open_app: OpenApp, tagged: Library
) -> None:
    async with open_app(tagged) as it:
        await filter_by(it, "tag:x")
        await it.press("j")
        assert (shown(it), it.highlighted) == ("24", "p00004")
        await jump(it, "paper 1")
        assert (shown(it), it.highlighted) == ("012345", "p00001")
        assert it.toasts()[-1] == "The filter hid that paper and is cleared.   u undo"
        await it.press("u")
        assert it.screen.filter_bar.text == "tag:x"
        assert (shown(it), it.highlighted) == ("24", "p00004")
        assert it.toasts()[-1].startswith("Undone: cleared the filter")
        await it.press("u")
        assert "Nothing to undo" in it.toasts()[-1]
        await it.press("'")
        assert (shown(it), it.highlighted) == ("012345", "p00001")
        await it.press("u")
        assert (shown(it), it.highlighted) == ("24", "p00004")


async def test_what_was_decided_since_is_undone_first(open_app: OpenApp, tagged: Library) -> None:
    async with open_app(tagged) as it:
        await filter_by(it, "tag:x")
        await it.press("4")  # before the jump
        await jump(it, "paper 1")
        await it.press("x", "d")
        await it.press("u", "u")
        assert it.status(1) is it.status(2) is Status.NEW
        assert it.screen.filter_bar.text == ""
        await it.press("u")
        assert it.screen.filter_bar.text == "tag:x"
        assert it.library.reading("p00002").priority == 4
        await it.press("u")
        assert it.library.reading("p00002").priority == 0


async def test_the_same_key_before_and_after_the_jump_is_two_steps(
    open_app: OpenApp, tagged: Library
) -> None:
    async with open_app(tagged) as it:
        await filter_by(it, "tag:x")
        await it.press("+")
        await jump(it, "paper 1")
        await it.press("'", "+")
        assert it.library.reading("p00002").priority == 2
        await it.press("u")
        assert it.library.reading("p00002").priority == 1
        assert it.screen.filter_bar.text == ""


async def test_a_filter_typed_since_is_kept_by_undo(open_app: OpenApp, tagged: Library) -> None:
    async with open_app(tagged) as it:
        await it.press("4")
        await filter_by(it, "tag:x")
        await jump(it, "paper 1")
        await filter_by(it, "paper")
        await it.press("u")
        assert it.screen.filter_bar.text == "paper"
        assert it.library.reading("p00000").priority == 0
