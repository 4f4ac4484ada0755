"""What scripts rely on: the shape of every command's JSON, exit codes, and who says what where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import NoneType
from typing import Any

import pytest
from tests.cli.conftest import ABSTRACTS, Readq

from readq.cli.root import COMMANDS
from readq.library import open_library

Shape = dict[str, Any]

PAPER: Shape = {
    "id": str,
    "title": str,
    "title_origin": str,
    "authors": [str],
    "abstract": str,
    "venue": str,
    "year": (int, NoneType),
    "month": (int, NoneType),
    "doi": str,
    "arxiv_id": str,
    "openreview_id": str,
    "url": str,
    "pdf_url": str,
    "code_url": str,
    "links": [str],
    "keywords": [str],
    "names": [str],
    "aliases": [str],
    "citekey": str,
    "source": str,
    "position": (int, NoneType),
    "sources": [{"name": str, "position": int, "line": (int, NoneType)}],
    "added": str,
    "extra": dict,
    "status": str,
    "priority": int,
    "rank": (float, NoneType),
    "tags": [str],
    "note": str,
    "rating": (int, NoneType),
    "deferred_until": (str, NoneType),
    "trashed": (str, NoneType),
}
CHANGE: Shape = {
    "id": int,
    "kind": str,
    "label": str,
    "when": str,
    "of": (int, NoneType),
    "papers": [str],
    "left_alone": [str],
}
REPORT: Shape = {
    "seen": int,
    "added": int,
    "updated": int,
    "unchanged": int,
    "rejected": int,
    "in_trash": int,
    "issues": [
        {
            "source": str,
            "line": (int, NoneType),
            "key": (str, NoneType),
            "message": str,
            "kept": bool,
        }
    ],
    "understood": [str],
    "doubtful": [{"id": str, "title": str, "shared": int}],
    "merged": [{"id": str, "title": str, "part": str}],
    "failed": [str],
}
ENRICHED: Shape = {
    "asked": int,
    "completed": int,
    "unchanged": int,
    "not_found": int,
    "failed": int,
    "papers": [{"id": str, "title": str, "was": str, "facts": [str], "services": [str]}],
    "guesses": [{"id": str, "service": str, "title": str, "shared": int}],
    "failures": [{"service": str, "reason": str, "paper_ids": [str]}],
    "twins": [{"id": str, "other_id": str, "identifier": str}],
    "questions": int,
}
SIDE: Shape = {
    "id": str,
    "title": str,
    "authors": [str],
    "venue": str,
    "year": (int, NoneType),
    "doi": str,
    "arxiv_id": str,
    "sources": [str],
}
PAIR: Shape = {
    "keep": SIDE,
    "other": SIDE,
    "sure": bool,
    "shared": (int, NoneType),
    "alike": int,
}
SHOWN = PAPER | {"plain_abstract": str}
HIT: Shape = {"id": str, "title": str, "score": float, "spans": [[int]]}
RANKED: Shape = {
    "id": str,
    "title": str,
    "status": str,
    "score": float,
    "words": [str],
    "most_like": (dict, str, NoneType),
}
CALLS: list[tuple[str, Any]] = [
    ("demo", [PAPER]),
    ("add list.txt", REPORT),
    ("add list.txt --dry-run", REPORT),
    ("add bad.json", REPORT),
    ("enrich {0}", ENRICHED),
    ("list", [PAPER]),
    ("list status:read", [PAPER]),
    ("show {0}", SHOWN),
    ("jump lantern", [HIT]),
    ("jump zzzzqqqq", [HIT]),
    (
        "triage --plain",
        {
            **dict.fromkeys(("decided", "kept", "skipped", "later", "read", "papers", "left"), int),
            "at": (str, NoneType),
        },
    ),
    ("pick --first lantern", [PAPER]),
    ("mark read {0} {1}", CHANGE),
    ("mark new {2}", NoneType),
    ("priority 3 {0}", CHANGE),
    ("tag {0} +rl", CHANGE),
    ("defer {0} 2w", CHANGE),
    ("trash {0}", CHANGE),
    ("queue", [PAPER]),
    ("queue move {1} --top", CHANGE),
    ("next", PAPER),
    (
        "plan",
        {
            "day": str,
            "cap": str,
            "minutes": int,
            "done_minutes": int,
            "papers": [PAPER],
            "done": [PAPER],
            "suggested": [PAPER],
            "waiting": int,
        },
    ),
    ("open {0}", [{"kind": str, "address": str}]),
    ("note {0}", {"id": str, "note": str, "links": list, "linked_from": list}),
    ("note {0} --set hello", CHANGE),
    ("dedupe", [PAIR]),
    ("dedupe --merge", {"merged": [PAIR], "change": (dict, NoneType), "dry_run": bool}),
    ("dedupe --same {0} {1}", CHANGE),
    ("dedupe --not {0} {1}", CHANGE),
    ("dedupe --part {0}", NoneType),
    ("related {0}", [{"id": str, "title": str, "likeness": float, "words": [str]}]),
    (
        "rank",
        {
            "topic": str,
            "has_learnt": bool,
            "estimate": (dict, NoneType),
            "suggests_stop": bool,
            "papers": [RANKED],
        },
    ),
    ("keys", [{"id": str, "keys": [str], "does": str, "where": str}]),
    ("config --check", {"file": str, "problems": [dict]}),
    ("undo 2", [CHANGE]),
    ("redo 1", [CHANGE]),
    ("log", [CHANGE]),
    ("export", {"papers": int, "format": str, "file": NoneType, "text": str}),
    ("export -o out.bib", {"papers": int, "format": str, "file": str, "text": NoneType}),
    (
        "stats",
        {
            "papers": int,
            "status": dict.fromkeys(("new", "later", "queued", "reading", "read", "skipped"), int),
            "triaged": int,
            "queue_minutes": int,
            "notes": int,
            "in_trash": int,
            "tags": dict,
            "read_this_week": int,
            "streak": int,
            "best_streak": int,
            "decisions_by_day": dict,
            "triaged_by_day": dict,
            "read_by_day": dict,
        },
    ),
    ("doctor", {"library": str, "found": [dict], "kept": NoneType}),
    ("compact", {"papers": int}),
    ("backup b.tar.gz", {"file": str, "papers": int}),
    ("restore old.tar.gz", {"library": str, "kept": str}),
    ("completions bash", {"shell": str, "script": str}),
]


def misfits(value: Any, shape: Any, where: str = "$") -> list[str]:
    """What of the value is not as the shape says."""
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{where} is no list"]
        return [m for n, item in enumerate(value) for m in misfits(item, shape[0], f"{where}[{n}]")]
    if isinstance(shape, dict):
        if not isinstance(value, dict) or value.keys() != shape.keys():
            return [f"{where}: {value!r} has not the fields {sorted(shape)}"]
        return [m for name in shape for m in misfits(value[name], shape[name], f"{where}.{name}")]
    if (isinstance(value, bool) and shape is not bool) or not isinstance(value, shape):
        return [f"{where}: {value!r} is no {shape}"]
    return []


def strict(text: str) -> Any:
    """The one JSON value of a text, as other languages read JSON."""

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    assert text.endswith("\n")
    assert "\x1b" not in text
    return json.loads(text, parse_constant=refuse)


@pytest.fixture
def filled(readq: Readq, ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("READQ_DEMO", str(tmp_path / "demo"))
    Path("bad.json").write_text('[{"title": "Good"}, 7]', encoding="utf-8")
    readq("backup", "old.tar.gz")
    readq("mark", "queued", *ids[:2])
    readq("tag", ids[0], "+one")
    readq("tag", ids[0], "+two")
    readq("undo")


@pytest.mark.usefixtures("filled", "unhurried")
@pytest.mark.parametrize(("line", "shape"), CALLS, ids=[line for line, _ in CALLS])
def test_json_is_one_value_of_the_promised_shape(
    readq: Readq, ids: list[str], line: str, shape: Any
) -> None:
    words = line.format(*ids).split()
    ran = readq(*words, "--json")
    assert ran.code == 0
    assert misfits(strict(ran.out), shape) == []


def test_every_command_has_a_json_shape_here() -> None:
    assert {line.split()[0] for line, _ in CALLS} == {command.name for command in COMMANDS}


@pytest.mark.usefixtures("filled")
def test_json_lines_are_a_json_object_each(readq: Readq) -> None:
    lines = readq("export", "--to", "jsonl").out.splitlines()
    assert len(lines) == 3
    assert [m for line in lines for m in misfits(strict(line + "\n"), PAPER)] == []


def test_nothing_found_is_an_empty_value_for_a_script_and_exit_1_for_a_person(
    readq: Readq, ids: list[str]
) -> None:
    for call, nothing in (("next", None), ("jump zzzzqqqq", []), ("redo", [])):
        person, script = readq(*call.split()), readq(*call.split(), "--json")
        assert (person.code, person.out) == (1, "")
        assert person.err.count("\n") == 1
        assert script.json == nothing
    assert (readq("queue").code, readq("queue", "--json").json) == (0, [])
    assert readq("list", "status:read").code == 0


def test_talk_goes_to_stderr_and_data_to_stdout(readq: Readq, ids: list[str]) -> None:
    readq("mark", "queued", ids[0])
    talks: dict[str, Callable[[str], bool]] = {
        "list --limit 1": lambda err: err == "1 of 3 papers\n",
        "list zzzz": lambda err: err == "0 of 3 papers\n",
        "queue": lambda err: err.startswith("1 paper, about"),
        "note {0}": lambda err: "no note" in err,
        "export -o out.bib": lambda err: err == "Wrote 3 papers to out.bib.\n",
        "list": lambda err: not err,
        "show {0}": lambda err: not err,
        "stats": lambda err: not err,
        "log": lambda err: not err,
        "export": lambda err: not err,
    }
    for line, expected in talks.items():
        ran = readq(*line.format(*ids).split())
        assert ran.code == 0
        assert expected(ran.err), (line, ran.err)
        assert bool(ran.out) is (line not in ("list zzzz", "note {0}", "export -o out.bib"))


def test_a_library_without_papers_says_where_it_is(readq: Readq, folder: Path) -> None:
    ran = readq("list")
    assert (ran.code, ran.out) == (0, "")
    assert str(folder) in ran.err
    assert "readq add" in ran.err


def test_the_library_may_be_named_before_or_after_the_command(readq: Readq, ids: list[str]) -> None:
    Path("list.txt").write_text(ABSTRACTS, encoding="utf-8")
    readq("--library", "other", "add", "list.txt")
    assert len(readq("list", "--library", "other", "--json").json) == 3
    readq("mark", "read", ids[0], "--library", "other")
    with open_library("other") as other:
        assert other.ids("status:read") == [ids[0]]
    assert readq("list", "status:read", "--json").json == []


def test_numbers_in_json_are_not_cut_for_a_terminal(
    readq: Readq, ids: list[str], terminal: Callable[[int], None]
) -> None:
    terminal(20)
    for call in (["list"], ["show", ids[0]], ["jump", "lantern"], ["log"]):
        strict(readq(*call, "--json").out)


def test_statistics_are_lines_a_person_reads(readq: Readq, ids: list[str]) -> None:
    readq("mark", "read", *ids[:2])
    readq("tag", ids[0], "+rl")
    readq("note", ids[0], "--set", "x")
    (day,) = readq("stats", "--json").json["decisions_by_day"]
    lines = [line.split(maxsplit=1) for line in readq("stats").out.splitlines()]
    assert ["3", "papers"] in lines
    assert ["2", "read"] in lines
    assert ["1", "with a note"] in lines
    assert ["1", "[rl]"] in lines
    assert lines[-1] == ["2", f"decided on {day}"]
