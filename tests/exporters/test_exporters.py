"""What comes out of readq."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.domain import Draft, Name, Paper, Reading, Source, Status, TitleOrigin
from readq.exporters import EXPORTERS, record
from readq.importers import read_source

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def paper(title: str = "A Title", **facts: Any) -> Paper:
    facts.setdefault("title_origin", TitleOrigin.SOURCE)
    return Paper(id=facts.pop("id", "abcdefghij"), title=title, added=NOW, **facts)


def export(name: str, *papers: Paper, reading: Reading | None = None) -> str:
    return EXPORTERS[name]((p, reading or Reading(p.id)) for p in papers)


def imported(text: str) -> list[Draft]:
    return [r for r in read_source("-", stdin=io.BytesIO(text.encode())) if isinstance(r, Draft)]


def fields_of(entry: str) -> dict[str, str]:
    """The fields of an exported entry, one a line."""
    return {m[1]: m[2] for m in re.finditer(r"^  ([\w-]+) = (.*),$", entry, re.MULTILINE)}


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


texts = st.text(st.characters(codec="utf-8"), max_size=20)
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


def test_bibtex_entry_has_the_usual_fields() -> None:
    entry = export(
        "bibtex",
        paper(
            "SD-MoE: 5% of $x_1$ & more",
            authors=("Ann Lee", "Author One, Jr.", "A Council and Group"),
            venue="ICML",
            year=2026,
            month=3,
            doi="10.1/x_y",
            arxiv_id="2602.00001",
            url="https://e.org/a_b{c}",
            abstract="Uses {\\bf bold} 5\\%.",
            extra={"track": "main", "n": 3},
        ),
    )
    assert entry.startswith("@inproceedings{lee2026sd,\n")
    assert fields_of(entry) == {
        "title": "{{SD}-{MoE}: 5\\% of \\$x\\_1\\$ \\& more}",
        "author": "{Ann Lee and One, Jr., Author and {A Council and Group}}",
        "booktitle": "{ICML}",
        "year": "{2026}",
        "month": "mar",
        "doi": "{10.1/x_y}",
        "eprint": "{2602.00001}",
        "archiveprefix": "{arXiv}",
        "url": "{https://e.org/a_b%7Bc%7D}",
        "abstract": "{Uses {\\bf bold} 5\\%.}",
        "track": "{main}",
    }


def test_bibtex_kind_follows_the_venue() -> None:
    kinds: Sequence[tuple[str, str]] = [
        ("", "@misc"),
        ("TMLR", "@article"),
        ("Journal of Queues", "@article"),
        ("ICML", "@inproceedings"),
    ]
    for venue, kind in kinds:
        assert export("bibtex", paper(venue=venue)).startswith(kind)


def test_bibtex_flags_a_derived_title() -> None:
    entry = export("bibtex", paper(title_origin=TitleOrigin.DERIVED, extra={"note": "mine"}))
    assert fields_of(entry)["note"] == "{Title derived by readq from the abstract; mine}"


def test_bibtex_keys_are_unique_whatever_their_case() -> None:
    papers = [paper(citekey=key) for key in ("Lee2020", "lee2020", "lee2020", "a b{c}")]
    keys = re.findall(r"^@\w+\{(.*),$", export("bibtex", *papers), re.MULTILINE)
    assert keys == ["Lee2020", "lee2020a", "lee2020b", "abc"]


def test_bibtex_text_that_would_break_braces_is_escaped() -> None:
    entry = export("bibtex", paper("A set {0,1 that never closes", abstract="Ends in C:\\dir\\"))
    assert fields_of(entry) == {
        "title": "{A set {\\textbraceleft}0,1 that never closes}",
        "abstract": "{Ends in C:{\\textbackslash}dir{\\textbackslash}}",
    }


@pytest.mark.parametrize("field", ["title", "abstract", "venue", "url", "doi"])
@given(text=texts, extra=st.dictionaries(texts, texts, max_size=2))
def test_bibtex_braces_always_balance(field: str, text: str, extra: dict[str, str]) -> None:
    """Whatever a paper says, the entry ends where it should: BibTeX counts every brace."""
    values = {"title": "T", field: text}
    entry = export("bibtex", paper(values.pop("title"), extra=extra, **values))
    depth = 0
    for place, character in enumerate(entry):
        depth += (character == "{") - (character == "}")
        assert depth > 0 or place < entry.index("{") or place >= len(entry) - 2
    assert depth == 0


def test_export_formats_have_stable_names() -> None:
    assert set(EXPORTERS) >= {"bibtex", "jsonl", "markdown"}
