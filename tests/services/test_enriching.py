"""Papers completed from services: what is taken, what is left, and how it is told."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.library.conftest import NOW
from tests.services.conftest import Ask
from tests.services.stub import (
    ABSTRACT,
    AUTHORS,
    OTHER,
    TITLE,
    Asked,
    Reply,
    Stub,
    Ticking,
    Work,
    arxiv_feed,
    as_json,
    crossref_list,
    crossref_work,
    openalex_work,
    scholar_paper,
)

from readq.domain import Paper, Status, TitleOrigin
from readq.domain.identity import words
from readq.errors import UnknownPaperError
from readq.library import Library
from readq.library.enrich_report import EnrichProgress, EnrichReport
from readq.paths import bundled_data
from readq.services import Account
from readq.store import MemoryFiles
from readq.text import render, render_title

Add = Callable[..., str]


@pytest.fixture
def library() -> Iterator[Library]:
    with Library(MemoryFiles(), now=lambda: NOW) as opened:
        yield opened


@pytest.fixture
def add(library: Library, tmp_path: Path) -> Add:
    """Put a list of one paper into the library; its id."""

    def put(text: str, name: str = "list.txt") -> str:
        source = tmp_path / name
        source.write_text(text, encoding="utf-8")
        (paper_id,) = library.add(source).paper_ids
        return paper_id

    return put


def adds_up(report: EnrichReport) -> EnrichReport:
    told = report.completed + report.unchanged + report.not_found + report.failed
    assert report.asked == told
    assert report.completed == len(report.papers)
    return report


UNTITLED = f"{ABSTRACT}\n\n{OTHER}\n"


def test_a_paper_without_a_title_is_found_by_its_words(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    paper_id = add(f"ICML 2026\n\n{ABSTRACT}\n")
    derived = library.paper(paper_id).title
    stub.when("/arxiv", arxiv_feed(Work(title="Elsewhere", abstract=OTHER), Work()))
    report = adds_up(library.enrich([paper_id], ask("arxiv")))
    assert (report.asked, report.completed) == (1, 1)
    paper = library.paper(paper_id)
    assert (paper.title, paper.title_origin) == (TITLE, TitleOrigin.CATALOGUE)
    assert derived in paper.aliases
    assert paper.authors == AUTHORS
    assert (paper.arxiv_id, paper.doi) == ("2602.16490", "10.5555/loopgrow.1")
    assert paper.venue == "ICML"
    assert paper.abstract == ABSTRACT
    assert paper.pdf_url == "http://arxiv.org/pdf/2602.16490v2"
    assert [source.name for source in paper.sources] == ["list.txt", "arXiv"]
    (told,) = report.papers
    assert (told.title, told.was, told.services) == (TITLE, derived, ("arXiv",))
    assert {"title", "authors", "arXiv id", "DOI"} <= set(told.facts)


def test_a_bare_identifier_becomes_a_paper(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    paper_id = add("arXiv:2602.16490\n")
    stub.when("/arxiv", arxiv_feed(Work()))
    adds_up(library.enrich([paper_id], ask("arxiv")))
    paper = library.paper(paper_id)
    assert (paper.title, paper.year) == (TITLE, 2026)
    assert paper.abstract == ABSTRACT
    assert paper.aliases == ()


def test_it_is_one_change_that_undo_takes_back(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    ids = [add("arXiv:2602.16490\n"), add("arXiv:2602.16491\n", "other.txt")]
    before = library.export()
    stub.when(
        "/arxiv",
        arxiv_feed(Work(), Work(title="Another", abstract=OTHER, arxiv="2602.16491", doi="")),
    )
    report = adds_up(library.enrich(ids, ask("arxiv")))
    after = library.export()
    assert report.change is not None
    assert report.change.label == "completed 2 papers from arXiv"
    assert len(stub.asked) == 1
    library.undo()
    assert library.export() == before
    library.redo()
    assert library.export() == after


def test_a_dry_run_asks_and_writes_nothing(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    paper_id = add("arXiv:2602.16490\n")
    before, changes = library.export(), len(library.log())
    stub.when("/arxiv", arxiv_feed(Work()))
    report = adds_up(library.enrich([paper_id], ask("arxiv"), dry_run=True))
    assert (report.completed, report.change) == (1, None)
    assert (library.export(), len(library.log())) == (before, changes)


def test_what_the_reader_decided_stays(library: Library, add: Add, stub: Stub, ask: Ask) -> None:
    paper_id = add("arXiv:2602.16490\n")
    library.set_title(paper_id, "What I Call It")
    library.note(paper_id, "mine")
    library.mark(paper_id, Status.QUEUED)
    stub.when("/arxiv", arxiv_feed(Work()))
    adds_up(library.enrich([paper_id], ask("arxiv")))
    paper, reading = library.paper(paper_id), library.reading(paper_id)
    assert (paper.title, paper.title_origin) == ("What I Call It", TitleOrigin.READER)
    assert TITLE in paper.aliases
    assert paper.authors == AUTHORS
    assert (reading.note, reading.status) == ("mine", Status.QUEUED)


def test_a_title_typed_while_services_were_asked_stays(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    paper_id = add("arXiv:2602.16490\n")

    def answer(_: Asked) -> Reply:
        library.set_title(paper_id, "Typed Meanwhile")
        return arxiv_feed(Work())

    stub.replying("/arxiv", answer)
    adds_up(library.enrich([paper_id], ask("arxiv")))
    assert library.paper(paper_id).title == "Typed Meanwhile"
    assert TITLE in library.paper(paper_id).aliases


def test_nothing_a_list_said_is_overwritten(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    entry = (
        f"@article{{a, title = {{{TITLE}}}, author = {{Lovelace, Ada}}, year = 2025, "
        "journal = {JMLR}, url = {https://example.org/mine}}\n"
    )
    paper_id = add(entry, "mine.bib")
    before = library.paper(paper_id)
    stub.when("/arxiv", arxiv_feed(Work()))
    adds_up(library.enrich([paper_id], ask("arxiv")))
    after = library.paper(paper_id)
    kept = ("title", "authors", "year", "venue", "url", "citekey")
    assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]
    assert after.abstract == ABSTRACT


@pytest.mark.parametrize(
    "work",
    [Work(title="Elsewhere", abstract=OTHER), Work(abstract=""), Work(abstract="Too short.")],
    ids=["other", "none", "short"],
)
def test_what_is_not_certain_is_not_taken(
    library: Library, add: Add, stub: Stub, ask: Ask, work: Work
) -> None:
    paper_id = add(f"{ABSTRACT}\n")
    before = library.paper(paper_id)
    stub.when("/arxiv", arxiv_feed(work))
    report = adds_up(library.enrich([paper_id], ask("arxiv")))
    assert (report.not_found, report.change) == (1, None)
    assert library.paper(paper_id) == before


def test_what_is_perhaps_the_paper_is_told(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    half = " ".join([*ABSTRACT.split()[:16], *OTHER.split()[16:]])
    paper_id = add(f"{ABSTRACT}\n")
    stub.when("/arxiv", arxiv_feed(Work(title="Perhaps", abstract=half)))
    (guess,) = adds_up(library.enrich([paper_id], ask("arxiv"))).guesses
    assert (guess.paper_id, guess.title, guess.service) == (paper_id, "Perhaps", "arXiv")
    assert 20 <= guess.shared < 40


def test_a_complete_paper_is_not_asked_about(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    complete = (
        f"@inproceedings{{a, title = {{{TITLE}}}, author = {{Lovelace, Ada}}, year = 2026, "
        f"booktitle = {{ICML}}, abstract = {{{ABSTRACT}}}, doi = {{10.5555/loopgrow.1}}}}\n"
    )
    report = adds_up(library.enrich([add(complete, "a.bib")], ask()))
    assert (report.unchanged, report.questions, stub.asked) == (1, 0, [])


def test_asking_again_changes_nothing_and_sends_nothing(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    paper_id = add("arXiv:2602.16490\n")
    stub.when("/arxiv", arxiv_feed(Work(doi="")))
    adds_up(library.enrich([paper_id], ask("arxiv")))
    asked, before = len(stub.asked), library.paper(paper_id)
    report = adds_up(library.enrich([paper_id], ask("arxiv")))
    assert (report.unchanged, report.questions) == (1, 0)
    assert len(stub.asked) == asked
    assert library.paper(paper_id) == before


def test_services_complete_each_other(library: Library, add: Add, stub: Stub, ask: Ask) -> None:
    """arXiv knows the title but no venue; Crossref is then asked by that title."""
    paper_id = add(f"{ABSTRACT}\n")
    stub.when("/arxiv", arxiv_feed(Work(doi="")))
    stub.when("/crossref/works", crossref_list(crossref_work(Work())))
    report = adds_up(library.enrich([paper_id], ask()))
    paper = library.paper(paper_id)
    assert (paper.title, paper.venue, paper.doi) == (TITLE, "ICML", "10.5555/loopgrow.1")
    assert report.papers[0].services == ("arXiv", "Crossref")
    assert not any(path.startswith("/semanticscholar") for path in stub.paths())


@pytest.mark.parametrize("name", ["semanticscholar", "openalex"])
def test_an_abstract_that_is_missing_is_taken(
    library: Library, add: Add, stub: Stub, ask: Ask, name: str
) -> None:
    entry = f"@article{{a, title = {{{TITLE}}}, author = {{Lovelace, Ada}}}}\n"
    paper_id = add(entry, "a.bib")
    stub.when("/semanticscholar/paper/search/match", as_json({"data": [scholar_paper(Work())]}))
    stub.when("/openalex/works", as_json({"results": [openalex_work(Work())]}))
    adds_up(library.enrich([paper_id], ask(name, account=Account(key="k"))))
    assert library.paper(paper_id).abstract == ABSTRACT


def test_text_of_services_is_cleaned_like_an_import(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    hostile = "A\x1b]52;c;UFdORUQ=\x1b\\Z [/] \u202e$x^2$ \\emph{B}"
    paper_id = add("doi:10.5555/loopgrow.1\n")
    work = crossref_work(replace(Work(), title=hostile, venue="V\x9b2J", authors=("E\x07 F",)))
    more = {"notes": "x", "status": "read", "uid": "zz", "id": "zz"}
    stub.when("/crossref", as_json({"message": work | more}))
    adds_up(library.enrich([paper_id], ask("crossref")))
    paper = library.paper(paper_id)
    assert paper.title == "AZ [/] x² B"
    assert paper.id == paper_id
    assert all(ord(c) >= 32 and ord(c) != 0x9B for c in paper.venue + "".join(paper.authors))
    assert library.reading(paper_id).status is Status.NEW
    assert not paper.extra.keys() & more.keys()


# Failures


def test_a_service_that_fails_is_told_in_a_sentence(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    paper_id = add("arXiv:2602.16490\n")
    stub.when("/arxiv", Reply(status=403))
    report = adds_up(library.enrich([paper_id], ask("arxiv")))
    assert (report.failed, report.change) == (1, None)
    (failure,) = report.failures
    assert str(failure).startswith("arXiv, 1 paper: it refuses to answer (403); ")
    assert failure.paper_ids == (paper_id,)


def test_what_another_service_knows_has_not_failed(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    paper_id = add("arXiv:2602.16490\n")
    stub.when("/arxiv", Reply("<html>no</html>"))
    stub.when("/semanticscholar/paper/ARXIV", as_json(scholar_paper(Work())))
    report = adds_up(library.enrich([paper_id], ask("arxiv", "semanticscholar")))
    assert (report.completed, report.failed, len(report.failures)) == (1, 0, 1)
    assert library.paper(paper_id).title == TITLE


@pytest.fixture
def many(library: Library, tmp_path: Path) -> list[str]:
    """Nine papers with a DOI."""
    source = tmp_path / "ids.txt"
    source.write_text("".join(f"doi:10.5555/many.{n}\n" for n in range(9)), encoding="utf-8")
    return list(library.add(source).paper_ids)


def test_a_service_that_refuses_is_asked_once_for_all(
    library: Library, many: list[str], stub: Stub, ask: Ask
) -> None:
    stub.when("/crossref", Reply(status=403))
    report = adds_up(library.enrich(many, ask("crossref")))
    assert (report.failed, len(stub.asked)) == (9, 1)
    (failure,) = report.failures
    assert failure.paper_ids == tuple(many)


def test_a_service_that_fails_twice_in_a_row_is_left_in_peace(
    library: Library, many: list[str], stub: Stub, ask: Ask
) -> None:
    stub.when("/crossref", Reply(status=500))
    report = adds_up(library.enrich(many, ask("crossref")))
    assert (report.failed, len(stub.asked)) == (9, 6)


def test_one_bad_answer_costs_one_paper(
    library: Library, many: list[str], stub: Stub, ask: Ask
) -> None:
    def answer(asked: Asked) -> Reply:
        number = asked.path[-1]
        if number in "258":
            return Reply("{")
        work = Work(title=f"Paper Number {number}", doi=f"10.5555/many.{number}")
        return as_json({"message": crossref_work(work)})

    stub.replying("/crossref", answer)
    report = adds_up(library.enrich(many, ask("crossref")))
    assert (report.completed, report.failed) == (6, 3)
    assert [len(failure.paper_ids) for failure in report.failures] == [3]


def test_a_paper_that_is_not_there_is_named(library: Library, ask: Ask) -> None:
    with pytest.raises(UnknownPaperError, match="nosuch"):
        library.enrich(["nosuch"], ask("arxiv"))


def test_a_paper_that_went_meanwhile_is_left_out(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    paper_id = add("arXiv:2602.16490\n")

    def answer(_: Asked) -> Reply:
        library.undo()
        return arxiv_feed(Work())

    stub.replying("/arxiv", answer)
    report = adds_up(library.enrich([paper_id], ask("arxiv")))
    assert (report.unchanged, report.change) == (1, None)


def test_two_papers_that_turn_out_to_be_one_are_told(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    first, second = add("arXiv:2602.16490\n"), add(f"{ABSTRACT}\n", "other.txt")
    stub.when("/arxiv", arxiv_feed(Work(doi="")))
    report = adds_up(library.enrich([second], ask("arxiv")))
    (twin,) = report.twins
    assert (twin.paper_id, twin.other_id) == (second, first)
    assert twin.identifier == "arXiv:2602.16490"


# Progress, being offline, being asked for


def test_it_says_how_far_it_is_and_can_be_stopped(
    library: Library, many: list[str], stub: Stub, ask: Ask
) -> None:
    told: list[EnrichProgress] = []
    library.enrich(many, ask("crossref"), progress=told.append)
    assert [at.done for at in told] == sorted(at.done for at in told)
    assert (told[0].done, told[-1].done, told[-1].total) == (0, 9, 9)
    stub.asked.clear()
    before = library.export()
    stub.when("/crossref", as_json({"message": crossref_work(Work(doi="10.5555/many.0"))}))
    report = library.enrich(many, ask("crossref", fresh=True), progress=lambda at: at.done < 3)
    assert report.cancelled
    assert (report.change, report.completed, len(stub.asked)) == (None, 0, 3)
    assert library.export() == before


def test_offline_opens_no_socket(
    library: Library, many: list[str], stub: Stub, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = crossref_work(Work(doi="10.5555/many.7"))
    stub.when("/crossref/works/10.5555%2Fmany.7", as_json({"message": work}))
    library.enrich(many[7:8], ask("crossref"), dry_run=True)

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a socket was asked for")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    report = adds_up(library.enrich(many, ask("crossref", offline=True)))
    assert (report.completed, report.failed, report.questions) == (1, 8, 0)
    assert library.paper(many[7]).title == TITLE
    (failure,) = report.failures
    assert "not in the cache" in str(failure)


def test_what_is_sent_is_no_more_than_promised(
    library: Library, add: Add, stub: Stub, ask: Ask
) -> None:
    """Of an abstract a few words go out; of notes, tags and lists nothing does."""
    paper_id = add(f"{ABSTRACT}\n", "my secret project.txt")
    library.note(paper_id, "unpublished idea")
    library.tag(paper_id, ["grant"])
    library.enrich([paper_id], ask("arxiv", "crossref", "semanticscholar"))
    sent = " ".join(f"{asked.path} {dict(asked.params)} {asked.headers}" for asked in stub.asked)
    assert "abs:" in sent
    assert not any(word in sent for word in ("secret", "unpublished", "grant"))
    assert max(len(str(asked.params)) for asked in stub.asked) < 300
    assert {path.split("/")[1] for path in stub.paths()} == {"arxiv", "semanticscholar"}


def test_twenty_papers_with_arxiv_ids_are_one_question(
    library: Library, stub: Stub, ask: Ask, tmp_path: Path, ticking: Ticking
) -> None:
    source = tmp_path / "ids.txt"
    source.write_text("".join(f"2602.{n:05}\n" for n in range(20)), encoding="utf-8")
    ids = list(library.add(source).paper_ids)

    def answer(asked: Asked) -> Reply:
        wanted = asked.params["id_list"].split(",")
        return arxiv_feed(*(Work(title=f"Paper {i}", arxiv=i, doi="") for i in reversed(wanted)))

    stub.replying("/arxiv", answer)
    report = adds_up(library.enrich(ids, ask("arxiv")))
    assert (report.completed, report.questions, ticking.slept) == (20, 1, [])
    papers: list[Paper] = [library.paper(i) for i in ids]
    assert all(paper.title == f"Paper {paper.arxiv_id}" for paper in papers)


def test_the_bundled_abstracts_all_find_their_titles(
    library: Library, stub: Stub, ask: Ask
) -> None:
    """A service that finds the phrases it is asked for, as arXiv does, names all 38 papers."""
    data = bundled_data()
    library.add(*sorted((data / "icml2026").glob("*.txt")))
    known = json.loads((data / "icml2026-catalogue.json").read_text(encoding="utf-8"))
    works = [
        Work(
            entry["title"],
            entry["abstract"],
            tuple(entry.get("authors", ())),
            arxiv=f"2602.{n:05}",
            doi="",
        )
        for n, entry in enumerate(known)
    ]
    texts = [f" {' '.join(words(render(work.abstract).plain))} " for work in works]

    def answer(asked: Asked) -> Reply:
        phrases = re.findall(r'abs:"([^"]+)"', asked.params["search_query"])
        return arxiv_feed(
            *(
                work
                for work, text in zip(works, texts, strict=True)
                if any(f" {phrase} " in text for phrase in phrases)
            )
        )

    stub.replying("/arxiv", answer)
    report = adds_up(library.enrich(library.ids(), ask("arxiv")))
    assert (report.completed, report.not_found) == (38, 0)
    titles = {paper.title for paper in library.papers()}
    assert titles == {" ".join(render_title(work.title).split()) for work in works}
