"""Looking for damage, and mending it without losing what is still sound."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from random import Random

import orjson
import pytest
from tests.store.samples import add, content, decide, paper, reading

from readq.domain import Status
from readq.errors import DamagedLibraryError, LibraryError
from readq.store import LibraryFiles, examine, mend

CASES = Path(__file__).parent / "damaged"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library of three papers with a snapshot and changes after it."""
    place = tmp_path / "library"
    files = LibraryFiles.open(place)
    add(files, paper("p1"), paper("p2"), paper("p3"))
    decide(files, reading("p1", rank=0.0, note="a note on one"))
    files.compact()
    decide(files, reading("p2", Status.SKIPPED, note="a note on two"))
    decide(files, reading("p3", Status.READ, note="a note on three"))
    files.close()
    return place


def troubles(folder: Path) -> str:
    return "\n".join(finding.trouble for finding in examine(folder))


def held(folder: Path) -> dict[str, object]:
    return content(LibraryFiles.open(folder, create=False))


def notes(folder: Path) -> set[str]:
    return {r.note for r in LibraryFiles.open(folder, create=False).readings().values()}


def image(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}


def test_a_sound_library_is_left_alone(folder: Path) -> None:
    before = image(folder)
    assert examine(folder) == []
    assert mend(folder) is None
    assert image(folder) == before


def test_looking_changes_nothing(folder: Path) -> None:
    (folder / "readings.json").write_bytes(b"")
    for name in ("papers.json", "lock"):
        (folder / name).chmod(0o644)
    before = image(folder)
    assert len(examine(folder)) >= 2
    assert image(folder) == before


def test_where_there_is_no_library_it_is_said(tmp_path: Path) -> None:
    for look in (examine, mend):
        with pytest.raises(LibraryError, match="There is no library at"):
            look(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="no such permissions")
def test_files_that_others_can_read_are_closed(folder: Path) -> None:
    before = held(folder)
    (folder / "readings.json").chmod(0o644)
    folder.chmod(0o755)
    assert "readings.json can be read by other users" in troubles(folder)
    assert mend(folder) is not None
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "readings.json").stat().st_mode) == 0o600
    assert held(folder) == before


def test_left_overs_are_removed(folder: Path) -> None:
    before = held(folder)
    for name in ("papers.2.new", "journal-00000009.new"):
        (folder / name).write_bytes(b"half")
    assert troubles(folder).count("is left over") == 2
    mend(folder)
    assert examine(folder) == []
    assert held(folder) == before


@pytest.mark.parametrize("name", ["papers.json", "readings.json"])
@pytest.mark.parametrize("damage", ["emptied", "cut", "flipped"])
def test_a_damaged_snapshot_is_made_anew(folder: Path, name: str, damage: str) -> None:
    before = held(folder)
    path = folder / name
    data = path.read_bytes()
    middle = len(data) // 2
    harmed = {
        "emptied": b"",
        "cut": data[:middle],
        "flipped": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
    }[damage]
    path.write_bytes(harmed)
    assert str(path) in troubles(folder)
    place = mend(folder)
    assert place is not None
    assert (place / name).read_bytes() == harmed
    assert examine(folder) == []
    assert held(folder) == before


def test_damage_in_the_middle_of_a_journal_costs_that_line_only(folder: Path) -> None:
    journal = max(folder.glob("journal-*.log"))
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b"a note on two", b"a nose on two")
    journal.write_bytes(b"".join(lines))
    with pytest.raises(DamagedLibraryError, match="line 2"):
        LibraryFiles.open(folder)
    assert f"{journal} is damaged at line 2" in troubles(folder)
    mend(folder)
    assert examine(folder) == []
    assert notes(folder) == {"a note on one", "a note on three"}
    files = LibraryFiles.open(folder)
    decide(files, reading("p2", note="written again"))
    assert "written again" in notes(folder)


def test_without_its_journals_a_library_is_made_of_its_snapshots(folder: Path) -> None:
    for path in folder.glob("journal-*.log"):
        path.unlink()
    assert "none of the journals" in troubles(folder)
    mend(folder)
    assert notes(folder) == {"a note on one"}


