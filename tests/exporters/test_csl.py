"""CSL-JSON: what CSL has a variable for is there, all else in `custom`."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.exporters.papers import export, lines, paper, stored_texts, texts

from readq.domain import Paper, Reading, TitleOrigin


def item(one: Paper, **options: Any) -> dict[str, Any]:
    (found,) = json.loads(export("csl-json", one, **options))
    assert isinstance(found, dict)
    return found


def test_an_item_has_the_usual_variables() -> None:
    one = paper(
        "SD-MoE: 5% of $x_1$",
        authors=("Ann Lee", "Author van der One, Jr.", "A Council and Group"),
        venue="ICML",
        year=2026,
        month=3,
        doi="10.1/x_y",
        arxiv_id="2602.00001",
        openreview_id="AbCdEfGh12",
        url="https://e.org/a",
        pdf_url="https://e.org/a.pdf",
        code_url="https://github.com/a/b",
        keywords=("RL", "a, b"),
        abstract="One paragraph.\n\nAnother.",
        extra={
            "pages": "10--17",
            "volume": 3,
            "track": "main",
            "note": "mine",
            "editor": "Doe, Ed and Fox Roe",
            "nested": {"a": [1]},
        },
    )
    assert item(one) == {
        "id": "lee2026sd",
        "type": "paper-conference",
        "title": "SD-MoE: 5% of $x_1$",
        "author": [
            {"family": "Lee", "given": "Ann"},
            {
                "family": "One",
                "given": "Author",
                "non-dropping-particle": "van der",
                "suffix": "Jr.",
            },
            {"literal": "A Council and Group"},
        ],
        "issued": {"date-parts": [[2026, 3]]},
        "container-title": "ICML",
        "DOI": "10.1/x_y",
        "URL": "https://e.org/a",
        "abstract": "One paragraph.\n\nAnother.",
        "keyword": "RL; a, b",
        "volume": "3",
        "page": "10-17",
        "editor": [{"family": "Doe", "given": "Ed"}, {"family": "Roe", "given": "Fox"}],
        "note": "mine",
        "custom": {
            "arxiv_id": "2602.00001",
            "openreview_id": "AbCdEfGh12",
            "pdf_url": "https://e.org/a.pdf",
            "code_url": "https://github.com/a/b",
            "plain": True,
            "track": "main",
            "nested": {"a": [1]},
            "editor": "Doe, Ed and Fox Roe",
        },
    }


def test_the_type_is_what_the_source_says() -> None:
    types = {
        "article": "article",
        "article-journal": "article-journal",
        "journalArticle": "article-journal",
        "thesis": "thesis",
        "Oral": "document",
    }
    for said, type_ in types.items():
        assert item(paper(extra={"type": said}))["type"] == type_
    assert item(paper(extra={"entry_type": "article"}))["type"] == "article-journal"


def test_nothing_is_said_of_what_is_unknown() -> None:
    assert item(paper()) == {"id": "title", "type": "document", "title": "A Title"}


def test_a_preprint_has_the_doi_arxiv_gave_it() -> None:
    found = item(paper(arxiv_id="2602.00001"))
    assert found["DOI"] == "10.48550/arXiv.2602.00001"
    assert "custom" not in found


def test_the_day_is_given_where_the_source_gave_it() -> None:
    one = paper(year=2019, month=5, extra={"date": "2019-05-17"})
    assert item(one)["issued"] == {"date-parts": [[2019, 5, 17]]}
    assert "custom" not in item(one)


def test_a_derived_title_is_flagged_and_notes_stay_at_home() -> None:
    one = paper(title_origin=TitleOrigin.DERIVED, extra={"note": "mine"})
    reading = Reading(one.id, note="Mine\nalone")
    assert item(one, reading=reading)["note"] == "Title derived by readq from the abstract\nmine"
    assert "annote" not in item(one, reading=reading)
    assert item(one, reading=reading, notes=True)["annote"] == "Mine\nalone"


values = st.recursive(
    texts | st.integers(-9, 9) | st.booleans(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)


@given(
    title=lines,
    authors=st.lists(lines.filter(bool), max_size=3).map(tuple),
    abstract=stored_texts,
    extra=st.dictionaries(texts.map("field {}".format), values, max_size=3),
)
def test_whatever_a_paper_says_is_read_back_to_the_same_text(
    title: str, authors: tuple[str, ...], abstract: str, extra: dict[str, Any]
) -> None:
    found = item(paper(title, authors=authors, abstract=abstract, extra=extra))
    assert found["title"] == title
    assert found.get("abstract", "") == abstract
    order = ("given", "non-dropping-particle", "family", "literal")
    names = [
        " ".join(person[part] for part in order if part in person)
        + (f", {person['suffix']}" if "suffix" in person else "")
        for person in found.get("author", [])
    ]
    assert names == list(authors)
    said = {name: value for name, value in extra.items() if value != ""}
    custom = found.get("custom", {})
    custom.pop("plain", None)
    assert custom == said
