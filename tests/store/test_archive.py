"""A library in one file, and back."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest
from tests.store.samples import add, content, decide, paper, reading

from readq.domain import Status
from readq.errors import LibraryError
from readq.store import LibraryFiles, pack, unpack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "library"
    files = LibraryFiles.open(place)
    add(files, paper("p1"), paper("p2"))
    files.compact()
    decide(files, reading("p1", rank=1.0, note="a note"))
    files.close()
    return place


def held(folder: Path) -> dict[str, object]:
    return content(LibraryFiles.open(folder, create=False))


def test_there_and_back(folder: Path, tmp_path: Path) -> None:
    archive = pack(folder, tmp_path / "b.tar.gz")
    assert archive.stat().st_mode & 0o077 == 0
    with tarfile.open(archive) as entries:
        assert {Path(e.name).name for e in entries} == {e.name for e in entries}
    assert unpack(archive, tmp_path / "again") is None
    assert held(tmp_path / "again") == held(folder)


def test_the_library_in_the_place_is_kept_beside_it(folder: Path, tmp_path: Path) -> None:
    archive = pack(folder, tmp_path / "b.tar.gz")
    before = held(folder)
    files = LibraryFiles.open(folder)
    decide(files, reading("p2", Status.SKIPPED))
    files.close()
    newer = held(folder)
    beside = unpack(archive, folder)
    assert beside is not None
    assert held(folder) == before
    assert held(beside) == newer
    again = unpack(archive, folder)
    assert again not in (None, beside)


def test_a_damaged_archive_changes_nothing(folder: Path, tmp_path: Path) -> None:
    archive = pack(folder, tmp_path / "b.tar.gz")
    data, before = archive.read_bytes(), held(folder)
    for number, harmed in enumerate(
        [b"", b"no tar", data[:-40], data[: len(data) // 2], data[:60] + b"\x00" * 40 + data[100:]]
    ):
        bad = tmp_path / f"bad{number}.tar.gz"
        bad.write_bytes(harmed)
        with pytest.raises(LibraryError, match="cannot be restored"):
            unpack(bad, folder)
        assert held(folder) == before
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".readq")] == []


def entry(name: str, data: bytes = b"{}", kind: bytes = tarfile.REGTYPE) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.size, made.type, made.linkname = len(data), kind, "/etc/passwd"
    return made


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("../escaped.json", tarfile.REGTYPE),
        ("/tmp/escaped.json", tarfile.REGTYPE),
        ("sub/escaped.json", tarfile.REGTYPE),
        ("run.sh", tarfile.REGTYPE),
        ("papers.json", tarfile.SYMTYPE),
        ("papers.json", tarfile.LNKTYPE),
        ("papers.json", tarfile.FIFOTYPE),
        ("papers.json", tarfile.CHRTYPE),
    ],
)
def test_an_archive_with_anything_else_in_it_is_refused(
    tmp_path: Path, name: str, kind: bytes
) -> None:
    archive = tmp_path / "b.tar.gz"
    with tarfile.open(archive, "w:gz") as entries:
        entries.addfile(entry(name, kind=kind), io.BytesIO(b"{}"))
    with pytest.raises(LibraryError, match="no file of a library"):
        unpack(archive, tmp_path / "library")
    assert not (tmp_path / "library").exists()
    assert not (tmp_path / "escaped.json").exists()


def test_an_archive_that_swells_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("readq.store.archive._LIMIT", 1000)
    archive = tmp_path / "b.tar.gz"
    with tarfile.open(archive, "w:gz") as entries:
        entries.addfile(entry("papers.json", bytes(2000)), io.BytesIO(bytes(2000)))
    with pytest.raises(LibraryError, match="larger than any library"):
        unpack(archive, tmp_path / "library")


def test_a_backup_that_cannot_be_written_leaves_no_half(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="not written"):
        pack(folder, tmp_path / "missing" / "b.tar.gz")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["library"]
