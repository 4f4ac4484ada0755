"""Answers to choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from readq.ui.screens.choice import Answer, ChoiceScreen

Show = Callable[..., Any]


@pytest.mark.parametrize("size", [(120, 35), (60, 20)])
async def test_no_part_of_an_answer_steers_the_terminal_or_is_markup(
    show: Show, size: tuple[int, int]
) -> None:
    text = "a\x1b[2J\x1bc\u202e [b]x[/b] \x07"
    async with show(ChoiceScreen(text, [Answer(text, text), Answer(text)], text), size=size) as it:
        assert "[b]x[/b]" in it.text()
        assert not {"\x1b", "\x07", "\u202e"} & set(it.text())


async def test_a_long_answer_leaves_room_for_what_it_stands_for(show: Show) -> None:
    answers = [Answer("a name of a template that goes on and on and on" * 2, "## Claim")]
    async with show(ChoiceScreen("Which", answers), size=(60, 20)) as it:
        assert "## Cl" in it.text()
