"""Backups there and back, settings, damage and completions, as a person at a shell meets them."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Readq

from readq.cli.root import COMMANDS
from readq.domain import Status


def everything(readq: Readq, *where: str) -> list[str]:
    return [readq(*where, *call).out for call in (["export"], ["queue"], ["log", "--json"])]


@pytest.fixture
def decided(readq: Readq, ids: list[str]) -> None:
    readq("mark", "queued", *ids[:2])
    readq("note", ids[0], "--set", "a note\nof two lines")
    readq("tag", ids[2], "+two words")
    readq("undo")


@pytest.mark.usefixtures("decided")
def test_a_backup_brings_back_papers_decisions_and_history(readq: Readq) -> None:
    before = everything(readq)
    assert readq("backup", "b.tar.gz").out == "3 papers in b.tar.gz.\n"
    ran = readq("--library", "again", "restore", "b.tar.gz")
    assert (ran.code, ran.out, ran.err) == (0, "Restored again.\n", "")
    assert everything(readq, "--library", "again") == before
    assert readq("--library", "again", "redo").code == 0
    assert everything(readq) == before


@pytest.mark.usefixtures("decided")
def test_restoring_over_a_library_keeps_it_and_says_where(readq: Readq, folder: Path) -> None:
    readq("backup", "b.tar.gz")
    in_backup = everything(readq)
    readq("undo", "9")
    later = everything(readq)
    for _ in range(2):
        ran = readq("restore", "b.tar.gz")
        assert ran.code == 0
        assert everything(readq) == in_backup
    beside = sorted(folder.parent.glob("library.before-*"))
    assert len(beside) == 2
    assert str(beside[1]) in ran.err
    assert everything(readq, "--library", str(beside[0])) == later


@pytest.mark.usefixtures("decided")
def test_a_backup_gets_a_name_of_its_time(readq: Readq) -> None:
    made = readq("backup", "--json").json["file"]
    assert Path(made).name.startswith("readq-2")
    assert tarfile.is_tarfile(made)


@pytest.mark.usefixtures("decided")
@pytest.mark.parametrize("target", ["no/such/folder/b.tar.gz", "."])
def test_a_backup_that_cannot_be_written_is_one_sentence(readq: Readq, target: str) -> None:
    before = sorted(path.name for path in Path().iterdir())
    ran = readq("backup", target)
    assert ran.code in (1, 2)
    assert target in ran.sentence
    assert sorted(path.name for path in Path().iterdir()) == before


def write_archive(path: Path, member: str, kind: bytes = tarfile.REGTYPE) -> None:
    with tarfile.open(path, "w:gz") as entries:
        made = tarfile.TarInfo(member)
        made.size, made.type, made.linkname = 2, kind, "/etc/passwd"
        entries.addfile(made, io.BytesIO(b"{}"))


BAD_ARCHIVES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("A title\n"),
    "half": lambda path: path.write_bytes(Path("b.tar.gz").read_bytes()[:300]),
    "outside": lambda path: write_archive(path, "../papers.json"),
    "absolute": lambda path: write_archive(path, "/tmp/papers.json"),
    "link": lambda path: write_archive(path, "papers.json", tarfile.SYMTYPE),
    "stranger": lambda path: write_archive(path, "papers.exe"),
    "no library": lambda path: write_archive(path, "package.json"),
    "folder": lambda path: path.mkdir(),
}


@pytest.mark.usefixtures("decided")
@pytest.mark.parametrize("kind", BAD_ARCHIVES)
def test_what_is_no_backup_is_one_sentence_and_changes_nothing(readq: Readq, kind: str) -> None:
    readq("backup", "b.tar.gz")
    before = everything(readq)
    bad = Path("bad.tar.gz")
    BAD_ARCHIVES[kind](bad)
    names = sorted(path.name for path in Path().iterdir())
    ran = readq("restore", "bad.tar.gz")
    assert (ran.code, ran.out) == (1, "")
    assert ran.sentence.startswith("readq: bad.tar.gz: cannot be restored")
    assert everything(readq) == before
    assert sorted(path.name for path in Path().iterdir()) == names


@pytest.mark.usefixtures("decided")
def test_a_file_in_the_place_of_the_library_is_kept_too(readq: Readq, tmp_path: Path) -> None:
    readq("backup", "b.tar.gz")
    (tmp_path / "in the way").write_text("mine")
    kept = readq("--library", "in the way", "restore", "b.tar.gz", "--json").json["kept"]
    assert Path(kept).read_text() == "mine"
    assert len(readq("--library", "in the way", "list", "--json").json) == 3


def test_settings_that_do_not_parse_are_told_where_they_matter(
    readq: Readq, ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text("ascii = yes\n")
    monkeypatch.setenv("READQ_CONFIG", str(settings))
    monkeypatch.setenv("VISUAL", "true")
    listed = readq("list")
    assert (listed.code, len(listed.out.splitlines())) == (0, 3)
    assert f"{settings}, line 1: not a TOML file" in listed.sentence
    edited = readq("note", ids[0], "--edit")
    assert edited.code == 1
    assert "line 1" in edited.sentence
    assert readq("list", "--json").err == ""
    settings.write_text('colour = "red"\n')
    assert 'unknown setting "colour"' in readq("list").sentence


def test_signs_are_ascii_where_the_settings_say_so(
    readq: Readq, ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text("ascii = true\n")
    monkeypatch.setenv("READQ_CONFIG", str(settings))
    for status in Status:
        readq("mark", str(status), ids[0])
        assert readq("list", "--limit", "1").out.split()[1] in {*".?>~*x"}


def test_the_demo_never_empties_the_readers_library(readq: Readq, ids: list[str]) -> None:
    ran = readq("demo", "--fresh", "--library", os.environ["READQ_LIBRARY"])
    assert ran.code == 2
    assert "--library" in ran.sentence
    assert len(readq("list", "--json").json) == 3


def test_a_fresh_demo_forgets_what_was_decided(
    readq: Readq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = str(tmp_path / "demo")
    monkeypatch.setenv("READQ_DEMO", place)
    (first, *_) = readq("demo", "--json").json
    readq("--library", place, "mark", "queued", first["id"])
    assert readq("demo").out.startswith("Queue: 1 paper\n")
    assert readq("demo", "--fresh").out.startswith("The queue is empty; 38 papers wait")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_scripts(readq: Readq, shell: str, tmp_path: Path) -> None:
    script = readq("completions", shell).out
    assert "_READQ_COMPLETE" in script
    program = shutil.which(shell)
    if program is not None:
        (tmp_path / "script").write_text(script)
        assert (
            subprocess.run([program, "-n", str(tmp_path / "script")], check=False).returncode == 0
        )


def test_fish_shows_names_and_explanations_beyond_a_comma(readq: Readq) -> None:
    script = readq("completions", "fish").out
    assert 'string split --max 1 "," $completion' in script
    assert 'string split ","' not in script


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_names_every_command(shell: str, folder: Path) -> None:
    typed = {"bash": {"COMP_WORDS": "readq ", "COMP_CWORD": "1"}}
    typed["zsh"] = typed["bash"]
    typed["fish"] = {"COMP_WORDS": "readq ", "COMP_CWORD": ""}
    ran = subprocess.run(
        [sys.executable, "-m", "readq"],
        env={**os.environ, **typed[shell], "_READQ_COMPLETE": f"{shell}_complete"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0
    for command in COMMANDS:
        assert str(command.name) in ran.stdout
