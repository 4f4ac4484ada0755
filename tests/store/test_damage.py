"""Files of a library that are cut, flipped, emptied, missing or not what they should be."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.store.samples import add, content, decide, paper, reading

from readq.errors import DamagedLibraryError, LibraryError, NewerLibraryError, NotSavedError
from readq.store import LibraryFiles


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "library"


def fill(folder: Path) -> dict[str, Any]:
    """Three changes in one journal."""
    files = LibraryFiles.open(folder)
    add(files, paper("p1"), paper("p2"))
    decide(files, reading("p1", note="first"))
    decide(files, reading("p2", note="second"))
    held = content(files)
    files._vault.close()
    return held


def fill_and_compact(folder: Path, times: int = 1) -> dict[str, Any]:
    """The same in the JSON files, with a change after them in the journal."""
    fill(folder)
    files = LibraryFiles.open(folder)
    for number in range(times):
        decide(files, reading("p1", note=f"before compaction {number}"))
        files.compact()
    decide(files, reading("p2", note="after it"))
    held = content(files)
    files._vault.close()
    return held


def everything(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and p.name != "lock"}


def read_all(folder: Path) -> dict[str, Any]:
    files = LibraryFiles.open(folder)
    try:
        return content(files)
    finally:
        files._vault.close()


def journal(folder: Path) -> Path:
    return max(folder.glob("journal-*.log"))


def without_last(held: dict[str, Any]) -> dict[str, Any]:
    readings = {i: r for i, r in held["readings"].items() if i != "p2"}
    return {**held, "readings": readings, "changes": held["changes"][1:]}


def test_a_write_torn_at_any_byte_costs_only_that_write(folder: Path) -> None:
    held = fill(folder)
    path = journal(folder)
    whole = path.read_bytes()
    last = whole[:-1].rindex(b"\n") + 1
    for length in range(last, len(whole)):
        for tail in (b"", b"\0" * 9, b"junk\n\xff"):
            torn = whole[:length] + tail
            path.write_bytes(torn)
            assert read_all(folder) == without_last(held)
            assert path.read_bytes() == torn
    files = LibraryFiles.open(folder)
    decide(files, reading("p2", note="written anew"))
    files.close()
    assert read_all(folder)["readings"]["p2"].note == "written anew"


def test_a_flipped_bit_before_the_last_change_is_refused(folder: Path) -> None:
    fill(folder)
    path = journal(folder)
    whole = path.read_bytes()
    last = whole[:-1].rindex(b"\n") + 1
    for at in range(last):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        before = everything(folder)
        line = whole.count(b"\n", 0, at) + 1
        with pytest.raises(DamagedLibraryError, match=rf"{path.name} is damaged at line {line};"):
            LibraryFiles.open(folder)
        assert everything(folder) == before


def test_a_flipped_bit_in_the_last_change_never_passes_as_another_change(folder: Path) -> None:
    held = fill(folder)
    path = journal(folder)
    whole = path.read_bytes()
    for at in range(whole[:-1].rindex(b"\n") + 1, len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        assert read_all(folder) == without_last(held)


@pytest.mark.parametrize("name", ["papers.json", "readings.json"])
@pytest.mark.parametrize("index", ["kept", "gone"])
def test_a_flipped_bit_in_a_snapshot_costs_nothing(folder: Path, name: str, index: str) -> None:
    held = fill_and_compact(folder, times=2)
    path = folder / name
    whole = path.read_bytes()
    if index == "gone":
        path.with_suffix(".idx").unlink()
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        files = LibraryFiles.open(folder)
        assert content(files) == held
        assert len(files.notes) == 1
        assert name in files.notes[0]
        files._vault.close()


def test_a_bit_that_rots_while_size_and_date_stay_is_noticed_when_read(folder: Path) -> None:
    fill_and_compact(folder)
    path = folder / "papers.json"
    stamp, whole = path.stat(), path.read_bytes()
    at = whole.index(b"We study p2")
    path.write_bytes(whole[:at] + b"w" + whole[at + 1 :])
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    files = LibraryFiles.open(folder)
    assert files.paper("p1") == paper("p1")
    with pytest.raises(DamagedLibraryError, match=r"papers\.json is damaged at document 2"):
        files.paper("p2")
    files._vault.close()


def test_a_damaged_snapshot_is_set_aside_and_never_replaces_the_sound_one(folder: Path) -> None:
    held = fill_and_compact(folder, times=2)
    damaged = b"{" + (folder / "papers.json").read_bytes()[1:-3]
    (folder / "papers.json").write_bytes(damaged)
    sound = (folder / "papers.before.json").read_bytes()
    files = LibraryFiles.open(folder)
    files.compact()
    files.close()
    assert (folder / "papers.before.json").read_bytes() == sound
    assert [p.read_bytes() for p in (folder / "backups").glob("papers.damaged-*")] == [damaged]
    assert read_all(folder) == held


@pytest.mark.parametrize("harm", ["removed", "emptied", "cut", "replaced"])
@pytest.mark.parametrize("times", [0, 1, 2])
def test_each_file_of_a_library_is_recovered_or_missed_but_never_forgotten(
    folder: Path, tmp_path: Path, times: int, harm: str
) -> None:
    held = fill_and_compact(folder, times) if times else fill(folder)
    for name in everything(folder):
        copy = tmp_path / f"{times}-{harm}-{name}"
        shutil.copytree(folder, copy)
        path = copy / name
        if harm == "removed":
            path.unlink()
        elif harm == "emptied":
            path.write_bytes(b"")
        elif harm == "cut":
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])
        else:
            path.write_bytes(b'{"papers": {"1": {"id": "x"}}}')
        before = everything(copy)
        try:
            found = read_all(copy)
        except DamagedLibraryError:
            assert name.startswith("journal")
            assert everything(copy) == before
        else:
            # A journal that only lacks its end looks like one whose last write was torn.
            torn = harm == "cut" and name == journal(folder).name
            left = found["changes"]
            assert found == held or (torn and left and left == held["changes"][-len(left) :])


def test_an_empty_snapshot_without_its_journals_is_damage_not_a_new_library(folder: Path) -> None:
    folder.mkdir()
    (folder / "papers.json").write_bytes(b"")
    with pytest.raises(
        DamagedLibraryError, match=r"papers\.json is empty, though it held a library"
    ):
        LibraryFiles.open(folder)


def test_missing_journals_are_missed_when_only_the_lock_is_left(folder: Path) -> None:
    fill(folder)
    journal(folder).unlink()
    with pytest.raises(DamagedLibraryError):
        LibraryFiles.open(folder)


def test_git_conflict_marks_are_named(folder: Path) -> None:
    fill_and_compact(folder, times=2)
    path = folder / "readings.json"
    lines = path.read_bytes().split(b"\n")
    marked = [*lines[:2], b"<<<<<<< HEAD", *lines[2:4], b"=======", *lines[2:4], b">>>>>>> theirs"]
    path.write_bytes(b"\n".join([*marked, *lines[4:-1], b"}"]))
    before = everything(folder)
    with pytest.raises(
        DamagedLibraryError, match=r"readings\.json has the marks of a git merge conflict at line 3"
    ):
        LibraryFiles.open(folder)
    assert everything(folder) == before


def test_git_conflict_marks_in_a_journal_are_named(folder: Path) -> None:
    fill(folder)
    path = journal(folder)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0], b"<<<<<<< HEAD", *lines[1:]]))
    with pytest.raises(DamagedLibraryError, match=r"\.log has git conflict marks at line 2"):
        LibraryFiles.open(folder)


@pytest.mark.parametrize("name", ["papers.json", "readings.json"])
def test_a_newer_snapshot_is_refused_untouched(folder: Path, name: str) -> None:
    fill_and_compact(folder, times=2)
    path = folder / name
    path.write_bytes(path.read_bytes().replace(b'{"schema": 1,', b'{"schema": 2,'))
    before = everything(folder)
    with pytest.raises(NewerLibraryError, match=r"newer readq"):
        LibraryFiles.open(folder)
    assert everything(folder) == before


def test_a_newer_layout_of_the_last_line_is_refused_as_newer(folder: Path) -> None:
    fill_and_compact(folder, times=2)
    path = folder / "papers.json"
    path.write_bytes(path.read_bytes()[:-4] + b', "schema": 7, "more": []}}}\n')
    with pytest.raises(NewerLibraryError, match="version 7"):
        LibraryFiles.open(folder)


@pytest.mark.parametrize("index", [b"", b"junk", b"{}\n", b'{"tables": 3}\nx'])
def test_a_damaged_index_is_made_anew(folder: Path, index: bytes) -> None:
    held = fill_and_compact(folder)
    sound = (folder / "papers.idx").read_bytes()
    (folder / "papers.idx").write_bytes(index)
    assert read_all(folder) == held
    assert (folder / "papers.idx").read_bytes() == sound


def test_an_index_of_another_snapshot_is_not_believed(folder: Path) -> None:
    held = fill_and_compact(folder)
    old = (folder / "papers.idx").read_bytes()
    files = LibraryFiles.open(folder)
    add(files, paper("p3"))
    files.compact()
    files.close()
    (folder / "papers.idx").write_bytes(old)
    assert read_all(folder)["ids"] == [*held["ids"], "p3"]


def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "library"
    fill_and_compact(folder, times=2)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {p.name for p in folder.iterdir() if p.stat().st_mode & 0o777 != 0o600} == set()


def test_a_library_that_is_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("x")
    with pytest.raises(LibraryError, match="is not a folder"):
        LibraryFiles.open(path)
    with pytest.raises(LibraryError, match="is not a folder"):
        LibraryFiles.open(path / "below")


def test_a_missing_library_is_not_made_unless_asked(folder: Path) -> None:
    with pytest.raises(LibraryError, match="There is no library"):
        LibraryFiles.open(folder, create=False)
    assert not folder.exists()
    folder.mkdir()
    with pytest.raises(LibraryError, match="There is no library"):
        LibraryFiles.open(folder, create=False)


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
@pytest.mark.parametrize("name", ["papers.json", "journal", "lock"])
def test_links_pipes_and_folders_are_refused_at_once(folder: Path, kind: str, name: str) -> None:
    fill_and_compact(folder)
    path = journal(folder) if name == "journal" else folder / name
    path.rename(folder.parent / "elsewhere")
    if kind == "link":
        path.symlink_to(folder.parent / "elsewhere")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    try:
        files = LibraryFiles.open(folder)
    except LibraryError:
        return
    assert name == "papers.json"
    assert len(files.notes) == 1
    files._vault.close()


def test_a_read_only_library_can_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = fill_and_compact(folder)
    (folder / "lock").unlink()
    real = os.open

    def read_only(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", read_only)
    files = LibraryFiles.open(folder)
    assert content(files) == held
    with pytest.raises(NotSavedError, match="cannot be written to"):
        decide(files, reading("p1"))
    assert content(files) == held
    files.close()


def test_one_json_file_copied_over_the_other_is_told_from_it(folder: Path) -> None:
    held = fill_and_compact(folder, times=2)
    sound = (folder / "papers.json").read_bytes()
    (folder / "papers.json").write_bytes((folder / "readings.json").read_bytes())
    files = LibraryFiles.open(folder)
    assert content(files) == held
    assert "papers.json holds readings, changes, which belong in another file" in files.notes[0]
    files._vault.close()
    (folder / "papers.json").write_bytes(sound)
    (folder / "readings.json").write_bytes(sound)
    assert read_all(folder) == held


def test_a_last_change_that_is_not_whole_is_left_out_and_named(folder: Path) -> None:
    held = fill(folder)
    path = journal(folder)
    path.write_bytes(path.read_bytes()[:-9])
    files = LibraryFiles.open(folder)
    assert content(files) == without_last(held)
    assert files.notes == [f"{path} ends in a change that is not whole, which was left out."]
    decide(files, reading("p2", note="second"))
    files._vault.close()
    assert LibraryFiles.open(folder).notes == []
