"""Importing: what comes in, what stays as it is, and what the report says."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from tests.library.conftest import NOW, P
from tests.library.sources import ABSTRACTS, add_records, add_text, empty, numbers

from readq.domain import Status, TitleOrigin
from readq.errors import NotSavedError, SourceError
from readq.library import ImportProgress, Library, open_library
from readq.store import MemoryFiles

ONE, TWO, THREE = ABSTRACTS
LIST = f"ICML 2026\n\n{ONE}\n\n{TWO}\n"


def everything(library: Library) -> tuple[str, int]:
    return library.export(), len(library.log(10_000))


def test_a_list_of_abstracts_comes_in_as_one_change(library: Library) -> None:
    report = add_text(library, LIST)
    assert numbers(report) == (2, 0, 0, 0)
    assert report.change is not None
    assert report.change.label == "imported 2 papers from standard input"
    assert library.log()[0] == report.change
    first, second = map(library.paper, report.paper_ids)
    assert (first.abstract, second.abstract) == (ONE, TWO)
    assert (first.venue, first.year, first.added) == ("ICML", 2026, NOW)
    assert first.title_origin is TitleOrigin.DERIVED
    assert report.preview == (first.title, second.title)
    assert len(library) == len(P) + 2


def test_the_numbers_add_up_whatever_a_list_holds(library: Library) -> None:
    known = library.paper(P[0])
    report = add_records(
        library,
        {"title": "A new paper about fields"},
        {"title": "A new paper about fields"},
        {"title": "A new paper about fields", "year": 2026},
        {"title": known.title},
        {"year": 2020},
        {"title": library.paper(P[1]).title, "doi": "10.1000/a"},
    )
    assert report.seen == 6
    assert numbers(report) == (1, 2, 2, 1)
    assert [issue.key for issue in report.issues] == ["item 5"]
    assert report.paper_ids[1:] == (P[0], P[1])
    assert report.sentence() == "6 seen: 1 added, 2 updated, 2 unchanged, 1 rejected"
    told = report.to_json()
    assert [told[n] for n in ("seen", "added", "updated", "unchanged", "rejected")] == [
        6,
        1,
        2,
        2,
        1,
    ]
    assert json.loads(json.dumps(told)) == told


def test_a_second_import_changes_nothing(library: Library) -> None:
    add_text(library, LIST)
    before = everything(library)
    report = add_text(library, LIST)
    assert numbers(report) == (0, 0, 2, 0)
    assert report.change is None
    assert everything(library) == before


def test_an_import_never_touches_a_decision(library: Library) -> None:
    library.set_priority(P[0], 4)
    library.note(P[0], "mine")
    library.tag(P[0], ["own"])
    library.mark(P[0], Status.QUEUED)
    before = library.reading(P[0])
    report = add_records(
        library,
        {
            "title": library.paper(P[0]).title,
            "doi": "10.1000/a",
            "note": "theirs",
            "tags": ["theirs"],
            "priority": 1,
            "status": "read",
        },
    )
    assert numbers(report) == (0, 1, 0, 0)
    assert library.paper(P[0]).doi == "10.1000/a"
    assert library.reading(P[0]) == before


def test_an_import_fills_gaps_and_overwrites_nothing(library: Library) -> None:
    first = {"title": "A paper about fields", "year": 2026, "authors": ["Ann Lee"], "venue": "ICML"}
    (paper_id,) = add_records(library, first).paper_ids
    add_records(
        library,
        {**first, "year": 2025, "venue": "arXiv", "abstract": ONE, "url": "https://example.org/x"},
    )
    paper = library.paper(paper_id)
    assert (paper.year, paper.venue, paper.authors) == (2026, "ICML", ("Ann Lee",))
    assert (paper.abstract, paper.url) == (ONE, "https://example.org/x")


def test_a_catalogue_gives_the_true_title_and_the_old_one_stays_an_alias(library: Library) -> None:
    (paper_id,) = add_text(library, f"{ONE}\n").paper_ids
    derived = library.paper(paper_id).title
    library.mark(paper_id, Status.QUEUED)
    report = add_records(library, {"title": "Ten Steps Suffice", "abstract": ONE})
    assert report.change is not None
    assert report.change.label == "completed 1 paper from standard input"
    paper = library.paper(paper_id)
    assert (paper.title, paper.title_origin) == ("Ten Steps Suffice", TitleOrigin.CATALOGUE)
    assert paper.aliases == (derived,)
    assert library.jump("ten steps")[0].paper_id == paper_id
    assert library.queue_ids() == [paper_id]
    library.undo()
    assert library.paper(paper_id).title == derived
    library.redo()
    assert library.paper(paper_id) == paper


def test_a_title_the_reader_typed_is_kept(library: Library) -> None:
    (paper_id,) = add_text(library, f"{ONE}\n").paper_ids
    library.set_title(paper_id, "My name for it")
    add_records(library, {"title": "Ten Steps Suffice", "abstract": ONE})
    assert library.paper(paper_id).title == "My name for it"
    assert "Ten Steps Suffice" in library.paper(paper_id).aliases


def test_a_dry_run_tells_all_and_writes_nothing(library: Library) -> None:
    before = everything(library)
    report = add_text(library, LIST, dry_run=True, tags=["new"])
    assert numbers(report) == (2, 0, 0, 0)
    assert len(report.preview) == 2
    assert report.change is None
    assert everything(library) == before
    assert add_text(library, LIST).paper_ids == report.paper_ids


@pytest.mark.parametrize("phase", ["reading", "writing"])
def test_a_cancelled_import_writes_nothing(library: Library, phase: str) -> None:
    before = everything(library)
    told: list[ImportProgress] = []

    def progress(now: ImportProgress) -> bool:
        told.append(now)
        return now.phase != phase

    report = add_text(library, LIST, progress=progress)
    assert report.cancelled
    assert report.change is None
    assert everything(library) == before
    assert told[-1].phase == phase
    assert numbers(add_text(library, LIST)) == (2, 0, 0, 0)


def test_an_import_that_breaks_off_writes_nothing(library: Library) -> None:
    before = everything(library)

    def progress(_: ImportProgress) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        add_text(library, LIST, progress=progress)
    assert everything(library) == before


def test_progress_grows_to_the_end(library: Library) -> None:
    told: list[ImportProgress] = []
    text = json.dumps([{"title": f"The paper number {n}"} for n in range(120)])
    add_text(library, text, progress=lambda now: told.append(now))
    assert [p.seen for p in told] == sorted(p.seen for p in told)
    assert told[-1].seen == 120
    reading = [p for p in told if p.phase == "reading"]
    assert reading[-1].done_bytes == reading[-1].total_bytes


def test_tags_go_to_every_paper_a_list_names_and_are_one_step_of_undo(library: Library) -> None:
    library.tag(P[0], ["own"])
    title = library.paper(P[0]).title
    report = add_text(library, f"{title}\nA title of its own\n", shape="titles", tags=["a,b", ""])
    old, new = report.paper_ids
    assert old == P[0]
    assert library.reading(old).tags == ("own", "a b")
    assert library.reading(new).tags == ("a b",)
    again = add_text(library, f"{title}\n", shape="titles", tags="a b")
    assert (numbers(again), again.change) == ((0, 0, 1, 0), None)
    more = add_text(library, f"{title}\n", shape="titles", tags="more")
    assert more.change is not None
    assert more.change.label == "tagged 1 paper from standard input"
    library.undo()
    library.undo()
    assert library.reading(old).tags == ("own",)
    assert new not in library


def test_venue_and_year_are_for_papers_without(library: Library) -> None:
    report = add_records(
        library,
        {"title": "A paper without"},
        {"title": "A paper with", "venue": "COLM 2025"},
        venue="ICML",
        year=2026,
    )
    without, given = map(library.paper, report.paper_ids)
    assert (without.venue, without.year) == ("ICML", 2026)
    assert (given.venue, given.year) == ("COLM", 2025)


def test_an_unreadable_source_beside_a_good_one_is_named(library: Library, tmp_path: Path) -> None:
    good, missing = tmp_path / "good.txt", tmp_path / "missing.txt"
    good.write_text(LIST)
    report = library.add(missing, good)
    assert numbers(report) == (2, 0, 0, 0)
    (failed,) = report.failed
    assert "missing.txt" in failed
    assert [said.partition(":")[0] for said in report.understood] == ["good.txt"]


def test_nothing_readable_is_an_error_and_changes_nothing(library: Library, tmp_path: Path) -> None:
    before = everything(library)
    with pytest.raises(SourceError, match=r"one\.txt(.|\n)*two\.txt"):
        library.add(tmp_path / "one.txt", tmp_path / "two.txt")
    assert everything(library) == before


def test_papers_two_sources_share_come_in_once(library: Library, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(LIST)
    catalogue = tmp_path / "all.json"
    catalogue.write_text(json.dumps([{"title": "Ten Steps Suffice", "abstract": ONE}]))
    report = library.add(tmp_path / "list.txt", catalogue)
    assert numbers(report) == (2, 1, 0, 0)
    assert len(report.paper_ids) == 2
    assert library.paper(report.paper_ids[0]).title == "Ten Steps Suffice"
    assert [s.name for s in library.paper(report.paper_ids[0]).sources] == ["list.txt", "all.json"]


def test_what_is_exported_comes_back_as_the_same_papers(library: Library) -> None:
    library.note(P[0], "mine")
    other = empty()
    text = library.export(format="jsonl")
    report = other.add("-", stdin=io.BytesIO(text.encode()))
    assert report.added == len(P)
    assert {p.title for p in other.papers()} == {p.title for p in library.papers()}
    assert all(other.reading(i).untouched for i in other.ids())


def test_an_import_that_cannot_be_saved_leaves_the_library_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = MemoryFiles()
    library = Library(files, now=lambda: NOW)

    def refuse(*_: object, **__: object) -> None:
        raise NotSavedError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(files, "commit", refuse)
        with pytest.raises(NotSavedError):
            add_text(library, LIST)
    assert library.save_error == "The disk is full."
    assert (len(library), library.log()) == (0, [])
    assert add_text(library, LIST).added == 2
    assert library.save_error == ""


def test_another_window_may_import_the_same_list_meanwhile(tmp_path: Path) -> None:
    with open_library(tmp_path) as one, open_library(tmp_path) as other:
        add_records(one, {"title": "A title", "abstract": ONE})

        def meanwhile(now: ImportProgress) -> None:
            if now.phase == "writing":
                add_text(other, LIST)
                add_records(other, {"title": "A title", "abstract": ONE, "year": 2026})

        report = add_text(one, LIST.replace("ICML 2026", "ICML"), progress=meanwhile)
        assert report.seen == sum(numbers(report))
        other.refresh()
        for library in (one, other):
            assert len(library) == 2
            assert library.find("A title").year == 2026
            assert library.export() == one.export()


def test_a_name_of_a_list_cannot_steer_the_terminal(library: Library, tmp_path: Path) -> None:
    source = tmp_path / "a\x1b[31mred.txt"
    source.write_text(LIST)
    report = library.add(source)
    assert report.change is not None
    assert "\x1b" not in report.change.label


def two_files(folder: Path, name: str, first: int) -> tuple[Path, Path]:
    """The titles of a conference with the numbers its site gives them, and their abstracts elsewhere."""
    (folder / "one").mkdir()
    (folder / "two").mkdir()
    titles, abstracts = folder / "one" / "icml-2026-posters.json", folder / "two" / name
    rows = [{"id": first + n, "name": f"Title {'ABC'[n]} of Things"} for n in range(3)]
    titles.write_text(json.dumps({"count": 3, "results": rows}))
    texts = {str(first + n): text for n, text in enumerate(ABSTRACTS)}
    abstracts.write_text(json.dumps(texts))
    return titles, abstracts


@pytest.mark.parametrize("order", [1, -1])
def test_abstracts_that_come_later_find_the_titles_of_their_conference(
    tmp_path: Path, order: int
) -> None:
    files = two_files(tmp_path, "icml-2026-abstracts.json", 40_000)
    library = open_library(tmp_path / "library")
    counts = [(r.added, r.updated) for r in map(library.add, files[::order])]
    assert counts == [(3, 0), (0, 3)]
    assert [library.paper(i).title for i in library.ids()] == [
        f"Title {letter} of Things" for letter in "ABC"
    ]
    assert [library.paper(i).abstract for i in library.ids()] == list(ABSTRACTS)
    assert [library.add(file).unchanged for file in files] == [3, 3]
    library.close()


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("icml-2025-abstracts.json", 40_000),
        ("neurips-2026-abstracts.json", 40_000),
        ("abstracts.json", 40_000),
        ("icml-2026-abstracts.json", 1),
    ],
)
def test_numbers_that_may_be_of_another_list_join_nothing(
    tmp_path: Path, name: str, first: int
) -> None:
    titles, abstracts = two_files(tmp_path, name, first)
    library = open_library(tmp_path / "library")
    library.add(titles)
    report = library.add(abstracts)
    assert report.added == 3
    assert ("added together with the list" in report.understood[0]) == (name == "abstracts.json")
    assert library.add(titles, abstracts).added == 0
    library.close()


@pytest.mark.parametrize("order", [1, -1])
def test_titles_and_their_abstracts_in_two_files_are_the_same_papers(
    tmp_path: Path, order: int
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    titles, abstracts = tmp_path / "one" / "posters.json", tmp_path / "two" / "abstracts.json"
    rows = [{"id": n, "name": f"Title {'ABC'[n]} of Things"} for n in range(3)]
    titles.write_text(json.dumps({"count": 3, "results": rows}))
    abstracts.write_text(json.dumps({str(n): text for n, text in enumerate(ABSTRACTS)}))
    library = open_library(tmp_path / "library")
    report = library.add(*(titles, abstracts)[::order])
    assert (report.seen, report.added, report.rejected) == (6, 3, 0)
    papers = map(library.paper, library.ids())
    assert {(p.title, p.abstract) for p in papers} == {
        (row["name"], text) for row, text in zip(rows, ABSTRACTS, strict=True)
    }
    library.close()
