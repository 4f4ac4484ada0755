"""A venue that readq calls by its short name keeps the long one that its source wrote."""

from __future__ import annotations

import pytest
from tests.exporters.trips import IMPORTED_AS, exported, once_round, papers_from

from readq.domain.venue import long_name

LONG = "Proceedings of the 38th International Conference on Machine Learning"
ENTRY = f"@inproceedings{{a, title = {{One}}, booktitle = {{{LONG}}}, year = {{2021}}}}\n"


@pytest.mark.parametrize("format_", sorted(set(IMPORTED_AS) - {"jsonl"}))
def test_long_name_goes_out_and_comes_back(format_: str) -> None:
    papers = papers_from(ENTRY)
    assert LONG in exported(format_, papers)
    again = once_round(format_, papers)
    assert (again[0].venue, again[0].year) == (papers[0].venue, 2021)
    assert again[0].extra["booktitle"] == LONG
    assert LONG in exported("bibtex", again)


@pytest.mark.parametrize("format_", ["ris", "csl-json"])
def test_a_name_in_latex_is_kept_beside_the_short_one(format_: str) -> None:
    papers = papers_from(ENTRY.replace("Machine Learning", "Machine Learning, {ICML-21}"))
    (again,) = once_round(format_, papers)
    assert again.extra["booktitle"] == papers[0].extra["booktitle"]
    assert again.venue == papers[0].venue


@pytest.mark.parametrize("name", ["ICML", "ICML 2024", "colm2024", "Journal of Samples", ""])
def test_a_name_that_is_not_shortened_is_not_kept_twice(name: str) -> None:
    assert long_name(name) == ""


def test_what_csl_says_otherwise_comes_back_from_bibtex_as_it_was() -> None:
    source = papers_from(
        "@inproceedings{a, title = {One}, booktitle = {Proceedings of Samples}, pages = {5--9},\n"
        "  editor = {Ann van der Sample and Bo Lee}, series = {Notes}, address = {Ulm}, volume = 3}\n"
    )
    again = once_round("csl-json", source)
    one, two = exported("bibtex", source), exported("bibtex", again)
    assert sorted(line.strip(",") for line in one.splitlines()) == sorted(
        line.strip(",") for line in two.splitlines()
    )
