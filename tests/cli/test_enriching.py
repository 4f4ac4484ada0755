"""`readq enrich`: who is asked about what, and how it is told."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Readq
from tests.cli.test_json import ENRICHED, misfits
from tests.services.stub import ABSTRACT, TITLE, Reply, Stub, Work, arxiv_feed
from tests.waiting import until

from readq.library import open_library


@pytest.fixture
def paper_id(folder: Path, tmp_path: Path) -> str:
    """An abstract without a title in the library, and an identifier."""
    (tmp_path / "list.txt").write_text(f"{ABSTRACT}\n")
    (tmp_path / "ids.txt").write_text("2601.00001\n")
    with open_library(folder) as library:
        library.add(tmp_path / "list.txt", tmp_path / "ids.txt")
        return library.ids("has:abstract")[0]


@pytest.fixture
def with_services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a line into `[services]` of the settings."""

    def write(line: str) -> None:
        config = tmp_path / "config.toml"
        config.write_text(f"[services]\n{line}\n")
        monkeypatch.setenv("READQ_CONFIG", str(config))

    return write


def test_a_paper_is_completed_and_told(readq: Readq, paper_id: str, unhurried: Stub) -> None:
    unhurried.when("/arxiv", arxiv_feed(Work()))
    ran = readq("enrich", paper_id, "--service", "arxiv")
    assert (ran.code, ran.err) == (0, "")
    told, numbers = ran.out.splitlines()
    assert told.startswith(f"{paper_id}  {TITLE}  (title, authors, ")
    assert told.endswith(": arXiv)")
    assert numbers == "1 asked: 1 completed, 0 unchanged, 0 not found, 0 failed"
    assert TITLE in readq("show", paper_id).out
    assert readq("undo").code == 0
    assert TITLE not in readq("show", paper_id).out


def test_json_has_all_of_it(readq: Readq, paper_id: str, unhurried: Stub) -> None:
    unhurried.when("/arxiv", arxiv_feed(Work()))
    unhurried.when("/crossref", Reply(status=403))
    unhurried.when("/semanticscholar", Reply(status=404))
    ran = readq("enrich", "--json")
    report = ran.json
    assert misfits(report, ENRICHED) == []
    assert report["asked"] == 2
    numbers = [report[name] for name in ("completed", "unchanged", "not_found", "failed")]
    assert sum(numbers) == 2
    assert report["papers"][0]["id"] == paper_id
    assert report["papers"][0]["services"] == ["arXiv"]
    assert report["failures"][0]["service"] == "Crossref"
    assert report["questions"] > 2
    assert "Crossref, 1 paper: it refuses to answer (403)" in ran.err


def test_a_dry_run_says_so_and_writes_nothing(readq: Readq, paper_id: str, unhurried: Stub) -> None:
    unhurried.when("/arxiv", arxiv_feed(Work()))
    before = readq("export").out
    ran = readq("enrich", "--dry-run")
    assert "would be: 2 asked: 1 completed" in ran.out
    assert readq("export").out == before
    assert readq("log").out.count("\n") == 1


def test_papers_are_named_or_filtered(readq: Readq, paper_id: str, unhurried: Stub) -> None:
    for words in ([], ["has:abstract"], ["2601.00001", paper_id[:6]], ["-has:abstract"]):
        report = readq("enrich", *words, "--json").json
        assert report["asked"] == {0: 2, 1: 1, 2: 2}[len(words)], words
    ran = readq("enrich", "2601.99999")
    assert ran.code == 1
    assert "none passes it as a filter" in ran.sentence


def test_if_nobody_could_be_asked_it_is_a_failure(
    readq: Readq, paper_id: str, unhurried: Stub
) -> None:
    unhurried.when("/", Reply(status=403))
    ran = readq("enrich")
    assert ran.code == 1
    assert "arXiv, 2 papers: it refuses to answer (403); " in ran.err
    assert "Semantic Scholar, 2 papers: it refuses to answer (403); " in ran.err
    assert "Crossref" not in ran.err  # which is not asked by words of an abstract
    assert "2 failed" in ran.out


