"""On a terminal that can show ASCII only, readq draws nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from readq.domain import Reading, Status

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp

SCREENS: dict[str, tuple[str, ...]] = {
    "list": ("x", "space", "space"),
    "two lines a paper": ("v",),
    "queue": ("w", "M", "j"),
    "filter": ("f", "down"),
    "filter that is wrong": ("f", *"nope:x"),
    "no match": ("f", *"zzz", "enter"),
    "help": ("?",),
    "palette": ("ctrl+p",),
    "jump": ("/", *"title 3"),
    "note": ("n",),
    "templates": ("n", "ctrl+g"),
    "linked": ("L",),
    "copy": ("y",),
    "links": ("O",),
    "tags": ("t",),
    "views": ("F",),
    "import": ("i",),
    "statistics": ("S",),
    "plan": ("P",),
    "triage": ("T",),
    "related": ("R",),
    "duplicates": ("U",),
    "completing": ("e",),
    "undo": ("a", "u"),
    "message": ("o",),
}


@pytest.mark.parametrize("size", [(160, 50), (60, 20)], ids=["wide", "narrow"])
async def test_every_screen_is_ascii(
    open_app: OpenApp,
    make_library: MakeLibrary,
    make_paper: MakePaper,
    size: tuple[int, int],
) -> None:
    papers = [make_paper(n, "A title " + "of many words " * (n % 8)) for n in range(60)]
    readings = [
        Reading(f"p{n:05}", list(Status)[n % 6], n % 6, rank=float(n), tags=("a", "b"))
        for n in range(30)
    ]
    library = make_library(papers, readings)
    library.note(
        "p00000", "# A\n\n- b\n\n| c | d |\n|---|---|\n| e | f |\n\n> q [[p00003]] [[p00004]]\n"
    )
    found: dict[str, list[str]] = {}
    async with open_app(library, size=size, ascii=True) as it:
        for name, keys in SCREENS.items():
            for key in keys:
                await it.pilot.press(key)
            await it.settle()
            found[name] = sorted({c for c in it.text() if not c.isascii()})
            while len(it.app.screen_stack) > 1:
                it.app.pop_screen()
            await it.pilot.press("escape", "escape", "escape")
    assert found == {name: [] for name in SCREENS}
