"""On a terminal that can show ASCII only, the screens are ASCII only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.screen import Screen

from readq.config import Config
from readq.library import Library
from readq.ui.screens.choice import Answer, ChoiceScreen
from readq.ui.screens.first_run import FirstRunScreen
from readq.ui.screens.import_ import ImportScreen
from readq.ui.screens.jump import JumpScreen
from readq.ui.screens.note import NoteScreen
from readq.ui.screens.plan import PlanScreen
from readq.ui.screens.prompt import TextPrompt
from readq.ui.screens.statistics import StatisticsScreen

PLAIN = Config(ascii=True)

MAKE: dict[str, Callable[[Library], Screen[Any]]] = {
    "jump": lambda library: JumpScreen(library, library.ids()),
    "note": lambda library: NoteScreen(library, "paper0", PLAIN),
    "prompt": lambda library: TextPrompt("Tags", "a", "hint", ("ab", "ac")),
    "import": lambda library: ImportScreen(library),
    "choice": lambda library: ChoiceScreen("Choose", [Answer("one", "a"), Answer("two")], "why"),
    "statistics": lambda library: StatisticsScreen(library),
    "plan": lambda library: PlanScreen(library),
    "first run": lambda library: FirstRunScreen("/library"),
}


@pytest.mark.parametrize("name", MAKE)
@pytest.mark.parametrize("size", [(160, 30), (80, 24)])
async def test_every_sign_is_ascii(
    library: Library, show: Any, name: str, size: tuple[int, int]
) -> None:
    library.note("paper0", "# note\n" * 60)
    library.mark(["paper0", "paper1"], library.reading("paper0").status.QUEUED)
    async with show(MAKE[name](library), size=size, ascii=True) as shown:
        await shown.pilot.pause(0.1)
        assert {c for c in shown.text() if not c.isascii()} == set()
