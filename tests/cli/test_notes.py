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
from tests.waiting import until

from readq.cli.notes import edited
from readq.library import open_library
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
    assert readq("note", ids[0], "--json").json["note"] == "# é\n\n* new"
    assert Path("seen.md").read_text(encoding="utf-8") == "before\n"
    assert Path("mode.txt").read_text().startswith("-rw------- ")
    assert list(temporary.iterdir()) == []


def test_an_editor_that_leaves_nothing_does_not_cost_the_note(
    readq: Readq, ids: list[str], editor: Editor
) -> None:
    readq("note", ids[0], "--set", "before")
    editor(': > "$1"')
    assert "empty" in readq("note", ids[0], "--edit").sentence
    assert readq("note", ids[0]).out == "before\n"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exit 7", "ended with status 7"),
        ("kill -9 $$", "ended by signal 9"),
        ('rm "$1"', "removed the file"),
        ('printf "\\377\\376" > "$1"', "UTF-8"),
        ('rm "$1"; mkdir "$1"', "not a file"),
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
    assert "the note is unchanged" in ran.err
    assert readq("note", ids[0]).out == "before\n"


@pytest.mark.parametrize("script", ['printf mine > "$1"; exit 1', 'printf "\\377mine" > "$1"'])
def test_what_was_written_before_the_editor_failed_is_kept(
    readq: Readq, ids: list[str], editor: Editor, folder: Path, script: str
) -> None:
    editor(script)
    ran = readq("note", ids[0], "--edit")
    (draft,) = folder.glob("rescue/*.md")
    assert b"mine" in draft.read_bytes()
    assert str(draft) in ran.sentence


def test_what_was_written_is_kept_when_the_disk_is_full(
    readq: Readq,
    ids: list[str],
    editor: Editor,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    editor('printf mine > "$1"')

    def refuse(self: OsFiles, fd: int, data: bytes, at: int | None = None) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as patch:
        patch.setattr(OsFiles, "write", refuse)
        ran = readq("note", ids[0], "--edit")
    assert ran.code == 1
    (draft,) = folder.glob("rescue/*.md")
    assert draft.read_text(encoding="utf-8") == "mine"
    assert str(draft) in ran.sentence


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("no-such-editor --wait", "no-such-editor, named in $VISUAL, was not found"),
        ("vi 'unclosed", "unbalanced quote"),
        ("   ", "There is no editor"),
    ],
)
def test_an_editor_that_is_not_there_is_named(
    readq: Readq, ids: list[str], monkeypatch: pytest.MonkeyPatch, command: str, said: str
) -> None:
    monkeypatch.setenv("VISUAL", command)
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
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


def test_a_note_from_a_program_that_marks_its_utf8_has_no_mark_in_it(
    readq: Readq, ids: list[str]
) -> None:
    readq("note", ids[0], "--set", "-", stdin="\ufeffÖl\r\n".encode())
    assert readq("note", ids[0], "--json").json["note"] == "Öl\n"
    readq("note", ids[0], "--append", "-", stdin="\ufeff    code\n".encode())
    assert readq("note", ids[0], "--json").json["note"] == "Öl\n\n    code"


def test_a_pipe_that_brings_nothing_does_not_cost_the_note(readq: Readq, ids: list[str]) -> None:
    assert readq("note", ids[0], "--set", "-", stdin=b"").code == 0
    readq("note", ids[0], "--set", "long work")
    ran = readq("note", ids[0], "--set", "-", stdin=b" \n")
    assert ran.code == 1
    assert "Nothing came on standard input; the note stays" in ran.sentence
    assert readq("note", ids[0]).out == "long work\n"
    assert "Removed the note on" in readq("note", ids[0], "--set", "").out


def test_appending_begins_a_note_and_goes_on_with_a_paragraph(readq: Readq, ids: list[str]) -> None:
    readq("note", ids[0], "--append", "first")
    readq("note", ids[0], "--append", "-starts with a dash")
    readq("note", ids[0], "--append", "")
    assert readq("note", ids[0]).out == "first\n\n-starts with a dash\n"


def test_setting_nothing_removes_the_note(readq: Readq, ids: list[str]) -> None:
    readq("note", ids[0], "--set", "x")
    readq("note", ids[0], "--set", "")
    assert readq("list", "has:note", "--json").json == []


