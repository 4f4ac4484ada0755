"""Words that were listed change how quick a filter by title or author is, never what it finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.library import Library, filtering
from readq.library.core import open_library
from readq.search import words_of
from readq.search.text_column import BREAK, TextColumn, column_text
from readq.search.texts import Texts

TITLES = (
    "A graph of graphs",
    "Neural graph networks",
    "Wang tiles",
    "Graph neural networks",
    "图 of \u03b1",
)
QUERIES = (
    "title:graph",
    "title:gra",
    'title:"graph neural networks"',
    'title="wang tiles"',
    "-title:neural title:networks",
    "title:图",
    "title:alpha",
    "title:zebra",
    "author:lee",
    'author="Ann Lee"',
    "wang",
)

words = st.lists(st.sampled_from(["graph", "graphs", "gra", "图", "a", "of"]), max_size=4)


@given(st.lists(st.lists(words.map(" ".join), max_size=3), max_size=6), words, st.booleans())
def test_listed_or_not_a_column_says_the_same(
    papers: list[list[str]], wanted: list[str], whole: bool
) -> None:
    """A word, its beginning, a phrase or a whole text is in the same papers either way."""
    texts = Texts.of(map(column_text, papers))
    plain, listed = (TextColumn(lambda: texts, len(papers)) for _ in range(2))
    listed.look_up(lambda: words_of(texts))
    for column in (plain, listed):
        column.put(len(papers), column_text(["a graph of graphs"]))
    text = " ".join(wanted)
    for piece in (f" {text}{' ' * whole}", f"{BREAK} {text} {BREAK}"):
        assert plain.having(piece) == listed.having(piece), piece


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(filtering, "KEPT_FROM", 3)
    source = tmp_path / "papers.txt"
    source.write_text(
        "\n\n".join(f"{title}\nAuthors: Ann Lee, Bo Wang {n}" for n, title in enumerate(TITLES)),
        encoding="utf-8",
    )
    with open_library(tmp_path / "library") as library:
        library.add(source, shape="titled")
        assert answers(library)["title:graph"]
    return tmp_path / "library"


def answers(library: Library) -> dict[str, list[str]]:
    return {query: library.ids(query) for query in QUERIES}


def test_words_are_kept_and_may_be_deleted(folder: Path) -> None:
    with open_library(folder) as library:
        found = answers(library)
        assert not (folder / "words.idx").exists()
        library.prepare_search()
        assert answers(library) == found
    data = (folder / "words.idx").read_bytes()
    for wrong in (b"", data[:-1], b"x" + data[1:], data.replace(b"graph", b"grapx")):
        (folder / "words.idx").write_bytes(wrong)
        with open_library(folder) as library:
            assert answers(library) == found
            library.prepare_search()
            assert answers(library) == found
        assert (folder / "words.idx").read_bytes() == data


def test_words_of_changed_papers_are_known_too(folder: Path) -> None:
    (folder.parent / "more.txt").write_text("Neural zebras", encoding="utf-8")
    with open_library(folder) as library:
        library.prepare_search()
        (paper_id,) = library.ids("title:tiles")
        library.set_title(paper_id, "Zebra stripes")
        assert library.ids("title:stripes") == [paper_id]
        assert library.ids("title:tiles") == [paper_id]  # its old title is found too
        library.add(folder.parent / "more.txt", shape="titles")
        assert len(library.ids("title:neural")) == 3
        found = answers(library)
    with open_library(folder) as library:
        assert answers(library) == found
        library.prepare_search()
        assert answers(library) == found
