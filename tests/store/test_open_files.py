"""No file stays open longer than its library."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from tests.store.samples import add, decide, paper, reading

from readq.errors import DamagedLibraryError, LibraryError
from readq.store import LibraryFiles

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")


def open_in(folder: Path) -> list[str]:
    gc.collect()
    links = Path("/proc/self/fd").iterdir()
    targets = [str(link.readlink()) for link in links if link.is_symlink()]
    return [target for target in targets if target.startswith(str(folder))]


def filled(folder: Path) -> LibraryFiles:
    files = LibraryFiles.open(folder)
    add(files, paper("p1"))
    files.compact()
    decide(files, reading("p1", note="a note"))
    return files


def test_a_library_that_was_closed_has_none(tmp_path: Path) -> None:
    files = filled(tmp_path)
    assert open_in(tmp_path)
    files.close()
    assert open_in(tmp_path) == []


def test_what_a_closed_library_is_asked_is_not_read_from_another_file(tmp_path: Path) -> None:
    files = filled(tmp_path / "one")
    files.close()
    other = filled(tmp_path / "other")
    with pytest.raises(LibraryError, match="cannot be read"):
        files.paper("p1")
    assert other.paper("p1") == paper("p1")
    other.close()


def test_a_library_nobody_closed_has_none(tmp_path: Path) -> None:
    files = filled(tmp_path)
    del files
    assert open_in(tmp_path) == []


def test_a_library_that_is_refused_has_none(tmp_path: Path) -> None:
    filled(tmp_path).close()
    for journal in tmp_path.glob("journal-*.log"):
        journal.unlink()
    with pytest.raises(DamagedLibraryError):
        LibraryFiles.open(tmp_path)
    assert open_in(tmp_path) == []
