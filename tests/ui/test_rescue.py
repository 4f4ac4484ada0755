"""Copies of text that cannot be saved go wherever there is room."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from readq.config import Config
from readq.ui.app import ReadqApp, run_app
from readq.ui.rescue import Rescue, keep_unsaved

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary


@pytest.fixture(autouse=True)
def other_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where copies go that find no room beside the library."""
    folder = tmp_path / "other"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """The folder of the library."""
    folder = tmp_path / "library"
    folder.mkdir()
    return folder


def full(folder: Path, really: Callable[..., Any]) -> Callable[..., Any]:
    """`really`, but for what is written into `folder`: that finds no room."""

    def write(file: Any, *more: Any) -> Any:
        path = (
            str(Path(f"/proc/self/fd/{file}").readlink()) if isinstance(file, int) else str(more[0])
        )
        if Path(path).is_relative_to(folder):
            raise OSError(errno.ENOSPC, "No space left on device")
        return really(file, *more)

    return write


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks into /proc")


@needs_proc
def test_a_copy_finds_room_when_the_disk_of_the_library_is_full(
    library: Path, other_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", full(library, os.fsync))
    path = Rescue(library, "A title").keep("my words")
    assert path.is_relative_to(other_disk)
    assert path.read_text() == "my words"
    assert path.stat().st_mode & 0o777 == 0o600
    assert files(library) == []


@needs_proc
def test_a_disk_that_fills_later_loses_no_copy(
    library: Path, other_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rescue = Rescue(library, "A title")
    first = rescue.keep("my words")
    assert first.parent == library / "rescue"
    monkeypatch.setattr(os, "fsync", full(library, os.fsync))
    second = rescue.keep("my words, and more")
    assert second.is_relative_to(other_disk)
    assert second.read_text() == "my words, and more"
    assert files(library) == []  # what was kept first is in the second


@needs_proc
def test_without_room_anywhere_the_last_copy_stays(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rescue = Rescue(library, "A title")
    path = rescue.keep("my words")
    monkeypatch.setattr(os, "fsync", full(tmp_path, os.fsync))
    with pytest.raises(OSError, match="No space left"):
        rescue.keep("my words, and more")
    assert rescue.path == path
    assert path.read_text() == "my words"
    assert files(tmp_path) == [path.name]


def test_a_file_is_taken_over_where_there_is_room(
    library: Path, tmp_path: Path, other_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "draft.md"
    source.write_bytes(b"\xff my words")
    monkeypatch.setattr(shutil, "move", full(library, shutil.move))
    path = Rescue(library, "A title").keep_file(source)
    assert path.is_relative_to(other_disk)
    assert path.read_bytes() == b"\xff my words"
    assert not source.exists()
    assert files(library) == []


def test_a_file_that_is_taken_over_leaves_what_was_kept_before(
    library: Path, tmp_path: Path
) -> None:
    rescue = Rescue(library, "A title")
    first = rescue.keep("my words")
    for said in (b"from the editor", b"from the editor, later"):
        source = tmp_path / "draft.md"
        source.write_bytes(said)
        assert rescue.keep_file(source).read_bytes() == said
    assert first.read_text() == "my words"
    assert len(files(library)) == 3


def test_no_file_of_anybody_is_written_over(tmp_path: Path) -> None:
    one, other = Rescue(tmp_path, "A title"), Rescue(tmp_path, "A title")
    assert one.keep("one") != other.keep("other")
    assert files(tmp_path) == ["A-title-2.md", "A-title.md"]


@pytest.mark.parametrize(("told", "code"), [("", 0), ("readq: 1 change could not be saved", 1)])
def test_leaving_with_changes_that_are_not_on_disk_is_no_success(
    make_library: MakeLibrary, monkeypatch: pytest.MonkeyPatch, told: str, code: int
) -> None:
    monkeypatch.setattr(ReadqApp, "run", lambda app: None)
    monkeypatch.setattr("readq.ui.rescue.keep_unsaved", lambda library: told)
    assert run_app(make_library([]), Config()) == code


def test_changes_of_a_reader_without_a_home_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", Mock(side_effect=RuntimeError("no home")))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    library = Mock(folder=None, unsaved=1, save_error="full")
    library.save.return_value = False
    library.keep_unsaved_aside = lambda folder: folder / "unsaved-1.jsonl"
    assert str(tmp_path / "unsaved-1.jsonl") in keep_unsaved(library)
