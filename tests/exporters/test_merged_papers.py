"""A paper that several records told of goes out with all they said, and comes in the same."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.exporters.papers import NOW, lines, stored_texts
from tests.exporters.trips import IMPORTED_AS, exported, once_round, papers_from

from readq.domain import Draft, Paper, Source
from readq.importers import read_source
from readq.library.facts import as_new, candidate, merged
from readq.text import render_title

ADDRESSES = st.sampled_from(
    [
        "",
        "https://e.org/a_b?c=%20&d#e",
        "https://openreview.net/forum?id=AbCdEfGh12",
        "https://doi.org/10.1000/a_b(c)",
        "https://arxiv.org/abs/2602.00001",
        "https://e.org/~ann/x%7B1%7D.pdf",
        "https://github.com/a/b",
    ]
)
PARAGRAPHS = st.lists(
    st.sampled_from(
        [
            "We sample.",
            "See https://e.org/a for code",
            "Then we sort",
            "ER - x",
            "50% \\emph{more}",
        ]
    ),
    max_size=3,
).map("\n\n".join)
RECORDS = st.builds(
    Draft,
    source=st.just(Source("list", 1)),
    title=lines.filter(render_title),
    authors=st.just(("Ann Lee", "Bo van der Berg, Jr.")),
    abstract=PARAGRAPHS,
    venue=st.sampled_from(["", "ICML", "Journal of Samples 2024"]),
    year=st.none() | st.integers(1900, 2099),
    doi=st.sampled_from(["", "10.1000/a_b(c)"]),
    arxiv_id=st.sampled_from(["", "2602.00001"]),
    # Every reader takes the DOI of an address.
    url=ADDRESSES.filter(lambda url: "doi.org" not in url),
    pdf_url=st.sampled_from(["", "https://e.org/a_b?c=%20&d#e", "https://e.org/a.pdf"]),
    code_url=st.sampled_from(["", "https://github.com/a/b"]),
    links=st.lists(ADDRESSES, max_size=2).map(tuple),
    keywords=st.sampled_from([(), ("graphs", "trees, and more")]),
    citekey=st.sampled_from(["", "lee2020"]),
    extra=st.dictionaries(
        st.sampled_from(["volume", "note", "track", "pages", "editor"]),
        st.sampled_from(["3", "12--17", "5--5", "Ann Lee and Roe, Fox", "Proceedings of Samples"])
        | stored_texts.filter(str.strip).map(lambda text: " ".join(text.split())),
        max_size=3,
    ),
)
FACTS = [
    "title",
    "authors",
    "abstract",
    "venue",
    "year",
    "month",
    "doi",
    "arxiv_id",
    "openreview_id",
    "url",
    "pdf_url",
    "code_url",
    "links",
    "keywords",
    "aliases",
    "title_origin",
]


def united(drafts: list[Draft]) -> Paper:
    """One paper of all the records, the first of which gives its title."""
    first, *more = [candidate(draft, venue="", year=None, now=NOW) for draft in drafts]
    paper = as_new(first, lambda _id: False)
    for found in more:
        paper = merged(paper, found)
    return replace(paper, sources=())


@pytest.mark.parametrize("format_", sorted(IMPORTED_AS))
@settings(deadline=None, max_examples=20)
@given(st.lists(RECORDS, min_size=1, max_size=3))
def test_whatever_several_records_said_comes_back_the_first_time(
    format_: str, drafts: list[Draft]
) -> None:
    paper = united(drafts)
    (again,) = once_round(format_, [paper])
    for fact in FACTS:
        assert getattr(again, fact) == getattr(paper, fact), fact
    # Further fields may change places.
    once, twice = exported(format_, [paper]), exported(format_, [again]).replace(again.id, paper.id)
    if format_ in ("bibtex", "biblatex", "ris"):
        assert sorted(twice.split("\n")) == sorted(once.split("\n"))
    elif format_ in ("csv", "tsv"):
        assert twice == once


@pytest.mark.parametrize("format_", sorted(IMPORTED_AS))
def test_links_and_titles_that_a_duplicate_brought_come_back(format_: str) -> None:
    first, second = papers_from(
        "@misc{a, title = {On {Samples}}, author = {Ann Lee}, url = {https://e.org/a}, abstract = {Text.}}\n"
        "@misc{b, title = {On Samples, 50\\% more}, author = {Ann Lee}, url = {https://e.org/b_c}}\n"
    )
    paper = replace(first, links=(second.url, "https://e.org/c"), aliases=(second.title, "A; B"))
    (again,) = once_round(format_, [paper])
    assert again.links == ("https://e.org/b_c", "https://e.org/c")
    assert again.aliases == ("On Samples, 50% more", "A; B")
    assert "links" not in again.extra


@pytest.mark.parametrize("format_", sorted(IMPORTED_AS))
def test_identifiers_and_citekeys_of_a_duplicate_are_kept_and_come_back(format_: str) -> None:
    def draft(key: str, forum: str) -> Draft:
        title, people = "On samples", ("Ann Lee",)
        source = Source(f"{key}.bib", 3, 7)
        return Draft(source, title, people, openreview_id=forum, citekey=key, year=2020)

    three = [draft("a", "AbCdEfGh12"), draft("b", "ZyXwVuTs34"), draft("c", "AbCdEfGh12")]
    paper = united([*three, *three])
    assert (paper.citekey, paper.extra["ids"]) == ("a", "b, c")
    assert paper.openreview_id == "AbCdEfGh12"
    assert paper.links == ("https://openreview.net/forum?id=ZyXwVuTs34",)
    (again,) = once_round(format_, [paper])
    assert (again.citekey, again.extra["ids"]) == ("a", "b, c")
    assert (again.openreview_id, again.links) == (paper.openreview_id, paper.links)


def test_where_a_paper_came_from_comes_back_from_json() -> None:
    sources = (Source("a.bib", 3, 70), Source("mine.csv", 1))
    (paper,) = papers_from("@misc{k, title = {On samples}, url = {https://e.org/a}}")
    text = exported("jsonl", [replace(paper, sources=sources)])
    (draft,) = read_source("-", stdin=io.BytesIO(text.encode()))
    assert isinstance(draft, Draft)
    again = as_new(candidate(draft, venue="", year=None, now=NOW), lambda _id: False)
    assert again.sources == sources
    assert exported("jsonl", [replace(again, added=paper.added)]) == text
    for changed in (text.replace('"a.bib"', "5"), text.replace('"position": 3', '"position": "3"')):
        (odd,) = read_source("-", stdin=io.BytesIO(changed.encode()))
        assert isinstance(odd, Draft)
        assert (odd.title, odd.carried) == ("On samples", ())


@settings(deadline=None, max_examples=20)
@given(st.lists(RECORDS, min_size=1, max_size=3))
def test_a_markdown_list_of_what_several_records_said_is_a_fixed_point(drafts: list[Draft]) -> None:
    paper = united(drafts)
    text = exported("markdown", [paper])
    (again,) = papers_from(text, "markdown")
    assert again.title == paper.title
    assert exported("markdown", [again]) == text
