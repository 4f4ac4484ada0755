"""Web of Science, EndNote's tagged text, PubMed and RIS as programs truly write them, told apart by content."""

from __future__ import annotations

import io

import pytest
from tests.importers.reading import only, parsed

from readq.importers import read_source

WOS = """\
FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Smith, J
   Lee, K
AF Smith, John
   Lee, Kate, Jr.
CA Sample Group
TI A Title on Samples
   that wraps
SO JOURNAL OF SAMPLES
LA English
DT Article
DE graphs; trees, and more
ID PLUS WORDS
AB First sentence here is rather long so that it wraps over lines. Second
   sentence is here.
C1 [Smith, John] Univ A, City.
   [Lee, Kate] Univ B, Town.
CR Doe J, 2001, J SAMPLES, V1, P2, DOI 10.1/abc
   Roe J, 2002, J SAMPLES, V1, P2
NR 2
TC 5
PU ELSEVIER
PI AMSTERDAM
SN 1234-5678
EI 8765-4321
J9 J SAMPL
PD MAY-JUN
PY 2020
VL 3
IS 2
BP 1
EP 10
DI 10.1000/ABC.1
UT WOS:000123
ER

PT C
AU Roe, B
TI On Sorting
SO PROCEEDINGS OF ICML
DT Proceedings Paper
BE Ed, A
   Ed, B
PY 2019
UT WOS:000124
ER

PT J
ER

EF
"""
ENDNOTE = """\
%0 Journal Article
%T Deep learning
%A LeCun, Yann
%A Bengio, Yoshua
%J Nature
%V 521
%N 7553
%P 436-444
%@ 0028-0836
%D 2015
%I Nature Publishing Group
%K graphs
trees
%X One para.

Second para.
%R 10.1038/nature14539
%U https://e.org/a
%F lecun2015

%0 Conference Proceedings
%A Doe, Jane
%T On Samples
%B Proceedings of NeurIPS
%D 2020
%8 December 6-12
"""
REFER = """\
%A John Smith
%A Kate Lee
%T A title
%J CACM
%D March 1999

%A Jane Doe
%T Another title
%D 2001
"""
PUBMED = """\

PMID- 32000001
OWN - NLM
STAT- MEDLINE
DP  - 2020 May-Jun
TI  - [A translated title].
LID - 10.1000/abc [doi]
LID - S0140-6736(20)30001-1 [pii]
AB  - BACKGROUND: One thing
      that wraps here.
AB  - Second abstract.
FAU - Smith, John A
AU  - Smith JA
AU  - Doe J Jr
FAU - Lee, Kate
AU  - Lee K
CN  - Sample Group
LA  - fre
PT  - Journal Article
TT  - Un titre.
JT  - Journal of samples
TA  - J Sampl
AID - S0140-6736(20)30001-1 [pii]
SO  - J Sampl. 2020;1(2):3-4. doi: 10.1000/abc.

OWN - NLM
STAT- Publisher
TI  - No pmid here.
OAB - Publisher: Abstract available from the publisher.
OABL- fre
AU  - Wu L
DP  - 2019 Winter
AID - 10.1000/xyz [doi]

PMID- 5
"""
PUBMED_WITHOUT_IDS = """\
OWN - NLM
STAT- Publisher
TI  - No pmid here.
AU  - Wu L
DP  - 2019

OWN - NLM
STAT- Publisher
TI  - Nor here.
AU  - Wu L
DP  - 2019
"""
RIS_WITHOUT_TYPES = """\
AU  - Smith, J.
AU  - Lee, K.
TI  - T one
PY  - 2020

AU  - Doe, J.
TI  - T two
PY  - 2021
"""


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        (WOS, "wos"),
        (WOS.partition("\n")[2].partition("\n")[2], "wos"),
        (ENDNOTE, "endnote-tagged"),
        (REFER, "endnote-tagged"),
        (PUBMED, "nbib"),
        (PUBMED_WITHOUT_IDS, "nbib"),
        (RIS_WITHOUT_TYPES, "ris"),
    ],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_what_a_text_holds_tells_its_format(text: str, format_: str, ends: str) -> None:
    stdin = io.BytesIO(text.replace("\n", ends).encode())
    assert read_source("-", stdin=stdin).format == format_


