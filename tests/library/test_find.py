"""Naming papers, putting them in order, taking them out, and keeping copies."""

from __future__ import annotations

import json
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest
from tests.library.commands import command, state
from tests.library.conftest import NOW, P, fill, paper
from tests.library.sources import add_records, empty

from readq.domain import Status
from readq.errors import (
    AmbiguousPaperError,
    FilterError,
    LibraryError,
    UnknownPaperError,
    UsageError,
)
from readq.exporters import EXPORTERS
from readq.library import SORTS, Library, open_library, restore_library
from readq.store import MemoryFiles


def named() -> Library:
    """Papers that answer to more than their id."""
    library = empty()
    add_records(
        library,
        {
            "title": "On Names",
            "doi": "10.1000/AbC",
            "arxiv_id": "2401.00001v2",
            "citekey": "smith2020names",
        },
        {"title": "On Twins", "citekey": "twin2020"},
        {"title": "On Other Twins", "citekey": "twin2020"},
        {"title": "Uncited Matters", "authors": ["Ann Lee"], "year": 2026},
    )
    return library


@pytest.mark.parametrize(
    "ref",
    [
        "10.1000/abc",
        "https://doi.org/10.1000/ABC",
        "2401.00001",
        "arXiv:2401.00001v5",
        "https://arxiv.org/abs/2401.00001",
        "smith2020names",
        "on names",
        "  On Names ",
    ],
)
def test_a_paper_answers_to_its_identifiers_key_and_title(ref: str) -> None:
    assert named().find(ref).title == "On Names"


def test_a_paper_answers_to_the_key_that_exports_cite_it_by() -> None:
    library = named()
    text = library.export(format="bibtex")
    (key,) = (line[:-1].partition("{")[2] for line in text.splitlines() if "{lee2026" in line)
    assert library.find(key).title == "Uncited Matters"


def test_a_paper_answers_to_its_id_and_to_a_start_that_is_no_others(library: Library) -> None:
    for paper_id in P:
        assert library.find(paper_id).id == paper_id
        assert library.find(paper_id[:3]).id == paper_id
        assert library.find(f" {paper_id[:6].upper()} ").id == paper_id


def test_a_name_of_several_papers_names_some_of_them() -> None:
    library = empty()
    library._commit("began", added={f"abc{n}": paper(n, id=f"abc{n}") for n in range(6)})
    with pytest.raises(AmbiguousPaperError, match=r"abc0, abc1, abc2, abc3 and others; type more"):
        library.find("abc")
    with pytest.raises(AmbiguousPaperError):
        named().find("twin2020")


@pytest.mark.parametrize(
    "ref", ["", "  ", "p", "p0", "nosuch", "nosuch2020", "10.1000/x", "p?", "\x1b[31m"]
)
def test_what_names_no_paper_is_refused_in_one_harmless_line(library: Library, ref: str) -> None:
    with pytest.raises(UnknownPaperError, match="No paper answers to") as caught:
        library.find(ref)
    assert str(caught.value).isprintable()


def test_every_order_and_its_reverse_is_what_its_key_says() -> None:
    random = Random(5)
    papers = {
        f"q{n}": paper(
            n,
            id=f"q{n}",
            title=random.choice(["alpha", "Beta", "beta", "Gamma"]) + f" {random.randint(0, 3)}",
            added=NOW - timedelta(days=random.randint(0, 3)),
            authors=random.choice([(), ("Ann Lee",), ("Bo ek", "Ann Lee")]),
            venue=random.choice(["", "ICML", "icml", "COLM"]),
            year=random.choice([None, 2024, 2026]),
        )
        for n in range(60)
    }
    library = Library(MemoryFiles(), now=lambda: NOW)
    library._commit("began", added=papers)
    for number in range(40):
        paper_id = random.choice(list(papers))
        now = NOW + timedelta(minutes=number)
        library._now = partial(lambda when: when, now)
        library.mark(paper_id, random.choice(list(Status)))
        library.set_priority(random.choice(list(papers)), random.randint(0, 5))
        for sort in SORTS:
            library.ids(sort=sort)  # so that what is kept has to follow
    for name, (key, descending) in SORTS.items():
        for sort, flipped in ((name, False), (f"{name}-", True)):
            expected = sorted(
                papers,
                key=lambda i: key(papers[i], library.reading(i)),
                reverse=descending is not flipped,
            )
            assert library.ids(sort=sort) == expected, sort
            assert library.ids(f"sort:{sort}", "title") == expected, sort
            queued = [i for i in expected if library.reading(i).status is Status.QUEUED]
            assert library.ids("status:queued", sort) == queued, sort
            assert [p.id for p in library.papers("status:queued", sort)] == queued


