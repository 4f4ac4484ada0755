# ruff: noqa: RUF001
"""Inputs that libraries of real people have, each with what a careful librarian makes of it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import readq
from readq.library import Library

Said = dict[str, Any]


@dataclass
class Case:
    """A text, and facts of each paper that comes of it; `extra` names further fields that must be there."""

    text: str | bytes
    papers: list[Said]
    file: str = ""
    rejected: int = 0
    remarks: int = 0


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with readq.open_library(tmp_path / "library") as opened:
        yield opened


BIBTEX = {
    "names joined from macros in brackets": Case(
        '@STRING{icml = "Intl. Conf. on Machine Learning"}\n@string(yr = {20} # {24})\n'
        '@inproceedings(k1, title = "A " # {Braced} # " Title", booktitle = "Proc. " # ICML,'
        ' year = yr, month = "1~" # jan)\n',
        [
            {
                "title": "A Braced Title",
                "venue": "Proc. Intl. Conf. on Machine Learning",
                "year": 2024,
                "month": 1,
            }
        ],
    ),
    "a parent without a title is no lost paper": Case(
        "@inproceedings{c, title={Child paper here}, crossref={P1}}\n"
        "@proceedings{p1, title={Proc of X 2019}, year=2019, crossref={P2}}\n"
        "@proceedings{p2, series={LNCS}}\n",
        [
            {
                "title": "Child paper here",
                "year": 2019,
                "extra": {"series": "LNCS", "booktitle": "Proc of X 2019"},
            },
            {"title": "Proc of X 2019"},
        ],
    ),
    "quotes inside quotes": Case(
        '@article{k, title = "The "quoted" word", author="G{\\"o}del, Kurt", year = {1931}}',
        [{"title": 'The "quoted" word', "authors": ("Kurt Gödel",), "year": 1931}],
        remarks=1,
    ),
    "old Macintosh line ends": Case(
        b"@article{k,\r title={On carriage returns},\r year=1999\r}\r@article{k2,\r title={Second}\r}\r",
        [{"title": "On carriage returns", "year": 1999}, {"title": "Second"}],
    ),
    "UTF-16 with and without a mark": Case(
        "@article{k, title={Über Größe}, author={Müller, Jürgen}}".encode("utf-16"),
        [{"title": "Über Größe", "authors": ("Jürgen Müller",)}],
    ),
    "fenced in Markdown": Case(
        "My refs:\n\n```bibtex\n@article{k, title={A fenced title}, year=2001}\n```\nand @someone wrote\n",
        [{"title": "A fenced title", "citekey": "k"}],
    ),
    "no key": Case(
        "@article{, title={No key}}\n@misc{title={Key missing wholly}, year=2002}",
        [{"title": "No key", "citekey": ""}, {"title": "Key missing wholly", "year": 2002}],
    ),
    "a comma in the key": Case(
        "@article{smith,2020, title={Comma key},year=2020}\n@article{a b c,title={Blank key}}",
        [{"title": "Comma key", "citekey": "smith-2020", "year": 2020}, {"title": "Blank key"}],
        remarks=1,
    ),
    "arXiv in four spellings": Case(
        "@misc{a, title={Old}, eprint={math.GT/0309136v2}, archivePrefix={arXiv}}\n"
        "@misc{b, title={New}, eprint={2101.00001v3}, eprinttype={arXiv}}\n"
        "@article{c, title={CoRR one}, journal={CoRR}, volume={abs/1706.03762}}\n"
        "@article{d, title={Scholar}, journal={arXiv preprint arXiv:1706.03763}, year=2017}",
        [
            {"arxiv_id": "math/0309136"},
            {"arxiv_id": "2101.00001"},
            {"arxiv_id": "1706.03762", "venue": "arXiv"},
            {"arxiv_id": "1706.03763", "venue": "arXiv", "year": 2017},
        ],
    ),
    "DOIs with odd signs and in addresses": Case(
        "@article{a,title={Sici},doi={10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O}}\n"
        "@article{b,title={Url},doi={https://doi.org/10.1145/3292500.3330701?casa=1}}\n"
        "@article{c,title={Escaped},doi={10.1007/978-3-030\\_58}}\n"
        "@article{d,title={Prefix},doi={DOI: 10.1000/Xyz.}}",
        [
            {"doi": "10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o"},
            {"doi": "10.1145/3292500.3330701"},
            {"doi": "10.1007/978-3-030_58"},
            {"doi": "10.1000/xyz"},
        ],
    ),
    "dates that say more or less than a year": Case(
        "@article{a,title={D1},date={2019-05-03/2019-05-07}}\n@article{b,title={D2},year={c. 1999}}\n"
        "@article{c,title={D3},year={in press}}\n@article{d,title={D4},date={2019-21}}\n"
        "@article{e,title={D5},year={{2019}},month={June--July}}\n@article{f,title={D6},year={2019a}}",
        [
            {"year": 2019, "month": 5, "extra": {"date": "2019-05-03/2019-05-07"}},
            {"year": 1999, "extra": {"year": "c. 1999"}},
            {"year": None, "extra": {"year": "in press"}},
            {"year": 2019, "month": None},
            {"year": 2019, "month": 6, "extra": {"month": "June--July"}},
            {"year": 2019},
        ],
    ),
    "names in every way": Case(
        "@article{a,title={N1},author={Jean de la Fontaine and Smith, Jr., John and {The ATLAS Group}}}\n"
        "@article{b,title={N2},author={Lee, A., Kim, B.-C.}}\n"
        "@article{c,title={N3},author={Lee, A. and Kim, B. AND Cho, C.}}\n"
        "@article{d,title={N4},author={A. Lee; B. Kim}}\n"
        "@article{e,title={N5},author={family=Doe, given=John, prefix=de and Lee, Ann}}\n"
        "@article{f,title={N6},author={Nguy{\\~{\\^e}}n, V\\u{a}n and {\\'E}mile Zola}}",
        [
            {"authors": ("Jean de la Fontaine", "John Smith, Jr.", "The ATLAS Group")},
            {"authors": ("A. Lee", "B.-C. Kim")},
            {"authors": ("A. Lee", "B. Kim", "C. Cho")},
            {"authors": ("A. Lee", "B. Kim")},
            {"authors": ("John de Doe", "Ann Lee")},
            {"authors": ("Văn Nguyễn", "Émile Zola")},
        ],
    ),
    "commented out": Case(
        "@comment{@article{x, title={No}, year=1}}\n% @article{y, title={No}}\n@article{z, title={Real}}",
        [{"title": "Real"}],
    ),
    "cut off at the end": Case(
        "@article{a, title={Good}}\n@article{b, title={Cut off\n, year=2001\n",
        [{"title": "Good"}, {"title": "Cut off", "year": 2001}],
        remarks=1,
    ),
    "addresses in commands": Case(
        "@misc{a,title={Urls},howpublished={\\url{https://a.org/x_y%20z}}}\n"
        "@misc{b,title={Hrefs},url={\\href{https://b.org}{b}}}",
        [{"url": "https://a.org/x_y%20z"}, {"url": "https://b.org"}],
    ),
    "titles with HTML in them": Case(
        "@article{a,title={The <i>in vivo</i> &alpha;-helix H<sub>2</sub>O &#8211; R\\&amp;D &lt;b&gt;x&lt;/b&gt;}}",
        [{"title": "The in vivo α-helix H₂O – R&D x"}],
    ),
    "keywords in braces": Case(
        "@article{a,title={Kw},keywords={a; b, c; {d, e}}}", [{"keywords": ("a", "b, c", "d, e")}]
    ),
    "signs that steer": Case(
        "@article{a,title={Zero\u200bwidth \u202eevil\u202c \x1b[31mred\x1b[0m},author={A\u0301 B}}",
        [{"title": "Zerowidth evil red", "authors": ("Á B",)}],
    ),
    "an entry inside a value": Case(
        "@article{k, title={X}, note={see @article{y, title={inner}}}, year=2001}\n@misc{l, title={Y}}",
        [{"title": "X", "year": 2001}, {"title": "Y"}],
    ),
}

RIS = {
    "dates in words and figures": Case(
        "TY  - JOUR\nTI  - A\nPY  - 2014/04/15/\nER  - \nTY  - JOUR\nTI  - B\nPY  - Spring 2015\nER  - \n"
        "TY  - JOUR\nTI  - C\nPY  - in press\nER  -\nTY  - JOUR\nTI  - D\nDA  - 2016-3-5\nER  - \n"
        "TY  - JOUR\nTI  - E\nPY  - 17/05/2018\nER  - \nTY  - JOUR\nTI  - F\nPY  - 03/05/2018\nER  - \n",
        [
            {"year": 2014, "month": 4},
            {"year": 2015, "month": None},
            {"year": None, "extra": {"PY": "in press"}},
            {"year": 2016, "month": 3},
            {"year": 2018, "month": 5},
            {"year": 2018, "month": None},
        ],
    ),
    "tags that are there twice": Case(
        "TY  - CONF\nTI  - Repeated Tags\nTI  - A second title\nAU  - Lee, Ann\nKW  - a\nKW  - a\nKW  - b; c\n"
        "UR  - https://a.org/1\nUR  - https://a.org/2\nDO  - 10.1000/AbC\nAB  - One.\nAB  - Two.\nER  - \n",
        [
            {
                "title": "Repeated Tags",
                "aliases": ("A second title",),
                "keywords": ("a", "b", "c"),
                "url": "https://a.org/1",
                "links": ("https://a.org/2",),
                "abstract": "One.",
                "extra": {"N2": "Two."},
            }
        ],
    ),
    "two names of a journal": Case(
        "TY  - JOUR\nT1  - A title that is\n      wrapped\nA1  - van der Berg, Jan, Jr.\nJO  - Nat. Meth.\n"
        "JF  - Nature Methods\nER  - \n",
        [
            {
                "title": "A title that is wrapped",
                "authors": ("Jan van der Berg, Jr.",),
                "venue": "Nature Methods",
                "extra": {"JO": "Nat. Meth."},
            }
        ],
    ),
    "a DOI for an address, and a file of EndNote": Case(
        "TY  - JOUR\nTI  - Links\nL1  - internal-pdf://1/a.pdf\nL2  - https://x.org/full\nUR  - 10.1000/xyz\nER  - \n",
        [
            {
                "doi": "10.1000/xyz",
                "links": ("https://x.org/full",),
                "extra": {"L1": "internal-pdf://1/a.pdf"},
            }
        ],
    ),
    "one space and small letters": Case(
        "TY - JOUR\nTI - One space only\nAU - Lee, Ann\nPY - 2001\nER - \n",
        [{"title": "One space only", "authors": ("Ann Lee",), "year": 2001}],
    ),
    "UTF-16": Case(
        "TY  - JOUR\r\nTI  - Größe\r\nER  - \r\n".encode("utf-16"), [{"title": "Größe"}]
    ),
    "PubMed": Case(
        "PMID- 12345678\nTI  - A title that goes on\n      over a line.\nFAU - Lee, Ann B\nAU  - Lee AB\n"
        "CN  - Some Group\nDP  - 2019 Mar-Apr\nJT  - Journal of Examples\nAID - S0140(19)1 [pii]\n"
        "AID - 10.1000/xy [doi]\n\nPMID- 2\nTI  - [A translated title].\nDP  - 1998 Dec 31-1999 Jan 6\n",
        [
            {"authors": ("Ann B Lee", "Some Group"), "year": 2019, "month": 3, "doi": "10.1000/xy"},
            {"title": "A translated title", "year": 1998, "month": 12},
        ],
    ),
}

JSON = {
    "CSL with texts for lists and lists for texts": Case(
        json.dumps(
            [
                {
                    "id": "a",
                    "type": "article-journal",
                    "title": "Strings",
                    "author": "Lee, Ann; Kim, Bo",
                    "issued": "2019-05",
                    "container-title": ["Nature", "Nat."],
                    "DOI": "https://doi.org/10.1000/Q",
                },
                {
                    "id": 1,
                    "type": "chapter",
                    "title": ["List title"],
                    "issued": {"raw": "circa 1999"},
                    "author": [{"literal": "Group X"}, {"family": "Ng"}, "Plain Name"],
                },
                {
                    "id": "c",
                    "type": "book",
                    "title": "Dates",
                    "issued": {"date-parts": [["2001", "2"]]},
                },
                {"id": "d", "type": "book", "title": "Nothing", "issued": {"date-parts": [[None]]}},
            ]
        ),
        [
            {
                "authors": ("Ann Lee", "Bo Kim"),
                "year": 2019,
                "month": 5,
                "venue": "Nature",
                "doi": "10.1000/q",
            },
            {"title": "List title", "authors": ("Group X", "Ng", "Plain Name"), "year": 1999},
            {"year": 2001, "month": 2},
            {"title": "Nothing", "year": None},
        ],
    ),
    "Crossref": Case(
        json.dumps(
            {
                "status": "ok",
                "message": {
                    "items": [
                        {
                            "DOI": "10.1000/C1",
                            "title": ["Cross <i>ref</i> &amp; more"],
                            "type": "journal-article",
                            "published-print": {"date-parts": [[2020, 5]]},
                            "container-title": ["Journal of C"],
                        }
                    ]
                },
            }
        ),
        [
            {
                "title": "Cross ref & more",
                "year": 2020,
                "month": 5,
                "venue": "Journal of C",
                "doi": "10.1000/c1",
            }
        ],
    ),
    "a line that is no record": Case(
        '{"title":"L1"}\n\nnot json\n{"title":"L2","authors":"A B and C D"}\n',
        [{"title": "L1"}, {"title": "L2", "authors": ("A B", "C D")}],
        rejected=1,
    ),
    "cut short": Case(
        '[{"title":"One whole"},{"title":"Two wh', [{"title": "One whole"}], rejected=1
    ),
    "what programs write for nothing": Case(
        '[{"title":"N1","year":NaN,"authors":null},{"title":null},{"title":"N3","year":"2020.0"}]',
        [{"title": "N1", "year": None, "authors": ()}, {"title": "N3", "year": 2020}],
        rejected=1,
    ),
    "OpenReview, second version": Case(
        json.dumps(
            {
                "notes": [
                    {
                        "id": "abCD12efGH",
                        "forum": "abCD12efGH",
                        "content": {
                            "title": {"value": "OR two"},
                            "authors": {"value": ["A B"]},
                            "pdf": {"value": "/pdf/x.pdf"},
                            "venue": {"value": "ICLR 2024 poster"},
                        },
                    },
                    {
                        "id": "x1",
                        "forum": "abCD12efGH",
                        "replyto": "abCD12efGH",
                        "invitations": ["ICLR.cc/2024/Conference/Submission1/-/Official_Review"],
                        "content": {"title": {"value": "Good paper"}, "review": {"value": "yes"}},
                    },
                ]
            }
        ),
        [
            {
                "title": "OR two",
                "venue": "ICLR",
                "year": 2024,
                "pdf_url": "https://openreview.net/pdf/x.pdf",
                "aliases": (),
            }
        ],
        rejected=1,
    ),
}

XML = {
    "arXiv's old ids and its error": Case(
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/hep-th/9901001v3</id>'
        "<title>Old\n  id</title><author><name>A B</name></author><published>1999-01-01T00:00:00Z</published>"
        "</entry><entry><id>http://arxiv.org/api/errors#bad</id><title>Error</title><summary>bad id</summary>"
        "</entry></feed>",
        [
            {
                "title": "Old id",
                "arxiv_id": "hep-th/9901001",
                "year": 1999,
                "extra": {"arxiv_version": 3},
            }
        ],
        rejected=1,
    ),
    "EndNote's styles and dates": Case(
        "<xml><records><record><contributors><authors><author><style>Lee, Ann</style></author></authors>"
        '</contributors><titles><title><style>Styled </style><style face="italic">title</style></title></titles>'
        "<dates><year>2011</year><pub-dates><date>May 3</date></pub-dates></dates></record></records></xml>",
        [{"title": "Styled title", "authors": ("Ann Lee",), "year": 2011, "month": 5}],
    ),
}

TABLES = {
    "semicolons, a mark, line breaks and quotes in cells": Case(
        '\ufeffTitle;Authors;Year;Abstract\r\n"A; title";"Lee, Ann; Kim, Bo";2019;"One\r\n""two"""\r\n',
        [{"title": "A; title", "authors": ("Ann Lee", "Bo Kim"), "year": 2019}],
        "in.csv",
    ),
    "a quote that is never closed": Case(
        'title,authors,year\n"unclosed,quote,2002\nT4,C D,2003\n',
        [{"title": "unclosed,quote,2002"}, {"title": "T4", "year": 2003}],
        "in.csv",
        remarks=1,
    ),
    "a spreadsheet that says its separator": Case(
        "sep=;\ntitle;year\nExcel sep;2001\n", [{"title": "Excel sep", "year": 2001}], "in.csv"
    ),
    "columns in German, in Windows letters": Case(
        "Titel;Autor;Jahr\nEin Titel;Müller, Jörg;2001\n".encode("cp1252"),
        [{"title": "Ein Titel", "authors": ("Jörg Müller",), "year": 2001}],
        "in.csv",
    ),
    "people with initials": Case(
        'title,authors\nInitials,"Lee, A., Kim, B. C."\n',
        [{"authors": ("A. Lee", "B. C. Kim")}],
        "in.csv",
    ),
    "a cell that is a formula": Case(
        'title,authors\n"=HYPERLINK(""http://x"")",Ann Lee\n',
        [{"title": '=HYPERLINK("http://x")'}],
        "in.csv",
    ),
}

