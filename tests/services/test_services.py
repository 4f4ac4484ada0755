"""What each service is asked, and what is made of its answers."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.services.stub import (
    ABSTRACT,
    AUTHORS,
    TITLE,
    Reply,
    Work,
    arxiv_feed,
    as_json,
    crossref_list,
    crossref_work,
    openalex_work,
    scholar_paper,
)

from readq.services import SERVICES, Wanted
from readq.services.model import Unreadable

ARXIV, CROSSREF, SCHOLAR, OPENALEX = SERVICES.values()
WITH_IDS = Wanted(doi="10.5555/loopgrow.1", arxiv_id="2602.16490")
TITLED = Wanted(title="loopgrow a unified view", author="lovelace")
UNTITLED = Wanted(
    name="LoopGrow",
    phrases=("layers have so far been", "checkpoints profit most from additional"),
    words=("transformer", "recurrence"),
)


def body(reply: Reply) -> bytes:
    return reply.body.encode() if isinstance(reply.body, str) else reply.body


ANSWERS = {
    "arxiv": arxiv_feed(Work()),
    "crossref": as_json({"message": crossref_work(Work(), ABSTRACT)}),
    "semanticscholar": as_json(scholar_paper(Work())),
    "openalex": as_json(openalex_work(Work())),
}


@pytest.mark.parametrize("name", SERVICES)
def test_all_that_is_known_of_a_paper_is_read(name: str) -> None:
    (draft,) = SERVICES[name].read(body(ANSWERS[name]))
    assert (draft.title, draft.authors) == (TITLE, AUTHORS)
    assert " ".join(draft.abstract.split()) == ABSTRACT
    assert (draft.year, draft.doi) == (2026, "10.5555/loopgrow.1")
    if name != "crossref":
        assert draft.arxiv_id == "2602.16490"
        assert draft.pdf_url.startswith("http")
    if name != "arxiv":
        assert draft.venue == "ICML"
    assert draft.source.name == SERVICES[name].label


@pytest.mark.parametrize("name", SERVICES)
def test_an_answer_without_a_paper_is_none(name: str) -> None:
    empty = {
        "arxiv": arxiv_feed(),
        "crossref": crossref_list(),
        "semanticscholar": as_json({"total": 0, "offset": 0}),
        "openalex": as_json({"results": []}),
    }
    assert SERVICES[name].read(body(empty[name])) == []


def test_arxiv_is_asked_for_many_ids_at_once() -> None:
    query = ARXIV.by_id([WITH_IDS, replace(WITH_IDS, arxiv_id="2602.16491"), Wanted()])
    assert query is not None
    assert dict(query.params) == {"id_list": "2602.16490,2602.16491", "max_results": "2"}


def test_services_are_asked_by_the_identifiers_they_know() -> None:
    asked = {name: s.by_id([WITH_IDS]) for name, s in SERVICES.items()}
    assert {name: query.path for name, query in asked.items() if query} == {
        "arxiv": "",
        "crossref": "/works/10.5555%2Floopgrow.1",
        "semanticscholar": "/paper/ARXIV:2602.16490",
        "openalex": "/works/doi:10.5555/loopgrow.1",
    }
    assert CROSSREF.by_id([Wanted(arxiv_id="2602.16490")]) is None
    odd = SCHOLAR.by_id([Wanted(doi="10.1002/(sici)1?x#<y>")])
    assert odd is not None
    assert odd.path == "/paper/DOI:10.1002/%28sici%291%3Fx%23%3Cy%3E"
    of_arxiv = OPENALEX.by_id([Wanted(arxiv_id="2602.16490")])
    assert of_arxiv is not None
    assert of_arxiv.path.endswith("10.48550/arxiv.2602.16490")
    assert all(s.by_id([TITLED]) is None for s in SERVICES.values())


def test_titles_are_asked_for_with_the_author() -> None:
    asked = {name: s.by_title(TITLED) for name, s in SERVICES.items()}
    said = {name: dict(query.params) for name, query in asked.items() if query}
    assert said["arxiv"]["search_query"] == 'ti:"loopgrow a unified view" AND au:lovelace'
    assert said["crossref"]["query.author"] == "lovelace"
    assert said["semanticscholar"]["query"] == "loopgrow a unified view"
    assert said["openalex"]["filter"] == "title.search:loopgrow a unified view"
    assert all(s.by_title(UNTITLED) is None for s in SERVICES.values())


def test_papers_without_a_title_are_asked_for_by_words() -> None:
    asked = {name: s.by_words(UNTITLED) for name, s in SERVICES.items()}
    said = {name: dict(query.params) for name, query in asked.items() if query}
    assert said["arxiv"]["search_query"] == (
        'abs:"layers have so far been" OR abs:"checkpoints profit most from additional"'
    )
    assert said["semanticscholar"]["query"] == "LoopGrow transformer recurrence"
    assert said["openalex"]["filter"].startswith('title_and_abstract.search:"layers have so far')
    assert "crossref" not in said  # it does not search abstracts
    assert all(s.by_words(Wanted()) is None for s in SERVICES.values())


def test_a_doi_of_arxiv_is_an_arxiv_id() -> None:
    work = replace(Work(), doi="10.48550/arXiv.2602.16490")
    for service, answer in (
        (CROSSREF, as_json({"message": crossref_work(work)})),
        (SCHOLAR, as_json(scholar_paper(work))),
        (OPENALEX, as_json(openalex_work(work))),
    ):
        (draft,) = service.read(body(answer))
        assert (draft.doi, draft.arxiv_id) == ("", "2602.16490")


def test_a_preprint_server_is_no_venue() -> None:
    for service, answer in (
        (SCHOLAR, as_json(scholar_paper(replace(Work(), venue="arXiv.org")))),
        (OPENALEX, as_json(openalex_work(replace(Work(), venue="arXiv (Cornell University)")))),
        (CROSSREF, as_json({"message": crossref_work(Work()) | {"type": "posted-content"}})),
    ):
        (draft,) = service.read(body(answer))
        assert draft.venue == ""


def test_a_subtitle_belongs_to_the_title() -> None:
    work = crossref_work(replace(Work(), title="LoopGrow"))
    (draft,) = CROSSREF.read(body(as_json({"message": work | {"subtitle": ["A Unified View"]}})))
    assert draft.title == "LoopGrow: A Unified View"
    (draft,) = CROSSREF.read(body(as_json({"message": work | {"subtitle": ["loopgrow"]}})))
    assert draft.title == "LoopGrow"


def test_names_that_are_no_persons_and_suffixes_are_kept() -> None:
    people = [{"name": "Example Council"}, {"given": "Hal", "family": "Daumé", "suffix": "III"}]
    (draft,) = CROSSREF.read(body(as_json({"message": crossref_work(Work()) | {"author": people}})))
    assert draft.authors == ("Example Council", "Hal Daumé, III")


def test_a_heading_over_the_abstract_is_no_part_of_it() -> None:
    marked = "<jats:title>Abstract</jats:title><jats:p>We loop.</jats:p>"
    (draft,) = CROSSREF.read(body(as_json({"message": crossref_work(Work(), marked)})))
    assert draft.abstract == "<jats:p>We loop.</jats:p>"


def test_links_that_are_none_are_left_out() -> None:
    for link in ("javascript:alert(1)", "file:///etc/passwd", "http://a b", "x\x1b[2J", 7, None):
        paper = scholar_paper(Work()) | {"openAccessPdf": {"url": link}}
        (draft,) = SCHOLAR.read(body(as_json(paper)))
        assert draft.pdf_url == ""


def test_what_is_too_long_to_be_true_is_left_out() -> None:
    long = replace(Work(), title="x" * 5_000)
    assert SCHOLAR.read(body(as_json(scholar_paper(long)))) == []
    (draft,) = SCHOLAR.read(body(as_json(scholar_paper(replace(Work(), abstract="x" * 60_000)))))
    assert draft.abstract == ""
    places = {"word": list(range(10**5)), "end": [10**12, -1, True, "x"]}
    work = openalex_work(Work()) | {"abstract_inverted_index": places}
    (draft,) = OPENALEX.read(body(as_json(work)))
    assert len(draft.abstract) <= 50_000


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=50)
@given(field=st.integers(0, 30), value=json_values)
def test_any_field_may_hold_anything(field: int, value: Any) -> None:
    """Whatever a service puts into a field, reading ends with papers or with a reason."""
    for service, made in (
        (CROSSREF, {"message": crossref_work(Work(), ABSTRACT)}),
        (SCHOLAR, scholar_paper(Work())),
        (OPENALEX, openalex_work(Work())),
    ):
        target: Any = made.get("message", made)
        target[list(target)[field % len(target)]] = value
        try:
            drafts = service.read(json.dumps(made).encode())
        except Unreadable:
            continue
        assert all(draft.title for draft in drafts)
