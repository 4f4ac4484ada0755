"""Which records are one paper, and which only look alike."""

from __future__ import annotations

from typing import Any

import pytest
from tests.library.sources import ABSTRACTS, STOCK, add_records, empty, numbers

Record = dict[str, Any]

ONE, TWO, THREE = ABSTRACTS
TITLE = "A question of some importance"
OTHER = "Quite another question"


def blend(one: str, other: str, share: float) -> str:
    """The beginning of one text, then the rest of the other."""
    words = one.split()
    cut = int(len(words) * share)
    return " ".join(words[:cut] + other.split()[cut:])


def count(first: Record, second: Record, *, together: bool) -> int:
    """How many papers two records make, in one list or in two."""
    library = empty()
    if together:
        add_records(library, first, second)
    else:
        add_records(library, first)
        add_records(library, second)
    return len(library)


@pytest.mark.parametrize("together", [False, True], ids=["two lists", "one list"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"doi": "10.1000/AbC"}, {"doi": "https://doi.org/10.1000/abc"}),
        ({"arxiv_id": "2401.00001v1"}, {"arxiv_id": "arXiv:2401.00001v3"}),
        ({"arxiv_id": "2401.00001"}, {"doi": "10.48550/arXiv.2401.00001"}),
        (
            {"doi": "10.1000/a", "arxiv_id": "2401.00001"},
            {"doi": "10.2000/b", "arxiv_id": "2401.00001"},
        ),
        (
            {"url": "https://openreview.net/forum?id=AbCdEf1234"},
            {"openreview_id": "AbCdEf1234", "url": "https://openreview.net/pdf?id=AbCdEf1234"},
        ),
    ],
    ids=["doi", "arxiv", "arxiv doi", "preprint and journal", "openreview"],
)
def test_one_identifier_is_one_paper_whatever_its_title(
    first: Record, second: Record, together: bool
) -> None:
    first, second = {"title": TITLE, **first}, {"title": OTHER, **second}
    assert count(first, second, together=together) == 1


@pytest.mark.parametrize("together", [False, True], ids=["two lists", "one list"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"title": TITLE}, {"title": TITLE.upper() + "."}),
        ({"title": TITLE, "year": 2025}, {"title": TITLE, "year": 2026}),
        (
            {"title": TITLE, "year": 2020, "authors": ["Ann Lee", "Bo Ek"]},
            {"title": TITLE, "year": 2025, "authors": ["Bo Ek"]},
        ),
        ({"title": TITLE, "abstract": ONE}, {"abstract": f"  {ONE.upper()} "}),
        ({"abstract": ONE}, {"title": TITLE, "abstract": ONE}),
        ({"title": TITLE, "abstract": ONE}, {"title": OTHER, "abstract": ONE}),
        (
            {"title": TITLE, "authors": ["Ann Lee"], "doi": "10.1145/12"},
            {"title": TITLE, "authors": ["Ann Lee"], "doi": "10.48550/arXiv.2401.00001"},
        ),
    ],
)
def test_one_title_or_one_abstract_is_one_paper(
    first: Record, second: Record, together: bool
) -> None:
    assert count(first, second, together=together) == 1


