"""A list too large for one step is written in parts, and is still one step for the reader."""

from __future__ import annotations

import errno
import os
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.library.conftest import NOW, P
from tests.library.sources import add_text, numbers

from readq.domain import Paper, Status, TitleOrigin
from readq.errors import LibraryError, NotSavedError
from readq.library import ImportProgress, Library, import_run, parts, spool
from readq.store import LibraryFiles
from readq.store.os_files import OsFiles

TITLES = "".join(f"Paper number {n} on the sampling of samples\n" for n in range(25))


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART_PAPERS", 10)


def test_an_import_in_parts_is_one_change_to_undo(library: Library) -> None:
    report = add_text(library, TITLES, shape="titles", tags=["big"])
    assert numbers(report) == (25, 0, 0, 0)
    assert report.change is not None
    assert report.change.label == "imported 25 papers from standard input"
    assert report.change.paper_ids == report.paper_ids
    assert len(library) == len(P) + 25
    assert library.tags() == {"big": 25}
    assert [change.label for change in library.log()] == [report.change.label, "began"]
    assert library.can_undo == library.log()[0]
    library.undo()
    assert library.ids() == P
    assert library.tags() == {}
    library.redo()
    assert len(library) == len(P) + 25
    assert library.tags() == {"big": 25}


def test_what_an_import_changes_in_memory_waits_for_decisions_made_meanwhile(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget, got_in = library._forget, []

    def forgotten(*what: Any) -> None:
        """Note whether another thread could decide in between."""
        other = threading.Thread(
            target=lambda: got_in.append(library._lock.acquire(blocking=False))
        )
        other.start()
        other.join()
        forget(*what)

    monkeypatch.setattr(library, "_forget", forgotten)
    assert add_text(library, TITLES, shape="titles").added == 25
    assert got_in
    assert not any(got_in)


def test_it_is_one_step_for_a_library_that_is_opened_later(tmp_path: Path) -> None:
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        add_text(library, TITLES, shape="titles")
        library.mark(library.ids()[3], Status.READ)
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        assert len(library.log()) == 2
        library.undo()
        undone = library.undo()
        assert undone is not None
        assert len(undone.papers) == 25
        assert len(library) == 0
        assert library.undo() is None


def test_updates_and_news_share_the_parts(library: Library) -> None:
    add_text(library, TITLES, shape="titles")
    more = "".join(
        f"Paper number {n} on the sampling of samples\narXiv: 2601.{n:05}\n\n"
        for n in range(10, 40)
    )
    report = add_text(library, more, shape="titled", tags=["t"])
    assert numbers(report) == (15, 15, 0, 0)
    library.undo()
    assert len(library) == len(P) + 25
    assert not any(paper.arxiv_id for paper in library.papers())
    assert library.tags() == {}


def test_a_disk_that_is_full_in_the_middle_leaves_whole_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    write = OsFiles.write

    def fill_up(self: OsFiles, fd: int, data: bytes, at: int | None = None) -> None:
        written.append(data)
        if len(written) > 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(self, fd, data, at)

    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        with monkeypatch.context() as patch:
            patch.setattr(OsFiles, "write", fill_up)
            with pytest.raises(NotSavedError, match="Before that it imported 20 papers"):
                add_text(library, TITLES, shape="titles")
        assert len(library) == 20
        again = add_text(library, TITLES, shape="titles")
        assert numbers(again) == (5, 0, 20, 0)
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        assert len(library) == 25
        library.undo()
        library.undo()
        assert len(library) == 0


def test_another_window_may_write_between_two_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as one,
        Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as other,
    ):
        seen: list[str] = []

        def meanwhile(_writing: object, _size: int) -> None:
            if not seen:
                other.refresh()
                seen.append(other.ids()[0])
                other.note(seen[0], "theirs")
                add_text(other, TITLES.splitlines()[24], shape="titles")

        monkeypatch.setattr(import_run._Writing, "_fold_in", meanwhile)
        report = add_text(one, TITLES, shape="titles")
        assert numbers(report) == (24, 0, 1, 0)
        other.refresh()
        for library in (one, other):
            assert len(library) == 25
            assert library.reading(seen[0]).note == "theirs"