def test_an_editor_that_came_back_at_once_is_waited_for(
    readq: Readq, ids: list[str], editor: Editor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The reader presses enter when the window of the editor has saved."""
    go = tmp_path / "go"
    editor(f'(while [ ! -e {go} ]; do sleep 0.02; done; echo late > "$1"; touch {go}.done) &')
    monkeypatch.setattr("readq.cli.notes.is_tty", lambda stream: True)

    class Reader:
        def readline(self) -> str:
            go.touch()
            until(Path(f"{go}.done").exists)
            return "\n"

    monkeypatch.setattr("readq.cli.notes.sys.stdin", Reader(), raising=False)
    with open_library() as library:
        edited(library, ids[0])
        assert library.reading(ids[0]).note == "late"


def test_templates(
    readq: Readq, ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("READQ_CONFIG", str(tmp_path / "settings" / "config.toml"))
    folder = tmp_path / "settings" / "templates"
    folder.mkdir(parents=True)
    (folder / "mine.md").write_text("# {title}\n{citekey} {unknown}\n", encoding="utf-8")
    assert readq("note", "--template", "list").out == "mine\nsummary\nreview\n"
    readq("note", ids[0], "--set", "before")
    readq("note", ids[0], "--template", "mine")
    title = readq("show", ids[0], "--json").json["title"]
    assert readq("note", ids[0], "--json").json["note"] == (
        f"before\n\n# {title}\n{ids[0]} {{unknown}}\n"
    )
    assert "there are mine, summary, review" in readq("note", ids[0], "--template", "no").sentence


def test_a_template_left_as_it_is_makes_no_note(
    readq: Readq, ids: list[str], editor: Editor
) -> None:
    editor("sleep 0.6")
    readq("note", ids[0], "--template", "summary", "--edit")
    assert readq("note", ids[0], "--json").json["note"] == ""
    editor('echo "more" >> "$1"')
    readq("note", ids[0], "--template", "summary", "--edit")
    assert "## Claim" in readq("note", ids[0]).out


def test_links_of_a_note_are_told(readq: Readq, ids: list[str]) -> None:
    readq("note", ids[0], "--set", f"see [[{ids[1]}]]")
    assert readq("note", ids[0], "--json").json["links"] == [ids[1]]
    assert readq("note", ids[1], "--json").json["linked_from"] == [ids[0]]


def test_notes_go_out_into_files_and_come_back(
    readq: Readq, ids: list[str], tmp_path: Path
) -> None:
    """Of four files one is edited, one left alone while its note changed, one edited on both sides,
    one is about no paper; the report adds up, and one undo takes all of it back."""
    vault = tmp_path / "vault"
    for paper_id, text in zip(ids, ("one", "two", "# Three\nold"), strict=True):
        readq("note", paper_id, "--set", text)
    readq("export", "--to", "notes", "-o", str(vault))
    files = {readq("show", i, "--json").json["title"]: i for i in ids}
    by_id = {
        next(i for i in ids if f'readq_id: "{i}"' in file.read_text("utf-8")): file
        for file in vault.iterdir()
    }
    assert len(files) == len(by_id) == 3
    assert readq("note", "--from", str(vault), "--json").json["unchanged"] == 3
    edit_file(by_id[ids[0]], "one", "one, more")
    readq("note", ids[1], "--set", "two, more")
    edit_file(by_id[ids[2]], "old", "new")
    readq("note", ids[2], "--append", "mine")
    stray = vault / "stray.md"
    stray.write_text('---\nreadq_id: "nobody"\n---\n\nx\n', encoding="utf-8")
    ran = readq("note", "--from", str(vault))
    assert "4 notes" in ran.out
    assert "1 updated, 1 joined, 1 unchanged, 0 empty, 1 of papers not" in ran.out
    assert str(stray) in ran.err
    assert [readq("note", i).out for i in ids] == [
        "one, more\n",
        "two, more\n",
        "# Three\nold\n\nmine\n\n---\n\nnew\n",
    ]
    assert readq("note", "--from", str(vault), "--json").json["updated"] == 0
    readq("undo")
    assert readq("note", ids[0]).out == "one\n"


def edit_file(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(f"{old}\n", f"{new}\n"), encoding="utf-8")


def test_a_folder_that_is_not_there_is_said(readq: Readq, ids: list[str]) -> None:
    assert "no folder nowhere" in readq("note", "--from", "nowhere").sentence


def test_a_note_comes_out_of_a_pipe_as_it_went_in(readq: Readq, ids: list[str]) -> None:
    note = '# Table\n\na\tb\n\tindented: "x"\n'
    readq("note", ids[0], "--set", "-", stdin=note.encode())
    assert readq("note", ids[0]).out == note
