"""From the files of a library to its state; changes no file but a stale index.

A library is a folder:

    papers.json  readings.json                the snapshots (see `snapshot`)
    papers.before.json  readings.before.json  the snapshots before them
    journal-00000003.log ...                  what came later (see `journal`), for both files
    papers.idx  readings.idx                  derived, safe to delete
    lock  backups/

There is one journal for both files, so a step that alters both is one line. A snapshot says which
sequence number it holds and which journal comes next; lines up to that number are passed over, so a
crash between any two steps of compaction neither repeats nor drops a change. Journals are kept back
to the snapshot before the current one, or to the very first while there is none before: with them a
damaged or missing snapshot costs nothing.
"""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

import orjson

from readq.errors import DamagedLibraryError, LibraryError
from readq.patterns import lazily
from readq.records import dataclass
from readq.store import journal
from readq.store.codec import fitted
from readq.store.lazy import LazyTable
from readq.store.migrations import SCHEMA, upgrade
from readq.store.os_files import OsFiles
from readq.store.snapshot import (
    KEYED,
    TABLES,
    ConflictError,
    Snapshot,
    load_snapshot,
    refuse_newer,
)

_JOURNAL = lazily(r"journal-(\d{8})\.log")
_OURS = {f"{file}{end}" for file in TABLES for end in (".json", ".before.json", ".idx")}

Tables = dict[str, dict[str, LazyTable]]


@dataclass(slots=True)
class State:
    """A library as its files say."""

    snapshots: dict[str, Snapshot]
    tables: Tables
    sequence: int = 0
    generation: int = 0
    """The number of the last journal; 0 when there is none."""
    offset: int = 0
    """Where valid lines end in the last journal."""
    previous: int = 0
    """The checksum of the last line."""
    payload: bytes = b""
    """The last line's JSON, a fence apart."""
    journals: int = 0
    """How many journals come after the snapshots."""
    backlog: int = 0
    """How many bytes of changes the snapshots do not hold."""
    schema: int = SCHEMA
    """The oldest version any file was written in."""
    notes: list[str] = field(default_factory=list)
    """What was found wrong but cost nothing, one sentence each."""


def journal_path(folder: Path, generation: int) -> Path:
    """The file of one journal."""
    return folder / f"journal-{generation:08d}.log"


def journal_numbers(files: OsFiles, folder: Path) -> list[int]:
    """The journals in the folder, oldest first."""
    found = (_JOURNAL.fullmatch(name) for name in files.names(folder))
    return sorted(int(match[1]) for match in found if match)


def is_library(files: OsFiles, folder: Path) -> bool:
    """Whether the folder holds anything of ours."""
    return any(name in _OURS or _JOURNAL.fullmatch(name) for name in files.names(folder))


def holds_library(folder: Path) -> bool:
    """Whether a folder that may be anything holds a library."""
    try:
        return is_library(OsFiles(), folder)
    except (OSError, LibraryError):
        return False


def recover(files: OsFiles, folder: Path, newest: int = 0) -> State:
    """Read a library.

    Args:
        files: The file system.
        folder: The library.
        newest: The newest journal that is known to have been on disk; 0 when nobody knows.

    Raises:
        DamagedLibraryError: Something acknowledged may be missing.
        NewerLibraryError: A newer readq wrote it.
        LibraryError: A file cannot be read.
    """
    names = set(files.names(folder))
    numbers = journal_numbers(files, folder)
    if not numbers:
        left = sorted(names & _OURS)
        for file in TABLES:
            if f"{file}.json" in left:  # what is wrong with it says more than what is missing
                load_snapshot(files, folder / f"{file}.json", None)
        if left or newest:
            what = ", ".join(left) or "its lock"
            raise DamagedLibraryError(
                f"{folder} holds {what} but none of the journals (journal-*.log) that belong to a "
                "library; put them back from a backup. Nothing was changed."
            )
        return State({file: Snapshot() for file in TABLES}, _empty_tables())
    if newest > numbers[-1]:
        raise _missing_journal(folder, newest)
    notes: list[str] = []
    chooser = _Chooser(files, folder, names, numbers, notes)
    snapshots = {file: chooser.choose(file) for file in TABLES}
    first = min(snapshot.generation for snapshot in snapshots.values())
    if first not in numbers:
        raise chooser.problem or _missing_journal(folder, first)
    log = _Log(files, folder)
    for number in numbers[numbers.index(first) :]:
        log.add(number, is_last=number == numbers[-1])
    held = [snapshot.sequence for snapshot in snapshots.values()]
    if min(held) < log.start or max(held) > log.end:
        raise chooser.problem or DamagedLibraryError(
            f"The journals in {folder} do not fit {'.json and '.join(TABLES)}.json: changes "
            f"{log.start} to {log.end} are there, {min(held)} and later are needed. "
            "Nothing was changed."
        )
    tables = {file: snapshot.lazy(file) for file, snapshot in snapshots.items()}
    state = State(snapshots, tables, log.end, numbers[-1], log.offset, log.previous, notes=notes)
    state.schema = min([SCHEMA, log.schema, *(snapshot.schema for snapshot in snapshots.values())])
    state.journals = sum(number >= first for number in numbers)
    _upgrade_tables(state)
    for sequence, (payload, schema) in enumerate(log.entries, log.start + 1):
        if sequence > min(held):
            state.backlog += len(payload)
            apply_payload(state.tables, payload, schema, sequence, snapshots)
    if log.entries:
        state.payload = log.entries[-1][0]
    if log.torn:
        path = journal_path(folder, numbers[-1])
        notes.append(f"{path} ends in a change that is not whole, which was left out.")
    return state


