"""The two bundled lists from import to jump, as a person meets them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from readq.domain import Status, TitleOrigin
from readq.library import Library, open_library

ROOT = Path(__file__).parents[2]
LISTS = sorted((ROOT / "data" / "icml2026").glob("*.txt"))
CATALOGUE = ROOT / "data" / "icml2026-catalogue.json"
ROWS: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "text" / "inputs" / "seeds.json").read_text(encoding="utf-8")
)
TRUE: list[dict[str, Any]] = json.loads(CATALOGUE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with open_library(tmp_path_factory.mktemp("lists") / "library") as opened:
        report = opened.add(*LISTS)
        assert (report.seen, report.added, report.rejected) == (38, 38, 0)
        yield opened


@pytest.fixture(scope="module")
def titled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with open_library(tmp_path_factory.mktemp("titled") / "library") as opened:
        opened.add(*LISTS)
        opened.mark(opened.ids()[3], Status.QUEUED)
        report = opened.add(CATALOGUE)
        assert (report.seen, report.updated, report.added) == (38, 38, 0)
        yield opened


def verbatim(row: dict[str, Any]) -> str:
    text: str = (ROOT / "data" / "icml2026" / row["file"]).read_text(encoding="utf-8")
    (found,) = (b.strip() for b in text.split("\n\n") if b.strip().startswith(row["start"]))
    return found


@pytest.mark.parametrize("row", ROWS, ids=[f"{r['file'][:3]}-{r['ordinal']}" for r in ROWS])
def test_each_paper_of_the_lists(library: Library, row: dict[str, Any]) -> None:
    abstract = verbatim(row)
    (paper,) = (p for p in library.papers() if p.abstract == abstract)
    assert (paper.venue, paper.year) == ("ICML", 2026)
    assert library.shown(paper.id).plain == row["plain"]
    assert list(paper.links) == row["links"]
    assert paper.code_url == row["code"]
    assert [str(name) for name in paper.names] == row["names"]
    assert paper.title_origin is TitleOrigin.DERIVED
    assert [s.name for s in paper.sources] == [row["file"]]
    for name in paper.names[:1]:
        assert library.jump(name.text)[0].paper_id == paper.id


def test_the_same_lists_again_change_nothing(library: Library) -> None:
    before = library.export()
    report = library.add(*LISTS)
    assert (report.seen, report.unchanged, report.change) == (38, 38, None)
    assert library.export() == before


def test_the_catalogue_gives_every_paper_its_true_title(titled: Library) -> None:
    assert len(titled) == 38
    assert {p.title for p in titled.papers()} == {record["title"] for record in TRUE}
    assert all(p.aliases and not p.title_is_derived for p in titled.papers())
    assert titled.reading(titled.ids()[3]).status is Status.QUEUED


@pytest.mark.parametrize("title", [record["title"] for record in TRUE])
def test_the_first_four_words_of_a_title_find_it_first(titled: Library, title: str) -> None:
    hit = titled.jump(" ".join(title.split()[:4]))[0]
    assert titled.paper(hit.paper_id).title == title


def test_a_catalogue_first_and_the_lists_after_it_make_the_same_papers(tmp_path: Path) -> None:
    with open_library(tmp_path) as other:
        other.add(CATALOGUE)
        report = other.add(*LISTS)
        assert report.added == 0
        assert len(other) == 38
        assert {p.title for p in other.papers()} == {record["title"] for record in TRUE}