def test_both_sides_of_a_git_conflict_are_kept(folder: Path) -> None:
    files = LibraryFiles.open(folder)
    files.compact()
    files.close()
    path = folder / "readings.json"
    ours = path.read_text()
    theirs = ours.replace("a note on one", "the note from the train")
    lines = []
    for one, other in zip(ours.splitlines(True), theirs.splitlines(True), strict=True):
        lines.append(one if one == other else f"<<<<<<< HEAD\n{one}=======\n{other}>>>>>>> main\n")
    path.write_text("".join(lines))
    number = next(n for n, line in enumerate("".join(lines).splitlines(), 1) if "<<<<" in line)
    assert f"merge conflict at line {number}" in troubles(folder)
    mend(folder)
    assert examine(folder) == []
    (both,) = [note for note in notes(folder) if "note on one" in note]
    assert both == "a note on one\n\n---\n\nthe note from the train"
    assert held(folder)["ids"] == ["p1", "p2", "p3"]


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("conflict.json", "merge conflict at line 5"),
        ("cut.json", "damaged at line 1, column 116"),
        ("empty.json", "is empty, though it held a library"),
    ],
)
@pytest.mark.parametrize("name", ["papers.json", "readings.json"])
def test_a_file_alone_that_cannot_be_read_is_named_and_left(
    tmp_path: Path, case: str, said: str, name: str
) -> None:
    data = (CASES / case).read_bytes()
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(DamagedLibraryError, match=said) as caught:
        LibraryFiles.open(tmp_path)
    assert str(path) in str(caught.value)
    with pytest.raises(DamagedLibraryError, match=r"Nothing in .* can be read any more"):
        mend(tmp_path)
    assert path.read_bytes() == data


def test_readings_that_do_not_fit_their_status_are_put_right(tmp_path: Path) -> None:
    files = LibraryFiles.open(tmp_path)
    add(files, paper("p1"), paper("p2"))
    decide(files, reading("p1"), reading("p2", Status.SKIPPED, rank=3.0))
    decide(files, reading("p9", Status.READ, note="on a paper that is gone"))
    files.close()
    assert "Paper p1 is queued, but its place" in troubles(tmp_path)
    assert "no paper p9" in troubles(tmp_path)
    mend(tmp_path)
    found = LibraryFiles.open(tmp_path).readings()
    assert found["p1"].rank is not None
    assert found["p2"].rank is None
    assert found["p9"].note == "on a paper that is gone"


def test_documents_that_cannot_be_understood_are_left_out_and_stay_in_the_copy(
    tmp_path: Path,
) -> None:
    files = LibraryFiles.open(tmp_path)
    add(files, paper("p1"), paper("p2"))
    decide(files, reading("p1", rank=0.0))
    with files._vault.writing():
        files._vault.stage("papers", "papers", {2: {"id": "p2", "title": 7}})
        files._vault.stage("readings", "readings", {7: {"id": "p2", "status": "eaten"}})
    files.close()
    assert troubles(tmp_path).count("cannot be understood") == 2
    place = mend(tmp_path)
    assert place is not None
    assert examine(tmp_path) == []
    assert held(tmp_path)["ids"] == ["p1"]
    assert any(b"eaten" in path.read_bytes() for path in place.iterdir())


def test_a_window_that_has_the_library_open_goes_on_after_mending(folder: Path) -> None:
    window = LibraryFiles.open(folder)
    (folder / "readings.json").write_bytes(b"{")
    mend(folder)
    window.refresh()
    decide(window, reading("p1", Status.READ, note="from the open window"))
    assert "from the open window" in notes(folder)
    assert examine(folder) == []


def test_changes_that_wait_in_a_file_are_mentioned(folder: Path) -> None:
    (folder / "unsaved-1.jsonl").write_bytes(orjson.dumps({"id": 1}))
    (folder / "unsaved-1.jsonl").chmod(0o600)
    (finding,) = examine(folder)
    assert "readq restore" in finding.trouble
    assert mend(folder) is None


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_damaged_the_rest_is_found(folder: Path, seed: int) -> None:
    """A byte changed anywhere costs at most the document it hit."""
    random = Random(seed)
    before = notes(folder)
    path = random.choice([p for p in folder.iterdir() if p.suffix in (".json", ".log")])
    data = bytearray(path.read_bytes())
    data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    path.write_bytes(data)
    mend(folder)
    assert len(notes(folder) & before) >= len(before) - 1
    assert not [f for f in examine(folder) if f.cure]