def test_a_file_of_web_of_science_is_read() -> None:
    (first, second), (issue,) = parsed(WOS)
    assert first.title == "A Title on Samples that wraps"
    assert first.authors == ("John Smith", "Kate Lee, Jr.", "Sample Group")
    assert first.abstract.endswith("it wraps over lines. Second sentence is here.")
    assert (first.venue, first.year, first.month) == ("JOURNAL OF SAMPLES", 2020, 5)
    assert (first.doi, first.keywords) == ("10.1000/abc.1", ("graphs", "trees, and more"))
    assert (first.extra["pages"], first.extra["UT"]) == ("1--10", "WOS:000123")
    assert first.extra["CR"].count("; ") == 1
    assert (second.extra["entry_type"], second.extra["editor"]) == (
        "inproceedings",
        "A Ed and B Ed",
    )
    assert not issue.kept


def test_tagged_text_of_endnote_is_read() -> None:
    (first, second), issues = parsed(ENDNOTE)
    assert not issues
    assert (first.title, first.authors) == ("Deep learning", ("Yann LeCun", "Yoshua Bengio"))
    assert first.abstract == "One para.\n\nSecond para."
    assert (first.venue, first.year, first.citekey) == ("Nature", 2015, "lecun2015")
    assert (first.doi, first.keywords) == ("10.1038/nature14539", ("graphs", "trees"))
    assert (second.venue, second.year, second.month) == ("Proceedings of NeurIPS", 2020, 12)


def test_a_list_of_refer_needs_no_types() -> None:
    (first, second), issues = parsed(REFER)
    assert not issues
    assert (first.title, first.authors) == ("A title", ("John Smith", "Kate Lee"))
    assert (second.title, second.year) == ("Another title", 2001)


def test_odd_records_of_pubmed_are_read() -> None:
    (first, second), (issue,) = parsed(PUBMED)
    assert first.title == "A translated title"
    assert first.authors == ("John A Smith", "J Doe, Jr", "Kate Lee", "Sample Group")
    assert first.abstract == "BACKGROUND: One thing that wraps here.\n\nSecond abstract."
    assert (first.doi, first.extra["TT"]) == ("10.1000/abc", "Un titre.")
    assert first.extra["date"] == "2020 May-Jun"
    assert second.abstract.startswith("Publisher: ")
    assert (second.title, second.authors, second.doi) == ("No pmid here", ("L Wu",), "10.1000/xyz")
    assert issue.key == "5"
    assert [draft.title for draft in parsed(PUBMED_WITHOUT_IDS)[0]] == ["No pmid here", "Nor here"]


def test_records_of_ris_without_types_begin_as_the_first_does() -> None:
    drafts, issues = parsed(RIS_WITHOUT_TYPES)
    assert not issues
    assert [(draft.title, draft.year) for draft in drafts] == [("T one", 2020), ("T two", 2021)]
    assert drafts[0].authors == ("J. Smith", "K. Lee")


@pytest.mark.parametrize("gap", ["- ", " - ", "   - ", "\t- ", "  \u2013 "])
def test_tags_of_ris_are_known_however_they_are_written(gap: str) -> None:
    text = f"TY{gap}JOUR\nAU{gap}Lee, Ann\nTI{gap}On samples\nPY{gap}2020\nER{gap.rstrip()}\n"
    draft = only(text)
    assert (draft.title, draft.authors, draft.year) == ("On samples", ("Ann Lee",), 2020)
    drafts, _ = parsed("TY  - JOUR\nTI  - First\nER  -\n" + text)
    assert [draft.title for draft in drafts] == ["First", "On samples"]


@pytest.mark.parametrize("tag", ["M3", "L3", "N1", "UR", "DI"])
def test_a_doi_is_found_where_journals_put_it(tag: str) -> None:
    assert (
        only(f"TY  - JOUR\nTI  - T\n{tag}  - https://doi.org/10.1000/ABC\nER  -\n").doi
        == "10.1000/abc"
    )
    draft = only("TY  - JOUR\nTI  - T\nN1  - Erratum in 10.1000/other\nER  -\n")
    assert draft.doi == ""


def test_an_empty_record_of_ris_is_counted() -> None:
    drafts, (issue,) = parsed("TY  - JOUR\nER  -\nTY  - JOUR\nTI  - T\nER  -\n")
    assert [draft.title for draft in drafts] == ["T"]
    assert (issue.line, issue.kept) == (1, False)


def test_people_on_one_line_of_ris_are_each_one() -> None:
    for line in ("Lee, Ann; Chen, Bo", "Lee, Ann;Chen, Bo", "Lee, Ann and Chen, Bo"):
        draft = only(f"TY  - JOUR\nTI  - T\nAU  - {line}\nER  -\n")
        assert draft.authors == ("Ann Lee", "Bo Chen")


