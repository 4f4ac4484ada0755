"""Citekeys: each used once, whatever is exported."""

from __future__ import annotations

import re
from typing import Any

from tests.exporters.papers import export, paper

from readq.domain import Paper
from readq.exporters import citekeys


def keys(*papers: Paper, **options: Any) -> list[str]:
    text = export("bibtex", *papers, **options)
    return re.findall(r"^@\w+\{(.*),$", text, re.MULTILINE)


def test_keys_are_unique_whatever_their_case() -> None:
    papers = [paper(citekey=key) for key in ("Lee2020", "lee2020", "lee2020", "a b{c}")]
    assert keys(*papers) == ["Lee2020", "lee2020a", "lee2020b", "abc"]


def test_a_key_of_the_source_goes_before_one_that_readq_makes() -> None:
    made = paper("On Sampling", authors=("Ann Lee",), year=2020)
    given = paper(citekey="lee2020sampling")
    assert keys(made, given) == ["lee2020samplinga", "lee2020sampling"]


def test_a_key_depends_on_the_library_and_not_on_what_is_exported() -> None:
    first = paper("On Sampling", authors=("Ann Lee",), year=2020)
    second = paper("Sampling Again", authors=("Bo Lee",), year=2020)
    known = citekeys([second, first])
    assert keys(second, keys=lambda: known) == ["lee2020samplinga"]
    assert keys(second, first, keys=lambda: known) == ["lee2020samplinga", "lee2020sampling"]
    later = paper("Sampling", authors=("Cy Lee",), year=2020)
    assert citekeys([later, first, second]).items() >= known.items()


def test_many_papers_with_one_key_get_many_keys() -> None:
    found = keys(*(paper(citekey="x") for _ in range(30)))
    assert len(set(found)) == 30
    assert found[:2] + found[26:29] == ["x", "xa", "xz", "xaa", "xab"]
