"""Records of one work from different lists end as one paper, in any order and from any process."""

from __future__ import annotations

import io
import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.library.conftest import NOW
from tests.library.sources import ABSTRACTS, STOCK, add_records, empty, numbers

from readq.domain import Status
from readq.library import ImportProgress, ImportReport, Library
from readq.store import LibraryFiles

Record = dict[str, Any]

ONE, TWO, THREE = ABSTRACTS
LEE, EK, NG = "Ann Lee", "Bo Ek", "Cy Ng"
PREPRINT: Record = {
    "title": "What a forgetful chain is good for",
    "authors": [LEE, EK, NG],
    "abstract": ONE,
    "arxiv_id": "2401.00001",
    "url": "https://arxiv.org/abs/2401.00001",
}
PRINTED: Record = {
    "title": "Forgetful chains, and what they are good for",
    "authors": ["A. Lee", EK, "Ng, Cy"],
    "abstract": ONE.replace("Sampling", "To sample").replace("ten", "nine"),
    "venue": "ICML",
    "year": 2025,
    "url": "https://icml.cc/virtual/2025/poster/1",
}


@pytest.mark.parametrize("together", [False, True], ids=["two lists", "one list"])
@pytest.mark.parametrize(("first", "second"), [(PREPRINT, PRINTED), (PRINTED, PREPRINT)])
def test_a_preprint_that_got_another_title_is_its_paper(
    first: Record, second: Record, together: bool
) -> None:
    library = empty()
    if together:
        report = add_records(library, first, second)
        assert numbers(report) == (1, 1, 0, 0)
    else:
        add_records(library, first)
        report = add_records(library, second)
        assert numbers(report) == (0, 1, 0, 0)
    (paper,) = library.papers()
    assert paper.title == first["title"]
    assert paper.aliases == (second["title"],)
    assert (paper.arxiv_id, paper.venue, paper.year) == ("2401.00001", "ICML", 2025)
    assert {paper.url, *paper.links} == {first["url"], second["url"]}
    assert [source.position for source in paper.sources] == ([1, 2] if together else [1])
    (merged,) = report.merged
    assert (merged.paper_id, merged.title) == (paper.id, second["title"])
    assert report.to_json()["merged"][0]["part"] == merged.part_id
    for record in (first, second):
        assert numbers(add_records(library, record)) == (0, 0, 1, 0)


def test_a_merged_record_can_be_parted_and_stays_so() -> None:
    library = empty()
    add_records(library, PREPRINT)
    before = library.export()
    (merged,) = add_records(library, PRINTED).merged
    library.part(merged.part_id)
    assert len(library) == 2
    first, second = library.papers()
    assert library.export(f"id:{first.id}") == before
    assert second.title == PRINTED["title"]
    for record in (PREPRINT, PRINTED):
        assert numbers(add_records(library, record)) == (0, 0, 1, 0)
    assert library.duplicates() == []


def test_undoing_the_import_takes_the_merge_back_exactly(tmp_path: Path) -> None:
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        (known,) = add_records(library, PREPRINT).paper_ids
        library.note(known, "mine")
        before = library.export()
        add_records(library, PRINTED, {"title": "Something quite different", "authors": [LEE]})
        after = library.export()
        assert len(library) == 2
        for _ in range(2):
            library.undo()
            assert library.export() == before
            library.redo()
            assert library.export() == after
        library.compact()
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        assert library.export() == after
        library.undo()
        assert numbers(add_records(library, PRINTED)) == (0, 1, 0, 0)
        assert len(library) == 1


def test_a_dry_run_says_the_same_and_writes_nothing() -> None:
    library = empty()
    add_records(library, PREPRINT)
    before = library.export()
    would = add_records(library, PRINTED, dry_run=True)
    assert library.export() == before
    assert numbers(would) == numbers(add_records(library, PRINTED)) == (0, 1, 0, 0)


def test_a_record_that_names_two_papers_makes_them_one_with_all_that_was_decided() -> None:
    library = empty()
    ids = add_records(
        library,
        {"title": "A question of some importance", "doi": "10.1000/a"},
        {"title": "An important question", "arxiv_id": "2401.00001"},
    ).paper_ids
    library.note(ids[0], "first")
    library.note(ids[1], "second")
    library.mark(ids[1], Status.QUEUED)
    before = library.export(), library.queue_ids()
    bridge = {"title": "Another", "doi": "10.1000/a", "arxiv_id": "2401.00001"}
    assert numbers(add_records(library, bridge)) == (0, 1, 0, 0)
    (paper,) = library.papers()
    assert paper.id == ids[0]
    assert library.queue_ids() == [ids[0]]
    assert {"first", "second"} <= set(library.reading(ids[0]).note.splitlines())
    library.undo()
    assert (library.export(), library.queue_ids()) == before


def test_what_the_reader_keeps_apart_no_record_unites() -> None:
    library = empty()
    ids = add_records(
        library,
        {"title": "A question of some importance", "openreview_id": "AbCdEf1234"},
        {"title": "An important question", "arxiv_id": "2401.00001"},
    ).paper_ids
    library.keep_apart(*ids)
    add_records(
        library, {"title": "Another", "openreview_id": "AbCdEf1234", "arxiv_id": "2401.00001"}
    )
    assert len(library) == 2


WITHDRAWN = "This paper was withdrawn by its authors."