def test_paragraphs_and_keywords_of_ris_on_lines_of_their_own_stay_apart() -> None:
    draft = only(
        "TY  - JOUR\nTI  - T\nAB  - Background: One.\nMethods: Two.\n\nIn short, three.\nKW  - a\nb c\nER  -\n"
    )
    assert draft.abstract == "Background: One.\n\nMethods: Two.\n\nIn short, three."
    assert draft.keywords == ("a", "b c")


@pytest.mark.parametrize(
    ("issued", "when", "more"),
    [
        ('{"raw": "2019-05-17"}', (2019, 5), {"date": "2019-05-17"}),
        ('{"date-parts": [["2019", "5", "7"]]}', (2019, 5), {"date": "2019-05-07"}),
        ('{"date-parts": [[2019]], "season": "2"}', (2019, None), {"season": "2"}),
        ('{"date-parts": [[1969]], "circa": true}', (1969, None), {"circa": True}),
        ('{"literal": "Spring 2019"}', (2019, None), {"date": "Spring 2019"}),
        ('{"date-parts": [[2019, 21]]}', (2019, None), {"date": "2019-21"}),
        ('{"date-parts": [[2019, 0, 0]]}', (2019, None), {}),
        ('{"edtf": "2019-05-01"}', (2019, 5), {"date": "2019-05-01"}),
        ('{"date-parts": [2019, 5]}', (2019, 5), {}),
        ('"2019-05"', (2019, 5), {}),
    ],
)
def test_dates_of_csl_say_all_they_said(
    issued: str, when: tuple[int, int | None], more: dict[str, object]
) -> None:
    draft = only(f'[{{"id": "k", "type": "book", "title": "T", "issued": {issued}}}]')
    assert (draft.year, draft.month) == when
    assert draft.extra == {"type": "book", **more}


def test_xml_of_endnote_with_styles_and_a_namespace_is_read_whole() -> None:
    (draft,), (issue,) = parsed(
        '<?xml version="1.0"?><e:xml xmlns:e="urn:x"><e:records><e:record>'
        '<e:ref-type name="Journal Article">17</e:ref-type><e:titles><e:title><e:style>CO</e:style>'
        '<e:style face="subscript">2</e:style><e:style> rises</e:style></e:title></e:titles>'
        "<e:dates><e:year>2020</e:year><e:pub-dates><e:date>Mar 5</e:date></e:pub-dates></e:dates>"
        "<e:isbn>1234-5678</e:isbn><e:urls><e:related-urls><e:url>https://e.org/a</e:url>"
        "<e:url>https://e.org/b</e:url></e:related-urls></e:urls><e:auth-address>A Place</e:auth-address>"
        "<e:electronic-resource-num>10.1000/a\n10.1000/b</e:electronic-resource-num></e:record>"
        "<e:record><e:rec-number>2</e:rec-number></e:record></e:records></e:xml>"
    )
    assert (draft.title, draft.year, draft.month) == ("CO2 rises", 2020, 3)
    assert (draft.url, draft.links) == ("https://e.org/a", ("https://e.org/b",))
    assert draft.doi == "10.1000/a"
    assert draft.extra == {
        "entry_type": "article",
        "issn": "1234-5678",
        "auth-address": "A Place",
        "pub-date": "Mar 5",
        "electronic-resource-num": "10.1000/a 10.1000/b",
    }
    assert not issue.kept


def test_habits_of_embase_mendeley_and_zotero_are_known() -> None:
    draft = only(
        "TY  - JOUR\nT1  - T\nA1  - Smith J.\nA1  - van der Berg A.-B.\nAN  - arXiv:2001.00001\n"
        "SP  - e123-e130\nEP  - e130\nUR  - http://e.org/a;http://e.org/b\nER  -\n"
    )
    assert draft.authors == ("J. Smith", "A.-B. van der Berg")
    assert (draft.arxiv_id, draft.extra["pages"]) == ("2001.00001", "e123-e130")
    assert (draft.url, draft.links) == ("http://e.org/a", ("http://e.org/b",))
    assert only("TY  - JOUR\nTI  - T\nAU  - Z. Li\nAU  - Ann B.\nER  -\n").authors == (
        "Z. Li",
        "Ann B.",
    )


def test_second_values_of_ris_are_kept() -> None:
    draft = only(
        "TY  - JOUR\nTI  - T\nDO  - 10.1000/a\nDO  - 10.1000/b\nT2  - J\nT2  - K\nPY  - 2020\nPY  - 2021\nER  -\n"
    )
    assert (draft.doi, draft.venue, draft.year) == ("10.1000/a", "J", 2020)
    assert (draft.extra["DO"], draft.extra["T2"], draft.extra["PY"]) == ("10.1000/b", "K", "2021")
