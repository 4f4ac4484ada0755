"""The names a paper answers to in every command that takes one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.conftest import Readq
from tests.library.conftest import paper

from readq.domain import Name
from readq.library import open_library

NAMES = {
    "reallyfirs": ["reallyfirs", "rea", "REALLY", " reallyfirs ", "10.1145/123.456", "lee2026one"],
    "abcdefghi1": [
        "https://doi.org/10.1000/XYZ",
        "2602.16490",
        "2602.16490v3",
        "arXiv:2602.16490",
        "https://arxiv.org/abs/2602.16490v1",
        "abcdefghi1",
    ],
    "abcdefghi2": ["REAL", "REAL: Resolving Conflicts", "real: resolving conflicts"],
}


@pytest.fixture
def named(folder: Path) -> None:
    with open_library(folder) as library:
        plain = {paper_id: paper(n, id=paper_id) for n, paper_id in enumerate(NAMES)}
        one, two, three = plain.values()
        papers = [
            replace(one, doi="10.1145/123.456", citekey="lee2026one", title="Twice"),
            replace(two, doi="10.1000/xyz", arxiv_id="2602.16490", title="Twice"),
            replace(three, names=(Name("REAL"),), title="REAL: Resolving Conflicts"),
        ]
        library._commit("began", added={p.id: p for p in papers})


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize(
    ("paper_id", "name"), [(i, name) for i, names in NAMES.items() for name in names]
)
def test_a_paper_answers_to(readq: Readq, paper_id: str, name: str) -> None:
    assert readq("show", name, "--json").json["id"] == paper_id
    assert readq("mark", "read", name, "--json").json["papers"] == [paper_id]


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize("name", ["abcdefghi", "abc", "ABC", "Twice", "twice"])
def test_a_name_of_several_papers_changes_none(readq: Readq, name: str) -> None:
    for call in (["mark", "read", name], ["note", name, "--set", "x"], ["show", name]):
        ran = readq(*call)
        assert ran.code == 1
        assert f'"{name}" could be any of' in ran.sentence
        assert "abcdefghi1" in ran.err
    assert readq("log").out.count("\n") == 1


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize("name", ["", " ", "ab", "zzz", "2602.99999", "Resolving", "real:"])
def test_a_name_of_no_paper_says_how_to_find_one(readq: Readq, name: str) -> None:
    ran = readq("mark", "read", name)
    assert ran.code == 1
    assert "readq jump" in ran.sentence


@pytest.mark.usefixtures("named")
def test_one_wrong_name_among_several_changes_none(readq: Readq) -> None:
    assert readq("mark", "read", "REAL", "zzz").code == 1
    assert readq("list", "status:read", "--json").json == []


@pytest.mark.usefixtures("named")
def test_one_paper_named_twice_is_decided_on_once(readq: Readq) -> None:
    assert readq("mark", "queued", "REAL", "abcdefghi2", "--json").json["papers"] == ["abcdefghi2"]
