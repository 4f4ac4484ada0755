# ruff: noqa: RUF001
"""CSV and TSV: no cell is a formula, and every cell comes back as it was."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.exporters.papers import CASES, export, lines, paper, stored_texts, texts

from readq.domain import Paper, Reading, Status, TitleOrigin
from readq.domain.cells import items_of, plain_cell, safe_cell

DELIMITERS = {"csv": ",", "tsv": "\t"}


def rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    """The rows as a spreadsheet reads them: no cell may be run as a formula."""
    table = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    for row in table:
        assert len(row) == len(table[0])
        for cell in row:
            assert not re.match("[\\s'\u200b]*[=+\\-@＝＋－＠]", cell) or cell.startswith("'")
            assert not cell.startswith(("\t", "\r", "\n"))
    return [dict(zip(table[0], row, strict=True)) for row in table[1:]]


def test_a_row_has_facts_and_decisions() -> None:
    one = paper(
        "A Title",
        authors=("Ann Lee", "One, Jr."),
        year=2026,
        month=3,
        keywords=("RL", "a; b"),
        aliases=("[Old]",),
        title_origin=TitleOrigin.DERIVED,
        extra={"status": "Poster", "track": "main", "n": [1]},
    )
    reading = Reading(
        one.id, Status.QUEUED, 3, 1.5, ("rl", "x y"), "Line\n\nnext", 4, date(2026, 8, 1)
    )
    (row,) = rows(export("csv", one, reading=reading))
    assert {name: cell for name, cell in row.items() if cell} == {
        "title": "A Title",
        "authors": "Ann Lee; One, Jr.",
        "year": "2026",
        "month": "3",
        "keywords": '["RL", "a; b"]',
        "aliases": '["[Old]"]',
        "title_origin": "derived",
        "status": "queued",
        "priority": "3",
        "rating": "4",
        "tags": "rl; x y",
        "deferred_until": "2026-08-01",
        "note": "Line\n\nnext",
        "id": one.id,
        "added": one.added.isoformat(),
        "n": "[1]",
        "status (source)": "Poster",
        "track": "main",
    }


def test_lines_end_as_spreadsheets_want_and_excel_can_be_told_the_encoding() -> None:
    text = export("csv", paper("Łódź"))
    assert text.count("\r\n") == 2
    assert export("csv", paper("Łódź"), bom=True).startswith("\ufefftitle,authors,")


def test_notes_can_be_left_at_home() -> None:
    one = paper()
    text = export("csv", one, reading=Reading(one.id, note="secret"), notes=False)
    assert "secret" not in text
    assert "note" not in rows(text)[0]


@pytest.mark.parametrize("format_", ["csv", "tsv"])
@pytest.mark.parametrize("text", json.loads((CASES / "formula_cells.json").read_text("utf-8")))
def test_no_cell_is_a_formula(format_: str, text: str) -> None:
    one = paper(text, venue=text, extra={text: text})
    reading = Reading(one.id, tags=(text,), note=text)
    (row,) = rows(export(format_, one, reading=reading), DELIMITERS[format_])
    assert [plain_cell(row[name]) for name in ("title", "venue", "note")] == [text] * 3
    assert plain_cell(row[safe_cell(text)]) == text


def test_text_without_danger_is_left_alone() -> None:
    for text in ("A-B", "'tis so", "50 % = half", "", "'", "5 - 3", "中 = 1"):
        assert safe_cell(text) == text


@given(st.text(st.sampled_from("'= \t\r\n+-@\"a;,%0A＝\u200b")) | texts)
def test_every_cell_comes_back_as_it_was(text: str) -> None:
    assert plain_cell(safe_cell(text)) == text
    assert not safe_cell(text).startswith(tuple("=+-@\t\r\n"))


@pytest.mark.parametrize("format_", ["csv", "tsv"])
@given(
    title=lines,
    authors=st.lists(lines, max_size=3).map(tuple),
    abstract=stored_texts,
    note=stored_texts,
    extra=st.dictionaries(texts, stored_texts, max_size=3),
)
def test_whatever_a_paper_says_is_read_back_to_the_same_text(
    format_: str, title: str, authors: tuple[str, ...], abstract: str, note: str, extra: Any
) -> None:
    one: Paper = paper(title, authors=authors, abstract=abstract, extra=extra)
    text = export(format_, one, reading=Reading(one.id, note=note))
    (row,) = rows(text, DELIMITERS[format_])
    assert plain_cell(row["title"]) == title
    assert plain_cell(row["abstract"]) == abstract
    assert plain_cell(row["note"]) == note
    assert items_of(plain_cell(row["authors"])) == list(authors)
    for name, value in extra.items():
        column = name if safe_cell(name) in row else f"{name} (source)"
        assert plain_cell(row[safe_cell(column)]) == value
