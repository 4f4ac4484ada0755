"""A disk that is full or refuses; tests/campaign does this at every single call."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from tests.store.disk import Platter, SimulatedFiles
from tests.store.samples import add, content, decide, paper, reading

from readq.errors import LibraryError, NotSavedError
from readq.store import LibraryFiles

FOLDER = Path("/library")


def opened(platter: Platter) -> LibraryFiles:
    return LibraryFiles.open(FOLDER, files=SimulatedFiles(platter))


def test_a_refused_change_leaves_the_library_usable() -> None:
    platter = Platter()
    files = opened(platter)
    add(files, paper("p1"))
    platter.fail_at = range(platter.calls + 1, platter.calls + 50)
    with pytest.raises(NotSavedError, match="not saved"):
        decide(files, reading("p1"))
    assert dict(files.readings()) == {}
    platter.fail_at = range(0)
    decide(files, reading("p1", note="second try"))
    assert dict(opened(platter).readings()) == {"p1": reading("p1", note="second try")}


def test_a_full_disk_leaves_no_half_written_snapshot() -> None:
    platter = Platter()
    files = opened(platter)
    add(files, paper("p1"))
    held = content(files)
    platter.fail_at, platter.error = range(platter.calls + 7, platter.calls + 8), errno.ENOSPC
    with pytest.raises(LibraryError, match="could not be compacted"):
        files.compact()
    platter.fail_at = range(0)
    assert [path.name for path in platter.names if path.name.startswith("papers")] == []
    assert content(files) == held
    files.compact()
    assert content(opened(platter)) == held
