"""RIS: one value a line, whatever it says."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.exporters.papers import export, lines, paper, stored_texts, texts

from readq.domain import Reading, TitleOrigin

_LINE = re.compile(r"([A-Z][A-Z0-9])  - (.*)")


def records(text: str) -> list[list[tuple[str, str]]]:
    """Tags and values of each record, read after the rules of the format."""
    found: list[list[tuple[str, str]]] = []
    inside = False
    for line in text.split("\n"):
        if not line:
            assert not inside
            continue
        match = _LINE.fullmatch(line)
        assert match, line
        tag, value = match[1], match[2]
        if tag == "TY":
            assert not inside
            found.append([])
            inside = True
        assert inside
        if tag == "ER":
            inside = False
        else:
            found[-1].append((tag, value))
    assert not inside
    return found


def test_a_record_has_the_usual_tags() -> None:
    one = paper(
        "SD-MoE: 5% of $x_1$",
        authors=("Ann Lee", "Author van der One, Jr.", "A Council, Models and Group"),
        venue="ICML",
        year=2026,
        month=3,
        doi="10.1/x_y",
        arxiv_id="2602.00001",
        openreview_id="AbCdEfGh12",
        url="https://e.org/a",
        pdf_url="https://e.org/a.pdf",
        code_url="https://github.com/a/b",
        keywords=("RL", "a, b"),
        abstract="One\nparagraph.\n\nAnother.",
        extra={"pages": "10--17", "volume": 3, "track": "main", "C1": ["x", "y"], "note": "mine"}
        | {"editor": "Doe, Ed and Roe, Fox"},
    )
    assert export("ris", one) == (
        "TY  - CPAPER\n"
        "ID  - lee2026sd\n"
        "TI  - SD-MoE: 5% of $x_1$\n"
        "AU  - Lee, Ann\n"
        "AU  - van der One, Author, Jr.\n"
        "AU  - A Council,, Models and Group\n"
        "PY  - 2026\n"
        "DA  - 2026/03//\n"
        "T2  - ICML\n"
        "DO  - 10.1/x_y\n"
        "UR  - https://e.org/a\n"
        "L1  - https://e.org/a.pdf\n"
        "AB  - One paragraph. Another.\n"
        "U1  - readq:breaks: 14\n"
        "KW  - RL\n"
        "KW  - a, b\n"
        "SP  - 10\n"
        "EP  - 17\n"
        "VL  - 3\n"
        "N1  - mine\n"
        "ED  - Doe, Ed\n"
        "ED  - Roe, Fox\n"
        "U1  - readq:arxiv_id: 2602.00001\n"
        "U1  - readq:openreview_id: AbCdEfGh12\n"
        "U1  - readq:code_url: https://github.com/a/b\n"
        "U1  - readq:plain: true\n"
        "U1  - readq:track: main\n"
        "C1  - x\n"
        "C1  - y\n"
        "ER  - \n"
    )


@pytest.mark.parametrize(
    ("extra", "tag"),
    [
        ({"entry_type": "article"}, "JOUR"),
        ({"entry_type": "phdthesis"}, "THES"),
        ({"type": "chapter"}, "CHAP"),
        ({"type": "CPAPER"}, "CPAPER"),
        ({}, "GEN"),
    ],
)
def test_the_type_is_what_the_source_says(extra: dict[str, str], tag: str) -> None:
    assert records(export("ris", paper(extra=extra)))[0][0] == ("TY", tag)


def test_the_day_is_given_where_the_source_gave_it() -> None:
    one = paper(year=2019, month=5, extra={"date": "2019-05-17"})
    assert ("DA", "2019/05/17/") in records(export("ris", one))[0]


def test_a_preprint_has_the_doi_arxiv_gave_it() -> None:
    one = paper(arxiv_id="2602.00001")
    assert ("DO", "10.48550/arXiv.2602.00001") in records(export("ris", one))[0]


def test_type_and_id_of_a_record_go_out_as_they_came() -> None:
    one = paper(extra={"entry_type": "misc", "TY": "PAT", "ID": "12 34"})
    assert export("ris", one) == "TY  - PAT\nID  - 12 34\nTI  - A Title\nER  - \n"


def test_a_derived_title_is_flagged_and_notes_stay_at_home() -> None:
    one = paper(title_origin=TitleOrigin.DERIVED)
    reading = Reading(one.id, note="Mine\nalone")
    assert records(export("ris", one, reading=reading))[0][3:] == [
        ("N1", "Title derived by readq from the abstract")
    ]
    assert ("RN", "Mine alone") in records(export("ris", one, reading=reading, notes=True))[0]


@given(
    title=lines,
    authors=st.lists(lines, max_size=3).map(tuple),
    venue=lines,
    abstract=stored_texts,
    keywords=st.lists(lines, max_size=2).map(tuple),
    extra=st.dictionaries(
        texts.map("field {}".format), stored_texts | st.integers() | st.lists(lines), max_size=3
    ),
)
def test_whatever_a_paper_says_each_value_is_one_line(
    title: str,
    authors: tuple[str, ...],
    venue: str,
    abstract: str,
    keywords: tuple[str, ...],
    extra: dict[str, object],
) -> None:
    bad = paper(
        title, authors=authors, venue=venue, abstract=abstract, keywords=keywords, extra=extra
    )
    found = records(export("ris", bad, paper("The one after")))
    assert len(found) == 2
    assert found[1][2:] == [("TI", "The one after")]
    values = dict(found[0])
    assert values["TI"] == title
    assert values.get("AB", "").split() == abstract.split()
    assert [v.rstrip(";") for tag, v in found[0] if tag == "KW"] == [
        k.rstrip(";") for k in keywords if k
    ]
    assert len([v for tag, v in found[0] if tag == "AU"]) >= len([a for a in authors if a])
