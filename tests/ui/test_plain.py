# ruff: noqa: RUF001
"""On a terminal that can show ASCII only, readq draws nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.segment import Segment
from textual.color import Color

from readq.domain import Reading, Status
from readq.ui.plain import PlainSigns
from readq.ui.plain_text import in_ascii

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


async def test_formulas_are_spelled_in_ascii(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    papers = [
        make_paper(0, "A bound of 𝒪(n²) for 𝔰𝔬(3)", abstract="With $p \\le 0.05$ and ε ≈ 10⁻⁷."),
        make_paper(1, "大规模 Größe"),
    ]
    async with open_app(make_library(papers), size=(120, 35), ascii=True) as it:
        shown = it.text()
        assert "A bound of O(n^2) for so(3)" in shown
        assert "With p <= 0.05 and epsilon ~ 10^-7." in await it.detail()
        assert "大规模 Größe" in shown, "words of other scripts are no formulas"
        await it.press("T")
        assert "With p <= 0.05 and epsilon ~ 10^-7." in it.text()
    async with open_app(make_library(papers), size=(120, 35)) as it:
        assert "A bound of 𝒪(n²) for 𝔰𝔬(3)" in it.text()


@pytest.mark.parametrize(
    ("shown", "plain"),
    [
        ("Õ(1/√n)", "Õ(1/sqrt n)"),
        ("e⁽ⁿ⁺¹⁾ and xᵢ₊₁", "e^(n+1) and x_(i+1)"),
        ("ℝᵈ, xᵀ, ℓ₂", "R^d, x^T, l_2"),
        ("Δ, λ, 𝛼, xᵦ", "Delta, lambda, alpha, x_beta"),
        ("Γεια σου", "Γεια σου"),
        ("L̃ for Å", "L for Å"),
        ("❶ x", "(1) x"),
    ],
)
def test_signs_of_formulas_are_spelled(shown: str, plain: str) -> None:
    assert in_ascii(shown) == plain


@pytest.mark.parametrize(
    ("encoding", "drawn"),
    [
        ("utf-8", "大 é - ł 𝔰"),
        ("iso8859-1", "?? é - ? s"),
        ("ascii", "?? e - ? s"),
        ("euc_jp", "大 é - ł s"),
    ],
)
def test_a_row_keeps_its_width_in_every_character_set(encoding: str, drawn: str) -> None:
    """Python would write an escape for what a terminal lacks, and push the rest of the row aside."""
    row = "大 é – ł 𝔰"
    [segment] = PlainSigns(encoding).apply([Segment(row)], Color(0, 0, 0))
    assert segment.text == drawn
    assert segment.cell_length == Segment(row).cell_length
    segment.text.encode(encoding)
