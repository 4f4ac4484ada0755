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