def test_what_a_large_list_is_folded_in_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_run, "_FOLD_BYTES", 1)
    blocks = "".join(f"Paper {n} on samples\n{'many words about it ' * n}\n\n" for n in range(25))
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        report = add_text(library, blocks, shape="titled")
        assert len(library.papers()) == 25
        assert library.paper(report.paper_ids[24]).abstract.count("many") == 24
        library.undo()
        assert len(library) == 0


@pytest.mark.parametrize("at_once", [1, 10, 1 << 20])
def test_abstracts_put_aside_come_back_whole(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "_AT_ONCE", at_once)
    aside = spool.AbstractSpool()
    texts = ["one", "zwei \U0001f4c4 é", "half \udc80", "", "x" * 100_000]
    places = [aside.put(text) for text in texts]
    assert [aside.get(place) for place in reversed(places)] == texts[::-1]
    assert aside.get(aside.put("one more")) == "one more"
    aside.close()


def test_papers_are_the_same_whether_their_abstracts_stay_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spool, "_IN_MEMORY", 50)
    monkeypatch.setattr(spool, "_AT_ONCE", 100)
    aside = spool.AbstractSpool()
    papers = spool.SpooledPapers(aside)
    given = [
        Paper(str(n), "Title", TitleOrigin.SOURCE, NOW, abstract="words " * n) for n in range(8)
    ]
    for paper in given:
        papers[paper.id] = paper
    papers["3"] = replace(given[3], title="Another", abstract="more " * 20)
    assert [papers[paper.id].abstract for paper in given[:3]] == ["", "words ", "words words "]
    assert papers["3"] == replace(given[3], title="Another", abstract="more " * 20)
    assert [papers[p.id] for p in given[4:]] == given[4:]
    assert not papers.hot("7").abstract
    assert [papers.size(p.id) for p in given] == [0, 6, 12, 100, 24, 30, 36, 42]
    aside.close()


def test_no_room_to_put_abstracts_aside_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def seek(self, at: int) -> None:
            pass

        def write(self, data: bytes) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(spool, "_AT_ONCE", 1)
    aside = spool.AbstractSpool()
    monkeypatch.setattr(aside, "_file", Full())
    with pytest.raises(LibraryError, match="TMPDIR"):
        aside.put("text")


def cancelled_after(library: Library, papers: int) -> bool:
    """Import the titles, but only until so many are written."""
    report = add_text(
        library,
        TITLES,
        shape="titles",
        progress=lambda at: at.phase == "reading" or at.done_bytes < papers,
    )
    return report.cancelled and report.change is None


def test_an_import_cancelled_between_two_parts_leaves_nothing(library: Library) -> None:
    before = library.export()
    assert cancelled_after(library, 20)
    assert library.ids() == P
    assert library.export() == before
    assert library.can_undo is not None
    assert library.can_undo.label == "began"
    assert numbers(add_text(library, TITLES, shape="titles")) == (25, 0, 0, 0)


def test_what_was_decided_while_it_was_written_stays_when_it_is_cancelled(
    library: Library,
) -> None:
    decided: list[str] = []

    def progress(at: ImportProgress) -> bool:
        if at.phase == "writing" and at.done_bytes == 10:
            new = [paper.id for paper in library.papers() if paper.id not in P]
            decided.extend([P[0], new[3]])
            library.mark(decided, Status.QUEUED)
        return at.done_bytes != 20

    assert add_text(library, TITLES, shape="titles", progress=progress).cancelled
    assert set(library.ids()) == {*P, decided[1]}
    assert [library.reading(i).status for i in decided] == [Status.QUEUED] * 2


def test_decisions_between_two_parts_are_taken_back_before_the_import(library: Library) -> None:
    def progress(at: ImportProgress) -> None:
        if at.phase == "writing" and at.done_bytes == 10:
            library.mark(P[0], Status.QUEUED)

    add_text(library, TITLES, shape="titles", progress=progress)
    assert len(library) == len(P) + 25
    library.undo()
    assert (len(library), library.reading(P[0]).status) == (len(P) + 25, Status.NEW)
    library.redo()
    library.undo()
    library.undo()
    assert library.ids() == P


def test_an_import_taken_back_while_it_is_written_goes_no_further(library: Library) -> None:
    assert library.can_undo is not None

    def progress(at: ImportProgress) -> None:
        if at.phase == "writing" and at.done_bytes == 10:
            library.undo()

    report = add_text(library, TITLES, shape="titles", progress=progress)
    assert report.cancelled
    assert library.ids() == P
