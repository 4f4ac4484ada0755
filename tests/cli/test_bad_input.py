"""Whatever a person gets wrong costs one sentence and nothing else."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import ABSTRACTS, Ran, Readq

from readq.store.os_files import OsFiles

Shell = Callable[..., Ran]


def big(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(300 << 20)


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing.txt": (lambda path: None, "missing.txt"),
    "folder": (lambda path: path.mkdir(), "folder"),
    "empty.txt": (lambda path: path.write_bytes(b""), "empty.txt"),
    "blank.txt": (lambda path: path.write_bytes(b" \n\n\t\n"), "blank.txt"),
    "binary.txt": (lambda path: path.write_bytes(bytes(range(256)) * 40), "binary.txt"),
    "big.txt": (big, "big.txt"),
    "half.json": (lambda path: path.write_bytes(b'[{"title": "A", "abstract": '), "half.json"),
    "number.json": (lambda path: path.write_bytes(b"17"), "number.json"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_list_is_refused_by_name(
    readq: Readq, ids: list[str], tmp_path: Path, name: str
) -> None:
    make, said = FILES[name]
    make(tmp_path / name)
    before = readq("export").out
    ran = readq("add", name)
    assert ran.code == 1
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert len(ran.err) < 500
    assert readq("export").out == before


def test_one_bad_file_does_not_keep_a_good_one_out(readq: Readq) -> None:
    Path("list.txt").write_text(ABSTRACTS, encoding="utf-8")
    ran = readq("add", "missing.txt", "list.txt")
    assert ran.code == 1
    assert "missing.txt" in ran.err
    assert "3 added" in ran.out


def test_one_bad_record_costs_that_record_and_a_sentence(readq: Readq) -> None:
    Path("c.json").write_text('[{"title": "Good one"}, 7, {"abstract": 3}, {"title": "Good two"}]')
    ran = readq("add", "c.json", "--json")
    numbers = ran.json
    assert (numbers["seen"], numbers["added"], numbers["rejected"]) == (4, 2, 2)
    assert [issue["line"] for issue in numbers["issues"]] == [1, 1]
    assert all(issue["source"] == "c.json" and issue["message"] for issue in numbers["issues"])


def test_a_remark_on_a_record_that_was_kept_is_told_from_a_rejection(readq: Readq) -> None:
    Path("b.bib").write_text(
        "@misc{a, title = {First paper} year = 2020}\n@misc{b, year = 2021}\n", encoding="utf-8"
    )
    ran = readq("add", "b.bib", "--json")
    assert (ran.json["added"], ran.json["rejected"]) == (1, 1)
    assert {issue["key"]: issue["kept"] for issue in ran.json["issues"]} == {"a": True, "b": False}
    assert "b.bib:1: a: a comma is missing" in ran.err
    assert "b.bib:2: b: not added: has no title" in ran.err


CALLS = [
    (["mark", "eaten", "x"], "'eaten' is not one of"),
    (["mark", "read", "nosuchpaper"], 'No paper answers to "nosuchpaper"'),
    (["mark", "read"], "Missing argument 'PAPER...'"),
    (["show", "nosuchpaper"], 'No paper answers to "nosuchpaper"'),
    (["priority", "9", "x"], "9 is not a number from 0 to 5"),
    (["priority", "-1", "x"], "-1 is not a number from 0 to 5"),
    (["priority", "high", "x"], '"high" is not a whole number from 0 to 5'),
    (["defer", "x", "someday"], '"someday" is no day'),
    (["defer", "x", "2001-01-01"], "is not to come"),
    (["queue", "move", "x"], "Say where to"),
    (["list", "staus:new"], 'column 1: unknown field "staus" - did you mean "status"?'),
    (["list", "rl priority>=x"], "column 14: priority takes a whole number"),
    (["list", "--sort", "colour"], 'no order "colour"'),
    (["list", "--limit", "-3"], "-3 is not a number from 0"),
    (["frobnicate"], "No such command 'frobnicate'"),
    (["lsit"], "No such command 'lsit'"),
    (["list", "--colour"], "No such option"),
    (["export", "--to", "docx"], "'docx' is not one of"),
    (["undo", "0"], "0 is not a number from 1"),
    (["note", "x", "--show", "--edit"], "Choose one of"),
    (["tag", "+rl"], "Name papers and then tags"),
    (["restore", "missing.tar.gz"], "missing.tar.gz"),
]


@pytest.mark.parametrize(("call", "said"), CALLS, ids=[" ".join(call) for call, _ in CALLS])
def test_a_call_that_makes_no_sense_is_one_sentence(
    readq: Readq, ids: list[str], call: list[str], said: str
) -> None:
    before = readq("export").out
    ran = readq(*call)
    assert ran.code in (1, 2)
    assert said in ran.sentence
    assert ran.out == ""
    assert readq("export").out == before


def test_an_id_that_could_be_several_papers_names_them(
    readq: Readq, folder: Path, tmp_path: Path
) -> None:
    from tests.library.conftest import paper

    from readq.library import open_library

    with open_library(folder) as library:
        added = {i: paper(0, id=i) for i in ("abcdefghi1", "abcdefghi2")}
        library._commit("began", added=added)
    ran = readq("mark", "read", "abcd")
    assert "could be any of abcdefghi1, abcdefghi2" in ran.sentence


def test_a_library_that_cannot_be_used_is_named(readq: Readq, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for where in ("file", "file/inside"):
        ran = readq("--library", str(tmp_path / where), "list")
        assert ran.code == 1
        assert "file" in ran.sentence
    ran = readq("--library", str(tmp_path), "doctor")
    assert f"There is no library at {tmp_path}" in ran.sentence


@pytest.mark.parametrize("damaged", ["papers.json", "readings.json"])
def test_a_damaged_library_is_left_as_it_is(
    readq: Readq, ids: list[str], folder: Path, damaged: str
) -> None:
    readq("compact")
    for path in folder.glob("journal-*"):
        path.unlink()
    (folder / damaged).write_bytes(b'{"papers": {"1": {"title": "Half')
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix == ".json"}
    for call in (["list"], ["mark", "read", ids[0]], ["compact"], ["undo"]):
        ran = readq(*call)
        assert ran.code == 1
        assert str(folder / damaged) in ran.sentence
    after = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix == ".json"}
    assert after == before


def test_a_newer_library_is_refused(readq: Readq, ids: list[str], folder: Path) -> None:
    readq("compact")
    path = folder / "papers.json"
    path.write_bytes(path.read_bytes().replace(b'"schema": 1', b'"schema": 9'))
    ran = readq("list")
    assert ran.code == 1
    assert "newer readq" in ran.sentence


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_disk_that_takes_nothing_loses_nothing(
    readq: Readq, ids: list[str], monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    readq("note", ids[0], "--set", "safe")

    def refuse(self: OsFiles, fd: int, data: bytes, at: int | None = None) -> None:
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as patch:
        patch.setattr(OsFiles, "write", refuse)
        for call in (["mark", "read", ids[0]], ["note", ids[0], "--set", "lost?"], ["undo"]):
            ran = readq(*call)
            assert ran.code == 1
            assert os.strerror(error) in ran.sentence
            assert "not saved" in ran.sentence
    assert readq("note", ids[0]).out == "safe\n"
    assert readq("mark", "read", ids[0]).code == 0


def test_text_from_papers_never_steers_the_terminal(readq: Readq) -> None:
    hostile = "A \x1b]0;owned\x07title \x9b2Jwith\x00 [bold]markup[/] and \u202ebidi"
    Path("c.json").write_bytes(
        __import__("json").dumps([{"title": hostile, "abstract": hostile * 3}]).encode()
    )
    readq("add", "c.json", "--tag", "\x1b[31mred")
    (paper,) = readq("list", "--json").json
    readq("mark", "queued", paper["id"])
    readq("note", paper["id"], "--set", hostile)
    for call in (
        ["list"],
        ["list", "--json"],
        ["show", paper["id"]],
        ["show", paper["id"], "--source"],
        ["jump", "title"],
        ["queue"],
        ["next"],
        ["log"],
        ["note", paper["id"]],
        ["stats"],
        ["export", "--to", "markdown"],
        ["export", "--to", "bibtex"],
        ["mark", "read", "\x1b[2J"],
    ):
        ran = readq(*call)
        for text in (ran.out, ran.err):
            assert not any(c in text for c in "\x1b\x07\x00\x9b\x9c\x9d\u202e"), call


def test_a_closed_pipe_ends_quietly(shell: Shell, ids: list[str]) -> None:
    import subprocess
    import sys

    ran = subprocess.run(
        f'"{sys.executable}" -m readq list | true',
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("", "")


def test_without_a_terminal_the_app_says_so(shell: Shell) -> None:
    ran = shell()
    assert ran.code == 2
    assert ran.out == ""
    assert "needs a terminal" in ran.sentence


def test_without_a_terminal_the_demo_prints_the_queue(shell: Shell, tmp_path: Path) -> None:
    ran = shell("demo", READQ_DEMO=str(tmp_path / "demo"))
    assert ran.code == 0
    assert ran.out.startswith("The queue is empty; 38 papers wait in the inbox:")
    assert len(ran.out.splitlines()) == 39
    assert "no terminal" in ran.sentence


def test_commands_do_not_load_the_interface(shell: Shell, ids: list[str]) -> None:
    ran = shell("list", PYTHONPROFILEIMPORTTIME="1")
    assert ran.code == 0
    assert "readq.store" in ran.err
    assert "textual" not in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("add", ""),
        ("export", "--to", "notes", "-o", ""),
        ("export", "-o", "", "--to", "csv"),
        ("note", "--from", ""),
        ("restore", ""),
        ("backup", ""),
    ],
)
def test_an_empty_word_is_not_the_folder_one_is_in(
    readq: Readq, ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str]
) -> None:
    """`readq add "$LIST"` where nothing set LIST."""
    here = tmp_path / "here"
    here.mkdir()
    (here / "paper.pdf").write_bytes(b"%PDF-1.4")
    monkeypatch.chdir(here)
    ran = readq(*words)
    assert ran.code in (1, 2)
    assert "names no file" in ran.sentence
    assert [path.name for path in here.iterdir()] == ["paper.pdf"]


@pytest.mark.parametrize(
    ("words", "page"),
    [
        (("rank", "--topic"), "readq rank --help"),
        (("dedupe", "--same", "a"), "readq dedupe --help"),
        (("queue", "move", "a", "--to"), "readq queue move --help"),
        (("--theme",), "readq --help"),
    ],
)
def test_an_option_without_its_value_names_the_page_that_explains_it(
    readq: Readq, words: tuple[str, ...], page: str
) -> None:
    ran = readq(*words)
    assert ran.code == 2
    assert f"({page} says how.)" in ran.sentence


def test_a_file_without_an_ending_is_named_as_it_was_typed(readq: Readq, ids: list[str]) -> None:
    assert readq("export", "-o", ".").sentence.startswith("readq: . does not say its format")


def test_a_paper_known_by_its_identifier_alone_is_not_said_to_have_an_abstract(
    readq: Readq, folder: Path
) -> None:
    readq("add", "2401.00001")
    page = readq("show", "2401.00001").out
    assert "(its title is not known yet)" in page
    assert "derived" not in page
