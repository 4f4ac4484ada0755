# ruff: noqa: RUF001
"""Faults that users of other tools reported, with inputs as they come."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from readq.text import render, render_title, strip_controls

INPUTS = Path(__file__).parent / "inputs"


def bib_field(file: str, field: str, key: str = "") -> str:
    """One field's value in a small BibTeX file."""
    text = (INPUTS / file).read_text(encoding="utf-8")
    entry = text[text.index(f"{{{key},") :] if key else text
    start = re.search(rf"\b{field} = \{{", entry)
    assert start
    depth, end = 1, start.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(entry[end], 0) if entry[end - 1] != "\\" else 0
        end += 1
    return entry[start.end() : end - 1]


def records(file: str) -> list[dict[str, Any]]:
    """The records of a JSON file."""
    found: list[dict[str, Any]] = json.loads((INPUTS / file).read_text(encoding="utf-8"))
    return found


def test_accents_in_all_spellings() -> None:
    title = render_title(bib_field("l01-accents.bib", "title"))
    assert (
        title
        == "Schrödinger naïve café Štít ą ç ångström øre Łódź tűz straße Æon Été ñ ğ İ ō ů ḥ ı"
    )
    assert title == unicodedata.normalize("NFC", title)


def test_unknown_commands_lose_nothing() -> None:
    shown = render(bib_field("l03-unknown-macro.bib", "abstract")).plain
    for words in ("alpha", "H₂O", "5", "and stop.", "ℝⁿ"):
        assert words in shown


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("d1", "It costs $5 today."),
        ("d2", "From $3 to $4 for xᵢ only."),
        ("d3", "We show $x² < y and stop"),
        ("d4", "Between $5 and $10 per run."),
    ],
)
def test_dollar_signs(key: str, shown: str) -> None:
    assert render(bib_field("l05-dollars.bib", "abstract", key)).plain == shown


def test_all_four_delimiters_of_formulas() -> None:
    shown = render(bib_field("l07-other-delimiters.bib", "abstract")).plain
    assert shown == "Bound O(n²), then x < y and a > b end."


def test_html_paragraphs_and_signs_that_only_look_like_tags() -> None:
    first, second = (render(r["abstract"]).plain for r in records("l09-html-abstract.json"))
    assert first == "We count samples with a < b.\n\nThen we stop."
    assert second == "<A, B> pairs where a<b and c>d hold."


def test_decomposed_text_is_stored_composed() -> None:
    titles = [r["title"] for r in records("u01-nfd.json")]
    assert any(t != unicodedata.normalize("NFC", t) for t in titles)
    for title in titles:
        assert strip_controls(title) == unicodedata.normalize("NFC", title)


def test_control_characters_and_sequences_are_not_stored() -> None:
    (record,) = records("u02-control-characters.json")
    assert render_title(strip_controls(record["title"])) == "Safe red title with tab and RTL"
    assert [strip_controls(a) for a in record["authors"]] == ["Author One"]
    assert strip_controls(record["abstract"]) == "Plain text."
