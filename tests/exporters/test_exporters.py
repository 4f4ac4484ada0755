"""What comes out of readq."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.exporters.papers import export, imported, paper, texts

from readq.domain import Name, Reading, Source, Status, TitleOrigin
from readq.exporters import EXPORTERS, record


def test_record_merges_facts_and_reading() -> None:
    full = paper(
        authors=("Ann Lee",),
        names=(Name("HiCI", "Hierarchical Thing"), Name("X")),
        aliases=("Old",),
        sources=(Source("a.txt", 3, 5), Source("b.json", 1)),
        extra={"track": "main"},
    )
    reading = Reading(full.id, Status.QUEUED, 3, 1.5, ("rl",), "note", None, date(2026, 8, 1))
    made = record(full, reading)
    assert made["names"] == ["HiCI (Hierarchical Thing)", "X"]
    assert (made["source"], made["position"]) == ("a.txt", 3)
    assert (made["status"], made["priority"], made["rank"], made["tags"]) == (
        "queued",
        3,
        1.5,
        ["rl"],
    )
    assert (made["deferred_until"], made["rating"]) == ("2026-08-01", None)
    assert json.loads(json.dumps(made)) == made


def test_jsonl_has_one_object_a_line_in_a_stable_order() -> None:
    text = export("jsonl", paper(abstract="a\nb\u2028c"), paper("Other"))
    lines = (
        text.splitlines(keepends=False) if "\u2028" not in text else text.rstrip("\n").split("\n")
    )
    assert len(lines) == 2
    assert all(list(json.loads(line)) == sorted(json.loads(line)) for line in lines)
    assert export("jsonl") == ""


facts = st.fixed_dictionaries(
    {
        "authors": st.lists(texts, max_size=3).map(tuple),
        "abstract": texts,
        "venue": texts,
        "year": st.none() | st.integers(1900, 2100),
        "month": st.none() | st.integers(1, 12),
        "doi": texts,
        "arxiv_id": texts,
        "openreview_id": texts,
        "url": texts,
        "pdf_url": texts,
        "code_url": texts,
        "keywords": st.lists(texts, max_size=3).map(tuple),
        "citekey": texts,
        "extra": st.dictionaries(
            texts.filter(lambda k: k != "aliases"), texts | st.integers(-9, 9), max_size=3
        ),
    }
)


@given(facts, texts.filter(str.strip))
def test_jsonl_comes_back_with_the_same_facts(values: dict[str, Any], title: str) -> None:
    (draft,) = imported(export("jsonl", paper(title, **values)))
    assert draft.title == title
    for name, value in values.items():
        assert getattr(draft, name) == value, name


def test_derived_title_does_not_come_back_as_a_true_one() -> None:
    derived = paper("Guess", title_origin=TitleOrigin.DERIVED, abstract="Text.", aliases=("Old",))
    (draft,) = imported(export("jsonl", derived))
    assert (draft.title, draft.abstract, draft.extra) == ("", "Text.", {"aliases": ["Old"]})


def test_markdown_ticks_what_was_read_and_keeps_notes() -> None:
    one = paper(
        "On [Brackets] *and* stars",
        url="https://example.org/a b",
        venue="ICML",
        year=2026,
        authors=("Ann Lee", "Bo Chen"),
    )
    reading = Reading(one.id, Status.READ, 2, None, ("rl", "a_b"), "# Seen\n\n- good\n")
    assert export("markdown", one, reading=reading) == (
        "# Reading list\n\n"
        "- [x] [On \\[Brackets\\] \\*and\\* stars](<https://example.org/a%20b>)\n"
        "  Ann Lee, Bo Chen · ICML 2026\n"
        "  priority 2 · tags: rl, a\\_b\n"
        "\n  # Seen\n\n  - good\n"
    )


def test_markdown_says_when_a_title_is_a_guess_and_links_by_identifier() -> None:
    text = export("markdown", paper(title_origin=TitleOrigin.DERIVED, arxiv_id="2602.00001"))
    assert "- [ ] [A Title](<https://arxiv.org/abs/2602.00001>)" in text
    assert "*title derived by readq*" in text


@given(texts)
def test_markdown_keeps_any_title_on_its_line(title: str) -> None:
    """No title can end its item or begin another one."""
    text = export("markdown", paper(title))
    assert [line for line in text.split("\n") if line.startswith("- [")] == text.split("\n")[2:3]


def test_export_formats_have_stable_names() -> None:
    assert set(EXPORTERS) >= {"bibtex", "biblatex", "jsonl", "markdown"}
