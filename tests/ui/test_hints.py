"""The last line of every screen says from the start which keys matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from readq.ui.widgets.hint_bar import HintBar

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp


@pytest.mark.parametrize(
    "opening", ["i", "slash", "t", "n", "F", "S", "T", "P", "U", "y", "e", "R", "question_mark"]
)
async def test_every_screen_says_how_to_go_on_and_how_to_leave(
    open_app: OpenApp, opening: str
) -> None:
    async with open_app() as it:
        await it.press(opening)
        assert it.app.screen is not it.screen
        told = str(it.app.screen.query_one(HintBar).render())
        assert "esc" in told or "?" in told
        assert told in it.text()


@pytest.mark.parametrize("size", [(120, 35), (80, 24), (60, 20), (40, 10)])
async def test_the_note_says_at_every_width_how_to_close_it(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as it:
        await it.press("n")
        assert "esc save and close" in it.text().splitlines()[-1]
