"""Notes that name other papers, on the main screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from readq.library import Library
from readq.ui.facts import first_line
from readq.ui.screens.choice import ChoiceScreen

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened


@pytest.fixture
def linked(make_library: MakeLibrary, make_paper: MakePaper) -> Library:
    """Of eight papers the first links to the fifth, and the sixth to the fifth."""
    library = make_library(map(make_paper, range(8)))
    library.note("p00000", "as in [[Title of paper 4]]")
    library.note("p00005", "unlike [[p00004|that one]]")
    return library


async def test_l_goes_to_the_linked_paper_and_back(open_app: OpenApp, linked: Library) -> None:
    async with open_app(linked) as it:
        await it.press("L")
        assert it.highlighted == "p00004"
        await it.press("apostrophe")
        assert it.highlighted == "p00000"


async def test_of_several_linked_papers_one_is_chosen(open_app: OpenApp, linked: Library) -> None:
    async with open_app(linked) as it:
        await it.press("j", "j", "j", "j", "L")
        assert isinstance(it.app.screen, ChoiceScreen)
        assert "linked from  Title of paper 5" in it.text()
        await it.press("2")
        assert it.highlighted == "p00005"


async def test_a_paper_without_links_says_how_to_make_one(
    open_app: OpenApp, linked: Library
) -> None:
    async with open_app(linked) as it:
        await it.press("j", "L")
        assert "[[" in it.toasts()[-1]


async def test_the_detail_pane_shows_links_both_ways_and_a_click_follows_one(
    open_app: OpenApp, linked: Library
) -> None:
    async with open_app(linked, size=(120, 60)) as it:
        assert "→ Title of paper 4" in await shown(it)
        await it.press("j", "j", "j", "j")
        text = await shown(it)
        assert "← Title of paper 0\n← Title of paper 5" in text
        y = next(n for n, line in enumerate(it.lines()) if "← Title of paper 5" in line)
        x = it.line(y).index("←")
        await it.pilot.click(offset=(x, y))
        await it.settle()
        assert it.highlighted == "p00005"


async def shown(it: Opened) -> str:
    await it.detail()
    await it.settle()
    return str(it.screen.detail.link_text.content)


@pytest.mark.parametrize(
    ("note", "line"),
    [
        ("\n\n## Claim\n\n*fast*\nrest", "fast"),
        ("# Alone", "Alone"),
        ("---\n> - `code` in [[p1|that]]", "code in that"),
        ("a - b", "a - b"),
        ("\n", ""),
    ],
)
def test_the_first_line_of_a_note_is_plain_text(note: str, line: str) -> None:
    assert first_line(note) == line


@pytest.mark.parametrize("density", ["compact", "cosy"])
async def test_the_list_shows_the_first_line_of_a_note_if_asked_to(
    open_app: OpenApp, linked: Library, density: str
) -> None:
    async with open_app(linked, show_notes=True) as it:
        if density == "cosy":
            await it.press("v")
        assert "as in Title of paper 4" in it.text().split("Detail")[1]
        assert any("Title of paper 5" in line and "✎" in line for line in it.lines())
    async with open_app(linked) as it:
        assert "as in Title" not in it.line(3)
