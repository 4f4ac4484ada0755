# ruff: noqa: RUF001
"""Faults that users reported against other programs, each with the file that shows it and what is right."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.importers.reading import CASES

import readq
from readq.library import Library
from readq.text import render


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with readq.open_library(tmp_path / "library") as opened:
        yield opened


def added(library: Library, name: str) -> tuple[list[readq.Paper], readq.ImportReport]:
    """The papers of a file in its order, and the report of adding it."""
    report = library.add(next(CASES.glob(f"{name}*")))
    assert report.seen == report.added + report.updated + report.unchanged + report.rejected
    return [library.paper(paper_id) for paper_id in report.paper_ids], report


def plain(paper: readq.Paper) -> str:
    return render(paper.abstract).plain


def test_b01_nested_braces_and_bare_month(library: Library) -> None:
    (paper,), report = added(library, "b01")
    assert not report.issues
    assert paper.title == "What makes Sample graphs GNN-ready?"
    assert paper.authors == ("Author One", "Author Two")
    assert (paper.year, paper.month, paper.doi) == (2021, 5, "10.1000/b01")


def test_b03_text_and_comments_between_records(library: Library) -> None:
    papers, report = added(library, "b03")
    assert not report.issues
    assert [paper.citekey for paper in papers] == ["c1", "c2", "c3"]
    assert papers[2].title == "Gain of 10% in all cases"


def test_b05_joined_values_and_macros(library: Library) -> None:
    (paper,), report = added(library, "b05")
    assert not report.issues
    assert (paper.title, paper.authors) == ("Joined Values Work", ("Author One",))
    assert paper.venue == "Proceedings of the Third Example Workshop"
    assert (paper.month, paper.year, paper.extra["pages"]) == (6, 2020, "101--117")


def test_b07_missing_comma(library: Library) -> None:
    papers, report = added(library, "b07")
    assert [paper.title for paper in papers] == ["First paper", "Second paper", "Third paper"]
    assert papers[1].year == 2021
    (issue,) = report.issues
    assert issue.key == "b2"
    assert issue.line is not None
    assert 5 <= issue.line <= 9


def test_b09_duplicate_keys(library: Library) -> None:
    papers, report = added(library, "b09")
    assert [paper.doi for paper in papers] == ["10.1000/dup.1", "10.1000/dup.2", ""]
    assert papers[2].title == "The one below the clash"
    assert len({paper.citekey for paper in papers}) == 3
    assert papers[0].citekey == "dup21"
    (issue,) = report.issues
    assert "dup21" in issue.message


def test_b11_group_authors(library: Library) -> None:
    (paper,), _ = added(library, "b11")
    assert paper.authors == ("Example Council, Models and Data Group", "Author Two", "Rübe Lab")


def test_b13_escaped_brace(library: Library) -> None:
    papers, report = added(library, "b13")
    assert [(paper.title, paper.year) for paper in papers] == [
        ("Rates in % and sets", 2020),
        ("The set {0,1} is fine", 2021),
        ("One more", 2022),
    ]
    assert [issue.key for issue in report.issues] == ["e1"]


def test_b15_byte_order_mark(library: Library) -> None:
    papers, report = added(library, "b15")
    assert not report.issues
    assert [paper.citekey for paper in papers] == ["first", "second"]
    assert not any("\ufeff" in str(paper) for paper in papers)


def test_b17_biblatex_dates_and_venues(library: Library) -> None:
    (first, second, third), _ = added(library, "b17")
    assert first.title == "A title that wraps over two lines"
    assert (first.year, first.month, first.extra["date"]) == (2019, 5, "2019-05-17")
    assert first.arxiv_id == "1905.00001"
    assert (second.year, second.month, second.venue) == (2018, 11, "Journal of Samples")
    assert third.year == 2020


def test_b19_value_that_ends_in_a_backslash(library: Library, tmp_path: Path) -> None:
    papers, report = added(library, "b19")
    assert not report.issues
    assert papers[0].extra["library"] == "Samples\\2013\\KW\\"
    assert papers[1].title == "Next one"
    path = tmp_path / "out.bib"
    path.write_text(library.export("", "bibtex"))
    with readq.open_library(tmp_path / "other") as other:
        report = other.add(path)
        assert (report.added, report.issues) == (2, ())
        first, second = other.papers()
        assert first.extra["library"] == "Samples\\2013\\KW\\"
        assert second.title == "Next one"


def test_r01_empty_tag_and_wrapped_lines(library: Library) -> None:
    (paper,), report = added(library, "r01")
    assert not report.issues
    assert paper.abstract == (
        "First line of the abstract IL6 - signalling starts this wrapped line and this one ends it."
    )
    assert (paper.extra["number"], paper.extra["publisher"]) == ("9", "Example Press")
    assert "pages" not in paper.extra
    assert (paper.year, paper.month) == (2020, None)


def test_r03_date_of_publication_not_of_access(library: Library) -> None:
    papers, _ = added(library, "r03")
    assert [(paper.year, paper.month) for paper in papers] == [
        (2014, 4),
        (2014, 4),
        (None, None),
        (2005, None),
    ]


def test_r05_same_text_under_two_tags(library: Library) -> None:
    (paper,), _ = added(library, "r05")
    assert paper.abstract == "We measured samples and they agree."
    assert paper.authors == ("Author One", "Author Two")
    assert paper.title == "The same text under two tags"


def test_r07_mark_line_ends_and_no_end(library: Library) -> None:
    papers, _ = added(library, "r07")
    assert [paper.title for paper in papers] == [
        "First with a mark before it",
        "Last one still counts",
    ]
    assert [paper.year for paper in papers] == [2019, 2020]
    assert not any("\r" in str(paper) or "\ufeff" in str(paper) for paper in papers)


def test_j01_dates_and_names_of_csl(library: Library) -> None:
    papers, report = added(library, "j01")
    assert not report.issues
    assert papers[0].authors == ("Example Council", "Author One, Jr.", "Author van der Sample")
    assert [(paper.year, paper.month) for paper in papers] == [
        (2019, 3),
        (2020, 5),
        (2022, 10),
        (None, None),
        (2018, 11),
        (None, None),
    ]
    assert papers[1].extra["date"] == "2020-05-17"
    assert papers[2].extra["date"] == "2022-10-01"
    assert papers[5].authors == ()


def test_j03_markup_of_crossref(library: Library) -> None:
    (paper,), _ = added(library, "j03")
    assert paper.title == "Samples at p < 0.05"
    assert paper.authors == ("Author One", "Example Council")
    assert (paper.venue, paper.year, paper.month) == ("Journal of Samples", 2021, 4)
    assert paper.doi == "10.1000/jats.1"
    shown = plain(paper)
    assert "Find p < 0.05 and q > 0.9." in shown
    assert "H2O & ice won." in shown or "H₂O & ice won." in shown
    assert not any(part in shown for part in ("jats", "&lt;", "</", "AimFind", "0.9.Result"))


def test_j05_wrapped_feed(library: Library) -> None:
    (paper,), _ = added(library, "j05")
    assert paper.title in (
        "A Long Title About Samples That Wraps in the Feed & Holds $x < y$",
        "A Long Title About Samples That Wraps in the Feed & Holds x < y",
    )
    assert (paper.authors, paper.year) == (("Author One", "Author Two"), 2021)
    assert (paper.arxiv_id, paper.extra["arxiv_version"]) == ("2101.00009", 2)
    assert plain(paper).startswith("First line of text second line with")
    assert "\n" in plain(paper).partition("A new paragraph here.")[0][-2:]
    assert paper.doi == "10.1000/arx.1"


def test_j07_old_ids_and_new_versions(library: Library) -> None:
    papers, _ = added(library, "j07a")
    library.mark([papers[2].id], readq.Status.READ)
    library.note(papers[2].id, "mine")
    _, report = added(library, "j07b")
    assert (report.added, report.updated) == (0, 1)
    found = {paper.arxiv_id: paper for paper in library.papers()}
    assert sorted(found) == ["2101.00001", "cs/9901002", "math/9901002"]
    assert found["2101.00001"].extra["arxiv_version"] == 3
    reading = library.reading(papers[2].id)
    assert (reading.status, reading.note) == (readq.Status.READ, "mine")


def test_j09_missing_values(library: Library) -> None:
    papers, report = added(library, "j09")
    assert [paper.year for paper in papers] == [2021, 2020, 2022]
    assert papers[0].authors == ()
    assert papers[0].abstract == ""
    assert papers[1].doi == ""
    assert papers[2].authors == ("Author One", "Author Two")
    (issue,) = report.issues
    assert "item 2" in issue.message
    assert "no title" in issue.message
    for kind in ("bibtex", "biblatex", "csl-json", "markdown", "ris", "csv", "tsv"):
        text = library.export("", kind)
        assert not any(wrong in text for wrong in ("nan", "NaN", "None", "2020.0")), kind


def test_j09_what_is_missing_is_in_no_export_and_comes_back_as_missing(
    library: Library, tmp_path: Path
) -> None:
    papers, _ = added(library, "j09")
    for kind, ending in (("bibtex", "bib"), ("csl-json", "json"), ("ris", "ris"), ("csv", "csv")):
        path = tmp_path / f"out.{ending}"
        path.write_text(library.export("", kind), encoding="utf-8")
        with readq.open_library(tmp_path / ending) as other:
            again = [other.paper(i) for i in other.add(path).paper_ids]
        for one, two in zip(papers, again, strict=True):
            assert (two.title, two.authors, two.year) == (one.title, one.authors, one.year), kind
            assert (two.doi, two.venue, two.abstract) == (one.doi, one.venue, one.abstract), kind


def test_t01_table_of_a_european_spreadsheet(library: Library) -> None:
    papers, report = added(library, "t01")
    assert not report.issues
    assert [paper.title for paper in papers] == ["Semicolons; in a title", "Plain row"]
    assert papers[0].authors == ("Author One", "Author Two")
    assert 'line "two" here' in papers[0].abstract
    assert "\r" not in papers[0].abstract
    assert papers[0].year == 2021


def test_t03_plain_list(library: Library) -> None:
    papers, report = added(library, "t03")
    assert not report.issues
    assert [(paper.title, paper.abstract) for paper in papers] == [
        ("A first paper on samples", "The abstract of the first paper runs over two lines."),
        ("A second paper: with a colon", "Its abstract has one line."),
        ("3D samples without any abstract", ""),
    ]


def test_l01_accents(library: Library) -> None:
    (paper,), _ = added(library, "l01")
    assert paper.title == (
        "Schrödinger naïve café Štít ą ç ångström øre Łódź tűz straße Æon Été ñ ğ İ ō ů ḥ ı"
    )
    assert unicodedata.is_normalized("NFC", paper.title)


def test_u01_titles_are_composed(library: Library) -> None:
    papers, _ = added(library, "u01")
    assert all(unicodedata.is_normalized("NFC", paper.title) for paper in papers)
    for query in ("résumé", unicodedata.normalize("NFD", "résumé")):
        hits = [library.paper(hit.paper_id).title for hit in library.jump(query)]
        assert set(hits[:2]) == {"Résumé of samples", "Résumé of other samples"}
        assert len(library.ids(query)) == 2
    for query in ("학습", unicodedata.normalize("NFD", "학습")):
        assert library.jump(query)[0].paper_id == papers[2].id
        assert library.ids(query) == [papers[2].id]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("l05", {"d1": "It costs $5 today.", "d4": "Between $5 and $10 per run."}),
        ("l07", {"": "Bound O(n²), then x < y and a > b end."}),
    ],
)
def test_l05_l07_dollars_and_formulas(library: Library, name: str, shown: dict[str, str]) -> None:
    papers, report = added(library, name)
    assert not report.rejected
    said = {paper.citekey: library.shown(paper.id).plain for paper in papers}
    for key, text in shown.items():
        assert text == (said[key] if key else next(iter(said.values())))
    if name == "l05":
        assert said["d2"] in ("From $3 to $4 for x_i only.", "From $3 to $4 for xᵢ only.")
        assert all(part in said["d3"] for part in ("We show", "x²", "< y and stop"))


def test_l03_nothing_behind_an_unknown_command_is_missing(library: Library) -> None:
    (paper,), _ = added(library, "l03")
    said = library.shown(paper.id).plain
    assert all(part in said for part in ("alpha", "H₂O", "5", "and stop.", "ℝⁿ"))


def test_l09_html_of_an_abstract_is_shown_as_text(library: Library) -> None:
    papers, _ = added(library, "l09")
    first, second = (library.shown(paper.id).plain for paper in papers)
    assert first == "We count samples with a < b.\n\nThen we stop."
    assert second == "<A, B> pairs where a<b and c>d hold."


def test_u02_control_characters(library: Library) -> None:
    (paper,), _ = added(library, "u02")
    assert paper.title == "Safe red title with tab and RTL"
    assert paper.authors == ("Author One",)
    assert paper.abstract in ("Plain text.", "Plain]0;owned text.")
    added(library, "f01")
    records = list(library.records(library.ids()))
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e]", repr(records))


def test_e01_braces_do_not_grow(library: Library, tmp_path: Path) -> None:
    added(library, "e01")
    first = library.export("", "bibtex")
    texts = [first]
    for number in range(2):
        path = tmp_path / f"{number}.bib"
        path.write_text(texts[-1])
        with readq.open_library(tmp_path / f"library{number}") as other:
            other.add(path)
            (paper,) = other.papers()
            assert paper.title == "The FFT of Testus graphs: a Sample"
            assert paper.authors == ("Example Council", "Author Two")
            assert paper.citekey == "g1"
            texts.append(other.export("", "bibtex"))
    assert texts == [first] * 3


@pytest.mark.parametrize("name", ["e03", "e05"])
def test_hard_text_survives_an_export_and_its_import(
    library: Library, tmp_path: Path, name: str
) -> None:
    papers, _ = added(library, name)
    path = tmp_path / "out.bib"
    path.write_text(library.export("", "bibtex"))
    with readq.open_library(tmp_path / "other") as other:
        report = other.add(path)
        assert report.added == len(papers)
        again = {paper.title: paper for paper in other.papers()}
    for paper in papers:
        assert again[paper.title].authors == paper.authors
        assert plain(again[paper.title]) == plain(paper)


def test_n05_second_import_keeps_decisions(library: Library) -> None:
    papers, _ = added(library, "n05a")
    library.mark([papers[0].id], readq.Status.READ)
    library.note(papers[0].id, "mine")
    _, report = added(library, "n05b")
    assert (report.added, report.updated, report.unchanged) == (1, 1, 1)
    paper = library.paper(papers[0].id)
    assert (paper.title, paper.aliases) == ("Title without a typo", ("Tilte with a typo",))
    assert paper.extra["pages"] == "1--9"
    assert library.reading(papers[0].id).note == "mine"


@pytest.mark.parametrize("name", ["f01", "x01"])
def test_titles_are_kept_letter_for_letter(library: Library, name: str) -> None:
    papers, _ = added(library, name)
    records: list[dict[str, Any]] = json.loads(next(CASES.glob(f"{name}*")).read_text())
    assert [paper.title for paper in papers] == [record["title"] for record in records]


def test_k01_list_in_a_pipe_without_a_locale(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    with readq.open_library(folder) as opened:
        for name in ("f01", "x04"):
            added(opened, name)
        titles = [paper.title for paper in opened.papers()]
    command = [sys.executable, "-m", "readq", "--library", str(folder), "list"]
    bare = {"LC_ALL": "C", "PYTHONUTF8": "0", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    ran = subprocess.run(command, capture_output=True, check=True, timeout=60, env=bare)
    lines = ran.stdout.decode().splitlines()
    assert len(lines) == len(titles)
    longest = max(titles, key=len)
    assert any(longest in line for line in lines)  # no column is cut
    assert b"Traceback" not in ran.stderr
    assert b"\x1b" not in ran.stdout
    out = tmp_path / "out"
    with out.open("wb") as file:
        subprocess.run(command, stdout=file, check=True, timeout=60, env=bare)
    assert out.read_bytes() == ran.stdout


def test_k01_the_reader_of_a_pipe_may_stop_early(tmp_path: Path) -> None:
    many = tmp_path / "many.txt"
    many.write_text("".join(f"Number {n} of the papers on samples\n" for n in range(5000)))
    with readq.open_library(tmp_path / "library") as opened:
        opened.add(many, shape="titles")
    call = f'"{sys.executable}" -m readq --library "{tmp_path / "library"}" list'
    ran = subprocess.run(
        ["bash", "-c", f"{call} | head -1; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        check=True,
        timeout=60,
    )
    first, code = ran.stdout.decode().splitlines()
    assert "of the papers on samples" in first
    assert code in ("0", "141")
    assert ran.stderr == b""
