"""Whatever papers say, the terminal gets only what draws the screen: looked at byte by byte."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from tests.library.conftest import paper
from tests.ui.hostile import DRAWING, EVERYWHERE
from tests.ui.terminal import run

from readq.domain import Name, Paper, Status
from readq.library import open_library

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


def hostile(number: int, text: str) -> Paper:
    """A paper that says the same in every field, as no import would let it in."""
    return replace(
        paper(number, id=f"p{number:09}"),
        title=f"{text} title",
        authors=(f"{text} Lee", text),
        abstract=f"{text} abstract.\n\n{text}",
        venue=text,
        url=f"https://example.org/{text}",
        doi=f"10.1/{text}",
        code_url=f"https://github.com/{text}",
        links=(f"https://example.org/{text}", "https://example.org/ok", "https://example.org/2"),
        keywords=(text,),
        names=(Name(text),),
        aliases=(text,),
        citekey=text,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library in which nothing is what it should be, under a name that is not either."""
    place = tmp_path / "lib\x1b]0;owned\x07[b]"
    papers = {p.id: p for p in (hostile(n, t) for n, t in enumerate((*STEERING, *MARKUP)))}
    with open_library(place) as library:
        library._commit("imported \x1b[2J papers", added=papers)
        ids = library.ids()
        library.mark(ids[:8], Status.QUEUED)
        for paper_id, text in zip(ids, (*STEERING, *MARKUP), strict=True):
            library.tag(paper_id, text)
            library.note(
                paper_id, f"# {text}\n\n{text} [[{text}]] `{text}`\n\n| a |\n| - |\n| {text} |"
            )
    return place


def test_no_place_lets_text_steer_the_terminal(folder: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    ran = run(folder, EVERYWHERE, environ={"HOME": str(work), "READQ_CONFIG": str(work / "c.toml")})
    assert ran.code == 0
    assert "Traceback" not in ran.text
    assert ran.kinds() <= DRAWING, sorted(ran.kinds() - DRAWING)
    for text in ("click me", "[/] [/b] [b]x[/i]", "Back \\[ slash ["):
        assert text in ran.text, text
    assert not any(work.rglob("*.svg"))
    shutil.rmtree(folder)
