"""Wherever papers are shown, the keys of the list do what they do in the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from readq.domain import Status
from readq.ui import outside
from readq.ui.bindings import contexts
from readq.ui.commands import live_commands
from readq.ui.screens.choice import ChoiceScreen
from readq.ui.screens.enrich import EnrichScreen
from readq.ui.screens.jump import JumpScreen
from readq.ui.screens.main import MainScreen
from readq.ui.screens.note import NoteScreen
from readq.ui.screens.related import RelatedScreen
from readq.ui.screens.triage import TriageScreen

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened

    from readq.library import Library


ABSTRACT = "Sparse attention with rotary positions for very long contexts in language models. " * 6


@pytest.fixture
def library(make_library: MakeLibrary, make_paper: MakePaper) -> Library:
    """Five papers on one subject and a few on none; each has two links."""
    links = {"arxiv_id": "2501.00001", "code_url": "https://example.org/code"}
    alike = [
        make_paper(n, f"Sparse attention for contexts {n}", abstract=ABSTRACT, **links)
        for n in range(5)
    ]
    return make_library([*alike, *(make_paper(n) for n in range(5, 9))])


def related(it: Opened) -> RelatedScreen:
    screen = it.app.screen
    assert isinstance(screen, RelatedScreen)
    return screen


async def test_every_key_about_a_paper_is_named_where_it_works_and_in_the_help(
    open_app: OpenApp, library: Library
) -> None:
    """Whatever the list does with a paper, each screen that shows papers does, too."""
    async with open_app(library) as it:
        about = {"paper", "watch"}
        wanted = {c.id for c in live_commands(it.app.screen) if c.id.partition(".")[0] in about}
        wanted |= {"app.undo", "app.redo", "find.related", "find.jump", "app.help", "queue.next"}
        assert "paper.defer" in wanted
        for way in (["R"], ["T"], ["w", "a", "P"]):
            await it.press(*way)
            assert not isinstance(it.app.screen, MainScreen)
            assert wanted - {c.id for c in live_commands(it.app.screen)} == set(), way
            await it.press("escape")


async def test_capital_o_asks_which_link_of_the_related_paper_to_open(
    open_app: OpenApp, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(outside, "open_address", lambda app, address: opened.append(address))
    async with open_app(library) as it:
        await it.press("R", "O")
        assert isinstance(it.app.screen, ChoiceScreen)
        assert "Links of" in it.text()
        assert "https://example.org/code" in it.text()
        place = next(line for line in it.lines() if "example.org/code" in line).split()
        await it.press(next(word for word in place if word.isdigit()))
        assert opened == ["https://example.org/code"]
        assert related(it).is_current


@pytest.mark.parametrize(("size", "letters"), [((60, 20), 40), ((80, 24), 44), ((120, 35), 50)])
async def test_titles_of_related_papers_have_most_of_the_room(
    open_app: OpenApp,
    make_library: MakeLibrary,
    make_paper: MakePaper,
    size: tuple[int, int],
    letters: int,
) -> None:
    title = "Attention over contexts so long that their titles, too, are long and wide number"
    papers = [make_paper(n, f"{title} {n}", abstract=ABSTRACT) for n in range(4)]
    async with open_app(make_library(papers), size=size) as it:
        await it.press("R")
        row = next(line for line in it.lines() if "◦  Attention" in line)
        assert title[:letters] in row
        if size[0] == 80:
            assert "contexts" in row.partition("…")[2].lower() or "attention" in row[50:].lower()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 35)])
@pytest.mark.parametrize(("key", "what"), [("t", "Tags of"), ("y", "Copy of"), ("O", "Links of")])
async def test_questions_about_a_paper_say_as_much_of_its_title_as_fits(
    open_app: OpenApp,
    make_library: MakeLibrary,
    make_paper: MakePaper,
    size: tuple[int, int],
    key: str,
    what: str,
) -> None:
    title = "方向 of a title that is long enough for the border of every card there is, and longer"
    paper = make_paper(0, title, arxiv_id="2501.00001", code_url="https://example.org/code")
    async with open_app(make_library([paper]), size=size) as it:
        await it.press(key)
        border = next(line for line in it.lines() if what in line)
        said = border.partition("“")[2].partition("…”")[0]
        assert title.startswith(said)
        card = cell_len(border.strip(" │").partition("╭")[2].partition("╮")[0]) + 2
        assert card - 12 <= cell_len(f"{what} “{said}…”") <= card


async def test_d_throws_a_related_paper_away_and_u_brings_it_back(
    open_app: OpenApp, library: Library
) -> None:
    async with open_app(library) as it:
        await it.press("R")
        before = list(related(it).hits.paper_ids)
        await it.press("D")
        assert library.trash_ids == {before[0]}
        assert list(related(it).hits.paper_ids) == before[1:]
        assert "Moved to the trash" in it.text()
        await it.press("j", "u")
        assert library.trash_ids == frozenset()
        assert list(related(it).hits.paper_ids) == before
        assert related(it).hits.paper_id == before[0]
        await it.press("escape")
        assert before[0] in it.screen.papers.paper_ids


async def test_capital_z_defers_a_related_paper(open_app: OpenApp, library: Library) -> None:
    async with open_app(library) as it:
        await it.press("R")
        paper_id = related(it).hits.paper_id
        await it.press("Z", "t")
        assert library.reading(paper_id).deferred_until is not None
        assert "Deferred until" in it.text()
        assert related(it).is_current


async def test_capital_l_goes_to_the_paper_that_the_note_of_a_related_one_links_to(
    open_app: OpenApp, library: Library
) -> None:
    async with open_app(library) as it:
        await it.press("R")
        library.note(related(it).hits.paper_id, "see [[Title of paper 7]]")
        await it.press("L")
        assert isinstance(it.app.screen, MainScreen)
        assert it.highlighted == "p00007"


async def test_notes_watch_words_and_completing_are_a_key_away(
    open_app: OpenApp, library: Library
) -> None:
    async with open_app(library, editor="") as it:
        await it.press("R")
        paper_id = related(it).hits.paper_id
        await it.press("N")
        assert isinstance(it.app.screen, NoteScreen)
        await it.press(*"good", "escape")
        assert library.reading(paper_id).note == "good"
        await it.press("b", *"rotary", "enter")
        assert it.app.watched.groups == ("rotary",)
        await it.press("e")
        assert isinstance(it.app.screen, EnrichScreen)
        await it.press("escape")
        assert related(it).is_current


async def test_a_message_tells_what_was_decided_as_in_the_list(
    open_app: OpenApp, library: Library
) -> None:
    async with open_app(library) as it:
        await it.press("R", "a")
        paper_id = related(it).hits.paper_id
        assert library.reading(paper_id).status is Status.QUEUED
        assert "Queued" in it.text()
        await it.press("u")
        assert it.toasts()[-1].startswith("Undone: queued")


async def test_in_triage_d_throws_the_paper_away_and_shows_the_next_one(
    open_app: OpenApp, library: Library
) -> None:
    async with open_app(library) as it:
        await it.press("T", "D")
        assert library.trash_ids == {"p00000"}
        assert "contexts 1" in it.text()
        await it.press("u")
        assert library.trash_ids == frozenset()
        assert "contexts 0" in it.text()
        await it.press("ctrl+r")
        assert library.trash_ids == {"p00000"}
        assert "contexts 1" in it.text()
        await it.press("a")
        assert library.queue_ids() == ["p00001"]


async def test_triage_shows_the_related_paper_one_goes_to_and_the_linked_one_on_the_card(
    open_app: OpenApp, library: Library
) -> None:
    library.note("p00003", "see [[Title of paper 7]]")
    async with open_app(library) as it:
        await it.press("T", "R")
        related(it).hits.highlight("p00003")
        await it.press("enter")
        assert isinstance(it.app.screen, TriageScreen)
        assert it.app.screen.current == "p00003"
        await it.press("L")
        assert it.app.screen.current == "p00007"


async def test_from_the_plan_one_goes_to_related_and_linked_papers_in_the_list(
    open_app: OpenApp, library: Library
) -> None:
    library.mark(["p00000", "p00001"], Status.QUEUED)
    library.note("p00001", "see [[Title of paper 7]]")
    async with open_app(library) as it:
        await it.press("P", "D")
        assert library.trash_ids == {"p00000"}
        await it.press("u", "R")
        wanted = related(it).hits.paper_id
        await it.press("enter")
        assert isinstance(it.app.screen, MainScreen)
        assert it.highlighted == wanted
        await it.press("P", "j", "L")
        assert isinstance(it.app.screen, MainScreen)
        assert it.highlighted == "p00007"


def test_keys_for_moving_can_be_chosen_among_related_papers() -> None:
    """What moves the highlight is among the keys that the settings check there."""
    ids = {
        binding.id
        for context in contexts(RelatedScreen)
        if RelatedScreen in context
        for node in context
        for bindings in node._merge_bindings().key_to_bindings.values()
        for binding in bindings
    }
    assert {"move.first", "move.last", "move.page.down"} <= ids


async def test_in_the_jump_ctrl_t_tags_a_hit_and_ctrl_r_does_again_what_was_undone(
    open_app: OpenApp, library: Library
) -> None:
    async with open_app(library) as it:
        await it.press("slash", *"contexts 2", "ctrl+t", *"rl", "enter")
        assert library.reading("p00002").tags == ("rl",)
        assert isinstance(it.app.screen, JumpScreen)
        await it.press("alt+u")
        assert library.reading("p00002").tags == ()
        await it.press("ctrl+r")
        assert library.reading("p00002").tags == ("rl",)
