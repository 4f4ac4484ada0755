"""arXiv ids, DOIs and addresses: in a file, on standard input, as arguments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.importers.reading import parsed

import readq
from readq.domain import TitleOrigin
from readq.errors import SourceError
from readq.importers import read_source
from readq.importers.identifiers import identified


@pytest.mark.parametrize(
    "spelling",
    [
        "2501.01234",
        "arXiv:2501.01234",
        "ARXIV: 2501.01234v3",
        "arXiv:2501.01234v3 [cs.LG]",
        "https://arxiv.org/abs/2501.01234",
        "http://www.arxiv.org/pdf/2501.01234v2.pdf",
        "https://arxiv.org/html/2501.01234v1#S2",
        "arxiv.org/abs/2501.01234",
        "https://www.alphaxiv.org/abs/2501.01234",
        "https://huggingface.co/papers/2501.01234",
        "https://ar5iv.labs.arxiv.org/html/2501.01234",
        "10.48550/arXiv.2501.01234",
        "https://doi.org/10.48550/arXiv.2501.01234",
        "- 2501.01234",
        "12. <https://arxiv.org/abs/2501.01234>",
        "  `2501.01234`,".replace("`", ""),
    ],
)
def test_arxiv_id_is_known_in_every_spelling(spelling: str) -> None:
    (facts,) = identified(spelling)
    assert facts["arxiv_id"] == "2501.01234"
    assert "doi" not in facts


@pytest.mark.parametrize(
    ("spelling", "facts"),
    [
        ("hep-th/9901001v2", {"arxiv_id": "hep-th/9901001", "extra": {"arxiv_version": 2}}),
        ("10.1000/ABC.1", {"doi": "10.1000/abc.1"}),
        ("doi: 10.1000/ABC.1.", {"doi": "10.1000/abc.1"}),
        ("https://doi.org/10.1000/abc%2E1", {"doi": "10.1000/abc.1"}),
        (
            "https://openreview.net/forum?id=ab12CD34ef&noteId=x",
            {
                "openreview_id": "ab12CD34ef",
                "url": "https://openreview.net/forum?id=ab12CD34ef&noteId=x",
            },
        ),
        (
            "https://openreview.net/pdf?id=ab12CD34ef",
            {"openreview_id": "ab12CD34ef", "pdf_url": "https://openreview.net/pdf?id=ab12CD34ef"},
        ),
        ("openreview:ab12CD34ef", {"openreview_id": "ab12CD34ef"}),
    ],
)
def test_other_identifiers_are_known(spelling: str, facts: dict[str, Any]) -> None:
    assert identified(spelling) == [facts]


def test_several_in_one_line_are_several_papers() -> None:
    found = identified("2501.01234, 2501.01235; 10.1000/x")
    assert [next(iter(facts.values())) for facts in found] == [
        "2501.01234",
        "2501.01235",
        "10.1000/x",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "A Title 2501.01234",
        "https://example.org/a",
        "3.14",
        "1234.5678",
        "10.1/x",
        "x" * 99_999,
    ],
)
def test_other_lines_are_no_identifiers(line: str) -> None:
    assert identified(line) == []


def test_list_is_read_line_by_line() -> None:
    drafts, (issue,) = parsed(
        "# to read\n2501.01234\n\n10.1000/x\nwhat is this\nhttps://arxiv.org/abs/2501.01235\n2501.01236\n"
    )
    assert [d.arxiv_id or d.doi for d in drafts] == [
        "2501.01234",
        "10.1000/x",
        "2501.01235",
        "2501.01236",
    ]
    assert [d.source.line for d in drafts] == [2, 4, 6, 7]
    assert [d.source.position for d in drafts] == [1, 2, 4, 5]
    assert (issue.line, issue.key, issue.kept) == (5, "what is this", False)


def test_identifier_among_titles_is_a_paper() -> None:
    drafts, issues = parsed("On Samples\n\n2501.01234\n\nOn Other Things\n")
    assert not issues
    assert [(d.title, d.arxiv_id) for d in drafts] == [
        ("On Samples", ""),
        ("", "2501.01234"),
        ("On Other Things", ""),
    ]


def test_identifier_is_taken_as_an_argument(tmp_path: Path) -> None:
    with readq.open_library(tmp_path / "library") as library:
        report = library.add("arXiv:2501.01234v2", "https://doi.org/10.1000/X")
        assert (report.seen, report.added) == (2, 2)
        first, second = library.papers()
        assert (first.title, first.title_origin) == ("arXiv:2501.01234", TitleOrigin.DERIVED)
        assert (second.title, second.title_origin) == ("doi:10.1000/x", TitleOrigin.DERIVED)
        assert library.add("2501.01234").unchanged == 1


def test_title_takes_the_place_of_the_identifier(tmp_path: Path) -> None:
    source = tmp_path / "list.json"
    source.write_text('[{"title": "On Samples", "arxiv_id": "2501.01234", "abstract": "Text."}]')
    with readq.open_library(tmp_path / "library") as library:
        library.add("2501.01234")
        library.add(source)
        (paper,) = library.papers()
        assert (paper.title, paper.aliases) == ("On Samples", ())
        assert paper.title_origin is not TitleOrigin.DERIVED


def test_abstract_takes_the_place_of_the_identifier(tmp_path: Path) -> None:
    source = tmp_path / "list.json"
    source.write_text(
        '[{"arxiv_id": "2501.01234", "abstract": "We propose SampleNet, a network that samples well."}]'
    )
    with readq.open_library(tmp_path / "library") as library:
        library.add("2501.01234")
        library.add(source)
        (paper,) = library.papers()
        assert "SampleNet" in paper.title
        assert paper.title_origin is TitleOrigin.DERIVED


def test_file_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("2501.01234").write_text("On Samples\n")
    assert read_source("2501.01234").format == "plain"


def test_name_of_a_missing_file_is_no_identifier() -> None:
    with pytest.raises(SourceError, match="no such file"):
        read_source("10.txt")


@pytest.mark.parametrize("header", ["doi", "DOIs:", "arXiv id", "URL"])
def test_first_line_may_say_what_the_list_holds(header: str) -> None:
    drafts, issues = parsed(f"{header}\n10.1000/x\n2602.16490\n")
    assert not issues
    assert [(d.doi, d.arxiv_id) for d in drafts] == [("10.1000/x", ""), ("", "2602.16490")]
