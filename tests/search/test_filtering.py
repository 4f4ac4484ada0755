"""Filters asked of all papers at once say what they say paper by paper."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.domain import Reading, Status
from readq.errors import FilterError, UsageError
from readq.library import Library
from readq.library.core import open_library
from readq.library.filtering import _RECENT_WORDS
from readq.library.views import Row
from readq.search import Columns, completions, dump_columns, load_columns, parse, terms

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ABSTRACTS = (
    "We study diffusion models. The model's score is what we don't know.",
    "A \\textbf{D}iffusion bridge after Schr\\\"{o}dinger, with $O(\\log^2 n)$ steps and $\\ell_2$ loss.",
    "Schrödinger bridges—known as “optimal transport”—need naïve H$_2$O data.",
    "**Graph** neural networks\nand 'graph neural' networks, state\u2011of\u2011the\u2011art.",
    "Graph-neural (network) learning: see [diffusion](https://example.org/transport) &eacute;tudes.",
    "Methods, \\eg random search \\wrt. cost \\ie time; Zhou \\etal and {Gra}ph theory; g\\textbf{r}aph.",
    "A {N}ai{v}e idea: don\u2019t learn, O\u2082 is diffusion\u2014known as \\(d i f f\\); see [learning](https://example.org/graph).",
    "Learning 大语言模型 with β-VAE and the Müller\u2013Brown potential; <b>g</b>raph.",
    "",
)  # fmt: skip
QUERIES = (
    "diffusion", "schrodinger", '"graph neural network"', '"graph neural"', "h2o", "naive",
    "dont", "models", '"model"', '"models"', "known", "transport", '"state of the art"', "beta",
    "语言", "eg", "g", "e", "al", '"e g"', "wrt", "t", "ie", "o2", "dont", '"known as"', "diff", '"graph theory"', "muller brown", '"muller brown"', "etudes", "l2", "log2", "id", "abstract",
    "-diffusion", "abstract:graph", "graph or status:queued", "not (graph or learning)",
    "status:queued", "status!=new", "in:queue", "tag:rl", 'tag:"to read"', "-tag:rl",
    "year>=2025", "year:2024..2025", "venue:icml", "venue=icml", "author:lee", 'author="ada lee"',
    "title:two", "priority>=2", "has:note", "has:pdf", "has:link", "has:abstract", "has:tags",
    "note:diffusion", "added:today", "added:<7d", "read:today", "in:deferred", "-in:deferred",
    "in:trash", "-in:trash", "in:library", "-in:library", "in:trash or graph", "in:trash,library -graph", "in:trash in:queue", "minutes<=10", "id:a",
    "sort:year- diffusion", "a",
)  # fmt: skip


def _as_typed(raw: bytes) -> str:
    """Any bytes as a terminal, or a file name, may hand them on."""
    return raw.decode("utf-8", "surrogateescape")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("filtering")
    source = folder / "papers.json"
    records = [
        {
            "title": f"Paper {word}: on samples",
            "abstract": abstract,
            "author": [{"given": "Ada", "family": "Lee" if number % 2 else "Núñez"}],
            "issued": {"date-parts": [[2023 + number % 4]]},
            "container-title": "ICML" if number % 3 else "NeurIPS",
            "type": "paper-conference",
            "URL": "https://example.org" if number == 2 else "",
        }
        for number, (word, abstract) in enumerate(
            zip(
                ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
                ABSTRACTS,
                strict=True,
            )
        )
    ]
    source.write_text(json.dumps(records), encoding="utf-8")
    library = open_library(folder / "library", now=lambda: NOW)
    library.add(source)
    ids = library.ids()
    library.mark(ids[:2], Status.QUEUED)
    library.mark(ids[2], Status.READ)
    library.tag(ids[1:4], ["rl", "to read"])
    library.set_priority(ids[0], 3)
    library.note(ids[5], "An open question on *diffusion*")
    library.trash([ids[1], ids[6]])
    return library


@pytest.fixture(autouse=True, scope="module")
def all_at_once() -> Iterator[None]:
    """So few papers would be looked at one by one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terms, "_FEW", 0)
        yield


def one_by_one(library: Library, text: str) -> set[str]:
    query, files = parse(text, today=NOW.date()), library._files
    return {
        paper.id
        for paper in files.hot_papers()
        if query.matches(
            Row(
                paper,
                library.reading(paper.id),
                files.paper,
                lambda i: library._folded(i, library._papers_version),
            )
        )
    }


@pytest.mark.parametrize("text", QUERIES)
def test_all_at_once_is_the_same_as_one_by_one(library: Library, text: str) -> None:
    assert set(library.ids(text)) == one_by_one(library, text)


@given(
    st.text()
    | st.text(alphabet='ab:-"(),.<>=! 019\\$\ud83d\u0301\u8bed')
    | st.binary().map(_as_typed)
)
def test_nothing_that_can_be_typed_makes_a_search_fail(library: Library, typed: str) -> None:
    for lenient in (True, False):
        with suppress(FilterError, UsageError):
            library.ids(typed, lenient=lenient)
    for hit in library.jump(typed):
        assert all(0 <= start < end <= len(hit.title) for start, end in hit.spans)
    completions(typed, lambda field, start: library.filter_values(field, start))


