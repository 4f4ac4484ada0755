"""Folding the journals into the JSON files, while others go on reading and writing.

The order is what makes a crash harmless: start the next journal, write the new files beside the old
ones and make them durable, and only then rename; journals go last, and only those that neither the
new snapshots nor the ones before them need.
"""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

from readq.errors import LibraryError
from readq.store.index import save_index
from readq.store.lazy import LazyTable
from readq.store.recovery import journal_numbers, journal_path
from readq.store.snapshot import TABLES, Snapshot, peek_generation, write_snapshot
from readq.store.vault import Vault

DUE_BYTES = 4 << 20
DUE_JOURNALS = 64


class Compactor:
    """Compacts one library; may run in a thread of its own."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._one_at_a_time = threading.Lock()

    @property
    def is_due(self) -> bool:
        """Whether the journals have grown enough to make the next start slow."""
        state = self._vault.state
        size = sum(s.file.stamp.size for s in state.snapshots.values() if s.file)
        is_young = not size and state.sequence > 0
        is_long = state.backlog > max(DUE_BYTES, size // 10)
        return is_young or is_long or state.journals > DUE_JOURNALS

    def run(self, *, always: bool = False) -> None:
        """Compact; unless `always`, not when the files hold everything already.

        Raises:
            LibraryError: It could not be done; nothing was lost.
        """
        vault, generation = self._vault, 0
        with self._one_at_a_time:
            try:
                with vault.locked():
                    vault.follow()
                    if self._holds_all() and not always:
                        return
                    vault.start_journal()
                    generation, sequence = vault.state.generation, vault.state.sequence
                    frozen = {
                        file: {name: table.frozen() for name, table in vault.tables(file).items()}
                        for file in TABLES
                    }
                new = self._write_beside(frozen, generation, sequence)
                with vault.locked():
                    self._put_in_place(new, frozen)
            except OSError as error:
                if isinstance(error, FileNotFoundError) and self._was_overtaken(generation):
                    return
                raise LibraryError(
                    f"The files in {vault.folder} could not be compacted: "
                    f"{error.strerror or error}; everything saved so far is safe."
                ) from error

    def _was_overtaken(self, generation: int) -> bool:
        """Whether another process, which was faster, took half-written files for left-overs."""
        paths = [self._vault.folder / f"{file}.json" for file in TABLES]
        found = [peek_generation(self._vault.files, path) or 0 for path in paths]
        return bool(generation) and max(found) > generation

    def _holds_all(self) -> bool:
        state = self._vault.state
        if not state.sequence:
            return True
        return all(
            snapshot.file is not None and snapshot.sequence == state.sequence
            for snapshot in state.snapshots.values()
        )

    def _write_beside(
        self, frozen: dict[str, dict[str, LazyTable]], generation: int, sequence: int
    ) -> dict[str, Snapshot]:
        files, folder = self._vault.files, self._vault.folder
        new = {}
        for file, tables in frozen.items():
            path = folder / f"{file}.{generation}.new"
            try:
                new[file] = write_snapshot(files, path, tables, generation, sequence)
            except BaseException:
                with contextlib.suppress(OSError):  # half a file only takes room
                    files.unlink(path)
                raise
        return new

    def _put_in_place(
        self, new: dict[str, Snapshot], frozen: dict[str, dict[str, LazyTable]]
    ) -> None:
        vault, files, folder = self._vault, self._vault.files, self._vault.folder
        numbers = {file: peek_generation(files, folder / f"{file}.json") for file in TABLES}
        if any((numbers[file] or 0) >= new[file].generation for file in TABLES):
            for file, snapshot in new.items():  # another process was faster
                files.unlink(folder / f"{file}.{snapshot.generation}.new")
            return
        for file, snapshot in new.items():
            path = folder / f"{file}.json"
            if numbers[file] is not None:
                files.rename(path, folder / f"{file}.before.json")
            elif files.stamp(path) is not None:
                self._set_aside(path, snapshot.generation)
            files.rename(folder / f"{file}.{snapshot.generation}.new", path)
        files.sync_folder(folder)
        for file, snapshot in new.items():
            self._stand_on(file, snapshot, frozen[file])
        vault.state.backlog = vault.state.journals = 0
        self._remove_old_files(min(snapshot.generation for snapshot in new.values()))

    def _set_aside(self, path: Path, generation: int) -> None:
        """Keep a file that cannot be read as one of ours; it never takes the place of a sound one."""
        aside = path.parent / "backups"
        self._vault.files.make_folder(aside)
        self._vault.files.rename(path, aside / f"{path.stem}.damaged-{generation}.json")
        self._vault.files.sync_folder(aside)

    def _stand_on(self, file: str, snapshot: Snapshot, frozen: dict[str, LazyTable]) -> None:
        vault = self._vault
        path = vault.folder / f"{file}.json"
        bases = snapshot.tables or {}
        assert snapshot.file is not None
        save_index(
            vault.files, path.with_suffix(".idx"), snapshot.file.stamp, snapshot.check, bases
        )
        for name, base in bases.items():
            base.name = str(path)
            vault.tables(file)[name].rebase(base, frozen[name].over)
        vault.state.snapshots[file] = snapshot

    def _remove_old_files(self, generation: int) -> None:
        files, folder = self._vault.files, self._vault.folder
        needed = min(peek_generation(files, folder / f"{file}.before.json") or 1 for file in TABLES)
        try:
            for number in journal_numbers(files, folder):
                if number < needed:
                    files.unlink(journal_path(folder, number))
            for name in files.names(folder):
                file, _, rest = name.partition(".")
                number_text = rest.removesuffix(".new")
                if file in TABLES and number_text.isdigit() and int(number_text) < generation:
                    files.unlink(folder / name)
        except OSError:
            return  # left-overs cost room, nothing else
