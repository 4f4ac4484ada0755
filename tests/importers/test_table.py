"""Tables in CSV and TSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.importers.reading import HOSTILE, only, parsed

from readq.errors import SourceError
from readq.importers import read_source
from readq.importers.tablerows import rows


def test_facts_go_where_readq_keeps_them() -> None:
    draft = only(
        "Title,Authors,Abstract,Year,DOI,URL,Journal,Keywords,Volume,Included\n"
        'On Samples,"Lee, Ann; Chen, Bo",Text.,2021,https://doi.org/10.1000/ABC,'
        'www.example.org/a,Journal of Samples,"graphs; trees",3,1\n'
    )
    assert draft.title == "On Samples"
    assert draft.authors == ("Ann Lee", "Bo Chen")
    assert (draft.venue, draft.year) == ("Journal of Samples", 2021)
    assert (draft.doi, draft.url) == ("10.1000/abc", "https://www.example.org/a")
    assert draft.keywords == ("graphs", "trees")
    assert draft.extra == {"Volume": "3", "Included": "1"}
    assert draft.source.line == 2


@pytest.mark.parametrize(
    ("header", "row"),
    [
        # Zotero
        (
            '"Key","Item Type","Publication Year","Author","Title","Publication Title","DOI","Abstract Note"',
            '"ABCD","journalArticle","2021","Lee, Ann; Chen, Bo","On Samples","J","10.1000/x","Text."',
        ),
        # Scopus
        (
            'Authors,"Author full names",Title,Year,"Source title",DOI,Abstract',
            '"Lee A.; Chen B.","Lee, Ann (57200000001); Chen, Bo (57200000002)",On Samples,2021,J,10.1000/x,Text.',
        ),
        # Rayyan
        (
            "key,title,authors,journal,year,abstract,doi",
            'rayyan-1,On Samples,"Ann Lee and Bo Chen",J,2021,Text.,10.1000/x',
        ),
        # ASReview
        (
            "record_id,title,authors,journal,date,doi,abstract,asreview_label",
            '1,On Samples,"Lee, Ann and Chen, Bo",J,2021-05-01,10.1000/x,Text.,1',
        ),
        # A spreadsheet, in several of its dialects
        (
            "Title;Authors;Abstract;Year;Venue;DOI",
            "On Samples;Ann Lee, Bo Chen;Text.;2021;J;10.1000/x",
        ),
        (
            "sep=;\nTITLE;Author(s);Summary;Publication Year;Conference;doi",
            "On Samples;Ann Lee; ;2021;J;10.1000/x",
        ),
        (
            "\ufefftitle\tauthor\tabstract\tyear\tvenue\tdoi",
            '"On Samples"\t"Ann Lee\nBo Chen"\tText.\t2021.0\tJ\t10.1000/x',
        ),
        (
            "Paper|Authors|Abstract|Published|Venue|DOI",
            "On Samples|Ann Lee|Text.|1 May 2021|J|10.1000/x",
        ),
    ],
)
def test_tables_of_many_programs_say_the_same(header: str, row: str) -> None:
    draft = only(f"{header}\r\n{row}\r\n")
    assert (draft.title, draft.venue, draft.year) == ("On Samples", "J", 2021)
    assert draft.authors[0] == "Ann Lee"
    assert draft.doi == "10.1000/x"


def test_cells_of_several_lines_are_kept_whole() -> None:
    drafts, issues = parsed('title,abstract\r\n"A","One\r\n\r\nTwo ""three"", four"\r\nB,Five\r\n')
    assert not issues
    assert [(d.title, d.abstract) for d in drafts] == [
        ("A", 'One\n\nTwo "three", four'),
        ("B", "Five"),
    ]
    assert [d.source.line for d in drafts] == [2, 5]


def test_quote_that_is_never_closed_costs_nothing_below_it() -> None:
    body = "\n".join(f"Title {n},2020" for n in range(900))
    drafts, (issue,) = parsed(f'title,year\n"Broken,2019\n{body}\n')
    assert [d.title for d in drafts][1:] == [f"Title {n}" for n in range(900)]
    assert (issue.line, issue.kept) == (2, True)
    assert "never closed" in issue.message


def test_inch_sign_inside_a_cell_is_text() -> None:
    drafts, issues = parsed('title,year\nThe 5" Disk,2019\nNext,2020\n')
    assert [d.title for d in drafts] == ['The 5" Disk', "Next"]
    assert not issues


def test_row_that_does_not_fit_the_header_is_remarked() -> None:
    drafts, (issue,) = parsed("title,year\nOne, two,2019\nShort\n")
    assert [d.title for d in drafts] == ["One", "Short"]
    assert (issue.line, issue.kept) == (2, True)
    assert 'has 3 cells where the header has 2, the rest kept from "column 3" on' in issue.message


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_cells_beyond_the_header_are_kept_by_their_place(separator: str) -> None:
    rows = (
        ["title", "column 5", "year"],
        ["One", "mine", "2019", "fourth", "", "sixth", ""],
        ["Two", "", "2020", "nan", "'=1+1"],
        ["Three", "", "2021", "", ""],
    )
    drafts, issues = parsed("\n".join(map(separator.join, rows)) + "\n")
    assert [(d.title, d.year, d.extra) for d in drafts] == [
        ("One", 2019, {"column 5": "mine", "column 4": "fourth", "column 6": "sixth"}),
        ("Two", 2020, {"column 4": "nan", "column 5": "=1+1"}),
        ("Three", 2021, {}),
    ]
    assert [(issue.line, issue.kept) for issue in issues] == [(2, True), (3, True)]


def test_row_without_a_title_is_left_out_with_its_line() -> None:
    drafts, (issue,) = (
        parsed("title,year\nA,2019\n,2020\n , \nnan,2021\nB,2022\n10,2023\n")[0],
        parsed("title,year\nA,2019\n,2020\n")[1],
    )
    assert [d.title for d in drafts] == ["A", "B", "10"]
    assert (issue.line, issue.kept, issue.key) == (3, False, "row 2")


def test_missing_values_are_missing() -> None:
    draft = only("title,abstract,authors,year,doi,rating\nA,NaN,None,2020.0,n/a,null\n")
    assert (draft.abstract, draft.authors, draft.year, draft.doi) == ("", (), 2020, "")
    assert draft.extra == {}


def test_cells_that_were_made_safe_for_spreadsheets_come_back() -> None:
    drafts, _ = parsed("title,year\n'=1+1,2020\n'-5 dB,2020\n''=x,2020\n'Tis Fine,2020\n")
    assert [d.title for d in drafts] == ["=1+1", "-5 dB", "'=x", "'Tis Fine"]


def test_identifiers_alone_are_enough() -> None:
    drafts, issues = parsed("title,doi,arxiv\n,10.1000/x,\n,,2501.01234v2\n")
    assert not issues
    assert [(d.doi, d.arxiv_id) for d in drafts] == [("10.1000/x", ""), ("", "2501.01234")]


def test_table_without_known_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(SourceError, match="no column readq knows"):
        read_source(path)
    path.write_text("year,venue\n2020,ICML\n")
    with pytest.raises(SourceError, match="title, abstract, doi or arxiv"):
        read_source(path)


def test_prose_with_commas_is_no_table() -> None:
    assert (
        read_source(
            "-", stdin=io.BytesIO(b"Title, abstract and year of a paper, all in one line\n")
        ).format
        == "plain"
    )


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("crcrlf", ["A"]),
        ("dup_header", ["A"]),
        ("semicolon", ["A"]),
    ],
)
def test_hostile_file_gives_its_papers(name: str, titles: list[str]) -> None:
    drafts, issues = parsed(HOSTILE / f"{name}.csv")
    assert [draft.title for draft in drafts] == titles
    assert not issues


def test_hostile_file_without_header_is_refused() -> None:
    with pytest.raises(SourceError, match="first line"):
        parsed(HOSTILE / "no_header.csv")


def test_flood_of_quotes_is_one_remarked_row() -> None:
    drafts, issues = parsed(HOSTILE / "quotes_50k.csv")
    assert len(drafts) == 1
    assert all(issue.kept for issue in issues)


def test_cell_of_any_size_is_kept() -> None:
    (draft,), _ = parsed(f'title,abstract\nA,"{"x " * 100_000}"\n')
    assert len(draft.abstract) == 199_999


@given(
    st.lists(
        st.lists(
            st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]), max_size=9),
            min_size=2,
            max_size=4,
        ),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from(",;\t|"),
)
def test_rows_are_read_as_python_writes_them(table: list[list[str]], separator: str) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(
        table
    )
    lines = out.getvalue().split("\n")
    found = [row.cells for row in rows((f"{line}\n" for line in lines[:-1]), separator)]
    assert found == table


@pytest.mark.parametrize("number", [399, 402, 3000])
def test_cell_of_many_lines_is_not_cut(number: int) -> None:
    cell = "\n".join(f"line {n}" for n in range(number))
    drafts, issues = parsed(f'title,abstract\nFirst,"{cell}"\n"Second","{cell}"\n')
    assert not issues
    assert [draft.abstract.count("line") for draft in drafts] == [number, number]


def test_stray_quote_far_from_the_next_costs_its_own_row_only() -> None:
    rest = "".join(f"Row {n},text {n}\n" for n in range(1000))
    drafts, issues = parsed(f'title,abstract\n"Stray,one\n{rest}"Whole","cell"\n{rest}"Stray,two\n')
    assert len(drafts) == 2003
    assert [issue.kept for issue in issues] == [True, True]


def test_two_rows_that_a_stray_quote_joins_are_named() -> None:
    _, (issue,) = parsed('title,abstract\n"One,x\n"Two,y\n')
    assert "quotation mark" in issue.message


def test_title_that_is_an_address_is_none() -> None:
    drafts, _ = parsed(
        "title,url,status\n"
        "https://arxiv.org/abs/1706.03762,https://arxiv.org/abs/1706.03762,unread\n"
        "A true title,https://example.org/x,read\n"
    )
    assert [(d.title, d.arxiv_id, d.url) for d in drafts] == [
        ("", "1706.03762", "https://arxiv.org/abs/1706.03762"),
        ("A true title", "", "https://example.org/x"),
    ]


def test_header_may_be_chinese() -> None:
    draft = only("标题,作者,年份,摘要,关键词\n一个标题,张三; 李四,2020,摘要文字,学习\n")
    assert (draft.title, draft.authors, draft.year) == ("一个标题", ("张三", "李四"), 2020)
    assert (draft.abstract, draft.keywords) == ("摘要文字", ("学习",))


@pytest.mark.parametrize(
    ("date", "year", "month"),
    [
        ("May 2021", 2021, 5),
        ("2021-05-03", 2021, 5),
        ("3 May, 2021", 2021, 5),
        ("2021.0", 2021, None),
    ],
)
def test_dates_of_spreadsheets(date: str, year: int, month: int | None) -> None:
    draft = only(f'title,date\nOne title,"{date}"\n')
    assert (draft.year, draft.month) == (year, month)


def test_a_month_of_thousands_of_digits_is_no_month() -> None:
    draft = only(f"title,year,month\nA,2019,{'9' * 5000}\n")
    assert (draft.title, draft.year, draft.month) == ("A", 2019, None)


def test_second_column_of_a_name_is_kept_beside_the_first() -> None:
    paper = only("title,note,note\nA Paper,first,second\n", "csv")
    assert paper.extra == {"note": "first", "note 2": "second"}


def test_numbers_that_scopus_puts_behind_names_are_no_part_of_them() -> None:
    paper = only('title,authors\nA Paper,"One, Ann (1); Two, Bob (57200000000)"\n', "csv")
    assert paper.authors == ("Ann One", "Bob Two")
