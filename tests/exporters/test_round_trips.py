# ruff: noqa: RUF001
"""What came in goes out and comes in again: the first pass is a fixed point."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.exporters.bibtex_model import entries, families
from tests.exporters.papers import CASES, lines, stored_texts
from tests.exporters.trips import IMPORTED_AS, exported, known, once_round, papers_from

from readq.domain import Draft, Reading, Source
from readq.exporters import EXPORTERS
from readq.text import has_ink, render, render_title


def test_braces_do_not_grow() -> None:
    papers = papers_from(CASES / "e01-brace-growth.bib")
    first = exported("bibtex", papers)
    for _ in range(3):
        (one,) = papers
        assert one.title == "The FFT of Testus graphs: a Sample"
        assert one.authors == ("Example Council", "Author Two")
        assert one.citekey == "g1"
        assert exported("bibtex", papers) == first
        papers = once_round("bibtex", papers)


@pytest.mark.parametrize("dialect", ["bibtex", "biblatex"])
def test_names_with_marks_stay_whole(dialect: str) -> None:
    papers = papers_from(CASES / "e03-names.json")
    text = exported(dialect, papers)
    ((_, _, found),) = entries(text)
    assert not re.search(r"\\[a-zA-Z]+ ", found["author"])
    assert families(found["author"]) == [
        "Łódź",
        "Yılmaz",
        "van der Sample",
        "{Example Council and Data Group}",
    ]
    (again,) = papers_from(text)
    assert again.authors == papers[0].authors


@pytest.mark.parametrize("dialect", ["bibtex", "biblatex"])
def test_hard_text_breaks_no_file(dialect: str) -> None:
    text = exported(dialect, papers_from(CASES / "e05-hard-text.json"))
    assert len(entries(text)) == 2
    first, second = papers_from(text)
    assert first.title == "A set {0,1 that never closes"
    assert render(first.abstract).plain.endswith("C:\\dir\\")
    assert first.extra["notes"] == 'He said "}" and @misc{x, left.'
    assert second.title == "The one after"


def test_a_value_that_ends_in_a_backslash_comes_back() -> None:
    papers = papers_from(CASES / "b19-trailing-backslash.bib")
    again = papers_from(exported("bibtex", papers))
    for one, two in (papers, again):
        assert one.extra["library"] == "Samples\\2013\\KW\\"
        assert two.title == "Next one"


def test_what_was_null_is_nowhere_in_an_export() -> None:
    records = (CASES / "j09-nulls-and-nan.json").read_text("utf-8")
    assert "NaN" in records
    source = Draft(Source("j", 1), title="One", authors=(), year=None, extra={"n": 1.5})
    for format_ in ("bibtex", "csl-json", "markdown", "ris", "csv"):
        said = exported(format_, known([source]))
        assert not re.search(r"\bnan\b|\bnull\b|None", said, re.IGNORECASE)


drafts = st.builds(
    Draft,
    source=st.just(Source("list", 1)),
    title=lines.filter(lambda title: has_ink(render_title(title))),  # no other is ever stored
    authors=st.lists(
        lines.map(lambda name: name.replace(",", "")), max_size=3, unique_by=render_title
    ).map(tuple),
    abstract=stored_texts,
    venue=lines,
    year=st.none() | st.integers(1900, 2099),
    doi=st.sampled_from(["", "10.1000/a_b(c)"]),
    arxiv_id=st.sampled_from(["", "2602.00001", "cs/9901002"]),
    openreview_id=st.sampled_from(["", "AbCdEfGh12"]),
    url=st.sampled_from(
        ["", "https://e.org/a_b?c=%20&d#e", "https://openreview.net/forum?id=AbCdEfGh12"]
    ),
    pdf_url=st.sampled_from(["", "https://e.org/a.pdf"]),
    code_url=st.sampled_from(["", "https://github.com/a/b"]),
    keywords=st.lists(lines, max_size=3).map(tuple),
    citekey=st.sampled_from(["", "lee2020", "Müller:2020"]),
    extra=st.dictionaries(
        st.sampled_from(["volume", "note", "track", "publisher", "pages", "x y"]),
        stored_texts | st.integers(0, 9),
        max_size=3,
    ),
)


@pytest.mark.parametrize("format_", sorted(IMPORTED_AS))
@given(st.integers(1900, 2099), st.integers(1, 12))
def test_any_date_comes_back(format_: str, year: int, month: int) -> None:
    (paper,) = known([Draft(Source("list", 1), title="A Title", year=year, month=month)])
    (again,) = once_round(format_, [paper])
    assert (again.year, again.month) == (year, month)


@pytest.mark.parametrize("format_", sorted(IMPORTED_AS))
def test_a_derived_title_is_never_taken_for_a_true_one(format_: str) -> None:
    abstract = "We study how sampling in few steps keeps what matters. " * 4
    (paper,) = known([Draft(Source("list", 1), abstract=abstract, extra={"note": "mine"})])
    (again,) = once_round(format_, [paper])
    assert again.title_is_derived
    assert (again.title, again.extra["note"]) == (paper.title, "mine")


@pytest.mark.parametrize("format_", sorted(IMPORTED_AS))
@settings(deadline=None, max_examples=40)
@given(drafts)
def test_one_pass_is_a_fixed_point(format_: str, draft: Draft) -> None:
    """Whatever a source says, a paper that went out once comes out the same ever after."""
    (paper,) = once_round(format_, known([draft]))
    assert once_round(format_, [paper]) == [paper]
    assert exported(format_, once_round(format_, [paper])) == exported(format_, [paper])


@pytest.mark.parametrize("format_", sorted(IMPORTED_AS))
@settings(deadline=None, max_examples=40)
@given(drafts)
@example(Draft(Source("list", 1), title="A name of one sign", authors=("Smith", "&", "Lee")))
@example(Draft(Source("list", 1), title="Too many x\ufe00\ufe00 signs", venue="x\ufe00\ufe00"))
@example(
    Draft(Source("list", 1), title="Marks on e" + "\u0301" * 6, authors=("Le" + "\u0301" * 6,))
)
def test_the_facts_come_back_the_first_time(format_: str, draft: Draft) -> None:
    (paper,) = known([draft])
    (again,) = once_round(format_, [paper])
    for fact in ("id", "title", "authors", "venue", "year", "doi", "arxiv_id", "url"):
        assert getattr(again, fact) == getattr(paper, fact), fact
    for fact in ("openreview_id", "pdf_url", "code_url", "title_origin"):
        assert getattr(again, fact) == getattr(paper, fact), fact
    assert render(again.abstract).plain.split() == render(paper.abstract).plain.split()


listed = st.builds(
    Draft,
    source=st.just(Source("list", 1)),
    title=lines.filter(str.strip) | lines.map(lambda text: " ".join(f"On {text} samples".split())),
    is_plain=st.just(True),
    authors=st.lists(
        st.sampled_from(
            [
                "Ann Lee",
                "José Łódź",
                "D. E. Knuth",
                "Jean-Luc van der Berg",
                "李 明",
                "A · `é",
                "others",
            ]
        ),
        max_size=9,
        unique=True,
    ).map(tuple),
    venue=st.sampled_from(["", "ICML", "NeurIPS", "Journal of *Samples* --- 2024", "A · B"]),
    year=st.none() | st.integers(1900, 2099),
    doi=st.sampled_from(["", "10.1000/a_b(c)"]),
    arxiv_id=st.sampled_from(["", "2602.00001"]),
    url=st.sampled_from(["", "https://e.org/a_b?c=%20&d#e"]),
).filter(lambda draft: draft.url or draft.arxiv_id or draft.doi or draft.authors)


@settings(deadline=None, max_examples=40)
@given(listed)
def test_a_markdown_list_is_a_fixed_point(draft: Draft) -> None:
    """The list that comes of a reading list is the same, and so is every letter of a title."""
    (paper,) = known([draft])
    text = exported("markdown", [paper])
    (again,) = papers_from(text, "markdown")
    assert again.title == paper.title
    assert exported("markdown", [again]) == text


@pytest.mark.parametrize(
    "title",
    [
        "\\`é and ``this'' -- or $x$ & co.",
        "Code",
        "“Why should I trust you?” Explaining, 50% \\emph{more}",
        "See https://e.org/a_b, or www.e.org",
        "The end.",
        "| A | B |",
        "1. First - **[x](y)**",
        "&amp; &middot; ·",
    ],
)
def test_a_title_in_a_markdown_list_comes_back_letter_for_letter(title: str) -> None:
    (paper,) = known(
        [Draft(Source("list", 1), title=title, is_plain=True, authors=("Ann Lee", "Bo C. Chen"))]
    )
    for one in (paper, replace(paper, url="https://e.org/a")):
        (again,) = papers_from(exported("markdown", [one]), "markdown")
        assert (again.title, again.authors, again.extra) == (title, one.authors, {})


def test_what_a_note_in_a_markdown_list_says_is_not_said_of_the_paper() -> None:
    (paper,) = known([Draft(Source("list", 1), title="On samples", url="https://e.org/a")])
    note = (
        "See https://arxiv.org/abs/2602.00001\n\n| Title | Year |\n|---|---|\n| On trees | 2020 |\n\n"
        "```\n- [ ] [x](https://e.org/b)\n```"
    )
    text = EXPORTERS["markdown"]([(paper, Reading(paper.id, note=note))])
    (again,) = papers_from(text, "markdown")
    assert (again.title, again.url, again.arxiv_id) == ("On samples", "https://e.org/a", "")


def test_lines_a_reader_adds_to_a_markdown_list_are_read_as_ever() -> None:
    (paper,) = known([Draft(Source("list", 1), title="On samples", url="https://e.org/a")])
    text = exported("markdown", [paper]) + (
        "- [ ] “On sorted samples”, Ann Lee, ICML 2020\n"
        "- [ ] https://arxiv.org/abs/2602.00001\n"
        "- [On **trees** and graphs](https://arxiv.org/abs/2602.00002)\n"
    )
    found = papers_from(text, "markdown")
    assert [paper.title for paper in found[:2]] == ["On samples", "On sorted samples"]
    assert [paper.arxiv_id for paper in found[2:]] == ["2602.00001", "2602.00002"]
    assert found[3].title == "On trees and graphs"


@pytest.mark.parametrize("format_", ["ris", "csl-json"])
def test_a_bibliography_written_from_bibtex_is_written_the_same_again(format_: str) -> None:
    papers = papers_from(
        "@inproceedings{*2017what, title = {What we sample}, author = {Ann Lee},\n"
        "  booktitle = {International Conference on 3D Vision 2025}, year = 2025, pages = {1--1}}\n"
        "@inproceedings{lindh©-07, title = {What we sort}, booktitle = {ICML 2024}, year = 2024}\n"
    )
    text = exported(format_, papers)
    again = papers_from(text, IMPORTED_AS[format_])
    assert exported(format_, again) == text
    assert [paper.citekey for paper in again] == ["*2017what", "lindh©-07"]
    assert [(paper.venue, paper.year) for paper in again] == [
        ("International Conference on 3D Vision", 2025),
        ("ICML", 2024),
    ]
    assert "International Conference on 3D Vision 2025" in text
    assert "ICML 2024" in text


@pytest.mark.parametrize("own_id", ["http://zotero.org/users/1/items/AB", "10.1000/xyz", "12345"])
def test_the_id_that_a_program_gave_is_no_key_to_cite_by(own_id: str) -> None:
    (paper,) = papers_from(f'[{{"id": "{own_id}", "type": "book", "title": "On samples"}}]')
    assert paper.citekey == ""
    assert f'"id": "{own_id}"' in exported("csl-json", [paper])


def test_further_addresses_of_a_paper_come_back_from_json() -> None:
    (paper,) = papers_from("@misc{k, title = {On samples}, url = {https://e.org/a}}")
    known_twice = replace(paper, links=("https://e.org/b", "https://e.org/c"))
    (again,) = once_round("jsonl", [known_twice])
    assert again.links == known_twice.links


@pytest.mark.parametrize("word", ["NULL", "None", "nan"])
def test_a_paper_called_null_comes_back_from_csl(word: str) -> None:
    (paper,) = known([Draft(Source("list", 1), title=word)])
    (again,) = once_round("csl-json", [paper])
    assert again.title == word
