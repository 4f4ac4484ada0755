"""An app left open for days, commands beside it, a process that was killed, and a disk that is full."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Readq

from readq.domain import Status
from readq.library import Library, open_library
from readq.store.os_files import OsFiles

CASES = Path(__file__).parent.parent / "cases"


@pytest.fixture
def twenty(readq: Readq) -> list[str]:
    assert readq("add", str(CASES / "x11-twenty.json")).code == 0
    return [paper["id"] for paper in readq("list", "--json").json]


def statuses(library: Library) -> dict[str, Status]:
    return {i: library.reading(i).status for i in library.ids()}


def test_three_that_write_in_turn_keep_what_each_of_them_wrote(
    readq: Readq, folder: Path, twenty: list[str]
) -> None:
    first, second = twenty[:2]
    with open_library(folder) as one, open_library(folder) as other:
        one.mark(first, Status.READ)
        other.mark(second, Status.READ)
        assert readq("add", str(CASES / "n05a-before.bib")).code == 0
        one.refresh()
        other.refresh()
        assert statuses(one) == statuses(other)
    with open_library(folder) as later:
        found = statuses(later)
        assert len(found) == 22
        assert [i for i, status in found.items() if status is Status.READ] == [first, second]
        assert {later.hot(i).citekey for i in later.ids()} >= {"keep20", "keep21"}


def test_a_process_killed_while_it_holds_the_lock_keeps_nobody_out(
    readq: Readq, folder: Path, twenty: list[str]
) -> None:
    holding = (
        "import sys, time; from pathlib import Path; from readq.store.lock import FileLock\n"
        "lock = FileLock(Path(sys.argv[1])); lock.acquire(); print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holding, str(folder / "lock")], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert readq("mark", "queued", twenty[0]).code == 0
    assert readq("list", "status:queued", "--json").json[0]["id"] == twenty[0]


@pytest.mark.parametrize("call", ["write", "sync", "create", "rename"])
def test_a_full_disk_leaves_every_file_as_it_was_and_says_so(
    readq: Readq, folder: Path, twenty: list[str], monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    readq("mark", "queued", twenty[0])
    before = {path.name: path.read_bytes() for path in folder.glob("*.*") if path.suffix != ".idx"}

    def full(self: OsFiles, *_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(OsFiles, call, full)
        ran = readq("mark", "skipped", twenty[1])
    assert ran.code == 1
    assert "No space left on device" in ran.sentence
    for name, data in before.items():
        assert (folder / name).read_bytes().startswith(data), name
    assert readq("list", "status:skipped", "--json").json == []
    assert readq("mark", "skipped", twenty[1]).code == 0
    assert readq("list", "status:queued", "--json").json[0]["id"] == twenty[0]


def test_a_library_that_shrinks_leaves_nothing_behind_its_last_brace(
    folder: Path, twenty: list[str]
) -> None:
    with open_library(folder) as library:
        library.compact()
        size = (folder / "papers.json").stat().st_size
        files: Any = library._files
        files._papers.remove(doc_ids=list(range(2, 21)))
        library.compact()
    text = (folder / "papers.json").read_text(encoding="utf-8")
    assert len(text) < size
    assert list(json.loads(text)["papers"]) == ["1"]
    assert text.rstrip("\n").endswith("}")


def test_a_corrected_record_updates_facts_and_no_decision(readq: Readq) -> None:
    assert readq("add", str(CASES / "n05a-before.bib")).code == 0
    note = "---\nmood: own head line\n---\nmine"
    for command in (
        ("mark", "read", "keep20"),
        ("priority", "4", "keep20"),
        ("tag", "keep20", "+x"),
        ("note", "keep20", "--set", note),
    ):
        assert readq(*command).code == 0
    ran = readq("add", str(CASES / "n05b-after.bib"), "--json")
    assert ran.code == 0
    counts = {name: ran.json[name] for name in ("seen", "added", "updated", "unchanged")}
    assert counts == {"seen": 3, "added": 1, "updated": 1, "unchanged": 1}
    papers = {paper["citekey"]: paper for paper in readq("list", "--json").json}
    assert len(papers) == 3
    kept = papers["keep20"]
    assert kept["title"] == "Title without a typo"
    assert "Tilte with a typo" in kept["aliases"]
    assert kept["extra"]["pages"] == "1--9"
    assert (kept["status"], kept["priority"], kept["tags"]) == ("read", 4, ["x"])
    assert kept["note"] == note