@pytest.mark.parametrize("text", [STOCK, WITHDRAWN, "Withdrawn."])
@pytest.mark.parametrize("titled_first", [True, False])
def test_a_stock_phrase_joins_nothing(text: str, titled_first: bool) -> None:
    titled = {"title": "A question of some importance", "authors": [LEE], "abstract": text}
    untitled = {"abstract": text, "authors": [EK]}
    records = (titled, untitled) if titled_first else (untitled, titled)
    for together in (True, False):
        library = empty()
        for lot in [records] if together else [(r,) for r in records]:
            add_records(library, *lot)
        assert len(library) == 2
        assert numbers(add_records(library, *records)) == (0, 0, 2, 0)


WORKS = [
    [
        {
            "title": f"On the {word} question",
            "authors": [LEE, EK],
            "year": 2024,
            "doi": f"10.1000/{n}",
        },
        {"title": f"On the {word} question", "authors": ["Ek, Bo"], "arxiv_id": f"2401.0000{n}"},
        {"title": f"On the {word.upper()} question.", "authors": [EK, NG], "venue": "ICML"},
        {"title": f"{word} answers", "doi": f"10.1000/{n}", "arxiv_id": f"2401.0000{n}"},
        {"title": f"{word} retold", "arxiv_id": f"2401.0000{n}v2", "authors": [EK]},
    ]
    for n, word in enumerate(("perennial", "burning"))
]


@given(st.permutations([record for work in WORKS for record in work]), st.integers(1, 10))
@settings(max_examples=60, deadline=None)
def test_the_order_in_which_records_come_does_not_matter(records: list[Record], lot: int) -> None:
    library = empty()
    for start in range(0, len(records), lot):
        add_records(library, *records[start : start + lot])
    assert len(library) == len(WORKS)
    assert add_records(library, *records).added == 0


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_papers_that_must_not_be_one_are_as_many_in_any_order(order: tuple[int, ...]) -> None:
    title = {"title": "A question of some importance", "authors": [LEE]}
    records = [{**title, "doi": "10.1000/a"}, {**title, "doi": "10.1000/b"}, title]
    library = empty()
    for place in order:
        add_records(library, records[place])
    assert len(library) == 2


# Two imports at once


def meanwhile(
    one: Library, records: list[Record], other: Library, theirs: list[Record]
) -> tuple[ImportReport, ImportReport]:
    """Import in one process, while another imports between its reading and its writing."""
    reports = []

    def progress(at: ImportProgress) -> None:
        if at.phase == "writing":
            reports.append(add_records(other, *theirs))

    stdin = io.BytesIO(json.dumps(records).encode())
    report = one.add("-", stdin=stdin, format="catalogue", progress=progress)
    return report, reports[0]


@pytest.fixture
def pair(tmp_path: Path) -> Any:
    with (
        Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as one,
        Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as other,
    ):
        yield one, other


SAME: Record = {"title": "A question of some importance", "authors": [LEE], "abstract": TWO}


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (SAME, SAME),
        ({**SAME, "doi": "10.1000/a"}, {**SAME, "arxiv_id": "2401.00001"}),
        ({"abstract": ONE}, {"title": "A question of some importance", "abstract": ONE}),
        ({**SAME, "doi": "10.1000/a"}, {"title": "Otherwise", "doi": "10.1000/A"}),
    ],
    ids=["the same record", "other identifiers", "without a title", "another title"],
)
def test_two_imports_at_once_bring_a_work_once(
    pair: tuple[Library, Library], ours: Record, theirs: Record
) -> None:
    one, other = pair
    mine = {"title": "Only mine", "authors": [NG]}
    report, _ = meanwhile(one, [mine, ours], other, [theirs])
    assert report.added == 1
    assert sum(numbers(report)) == 2
    for library in pair:
        library.refresh()
        assert len(library) == 2
        assert one.export() == library.export()


def test_papers_of_one_name_that_come_at_once_are_both_kept(pair: tuple[Library, Library]) -> None:
    one, other = pair
    title = {"title": "Poster"}
    meanwhile(one, [{**title, "authors": [LEE]}], other, [{**title, "authors": [EK]}])
    assert sorted(paper.authors for paper in one.papers()) == [(LEE,), (EK,)]
    one.undo()
    assert [paper.authors for paper in one.papers()] == [(EK,)]


@pytest.mark.parametrize("it_comes", ["alone", "before", "behind"])
def test_a_paper_that_became_part_of_another_meanwhile_is_completed_there(
    pair: tuple[Library, Library], it_comes: str
) -> None:
    one, other = pair
    ids = add_records(
        one,
        {**SAME, "doi": "10.1000/a"},
        {"title": "Something else", "authors": [EK], "arxiv_id": "2401.00001"},
    ).paper_ids
    other.refresh()

    def progress(at: ImportProgress) -> None:
        if at.phase == "writing":
            other.unite(*ids)

    part = {"title": "Something else", "authors": [EK], "url": "https://example.org/else"}
    whole = {**SAME, "doi": "10.1000/a", "pdf_url": "https://example.org/whole.pdf"}
    records = {"alone": [part], "before": [part, whole], "behind": [whole, part]}[it_comes]
    stdin = io.BytesIO(json.dumps(records).encode())
    one.add("-", stdin=stdin, format="catalogue", progress=progress)
    (paper,) = one.papers()
    assert paper.id == ids[0]
    assert paper.url == "https://example.org/else"
    if it_comes != "alone":
        assert paper.pdf_url == "https://example.org/whole.pdf"
