"""What is kept beside a library is believed only about the papers it was worked out from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.samples import add, change, decide, paper, reading

from readq.store import LibraryFiles, MemoryFiles


@pytest.fixture
def files(tmp_path: Path) -> Iterator[LibraryFiles]:
    with closing(LibraryFiles.open(tmp_path / "library")) as opened:
        add(opened, *(paper(name) for name in ("aaaa", "bbbb", "cccc")))
        yield opened


def reopened(files: LibraryFiles) -> LibraryFiles:
    files.close()
    assert files.folder is not None
    return LibraryFiles.open(files.folder)


def test_the_same_papers_have_the_same_marks_however_they_are_stored(files: LibraryFiles) -> None:
    marks = files.paper_marks()
    files.compact()
    assert files.paper_marks() == marks
    files = reopened(files)
    assert files.paper_marks() == marks
    decide(files, reading("aaaa"))
    assert files.papers_changed_since(marks) == []
    (files.folder or Path()).joinpath("papers.idx").unlink()
    assert reopened(files).paper_marks() == marks


def test_papers_that_came_changed_or_were_hidden_are_named(files: LibraryFiles) -> None:
    files.compact()
    marks = files.paper_marks()
    add(files, paper("dddd"))
    files.commit(change(files), papers={"bbbb": paper("bbbb", title="New")}, hide=["cccc"])
    assert set(files.papers_changed_since(marks) or ()) == {"bbbb", "cccc", "dddd"}
    files.compact()
    assert set(reopened(files).papers_changed_since(marks) or ()) == {"bbbb", "cccc", "dddd"}


def test_papers_that_changed_and_changed_back_are_as_they_were(files: LibraryFiles) -> None:
    marks = files.paper_marks()
    files.commit(change(files), hide=["aaaa", "cccc"])
    assert files.papers_changed_since(marks)
    files.commit(change(files), unhide=["aaaa", "cccc"])
    assert files.papers_changed_since(marks) == []


@pytest.mark.parametrize("marks", [b"", b"x", b"little\nabc", b"middle\n12345678"])
def test_marks_of_something_else_tell_nothing(files: LibraryFiles, marks: bytes) -> None:
    assert set(files.papers_changed_since(marks) or ("aaaa", "bbbb", "cccc")) == {
        "aaaa",
        "bbbb",
        "cccc",
    }


def test_marks_of_papers_that_are_gone_tell_nothing(files: LibraryFiles, tmp_path: Path) -> None:
    other = LibraryFiles.open(tmp_path / "other")
    add(other, paper("aaaa"))
    assert other.papers_changed_since(files.paper_marks()) is None


def test_what_was_kept_comes_back_and_may_be_deleted(files: LibraryFiles) -> None:
    assert files.derived("jump") is None
    files.keep_derived("jump", b"one")
    files.keep_derived("jump", b"t", memoryview(b"w"), b"", b"o")
    assert files.derived("jump") == b"two"
    (files.folder or Path()).joinpath("jump.idx").unlink()
    assert files.derived("jump") is None
    assert len(reopened(files).paper_ids) == 3


def test_a_folder_that_takes_nothing_loses_nothing(files: LibraryFiles) -> None:
    (files.folder or Path()).joinpath("jump.idx").mkdir()
    files.keep_derived("jump", b"one")
    assert files.derived("jump") is None


def test_a_library_in_memory_keeps_nothing() -> None:
    files = MemoryFiles()
    files.keep_derived("jump", b"one")
    assert files.derived("jump") is None
    assert files.papers_changed_since(files.paper_marks()) is None
