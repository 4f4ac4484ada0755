"""A library in one file, and back."""

from __future__ import annotations

import gzip
import io
import tarfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.store.samples import add, content, decide, paper, reading

from readq.domain import Status
from readq.errors import LibraryError
from readq.store import LibraryFiles, pack, unpack
from readq.store.lock import FileLock


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "library"
    files = LibraryFiles.open(place)
    add(files, paper("p1"), paper("p2"))
    files.compact()
    decide(files, reading("p1", rank=1.0, note="a note"))
    files.close()
    return place


def held(folder: Path) -> dict[str, Any]:
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


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("path", "a\0b.json"),
        ("path", "../escaped.json"),
        ("path", f"{'x' * 5000}.json"),
        ("size", "99999999999"),
        ("size", "-5"),
        ("GNU.sparse.map", "a,b"),
        ("GNU.sparse.size", "x"),
        ("GNU.sparse.name", "run.sh"),
    ],
)
def test_an_archive_that_lies_about_its_entries_is_refused(
    tmp_path: Path, name: str, value: str
) -> None:
    archive = tmp_path / "b.tar.gz"
    with tarfile.open(archive, "w:gz", format=tarfile.PAX_FORMAT) as entries:
        made = entry("papers.json")
        made.pax_headers = {name: value}
        entries.addfile(made, io.BytesIO(b"{}"))
    with pytest.raises(LibraryError, match="cannot be restored"):
        unpack(archive, tmp_path / "library")
    assert [path.name for path in tmp_path.iterdir()] == ["b.tar.gz"]


def test_an_archive_with_two_files_of_one_name_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "b.tar.gz"
    with tarfile.open(archive, "w:gz") as entries:
        for _ in range(2):
            entries.addfile(entry("papers.json"), io.BytesIO(b"{}"))
    with pytest.raises(LibraryError, match="cannot be restored"):
        unpack(archive, tmp_path / "library")


def test_a_bit_that_flips_in_a_backup_is_noticed(folder: Path, tmp_path: Path) -> None:
    sound = pack(folder, tmp_path / "b.tar.gz").read_bytes()
    expected, random, refused = held(folder), Random(7), 0
    archive, place = tmp_path / "harmed.tar.gz", tmp_path / "place"
    for number in range(150):
        harmed = bytearray(sound)
        harmed[random.randrange(len(harmed))] ^= 1 << random.randrange(8)
        archive.write_bytes(harmed)
        with suppress(LibraryError):
            unpack(archive, place / str(number))
            assert held(place / str(number)) == expected
            continue
        refused += 1
        assert not (place / str(number)).exists()
    assert refused > 100


def test_an_archive_made_with_ill_will_is_a_library_or_refused(
    folder: Path, tmp_path: Path
) -> None:
    sound = gzip.decompress(pack(folder, tmp_path / "b.tar.gz").read_bytes())
    ids, random, refused = held(folder)["ids"], Random(7), 0
    archive, place = tmp_path / "harmed.tar.gz", tmp_path / "place"
    for number in range(60):
        harmed = bytearray(sound)
        for _ in range(random.choice((1, 2, 5))):
            harmed[random.randrange(len(harmed))] = random.choice((0, 32, 48, 57, 128, 255))
        for at in range(0, len(harmed), 512):
            if harmed[at + 257 : at + 262] == b"ustar":  # the checksum of the head says nothing
                total = sum(harmed[at : at + 148]) + 256 + sum(harmed[at + 156 : at + 512])
                harmed[at + 148 : at + 156] = b"%06o\0 " % total
        archive.write_bytes(gzip.compress(bytes(harmed), 1))
        with suppress(LibraryError):
            unpack(archive, place / str(number))
            assert held(place / str(number))["ids"] == ids
            continue
        refused += 1
        assert not (place / str(number)).exists()
    assert 0 < refused < 60


def test_an_error_within_an_archive_does_not_name_the_folder_it_was_tried_in(
    folder: Path, tmp_path: Path
) -> None:
    (folder / "papers.json").write_bytes(b'{"papers": {')
    for path in (*folder.glob("journal-*"), *folder.glob("*.before.json")):
        path.unlink()
    archive = tmp_path / "b.tar.gz"
    with tarfile.open(archive, "w:gz") as entries:
        for path in folder.glob("*.json"):
            entries.add(path, path.name)
    with pytest.raises(LibraryError, match=r"cannot be restored: its papers\.json") as said:
        unpack(archive, tmp_path / "again")
    assert ".readq-restore" not in str(said.value)
    with tarfile.open(archive, "w:gz"):
        pass
    with pytest.raises(LibraryError, match="There is no library in it"):
        unpack(archive, tmp_path / "again")


def test_a_window_open_during_a_restore_goes_on_in_the_library_that_is_there_now(
    folder: Path, tmp_path: Path
) -> None:
    archive = pack(folder, tmp_path / "b.tar.gz")
    window = LibraryFiles.open(folder)
    decide(window, reading("p2", Status.SKIPPED))
    before = content(window)
    beside = unpack(archive, folder)
    assert beside is not None
    window.refresh()
    decide(window, reading("p2", Status.READ))
    assert held(folder)["readings"]["p2"] == reading("p2", Status.READ)
    assert held(beside) == before
    other = LibraryFiles.open(folder)
    decide(other, reading("p1", Status.LATER))
    decide(window, reading("p2", Status.LATER))
    assert held(folder) == content(window)


def test_a_library_in_use_is_not_replaced(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, before = pack(folder, tmp_path / "b.tar.gz"), held(folder)
    monkeypatch.setattr("readq.store.archive.WAIT", 0.0)
    writing = FileLock(folder / "lock")
    writing.acquire()
    with pytest.raises(LibraryError, match=r"cannot be restored: .* is in use by process"):
        unpack(archive, folder)
    writing.release()
    writing.close()
    assert held(folder) == before
    assert unpack(archive, folder) is not None


def test_a_restore_that_cannot_be_finished_puts_the_library_back(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, before = pack(folder, tmp_path / "b.tar.gz"), held(folder)
    rename = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if ".readq-restore" in str(self):
            raise OSError(28, "No space left on device")
        return rename(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", refuse)
        with pytest.raises(LibraryError, match="No space left"):
            unpack(archive, folder)
    assert held(folder) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.tar.gz", "library"]