def apply_payload(
    tables: Tables,
    payload: bytes,
    schema: int,
    sequence: int,
    snapshots: dict[str, Snapshot] | None = None,
) -> dict[str, set[object]]:
    """Put the documents of one journal line in place, but for files that hold it already.

    Returns:
        The "id" of every document touched, by table.
    """
    touched: dict[str, set[object]] = {}
    for file, name, doc_id, document in journal.decode_changes(payload):
        if snapshots is not None and file in snapshots and sequence <= snapshots[file].sequence:
            continue
        if document is not None and schema < SCHEMA:
            document = upgrade(name, document, schema)
        group = tables.setdefault(file, {})
        if name not in group:
            group[name] = LazyTable(keyed=name in KEYED)
        raw = None if document is None else fitted(orjson.dumps(document))
        touched.setdefault(name, set()).add(group[name].apply(doc_id, document, raw))
    return touched


def read_journal(files: OsFiles, path: Path) -> tuple[journal.Scan, journal.Fence, bytes]:
    """The lines of a journal, its fence first.

    Raises:
        DamagedLibraryError: It does not start with its fence.
        NewerLibraryError: A newer readq wrote it.
    """
    data = _read(files, path)
    lines = journal.scan(data)
    fence = journal.decode_fence(lines.records[0].payload) if lines.records else None
    if fence is None or journal_path(path.parent, fence.generation) != path:
        raise _damage(path, data, 0)
    if fence.lines and len(lines.records) == 1 and lines.records[0].sequence == 0:
        # Nothing is left of a library that had something: no torn write does that.
        raise _damage(path, data, lines.end)
    refuse_newer(fence.schema if fence.format <= journal.FORMAT else SCHEMA + 1, path)
    return lines, fence, data


class _Log:
    """The lines of several journals as one list of changes."""

    def __init__(self, files: OsFiles, folder: Path) -> None:
        self._files, self._folder = files, folder
        self.start = -1
        self.entries: list[tuple[bytes, int]] = []
        self.schema = SCHEMA
        self.offset = self.previous = 0
        self.torn = False
        self._end_of_former: DamagedLibraryError | None = None

    @property
    def end(self) -> int:
        """The sequence number of the last change."""
        return self.start + len(self.entries)

    def add(self, number: int, *, is_last: bool) -> None:
        """Cut the list at the journal's fence and go on with its lines."""
        path = journal_path(self._folder, number)
        lines, fence, data = read_journal(self._files, path)
        begins = lines.records[0].sequence
        if self.start < 0:
            self.start = begins
        elif begins > self.end:
            raise self._end_of_former or _missing_journal(self._folder, number - 1)
        del self.entries[max(0, begins - self.start) :]
        for record in lines.records[1:]:
            if record.sequence <= self.start:
                continue
            if record.sequence != self.end + 1:
                raise _damage(path, data, record.end - 1)
            self.entries.append((record.payload, fence.schema))
        self._end_of_former = _damage(path, data, lines.end)
        if is_last and lines.damaged:
            raise self._end_of_former
        self.schema = min(self.schema, fence.schema)
        self.offset, self.previous = lines.end, lines.records[-1].crc
        self.torn = lines.torn


class _Chooser:
    """Finds the newest sound snapshot of each file."""

    def __init__(
        self, files: OsFiles, folder: Path, names: set[str], numbers: list[int], notes: list[str]
    ) -> None:
        self._files, self._folder, self._names, self._notes = files, folder, names, notes
        self._from_the_first = numbers[0] == 1
        self.problem: DamagedLibraryError | None = None

    def choose(self, file: str) -> Snapshot:
        """The snapshot to start from; a damaged one is passed over when another will do."""
        current = self._folder / f"{file}.json"
        before = self._folder / f"{file}.before.json"
        problem: DamagedLibraryError | None = None
        if current.name in self._names:
            try:
                return load_snapshot(self._files, current, current.with_suffix(".idx"))
            except ConflictError:
                raise
            except DamagedLibraryError as error:
                problem = self.problem = error
        found: Snapshot | None = None
        if before.name in self._names:
            try:
                found = load_snapshot(self._files, before, None)
            except DamagedLibraryError as error:
                problem = problem or error
        if found is None and self._from_the_first:
            found = Snapshot()
        if found is None:
            raise problem or DamagedLibraryError(
                f"{current} is missing; put it back from a backup. Nothing was changed."
            )
        if problem is not None:
            self._notes.append(
                f"{problem} Its content was recovered from the version before and the journals."
            )
        return found


def _upgrade_tables(state: State) -> None:
    for file, snapshot in state.snapshots.items():
        if snapshot.schema == SCHEMA:
            continue
        for name, table in state.tables[file].items():
            for doc_id, former in table.items():
                document = upgrade(name, former, snapshot.schema)
                table.apply(doc_id, document, fitted(orjson.dumps(document)))


def _empty_tables() -> Tables:
    return {file: Snapshot().lazy(file) for file in TABLES}


def _read(files: OsFiles, path: Path) -> bytes:
    try:
        return files.read(path)
    except OSError as error:
        raise LibraryError(f"{path} cannot be read: {error.strerror}.") from error


def _damage(path: Path, data: bytes, at: int) -> DamagedLibraryError:
    line = data.count(b"\n", 0, at) + 1
    conflict = data.startswith((b"<<<<<<< ", b"=======", b">>>>>>> "), at)
    what = "has git conflict marks" if conflict else "is damaged"
    return DamagedLibraryError(
        f"{path} {what} at line {line}; put the file back from a backup. Nothing was changed."
    )


def _missing_journal(folder: Path, number: int) -> DamagedLibraryError:
    return DamagedLibraryError(
        f"{journal_path(folder, number)} is missing, and with it changes that were saved; put it "
        "back from a backup (after restoring an older library on purpose, remove the file `lock`). "
        "Nothing was changed."
    )
