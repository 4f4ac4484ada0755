"""Nothing is taken for a paper that may be another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.library.conftest import NOW
from tests.services.stub import ABSTRACT, AUTHORS, OTHER, TITLE

from readq.domain import Draft, Paper, Source, TitleOrigin
from readq.library.facts import as_new, candidate
from readq.library.sameness import Verdict
from readq.library.verifying import judge

FOUND = Draft(
    source=Source("arXiv", 1),
    title=TITLE,
    authors=AUTHORS,
    abstract=ABSTRACT,
    arxiv_id="2602.16490",
)
CHANGED = " ".join(
    "something" if number % 9 == 4 else word for number, word in enumerate(ABSTRACT.split())
)
"""The same abstract in another version: every ninth word is another one."""
REWRITTEN = " ".join(
    "something" if number % 3 == 1 else word for number, word in enumerate(ABSTRACT.split())
)


def known(**facts: Any) -> tuple[Paper, str]:
    """A paper of the library with its abstract as shown."""
    draft = Draft(source=Source("list.txt", 1), **facts)
    found = candidate(draft, venue="", year=None, now=NOW)
    return as_new(found, lambda _: False), found.plain


def verdict(own: dict[str, Any], found: Draft = FOUND) -> Verdict:
    record = candidate(found, venue="", year=None, now=NOW)
    return judge(*known(**own), record).verdict


@pytest.mark.parametrize(
    "own",
    [
        {"abstract": ABSTRACT},
        {"abstract": CHANGED},
        {"abstract": ABSTRACT[: len(ABSTRACT) * 6 // 10]},
        {"abstract": ABSTRACT, "arxiv_id": "2602.16490"},
        {"title": TITLE.upper(), "authors": ("A. Lovelace",)},
        {"title": TITLE, "authors": ("Alan M. Turing",)},
        {"title": TITLE, "arxiv_id": "2602.16490"},
        {"arxiv_id": "2602.16490"},
        {"title": "An Older Title of It", "abstract": ABSTRACT, "authors": AUTHORS},
    ],
    ids=lambda own: "+".join(own),
)
def test_the_same_paper_is_known_for_sure(own: dict[str, Any]) -> None:
    assert verdict(own) is Verdict.SAME


@pytest.mark.parametrize(
    "own",
    [
        {"title": TITLE},
        {"title": TITLE, "authors": ("Grace Hopper",)},
        {"title": TITLE, "authors": ("Anonymous",)},
        {"abstract": REWRITTEN, "arxiv_id": "2602.16490"},
        {"abstract": OTHER, "arxiv_id": "2602.16490"},
        {"title": "Quite Another Title", "arxiv_id": "2602.16490", "authors": AUTHORS},
        {"title": "Part II of It", "abstract": ABSTRACT, "authors": ("Grace Hopper",)},
    ],
    ids=lambda own: "+".join(own),
)
def test_what_is_perhaps_the_same_is_not_believed(own: dict[str, Any]) -> None:
    assert verdict(own) is Verdict.MAYBE


@pytest.mark.parametrize(
    "own",
    [
        {"abstract": OTHER},
        {"title": "Quite Another Title", "authors": AUTHORS},
        {"abstract": ABSTRACT, "arxiv_id": "2602.00001"},
        {"title": TITLE, "authors": AUTHORS, "arxiv_id": "2602.00001"},
        {"abstract": " ".join(ABSTRACT.split()[:12])},
    ],
    ids=lambda own: "+".join(own),
)
def test_another_paper_is_known_for_another(own: dict[str, Any]) -> None:
    assert verdict(own) is Verdict.OTHER


def test_two_publishers_dois_are_two_papers() -> None:
    own = {"title": TITLE, "authors": AUTHORS, "abstract": ABSTRACT, "doi": "10.5555/one"}
    assert verdict(own, replace(FOUND, doi="10.5555/two")) is Verdict.OTHER
    assert verdict(own, replace(FOUND, doi="10.5555/ONE")) is Verdict.SAME


def test_an_identifier_decides_only_where_there_is_nothing_else() -> None:
    """A DOI found on the first page of a file may be that of a paper it cites."""
    bare = replace(FOUND, abstract="", authors=())
    assert verdict({"arxiv_id": "2602.16490"}, bare) is Verdict.SAME
    assert verdict({"arxiv_id": "2602.16490", "abstract": OTHER}, bare) is Verdict.MAYBE
    with_author = replace(FOUND, abstract="")
    own = {"arxiv_id": "2602.16490", "abstract": OTHER, "authors": ("A. Lovelace",)}
    assert verdict(own, with_author) is Verdict.SAME


def test_follow_up_papers_that_copy_an_abstract_stay_apart() -> None:
    own = {"title": "Looping Robots, 2nd Report", "abstract": CHANGED, "authors": AUTHORS}
    record = replace(FOUND, title="Looping Robots, 1st Report")
    assert verdict(own, record) is Verdict.MAYBE


def test_what_the_reader_calls_a_paper_speaks_for_a_record_and_never_against_it() -> None:
    record = candidate(FOUND, venue="", year=None, now=NOW)
    paper, plain = known(arxiv_id="2602.16490")
    typed = replace(paper, title="My Name for It", title_origin=TitleOrigin.READER)
    assert judge(typed, plain, record).verdict is Verdict.SAME
    paper, plain = known(abstract=OTHER, authors=AUTHORS)
    typed = replace(paper, title=TITLE, title_origin=TitleOrigin.READER)
    assert judge(typed, plain, record).verdict is Verdict.SAME
    typed = replace(paper, title="My Name for It", title_origin=TitleOrigin.READER)
    assert judge(typed, plain, record).verdict is Verdict.OTHER


def test_a_title_the_paper_once_had_is_a_title_of_it() -> None:
    paper, plain = known(title="A Newer Title", authors=AUTHORS)
    record = candidate(FOUND, venue="", year=None, now=NOW)
    assert judge(replace(paper, aliases=(TITLE,)), plain, record).verdict is Verdict.SAME