IDENTIFIERS = {
    "arXiv": Case(
        "arXiv:2101.00001v3\nhttps://arxiv.org/pdf/2101.00002v1.pdf\nmath.GT/0309136\ncs/0101001\n"
        "https://www.arxiv.org/abs/2101.00003?context=cs.LG\nhttps://arxiv.org/html/2101.00005v2\n"
        "10.48550/arXiv.2101.00006\nhttps://huggingface.co/papers/2101.00008\narXiv 2101.00009 [cs.LG]\n",
        [
            {"arxiv_id": i}
            for i in (
                "2101.00001",
                "2101.00002",
                "math/0309136",
                "cs/0101001",
                "2101.00003",
                "2101.00005",
                "2101.00006",
                "2101.00008",
                "2101.00009",
            )
        ],
    ),
    "DOIs": Case(
        "DOI 10.1000/abc.\n10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O\n"
        "https://doi.org/10.1002%2F(SICI)1097-4571(199806)49%3A8%3C1%3A%3AAID-ASI4%3E3.0.CO%3B2-O\n"
        "https://dl.acm.org/doi/abs/10.1145/3292500.3330701?casa_token=1\n"
        "https://www.frontiersin.org/articles/10.3389/fnins.2020.00001/full\n10.1000/a,10.1000/b; 10.1000/c\n",
        [
            {"doi": i}
            for i in (
                "10.1000/abc",
                "10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o",
                "10.1002/(sici)1097-4571(199806)49:8<1::aid-asi4>3.0.co;2-o",
                "10.1145/3292500.3330701",
                "10.3389/fnins.2020.00001",
                "10.1000/a",
                "10.1000/b",
                "10.1000/c",
            )
        ],
    ),
}

CASES = BIBTEX | RIS | JSON | XML | TABLES | IDENTIFIERS


@pytest.mark.parametrize("name", CASES)
def test_what_a_careful_librarian_makes_of_it(name: str, library: Library, tmp_path: Path) -> None:
    case = CASES[name]
    data = case.text if isinstance(case.text, bytes) else case.text.encode()
    if case.file:
        path = tmp_path / case.file
        path.write_bytes(data)
        report = library.add(path)
    else:
        report = library.add("-", stdin=io.BytesIO(data))
    papers = [library.paper(paper_id) for paper_id in report.paper_ids]
    assert len(papers) == len(case.papers), report.issues
    for paper, said in zip(papers, case.papers, strict=True):
        for fact, value in said.items():
            if fact == "extra":
                assert value.items() <= paper.extra.items()
            else:
                assert getattr(paper, fact) == value, fact
    assert report.rejected == case.rejected
    assert sum(issue.kept for issue in report.issues) == case.remarks
    assert report.seen == report.added + report.updated + report.unchanged + report.rejected
