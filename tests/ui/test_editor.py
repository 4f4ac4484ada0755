"""Whatever an editor does with the file, the note is not lost."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import time
from pathlib import Path

import pytest

from readq.ui.editor import (
    Detached,
    Edited,
    EditorError,
    NotTaken,
    Outcome,
    Unchanged,
    edit,
    editor_command,
    let_go,
    text_now,
)
from readq.ui.rescue import Rescue, safe_name

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the editors are shell scripts")


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is left behind is left in the test's own folder."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


OLD = "an old note\nof two lines"


def slow_clock() -> float:
    """A clock by which every editor takes ten seconds."""
    slow_clock.now += 10  # type: ignore[attr-defined]
    return float(slow_clock.now)  # type: ignore[attr-defined]


slow_clock.now = 0.0  # type: ignore[attr-defined]


def edited_by(script: str, folder: Path, *, before: str = OLD, quick: bool = False) -> Outcome:
    """What comes of editing with a shell script that gets the file as `$1`."""
    command = ("/bin/sh", "-c", script, "editor")
    clock = time.monotonic if quick else slow_clock
    return edit(
        before, title="A / Title", command=command, rescue=Rescue(folder, "A Title"), clock=clock
    )


def kept(outcome: Outcome) -> bytes:
    assert isinstance(outcome, NotTaken)
    assert outcome.rescue is not None
    assert str(outcome.rescue) in outcome.message
    return outcome.rescue.read_bytes()


@pytest.mark.parametrize(
    ("script", "text"),
    [
        pytest.param('printf new > "$1"', "new", id="writes in place"),
        pytest.param('echo new > "$1.n"; mv "$1.n" "$1"', "new", id="replaces by rename"),
        pytest.param('echo a > "$1"; echo b > "$1"', "b", id="saves twice"),
        pytest.param(
            'touch "$1~" "$(dirname "$1")/.x.swp"; echo new > "$1"', "new", id="swap files"
        ),
        pytest.param(
            "printf 'a\\0b\\033]0;x\\007' > \"$1\"", "a\0b\x1b]0;x\x07", id="control characters"
        ),
        pytest.param("printf 'one\\r\\ntwo\\r\\n' > \"$1\"", "one\ntwo", id="Windows line ends"),
        pytest.param("printf '\\357\\273\\277new' > \"$1\"", "new", id="byte order mark"),
        pytest.param("printf 'new\\n\\n' > \"$1\"", "new\n", id="a blank line at the end"),
    ],
)
def test_what_the_editor_saved_comes_back(script: str, text: str, tmp_path: Path) -> None:
    assert edited_by(script, tmp_path) == Edited(text)


@pytest.mark.parametrize("before", ["", "one", "one\n", "one\n\n", "a\r\nb", "\ud800 alone"])
def test_a_file_left_alone_is_unchanged(before: str, tmp_path: Path) -> None:
    assert edited_by("true", tmp_path, before=before) == Unchanged()


def test_a_failing_editor_that_changed_nothing_is_said(tmp_path: Path) -> None:
    outcome = edited_by("exit 1", tmp_path)
    assert isinstance(outcome, Unchanged)
    assert "status 1" in outcome.message


def test_a_killed_editor_is_said(tmp_path: Path) -> None:
    outcome = edited_by("kill -9 $$", tmp_path)
    assert isinstance(outcome, Unchanged)
    assert "signal 9" in outcome.message


def test_a_failing_editor_that_changed_the_text_leaves_a_rescue_file(tmp_path: Path) -> None:
    assert kept(edited_by('echo new > "$1"; exit 1', tmp_path)) == b"new\n"


def test_text_that_is_not_utf8_is_kept_aside(tmp_path: Path) -> None:
    assert kept(edited_by("printf '\\377\\376a\\0' > \"$1\"", tmp_path)) == b"\xff\xfea\0"


def test_a_huge_file_is_kept_aside(tmp_path: Path) -> None:
    assert len(kept(edited_by('head -c 6000000 /dev/zero > "$1"', tmp_path))) == 6_000_000


@pytest.mark.parametrize(
    ("script", "word"),
    [
        pytest.param('rm "$1"', "removed", id="deletes"),
        pytest.param('rm "$1"; mkdir "$1"', "not a file", id="makes a directory"),
        pytest.param('rm "$1"; ln -s /etc/hostname "$1"', "link", id="makes a link"),
        pytest.param('rm "$1"; mkfifo "$1"', "not a file", id="makes a pipe"),
        pytest.param(': > "$1"', "empty", id="empties"),
        pytest.param("printf ' \\n' > \"$1\"", "empty", id="leaves white space"),
    ],
)
def test_a_strange_file_is_refused(script: str, word: str, tmp_path: Path) -> None:
    outcome = edited_by(script, tmp_path)
    assert isinstance(outcome, NotTaken)
    assert word in outcome.message
    assert outcome.rescue is None


def test_an_editor_in_the_background_keeps_its_file(tmp_path: Path) -> None:
    """`code` without --wait returns at once; what it saves later is not lost."""
    wait = tmp_path / "go"
    script = (
        f'(while [ ! -e {wait} ]; do sleep 0.02; done; echo late > "$1.n"; mv "$1.n" "$1") & exit 0'
    )
    outcome = edited_by(script, tmp_path, quick=True)
    assert isinstance(outcome, Detached)
    assert "--wait" in outcome.message
    assert text_now(outcome) == OLD
    wait.touch()
    for _ in range(200):
        if text_now(outcome) == "late":
            break
        time.sleep(0.02)
    assert text_now(outcome) == "late"
    assert not let_go(outcome, "early")
    assert outcome.path.exists()
    assert let_go(outcome, "late")
    assert not outcome.path.parent.exists()


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("code -n", ["--wait", "-n"]),
        ("code --wait", ["--wait"]),
        ("subl -w", ["-w"]),
        ("gvim", ["--nofork"]),
        ("nano -w", ["-w"]),
    ],
)
def test_an_editor_with_a_window_of_its_own_is_told_to_wait(
    wanted: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / wanted.split()[0]
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert editor_command(wanted, {}) == (str(program), *words)


def test_the_file_is_private_and_removed_with_its_leftovers(tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = f'd=$(dirname "$1"); touch "$d/.swp"; stat -c %a "$d" "$1" > {log}; echo "$1" >> {log}'
    edited_by(script, tmp_path)
    folder_mode, file_mode, name = log.read_text().splitlines()
    assert (folder_mode, file_mode) == ("700", "600")
    assert Path(name).name == "A-Title.md"
    assert Path(name).is_absolute()
    assert not Path(name).parent.exists()


def test_a_program_that_cannot_run_is_said(tmp_path: Path) -> None:
    program = tmp_path / "ed"
    program.write_bytes(b"\x7fELF nonsense")
    program.chmod(0o700)
    outcome = edit(OLD, title="t", command=(str(program),), rescue=Rescue(tmp_path, "t"))
    assert isinstance(outcome, NotTaken)
    assert "could not be run" in outcome.message


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path that holds the editors `ed1` and `my ed`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("ed1", "my ed"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o700)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def test_the_settings_come_before_visual_before_editor(programs: Path) -> None:
    both = {"VISUAL": "ed1 -v", "EDITOR": "ed1 -e"}
    assert editor_command("ed1 -s", both) == (str(programs / "ed1"), "-s")
    assert editor_command(" ", both) == (str(programs / "ed1"), "-v")
    assert editor_command("", {"VISUAL": "", "EDITOR": "ed1 -e"}) == (str(programs / "ed1"), "-e")


def test_a_quoted_path_with_a_blank_is_one_word(programs: Path) -> None:
    command = f'"{programs}/my ed" --wait'
    assert editor_command(command, {}) == (f"{programs}/my ed", "--wait")
    assert editor_command(command, {}, windows=True) == (f"{programs}/my ed", "--wait")


def test_a_path_with_a_blank_needs_no_quotes_where_it_is_a_program(programs: Path) -> None:
    program = f"{programs}/my ed"
    assert editor_command(program, {}) == (program,)
    assert editor_command(f"{program} --wait -x\n", {}) == (program, "--wait", "-x")
    assert editor_command("ed1 my ed", {}) == (f"{programs}/ed1", "my", "ed")


@pytest.mark.parametrize("command", ["~/bin/ed1 -w", "$HOME/bin/ed1 -w", "'~/bin/ed1' -w"])
def test_the_home_folder_is_known_without_a_shell(
    command: str, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(programs.parent))
    assert editor_command(command, {}) == (f"{programs}/ed1", "-w")


def test_settings_before_the_program_are_for_the_program(programs: Path) -> None:
    (programs / "env").write_text("#!/bin/sh\n")
    (programs / "env").chmod(0o700)
    command = editor_command("TERM=xterm ed1 -w", {})
    assert command == (f"{programs}/env", "TERM=xterm", "ed1", "-w")


@pytest.mark.parametrize(
    "command",
    [
        "no-such-editor-xyz",
        "~no-such-user/ed1",
        "my",
        "ed1; touch pwn",
        "ed1 && touch pwn",
        "$(touch pwn)",
        "`touch pwn`",
        'unbalanced "quote',
        "-c touch",
        "ed1\ntouch pwn",
        "ed1 -nw\x1b]0;x\x07",
        "/dev/null",
        ".",
        '""',
        "C:\\Program Files\\x\\e.exe --wait",
    ],
)
def test_a_command_that_makes_no_sense_is_refused_in_a_sentence(
    command: str, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(programs)
    with pytest.raises(EditorError) as refusal:
        editor_command(command, {})
    assert str(refusal.value).isprintable()
    assert not (programs / "pwn").exists()


def test_no_editor_at_all_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EditorError, match="EDITOR"):
        editor_command("", {})


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("L1: Controlling / How Long", "L1-Controlling-How-Long"),
        ("../../etc/passwd", "etc-passwd"),
        ("-rf", "rf"),
        ("CON", "CON_"),
        ("\x1b[2J\u202e", "2J"),
        ("...", "note"),
        ("论文", "论文"),
    ],
)
def test_file_names_are_safe(title: str, name: str) -> None:
    assert safe_name(title) == name


def test_a_long_title_makes_a_name_every_file_system_takes() -> None:
    assert len(safe_name("论" * 500).encode()) <= 100


def test_one_text_has_one_rescue_file_and_others_have_their_own(tmp_path: Path) -> None:
    mine, other = Rescue(tmp_path, "T"), Rescue(tmp_path, "T")
    first = mine.keep("one")
    assert mine.keep("two") == first
    assert other.keep("three") != first
    assert first.read_text() == "two"
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    assert stat.S_IMODE(first.parent.stat().st_mode) == 0o700
    mine.drop()
    assert not first.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs a unix system")
def test_without_a_library_folder_the_copy_is_kept_elsewhere(tmp_path: Path) -> None:
    gone = tmp_path / "gone" / "deeper"
    assert Rescue(gone, "T").keep("text").read_text() == "text"
    assert Rescue(None, "T").keep("text").read_text() == "text"
