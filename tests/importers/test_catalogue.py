"""Catalogues in JSON: conference sites, lists of papers, JSON Lines."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.importers.plain_lists import ABSTRACTS

from readq.domain import Draft
from readq.errors import SourceError
from readq.importers import ImportIssue, read_source

Records = tuple[list[Draft], list[ImportIssue]]


def parsed(text: str | bytes) -> Records:
    data = text if isinstance(text, bytes) else text.encode()
    found = list(read_source("-", stdin=io.BytesIO(data)))
    return (
        [record for record in found if isinstance(record, Draft)],
        [record for record in found if isinstance(record, ImportIssue)],
    )


def one(**fields: Any) -> Draft:
    drafts, issues = parsed(json.dumps([{"title": "A Title", **fields}]))
    assert not issues
    return drafts[0]


def why_not(**fields: Any) -> str:
    drafts, issues = parsed(json.dumps([{"title": "A Title", **fields}, {"title": "Good"}]))
    assert [draft.title for draft in drafts] == ["Good"]
    return issues[0].message


TWO = [{"title": "First", "id": "a1"}, {"name": "Second", "abstract": ABSTRACTS[0]}]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(TWO),
        json.dumps(TWO, indent=2),
        "\ufeff" + json.dumps(TWO),
        json.dumps({"count": 2, "results": TWO}),
        json.dumps({"papers": TWO, "next": None}, indent=1),
        json.dumps({"status": "ok", "message": {"items": TWO}}),
        json.dumps({"a1": TWO[0], "b2": TWO[1]}),
        "\n".join(map(json.dumps, TWO)),
        "\r\n\r\n".join(map(json.dumps, TWO)) + "\r\n",
    ],
    ids=[
        "list",
        "indented",
        "mark",
        "results",
        "papers",
        "message",
        "by id",
        "lines",
        "spaced lines",
    ],
)
def test_every_wrapping_gives_the_same_papers(text: str) -> None:
    drafts, issues = parsed(text)
    assert not issues
    assert [d.title for d in drafts] == ["First", "Second"]
    assert drafts[1].abstract == ABSTRACTS[0]
    assert [d.source.position for d in drafts] == [1, 2]


def test_conference_site_json_is_understood() -> None:
    paper = {
        "id": 65214,
        "name": "A Poster",
        "authors": [{"fullname": "Ann Lee", "institution": "X"}, {"fullname": "Bo Chen"}],
        "virtualsite_url": "/virtual/2026/poster/65214",
        "paper_url": "https://openreview.net/forum?id=0vTONq9Z8j",
        "paper_pdf_url": None,
        "keywords": [],
        "decision": "Accept (poster)",
        "venue": "ICML 2026",
    }
    (draft,), _ = parsed(json.dumps({"results": [paper]}))
    assert (draft.title, draft.authors) == ("A Poster", ("Ann Lee", "Bo Chen"))
    assert (draft.venue, draft.year) == ("ICML", 2026)
    assert draft.openreview_id == "0vTONq9Z8j"
    assert draft.url == "https://icml.cc/virtual/2026/poster/65214"
    assert draft.extra == {"id": "65214", "decision": "Accept (poster)"}


def test_file_name_gives_venue_and_year(tmp_path: Path) -> None:
    path = tmp_path / "paperlists-icml2019.json"
    record = {
        "title": "T",
        "author": "Jingkai Mao; Jakob Foerster",
        "keywords": "a;b c",
        "site": "https://icml.cc/virtual/2019/poster/3768",
        "id": "3768",
        "github": "www.github.com/google/x",
        "email": "; ;",
        "gs_citation": 14,
    }
    path.write_text(json.dumps([record, {"title": "U", "venue": "ICML", "year": 2020}]))
    first, second = (r for r in read_source(path) if isinstance(r, Draft))
    assert (first.venue, first.year, second.year) == ("ICML", 2019, 2020)
    assert first.authors == ("Jingkai Mao", "Jakob Foerster")
    assert first.keywords == ("a", "b c")
    assert first.code_url == "https://www.github.com/google/x"
    assert first.extra == {"gs_citation": 14, "id": "3768"}


@pytest.mark.parametrize(
    ("authors", "names"),
    [
        (["Ann Lee", "Bo Chen"], ("Ann Lee", "Bo Chen")),
        ("Ann Lee; Bo Chen;", ("Ann Lee", "Bo Chen")),
        ("Ann Lee, Bo Chen, Jr., Cy Dow", ("Ann Lee", "Bo Chen, Jr.", "Cy Dow")),
        ("Ann Lee and Bo Chen", ("Ann Lee", "Bo Chen")),
        ("Lee, Ann and Chen, Bo", ("Ann Lee", "Bo Chen")),
        ("Lee, Ann; Chen, Bo", ("Ann Lee", "Bo Chen")),
        (["Lee, Ann", "Chen, Bo"], ("Ann Lee", "Bo Chen")),
        ("Plato", ("Plato",)),
        ([{"given": "Ann", "family": "Lee"}, {"literal": "A Council"}], ("Ann Lee", "A Council")),
        ([{"given": "M", "family": "Berg", "non-dropping-particle": "van"}], ("M van Berg",)),
        ([{"family": "One", "given": "A", "suffix": "Jr."}], ("A One, Jr.",)),
        (None, ()),
        ([], ()),
    ],
)
def test_authors_are_read_as_they_come(authors: Any, names: tuple[str, ...]) -> None:
    assert one(authors=authors).authors == names


@pytest.mark.parametrize(
    ("fields", "when"),
    [
        ({"year": 2021}, (2021, None)),
        ({"year": "2021"}, (2021, None)),
        ({"year": 2020.0}, (2020, None)),
        ({"issued": {"date-parts": [["2019", "3"]]}}, (2019, 3)),
        ({"issued": {"date-parts": [[2022, 10, 1]], "raw": "1999"}}, (2022, 10)),
        ({"issued": {"raw": "2020-05-17"}}, (2020, 5)),
        ({"issued": {"date-parts": [[None]]}}, (None, None)),
        ({"published": "2026-02-18T00:00:00Z"}, (2026, 2)),
        ({"venue": "colm2024"}, (2024, None)),
        ({"year": 2021, "month": "4"}, (2021, 4)),
        ({"year": 2021, "month": "Sept"}, (2021, 9)),
        ({"issued": {"date-parts": [[2018, 11], [2019, 2]]}}, (2018, 11)),
    ],
)
def test_years_are_read_as_they_come(
    fields: dict[str, Any], when: tuple[int | None, int | None]
) -> None:
    draft = one(**fields)
    assert (draft.year, draft.month) == when


def test_identifiers_are_taken_from_links() -> None:
    draft = one(DOI="10.48550/arXiv.2602.00001", URL="https://openreview.net/forum?id=ab12CD34ef")
    assert (draft.doi, draft.arxiv_id, draft.openreview_id) == ("", "2602.00001", "ab12CD34ef")
    assert one(id="05T81ScPFb").openreview_id == "05T81ScPFb"
    assert one(id="2aae03df09").openreview_id == ""
    assert one(id="smith2020a", type="book").citekey == "smith2020a"


def test_other_titles_go_along() -> None:
    assert one(aliases=["Old Title"]).extra == {"aliases": ["Old Title"]}
    assert "aliases" in why_not(aliases=[1])


def test_unknown_fields_are_kept_and_empty_ones_dropped() -> None:
    assert one(track="main", note="", x=None, y=[], z=";;", deep={"a": [1, 2.5, True]}).extra == {
        "track": "main",
        "deep": {"a": [1, 2.5, True]},
    }


def test_openreview_notes_are_unwrapped() -> None:
    note = {
        "id": "0vTONq9Z8j",
        "forum": "0vTONq9Z8j",
        "content": {
            "title": {"value": "T"},
            "authors": {"value": ["Ann Lee"]},
            "pdf": {"value": "/pdf/x.pdf"},
        },
    }
    (draft,), _ = parsed(json.dumps({"notes": [note]}))
    assert (draft.title, draft.authors, draft.openreview_id) == ("T", ("Ann Lee",), "0vTONq9Z8j")
    assert draft.pdf_url == "https://openreview.net/pdf/x.pdf"


def test_older_openreview_notes_are_unwrapped_too() -> None:
    note = {
        "id": "SyxAb30cY7",
        "cdate": 1538087742000,
        "content": {"title": "T", "authors": ["Ann Lee"], "venue": "ICLR 2019 poster"},
    }
    bare = {"id": "ab12CD34ef", "pdate": 1538087742000, "content": {"title": {"value": "U"}}}
    (first, second), _ = parsed(json.dumps({"notes": [note, bare]}))
    assert (first.title, first.authors, first.openreview_id) == ("T", ("Ann Lee",), "SyxAb30cY7")
    assert (first.venue, first.year) == ("ICLR", 2019)
    assert second.year == 2018


def test_zotero_items_are_read() -> None:
    items = [
        {
            "itemType": "conferencePaper",
            "title": "On Samples",
            "creators": [
                {"creatorType": "editor", "firstName": "Ed", "lastName": "Itor"},
                {"creatorType": "author", "firstName": "Ann", "lastName": "Lee"},
                {"creatorType": "author", "name": "A Council"},
            ],
            "date": "2021-05-17",
            "DOI": "10.1000/ABC",
            "abstractNote": "Text.",
            "proceedingsTitle": "Proceedings of Examples",
            "tags": [{"tag": "graphs"}, {"tag": "trees", "type": 1}],
            "citationKey": "lee2021",
            "extra": "arXiv: 2501.01234 [cs]\nMine: yes",
            "pages": "1-9",
        },
        {"itemType": "attachment", "title": "Full Text PDF"},
    ]
    (draft,), (issue,) = parsed(
        json.dumps({"config": {"id": "x"}, "collections": {}, "items": items})
    )
    assert draft.authors == ("Ann Lee", "A Council")
    assert (draft.year, draft.month, draft.venue) == (2021, 5, "Proceedings of Examples")
    assert (draft.doi, draft.arxiv_id, draft.citekey) == ("10.1000/abc", "2501.01234", "lee2021")
    assert draft.keywords == ("graphs", "trees")
    assert draft.extra["date"] == "2021-05-17"
    assert draft.extra["extra"] == "Mine: yes"
    assert draft.extra["other_creators"][0]["lastName"] == "Itor"
    assert "attachment" in issue.message


MAIN = {"count": 2, "results": [{"id": 1, "name": "A"}, {"id": 2, "name": "B", "abstract": None}]}
SIDE = {"1": ABSTRACTS[0], "2": ABSTRACTS[1], "3": ""}


def test_abstracts_of_a_conference_site_are_joined(tmp_path: Path) -> None:
    main = tmp_path / "icml-2026-orals-posters.json"
    main.write_text(json.dumps(MAIN))
    (tmp_path / "neurips-2025-abstracts.json").write_text(json.dumps({"1": "Wrong " * 40}))
    (tmp_path / "icml-2026-abstracts.json").write_text(json.dumps(SIDE))
    found = read_source(main)
    assert [d.abstract for d in found if isinstance(d, Draft)] == list(ABSTRACTS[:2])
    assert "abstracts from icml-2026-abstracts.json" in found.understood


@pytest.mark.parametrize("is_together", [False, True])
def test_abstracts_of_any_name_are_joined_where_their_numbers_fit(
    tmp_path: Path, is_together: bool
) -> None:
    """A file called `abstracts.json`, and one of another folder that is added in one go."""
    main, other = tmp_path / "a" / "posters.json", tmp_path / ("b" if is_together else "a")
    main.parent.mkdir()
    other.mkdir(exist_ok=True)
    abstracts = other / ("ICML abstracts.json" if is_together else "abstracts.json")
    together = [abstracts, main, tmp_path / "none-abstracts.json"] if is_together else []

    def read_abstracts(side: dict[str, str]) -> list[str]:
        abstracts.write_text(json.dumps(side))
        found = read_source(main, together=together)
        return [d.abstract for d in found if isinstance(d, Draft)]

    main.write_text(json.dumps(MAIN))
    assert read_abstracts(SIDE) == list(ABSTRACTS[:2])
    assert read_abstracts({"7": ABSTRACTS[0], "2": ABSTRACTS[1]}) == ["", ABSTRACTS[1]]
    assert read_abstracts({"7": ABSTRACTS[0], "8": ABSTRACTS[1]}) == ["", ""]
    main.write_text(json.dumps([{"title": "A"}, {"title": "B"}]))
    assert read_abstracts(SIDE) == ["", ""]


def test_abstracts_without_titles_are_abstracts(tmp_path: Path) -> None:
    path = tmp_path / "icml-2026-abstracts.json"
    path.write_text(json.dumps(SIDE))
    drafts = [d for d in read_source(path) if isinstance(d, Draft)]
    assert [(d.title, d.abstract) for d in drafts] == [("", text) for text in ABSTRACTS[:2]]


def test_damaged_file_beside_a_catalogue_does_no_harm(tmp_path: Path) -> None:
    main = tmp_path / "icml-2026.json"
    main.write_text(json.dumps(MAIN))
    (tmp_path / "icml-2026-abstracts.json").write_text("[" * 100_000)
    assert [d.abstract for d in read_source(main) if isinstance(d, Draft)] == ["", ""]


@pytest.mark.skipif(os.name == "nt", reason="a pipe in the file system")
def test_a_pipe_beside_a_catalogue_keeps_nobody_waiting(tmp_path: Path) -> None:
    main = tmp_path / "icml-2026.json"
    main.write_text(json.dumps(MAIN))
    os.mkfifo(tmp_path / "icml-2026-abstracts.json")
    assert [d.abstract for d in read_source(main) if isinstance(d, Draft)] == ["", ""]


def test_record_with_an_identifier_needs_no_title() -> None:
    drafts, issues = parsed(json.dumps([{"doi": "10.1000/x"}, {"arxiv_id": "2501.01234"}]))
    assert not issues
    assert [(d.doi, d.arxiv_id) for d in drafts] == [("10.1000/x", ""), ("", "2501.01234")]


def test_one_bad_record_costs_one_record() -> None:
    assert "a list of 2 where its title is due" in why_not(title=["A", "B"])
    assert "no title and no abstract" in why_not(title=None)
    assert "authors" in why_not(authors=7)
    assert "author" in why_not(authors=[7])
    assert "keywords" in why_not(keywords=[1])
    assert "64 bits" in why_not(volume=2**70)
    drafts, issues = parsed('["text", {"title": "Good"}, 3]')
    assert [d.title for d in drafts] == ["Good"]
    assert [issue.key for issue in issues] == ["item 1", "item 3"]


def test_numbers_json_cannot_hold() -> None:
    """NaN is how tables write an empty cell; an infinity or a giant is refused with its record."""
    text = (
        '[{"title": "A", "abstract": NaN}, {"title": "B", "x": Infinity}, {"title": "C", "x": 1e400},'
        f' {{"title": "D", "x": {"9" * 5000}}}, {{"title": "E", "id": 18446744073709551616}}]'
    )
    drafts, issues = parsed(text)
    assert [d.title for d in drafts] == ["A", "E"]
    assert [issue.key for issue in issues] == ["B", "C", "D"]
    assert drafts[1].extra["id"] == "18446744073709551616"


def test_bad_line_of_json_lines_is_named_by_its_number() -> None:
    drafts, issues = parsed('{"title": "ok"}\n{"id":\n{"title": "ok too"}\n')
    assert [d.title for d in drafts] == ["ok", "ok too"]
    assert [issue.line for issue in issues] == [2]


def test_bad_item_of_a_list_is_skipped() -> None:
    text = '[\n{"title": "A"},\n{"title": "B", oops},\n{"title": "C"},\n{"title": "D"}\n]'
    drafts, issues = parsed(text)
    assert [d.title for d in drafts] == ["A", "C", "D"]
    assert [(issue.line, issue.key) for issue in issues] == [(3, "item 2")]


def test_cut_file_gives_what_came_before() -> None:
    text = json.dumps([{"title": f"T{n}"} for n in range(5)], indent=1)
    drafts, issues = parsed(text[: text.index("T3")])
    assert [d.title for d in drafts] == ["T0", "T1", "T2"]
    assert "stops in the middle of line" in issues[0].message


def test_text_after_the_end_is_reported() -> None:
    drafts, issues = parsed('[{"title": "T"}]\ngarbage')
    assert [d.title for d in drafts] == ["T"]
    assert issues[0].line == 2


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[" * 50_000 + "]" * 50_000,
        '{"a":' * 60_000,
        "[{'id':'a'}]",
        '{"a": 1}',
        "[]",
    ],
    ids=["open", "deep", "deep objects", "single quotes", "no list", "nothing"],
)
def test_file_that_is_wrong_from_the_start_is_refused(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        parsed(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["null", '"just text"', "[1"])
def test_value_that_is_no_list_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.json"
    path.write_text(text)
    with pytest.raises(SourceError, match=r"list\.json"):
        list(read_source(path))


def test_endless_record_costs_that_record() -> None:
    long = "x" * 34_000_000
    drafts, (issue,) = parsed(
        f'[{{"title": "A"}}, {{"title": "{long}"}}, {{"title": "B"}}, {{"title": "C"}}]'
    )
    assert [d.title for d in drafts] == ["A", "B", "C"]
    assert "16 MB" in issue.message


def test_deep_record_costs_one_record() -> None:
    deep = "[" * 40 + "]" * 40
    drafts, issues = parsed(f'[{{"title": "A", "x": {deep}}}, {{"title": "B"}}]')
    assert [d.title for d in drafts] == ["B"]
    assert "deeper than 32" in issues[0].message


def test_nul_in_a_title_does_not_end_it() -> None:
    drafts, _ = parsed('[{"title": "T\\u0000X"}]')
    assert drafts[0].title == "T\0X"


json_texts = st.text(st.characters(codec="utf-8"), max_size=30)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | json_texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(json_texts, inner, max_size=3),
    max_leaves=8,
)
keys = st.sampled_from(
    ["title", "abstract", "authors", "year", "id", "url", "keywords", "doi", "aliases", "x"]
)


@given(st.lists(st.dictionaries(keys, json_values, max_size=6), min_size=1, max_size=4))
def test_every_record_is_a_paper_or_an_issue(records: list[dict[str, Any]]) -> None:
    """Nothing in a record, however odd, loses it or its neighbours."""
    drafts, issues = parsed(json.dumps([*records, {"title": "Last"}]))
    assert len(drafts) + len(issues) == len(records) + 1
    assert drafts[-1].title == "Last"


@given(st.integers(1, 40))
def test_pieces_of_any_size_give_the_same_values(size: int) -> None:
    """A record that lies across two pieces of the file is read whole."""
    from readq.importers.jsontext import JsonText

    values = [1234567, "a\u00e9b\n", {"k": [True, None, -1.5e3]}, "x" * 50, False]
    text = "\n".join(json.dumps(value) for value in values)
    cursor = JsonText(text[i : i + size] for i in range(0, len(text), size))
    found = []
    while cursor.peek():
        found.append(cursor.value())
    assert found == values
    assert cursor.line == len(values)


def test_records_of_services_are_understood() -> None:
    scholar = {
        "title": "One",
        "externalIds": {"ArXiv": "2001.00002", "DOI": "10.1000/q", "CorpusId": 7},
        "openAccessPdf": {"url": "https://e.org/a.pdf"},
        "year": 2020,
    }
    draft = one(**scholar)
    assert (draft.arxiv_id, draft.doi, draft.pdf_url) == (
        "2001.00002",
        "10.1000/q",
        "https://e.org/a.pdf",
    )
    assert draft.extra["externalIds"] == {"CorpusId": 7}
    openalex = {
        "title": "Two",
        "publication_year": 2019,
        "authorships": [{"author": {"display_name": "Ann Lee"}}],
        "abstract_inverted_index": {"samples": [2], "We": [0], "count": [1]},
        "primary_location": {"source": {"display_name": "Journal of Samples"}},
    }
    draft = one(**openalex)
    assert (draft.authors, draft.year) == (("Ann Lee",), 2019)
    assert (draft.abstract, draft.venue) == ("We count samples", "Journal of Samples")
    item = {"itemType": "journalArticle", "title": "Three", "date": "March 2021"}
    draft = one(key="ABCD", data=item)
    assert (draft.title, draft.year, draft.month) == ("Three", 2021, 3)
    assert one(title="Four", externalIds={"ArXiv": 7}, authorships=[3]).title == "Four"


def test_dates_of_publication_in_crossref() -> None:
    draft = one(**{"title": ["One"], "published-online": {"date-parts": [[2021, 4, 2]]}})
    assert (draft.year, draft.month, draft.extra["date"]) == (2021, 4, "2021-04-02")
    draft = one(title="Two", year=2020, date="2020-05-17")
    assert (draft.year, draft.month, draft.extra["date"]) == (2020, 5, "2020-05-17")
    draft = one(title="Three", year=2020, date="2021-01")
    assert (draft.year, draft.extra["date"]) == (2020, "2021-01")


def test_what_programs_write_for_nothing_is_nothing() -> None:
    draft = one(title="One", keywords=[None, "x", ""], venue="nan", doi="None")
    assert (draft.keywords, draft.venue, draft.doi) == (("x",), "", "")
    assert one(title="nan", arxiv="2001.00001").title == ""


def test_variables_of_csl_are_kept_under_the_names_bibtex_has() -> None:
    draft = one(
        **{
            "type": "paper-conference",
            "page": "101-117",
            "collection-title": "Samples",
            "publisher-place": "Ulm",
            "editor": [{"family": "Sample", "non-dropping-particle": "van der", "given": "Ann"}],
            "translator": [{"literal": "Council and Group"}],
        }
    )
    assert (draft.extra["pages"], draft.extra["series"]) == ("101--117", "Samples")
    assert (draft.extra["address"], draft.extra["editor"]) == ("Ulm", "Ann van der Sample")
    assert draft.extra["translator"] == [{"literal": "Council and Group"}]
    other = one(type="Oral", page="12")
    assert other.extra["page"] == "12"


@pytest.mark.parametrize("kind", [["article"], {"name": "article"}, 7, True])
def test_a_type_that_is_no_word_is_kept(kind: Any) -> None:
    draft = one(title="One", type=kind, id="a1")
    assert (draft.title, draft.extra["type"]) == ("One", kind)


def test_a_month_of_thousands_of_digits_is_no_month() -> None:
    draft = one(title="One", month="9" * 5000)
    assert (draft.month, draft.extra["month"]) == (None, "9" * 5000)


def test_our_own_csl_says_what_it_says() -> None:
    fields = {"title": "NaN", "abstract": "None", "type": "article-journal"}
    draft = one(**fields, custom={"plain": True})
    assert (draft.title, draft.abstract) == ("NaN", "None")
    assert one(**fields, doi="10.1000/a").title == ""


def test_a_line_too_long_for_one_paper_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("readq.importers.catalogue.MAX_VALUE", 3 << 20)
    endless = '{"title": "B", "abstract": "' + "x" * (4 << 20) + '"}'
    drafts, issues = parsed('{"title": "A paper"}\n' + endless + '\n{"title": "C paper"}\n')
    assert [draft.title for draft in drafts] == ["A paper", "C paper"]
    assert [issue.line for issue in issues] == [2]
    assert "line 2 is longer than 3 MB" in issues[0].message
