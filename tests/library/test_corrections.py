"""A reference library that is exported every week: what it puts right is taken, what the reader did stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from readq.domain import Paper, Status
from readq.library import ImportReport, Library, open_library

ENTRY = "@article{{{key}, author = {{{author}}}, title = {{{title}}}, year = {year}, doi = {{{doi}}}}}\n"


def entry(
    title: str = "On Lanterns",
    author: str = "Lee, Ada",
    year: int = 2020,
    key: str = "lee",
    doi: str = "10.1000/l.1",
) -> str:
    return ENTRY.format(title=title, author=author, year=year, key=key, doi=doi)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_library(tmp_path / "library") as opened:
        yield opened


def add(library: Library, tmp_path: Path, *entries: str) -> ImportReport:
    path = tmp_path / "export.bib"
    path.write_text("".join(entries), encoding="utf-8")
    return library.add(path)


def only(library: Library) -> Paper:
    (paper,) = library.papers()
    return paper


def test_what_the_export_puts_right_is_taken_and_the_old_title_stays_an_alias(
    library: Library, tmp_path: Path
) -> None:
    add(library, tmp_path, entry("On Lantrens", "Lee, A.", 2002))
    report = add(library, tmp_path, entry())
    assert (report.updated, report.unchanged) == (1, 0)
    paper = only(library)
    assert (paper.title, paper.authors, paper.year) == ("On Lanterns", ("Ada Lee",), 2020)
    assert paper.aliases == ("On Lantrens",)
    assert add(library, tmp_path, entry()).unchanged == 1
    library.undo()
    assert (only(library).title, only(library).year) == ("On Lantrens", 2002)


def test_a_title_the_reader_typed_and_what_was_decided_stay(
    library: Library, tmp_path: Path
) -> None:
    add(library, tmp_path, entry("On Lantrens"))
    paper_id = only(library).id
    library.set_title(paper_id, "Lanterns, my title")
    library.mark(paper_id, Status.READ)
    library.note(paper_id, "mine")
    before = library.reading(paper_id)
    add(library, tmp_path, entry(year=2021))
    assert only(library).title == "Lanterns, my title"
    assert "On Lanterns" in only(library).aliases
    assert only(library).year == 2021
    assert library.reading(paper_id) == before


@pytest.mark.parametrize(
    "other",
    [entry("Lanterns!", year=1999, key="other"), entry("On Lanterns", year=1999, key="", doi="")],
    ids=["another key", "no identifier"],
)
def test_another_record_of_the_work_overwrites_nothing(
    library: Library, tmp_path: Path, other: str
) -> None:
    add(library, tmp_path, entry())
    add(library, tmp_path, other)
    assert ("On Lanterns", 2020) in [(paper.title, paper.year) for paper in library.papers()]


def test_a_list_that_holds_a_record_twice_is_unchanged_the_second_time(
    library: Library, tmp_path: Path
) -> None:
    twice = entry("On Lantrens"), entry()
    add(library, tmp_path, *twice)
    kept = only(library)
    for _ in range(2):
        report = add(library, tmp_path, *twice)
        assert (report.seen, report.unchanged) == (2, 2)
        assert only(library) == kept
