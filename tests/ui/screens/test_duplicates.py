"""Going through papers that may be there twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.library.sources import ABSTRACTS

from readq.domain import Status
from readq.ui.screens.duplicates import DuplicatesScreen
from readq.ui.screens.main import MainScreen
from readq.ui.widgets.pair_text import different_words

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp

    from readq.library import Library

ONE, TWO, _ = ABSTRACTS
A, B, C, D = (f"p{n:05}" for n in range(4))


@pytest.fixture
def twice(make_library: MakeLibrary, make_paper: MakePaper) -> Library:
    """Two pairs: one that surely is one paper, one that may be."""
    alike = {"abstract": ONE, "authors": ("Ann Lee", "Bo Ek")}
    other = {"abstract": TWO, "authors": ("Cy Ng", "Di Ru")}
    return make_library(
        [
            make_paper(
                0, "A question of chains that forget", **alike, arxiv_id="2401.00001", venue=""
            ),
            make_paper(1, "The question of [bold]chains[/] that forget", **alike),
            make_paper(2, "Pruning rows that matter least", **other, venue="ICRA", year=2025),
            make_paper(3, "Pruning lines that matter less", **other, venue="IROS", year=2024),
        ]
    )


@pytest.mark.parametrize("size", [(120, 35), (80, 24), (60, 20)])
async def test_both_papers_are_shown_with_how_sure_it_is(
    open_app: OpenApp, twice: Library, size: tuple[int, int]
) -> None:
    async with open_app(twice, size=size) as it:
        await it.press("U")
        text = it.text()
        assert "Surely one work · 1 of 2 · 100 % of the text is the same" in text
        assert "A question of chains that forget" in text
        assert "[bold]chains[/]" in text
        assert "arXiv:2401.00001" in text


async def test_s_makes_them_one_and_u_takes_that_back(open_app: OpenApp, twice: Library) -> None:
    twice.note(B, "mine")
    before = twice.export()
    async with open_app(twice) as it:
        await it.press("U", "s")
        assert len(twice) == 3
        assert "Perhaps one work · 2 of 2" in it.text()
        await it.press("u")
        assert twice.export() == before
        assert "1 of 2" in it.text()
        assert "Undone: merged" in it.toasts()[-1]
        await it.press("s", "n")
        assert "That was the last pair: 1 merged, 1 kept apart." in it.text()
        assert twice.duplicates() == []
        await it.press("u", "u")
        assert twice.export() == before
        await it.press("u")
        assert it.toasts()[-1] == "Nothing was decided here yet"
        assert twice.reading(B).note == "mine"


async def test_ctrl_r_decides_again_what_u_took_back(open_app: OpenApp, twice: Library) -> None:
    before = twice.export()
    async with open_app(twice) as it:
        await it.press("U", "ctrl+r")
        assert it.toasts()[-1] == "Nothing was taken back here"
        await it.press("s", "n")
        after = twice.export()
        await it.press("u", "u", "ctrl+r")
        assert len(twice) == 3
        assert "Perhaps one work · 2 of 2" in it.text()
        assert "Redone: merged" in it.toasts()[-1]
        await it.press("ctrl+r")
        assert twice.export() == after
        assert twice.duplicates() == []
        assert "That was the last pair: 1 merged, 1 kept apart." in it.text()
        await it.press("u", "u")
        assert twice.export() == before
        assert "1 of 2" in it.text()
        await it.press("n", "ctrl+r")  # another decision leaves nothing to do again
        assert it.toasts()[-1] == "Nothing was taken back here"


async def test_n_keeps_them_apart_for_good(open_app: OpenApp, twice: Library) -> None:
    async with open_app(twice) as it:
        await it.press("U", "n", "m", "q")
        assert isinstance(it.app.screen, MainScreen)
        assert len(twice) == 4
        await it.press("U")
        assert "Perhaps one work · 1 of 1" in it.text()


async def test_tab_lets_the_other_one_stay(open_app: OpenApp, twice: Library) -> None:
    twice.mark(A, Status.QUEUED)
    async with open_app(twice) as it:
        await it.press("U", "tab", "s", "escape")
        assert B in twice
        assert A not in twice
        assert twice.queue_ids() == [B]
        assert len(it.screen.papers.paper_ids) == 3


async def test_a_pair_that_somebody_else_decided_is_passed_over(
    open_app: OpenApp, twice: Library
) -> None:
    async with open_app(twice) as it:
        await it.press("U")
        twice.unite(C, D)
        await it.press("space")
        assert "That was the last pair: 0 merged, 0 kept apart." in it.text()
        await it.press("s", "n", "tab", "m")
        assert len(twice) == 3


async def test_nothing_twice_is_said(open_app: OpenApp) -> None:
    async with open_app() as it:
        it.library.keep_apart("p00000", "p00001")
        await it.press("U")
        assert isinstance(it.app.screen, DuplicatesScreen)
        assert "comparing" not in it.text()
        assert "not a duplicate" not in it.text()  # the hint for a key that has no pair


async def test_keys_are_in_the_help_and_the_palette(open_app: OpenApp, twice: Library) -> None:
    async with open_app(twice) as it:
        await it.press("question_mark", "slash", *"twice")
        assert "papers there twice" in it.text()
        await it.press("escape", "escape", "ctrl+p", *"there twice")
        assert "Papers there twice" in it.text()
        await it.press("escape", "U", "question_mark", "slash", *"apart")
        assert "two works: keep apart" in it.text()


@pytest.mark.parametrize(
    ("one", "other", "marked"),
    [
        ("A red door", "A blue door", (["red"], ["blue"])),
        ("A door", "A door, of oak", ([], ["of", "oak"])),
        ("Tür zu", "tur ZU", ([], [])),
        ("One thing", "another", ([], [])),
        ("", "words", ([], [])),
    ],
)
def test_words_that_differ_are_marked(
    one: str, other: str, marked: tuple[list[str], list[str]]
) -> None:
    spans = different_words(one, other)
    texts = zip((one, other), spans, strict=True)
    assert tuple([text[s.start : s.end] for s in found] for text, found in texts) == marked


async def test_a_long_text_does_not_hold_up_a_key(open_app: OpenApp, twice: Library) -> None:
    long = replace(twice.paper(A), abstract="words of all sorts " * 50_000)
    twice._commit("completed", papers={A: (twice.paper(A), long)})
    assert different_words("word " * 50_000, "word " * 49_999) == ([], [])
