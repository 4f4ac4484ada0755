# ruff: noqa: RUF001
"""Plain lists, reading lists and tables as people keep them, each with what a careful reader makes of it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from readq.domain import Draft
from readq.importers import ImportIssue, read_source

ONE = (
    "We study the problem of learning from few examples and propose a method that learns what transfers"
    " across tasks. Experiments on five benchmarks show that it beats the others by a large margin while it"
    " uses only half of the compute."
)
TWO = (
    "Large language models are known to forget. In this paper we show that a simple change of the objective"
    " prevents that in nearly all cases, at no cost. We prove bounds, and we run a large number of"
    " experiments to support every claim that we make."
)


def read(text: str, path: Path | None = None) -> tuple[list[Draft], list[ImportIssue]]:
    if path is not None:
        path.write_text(text, encoding="utf-8")
    found = list(read_source(path or "-", stdin=io.BytesIO(text.encode())))
    return (
        [record for record in found if isinstance(record, Draft)],
        [record for record in found if isinstance(record, ImportIssue)],
    )


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ann One", ("Ann One",)),
        ("A. B. van der Two-Three", ("A. B. van der Two-Three",)),
        ("Tingting Ma", ("Tingting Ma",)),
        ("by Ann One and Bob Two", ("Ann One", "Bob Two")),
        ("Ann One¹, Bob Two²*", ("Ann One", "Bob Two")),
        ("Ann One, Bob E. A. van de Two, chenghua three, Di Four", None),
        ("Trinh–Minh–Tri Do, Thierry Four", ("Trinh–Minh–Tri Do", "Thierry Four")),
    ],
)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_who_wrote_it_stands_between_title_and_abstract(
    line: str, names: tuple[str, ...] | None, between: str
) -> None:
    papers = (("A First Title", ONE), ("A Second Title", TWO))
    text = "\n\n".join(between.join((title, line, abstract)) for title, abstract in papers)
    drafts, issues = read(text)
    assert [(d.title, d.abstract) for d in drafts] == list(papers)
    assert {d.authors for d in drafts} == {names or tuple(line.split(", "))}
    assert not issues


def test_titles_of_two_parts_are_no_people() -> None:
    titles = [
        "The Metric Distortion of Voting",
        "Towards Bridging Sample Complexity and Model Capacity",
        "Spatial Sparse Coding and Dictionary Learning",
        "Representation Learning",
    ]
    drafts, _ = read("\n\n".join(titles))
    assert [d.title for d in drafts] == titles


def test_rest_of_a_title_is_no_person() -> None:
    (draft,), _ = read(f"A Title\nRepresentation Learning\n{ONE}\n")
    assert not draft.authors


def test_venue_and_the_word_abstract_have_lines_of_their_own() -> None:
    (first, second), _ = read(
        f"A First Title\nAnn One, Bob Two\nICML 2024\nAbstract\n{ONE}\n\nA Second Title\n\nAbstract\n\n{TWO}\n"
    )
    assert (first.venue, first.year, first.abstract) == ("ICML", 2024, ONE)
    assert (second.title, second.abstract) == ("A Second Title", TWO)


def test_headings_with_fewer_signs_are_about_the_list() -> None:
    drafts, _ = read(
        f"# My Papers\n\n## A First Title\nAnn One\n\n{ONE}\n\n## A Second Title\n\n{TWO}\n"
    )
    assert [(d.title, d.authors, d.abstract) for d in drafts] == [
        ("A First Title", ("Ann One",), ONE),
        ("A Second Title", (), TWO),
    ]


def test_identifier_behind_a_title() -> None:
    drafts, _ = read(
        "First title (arXiv:2101.00002)\nSecond title - 10.1000/xyz\n"
        "Third title, https://openreview.net/forum?id=abcDEF1234\nA thing seen in 10 days\n"
    )
    assert [(d.title, d.arxiv_id, d.doi, d.openreview_id) for d in drafts] == [
        ("First title", "2101.00002", "", ""),
        ("Second title", "", "10.1000/xyz", ""),
        ("Third title", "", "", "abcDEF1234"),
        ("A thing seen in 10 days", "", "", ""),
    ]


# Reading lists


def test_identifier_before_a_title_as_windows_of_arxiv_are_called() -> None:
    drafts, _ = read(
        "[2401.00003] A Title of a Paper\n2401.00004v2: Another Title of Papers\n2001: A Space Odyssey\n"
    )
    assert [(d.title, d.arxiv_id) for d in drafts] == [
        ("A Title of a Paper", "2401.00003"),
        ("Another Title of Papers", "2401.00004"),
        ("2001: A Space Odyssey", ""),
    ]


def test_items_without_a_link_are_read_or_counted() -> None:
    drafts, issues = read(
        "# L\n\n## Contents\n- [Surveys](#surveys)\n\n## Surveys\n"
        "- [A paper with a link](https://arxiv.org/abs/2101.00001)\n- A Paper Without Any Link\n"
        "- **Bold One.** *Ann One, Bob Two.* CVPR 2022.\n- misc\n- Send me what is missing!\n"
        "- Topic\n  - [One of the topic](https://arxiv.org/abs/2101.00002)\n    - [Code](https://github.com/a/b)\n"
    )
    assert [d.title for d in drafts] == [
        "A paper with a link",
        "A Paper Without Any Link",
        "One of the topic",
    ]
    assert drafts[2].code_url == "https://github.com/a/b"
    assert [(issue.line, issue.kept) for issue in issues] == [(9, False), (10, False), (11, False)]
    assert "no link" in issues[1].message


def test_tables_of_markdown_are_no_csv() -> None:
    drafts, issues = read(
        "| Title | Venue | Year | Link |\n|---|:-:|--:|---|\n"
        "| Paper A | ICML | 2020 | [pdf](https://arxiv.org/pdf/2101.00001) |\n| Paper \\| B | | | |\n"
    )
    assert [(d.title, d.venue, d.year, d.arxiv_id) for d in drafts] == [
        ("Paper A", "ICML", 2020, "2101.00001"),
        ("Paper | B", "", None, ""),
    ]
    assert not issues


def test_headings_references_and_html_hold_links(tmp_path: Path) -> None:
    drafts, _ = read(
        "---\ntitle: My list\n---\n\n### [Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n"
        "Vaswani et al. 2017\n\n- [A paper by reference][1]\n- [Another by reference]\n"
        '- <a href="https://arxiv.org/abs/2101.00003">A title in HTML</a> <br> ICLR 2021\n\n'
        '[1]: https://arxiv.org/abs/2101.00001\n[Another by reference]: <https://arxiv.org/abs/2101.00002> "T"\n',
        tmp_path / "list.md",
    )
    assert [(d.title, d.arxiv_id) for d in drafts] == [
        ("Attention Is All You Need", "1706.03762"),
        ("A paper by reference", "2101.00001"),
        ("Another by reference", "2101.00002"),
        ("A title in HTML", "2101.00003"),
    ]


# Tables and catalogues


@pytest.mark.parametrize(
    "cell",
    [
        "Ann One|Bob Two",
        "['Ann One', 'Bob Two']",
        '[{""name"": ""Ann One""}, {""name"": ""Bob Two""}]',
    ],
)
def test_lists_in_cells(cell: str, tmp_path: Path) -> None:
    (draft,), _ = read(f'title,authors,tags\nA title,"{cell}",ml|nlp\n', tmp_path / "t.csv")
    assert (draft.authors, draft.keywords) == (("Ann One", "Bob Two"), ("ml", "nlp"))


def test_days_as_spreadsheets_and_languages_write_them(tmp_path: Path) -> None:
    days = ["43221", "5/2018", "Mai 2018", "mayo 2018", "2018-05"]
    drafts, _ = read(
        "# exported\ntitle,date\n" + "".join(f"T{i},{day}\n" for i, day in enumerate(days)),
        tmp_path / "t.csv",
    )
    assert [(d.year, d.month) for d in drafts] == [(2018, 5)] * len(days)


def test_arxiv_ids_where_catalogues_put_them() -> None:
    drafts, issues = read(
        json.dumps(
            [
                {"id": "0704.0001", "title": "Of a dump", "authors": "A. B and C. D"},
                {
                    "id": "x1",
                    "type": "article",
                    "title": "In a note",
                    "note": "arXiv: 2101.00002\nPMID: 1",
                },
                {"itemType": "preprint", "title": "Archived", "archiveID": "arXiv:2101.00003"},
                {"paper": {"id": "2101.00004", "title": "Of the day", "summary": "s"}},
            ]
        )
    )
    assert [d.arxiv_id for d in drafts] == ["0704.0001", "2101.00002", "2101.00003", "2101.00004"]
    assert not issues


def test_conference_of_a_submission_and_events_that_are_no_papers() -> None:
    drafts, issues = read(
        json.dumps(
            [
                {
                    "id": "abcDEF1234",
                    "forum": "abcDEF1234",
                    "content": {"title": "Submitted in autumn"},
                    "cdate": 1600000000000,
                    "invitation": "ICLR.cc/2021/Conference/-/Blind_Submission",
                },
                {"id": 3, "name": "Coffee break", "eventtype": "Break", "authors": []},
            ]
        )
    )
    assert [(d.venue, d.year) for d in drafts] == [("ICLR", 2021)]
    assert "event of the kind Break" in issues[0].message


def test_dates_of_csl_without_the_inner_list() -> None:
    issued = [{"date-parts": [2019, 5]}, {"year": 2019, "month": 5}]
    drafts, _ = read(
        json.dumps(
            [
                {"id": f"i{n}", "type": "book", "title": "T", "issued": i}
                for n, i in enumerate(issued)
            ]
        )
    )
    assert [(d.year, d.month) for d in drafts] == [(2019, 5)] * 2


@pytest.mark.parametrize(
    ("said", "doi", "arxiv"),
    [
        ("https://www.nature.com/articles/s41586-021-03819-2", "10.1038/s41586-021-03819-2", ""),
        (
            "https://www.biorxiv.org/content/10.1101/2020.01.01.123457v2.full.pdf",
            "10.1101/2020.01.01.123457",
            "",
        ),
        ("https://papers.cool/arxiv/2101.00026", "", "2101.00026"),
        ("https://scirate.com/arxiv/2101.00027", "", "2101.00027"),
        ("arXiv:2101.00028v2 [cs.LG] 5 Jan 2021", "", "2101.00028"),
        ("[https://arxiv.org/abs/2101.00004](https://arxiv.org/abs/2101.00004)", "", "2101.00004"),
        ("2101.00005V3", "", "2101.00005"),
    ],
)
def test_more_ways_to_name_a_paper(said: str, doi: str, arxiv: str) -> None:
    (draft,), _ = read(said + "\n")
    assert (draft.doi, draft.arxiv_id) == (doi, arxiv)
    assert "](" not in draft.url


BY_TURNS = (
    ("A Theory of Small Samples", "Ann Lee, Bo van der Berg and Cy Chen"),
    ("Graphs, Trees and Forests", "Di Ru; Ed Sanders"),
    ("What Do Models Know?", "Flo Ruiz*, Gus O\u2019Neil\u2020, H. Ito"),
    ("BENCH: Tests of Tests", "Ida Ito"),
    ("Learning to Wait", ", ".join(f"{a} {b}" for a in ("Ann", "Bo", "Cy") for b in "XYZ")),
)


def by_turns(pairs: Iterable[tuple[str, str]] = BY_TURNS) -> str:
    return "".join(f"{title}\n{people}\n" for title, people in pairs)


@pytest.mark.parametrize("heading", ["", "ICML 2026\n", "ICML 2026\n\n", "Papers to read\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_titles_and_authors_line_after_line_are_papers(heading: str, end: str) -> None:
    drafts, issues = read((heading + by_turns()).replace("\n", end))
    assert not issues
    assert [draft.title for draft in drafts] == [title for title, _ in BY_TURNS]
    assert [len(draft.authors) for draft in drafts] == [3, 2, 3, 1, 9]
    assert drafts[2].authors == ("Flo Ruiz", "Gus O\u2019Neil", "H. Ito")
    assert not any(draft.abstract for draft in drafts)
    assert {draft.venue for draft in drafts} == {"ICML" if "ICML" in heading else ""}


def test_so_they_are_under_the_headings_of_sections() -> None:
    drafts, _ = read(f"ICML 2026\n\n{by_turns()}\nNeurIPS 2025\n\n{by_turns(BY_TURNS[:3])}")
    assert [draft.venue for draft in drafts] == ["ICML"] * 5 + ["NeurIPS"] * 3
    assert all(draft.authors for draft in drafts)


def test_one_line_of_authors_that_is_no_list_of_names_does_not_shift_the_others() -> None:
    pairs = [*BY_TURNS * 2, ("A Report", "The 3rd Team of Things"), *BY_TURNS * 2]
    drafts, _ = read(by_turns(pairs))
    assert [draft.title for draft in drafts] == [title for title, _ in pairs]
    assert drafts[11].authors[0] == "Ann Lee"


@pytest.mark.parametrize(
    ("text", "papers"),
    [
        pytest.param(
            "Learning to Rank, Sort and Search\nVision and Language in One Model\nCats and Dogs\n"
            "Sampling, Search and Planning\nA Study of Cats\nDogs and Cats, Birds and Bees\n",
            6,
            id="titles with commas",
        ),
        pytest.param(
            "A Theory of Small Samples\nAnn Lee, Bo Chen\nWe study samples that are small.\n"
            "Cy Chen, Di Ru\nThey are found to be small.\nEd Sanders and Flo Ruiz did not find this.\n",
            1,
            id="an abstract that names people",
        ),
        pytest.param("Ann Lee, Bo Chen\nCy Chen, Di Ru\n" * 3, 1, id="people alone"),
        pytest.param(
            "".join(f"{title}\n{title} Once More\n" for title, _ in BY_TURNS), 10, id="two titles"
        ),
    ],
)
def test_other_lines_are_not_taken_for_titles_and_authors(text: str, papers: int) -> None:
    assert len(read(text)[0]) == papers
