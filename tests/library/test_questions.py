"""What services are told about a paper."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.library.conftest import NOW
from tests.services.stub import ABSTRACT

from readq.domain import Draft, Paper, Source
from readq.library.facts import as_new, candidate
from readq.library.questions import question_about
from readq.services import Wanted

MARKED = (
    "**SWE-bench** has $2\\times$ more issues than others. We regard 95\\% of all stubborn compiler "
    "regressions collected over seventeen quarters as solved (see https://example.org/a)."
)


def asked(plain: str = "", **facts: Any) -> Wanted:
    found = candidate(
        Draft(source=Source("l", 1), abstract=plain, **facts), venue="", year=None, now=NOW
    )
    return question_about(as_new(found, lambda _: False), found.plain)


def test_a_titled_paper_is_asked_for_by_title_and_author_only() -> None:
    question = asked(ABSTRACT, title='The "GPT": a $\\beta$ View!', authors=("Ada Lovelace", "X"))
    assert question == Wanted(title="the gpt a \u03b2 view", author="lovelace")


def test_a_paper_without_title_is_asked_for_by_words_of_its_abstract() -> None:
    question = asked(ABSTRACT)
    assert question.title == ""
    assert question.name == "LoopGrow"
    assert len(question.phrases) == 3
    assert all(phrase in ABSTRACT.lower() for phrase in question.phrases)
    assert question.phrases[0] in ABSTRACT.lower().partition(". ")[0]
    assert all(word in ABSTRACT.lower() for word in question.words)


def test_markup_numbers_and_links_are_never_part_of_a_phrase() -> None:
    question = asked(MARKED)
    assert question.phrases == (
        "more issues than others",
        "compiler regressions collected over seventeen",
    )
    assert question.words[:3] == ("regressions", "collected", "seventeen")
    assert not any("example" in word or "times" in word for word in question.words)


def test_identifiers_are_told_as_they_are() -> None:
    question = asked(doi="10.5555/A.1", arxiv_id="arXiv:2602.16490v3")
    assert (question.doi, question.arxiv_id) == ("10.5555/a.1", "2602.16490")


def test_a_paper_of_which_nothing_is_known_is_not_asked_for() -> None:
    paper = replace(_paper("大规模语言模型中的真值判断与方向"), title="")
    question = question_about(paper, "大规模语言模型中的真值判断与方向")
    assert (question.phrases, question.words) == ((), ())


@given(st.text(max_size=400))
def test_whatever_an_abstract_holds_the_question_is_short_and_plain(plain: str) -> None:
    question = question_about(_paper(plain), plain)
    told = [getattr(question, field.name) for field in fields(Wanted)]
    said = " ".join(text if isinstance(text, str) else " ".join(text) for text in told)
    assert len(said) < 1_500
    assert all(re.fullmatch(r"[a-z]+(?: [a-z]+){3,4}", phrase) for phrase in question.phrases)


def _paper(abstract: str) -> Paper:
    found = candidate(
        Draft(source=Source("l", 1), abstract=abstract, doi="10.5555/x"),
        venue="",
        year=None,
        now=NOW,
    )
    return as_new(found, lambda _: False)
