"""Faults that users of other command lines reported, with inputs as they come."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.cli.conftest import Readq
from tests.shell import shell

from readq.library import open_library

CASES = Path(__file__).parents[1] / "cases"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="shell lines")


@pytest.fixture
def papers(folder: Path) -> int:
    """A library of titles in many scripts, and many more."""
    Path("many.txt").write_text("\n\n".join(f"Title number {n} of many" for n in range(3000)))
    with open_library(folder) as library:
        library.add(CASES / "f01-accents.json", CASES / "x04-widths.json")
        library.add("many.txt", shape="titles")
        return len(library)


def test_k01_a_list_goes_through_pipes_and_files_in_any_locale(papers: int) -> None:
    for env in ({"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LC_ALL": "C.UTF-8"}):
        ran = shell("readq list | cat", **env)
        assert (ran.returncode, ran.stderr) == (0, b"")
        lines = ran.stdout.decode("utf-8").splitlines()
        assert len(lines) == papers
        assert b"\x1b" not in ran.stdout
        assert any(line.rstrip().endswith("Title number 2999 of many") for line in lines)
        longest = max(lines, key=len)
        assert longest.count("word") > 30, "a long title is whole where nobody needs it cut"
    assert "深層学習の例" in "\n".join(lines)


def test_k01_a_reader_that_has_enough_is_no_error(papers: int) -> None:
    ran = shell("readq list | head -1")
    assert ran.returncode in (0, 141)
    assert (ran.stdout.count(b"\n"), ran.stderr) == (1, b"")
    ran = shell("readq list > out.txt && readq queue | head -1")
    assert ran.returncode == 0
    assert len(Path("out.txt").read_text("utf-8").splitlines()) == papers


def test_n01_an_editor_with_options_and_a_blank_in_its_path(
    readq: Readq, ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "my tools"
    tools.mkdir()
    for name in ("ed", "visual"):
        script = tools / f"{name}.sh"
        script.write_text(
            f'#!/bin/sh\nprintf "%s\\n" "$@" > "{tools}/{name}.args"\n'
            f'for last; do :; done; echo "a line of {name}" >> "$last"\n'
        )
        script.chmod(0o755)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"'{tools}/ed.sh' --wait -x")
    assert readq("note", ids[0], "--edit").code == 0
    args = (tools / "ed.args").read_text().splitlines()
    assert args[:2] == ["--wait", "-x"]
    assert len(args) == 3
    assert readq("note", ids[0]).out == "a line of ed\n"
    monkeypatch.setenv("VISUAL", f"'{tools}/visual.sh'")
    readq("note", ids[0], "--edit")
    assert readq("note", ids[0]).out == "a line of ed\na line of visual\n"
    monkeypatch.setenv("VISUAL", f"'{tools}/gone.sh' --wait")
    ran = readq("note", ids[0], "--edit")
    assert ran.code == 1
    assert "gone.sh" in ran.sentence
    assert readq("note", ids[0]).out == "a line of ed\na line of visual\n"
