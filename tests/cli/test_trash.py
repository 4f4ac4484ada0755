"""The trash on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import ABSTRACTS, Readq


@pytest.fixture
def ids(readq: Readq) -> list[str]:
    readq("add", "-", stdin=ABSTRACTS.encode())
    return [paper["id"] for paper in readq("list", "--json").json]


def test_papers_go_to_the_trash_and_come_back(readq: Readq, ids: list[str]) -> None:
    readq("mark", "queued", ids[0], ids[1])
    ran = readq("trash", ids[0], ids[2])
    assert (ran.code, ran.out) == (0, "Moved to the trash: 2 papers\n")
    assert [paper["id"] for paper in readq("list", "--json").json] == [ids[1]]
    trashed = readq("list", "in:trash", "--json").json
    assert [paper["id"] for paper in trashed] == [ids[0], ids[2]]
    assert trashed[0]["trashed"]
    assert [paper["id"] for paper in readq("queue", "--json").json] == [ids[1]]
    assert readq("next", "--json").json["id"] == ids[1]
    assert readq("list", "-in:trash", "--json").json == readq("list", "--json").json
    assert "in the trash since" in readq("show", ids[0]).out
    ran = readq("trash", "--back", ids[0])
    assert ran.out.startswith('Took out of the trash: "')
    assert [paper["id"] for paper in readq("queue", "--json").json] == ids[:2]
    assert readq("trash", "--back", ids[0]).out == "Nothing to change.\n"
    readq("undo", "2")
    assert readq("list", "in:trash", "--json").json == []
    assert readq("show", ids[2], "--json").json["trashed"] is None


def test_undo_says_what_comes_back(readq: Readq, ids: list[str]) -> None:
    readq("trash", ids[0])
    assert "moved to the trash" in readq("undo").out
    assert len(readq("list", "--json").json) == 3


def test_adding_it_again_leaves_it_there_and_says_so(readq: Readq, ids: list[str]) -> None:
    readq("trash", ids[0])
    ran = readq("add", "-", stdin=ABSTRACTS.encode())
    assert ran.out == (
        "3 seen: 0 added, 0 updated, 3 unchanged, 0 rejected; 1 of them in the trash\n"
    )
    assert readq("add", "-", "--json", stdin=ABSTRACTS.encode()).json["in_trash"] == 1
    assert len(readq("list", "--json").json) == 2


def test_when_all_is_in_the_trash_the_list_says_where_to_look(readq: Readq, ids: list[str]) -> None:
    readq("trash", *ids)
    assert "readq list in:trash" in readq("list").err
    assert "readq add" not in readq("list").err
    assert "0 of 0" not in readq("rank").err
    assert readq("compact").out == "3 papers in plain TinyDB files.\n"
    assert readq("stats", "--json").json["in_trash"] == 3
    assert "more in the trash" in readq("stats").out


def test_exports_leave_it_out_but_all_notes_are_written(
    readq: Readq, ids: list[str], tmp_path: Path
) -> None:
    readq("note", ids[0], "--set", "words of years")
    readq("trash", ids[0])
    assert ids[0] not in readq("export").out
    assert ids[0] in readq("export", "in:trash").out
    assert ids[0] in readq("export", "in:trash", "--to", "csv").out
    assert "in the trash" in readq("export", "in:trash", "--to", "markdown").out
    vault = tmp_path / "vault"
    readq("export", "--to", "notes", "-o", str(vault))
    (file,) = vault.glob("*.md")
    assert "trashed: 20" in file.read_text()
    file.write_text(file.read_text().replace("words of years", "words of many years"))
    readq("note", "--from", str(vault))
    shown = readq("show", ids[0], "--json").json
    assert shown["note"] == "words of many years"
    assert shown["trashed"]
    readq("export", "status:new", "--to", "notes", "-o", str(tmp_path / "some"))
    assert not list((tmp_path / "some").glob("*.md"))


def test_a_status_that_is_none_says_where_the_trash_is(readq: Readq, ids: list[str]) -> None:
    ran = readq("list", "status:trash")
    assert ran.code == 2
    assert "in:trash" in ran.err
