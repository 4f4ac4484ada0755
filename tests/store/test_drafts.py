"""What is being typed is on disk before the library has it."""

from __future__ import annotations

import errno
import stat
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.store.samples import add, paper, reading

from readq.domain import Change, ReadingEdit
from readq.store import Draft, LibraryFiles, examine, files_aside, read_aside
from readq.store.os_files import OsFiles

NOW = datetime(2026, 7, 1, 9, 30, tzinfo=UTC)


def typed(text: str) -> Change:
    before = reading("p1")
    return Change(
        0, "typed", NOW, readings=(ReadingEdit("p1", before, replace(before, note=text)),)
    )


def texts(path: Path) -> list[str]:
    return [edit.after.note for step in read_aside(path) for edit in step.readings if edit.after]


def drafts(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.name.startswith("unsaved")]


class FullDisk(OsFiles):
    """Takes some bytes, and no more."""

    left = 1 << 20

    def write(self, fd: int, data: bytes | memoryview, at: int | None = None) -> None:
        """Write what there is room for."""
        some = data[: self.left]
        self.left -= len(some)
        super().write(fd, some, at)
        if len(some) < len(data):
            raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def draft(tmp_path: Path) -> Iterator[Draft]:
    """A draft, and nothing else, in the folder."""
    opened = Draft(tmp_path)
    yield opened
    opened.close()


def test_the_newest_text_counts_and_only_the_reader_can_see_it(
    tmp_path: Path, draft: Draft
) -> None:
    assert drafts(tmp_path) == []
    for text in ("a", "ab", "ab\nc 😀"):
        draft.write(typed(text))
    (path,) = drafts(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert texts(path) == ["ab\nc 😀"]
    draft.close()
    assert drafts(tmp_path) == []


def test_a_line_cut_off_leaves_the_one_before_it(tmp_path: Path, draft: Draft) -> None:
    draft.write(typed("first"))
    draft.write(typed("first second"))
    (path,) = drafts(tmp_path)
    whole = path.read_bytes()
    for end in range(whole.index(b"\n") + 1, len(whole)):
        path.write_bytes(whole[:end])
        assert texts(path) == ["first"]
    path.write_bytes(whole[:7])
    assert texts(path) == []


def test_a_disk_that_becomes_full_keeps_what_it_has(tmp_path: Path) -> None:
    disk = FullDisk()
    draft = Draft(tmp_path, disk)
    draft.write(typed("first"))
    disk.left = 30
    with pytest.raises(OSError, match="No space"):
        draft.write(typed("second"))
    (path,) = drafts(tmp_path)
    assert texts(path) == ["first"]
    disk.left = 1 << 20
    draft.write(typed("third"))
    assert texts(path) == ["third"]
    other = Draft(tmp_path / "elsewhere", disk)
    (tmp_path / "elsewhere").mkdir()
    disk.left = 0
    with pytest.raises(OSError, match="No space"):
        other.write(typed("x"))
    assert drafts(tmp_path / "elsewhere") == []
    draft.close()


def test_a_draft_that_is_being_written_is_not_what_a_dead_process_left(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    files = LibraryFiles.open(folder)
    add(files, paper("p1"))
    draft = Draft(folder)
    draft.write(typed("words"))
    assert files_aside(folder) == []
    assert [finding.trouble for finding in examine(folder)] == []
    draft.close(keep=True)
    (path,) = drafts(folder)
    assert files_aside(folder) == [path]
    assert "changes that are not in the library" in examine(folder)[0].trouble
    files.close()


def test_a_draft_whose_file_went_begins_another(tmp_path: Path, draft: Draft) -> None:
    draft.write(typed("words"))
    drafts(tmp_path)[0].unlink()
    draft.write(typed("more words"))
    (path,) = drafts(tmp_path)
    assert texts(path) == ["more words"]


def test_a_draft_that_the_library_has_is_empty(tmp_path: Path, draft: Draft) -> None:
    draft.clear()
    draft.write(typed("words"))
    draft.clear()
    (path,) = drafts(tmp_path)
    assert texts(path) == []
    draft.write(typed("words again"))
    assert texts(path) == ["words again"]
    draft.clear()
    draft.close(keep=True)
    assert drafts(tmp_path) == []


def test_a_draft_does_not_grow_for_ever(
    tmp_path: Path, draft: Draft, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("readq.store.drafts._MOST", 2_000)
    for n in range(100):
        draft.write(typed(f"words {n}"))
        (path,) = drafts(tmp_path)
        assert path.stat().st_size <= 2_000
        assert texts(path) == [f"words {n}"]
