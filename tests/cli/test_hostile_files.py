"""Files made to break readers: each costs a sentence at most, and the library they leave works."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Readq
from tests.cli.test_hostile_text import STEERING

from readq.exporters import EXPORTERS

HOSTILE = sorted((Path(__file__).parents[1] / "importers" / "inputs" / "hostile").iterdir())

MADE = {
    "line.bib": "@misc{a, title = {One}, abstract = {" + "word " * 100_000 + "}}\n",
    "authors.bib": "@misc{a, title = {Many}, author = {"
    + " and ".join(f"Author Number{n}" for n in range(5000))
    + "}}\n",
    "deep.bib": "@misc{a, title = " + "{" * 10_000 + "x" + "}" * 10_000 + "}\n",
    "starts.bib": "@misc{a,\n" * 5000,
    "concat.bib": "@misc{a, title = " + '"x" # ' * 20_000 + '"y"}\n',
    "cell.csv": 'title,abstract\nOne,"' + "word " * 40_000 + '"\n',
    "columns.csv": "title," + ",".join(f"c{n}" for n in range(20_000)) + "\nOne\n",
    "deep.json": "[" * 100_000,
    "objects.json": '{"a":' * 50_000,
    "keys.json": json.dumps([{"title": "One"} | {f"k{n}": n for n in range(20_000)}]),
    "records.ris": "TY  - JOUR\nTI  - One and the same paper\nER  - \n" * 3000,
    "attributes.xml": "<feed " + " ".join(f'a{n}="x"' for n in range(20_000)) + "/>",
    "deep.xml": "<a>" * 20_000 + "</a>" * 20_000,
    "word.json": json.dumps([{"title": "One", "abstract": "x" * 200_000}]),
}


def added(readq: Readq, *source: str) -> int:
    """How many papers the file brought; what is said about it is right."""
    ran = readq("add", *source, "--json")
    assert "Traceback" not in ran.err + ran.out
    assert not STEERING.search(ran.err)
    if not ran.out:
        assert ran.code == 1
        assert 0 < len(ran.err) < 600
        return 0
    told = ran.json
    assert told["seen"] == sum(told[n] for n in ("added", "updated", "unchanged", "rejected"))
    assert told["rejected"] == sum(not issue["kept"] for issue in told["issues"])
    return int(told["added"])


def check(readq: Readq, papers: int) -> None:
    """The library has so many papers and shows and exports them."""
    assert len(readq("list").out.splitlines()) == papers
    listed = readq("list", "--json")
    assert len(listed.json) == papers
    assert not STEERING.search(listed.out)
    for format_ in EXPORTERS:
        ran = readq("export", "--to", format_)
        assert ran.code == 0, ran.err
        assert not STEERING.search(ran.out), format_
    assert not readq("doctor", "--json").json["found"]


def test_hostile_files_leave_a_library_that_works(readq: Readq) -> None:
    papers = sum(added(readq, str(path)) for path in HOSTILE)
    assert papers > 30
    check(readq, papers)


@pytest.mark.parametrize("name", MADE)
def test_large_hostile_files_leave_a_library_that_works(
    readq: Readq, tmp_path: Path, name: str
) -> None:
    (tmp_path / "good.txt").write_text("A good title of a paper\n", encoding="utf-8")
    (tmp_path / name).write_text(MADE[name], encoding="utf-8")
    check(readq, sum(added(readq, str(tmp_path / n)) for n in ("good.txt", name)))
