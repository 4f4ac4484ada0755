"""Answering a question with a line of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from readq.ui.screens.prompt import TextPrompt

Show = Callable[..., Any]

TAGS = ("reasoning", "rl", "retrieval", "long context", "LLM [big]")


@pytest.fixture
def tags() -> TextPrompt:
    """A question for tags."""
    return TextPrompt("Tags", hint="comma between tags", suggestions=TAGS)


async def test_enter_answers_with_what_was_typed(show: Show) -> None:
    prompt = TextPrompt("Title", "An old title")
    async with show(prompt) as shown:
        await shown.type("!")
        await shown.press("enter")
        assert shown.answer == "An old title!"


async def test_escape_answers_nothing(show: Show) -> None:
    async with show(TextPrompt("Title", "x")) as shown:
        await shown.press("escape")
        assert shown.answer is None


async def test_an_emptied_field_is_an_answer(show: Show) -> None:
    async with show(TextPrompt("Title", "x")) as shown:
        await shown.press("backspace", "enter")
        assert shown.answer == ""


async def test_tab_completes_the_last_tag(tags: TextPrompt, show: Show) -> None:
    async with show(tags) as shown:
        await shown.type("rl, re")
        assert tags.completions.options == ("reasoning", "retrieval")
        await shown.press("down", "tab")
        assert tags.field.value == "rl, retrieval, "
        await shown.type("lon")
        await shown.press("tab", "enter")
        assert shown.answer == "rl, retrieval, long context"


async def test_a_minus_is_kept_when_completing(tags: TextPrompt, show: Show) -> None:
    async with show(tags) as shown:
        await shown.type("-rea")
        await shown.press("tab", "enter")
        assert shown.answer == "-reasoning"


async def test_letters_inside_a_tag_match_too_and_used_tags_are_not_offered(
    tags: TextPrompt, show: Show
) -> None:
    async with show(tags) as shown:
        await shown.type("context")
        assert list(tags.completions.options) == ["long context"]
        await shown.press("tab")
        await shown.type("lon")
        assert list(tags.completions.options) == []


async def test_down_and_up_go_round(tags: TextPrompt, show: Show) -> None:
    async with show(tags) as shown:
        await shown.type("r")
        count = len(tags.completions.options)
        assert count > 2
        await shown.press("up")
        assert tags.completions.highlighted == count - 1
        await shown.press("down", "ctrl+n")
        assert tags.completions.highlighted == 1


async def test_a_click_takes_a_completion(tags: TextPrompt, show: Show) -> None:
    async with show(tags) as shown:
        await shown.type("re")
        await shown.pilot.click("Completions", offset=(3, 1))
        await shown.settle()
        assert tags.field.value == "retrieval, "


async def test_brackets_in_title_hint_and_tags_are_text(show: Show) -> None:
    prompt = TextPrompt(
        "Tags of [/b] [@click=app.quit]x\x1b[2J", "", "[red]hint[/]", ("LLM [/big]",)
    )
    async with show(prompt) as shown:
        await shown.type("llm")
        text = shown.text()
        for piece in ("Tags of [/b] [@click=app.quit]x", "[red]hint[/]", "LLM [/big]"):
            assert piece in text
        assert "\x1b" not in text


async def test_without_suggestions_commas_and_tab_are_nothing_special(show: Show) -> None:
    async with show(TextPrompt("Title")) as shown:
        await shown.type("a, b")
        await shown.press("tab", "enter")
        assert shown.answer == "a, b"
        assert "complete" not in shown.text()
