"""What an empty library offers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from readq.ui.screens import first_run
from readq.ui.screens.first_run import FirstRunScreen

Show = Callable[..., Any]


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["i"], "import"),
        (["d"], "sample"),
        (["A"], "add"),
        (["enter"], "import"),
        (["down", "enter"], "add"),
        (["j", "j", "space"], "sample"),
        (["up", "enter"], "sample"),
        (["down", "k", "enter"], "import"),
        (["escape"], None),
    ],
)
async def test_a_key_begins(show: Show, keys: list[str], answer: str | None) -> None:
    async with show(FirstRunScreen("/library")) as shown:
        await shown.press(*keys)
        assert shown.answer == answer


async def test_a_click_begins(show: Show) -> None:
    screen = FirstRunScreen("/library")
    async with show(screen) as shown:
        await shown.pilot.click(list(screen.query(".choice"))[1])
        await shown.settle()
        assert shown.answer == "add"


async def test_it_gives_way_to_papers_that_come_from_elsewhere(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_run, "LOOK_EVERY", 0.01)
    papers: list[str] = []
    async with show(FirstRunScreen("/library", lambda: bool(papers))) as shown:
        await shown.press("question_mark")
        papers.append("a paper")
        await shown.pilot.pause(0.05)
        assert "look around first" in shown.text()  # what is in front stays there
        await shown.press("escape")
        await shown.pilot.pause(0.05)
        assert shown.answer is None
        assert not isinstance(shown.app.screen, FirstRunScreen)


async def test_q_quits(show: Show) -> None:
    async with show(FirstRunScreen("/library")) as shown:
        await shown.press("q")
        assert shown.app.return_code == 0
        assert not shown.app.is_running


async def test_question_mark_lists_the_keys(show: Show) -> None:
    async with show(FirstRunScreen("/library")) as shown:
        await shown.press("question_mark")
        assert "look around first" in shown.text()


@pytest.mark.parametrize("size", [(120, 35), (80, 24), (60, 20)])
async def test_it_tells_where_the_library_is_in_every_window(
    show: Show, size: tuple[int, int]
) -> None:
    folder = Path.home() / "papers [/b]"
    async with show(FirstRunScreen(folder), size=size) as shown:
        text = shown.text()
        assert "~/papers [/b]" in text
        assert "Nothing leaves this machine." in text
        assert "Look around first" in text
        assert "quit" in shown.lines()[-1]


async def test_narrow_windows_keep_the_choices_and_drop_the_explanation(show: Show) -> None:
    async with show(FirstRunScreen("/library"), size=(60, 20)) as shown:
        assert "Import a list" in shown.text()
        assert "catalogue" not in shown.text()