@pytest.mark.parametrize("before", range(-4, 1))
def test_one_more_letter_looks_at_those_that_have_the_letters_before(
    library: Library, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    library._filtering._words.clear()
    for number in range(_RECENT_WORDS + before):  # so many are remembered, and no more
        library.ids(f"word{number}")
    library.ids("transp")
    monkeypatch.setattr(library._filtering, "_look_into_abstracts", lambda piece: 1 / 0)
    for text in ("transpo", "transport", '"transport"', "transportable", "abstract:transport"):
        assert set(library.ids(text)) == one_by_one(library, text)


@given(
    st.lists(st.sampled_from(QUERIES), min_size=1, max_size=3), st.sampled_from([" ", " or ", " -"])
)
def test_terms_join_in_the_same_way(library: Library, terms: list[str], sign: str) -> None:
    text = sign.join(f"({term})" for term in terms if "sort" not in term)
    assert set(library.ids(text)) == one_by_one(library, text)


@pytest.mark.parametrize(
    "sort", ["added", "year", "year-", "venue", "priority", "status", "changed"]
)
def test_columns_sort_as_papers_do(library: Library, sort: str) -> None:
    from readq.library.views import SORTS

    key, descending = SORTS[sort.rstrip("-")]
    papers = sorted(
        library._files.hot_papers(),
        key=lambda paper: key(paper, library.reading(paper.id)),
        reverse=descending is not sort.endswith("-"),
    )
    assert library.ids("in:library,trash", sort) == [paper.id for paper in papers]
    shown = [paper.id for paper in papers if paper.id not in library.trash_ids]
    assert library.ids(sort=sort) == library.ids(sort=sort) == shown
    assert library.ids("graph", sort=sort) == [
        paper.id for paper in papers if paper.id in one_by_one(library, "graph")
    ]


def test_a_filter_follows_decisions_titles_and_undo(tmp_path: Path) -> None:
    source = tmp_path / "papers.txt"
    source.write_text("First title here\n\nSecond title here\n", encoding="utf-8")
    library = open_library(tmp_path / "library")
    library.add(source)
    first, second = library._files.paper_ids
    assert library.ids("status:queued") == []
    library.mark(first, Status.QUEUED)
    assert library.ids("status:queued") == [first]
    library.set_title(second, "Another one")
    assert library.ids("another") == [second]
    with open_library(tmp_path / "library") as other:
        other.mark(second, Status.QUEUED)
    library.refresh()
    assert set(library.ids("status:queued")) == {first, second}
    library.undo()
    library.undo()
    assert library.ids("another") == []
    assert library.ids("title:second") == [second]


def test_kept_columns_answer_like_new_ones_and_damage_is_noticed(library: Library) -> None:
    columns = Columns(library._files.hot_papers())
    columns.marks = b"marks"
    data = dump_columns(columns)
    kept = load_columns(data)
    assert kept is not None
    assert (kept.ids, kept.alive, kept.marks) == (columns.ids, columns.alive, b"marks")
    for name, values in columns.values.items():
        assert [kept.values[name][n] for n in range(7)] == [values[n] for n in range(7)]
    assert kept.texts["author"].having(" lee") == columns.texts["author"].having(" lee")
    for at in range(0, len(data), 7):
        assert load_columns(data[:at]) is None
        assert load_columns(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]) is None


def test_a_value_of_many_kinds_is_kept_apart() -> None:
    from readq.search.columns import Values

    values = Values(range(300))
    values.put(300, 7)
    values.put(0, 7)
    assert values.where(lambda value: value == 7) == 1 << 300 | 1 << 7 | 1
    assert Values(default=Reading("").status, count=2).where(lambda s: s is Status.NEW) == 3


def test_a_column_of_texts_is_asked_old_and_new_ones_alike() -> None:
    from readq.search.text_column import TextColumn, column_text
    from readq.search.texts import Texts

    texts = [["a graph", "b"], [], ["graphs of a graph"], ["none"], ["a graph"], []]
    column = TextColumn(lambda: Texts.of(map(column_text, texts)), len(texts))
    column.put(3, column_text(["graph"]))
    column.put(4, column_text(["other"]))
    column.put(6, column_text(["one graph more"]))
    assert column.having(" graph") == 0b1001101
    assert column.having(" a graph ") == 0b101
    assert column.having(" zebra") == 0


def test_reading_time_follows_an_abstract_that_came_later(tmp_path: Path) -> None:
    bare, full = tmp_path / "bare.json", tmp_path / "full.json"
    paper = {"title": "Graphs of a long time", "authors": ["A. Lee"], "arxiv_id": "2401.00001"}
    bare.write_text(json.dumps([paper]), encoding="utf-8")
    full.write_text(json.dumps([{**paper, "abstract": "many words " * 90}]), encoding="utf-8")
    with open_library(tmp_path / "library") as library:
        library.add(bare)
        (paper_id,) = library.ids("minutes<=10")
        library.add(full)
        assert library.minutes(paper_id) > 10
        assert library.ids("minutes>10") == [paper_id]
        assert library.ids("minutes<=10") == []
        library.undo()
        assert library.ids("minutes<=10") == [paper_id]


def test_a_word_with_a_sign_behind_it_is_a_whole_word(tmp_path: Path) -> None:
    titles = (
        "C++ templates",
        "Cats and dogs",
        "Self-supervised learning",
        "Selfish agents",
        "90% off",
        "900 cats",
    )
    papers = [{"title": title, "authors": ["A. Lee"]} for title in titles]
    (tmp_path / "in.json").write_text(json.dumps(papers), encoding="utf-8")
    with open_library(tmp_path / "library") as library:
        library.add(tmp_path / "in.json")
        for query, found in (
            ("c++", "C++ templates"),
            ("title:c++", "C++ templates"),
            ("90%", "90% off"),
            ("cats.", "900 cats, Cats and dogs"),
            ("cat*", "900 cats, Cats and dogs"),
            ("self-", "Self-supervised learning, Selfish agents"),
            ("dogs?", "Cats and dogs"),
        ):
            assert ", ".join(sorted(p.title for p in library.papers(query))) == found, query
