"""Notes from the command line: whatever happens, nothing written is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Readq

from readq.store.os_files import OsFiles

Editor = Callable[[str], None]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="editors that are shell scripts")


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Editor:
    """Make $EDITOR a script; the note is in $1."""

    def use(script: str) -> None:
        program = tmp_path / "my editor"
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o700)
        monkeypatch.delenv("VISUAL", raising=False)
        monkeypatch.setenv("EDITOR", f"'{program}'")

    return use


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where drafts are kept while the editor is open."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    return place


def test_an_editor_that_writes(
    readq: Readq, ids: list[str], editor: Editor, temporary: Path
) -> None:
    editor('cp "$1" seen.md; ls -l "$1" > mode.txt; printf "# é\\n\\n* new\\n" > "$1"')
    readq("note", ids[0], "--set", "before")
    assert readq("note", ids[0], "--edit").code == 0
    assert readq("note", ids[0], "--json").json["note"] == "# é\n\n* new\n"
    assert Path("seen.md").read_text(encoding="utf-8") == "before"
    assert Path("mode.txt").read_text().startswith("-rw------- ")
    assert list(temporary.iterdir()) == []


def test_an_editor_that_leaves_nothing_removes_the_note_and_undo_brings_it_back(
    readq: Readq, ids: list[str], editor: Editor
) -> None:
    readq("note", ids[0], "--set", "before")
    editor(': > "$1"')
    assert readq("note", ids[0], "--edit").code == 0
    assert readq("note", ids[0], "--json").json["note"] == ""
    readq("undo")
    assert readq("note", ids[0]).out == "before\n"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exit 7", "ended with code 7"),
        ("kill -9 $$", "ended with code -9"),
        ('rm "$1"', "cannot be read"),
        ('printf "\\377\\376" > "$1"', "cannot be read"),
        ('rm "$1"; mkdir "$1"', "cannot be read"),
    ],
)
def test_an_editor_that_fails_changes_nothing(
    readq: Readq, ids: list[str], editor: Editor, script: str, said: str
) -> None:
    readq("note", ids[0], "--set", "before")
    editor(script)
    ran = readq("note", ids[0], "--edit")
    assert ran.code == 1
    assert said in ran.sentence
    assert "the note was not changed" in ran.err
    assert readq("note", ids[0]).out == "before\n"


@pytest.mark.parametrize("script", ['printf mine > "$1"; exit 1', 'printf "\\377mine" > "$1"'])
def test_what_was_written_before_the_editor_failed_is_kept(
    readq: Readq, ids: list[str], editor: Editor, temporary: Path, script: str
) -> None:
    editor(script)
    ran = readq("note", ids[0], "--edit")
    (draft,) = temporary.rglob("*.md")
    assert b"mine" in draft.read_bytes()
    assert str(draft) in ran.sentence


def test_what_was_written_is_kept_when_the_disk_is_full(
    readq: Readq,
    ids: list[str],
    editor: Editor,
    temporary: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    editor('printf mine > "$1"')

    def refuse(self: OsFiles, fd: int, data: bytes) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as patch:
        patch.setattr(OsFiles, "write", refuse)
        ran = readq("note", ids[0], "--edit")
    assert ran.code == 1
    (draft,) = temporary.rglob("*.md")
    assert draft.read_text(encoding="utf-8") == "mine"
    assert str(draft) in ran.sentence


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("no-such-editor --wait", 'There is no editor "no-such-editor --wait"'),
        ("vi 'unclosed", "is not a command"),
        ("   ", "There is no editor"),
    ],
)
def test_an_editor_that_is_not_there_is_named(
    readq: Readq, ids: list[str], monkeypatch: pytest.MonkeyPatch, command: str, said: str
) -> None:
    monkeypatch.setenv("VISUAL", command)
    ran = readq("note", ids[0], "--edit")
    assert ran.code == 1
    assert said in ran.sentence


def test_the_editor_in_the_settings_comes_first(
    readq: Readq, ids: list[str], editor: Editor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor('printf "from settings" > "$1"')
    settings = tmp_path / "config.toml"
    settings.write_text(f'editor = "{os.environ["EDITOR"]}"\n', encoding="utf-8")
    monkeypatch.setenv("READQ_CONFIG", str(settings))
    monkeypatch.setenv("EDITOR", "false")
    readq("note", ids[0], "--edit")
    assert readq("note", ids[0]).out == "from settings\n"


def test_ctrl_c_in_the_editor_is_for_the_editor(
    ids: list[str], editor: Editor, readq: Readq
) -> None:
    # The editor interrupts the whole group, as the terminal does, and goes on.
    editor('trap : INT; kill -INT 0; printf "went on" > "$1"')
    ran = subprocess.run(
        [sys.executable, "-m", "readq", "note", ids[0], "--edit"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        start_new_session=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert readq("note", ids[0]).out == "went on\n"


def test_interrupts_work_again_after_the_editor(
    readq: Readq, ids: list[str], editor: Editor
) -> None:
    before = signal.getsignal(signal.SIGINT)
    editor("true")
    readq("note", ids[0], "--edit")
    assert signal.getsignal(signal.SIGINT) is before


def test_a_note_from_standard_input(readq: Readq, ids: list[str]) -> None:
    text = "# Öl\n\nline with  two blanks\n\tand a tab\n"
    readq("note", ids[0], "--set", "-", stdin=text.encode())
    assert readq("note", ids[0], "--json").json["note"] == text
    readq("note", ids[0], "--append", "-", stdin=b"\n\nmore\n\n")
    assert readq("note", ids[0], "--json").json["note"] == text.rstrip() + "\n\nmore"


@pytest.mark.parametrize(
    ("stdin", "said"), [(b"caf\xe9", "not UTF-8 (byte 3)"), (b"x" * 5_000_001, "larger than 5 MB")]
)
def test_standard_input_that_is_no_note_changes_nothing(
    readq: Readq, ids: list[str], stdin: bytes, said: str
) -> None:
    readq("note", ids[0], "--set", "before")
    for option in ("--set", "--append"):
        ran = readq("note", ids[0], option, "-", stdin=stdin)
        assert ran.code == 1
        assert said in ran.sentence
        assert "was not saved" in ran.err
    assert readq("note", ids[0]).out == "before\n"


def test_appending_begins_a_note_and_goes_on_with_a_paragraph(readq: Readq, ids: list[str]) -> None:
    readq("note", ids[0], "--append", "first")
    readq("note", ids[0], "--append", "-starts with a dash")
    readq("note", ids[0], "--append", "")
    assert readq("note", ids[0]).out == "first\n\n-starts with a dash\n"


def test_setting_nothing_removes_the_note(readq: Readq, ids: list[str]) -> None:
    readq("note", ids[0], "--set", "x")
    readq("note", ids[0], "--set", "")
    assert readq("list", "has:note", "--json").json == []
