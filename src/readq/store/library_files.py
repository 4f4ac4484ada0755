"""A library on disk."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from functools import partial
from heapq import merge
from pathlib import Path

from readq.domain import Change, ChangeKind, Paper, Reading, ReadingEdit
from readq.errors import LibraryError, NotSavedError
from readq.records import replace
from readq.store import codec
from readq.store.backups import back_up_daily, back_up_version
from readq.store.beside import NAME, read_beside, rewrite_beside
from readq.store.compaction import Compactor
from readq.store.decoded import Recent, StoredReadings
from readq.store.derived import changed_since, load_derived, marks_of, save_derived
from readq.store.files import NOTHING, AbstractSlab, Refresh
from readq.store.lazy import LazyTable
from readq.store.lock import WAIT
from readq.store.migrations import SCHEMA
from readq.store.os_files import OsFiles
from readq.store.recovery import is_library
from readq.store.staging import paper_documents, reading_documents
from readq.store.storage import JournalStorage
from readq.store.table import JournalTable
from readq.store.uniting import united_reading
from readq.store.vault import Touched, Vault


class LibraryFiles:
    """The files of one library folder, shared with other processes.

    Attributes:
        folder: The library.
        notes: What opening found wrong but could make good, one sentence each.
    """

    folder: Path | None

    def __init__(self, vault: Vault) -> None:
        self.folder = vault.folder
        self._vault = vault
        self._compactor = Compactor(vault)
        papers, readings = JournalStorage(vault, "papers"), JournalStorage(vault, "readings")
        self._papers = JournalTable(papers, "papers")
        self._abstracts = JournalTable(papers, "abstracts")
        self._paper_changes = JournalTable(papers, "changes")
        self._readings = JournalTable(readings, "readings")
        self._reading_changes = JournalTable(readings, "changes")
        self._whole: Recent[Paper] = Recent(256)
        self._hot: Recent[Paper] = Recent(4096)
        self._view = StoredReadings(lambda: self._table("readings", "readings"))
        self._ids: tuple[str, ...] | None = None
        self._news = Refresh()
        self._foreign = 0
        """How often changes of other processes were taken in."""
        self._wrote = False
        vault.on_foreign = self._take_in

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        create: bool = True,
        files: OsFiles | None = None,
        wait: float = WAIT,
    ) -> LibraryFiles:
        """Open the library in `folder`, or begin one there.

        Args:
            folder: The library.
            create: Whether an empty or missing folder becomes a new library.
            files: The file system.
            wait: How long to wait for another process's lock, in seconds.

        Raises:
            LibraryError: The folder cannot be used.
            DamagedLibraryError: Something saved may be missing; nothing was changed.
            NewerLibraryError: A newer readq wrote it.
            LockedLibraryError: Another process held the lock for too long.
        """
        files = files or OsFiles()
        try:
            if create:
                files.make_folder(folder)
            elif not is_library(files, folder):
                raise LibraryError(f"There is no library at {folder}.")
            vault = Vault(folder, files, wait=wait)
        except FileNotFoundError as error:
            raise LibraryError(f"There is no library at {folder}.") from error
        except (FileExistsError, NotADirectoryError) as error:
            raise LibraryError(f"{folder} is not a folder, so it cannot hold a library.") from error
        except OSError as error:
            raise LibraryError(
                f"The library folder {folder} cannot be used: {error.strerror or error}."
            ) from error
        opened = cls(vault)
        if vault.state.schema < SCHEMA:
            opened._migrate()
        return opened

    @property
    def wait(self) -> float:
        """How long a write waits for another process, in seconds."""
        return self._vault.wait

    @wait.setter
    def wait(self, seconds: float) -> None:
        self._vault.wait = seconds

    @property
    def notes(self) -> list[str]:
        """What opening found wrong but could make good, one sentence each."""
        return self._vault.state.notes

    @property
    def paper_ids(self) -> Sequence[str]:
        """Every paper that is not hidden, in the order they came in."""
        if self._ids is None:
            with self._vault.mutex:
                self._ids = tuple(self._table("papers", "papers").shown_keys())
        return self._ids

    def has(self, paper_id: str) -> bool:
        """Whether there is such a paper and it is not hidden."""
        return self._doc_id(paper_id) is not None

    def paper(self, paper_id: str) -> Paper:
        """The whole paper; KeyError for an unknown or hidden one."""
        known = self._whole.get(paper_id)
        if known is None:
            doc_id = self._visible(paper_id)
            cold = self._abstracts.get(doc_id=doc_id)
            text = cold["abstract"] if isinstance(cold, dict) else ""
            known = self._whole.keep(paper_id, replace(self.abstract_free(paper_id), abstract=text))
        return known

    def abstract_free(self, paper_id: str) -> Paper:
        """The paper with an empty abstract."""
        known = self._hot.get(paper_id)
        if known is None:
            document = self._papers.get(doc_id=self._visible(paper_id))
            assert isinstance(document, dict)
            known = self._hot.keep(paper_id, codec.decode_paper(document))
        return known

    def hot_papers(self) -> Iterator[Paper]:
        """Every paper without its abstract, in the order of `paper_ids`."""
        for _, document in self._table("papers", "papers").items():
            if not codec.is_hidden(document):
                yield codec.decode_paper(document)

    def merged(self, paper_id: str) -> Paper | None:
        """The whole paper that is part of another; None when this one is not."""
        table = self._table("papers", "papers")
        doc_id = table.id_of(paper_id)
        if doc_id is None or doc_id not in table.hidden:
            return None
        paper = self._part(doc_id, table)
        if paper is None:
            return None
        cold = self._abstracts.get(doc_id=doc_id)
        return replace(paper, abstract=cold["abstract"] if isinstance(cold, dict) else "")

    def merged_papers(self) -> Iterator[Paper]:
        """The papers that are part of another, without their abstracts."""
        with self._vault.mutex:
            table = self._table("papers", "papers")
            hidden = sorted(table.hidden)
        return filter(None, (self._part(doc_id, table) for doc_id in hidden))

    def _part(self, doc_id: int, table: LazyTable) -> Paper | None:
        document = table[doc_id]
        is_part = document.get("merged") and not document.get("hidden")
        return codec.decode_paper(document) if is_part else None

    def paper_marks(self) -> bytes:
        """What tells these papers from what they were before."""
        with self._vault.mutex:
            return marks_of(self._table("papers", "papers"))

    def papers_changed_since(self, marks: bytes) -> Collection[str] | None:
        """Papers added, changed, hidden or shown again since `marks`; None when that cannot be told."""
        with self._vault.mutex:
            return changed_since(self._table("papers", "papers"), marks)

    def derived(self, name: str) -> bytes | None:
        """What was worked out from the papers and kept; None when it is not there."""
        return load_derived(self._vault.files, self._vault.folder / f"{name}.idx")

    def keep_derived(self, name: str, *pieces: bytes | memoryview) -> None:
        """Keep what was worked out from the papers, if that is possible."""
        save_derived(self._vault.files, self._vault.folder / f"{name}.idx", *pieces)

    def beside(self) -> bytes:
        """The file for what is no decision on a paper; empty where there is none."""
        return read_beside(self._vault.files, self._vault.folder)

    def rewrite_beside(self, rewrite: Callable[[bytes], bytes]) -> None:
        """Change that file, alone among all windows."""
        vault = self._vault
        with vault.locked():
            try:
                rewrite_beside(vault.files, vault.folder, rewrite)
            except OSError as error:
                raise NotSavedError(
                    f"{vault.folder / NAME} was not written ({error.strerror})."
                ) from error

    def abstract_slabs(self) -> Iterator[AbstractSlab] | None:
        """All abstracts as the bytes of JSON documents."""
        abstracts, papers = self._table("papers", "abstracts"), self._table("papers", "papers")
        return (
            (read, ends, partial(papers.keys_of, ids), key)
            for read, ends, ids, key in abstracts.slabs()
        )

    def readings(self) -> Mapping[str, Reading]:
        """Every stored Reading by paper id; a live view."""
        return self._view

    def commit(
        self,
        change: Change,
        *,
        papers: Mapping[str, Paper] = NOTHING,
        hide: Collection[str] = (),
        unhide: Collection[str] = (),
        readings: Mapping[str, Reading | None] = NOTHING,
    ) -> Change:
        """Store all of it in one durable step, or nothing."""
        with self._vault.mutex:
            known = self._view.get
            seen = {paper_id: known(paper_id) for paper_id in readings}
            foreign = self._foreign
            with self._vault.writing():
                if self._foreign != foreign:
                    readings, change = self._unite(change, seen, readings)
                if change.id < (number := self.next_change_id()):
                    change = self._standing_alone(replace(change, id=number))
                if papers or hide or unhide:
                    facts = self._table("papers", "papers")
                    texts = self._table("papers", "abstracts")
                    hot, cold = paper_documents(facts, texts, papers, hide, unhide)
                    self._papers.put(hot)
                    self._abstracts.put(cold)
                self._readings.put(reading_documents(self._table("readings", "readings"), readings))
                table = self._paper_changes if change.papers else self._reading_changes
                table.put({change.id: codec.encode_change(change)})
            if papers or hide or unhide:
                self._forget({*papers, *hide, *unhide})
            self._view.take(readings)
            self._wrote = True
        return change

    def alone(self) -> AbstractContextManager[None]:
        """Keep other processes from writing until the block ends."""
        return self._vault.locked()

    def next_change_id(self) -> int:
        """The id the next Change should carry."""
        tables = self._vault.state.tables
        return 1 + max(tables["papers"]["changes"].last_id, tables["readings"]["changes"].last_id)

    def changes(self, newest_first: bool = True) -> Iterator[Change]:
        """The log, decoded one by one."""
        with self._vault.mutex:
            tables = [self._table(file, "changes") for file in ("papers", "readings")]
            ids = [sorted(table, reverse=newest_first) for table in tables]
        pairs = [[(i, t) for i in found] for t, found in zip(tables, ids, strict=True)]
        for doc_id, table in merge(*pairs, key=lambda pair: pair[0], reverse=newest_first):
            yield codec.decode_change(table[doc_id])

    def change(self, change_id: int) -> Change:
        """One change of the log."""
        table = self._table("readings", "changes")
        if change_id not in table:
            table = self._table("papers", "changes")
        return codec.decode_change(table[change_id])

    def refresh(self) -> Refresh:
        """Take in what other processes wrote."""
        self._vault.refresh()
        news, self._news = self._news, Refresh()
        return news

    @property
    def compaction_is_due(self) -> bool:
        """Whether `compact` would make the next start noticeably faster."""
        return self._compactor.is_due

    def compact(self) -> None:
        """Fold the journals into the JSON files; safe in a thread while others use the library."""
        self._compactor.run()

    def back_up_daily(self, today: date) -> Path | None:
        """Copy the library into `backups/` unless that was done today; None when it was.

        Raises:
            LibraryError: It could not be done.
        """
        vault = self._vault
        try:
            return back_up_daily(vault.files, vault.folder, today, vault.locked())
        except OSError as error:
            raise LibraryError(
                f"The daily copy in {vault.folder / 'backups'} was not made: {error.strerror}."
            ) from error

    def close(self) -> None:
        """Fold the journals in if they have grown long, and let go of the files."""
        if self._wrote and self._compactor.is_due:
            with contextlib.suppress(LibraryError):
                self.compact()
        self._vault.close()

    def _table(self, file: str, name: str) -> LazyTable:
        return self._vault.tables(file)[name]

    def _doc_id(self, paper_id: str) -> int | None:
        table = self._table("papers", "papers")
        doc_id = table.id_of(paper_id)
        return None if doc_id is None or doc_id in table.hidden else doc_id

    def _visible(self, paper_id: str) -> int:
        doc_id = self._doc_id(paper_id)
        if doc_id is None:
            raise KeyError(paper_id)
        return doc_id

    def _unite(
        self,
        change: Change,
        seen: Mapping[str, Reading | None],
        readings: Mapping[str, Reading | None],
    ) -> tuple[Mapping[str, Reading | None], Change]:
        """Keep what another process decided about the same papers since we looked."""
        moved_on = {i: now for i in readings if (now := self._view.get(i)) != seen[i]}
        if not moved_on:
            return readings, change
        united = dict(readings)
        for paper_id, theirs in moved_on.items():
            united[paper_id] = united_reading(paper_id, seen[paper_id], readings[paper_id], theirs)
        edits = tuple(
            ReadingEdit(e.paper_id, moved_on[e.paper_id], united[e.paper_id])
            if e.paper_id in moved_on
            else e
            for e in change.readings
        )
        return united, replace(change, readings=edits)

    def _standing_alone(self, change: Change) -> Change:
        """An ordinary change that amends the one before it cannot once another process wrote in between.

        A further part of an import can.
        """
        if change.kind is not ChangeKind.DO or change.of is None or change.papers:
            return change
        edits = (
            ReadingEdit(e.paper_id, self._view.get(e.paper_id), e.after) for e in change.readings
        )
        return replace(change, of=None, readings=tuple(edits))

    def _forget(self, papers: Collection[str]) -> None:
        if papers:
            self._ids = None
            self._whole.drop(papers)
            self._hot.drop(papers)

    def _take_in(self, touched: Touched) -> None:
        papers = {str(i) for table in ("papers", "abstracts") for i in touched.get(table, ())}
        readings = {str(i) for i in touched.get("readings", ())}
        self._foreign += 1
        self._forget(papers)
        self._view.drop(readings)
        self._news = Refresh(
            self._news.papers | papers,
            self._news.readings | readings,
            self._news.changes + len(touched.get("changes", ())),
        )

    def _migrate(self) -> None:
        """Rewrite an older library in today's form, after a backup; reading alone needs neither."""
        with contextlib.suppress(LibraryError, OSError):
            with self._vault.locked():
                back_up_version(self._vault.files, self._vault.folder, self._vault.state.schema)
            self._compactor.run(always=True)
