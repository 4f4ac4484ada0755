"""The two minutes that README promises, key by key as they are written there."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from readq.domain import Status
from readq.library import open_samples
from readq.ui.screens.main import MainScreen
from readq.ui.screens.note import NoteScreen
from readq.ui.screens.triage import TriageScreen

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp, Opened

pytestmark = pytest.mark.painted

ROOT = Path(__file__).parents[2]
NAMES = {"esc": "escape"}


def steps() -> list[list[str]]:
    """What is to be pressed or typed, by step."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = re.search(r"## Two minutes\n(.*?)\n## ", text, re.DOTALL)
    assert section
    items = re.findall(r"^\d\. (.*?)(?=^\d\. |^!|\Z)", section[1], re.MULTILINE | re.DOTALL)
    return [re.findall(r"`([^`]+)`", item) for item in items]


async def do(it: Opened, words: list[str]) -> None:
    for word in words:
        if len(word) == 1 or word in ("esc", "enter"):
            await it.press(NAMES.get(word, word))
        else:
            for letter in word:
                await it.pilot.press("space" if letter == " " else letter)
            await it.settle()


async def test_the_tour_does_what_it_says(open_app: OpenApp, tmp_path: Path) -> None:
    triage, jump, note, narrow, queue, undo = steps()
    with open_samples(tmp_path / "demo") as library:
        at_first = len(library.log(1000))
        async with open_app(library) as it:
            assert len(library) == 38
            await do(it, triage[:1])
            assert isinstance(it.app.screen, TriageScreen)
            await do(it, triage[1:])
            assert isinstance(it.app.screen, MainScreen)
            counted = Counter(library.reading(i).status for i in library.ids())
            assert counted[Status.QUEUED] == 2
            assert counted[Status.SKIPPED] == counted[Status.LATER] == 1
            assert counted[Status.READ] == 0
            assert max(library.reading(i).priority for i in library.ids()) == 3

            before = it.highlighted
            await do(it, jump[:-1])
            assert "Growing" in library.hot(it.highlighted).title
            await do(it, jump[-1:])
            assert it.highlighted == before

            await do(it, note[:1])
            assert isinstance(it.app.screen, NoteScreen)
            await do(it, note[1:])
            assert isinstance(it.app.screen, MainScreen)
            assert len(library.linked(before)) == 1

            await do(it, narrow[:-1])
            assert len(it.screen.papers.paper_ids) == 2
            await do(it, narrow[-1:])
            assert len(it.screen.papers.paper_ids) == 38

            queued = library.queue_ids()
            await do(it, queue[:2])
            assert library.queue_ids() == queued[::-1]
            await do(it, queue[2:])
            assert library.reading(queued[0]).status is Status.READ

            while library.can_undo and library.can_undo.id > at_first:
                await do(it, undo[:1])
            assert all(library.reading(i).untouched for i in library.ids())
            assert undo[1:] == ["?", "esc", "q"]
            await do(it, undo[1:])
            assert it.app.return_code == 0


def test_the_pictures_of_readme_are_there_and_those_that_are_made() -> None:
    from tests.pictures.make import README, Picture

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\]\((data/pictures/[^)]+)\)", text))
    assert shown == {f"data/pictures/{Picture(*names).name}.svg" for names in README}
    for name in shown:
        drawn = (ROOT / name).read_text(encoding="utf-8")
        assert drawn.startswith("<svg")
        assert "https://" not in drawn.replace("https://arxiv.org", "")
        assert "@font-face" not in drawn