@pytest.mark.parametrize("sort", ["author", "venue", "year"])
def test_papers_that_lack_what_is_sorted_by_come_last(sort: str) -> None:
    library = Library(MemoryFiles(), now=lambda: NOW)
    bare = paper(0, id="bare", authors=(), venue="", year=None)
    dated = paper(1, id="dated", authors=(), venue="", year=2030)
    known = paper(2, id="known", authors=("Zoe Zu",), venue="Zoo", year=2031)
    library._commit("began", added={p.id: p for p in (bare, dated, known)})
    assert library.ids(sort=sort)[0] == "known"
    assert "bare" in library.ids(sort=sort)[1:]


def test_a_half_typed_filter_is_lenient_only_when_asked(library: Library) -> None:
    library.mark(P[0], Status.QUEUED)
    assert library.ids("status:queued (", lenient=True) == [P[0]]
    with pytest.raises(FilterError):
        library.ids("status:queued (")


def test_the_list_a_caller_gets_is_its_own(library: Library) -> None:
    for ask in (library.ids, library.queue_ids, lambda: library.ids("learning")):
        library.mark(P[0], Status.QUEUED)
        ask().clear()
        assert ask()


@pytest.mark.parametrize("format_", EXPORTERS)
def test_every_format_takes_what_the_filter_shows(library: Library, format_: str) -> None:
    library.tag(P[1], "out")
    text = library.export("tag:out", format_)
    assert "1th question" in text
    assert "2th question" not in text
    assert library.export("tag:nosuch", format_).count("question") == 0


def test_an_unknown_format_is_named_with_those_there_are(library: Library) -> None:
    with pytest.raises(UsageError) as caught:
        library.export(format="docx")
    assert all(name in str(caught.value) for name in ("docx", *EXPORTERS))


def test_records_are_facts_and_decisions_in_one(library: Library) -> None:
    library.set_priority(P[0], 4)
    (record,) = library.records([P[0]])
    assert (record["id"], record["priority"]) == (P[0], 4)
    assert record == json.loads(library.export("priority:4"))


def test_statistics_count_papers_decisions_and_days(library: Library) -> None:
    library.mark(P[:2], Status.QUEUED)
    library.mark(P[2], Status.READ)
    library.note(P[0], "x")
    library.tag(P[:2], "rl")
    stats = library.stats()
    assert stats["papers"] == len(P)
    assert stats["status"]["queued"] == 2
    assert sum(stats["status"].values()) == len(P)
    assert (stats["notes"], stats["tags"]) == (1, {"rl": 2})
    assert stats["decisions_by_day"] == {NOW.date().isoformat(): 3}
    assert stats["queue_minutes"] == sum(library.minutes(i) for i in P[:2])
    assert json.loads(json.dumps(stats)) == stats


def test_a_backup_brings_back_papers_decisions_and_undo(tmp_path: Path) -> None:
    random = Random(3)
    with open_library(tmp_path / "library") as library:
        fill(library)
        for _ in range(30):
            command(random)(library)
        library.defer(P[0], date(2400, 1, 1))
        library.undo()
        saved, log = state(library), library.log(1000)
        archive = library.back_up(tmp_path / "copy.tar.gz")
        library.mark(P, Status.SKIPPED)
        newer = state(library)
    assert restore_library(archive, tmp_path / "again") is None
    beside = restore_library(archive, tmp_path / "library")
    assert beside is not None
    with open_library(beside) as kept:
        assert state(kept) == newer
    for folder in ("again", "library"):
        with open_library(tmp_path / folder) as restored:
            assert (state(restored), restored.log(1000)) == (saved, log)
            restored.redo()
            assert restored.reading(P[0]).deferred_until == date(2400, 1, 1)


def test_a_damaged_backup_leaves_the_library_as_it_is(tmp_path: Path) -> None:
    with open_library(tmp_path / "library") as library:
        fill(library)
        archive = library.back_up(tmp_path / "copy.tar.gz")
        before = state(library)
    archive.write_bytes(archive.read_bytes()[:-60])
    with pytest.raises(LibraryError, match="cannot be restored"):
        restore_library(archive, tmp_path / "library")
    with open_library(tmp_path / "library", create=False) as library:
        assert state(library) == before


def test_a_library_in_memory_has_no_files_to_copy(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="lives in memory"):
        empty().back_up(tmp_path / "copy.tar.gz")
    assert list(tmp_path.iterdir()) == []
