"""Notes that name each other's papers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from readq.domain import Change, Name, Paper, TitleOrigin
from readq.library import Library
from readq.store import MemoryFiles

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


def paper(paper_id: str, title: str, **fields: Any) -> Paper:
    return Paper(id=paper_id, title=title, title_origin=TitleOrigin.SOURCE, added=NOW, **fields)


@pytest.fixture
def library() -> Library:
    """Three papers; the second has every kind of name."""
    papers = [
        paper("one", "One Thing"),
        paper(
            "two",
            "Two: Things (at Once)",
            citekey="lee2026two",
            doi="10.1000/two",
            arxiv_id="2602.00002",
            aliases=("Twofold Things",),
            names=(Name("TwoT"),),
        ),
        paper("three", "Three Things"),
    ]
    files = MemoryFiles()
    files.commit(Change(1, "began", NOW), papers={p.id: p for p in papers})
    return Library(files, now=lambda: NOW)


@pytest.mark.parametrize(
    "target",
    [
        "two",
        "lee2026two",
        "10.1000/two",
        "arXiv:2602.00002v3",
        "two things at once",
        "Two - Things (at Once)",
        "Twofold Things",
        "TwoT",
    ],
)
def test_a_link_finds_the_paper_by_each_of_its_names(library: Library, target: str) -> None:
    library.note("one", f"see [[{target}]] and [[nothing of the kind]]")
    assert library.linked("one") == ["two"]
    assert library.linking("two") == ["one"]
    assert library.linking("three") == []


def test_links_follow_what_is_written(library: Library) -> None:
    library.note("one", "[[two]] [[Three Things]] [[two|again]] [[one]]")
    library.note("three", "`[[two]]`")
    assert library.linked("one") == ["two", "three"]
    assert library.linking("two") == ["one"]
    library.undo()
    library.undo()
    assert library.linking("two") == []


def test_several_notes_are_one_change(library: Library) -> None:
    change = library.notes({"one": "first", "two": "second"})
    assert change is not None
    assert change.label == "wrote notes on 2 papers"
    library.undo()
    assert not library.reading("one").note
    assert not library.reading("two").note


def test_the_words_of_notes_can_be_searched(library: Library) -> None:
    library.note("one", "An open question about *budgets*.")
    assert library.ids('note:"open question"') == ["one"]
    assert library.ids("note:budget") == ["one"]
    assert library.ids("budgets") == ["one"]
    assert library.ids("note:nothing") == []