@pytest.mark.parametrize("together", [False, True], ids=["two lists", "one list"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        # Publishers and arXiv say that these are two works.
        ({"title": TITLE, "doi": "10.1000/a"}, {"title": TITLE, "doi": "10.1000/b"}),
        (
            {"title": TITLE, "abstract": ONE, "arxiv_id": "2401.00001"},
            {"title": TITLE, "abstract": ONE, "arxiv_id": "2401.00002"},
        ),
        (
            {"abstract": ONE, "doi": "10.1000/a"},
            {"title": TITLE, "abstract": ONE, "doi": "10.1000/b"},
        ),
        (
            {"abstract": ONE, "doi": "10.1000/a"},
            {"title": TITLE, "abstract": blend(ONE, TWO, 0.9), "doi": "10.1000/b"},
        ),
        (
            {"title": TITLE, "abstract": ONE, "arxiv_id": "2401.00001"},
            {"abstract": blend(ONE, TWO, 0.9), "arxiv_id": "2401.00002"},
        ),
        # Parts of a series may share an abstract.
        *(
            (
                {"title": f"On fields, part {one}", "abstract": ONE},
                {"title": f"On fields, part {two}", "abstract": ONE},
            )
            for one, two in (("1", "2"), ("I", "II"), ("IX", "XI"), ("one", "two"))
        ),
        ({"title": "First report", "abstract": ONE}, {"title": "Second report", "abstract": ONE}),
        # Words that many papers share.
        ({"title": TITLE, "abstract": STOCK}, {"title": OTHER, "abstract": STOCK}),
        ({"title": "Preface", "year": 2026, "abstract": ONE}, {"title": "Preface", "year": 2026}),
        (
            {"title": TITLE, "authors": ["Ann Lee"], "year": 2026},
            {"title": TITLE, "authors": ["Cy Ng"], "year": 2026},
        ),
        (
            {"title": TITLE, "abstract": ONE, "authors": ["Ann Lee"]},
            {"title": OTHER, "abstract": ONE, "authors": ["Cy Ng"]},
        ),
        ({"title": TITLE, "year": 2020}, {"title": TITLE, "year": 2025}),
        (
            {"title": "Preface", "authors": ["Ann Lee"], "venue": "ICML", "year": 2025},
            {"title": "Preface", "authors": ["Ann Lee"], "venue": "ICML", "year": 2026},
        ),
        (
            {"title": "Withdrawn", "authors": ["Ann Lee"], "openreview_id": "AbCdEf1234"},
            {"title": "Withdrawn", "authors": ["Ann Lee"], "openreview_id": "GhIjKl5678"},
        ),
        ({"title": TITLE, "abstract": ONE}, {"title": OTHER, "abstract": blend(ONE, TWO, 0.9)}),
    ],
)
def test_papers_that_only_look_alike_stay_two(
    first: Record, second: Record, together: bool
) -> None:
    assert count(first, second, together=together) == 2


def test_fifty_papers_without_an_abstract_stay_fifty() -> None:
    library = empty()
    records = [{"title": f"The question of {n} things", "abstract": STOCK} for n in range(50)]
    assert numbers(add_records(library, *records)) == (50, 0, 0, 0)
    assert numbers(add_records(library, *records)) == (0, 0, 50, 0)


def test_an_abstract_with_a_few_other_words_gets_its_title() -> None:
    library = empty()
    add_records(library, {"abstract": ONE})
    report = add_records(library, {"title": TITLE, "abstract": blend(ONE, TWO, 0.8)})
    assert numbers(report) == (0, 1, 0, 0)
    assert not report.doubtful
    assert [(p.title, p.abstract) for p in library.papers()] == [(TITLE, ONE)]


def test_a_doubtful_match_is_told_and_not_made() -> None:
    library = empty()
    (known,) = add_records(library, {"abstract": ONE}).paper_ids
    before = library.paper(known)
    report = add_records(library, {"title": TITLE, "abstract": blend(ONE, TWO, 0.3)})
    assert numbers(report) == (1, 0, 0, 0)
    (doubt,) = report.doubtful
    assert (doubt.paper_id, doubt.title) == (known, TITLE)
    assert 20 <= doubt.shared < 40
    assert library.paper(known) == before
    assert len(library) == 2


def test_an_unrelated_abstract_is_no_doubt() -> None:
    library = empty()
    add_records(library, {"abstract": ONE})
    report = add_records(library, {"title": TITLE, "abstract": THREE})
    assert numbers(report) == (1, 0, 0, 0)
    assert not report.doubtful


@pytest.mark.parametrize("authors", [["Anonymous"], ["et al."], ["021"], []])
def test_a_short_title_by_nobody_comes_in_once(authors: list[str]) -> None:
    library = empty()
    record = {"title": "Preface", "authors": authors, "year": 2020}
    assert numbers(add_records(library, record)) == (1, 0, 0, 0)
    assert numbers(add_records(library, record)) == (0, 0, 1, 0)


def test_titles_with_thousands_of_digits_are_compared() -> None:
    library = empty()
    digits = "9" * 5000
    titles = f"A study of chains {digits}", f"The study of chains {digits}"
    add_records(library, *({"title": title, "authors": ["Ann Lee"]} for title in titles))
    add_records(library, {"title": titles[0], "authors": ["Ann Lee"]})
    assert len(library) == 2
