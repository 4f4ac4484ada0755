"""Fields that formats call by one name come back under the name and in the wording they had."""

from __future__ import annotations

import pytest
from tests.exporters.trips import once_round, papers_from

_ENTRIES = """
@phdthesis{a, title = {On samples}, author = {Ann Lee}, school = {A School}, location = {Town}, year = 2019}
@techreport{b, title = {On sorting}, institution = {A Lab}, number = {7}, issue = {8}, year = 2019}
@mastersthesis{c, title = {On trees}, school = {A School}, isbn = {978-3-16-148410-0}, year = 2019}
@misc{d, title = {On graphs}, booktitle = {Proceedings of Samples}, pages = {5--5}, issn = {1234-5678}}
@proceedings{e, title = {All samples}, isbn = {1234-5678}, pages = {1-10}, langid = {german}}
@inbook{f, title = {A part}, editor = {Roe, Fox and Ann Lee}, series = {Notes}, organization = {O}}
@article{g, title = {A season}, journal = {J}, date = {2019-21}, note = {n}, publisher = {P}}
"""


@pytest.mark.parametrize("format_", ["bibtex", "biblatex", "ris", "csl-json", "jsonl", "csv"])
def test_fields_keep_their_names_and_kinds(format_: str) -> None:
    papers = papers_from(_ENTRIES)
    again = once_round(format_, papers)
    for one, two in zip(papers, again, strict=True):
        assert two.extra == one.extra, one.citekey
        assert (two.year, two.month, two.venue) == (one.year, one.month, one.venue)


@pytest.mark.parametrize("kind", ["CONF", "MGZN", "EJOUR", "PAT", "BLOG", "GEN", "CPAPER"])
def test_a_type_of_ris_comes_back_as_it_was(kind: str) -> None:
    papers = papers_from(f"TY  - {kind}\nTI  - On samples\nT2  - A Venue\nER  -\n")
    (again,) = once_round("ris", papers)
    assert again.extra == papers[0].extra


def test_a_date_that_is_none_of_biblatex_stands_beside_year_and_month() -> None:
    (paper,) = papers_from(
        '[{"itemType": "conferencePaper", "title": "C", "date": "2019/12", "publicationTitle": "P"}]'
    )
    (again,) = once_round("biblatex", [paper])
    assert (again.year, again.month) == (paper.year, paper.month) == (2019, 12)


@pytest.mark.parametrize("key", ["10.1145/3292500", "9363924", "2020ApJ...900..100S", "lee2020"])
@pytest.mark.parametrize("format_", ["bibtex", "ris", "csl-json"])
def test_a_key_that_looks_like_an_id_is_still_the_key(format_: str, key: str) -> None:
    papers = papers_from(f"@misc{{{key}, title = {{On samples}}, day = 7, month = 5, year = 2020}}")
    (again,) = once_round(format_, papers)
    assert again.citekey == key
    assert again.extra == papers[0].extra


@pytest.mark.parametrize("kind", ["patent", "booklet", "manual", "conference", "dataset", "online"])
def test_a_kind_of_bibtex_comes_back_from_csl_and_ris(kind: str) -> None:
    papers = papers_from(f"@{kind}{{k, title = {{On samples}}, holder = {{H}}}}")
    for format_ in ("csl-json", "ris"):
        (again,) = once_round(format_, papers)
        assert (again.extra, again.citekey) == (papers[0].extra, "k")