def test_offline_sends_nothing(
    readq: Readq, paper_id: str, unhurried: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    unhurried.when("/arxiv", arxiv_feed(Work()))
    readq("enrich", paper_id, "--dry-run")
    asked = len(unhurried.asked)

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a socket was asked for")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    ran = readq("enrich", "--offline")
    assert ran.code == 0
    assert "2 asked: 1 completed, 0 unchanged, 0 not found, 1 failed" in ran.out
    assert "--offline asks nobody" in ran.err
    assert len(unhurried.asked) == asked


def test_settings_say_who_is_asked_and_by_whom(
    readq: Readq,
    paper_id: str,
    unhurried: Stub,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = tmp_path / "config.toml"
    config.write_text(
        '[services]\nuse = ["openalex"]\nmail = "ada@example.org"\nopenalex_key = "s3cret"\n'
    )
    monkeypatch.setenv("READQ_CONFIG", str(config))
    ran = readq("enrich", paper_id)
    assert ran.code == 0
    assert {path.split("/")[1] for path in unhurried.paths()} == {"openalex"}
    asked = unhurried.asked[0]
    assert (asked.params["api_key"], asked.params["mailto"]) == ("s3cret", "ada@example.org")
    assert "s3cret" not in ran.out + ran.err
    unhurried.when("/openalex", Reply(status=403))
    assert "s3cret" not in readq("enrich", "--fresh", "--json").out


@pytest.mark.parametrize(
    "line",
    [
        'use = "arxiv"',
        'mail = "ada\\nX-Evil: 1@x"',
        'mail = "nobody"',
        'openalex_key = "a\\nb"',
        "openalex = 3",
        "speed = 9",
    ],
)
def test_settings_that_make_no_sense_are_named(
    readq: Readq, paper_id: str, with_services: Callable[[str], None], line: str
) -> None:
    with_services(line)
    ran = readq("enrich")
    assert ran.code == 1
    name = line.split(" ")[0]
    assert f'"services.{name}" must be' in ran.sentence


@pytest.mark.parametrize("line", ['openalx_key = "k"', 'use = ["openalx"]'])
def test_a_service_misspelt_in_the_settings_is_named(
    readq: Readq, paper_id: str, with_services: Callable[[str], None], line: str
) -> None:
    with_services(line)
    ran = readq("enrich")
    assert ran.code == 2
    assert "openalx" in ran.sentence
    assert "semanticscholar, openalex" in ran.sentence


def test_a_key_may_be_in_the_systems_safe(
    readq: Readq, paper_id: str, unhurried: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Safe:
        @staticmethod
        def get_password(safe: str, name: str) -> str | None:
            if name == "crossref":
                raise RuntimeError("the safe is locked")
            return {"openalex": "s3cret"}.get(name)

    monkeypatch.setitem(sys.modules, "keyring", Safe)
    readq("enrich", "--service", "openalex", "--service", "crossref")
    assert unhurried.asked[-1].params["api_key"] == "s3cret"
    monkeypatch.setitem(sys.modules, "keyring", None)  # as if it were not installed
    ran = readq("enrich", "--service", "openalex", "--fresh")
    assert "it wants a key" in ran.err


def test_unknown_services_and_contrary_wishes_are_usage_errors(readq: Readq, paper_id: str) -> None:
    ran = readq("enrich", "--service", "scopus")
    assert (ran.code, "arxiv, crossref, semanticscholar, openalex" in ran.sentence) == (2, True)
    assert readq("enrich", "--offline", "--fresh").code == 2


def test_what_services_say_cannot_steer_the_terminal(
    readq: Readq, paper_id: str, unhurried: Stub
) -> None:
    hostile = f"{TITLE} \x9b2J\u202e[red]"
    unhurried.when("/arxiv", arxiv_feed(Work(title=hostile)))
    ran = readq("enrich", paper_id)
    assert not {"\x1b", "\x9b", "\u202e"} & set(ran.out + ran.err)


COMMANDS = [
    ["list"],
    ["list", "--json"],
    ["show", "PAPER"],
    ["jump", "loop"],
    ["mark", "queued", "PAPER"],
    ["queue"],
    ["stats"],
    ["add", "2602.16490"],
    ["add", "https://arxiv.org/abs/2602.16491"],
    ["export", "--to", "bibtex"],
    ["doctor"],
    ["enrich", "--offline"],
    ["enrich", "--help"],
]


def test_no_command_opens_a_connection_or_loads_what_could(
    paper_id: str, folder: Path, tmp_path: Path
) -> None:
    """Nothing leaves the machine until `enrich` is told to ask."""
    guarded = (
        "import json, socket, sys\n"
        "def refuse(*a, **k): raise SystemExit('a socket was asked for')\n"
        "socket.socket = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from readq.cli.root import run\n"
        "for call in json.loads(sys.argv[1]):\n"
        "    code = run(call)\n"
        "    assert code in (0, 1), (call, code)\n"
        "    assert 'httpx' not in sys.modules, call\n"
        "    assert 'enrich' in call or 'readq.services' not in sys.modules, call\n"
        "print('quiet')\n"
    )
    calls = [[paper_id if word == "PAPER" else word for word in call] for call in COMMANDS]
    ran = subprocess.run(
        [sys.executable, "-c", guarded, json.dumps(calls)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "READQ_CACHE": str(tmp_path / "nothing")},
        check=False,
    )
    assert ran.stdout.endswith("quiet\n"), ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_while_a_service_is_silent_is_one_line(
    readq: Readq, paper_id: str, unhurried: Stub, tmp_path: Path
) -> None:
    before = readq("export").out
    unhurried.when("/arxiv", Reply(b'<?xml version="1.0"?>', hang=True))
    asking = subprocess.Popen(
        [sys.executable, "-m", "readq", "enrich", paper_id],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "READQ_CACHE": str(tmp_path / "other")},
    )
    until(lambda: unhurried.asked or asking.poll() is not None)
    assert asking.poll() is None
    asking.send_signal(signal.SIGINT)
    out, err = asking.communicate(timeout=60)
    assert (asking.returncode, out, err) == (130, b"", b"readq: interrupted.\n")
    assert readq("export").out == before
