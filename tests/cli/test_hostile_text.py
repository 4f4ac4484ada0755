"""What a paper, a file name or a damaged library holds never steers the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.conftest import Readq
from tests.library.conftest import paper

from readq.domain import Name, Paper, Status
from readq.exporters import EXPORTERS
from readq.library import open_library

HOSTILE = "A\x1b[2J\x1b]0;owned\x07\x1bP1$r\x1b\\\x9b31m\x9d8;;x\x9c\x00\x08\x0d\x7f\u202eZ"
STEERING = re.compile("\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
PRINTING = [
    "list",
    "list --json",
    "list --sort title",
    "show p1",
    "show p1 --plain",
    "show p1 --source",
    "show p1 --json",
    "jump owned",
    "jump owned --json",
    "queue",
    "next",
    "plan",
    "open p1 --json",
    "note p1",
    "note p1 --json",
    "related p1",
    "related p1 --json",
    "rank",
    "rank --json",
    "rank --topic p1",
    "dedupe",
    "dedupe --json",
    "doctor",
    "doctor --json",
    "tag p1 +x",
    "mark read p1",
    "note p1 --set p2",
    "backup",
    "log",
    "log --json",
    "stats",
    "stats --json",
    "undo",
    "redo",
    "priority 2 p1",
    "defer p1 2w",
    "queue move p1 --after p2",
    *(f"export --to {name}" for name in EXPORTERS),
    "export --json",
]


def harmed(paper_id: str) -> Paper:
    """A paper that no import would have let in."""
    return replace(
        paper(1, id=paper_id),
        title=HOSTILE,
        authors=(HOSTILE, "Ann Lee"),
        abstract=f"{HOSTILE}\n{HOSTILE}",
        venue=HOSTILE,
        doi=f"10.1/{HOSTILE}",
        url=f"https://example.org/{HOSTILE}",
        pdf_url=f"https://example.org/{HOSTILE}.pdf",
        code_url=f"https://github.com/{HOSTILE}",
        links=(f"https://example.org/{HOSTILE}",),
        keywords=(HOSTILE,),
        names=(Name(HOSTILE),),
        aliases=(HOSTILE,),
        citekey=HOSTILE,
        extra={HOSTILE: HOSTILE},
    )


@pytest.fixture
def harmed_library(folder: Path) -> None:
    with open_library(folder) as library:
        papers = {paper_id: harmed(paper_id) for paper_id in ("p1", "p2")}
        library._commit(f"imported {HOSTILE}", added=papers)
        readings = {
            paper_id: replace(
                library.reading(paper_id).with_status(Status.QUEUED, library.log()[0].when),
                note=f"{HOSTILE}\n{HOSTILE}",
                tags=(HOSTILE,),
                rank=1.0,
            )
            for paper_id in papers
        }
        change = replace(library.log()[0], id=library.log()[0].id + 1, papers=())
        library._files.commit(change, readings=readings)


@pytest.mark.usefixtures("harmed_library")
@pytest.mark.parametrize("line", PRINTING)
@pytest.mark.parametrize("columns", [None, 60])
def test_nothing_printed_steers_the_terminal(
    readq: Readq, terminal: Callable[[int], None], line: str, columns: int | None
) -> None:
    if columns is not None:
        terminal(columns)
    readq("undo")
    ran = readq(*line.split())
    assert ran.code == 0
    assert ran.out
    drawn = re.sub(r"\x1b\[\d*m", "", ran.out) if columns else ran.out
    assert STEERING.search(drawn) is None
    assert STEERING.search(ran.err) is None


@pytest.mark.parametrize(
    "call",
    [
        ["show", HOSTILE.replace("\0", "")],
        ["list", f"tag:{HOSTILE[1:]}:"],
        ["list", f"{HOSTILE}:x"],
        ["list", "--sort", HOSTILE],
        ["jump", HOSTILE],
        ["mark", HOSTILE, "x"],
        ["defer", "x", HOSTILE],
        ["priority", HOSTILE, "x"],
        ["undo", HOSTILE],
        ["add", HOSTILE],
        ["add", "\udcff\n.txt"],
        ["add", "list.txt", "--format", HOSTILE],
        ["export", "--to", HOSTILE],
        ["restore", HOSTILE],
        ["--library", "file\x1b[2J\n/inside", "list"],
        [HOSTILE],
        ["list", f"--{HOSTILE}"],
    ],
    ids=str,
)
def test_an_error_about_hostile_text_is_one_harmless_line(
    readq: Readq, ids: list[str], call: list[str]
) -> None:
    Path("file\x1b[2J\n").write_text("in the way", encoding="utf-8")
    ran = readq(*[word.replace("\0", "") for word in call])
    assert ran.code in (1, 2)
    assert STEERING.search(ran.sentence) is None
