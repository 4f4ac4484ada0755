"""Faults planted in the store: a campaign that does not notice each of them proves nothing.

Some are hidden by the snapshot before the current one and its journals; those are planted in a
store that throws both away, `THRIFT`, which by itself loses nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.campaign.world import WrongError
from tests.store.disk import Inode, SimulatedFiles

from readq.store import journal, recovery, snapshot
from readq.store.compaction import Compactor
from readq.store.lazy import LazyTable
from readq.store.os_files import OsFiles, ReadFile
from readq.store.own_journal import OwnJournal
from readq.store.recovery import journal_numbers, journal_path
from readq.store.snapshot import Snapshot
from readq.store.vault import Vault, _Staged

Sow = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Plant:
    """A fault, and the checks that are to notice it."""

    name: str
    sow: Sow
    by: str = "crashes"
    """crashes, errors or flips."""


PLANTS: list[Plant] = []


def planted(name: str, by: str = "crashes") -> Callable[[Sow], Sow]:
    """Put a fault on the list."""

    def keep(sow: Sow) -> Sow:
        PLANTS.append(Plant(name, sow, by))
        return sow

    return keep


def thrift(patch: pytest.MonkeyPatch) -> None:
    """Keep neither journals older than the current snapshots nor the snapshots before them."""
    remove = Compactor._remove_old_files

    def remove_all(self: Compactor, generation: int) -> None:
        remove(self, generation)
        _remove_journals(self._vault, generation)
        for file in snapshot.TABLES:
            self._vault.files.unlink(self._vault.folder / f"{file}.before.json")

    patch.setattr(Compactor, "_remove_old_files", remove_all)


THRIFT = Plant("nothing but thrift", thrift)


def _remove_journals(vault: Vault, before: int) -> None:
    for number in journal_numbers(vault.files, vault.folder):
        if number < before:
            vault.files.unlink(journal_path(vault.folder, number))


def _is_journal(inode: Inode) -> bool:
    return inode.name.startswith("journal")


def _without_sync(patch: pytest.MonkeyPatch, of: Callable[[Inode], bool]) -> None:
    sync = SimulatedFiles._sync

    def skip(self: SimulatedFiles, inode: Inode, *, in_place: bool = False) -> None:
        if of(inode):
            self._call()
        else:
            sync(self, inode, in_place=in_place)

    patch.setattr(SimulatedFiles, "_sync", skip)


def _without_folder_sync(patch: pytest.MonkeyPatch, after: Callable[[Path], bool]) -> None:
    sync_folder = SimulatedFiles.sync_folder

    def skip(self: SimulatedFiles, folder: Path) -> None:
        named = [new for _, _, new, _ in self.platter.pending if new is not None]
        if named and after(named[-1]):
            self._call()
        else:
            sync_folder(self, folder)

    patch.setattr(SimulatedFiles, "sync_folder", skip)


@planted("no fsync of a journal")
def _no_journal_sync(patch: pytest.MonkeyPatch) -> None:
    _without_sync(patch, _is_journal)


@planted("no fsync of a snapshot")
def _no_snapshot_sync(patch: pytest.MonkeyPatch) -> None:
    _without_sync(patch, lambda inode: not _is_journal(inode))


@planted("no fsync of the folder after a journal was made")
def _no_folder_sync_for_journals(patch: pytest.MonkeyPatch) -> None:
    _without_folder_sync(patch, lambda path: path.suffix == ".log")


@planted("no fsync of the folder after a snapshot was renamed (with thrift)")
def _no_folder_sync_for_snapshots(patch: pytest.MonkeyPatch) -> None:
    thrift(patch)
    _without_folder_sync(patch, lambda path: path.suffix == ".json")


@planted("old journals removed before the new snapshots are in place")
def _removed_early(patch: pytest.MonkeyPatch) -> None:
    put_in_place = Compactor._put_in_place

    def early(self: Compactor, new: dict[str, Snapshot], frozen: Any) -> None:
        _remove_journals(self._vault, min(found.generation for found in new.values()))
        put_in_place(self, new, frozen)

    patch.setattr(Compactor, "_put_in_place", early)


@planted("a snapshot written over the old one (with thrift)")
def _in_place(patch: pytest.MonkeyPatch) -> None:
    thrift(patch)
    rename = SimulatedFiles.rename

    def overwrite(self: SimulatedFiles, old: Path, new: Path) -> None:
        if new.name.endswith(".before.json"):
            return
        target = self.platter.names.get(new)
        if new.suffix != ".json" or target is None:
            rename(self, old, new)
            return
        source = self.platter.names[old]
        target.durable, target.now = b"", bytearray()
        self._call()
        target.now += source.now
        self._call()
        target.durable = bytes(target.now)
        self.unlink(old)

    patch.setattr(SimulatedFiles, "rename", overwrite)


@planted("fences cut nothing off", "errors")
def _no_fences(patch: pytest.MonkeyPatch) -> None:
    def add(self: Any, number: int, *, is_last: bool) -> None:
        path = journal_path(self._folder, number)
        lines, fence, _ = recovery.read_journal(self._files, path)
        if self.start < 0:
            self.start = lines.records[0].sequence
        for record in lines.records[1:]:
            if record.sequence > self.end:
                self.entries.append((record.payload, fence.schema))
        self.offset, self.previous = lines.end, lines.records[-1].crc

    patch.setattr(recovery._Log, "add", add)


@planted("the last journal is written on after opening, whatever its end is")
def _reused(patch: pytest.MonkeyPatch) -> None:
    init = Vault.__init__

    def reuse(self: Vault, folder: Path, files: OsFiles, **more: Any) -> None:
        init(self, folder, files, **more)
        path = journal_path(folder, self.state.generation)
        if isinstance(files, SimulatedFiles) and path in files.platter.names:
            inode = files.platter.names[path]
            files._open[1] = inode
            self.state.offset = len(inode.now)
            self._own = OwnJournal(files, 1, self.state.offset)

    patch.setattr(Vault, "__init__", reuse)


@planted("a last line found on opening is taken for safe", "errors")
def _taken_for_safe(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Vault, "_last_line_is_safe", lambda self: True)


@planted("checksums of lines ignored", "flips")
def _no_crc(patch: pytest.MonkeyPatch) -> None:
    def record_at(data: bytes, at: int) -> journal.Record | None:
        found = journal._HEAD.match(data, at)
        if found is None:
            return None
        end = found.end() + int(found[4])
        if data[end : end + 1] != b"\n":
            return None
        payload = data[found.end() : end]
        return journal.Record(int(found[3]), int(found[1], 16), int(found[5], 16), payload, end + 1)

    patch.setattr(journal, "record_at", record_at)


@planted("checksums of snapshots ignored", "flips")
def _no_check(patch: pytest.MonkeyPatch) -> None:
    read_through = snapshot._read_through

    def believe(path: Path, file: ReadFile, check: str) -> Any:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(hashlib, "sha256", lambda data=b"": _Agrees(check))
            return read_through(path, file, check)

    patch.setattr(snapshot, "_read_through", believe)


class _Agrees:
    def __init__(self, check: str) -> None:
        self._check = check

    def update(self, data: bytes) -> None:
        pass

    def hexdigest(self) -> str:
        return self._check


@planted("a change shown as saved before its fsync")
def _late_sync(patch: pytest.MonkeyPatch) -> None:
    sync, write = SimulatedFiles._sync, SimulatedFiles.write

    def later(self: SimulatedFiles, inode: Inode, *, in_place: bool = False) -> None:
        if _is_journal(inode) and inode.durable:
            self._call()
        else:
            sync(self, inode, in_place=in_place)

    def sync_then_write(self: SimulatedFiles, fd: int, data: bytes, at: int | None = None) -> None:
        if self._open[fd].durable and data.strip(b"\0"):
            sync(self, self._open[fd])
        write(self, fd, data, at)

    patch.setattr(SimulatedFiles, "_sync", later)
    patch.setattr(SimulatedFiles, "write", sync_then_write)


@planted("a journal that grew is made safe without its new size")
def _size_not_synced(patch: pytest.MonkeyPatch) -> None:
    def sync(self: SimulatedFiles, fd: int) -> None:
        inode = self._open[fd]
        self._sync(inode, in_place=_is_journal(inode) and bool(inode.durable))

    patch.setattr(SimulatedFiles, "sync", sync)


@planted("the end of a journal cut off with its room")
def _cut_short(patch: pytest.MonkeyPatch) -> None:
    cut = SimulatedFiles.cut
    patch.setattr(SimulatedFiles, "cut", lambda self, fd, size: cut(self, fd, size - 1))


@planted("a line in the room of another process's journal not seen")
def _room_believed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Vault, "_has_only_room", lambda self: True)


@planted("fsync tried again on a file where it failed", "errors")
def _retried(patch: pytest.MonkeyPatch) -> None:
    sync = SimulatedFiles._sync

    def again(self: SimulatedFiles, inode: Inode, *, in_place: bool = False) -> None:
        try:
            sync(self, inode, in_place=in_place)
        except OSError:
            sync(self, inode, in_place=in_place)

    patch.setattr(SimulatedFiles, "_sync", again)


@planted("a journal of another process written over")
def _not_looked(patch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def writing(self: Vault) -> Iterator[None]:
        with self.locked():
            if self._staged is not None:
                yield
                return
            staged: list[_Staged] = []
            self._staged = staged
            try:
                yield
            finally:
                self._staged = None
            if staged:
                self._append(staged)

    patch.setattr(Vault, "writing", writing)


@planted("the rest of a journal counts after a refused change", "errors")
def _not_given_up(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Vault, "_give_up_own", Vault._drop_own)


@planted("a journal has its name before it is whole")
def _named_early(patch: pytest.MonkeyPatch) -> None:
    def place(self: Vault, path: Path, data: bytes) -> int:
        fd = self.files.create(path)
        self.files.write(fd, data)
        self.files.sync(fd)
        self.files.sync_folder(self.folder)
        return fd

    patch.setattr(Vault, "_place", place)


@planted("half taken in after a failed read, and built on", "errors")
def _half_known(patch: pytest.MonkeyPatch) -> None:
    follow = Vault._follow

    def key(self: LazyTable, doc_id: int) -> Any:
        raw = self.raw(doc_id)
        return json.loads(raw).get("id") if raw else None

    def forget(self: Vault) -> None:
        try:
            follow(self)
        finally:
            self._lost_track = False

    patch.setattr(LazyTable, "_key", key)
    patch.setattr(Vault, "_follow", forget)


def noticed(plant: Plant, trials: Iterator[Callable[[], object]]) -> tuple[int, str]:
    """Plant the fault and go through trials until one goes wrong; how many it took, and what it said."""
    with pytest.MonkeyPatch.context() as patch:
        plant.sow(patch)
        for number, trial in enumerate(trials, 1):
            try:
                trial()
            except WrongError as error:
                return number, str(error)
    return 0, ""
