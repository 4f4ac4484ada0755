"""The help: complete, no wider than a terminal, and every example in it does what it says."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

import click
import pytest
from tests.cli.conftest import Readq
from tests.terminal_line import tty

from readq.cli.cells import cell_width
from readq.cli.queueing import move
from readq.cli.root import COMMANDS
from readq.domain import Status
from readq.library import SORTS, open_library
from readq.paths import bundled_data

ALL: tuple[click.Command, ...] = (*COMMANDS, move)
EXAMPLES = [example for command in ALL for example in getattr(command, "examples", ())]
IN_A_TERMINAL = {
    "readq triage": "q",
    "readq triage 'year:2026 -tag:done'": "q",
    "readq pick | xargs readq show": "\r",
    "readq pick --many | xargs readq mark queued": "\t\t\r",
}
"""Examples that open the app, and keys that use it."""
TYPED = {"triage": b"?\nq\n"}
"""What some commands read; the others take any text."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with a library of the bundled papers, all queued, and the files examples name."""
    home = tmp_path_factory.mktemp("home")
    (home / "icml2026.txt").write_bytes(
        b"\n\n".join(path.read_bytes() for path in sorted(bundled_data().glob("icml2026/*.txt")))
    )
    shutil.copy(bundled_data() / "icml2026-catalogue.json", home / "catalogue.json")
    daily = home / ".local/share/readq/library/backups/daily-2026-11-30"
    with open_library(home / "library") as library:
        library.add(home / "icml2026.txt", home / "catalogue.json")
        library.mark(library.ids(), Status.QUEUED)
        for number in range(3):
            library.note(library.ids()[number], "a note")
        library.back_up(home / "readq-20261130-120000.tar.gz")
        library.undo()
    shutil.copytree(home / "library", daily)
    (home / "vault" / "papers").mkdir(parents=True)
    return home


@pytest.fixture
def home(folder: Path, prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that home folder, which is the reader's own for a test."""
    home = shutil.copytree(prepared, tmp_path / "home")
    monkeypatch.chdir(home)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("READQ_LIBRARY", str(home / "library"))
    monkeypatch.setenv("READQ_DEMO", str(home / "demo"))
    monkeypatch.setenv("READQ_CONFIG", str(home / "config.toml"))
    monkeypatch.setenv("VISUAL", "true")
    return home


@pytest.mark.skipif(os.name == "nt", reason="pseudo terminals")
@pytest.mark.parametrize("example", IN_A_TERMINAL)
def test_every_example_that_opens_the_app_works_as_typed(home: Path, example: str) -> None:
    assert example in EXAMPLES
    with tty(f"set -o pipefail; {example}; echo status $?") as it:
        it.wait("leave" if "triage" in example else "take nothing")
        it.type(IN_A_TERMINAL[example], "triaged" if "triage" in example else "status 0")
        if "triage" in example:
            it.type("q", "status 0")
        assert "Traceback" not in it.text


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e not in IN_A_TERMINAL])
@pytest.mark.usefixtures("unhurried", "home")
def test_every_example_works_as_typed(readq: Readq, example: str) -> None:
    _, _, typed = example.rpartition("| ")
    program, *words = shlex.split(typed.partition(">>")[0])
    assert program == "readq"
    stdin = TYPED.get(words[0], b"from a pipe")
    ran = readq(*map(os.path.expanduser, words), stdin=stdin)
    assert (ran.code, "readq: " in ran.err and "Traceback" in ran.err) == (0, False), ran.err


@pytest.mark.parametrize("command", ALL, ids=lambda command: str(command.name))
def test_each_command_explains_itself_and_its_options(readq: Readq, command: click.Command) -> None:
    call = ("queue", "move") if command is move else (str(command.name),)
    ran = readq(*call, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert getattr(command, "examples", ())
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help or parameter.show_default, parameter.name
            assert parameter.opts[-1] in ran.out
    assert max(map(cell_width, ran.out.splitlines())) <= 80


def test_the_first_page_names_every_command_in_80_columns(readq: Readq) -> None:
    page = readq("--help").out
    assert max(map(cell_width, page.splitlines())) <= 80
    assert "..." not in page.replace("...]", "")
    for command in COMMANDS:
        assert f"\n  {command.name} " in page
    assert readq("-h").out == page


def test_the_orders_named_in_the_help_are_those_there_are(readq: Readq) -> None:
    page = " ".join(readq("list", "--help").out.split())
    assert f"By {', '.join(SORTS)} or rank;" in page


def test_help_needs_no_library(readq: Readq, folder: Path) -> None:
    for call in (["--help"], ["list", "--help"], ["queue", "move", "--help"], ["--version"]):
        assert readq(*call).code == 0
    assert not folder.exists()


@pytest.mark.parametrize(
    ("typed", "meant"), [("lst", "list"), ("quue", "queue"), ("exprot", "export"), ("tags", "tag")]
)
def test_a_misspelt_command_gets_the_nearest_one(readq: Readq, typed: str, meant: str) -> None:
    ran = readq(typed)
    assert ran.code == 2
    assert f"'{meant}'" in ran.sentence


def test_a_misspelt_option_gets_the_nearest_one(readq: Readq) -> None:
    ran = readq("list", "--limt", "3")
    assert ran.code == 2
    assert "--limit" in ran.sentence
