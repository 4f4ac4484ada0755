"""Notes as files and back: nothing is lost on the way, and nothing comes back that was not changed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from readq.domain import Change, Paper, TitleOrigin
from readq.exporters.notefolder import is_same_note, notes_in, write_notes
from readq.library import Library
from readq.library.note_files import take_notes
from readq.library.noting import as_note
from readq.store import MemoryFiles

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60) | st.sampled_from(
    ["---\nid: x\n---\n", "a\r\nb", "\n\n# x\n\n", "readq_id: p1", "[[p1]]", "\ufeffx", "--- \n"]
)


def library_of(titles: list[str]) -> Library:
    files = MemoryFiles()
    papers = {
        f"p{n}": Paper(id=f"p{n}", title=title, title_origin=TitleOrigin.SOURCE, added=NOW)
        for n, title in enumerate(titles)
    }
    files.commit(Change(1, "began", NOW), papers=papers)
    return Library(files, now=lambda: NOW)


def export(library: Library, folder: Path) -> None:
    write_notes(((library.paper(i), library.reading(i)) for i in library.ids()), folder)


@settings(max_examples=40, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=4), st.lists(TEXTS, min_size=1, max_size=4))
def test_any_notes_go_out_and_come_back(
    tmp_path_factory: pytest.TempPathFactory, notes: list[str], titles: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("notes")
    library = library_of([f"{title} x" for title in (titles * 4)[: len(notes)]])
    library.notes({f"p{n}": note for n, note in enumerate(notes)})
    before = {i: library.reading(i).note for i in library.ids()}
    export(library, folder)
    report = take_notes(library, notes_in(folder))
    assert report.change is None
    assert report.seen == report.unchanged == sum(bool(note.strip()) for note in before.values())
    assert {i: library.reading(i).note for i in library.ids()} == before


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=3))
def test_what_is_written_into_the_files_comes_back_and_stays(
    tmp_path_factory: pytest.TempPathFactory, notes: list[tuple[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("notes")
    library = library_of([f"Title {n}" for n in range(len(notes))])
    library.notes({f"p{n}": f"old {old}" for n, (old, _) in enumerate(notes)})
    export(library, folder)
    for n, (_, added) in enumerate(notes):
        file = folder / f"Title {n}.md"
        file.write_bytes(file.read_bytes() + f"\nmore {added}\n".encode())
    report = take_notes(library, notes_in(folder))
    assert report.updated == len(notes)
    assert all("more" in library.reading(f"p{n}").note for n in range(len(notes)))
    export(library, folder)
    again = take_notes(library, notes_in(folder))
    assert again.change is None
    assert again.unchanged == len(notes)
    for found in notes_in(folder):
        assert is_same_note(as_note(found.note), library.reading(found.paper_id).note)


@pytest.fixture
def library() -> Library:
    """Two papers with a note each."""
    library = library_of(["One", "Two"])
    library.notes({"p0": "first\n\nlast", "p1": "second"})
    return library


def edit(file: Path, old: str, new: str, name: str = "") -> Path:
    """Edit a file, or a copy of it with another name."""
    target = file.parent / (name or file.name)
    target.write_bytes(file.read_bytes().replace(old.encode(), new.encode()))
    return target


@pytest.mark.parametrize(
    "name",
    ["One (conflicted copy).md", "One.sync-conflict-20261202.md", "One 1.md", "A/One mine.md"],
)
def test_copies_that_sync_programs_make_of_a_file_cost_no_text(
    library: Library, tmp_path: Path, name: str
) -> None:
    export(library, tmp_path)
    (tmp_path / "A").mkdir()
    file = tmp_path / "One.md"
    copy = edit(file, "last", "last, written on the train", name)
    edit(file, "first", "first, written at home")
    report = take_notes(library, notes_in(tmp_path))
    assert library.reading("p0").note == ("first, written at home\n\nlast, written on the train")
    assert (report.seen, report.updated, report.joined, report.unchanged) == (3, 1, [copy], 1)
    export(library, tmp_path)
    assert "at home\n\nlast, written on the train\n" in file.read_text("utf-8")


def test_a_copy_nobody_wrote_in_brings_nothing(library: Library, tmp_path: Path) -> None:
    export(library, tmp_path)
    edit(tmp_path / "One.md", "", "", "One copy.md")
    edit(tmp_path / "One.md", "last", "news")
    report = take_notes(library, notes_in(tmp_path))
    assert (report.updated, report.joined, report.unchanged) == (1, [], 2)
    assert library.reading("p0").note == "first\n\nnews"


@pytest.mark.parametrize(
    "data", ["größer".encode("latin-1"), b"\0" * (1 << 24)], ids=["latin-1", "huge"]
)
def test_a_file_that_cannot_be_read_is_told_and_costs_nothing(
    library: Library, tmp_path: Path, data: bytes
) -> None:
    export(library, tmp_path)
    file = tmp_path / "One.md"
    file.write_bytes(file.read_bytes() + data)
    report = take_notes(library, notes_in(tmp_path))
    assert (report.seen, report.unreadable, report.unchanged) == (2, [file], 1)
    assert library.reading("p0").note == "first\n\nlast"
    before = file.read_bytes()
    library.note("p0", "other")
    export(library, tmp_path)
    assert file.read_bytes() == before


def test_notes_written_on_a_paper_that_was_merged_meanwhile_are_kept(
    library: Library, tmp_path: Path
) -> None:
    export(library, tmp_path)
    edit(tmp_path / "One.md", "last", "last, and more")
    edit(tmp_path / "Two.md", "second", "second, and more")
    library.unite("p0", "p1")
    report = take_notes(library, notes_in(tmp_path))
    assert report.unknown == []
    assert "last, and more" in library.reading("p0").note
    assert "second, and more" in library.reading("p0").note
    assert library.reading("p0").note.count("first") == 1
    assert take_notes(library, notes_in(tmp_path)).change is None


def test_after_a_conflict_file_and_note_are_the_same_again(
    library: Library, tmp_path: Path
) -> None:
    export(library, tmp_path)
    file = edit(tmp_path / "One.md", "last", "last, in the file")
    library.note("p0", "first\n\nlast, in readq")
    assert take_notes(library, notes_in(tmp_path)).joined == [file]
    export(library, tmp_path)
    both = library.reading("p0").note
    assert file.read_text("utf-8").endswith(f"---\n\n{both}\n")
    edit(file, "first", "very first")
    assert take_notes(library, notes_in(tmp_path)).updated == 1
    assert library.reading("p0").note == both.replace("first", "very first")


def test_a_paragraph_taken_out_of_a_file_is_not_put_back(library: Library, tmp_path: Path) -> None:
    export(library, tmp_path)
    file = edit(tmp_path / "One.md", "first\n\n", "")
    before = file.read_bytes()
    export(library, tmp_path)
    assert file.read_bytes() == before
    take_notes(library, notes_in(tmp_path))
    assert library.reading("p0").note == "last"
