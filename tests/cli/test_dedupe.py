"""`readq dedupe`, as scripts and people use it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Ran, Readq
from tests.library.sources import ABSTRACTS
from tests.library.twins import EK, LEE, A, B, C, library_of, twins, work

from readq.library import Library, open_library


@pytest.fixture
def pair(folder: Path) -> None:
    """Two papers that surely are one, and a third."""
    twins(folder).close()


@pytest.fixture
def perhaps(folder: Path) -> None:
    """Three of one group with much in common, of which two and two may be one."""
    library_of(
        *(work(n, title=f"{w} question of chains", venue=w) for n, w in enumerate(("Old", "Any"))),
        work(2, title="Some questions of chains", venue="Some"),
        folder=folder,
    ).close()


@pytest.fixture
def asked(readq: Readq, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Ran]:
    """Run `readq dedupe` at a terminal where these lines are typed."""

    def call(typed: str) -> Ran:
        monkeypatch.setattr("readq.cli.deduping.is_tty", lambda stream: stream is not sys.stderr)
        return readq("dedupe", stdin=typed.encode())

    return call


def opened(folder: Path) -> Library:
    return open_library(folder)


@pytest.mark.usefixtures("pair")
def test_it_lists_pairs_with_what_speaks_for_them(readq: Readq) -> None:
    ran = readq("dedupe")
    assert ran.code == 0
    assert "surely one · 100 % of the text" in ran.out
    assert (
        f"  {A}  A question of chains that forget · Ann Lee, Bo Ek, Cy Ng · arXiv:2401.00001"
        in (ran.out)
    )
    assert ran.err == "1 pair that may be one work, 1 of them surely one work (--merge).\n"
    (shown,) = readq("dedupe", "--json").json
    assert (shown["keep"]["id"], shown["other"]["id"], shown["sure"]) == (A, B, True)
    assert shown["other"]["doi"] == "10.1000/a"


@pytest.mark.usefixtures("pair")
def test_it_merges_what_is_sure_in_one_step(readq: Readq, folder: Path) -> None:
    before = readq("export").out
    assert "Would merge 1 pair." in readq("dedupe", "--merge", "--dry-run").err
    assert readq("export").out == before
    ran = readq("dedupe", "--merge", "--json")
    assert ran.json["merged"][0]["other"]["id"] == B
    assert ran.json["change"]["papers"] == [A, B]
    assert [r["id"] for r in readq("list", "--json").json] == [A, C]
    assert "Nothing to merge." in readq("dedupe", "--merge").err
    assert readq("undo").code == 0
    assert readq("export").out == before


@pytest.mark.usefixtures("pair")
def test_two_can_be_named(readq: Readq) -> None:
    assert "apart" in readq("dedupe", "--not", A, "10.1000/a").out
    assert readq("dedupe", "--json").json == []
    assert 'Merged "Something else altogether" into' in readq("dedupe", "--same", B, C).out
    assert readq("show", C, "--json").json["id"] == B
    assert 'Parted "Something else altogether" from' in readq("dedupe", "--part", B).out
    assert readq("show", C, "--json").json["id"] == C
    assert "Nothing to change." in readq("dedupe", "--part", B).out


@pytest.mark.usefixtures("pair")
def test_what_cannot_be_is_said_in_a_sentence(readq: Readq) -> None:
    for args in (
        ("--merge", "--list"),
        ("--dry-run",),
        ("--same", A, "nobody"),
        ("--same", A, A),
        ("--part", "nobody"),
    ):
        ran = readq("dedupe", *args)
        assert ran.code in (1, 2)
        assert ran.sentence


@pytest.mark.usefixtures("perhaps")
def test_a_person_is_asked_about_one_pair_after_the_other(
    asked: Callable[[str], Ran], folder: Path
) -> None:
    ran = asked("n\nwhat\ns\n")
    assert ran.err.startswith("1 of 3\n")
    assert "Type s, n, u or q" in ran.err
    assert ran.err.endswith("Merged 1, kept 1 apart; readq undo takes each back.\n")
    with opened(folder) as library:
        assert len(library) == 2
        assert library.duplicates() == []


@pytest.mark.usefixtures("perhaps")
def test_an_answer_can_be_taken_back_and_given_again(
    asked: Callable[[str], Ran], folder: Path
) -> None:
    ran = asked("u\ns\nu\nn\n\nq\n")
    assert "Nothing was decided yet." in ran.err
    assert "Undone: merged" in ran.err
    with opened(folder) as library:
        assert len(library) == 3
        assert len(library.duplicates()) == 2


def test_nothing_twice_is_said(asked: Callable[[str], Ran], ids: list[str]) -> None:
    assert asked("").err == "No paper is there twice.\n"


def test_a_record_that_an_import_merged_can_be_parted(readq: Readq, tmp_path: Path) -> None:
    record = {"authors": [LEE, EK]}
    for number, title in enumerate(("A chain that forgets", "A chain that forgets it")):
        abstract = ABSTRACTS[0] + " Indeed." * number
        (tmp_path / "list.json").write_text(
            json.dumps([{**record, "title": title, "abstract": abstract}]), encoding="utf-8"
        )
        ran = readq("add", "list.json", "--json")
    assert (ran.json["added"], ran.json["updated"]) == (0, 1)
    (merged,) = ran.json["merged"]
    assert f"if it is not, readq dedupe --part {merged['part']}." in ran.err
    assert readq("dedupe", "--part", merged["part"]).code == 0
    assert {shown["title"] for shown in readq("list", "--json").json} == {
        "A chain that forgets",
        "A chain that forgets it",
    }
