"""Atom, RSS and EndNote XML."""

from __future__ import annotations

import pytest
from tests.importers.reading import CASES, HOSTILE, only, parsed

from readq.errors import SourceError

DAILY = """<?xml version='1.0' encoding='UTF-8'?>
<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0">
 <channel><title>cs.LG updates on arXiv.org</title><description>x</description>
  <item>
   <title>On Samples</title><link>https://arxiv.org/abs/2402.14849v1</link>
   <description>arXiv:2402.14849v1 Announce Type: new
Abstract: We study samples &amp;lt; all.</description>
   <guid isPermaLink="false">oai:arXiv.org:2402.14849v1</guid>
   <category>cs.LG</category><category>stat.ML</category>
   <pubDate>Mon, 26 Feb 2024 00:00:00 -0500</pubDate>
   <arxiv:announce_type>new</arxiv:announce_type><dc:creator>Ann Lee, Bo Chen, Cy Dow</dc:creator>
  </item>
 </channel></rss>"""


def atom(*entries: str) -> str:
    joined = "".join(f"<entry>{entry}</entry>" for entry in entries)
    return f'<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title>{joined}</feed>'


def test_wrapped_entry_of_the_api_is_unwrapped() -> None:
    draft = only(CASES / "j05-arxiv-wrap.xml")
    assert draft.title == "A Long Title About Samples That Wraps in the Feed & Holds $x < y$"
    assert draft.authors == ("Author One", "Author Two")
    assert draft.abstract == "First line of text second line with $x_i$.\n\nA new paragraph here."
    assert (draft.arxiv_id, draft.extra["arxiv_version"]) == ("2101.00009", 2)
    assert (draft.doi, draft.year, draft.month) == ("10.1000/arx.1", 2021, 1)
    assert draft.pdf_url == "http://arxiv.org/pdf/2101.00009v2"
    assert draft.extra["comment"] == "12 pages, 3 figures"
    assert draft.source.line == 6


def test_daily_feed_is_read_without_what_announces_it() -> None:
    draft = only(DAILY)
    assert (draft.title, draft.abstract) == ("On Samples", "We study samples &lt; all.")
    assert draft.authors == ("Ann Lee", "Bo Chen", "Cy Dow")
    assert (draft.arxiv_id, draft.year, draft.month) == ("2402.14849", 2024, 2)
    assert draft.extra["announce_type"] == "new"
    assert draft.extra["categories"] == "cs.LG, stat.ML"


def test_older_feed_with_the_id_in_the_title_and_names_in_links() -> None:
    draft = only(
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"><item>'
        "<title>On Samples. (arXiv:2101.00001v3 [cs.LG] UPDATED)</title>"
        "<link>http://arxiv.org/abs/2101.00001</link>"
        "<description>&lt;p&gt;We study samples.&lt;/p&gt;</description>"
        '<dc:creator>&lt;a href="http://x"&gt;Ann Lee&lt;/a&gt;, &lt;a href="http://y"&gt;Bo Ch&#38;#233;n'
        "&lt;/a&gt;</dc:creator></item></rdf:RDF>"
    )
    assert (draft.title, draft.arxiv_id) == ("On Samples", "2101.00001")
    assert draft.authors == ("Ann Lee", "Bo Chén")
    assert draft.abstract == "We study samples."


def test_error_of_the_api_is_no_paper() -> None:
    drafts, (issue,) = parsed(
        atom(
            "<id>http://arxiv.org/api/errors#incorrect_id</id><title>Error</title><summary>bad id</summary>",
            "<id>http://arxiv.org/abs/2101.00001v1</id><title>A</title>",
        )
    )
    assert [d.title for d in drafts] == ["A"]
    assert "bad id" in issue.message


def test_feed_of_a_journal_is_read() -> None:
    draft = only(
        atom(
            '<id>tag:x</id><title>A</title><link href="https://example.org/1"/><updated>2020-02-01T00:00:00Z'
            "</updated><content>Text.</content>"
        )
    )
    assert (draft.url, draft.year, draft.abstract) == ("https://example.org/1", 2020, "Text.")


ENDNOTE = """<?xml version="1.0" encoding="UTF-8"?><xml><records>
<record><ref-type name="Journal Article">17</ref-type>
 <contributors><authors><author><style face="normal">Lee, Ann</style></author><author>Chen, Bo</author></authors>
 <secondary-authors><author>Itor, Ed</author></secondary-authors></contributors>
 <titles><title><style>On </style><style face="italic">Samples</style></title>
 <secondary-title>Journal of Samples</secondary-title></titles>
 <pages>1-9</pages><volume>3</volume><keywords><keyword>graphs</keyword><keyword>trees</keyword></keywords>
 <dates><year><style>2021</style></year></dates><abstract>One.\rTwo.</abstract>
 <electronic-resource-num>https://doi.org/10.1000/ABC</electronic-resource-num>
 <urls><related-urls><url>https://example.org/a</url></related-urls></urls></record>
<record><rec-number>2</rec-number></record>
</records></xml>"""


def test_endnote_record_is_read() -> None:
    (draft,), (issue,) = parsed(ENDNOTE)
    assert (draft.title, draft.authors) == ("On Samples", ("Ann Lee", "Bo Chen"))
    assert (draft.venue, draft.year) == ("Journal of Samples", 2021)
    assert (draft.doi, draft.url) == ("10.1000/abc", "https://example.org/a")
    assert draft.abstract == "One.\n\nTwo."
    assert draft.keywords == ("graphs", "trees")
    assert draft.extra == {
        "entry_type": "article",
        "volume": "3",
        "pages": "1-9",
        "editor": "Itor, Ed",
    }
    assert (issue.line, issue.key) == (12, "record 2")


def test_cut_file_gives_what_came_before() -> None:
    drafts, (issue,) = parsed(atom("<title>A</title>", "<title>B</title>")[:-30])
    assert [d.title for d in drafts] == ["A"]
    assert "not XML" in issue.message


def test_declared_encoding_is_believed() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?>' + atom("<title>Größe naïve</title>")
    assert only(text.encode("latin-1")).title == "Größe naïve"


def test_control_characters_do_not_stop_the_reader() -> None:
    assert only(atom("<title>A\x0cB\x01</title>")).title == "AB"


def test_endless_record_costs_that_record() -> None:
    drafts, (issue,) = parsed(atom(f"<title>{'x ' * 5_000_000}</title>", "<title>B</title>"))
    assert [d.title for d in drafts] == ["B"]
    assert "too long" in issue.message


@pytest.mark.parametrize(
    "name",
    [
        "billion_laughs.xml",
        "param_entity.xml",
        "quadratic.xml",
        "xxe_file.xml",
        "unclosed.xml",
        "pi.xml",
    ],
)
def test_hostile_file_is_refused(name: str) -> None:
    with pytest.raises(SourceError) as caught:
        parsed(HOSTILE / name)
    assert len(str(caught.value)) < 250


def test_deep_file_is_refused() -> None:
    with pytest.raises(SourceError, match="deeper"):
        parsed("<records>" + "<a>" * 20_000)


def test_markup_in_a_feed_is_text() -> None:
    assert only(HOSTILE / "atom_esc.atom").title.startswith("A [/] [@click=app.quit]x[/]")
    assert only(HOSTILE / "cdata_esc.xml").title == "A&#27;"


def test_other_xml_is_named() -> None:
    with pytest.raises(SourceError, match="<svg>"):
        parsed('<?xml version="1.0"?><!-- x --><svg/>')
