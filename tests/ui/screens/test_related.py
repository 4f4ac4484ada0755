"""Papers like the highlighted one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from readq.domain import Status
from readq.library import Library
from readq.ui.screens.hits_screen import JumpResult
from readq.ui.screens.related import RelatedScreen

Show = Callable[..., Any]


@pytest.fixture
def related(library: Library) -> RelatedScreen:
    """What is like the paper on long contexts; the list shows that paper alone."""
    return RelatedScreen(library, "paper0", {"paper0"})


async def test_related_papers_are_listed_with_the_words_they_share(
    related: RelatedScreen, show: Show
) -> None:
    async with show(related) as shown:
        assert "LV-Eval" in shown.lines()[3]
        assert related.hits.paper_ids[0] in ("paper1", "paper2")
        await shown.pilot.pause(0.1)
        text = shown.text()
        row = next(line for line in shown.lines() if "ELITR" in line)
        assert "Benchmark, Long, Context" in row
        assert "not in filter" in row
        assert "both say" in text


async def test_the_keys_of_the_list_act_on_the_highlighted_paper(
    related: RelatedScreen, library: Library, show: Show
) -> None:
    async with show(related) as shown:
        for key, status in (
            ("a", Status.QUEUED),
            ("x", Status.SKIPPED),
            ("m", Status.LATER),
            ("r", Status.READING),
            ("r", Status.QUEUED),
            ("d", Status.READ),
        ):
            await shown.press(key)
            assert library.reading(related.hits.paper_id).status is status
        await shown.press("u")
        assert library.reading(related.hits.paper_id).status is Status.QUEUED
        await shown.press("ctrl+r")
        assert library.reading(related.hits.paper_id).status is Status.READ
        await shown.press("n", *"good", "escape")
        assert library.reading(related.hits.paper_id).note == "good"
        assert shown.app.screen is related
        await shown.press("j")
        second = related.hits.paper_ids[1]
        await shown.press("enter")
        assert shown.answer == JumpResult("go", second, "")


async def test_priority_tags_and_copies_are_a_key_away_as_in_the_list(
    related: RelatedScreen, library: Library, show: Show
) -> None:
    async with show(related) as shown:
        paper_id = related.hits.paper_id
        for key, priority in (("4", 4), ("+", 5), ("-", 4), ("0", 0), ("u", 4), ("ctrl+r", 0)):
            await shown.press(key)
            assert library.reading(paper_id).priority == priority
        await shown.press("t", *"rl", "enter")
        assert library.reading(paper_id).tags == ("rl",)
        assert "#rl" in shown.text()
        await shown.press("y")
        assert "Copy of" in shown.text()
        await shown.press("t")
        assert shown.app.screen is related
        assert shown.app.clipboard == library.hot(paper_id).title


async def test_one_goes_on_from_paper_to_paper_and_back(related: RelatedScreen, show: Show) -> None:
    async with show(related) as shown:
        first = list(related.hits.paper_ids)
        await shown.press("j", "R")
        assert first[1] not in related.hits.paper_ids
        assert "paper0" in related.hits.paper_ids
        await shown.press("backspace")
        assert list(related.hits.paper_ids) == first
        assert related.hits.paper_id == first[1]
        await shown.press("backspace")
        assert shown.answer is None


async def test_a_paper_that_goes_away_meanwhile_does_no_harm(
    related: RelatedScreen, library: Library, show: Show
) -> None:
    async with show(related) as shown:
        library.undo()
        await shown.press("a", "n", "o", "R", "j", "backspace")
        assert shown.is_open or shown.answer is None
