"""The two bundled lists, paper by paper: 38 abstracts with every construct looked at by a person."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from readq.text import code_link, coined_names, derive_title, render, strip_controls

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "inputs" / "seeds.json").read_text(encoding="utf-8")
)
LISTS = Path(__file__).parents[2] / "data" / "icml2026"


def raw_abstract(row: dict[str, Any]) -> str:
    """The paragraph of the list that begins like the row says."""
    text: str = (LISTS / row["file"]).read_bytes().decode("utf-8")
    (found,) = (b.strip() for b in text.split("\n\n") if b.strip().startswith(row["start"]))
    return found


each_row = pytest.mark.parametrize(
    "row", ROWS, ids=[f"{r['file'][:3]}-{r['ordinal']}" for r in ROWS]
)


def test_there_are_all_38() -> None:
    assert len(ROWS) == 38


@each_row
def test_plain_text_is_exact(row: dict[str, Any]) -> None:
    assert render(raw_abstract(row)).plain == row["plain"]


@each_row
def test_every_construct_keeps_its_style(row: dict[str, Any]) -> None:
    spans = {
        (s.start, s.end, f"{s.style} {s.target}".strip()) for s in render(raw_abstract(row)).spans
    }
    assert {(a, b, style) for a, b, style in row["spans"]} <= spans


@each_row
def test_links_in_order(row: dict[str, Any]) -> None:
    assert list(render(raw_abstract(row)).links) == row["links"]


@each_row
def test_code_is_told_from_project_pages(row: dict[str, Any]) -> None:
    raw = raw_abstract(row)
    rendered = render(raw)
    assert code_link(rendered.plain, rendered.links) == row["code"]
    assert code_link(raw, rendered.links) == row["code"]


@each_row
def test_names_with_expansions_the_main_one_first(row: dict[str, Any]) -> None:
    names = coined_names(row["plain"])
    assert [str(n) for n in names] == row["names"]
    assert not {n.text for n in names} & set(row["concepts"])


@each_row
def test_import_stores_the_abstract_letter_for_letter(row: dict[str, Any]) -> None:
    raw = raw_abstract(row)
    assert strip_controls(raw) == raw


@each_row
def test_derived_title_is_short_and_leads_with_the_name(row: dict[str, Any]) -> None:
    title = derive_title(row["plain"])
    assert 0 < len(title) <= 91
    assert "\n" not in title
    if row["names"]:
        assert title.startswith(row["names"][0].split(" (")[0])
