"""`readq open`: a browser is started for web addresses only, and only where it can be seen."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.cli.conftest import Readq
from tests.waiting import until

from readq.library import open_library

PAPER = {
    "title": "Lantern networks",
    "abstract": "Words of the abstract.",
    "pdf_url": "https://example.org/l.pdf",
    "url": "https://example.org/l",
    "code_url": "https://example.org/code",
}


@pytest.fixture
def paper_id(folder: Path) -> str:
    Path("c.json").write_text(json.dumps([PAPER]), encoding="utf-8")
    with open_library(folder) as library:
        library.add("c.json")
        return library.ids()[0]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desktop whose browser writes down what it was told to open."""
    program, told = tmp_path / "xdg-open", tmp_path / "opened"
    program.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$#" "$@" > "{told}.new"; mv "{told}.new" "{told}"\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("DISPLAY", ":0")
    for name in ("SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)
    return told


def test_without_a_browser_the_address_is_printed(readq: Readq, paper_id: str) -> None:
    assert readq("open", paper_id).out == "https://example.org/l.pdf\n"
    assert readq("open", paper_id, "--to", "code").out == "https://example.org/code\n"
    ran = readq("open", paper_id, "--to", "doi")
    assert (ran.code, "has no doi link; there is pdf, page, code" in ran.sentence) == (2, True)


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands for the browser")
def test_the_browser_gets_one_address_and_no_shell(
    readq: Readq, paper_id: str, opened: Path
) -> None:
    ran = readq("open", paper_id)
    assert (ran.code, ran.out) == (0, "")
    until(opened.exists)
    assert opened.read_text() == "1\nhttps://example.org/l.pdf\n"


def test_a_paper_without_a_link_says_so(readq: Readq, ids: list[str]) -> None:
    ran = readq("open", ids[0])
    assert ran.code == 1
    assert "came without a link" in ran.sentence
    assert readq("open", ids[0], "--json").json == []
