"""The journal at work: one durable line for each step, and what other processes wrote.

A process appends only to journals it made itself. Where the last line is another's, or an error
came from a write, it starts the next journal: its fence says up to which change the older ones
count, and a last line nobody has seen safely on disk is written again behind it. An fsync is never
tried again on a file where it failed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from readq.errors import LibraryError, LockedLibraryError, NotSavedError
from readq.store import journal
from readq.store.codec import encode_json, is_hidden
from readq.store.lazy import LazyTable
from readq.store.lock import WAIT, Held
from readq.store.migrations import SCHEMA
from readq.store.os_files import OsFiles
from readq.store.own_journal import OwnJournal
from readq.store.recovery import (
    State,
    apply_payload,
    journal_path,
    read_journal,
    recover,
)
from readq.store.snapshot import KEYED

Touched = dict[str, set[object]]
"""The "id" of documents, by table."""

_Staged = tuple[str, str, int, bytes | None, object, bool]
"""File, table and id of a document; its JSON, None when it goes; its own "id", and whether it is hidden."""


class Vault:
    """The tables of one library folder, durable step by step."""

    def __init__(self, folder: Path, files: OsFiles, *, wait: float = WAIT) -> None:
        """Read the library in `folder`.

        Raises:
            LibraryError: It cannot be read; see `recover`.
        """
        self.folder, self.files = folder, files
        self._folder = str(folder)
        self.mutex = threading.RLock()
        self.on_foreign: Callable[[Touched], None] = lambda touched: None
        self.wait = wait
        self._lock = files.lock(folder / "lock")
        self._own: OwnJournal | None = None
        self._skip_rest = False
        self._touched: Touched = {}
        self._lost_track = False
        self._paths_of = -1
        self._path = self._next_path = str(folder)
        self._staged: list[_Staged] | None = None
        self._steps = 0
        self._locked = Held(self._enter, lambda keep: self._leave())
        self._writing = Held(self._begin, self._end)
        try:
            locked = self._lock.acquire(wait)
            try:
                self.state: State = recover(files, folder, self._lock.generation)
            finally:
                if locked:
                    self._lock.release()
        except BaseException:
            self._lock.close()
            raise
        self._is_safe = False

    def __del__(self) -> None:
        """A library nobody closed keeps no file open."""
        if getattr(self, "_own", None) is not None:
            self._drop_own()

    def tables(self, file: str) -> dict[str, LazyTable]:
        """The tables of one JSON file; look here each time, they may be replaced."""
        return self.state.tables[file]

    def locked(self) -> AbstractContextManager[None]:
        """Keep other threads and processes out.

        Raises:
            NotSavedError: The folder does not allow writing.
            LockedLibraryError: Another process did not let go in time.
        """
        return self._locked

    def writing(self) -> AbstractContextManager[None]:
        """Everything staged inside becomes one durable step at the end, or nothing does."""
        return self._writing

    def stage(
        self, file: str, table: str, documents: Mapping[int, Mapping[str, Any] | None]
    ) -> None:
        """Change documents of one table; None removes one."""
        with self.mutex:
            if self._staged is None:
                with self.writing():
                    self.stage(file, table, documents)
                return
            for doc_id, document in documents.items():
                if document is None:
                    self._staged.append((file, table, doc_id, None, None, False))
                else:
                    raw, key = encode_json(table, document), document.get("id")
                    self._staged.append((file, table, doc_id, raw, key, is_hidden(document)))

    def refresh(self) -> None:
        """Take in what other processes wrote; what is busy leaves it for the next time."""
        if not self.mutex.acquire(blocking=False):
            return  # another thread writes, and takes it in first
        try:
            if not self._has_news():
                return
            try:
                locked = self._lock.acquire(self.wait)
            except LockedLibraryError:
                return
            try:
                self.follow()
            finally:
                if locked:
                    self._lock.release()
        finally:
            self.mutex.release()

    def follow(self) -> None:
        """Take in what other processes wrote; call it with the lock held."""
        try:
            if self._has_news():
                self._follow()
        except OSError as error:
            raise LibraryError(
                f"The library {self.folder} cannot be read: {error.strerror}."
            ) from error

    def start_journal(self, payload: bytes | None = None) -> None:
        """Make the next journal, with `payload` as its last line, and write to it from now on."""
        state = self.state
        self._end_own()
        number, begins = state.generation + 1, state.sequence
        payloads = [] if payload is None else [payload]
        if not self._last_line_is_safe():
            begins -= 1
            payloads.insert(0, state.payload)
        fence = journal.Fence(number, journal.FORMAT, SCHEMA, len(payloads))
        data, crc = journal.frame(begins, 0, journal.encode_fence(fence))
        lines = [data]
        for sequence, line in enumerate(payloads, begins + 1):
            data, crc = journal.frame(sequence, crc, line)
            lines.append(data)
        path = journal_path(self.folder, number)
        data = b"".join(lines)
        self._own = OwnJournal(self.files, self._place(path, data), len(data))
        self._skip_rest = False
        state.generation, state.offset, state.previous = number, len(data), crc
        state.journals += 1
        self._is_safe = True
        self._lock.note(number)

    def close(self) -> None:
        """Let go of the files."""
        with self.mutex:
            self._end_own()
            self._lock.close()
            for snapshot in self.state.snapshots.values():
                if snapshot.file is not None:
                    snapshot.file.close()

    def _enter(self) -> None:
        """Take mutex and lock; for `locked`."""
        self.mutex.acquire()
        try:
            if not self._lock.acquire(self.wait):
                raise NotSavedError(
                    f"The folder {self.folder} cannot be written to, so nothing was saved."
                )
        except BaseException:
            self.mutex.release()
            raise

    def _leave(self) -> None:
        """Give back what `_enter` took."""
        self._lock.release()
        self.mutex.release()

    def _begin(self) -> None:
        """Collect a step, one in a step included; for `writing`."""
        self._enter()
        if self._staged is None:
            try:
                self.follow()
            except BaseException:
                self._leave()
                raise
            self._staged = []
        self._steps += 1

    def _end(self, keep: bool) -> None:
        """Write the step when it is the outermost one, unless it is not to be kept."""
        self._steps -= 1
        staged = self._staged
        try:
            if self._steps == 0:
                self._staged = None
                if keep and staged:
                    self._append(staged)
        finally:
            self._leave()

    def _append(self, staged: list[_Staged]) -> None:
        state = self.state
        payload = journal.encode_changes(staged)
        try:
            if self._own is None:
                self.start_journal(payload)
            else:
                line, crc = journal.frame(state.sequence + 1, state.previous, payload)
                self._own.add(line)
                state.previous, self._is_safe = crc, True
                state.offset += len(line)
        except OSError as error:
            self._abandon()
            raise NotSavedError(
                f"The change was not saved in {self.folder}: {error.strerror or error}."
            ) from error
        except BaseException:
            self._give_up_own()
            raise
        state.sequence += 1
        state.payload = payload
        state.backlog += len(payload)
        for file, name, doc_id, raw, key, hidden in staged:
            group = state.tables[file]
            if name not in group:
                group[name] = LazyTable(keyed=name in KEYED)
            if raw is None:
                group[name].remove(doc_id)
            else:
                group[name].put(doc_id, raw, key, hidden)

    def _place(self, path: Path, data: bytes) -> int:
        """Write a new journal under another name, then give it its own: no journal is ever cut."""
        beside = path.with_suffix(".new")
        self.files.unlink(beside)
        fd = self.files.create(beside)
        try:
            self.files.write(fd, data)
            self.files.sync(fd)
            self.files.rename(beside, path)
            self.files.sync_folder(self.folder)
        except BaseException:
            self.files.close(fd)
            if self.files.stamp(path) is not None:
                self.state.generation += 1
                self._skip_rest = True
            raise
        return fd

    def _abandon(self) -> None:
        """Never touch this journal again; fence its end off while the lock is still held."""
        self._give_up_own()
        try:
            self.start_journal()
        except OSError:
            return  # the next write tries again

    def _give_up_own(self) -> None:
        """What stands in our journal beyond the last change we saw through never happened."""
        if self._own is not None:
            self._skip_rest = True
        self._drop_own()

    def _drop_own(self) -> None:
        if self._own is not None:
            own, self._own = self._own, None
            own.close()

    def _end_own(self) -> None:
        if self._own is not None:
            own, self._own = self._own, None
            own.end()

    def _last_line_is_safe(self) -> bool:
        held = min(snapshot.sequence for snapshot in self.state.snapshots.values())
        return self._is_safe or self.state.sequence <= held

    def _has_news(self) -> bool:
        if self._lost_track:
            return True
        state = self.state
        if self._paths_of != state.generation:
            self._paths_of = state.generation
            self._path = str(journal_path(self.folder, state.generation))
            self._next_path = str(journal_path(self.folder, state.generation + 1))
        if self.files.is_there(self._next_path):
            return True
        if state.generation == 0:
            return self.files.stamp(self.folder / "papers.json") is not None
        if self._own is not None:
            return not self._own.is_as_left(self._path, self._folder)
        now = self.files.stamp(self._path)
        if now is None:
            return True
        return not self._skip_rest and now.size != state.offset and not self._has_only_room()

    def _has_only_room(self) -> bool:
        """Whether nothing follows in another's journal but zeros for lines to come."""
        try:
            file = self.files.open_read(Path(self._path))
        except OSError:
            return False
        try:
            return file.read(self.state.offset, self.state.offset + 1) == b"\0"
        except OSError:
            return False
        finally:
            file.close()

    def _follow(self) -> None:
        # What an error leaves half taken in is not to be built on.
        whole, self._lost_track = not self._lost_track, True
        if not whole or not self._follow_journals():
            self._reload()
        self._lost_track = False
        touched, self._touched = self._touched, {}
        if touched:
            self.on_foreign(touched)

    def _follow_journals(self) -> bool:
        """Read on from where we are; whether the way from here was there."""
        state = self.state
        if state.generation:
            path = journal_path(self.folder, state.generation)
            now = self.files.stamp(path)
            if now is None or now.size < state.offset:
                return False
            if self._own is not None:
                if not self._own.is_as_left(str(path), self._folder):
                    return False
            elif not self._skip_rest and now.size > state.offset:
                data = self.files.read(path)
                lines = journal.scan(data, state.offset, state.previous)
                if lines.damaged:
                    return False
                if lines.records:
                    state.offset, state.previous = lines.end, lines.records[-1].crc
                    self._take_in(lines.records, SCHEMA)
        while True:
            path = journal_path(self.folder, state.generation + 1)
            if self.files.stamp(path) is None:
                break
            lines, fence, _ = read_journal(self.files, path)
            records = lines.records[1:]
            begins = lines.records[0].sequence
            if begins == state.sequence - 1 and records and records[0].payload == state.payload:
                del records[0]
            elif begins != state.sequence or lines.damaged:
                return False
            self._drop_own()
            state.generation += 1
            state.journals += 1
            self._skip_rest = False
            state.offset, state.previous = lines.end, lines.records[-1].crc
            self._take_in(records, fence.schema)
        return state.generation > 0

    def _take_in(self, records: list[journal.Record], schema: int) -> None:
        state = self.state
        for record in records:
            found = apply_payload(state.tables, record.payload, schema, record.sequence)
            for table, keys in found.items():
                self._touched.setdefault(table, set()).update(keys)
            state.sequence, state.payload = record.sequence, record.payload
            state.backlog += len(record.payload)
            self._is_safe = False

    def _reload(self) -> None:
        """Read the library anew; every document may have changed."""
        self._drop_own()
        former = self.state
        self.state = recover(self.files, self.folder, self._lock.generation)
        self._skip_rest = self._is_safe = False
        self._touched.setdefault("changes", set()).add(None)
        for state in (former, self.state):
            for group in state.tables.values():
                for name, table in group.items():
                    if table.keyed:
                        self._touched.setdefault(name, set()).update(table.ids_by_key)
