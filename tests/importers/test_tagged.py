"""RIS and PubMed's NBIB."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.importers.reading import HOSTILE, only, parsed

from readq.errors import SourceError
from readq.importers.fields import inverted_name


def ris(*lines: str) -> str:
    return "\r\n".join(("TY  - JOUR", *lines, "ER  - ", ""))


def test_facts_go_where_readq_keeps_them() -> None:
    draft = only(
        ris(
            "ID  - lee2021",
            "TI  - On Samples",
            "AU  - Lee, Ann",
            "AU  - Berg, Bo van der, Jr.",
            "T2  - Journal of Samples",
            "PY  - 2021/05/17/",
            "DO  - https://doi.org/10.1000/ABC",
            "UR  - https://example.org/a",
            "L1  - https://example.org/a.pdf",
            "KW  - graphs",
            "KW  - trees, and more",
            "AB  - Text.",
            "VL  - 3",
            "SP  - 1",
            "EP  - 9",
            "AD  - A Place",
            "M1  - one",
            "M1  - two",
        )
    )
    assert draft.title == "On Samples"
    assert draft.authors == ("Ann Lee", "Bo van der Berg, Jr.")
    assert (draft.venue, draft.year, draft.month) == ("Journal of Samples", 2021, 5)
    assert (draft.doi, draft.url) == ("10.1000/abc", "https://example.org/a")
    assert draft.pdf_url == "https://example.org/a.pdf"
    assert draft.keywords == ("graphs", "trees, and more")
    assert (draft.abstract, draft.citekey) == ("Text.", "lee2021")
    assert draft.extra == {
        "entry_type": "article",
        "date": "2021-05-17",
        "volume": "3",
        "pages": "1--9",
        "AD": "A Place",
        "M1": "one; two",
    }


def test_record_ends_where_the_next_begins() -> None:
    text = "TY  - CONF\nTI  - A\nAU  - Lee, Ann\nTY  - JOUR\nTI  - B\nAU  - Chen, Bo"
    drafts, issues = parsed(text)
    assert not issues
    assert [(d.title, d.authors, d.source.line) for d in drafts] == [
        ("A", ("Ann Lee",), 1),
        ("B", ("Bo Chen",), 4),
    ]


def test_wrapped_lines_are_joined() -> None:
    draft = only(ris("AB  - One", "two - three", "", "IL6 - four.", "TI  - T", "SP  -"))
    assert draft.abstract == "One two - three IL6 - four."
    assert draft.title == "T"


@pytest.mark.parametrize(
    ("lines", "when"),
    [
        (("PY  - 2014", "DA  - 2014/04/01"), (2014, 4)),
        (("DA  - 2014/04/01",), (2014, 4)),
        (("PY  - 2014", "DA  - 2013/04/01"), (2014, None)),
        (("Y2  - 2020/02/19",), (None, None)),
        (("Y1  - 2005///",), (2005, None)),
        (("Y1  - 2003", "PY  - 2014"), (2014, None)),
        (("PY  - in press",), (None, None)),
    ],
)
def test_year_is_that_of_publication(
    lines: tuple[str, ...], when: tuple[int | None, int | None]
) -> None:
    draft = only(ris("TI  - T", *lines))
    assert (draft.year, draft.month) == when


def test_book_has_its_title_under_another_tag() -> None:
    assert only("TY  - BOOK\nBT  - The Book\nER  -").title == "The Book"
    chapter = only("TY  - CHAP\nTI  - One\nBT  - The Book\nER  -")
    assert (chapter.title, chapter.venue) == ("One", "The Book")


def test_record_without_title_is_named_by_line_and_key() -> None:
    drafts, (issue,) = parsed(ris("ID  - x1", "PY  - 2020") + ris("TI  - T"))
    assert [d.title for d in drafts] == ["T"]
    assert (issue.line, issue.key, issue.kept) == (1, "x1", False)


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("lower", ["a plain title"]),
        ("nested_ty", ["A"]),
        ("no_er", ["A plain title", "Second"]),
        ("no_ty", ["A"]),
        ("one_space", ["A plain title"]),
    ],
)
def test_hostile_file_gives_its_papers(name: str, titles: list[str]) -> None:
    drafts, issues = parsed(HOSTILE / f"{name}.ris")
    assert [draft.title for draft in drafts] == titles
    assert not issues


def test_endless_record_costs_that_record() -> None:
    drafts, (issue,) = parsed(
        "TY  - JOUR\nTI  - " + "x " * 5_000_000 + "\nER  - \n" + ris("TI  - T")
    )
    assert [d.title for d in drafts] == ["T"]
    assert "too long" in issue.message


@pytest.mark.parametrize("cut", [1_048_570, 1_048_569, 1_048_575])
def test_no_word_of_a_very_long_line_is_cut(cut: int) -> None:
    words = "word " * (cut // 5) + "uncut" * 2
    assert only(ris("TI  - A title", f"AB  - {words} end")).abstract == f"{words} end"


def test_an_abstract_of_many_lines_comes_whole() -> None:
    lines = [f"line {number} of it" for number in range(60_000)]
    draft = only(
        "\n".join(("PMID- 1", "TI  - A title", "AB  - So", *(f"      {x}" for x in lines)))
    )
    assert draft.abstract == " ".join(("So", *lines))


def test_a_record_that_is_too_long_is_named_by_an_id_at_its_end() -> None:
    text = ris("TI  - A title", f"AB  - {'words and ' * 900_000}", "ID  - lee2021") + ris(
        "TI  - Next"
    )
    drafts, (issue,) = parsed(text)
    assert [draft.title for draft in drafts] == ["Next"]
    assert issue.key == "lee2021"
    assert "too long" in issue.message


def test_file_without_records_is_refused() -> None:
    with pytest.raises(SourceError, match="no RIS record"):
        parsed("Just words.", "ris")
    with pytest.raises(SourceError, match="no PubMed record"):
        parsed("Just words.", "nbib")


@given(
    st.lists(
        st.sampled_from(["TY  - A", "ER  - ", "TI  - x", "  y", "", "AU  -", "T"]), max_size=12
    )
)
def test_every_title_is_seen_once(lines: list[str]) -> None:
    text = "\n".join(["TY  - JOUR", *lines, "TY  - JOUR", "TI  - last"])
    drafts, issues = parsed(text)
    assert drafts[-1].title == "last"
    assert all("no title" in issue.message or "empty" in issue.message for issue in issues)


def test_pubmed_record_is_read() -> None:
    text = (
        "\nPMID- 123\nOWN - NLM\nDP  - 2020 May 17\nTI  - On samples: a long title that\n"
        "      wraps.\nLID - 10.1000/ABC [doi]\nAB  - BACKGROUND: One.\n      Two - three.\n"
        "FAU - Lee, Ann B\nAU  - Lee AB\nFAU - Chen, Bo\nAU  - Chen B\nCN  - A Group\n"
        "JT  - Journal of samples\nOT  - *graphs\nOT  - trees\nVI  - 3\n\n"
        "PMID- 124\nTI  - [Zweiter Titel].\nDP  - 2019\n"
    )
    (first, second), issues = parsed(text)
    assert not issues
    assert first.title == "On samples: a long title that wraps"
    assert first.authors == ("Ann B Lee", "Bo Chen", "A Group")
    assert first.abstract == "BACKGROUND: One. Two - three."
    assert (first.venue, first.year, first.month) == ("Journal of samples", 2020, 5)
    assert (first.doi, first.keywords) == ("10.1000/abc", ("graphs", "trees"))
    assert first.extra["pmid"] == "123"
    assert first.extra["date"] == "2020 May 17"
    assert (second.title, second.source.line) == ("Zweiter Titel", 20)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Lee, Ann", "Ann Lee"),
        ("Lee, Ann, Jr.", "Ann Lee, Jr."),
        ("Lee, Jr., Ann", "Ann Lee, Jr."),
        ("A Council", "A Council"),
        ("Ann Lee, Jr.", "Ann Lee, Jr."),
        ("A Council, its Board, and More", "A Council, its Board, and More"),
    ],
)
def test_inverted_names_are_turned_round(name: str, shown: str) -> None:
    assert inverted_name(name) == shown


def test_record_is_found_behind_words_about_the_file() -> None:
    text = "Provider: Example\nContent: text/plain\n\n\nTY  - JOUR\nTI  - One\nER  - \n\n2.\nTY  - JOUR\nTI  - Two\n"
    drafts, issues = parsed(text)
    assert not issues
    assert [draft.title for draft in drafts] == ["One", "Two"]


@pytest.mark.parametrize(
    ("lines", "year", "month"),
    [
        ("PY  - (2003)", 2003, None),
        ("PY  - Apr 2003", 2003, 4),
        ("PY  - 2014\nDA  - 2014 Apr 3", 2014, 4),
        ("PY  - 2014/04/05/Spring", 2014, 4),
        ("PY  - 2014\nY2  - 2019/01/02", 2014, None),
        ("DA  - 5 September 2013\nY1  - 2001", 2013, 9),
    ],
)
def test_dates_of_ris(lines: str, year: int, month: int | None) -> None:
    draft = only(f"TY  - JOUR\nTI  - One\n{lines}\nER  - \n")
    assert (draft.year, draft.month) == (year, month)


def test_shorter_of_two_abstracts_goes_when_the_other_has_it_whole() -> None:
    draft = only("TY  - JOUR\nTI  - One\nN2  - Short.\nAB  - Short. And more.\nER  - \n")
    assert draft.abstract == "Short. And more."
    assert "N2" not in draft.extra


@pytest.mark.parametrize(
    ("text", "program"),
    [
        (
            "RT Journal Article\nSR Electronic\nID 12\nA1 Lee,Ann\nT1 On samples\nYR 2020\n",
            "RefWorks",
        ),
        ("RT Book, Whole\r\nA1 Lee,Ann\r\nT1 On samples\r\n\r\nRT Book, Whole\r\n", "RefWorks"),
        ("\nRecord #1 of 2\nID: CN-01\nAU: Lee A\nTI: On samples\n\nRecord #2 of 2\n", "Cochrane"),
        ("<1>\nUnique Identifier\n  123\nTitle\n  On samples.\nAuthors\n  Lee A.\n", "Ovid"),
        ("<1>\r\nVN  - Ovid Technologies\r\nDB  - Embase\r\nTI  - On samples\r\n", "Ovid"),
    ],
)
def test_tagged_text_that_cannot_be_read_is_refused_with_what_to_do(
    text: str, program: str
) -> None:
    with pytest.raises(SourceError, match=rf"{program}.*as RIS"):
        parsed(text)
