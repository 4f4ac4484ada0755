"""Whatever papers say, the terminal gets only what draws the screen: looked at byte by byte."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.ui.hostile import DRAWING, PLACES, furnish, walk

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")

STEERING = (
    "A\x1b]52;c;UFdORUQ=\x07Z",
    "B\x1b]0;owned\x07 \x1b]8;;file:///etc/hostname\x1b\\link\x1b]8;;\x1b\\",
    "C \x9b2J\x9d0;x\x9c\x90q\x9c",
    "D\x1b[2J\x1b[H\x1b[8m hidden \x1b[?1000l\x1bc",
    "E\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\",
    "F unterminated \x1b]0;swallows the rest",
    "G invoice\u202efdp.exe\u2066\u2069",
    "H\x0e\x0f\x08\x7f\x00\x0b\x0c\r",
    "I\x1b",
)
MARKUP = (
    "[@click=app.quit]click me[/]",
    "[/] [/b] [b]x[/i]",
    "[link=file:///etc/hostname]x",
    "[$primary]x [on red]y :smile:",
    "Back \\[ slash [",
    "![p](https://x.example/p.png) <b onclick=x>",
)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A home folder."""
    place = tmp_path / "work"
    place.mkdir()
    return place


@pytest.mark.parametrize("first", range(0, len(PLACES), 10))
def test_no_place_lets_text_steer_the_terminal(tmp_path: Path, work: Path, first: int) -> None:
    """Nor does the name of the library."""
    folder = tmp_path / "lib\x1b]0;owned\x07[b]"
    furnish(folder, work, [*STEERING, *MARKUP])
    # Which of them were reached is not asked: on a busy machine keys come before what they are for.
    ran, _ = walk(folder, work, places=PLACES[first : first + 10])
    assert ran.code == 0
    assert "Traceback" not in ran.text
    assert ran.kinds() <= DRAWING, sorted(ran.kinds() - DRAWING)
    for text in ("click me", "[/] [/b] [b]x[/i]", "Back \\[ slash ["):
        assert text in ran.text, text
    assert not any(work.rglob("*.svg"))
    shutil.rmtree(folder)
