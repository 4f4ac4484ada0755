"""The line that says how far an import has come, and what is left of it: nothing."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from tests.cli.conftest import ABSTRACTS, Readq

from readq.library.intake import Batch
from readq.library.parts import Part, parts
from readq.store.os_files import OsFiles

NAME = "一个非常非常长的会议论文列表文件名一个非常非常长的会议论文列表文件名.txt"


@pytest.fixture(autouse=True)
def watched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 60 columns on stderr, and a long list."""
    monkeypatch.setattr("readq.cli.importing.is_tty", lambda stream: True)
    monkeypatch.setenv("COLUMNS", "60")
    Path(NAME).write_text(ABSTRACTS, encoding="utf-8")


def test_it_is_drawn_over_in_one_line_and_taken_away(readq: Readq) -> None:
    ran = readq("add", NAME)
    drawn, _, told = ran.err.rpartition("\r")
    lines = drawn.split("\r")[1:]
    assert len(lines) >= 2
    assert "3 records" in "".join(lines)
    assert {cell_len(line) for line in lines} == {59}
    assert lines[-1].isspace()
    assert told.startswith(f"readq: {NAME}: 3 abstracts")


def test_it_is_taken_away_before_an_error_is_told(
    readq: Readq, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: OsFiles, fd: int, data: bytes, at: int | None = None) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    readq("add", NAME, "--dry-run")
    with monkeypatch.context() as patch:
        patch.setattr(OsFiles, "write", refuse)
        ran = readq("add", NAME)
    drawn, _, told = ran.err.rpartition("\r")
    assert ran.code == 1
    assert drawn.split("\r")[-1].isspace()
    assert told.startswith("readq: ")
    assert told.count("\n") == 1


def test_a_script_sees_none_of_it(readq: Readq, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("readq.cli.importing.is_tty", lambda stream: False)
    assert "\r" not in readq("add", NAME).err


def test_ctrl_c_between_two_parts_of_a_list_says_what_stays(
    readq: Readq, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(batch: Batch) -> Iterator[Part]:
        yield next(parts(batch))
        raise KeyboardInterrupt

    monkeypatch.setattr("readq.library.parts.PART_PAPERS", 2)
    monkeypatch.setattr("readq.library.import_run.parts", interrupted)
    ran = readq("add", "-", "--as", "titles", stdin=b"First title\n\nSecond title\n\nThird title\n")
    assert (ran.code, ran.out) == (130, "")
    assert ran.err.rpartition("\r")[2] == (
        "readq: interrupted. Before that it imported 2 papers from standard input; add the list again "
        "for the others, or undo to take these back.\n"
    )
    assert len(readq("list", "--json").json) == 2


def test_ctrl_c_while_a_list_is_read_says_that_nothing_came(
    readq: Readq, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(batch: Batch) -> Iterator[Part]:
        raise KeyboardInterrupt

    monkeypatch.setattr("readq.library.import_run.parts", interrupted)
    ran = readq("add", "-", "--as", "titles", stdin=b"First title\n\nSecond title\n")
    told = ran.err.rpartition("\r")[2]
    assert (ran.code, ran.out, told) == (130, "", "readq: interrupted; nothing was added.\n")
    assert readq("list", "--json").json == []
