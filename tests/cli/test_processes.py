"""readq as a process among others: signals, pipes, closed and narrow streams."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest
from tests.cli.conftest import Ran, Readq

from readq.library import open_library

READQ = [sys.executable, "-m", "readq"]
PIPE_HOLDS = 1 << 16

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals and streams")


def run(*args: str, stdout: int | IO[Any] = subprocess.PIPE, **env: str) -> Ran:
    ran = subprocess.run(
        [*READQ, *args],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )
    return Ran(ran.returncode, (ran.stdout or b"").decode("latin-1"), ran.stderr.decode())


def test_ctrl_c_during_an_import_is_one_line_and_leaves_the_library_as_it_was(
    readq: Readq, ids: list[str], folder: Path
) -> None:
    before = readq("export").out
    importing = subprocess.Popen(
        [*READQ, "add", "-", "--as", "titles"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert importing.stdin is not None
    # More than a pipe holds: when this returns, the import has begun to read.
    importing.stdin.write(b"A title that comes in halves\n\n" * (2 * PIPE_HOLDS // 30))
    importing.stdin.flush()
    importing.send_signal(signal.SIGINT)
    out, err = importing.communicate(timeout=60)
    assert (importing.returncode, out, err) == (
        130,
        b"",
        b"readq: interrupted; nothing was added.\n",
    )
    assert readq("export").out == before
    assert readq("doctor", "--json").json["found"] == []
    assert readq("log").out.count("\n") == 1


@pytest.mark.parametrize("call", [("list",), ("list", "--json"), ("export",), ("--help",)], ids=str)
def test_a_reader_that_is_gone_is_no_trouble(ids: list[str], call: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = run(*call, stdout=writing)
    finally:
        os.close(writing)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_output_that_does_not_fit_on_the_disk_is_one_sentence(ids: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        for call in (("list",), ("export", "--to", "bibtex")):
            ran = run(*call, stdout=full)
            assert ran.code == 1
            assert "No space left" in ran.sentence


def test_what_is_printed_to_a_closed_stream_lands_in_no_file_of_the_library(
    readq: Readq, ids: list[str], folder: Path
) -> None:
    for call in (["mark", "queued", ids[0]], ["list"], ["note", ids[0], "--set", "kept"]):
        ran = subprocess.run(
            ["sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-', *READQ, *call],
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert readq("doctor", "--json").json["found"] == []
    assert readq("note", ids[0]).out == "kept\n"
    assert [p["id"] for p in readq("queue", "--json").json] == [ids[0]]


def test_a_terminal_without_unicode_gets_signs_it_has(ids: list[str], folder: Path) -> None:
    with open_library(folder) as library:
        library.set_title(ids[0], "Zażółć ≈ gęślą jaźń")
    ran = run("list", PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert f"{ids[0]}  .   Za???? ? g??l? ja??" in ran.out
    assert run("show", ids[0], PYTHONIOENCODING="latin-1:strict").code == 0
    exact = run("list", "--json", PYTHONIOENCODING="ascii")
    assert json.loads(exact.out)[0]["title"] == "Zażółć ≈ gęślą jaźń"


def test_no_command_loads_the_interface(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("One title\n\nAnother title\n", encoding="utf-8")
    script = """
import sys
from readq.cli.root import COMMANDS, run
calls = ["add list.txt", "list", "show 'One title'", "jump one", "mark queued 'One title'",
    "priority 2 'One title'", "tag 'One title' +t", "defer 'One title' 1d",
        "trash 'One title'", "trash --back 'One title'", "queue", "next", "plan",
    "note 'One title' --set x", "undo", "redo", "log", "export", "stats", "open 'One title'",
    "doctor", "compact",
    "backup b.tar.gz", "restore b.tar.gz", "completions bash", "demo", "", "enrich --offline",
    "pick", "pick --first one", "triage", "dedupe", "rank", "related 'One title'", "triage --plain", "config --check", "keys"]
import shlex
assert {c.split()[0] for c in calls if c} == {c.name for c in COMMANDS}
for call in calls:
    run(shlex.split(call))
    loaded = {name.partition(".")[0] for name in sys.modules} & {"textual", "rich", "numpy"}
    may = dict.fromkeys(["dedupe", "rank", "related", "triage"], {"numpy"})
    may |= dict.fromkeys(["config", "keys"], {"numpy", "textual", "rich"})  # keys are the interface's
    assert loaded <= may.get(call.partition(" ")[0], set()), (call, loaded)
"""
    ran = subprocess.run(
        [sys.executable, "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "READQ_DEMO": str(tmp_path / "demo")},
    )
    assert (ran.returncode, "Traceback" in ran.stderr) == (0, False), ran.stderr


@pytest.mark.parametrize(
    ("call", "env"),
    [
        (["--help"], {}),
        (["list", "--help"], {}),
        ([], {"_READQ_COMPLETE": "zsh_complete", "COMP_WORDS": "readq ", "COMP_CWORD": "1"}),
    ],
    ids=["help", "help of a command", "completion"],
)
def test_help_and_completion_load_no_more_than_the_command_line(
    folder: Path, call: list[str], env: dict[str, str]
) -> None:
    ran = run(*call, stdout=subprocess.PIPE, PYTHONPROFILEIMPORTTIME="1", **env)
    assert (ran.code, "list" in ran.out) == (0, True)
    assert "readq.cli.root" in ran.err
    for heavy in ("tinydb", "rapidfuzz", "orjson", "readq.text", "readq.importers", "textual"):
        assert heavy not in ran.err


@pytest.mark.parametrize("options", [[], ["--ascii", "--theme", "nord"]])
def test_the_app_does_not_wait_for_the_commands(folder: Path, options: list[str]) -> None:
    ran = run(*options, stdout=subprocess.PIPE, PYTHONPROFILEIMPORTTIME="1")
    assert (ran.code, "the app needs a terminal" in ran.err) == (2, True)
    for command_line in ("click", "readq.cli.root", "readq.cli.listing"):
        assert command_line not in ran.err


def test_completion_asks_readq_itself(folder: Path) -> None:
    ran = run(_READQ_COMPLETE="bash_complete", COMP_WORDS="readq ma", COMP_CWORD="1")
    assert (ran.code, ran.out) == (0, "plain,mark\n")


def test_completion_names_the_themes_there_are(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "rosy.toml").write_text('primary = "#7AA7F7"')
    ran = run(
        READQ_CONFIG=str(tmp_path / "config.toml"),
        _READQ_COMPLETE="bash_complete",
        COMP_WORDS="readq --theme r",
        COMP_CWORD="2",
    )
    assert ran.out.split() == [
        f"plain,{name}"
        for name in (
            "readq-ink",
            "readq-paper",
            "rose-pine",
            "rose-pine-moon",
            "rose-pine-dawn",
            "rosy",
        )
    ]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("readq add ic", "file,ic"),
        ("readq import ", "file,"),
        ("readq export -o ", "file,"),
        ("readq restore b", "file,b"),
        ("readq --library ", "dir,"),
        ("readq list --library x", "dir,x"),
        ("readq note --from ", "dir,"),
        ("readq note --template s", "plain,summary"),
        ("readq list --sort pr", "plain,priority"),
        ("readq list --sort ra", "plain,rank"),
    ],
)
def test_completion_offers_what_a_word_may_be(folder: Path, typed: str, offered: str) -> None:
    place = str(typed.count(" "))
    ran = run(_READQ_COMPLETE="bash_complete", COMP_WORDS=typed, COMP_CWORD=place)
    assert ran.out == f"{offered}\n"
