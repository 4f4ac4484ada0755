"""A library made anew from every document that is still sound, whatever happened to the rest."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from readq.domain import IN_QUEUE
from readq.domain.joining import joined
from readq.errors import DamagedLibraryError, LibraryError
from readq.patterns import lazily_bytes
from readq.store import codec, journal
from readq.store.beside import STEM
from readq.store.compaction import Compactor
from readq.store.migrations import SCHEMA, upgrade
from readq.store.os_files import OsFiles
from readq.store.recovery import journal_numbers, journal_path, recover
from readq.store.snapshot import TABLES
from readq.store.vault import Vault

Documents = dict[int, dict[str, Any]]
Tables = dict[tuple[str, str], Documents]

_HEADING = lazily_bytes(rb'\{?"(\w{1,20})": \{')
_LINE = lazily_bytes(rb'"(\d{1,9})": (\{.*\}),?')
_SEQUENCE = lazily_bytes(rb'"sequence": (\d{1,18})')
_CONFLICT = lazily_bytes(
    rb"^<<<<<<<[^\n]*\n(.*?)^=======\n(.*?)^>>>>>>>[^\n]*\n?", re.MULTILINE | re.DOTALL
)
_STEP = 1024.0


def rebuild(folder: Path, files: OsFiles) -> int:
    """Replace the files of a library by new ones with all sound documents of the old.

    The caller holds the lock and has copied the old files.

    Returns:
        The number of the new journal.

    Raises:
        DamagedLibraryError: There is not one sound document; nothing was changed.
        OSError: It could not be done; the old files are in place, or in the caller's copy.
    """
    tables = _sound(_opened(folder, files) or _found(folder, files))
    if not any(tables.values()):
        raise DamagedLibraryError(
            f"Nothing in {folder} can be read any more; put a copy in its place with "
            "`readq restore`. Nothing was changed."
        )
    beside = folder / "backups" / "mending"
    shutil.rmtree(beside, ignore_errors=True)
    files.make_folder(beside)
    vault = Vault(beside, files)
    try:
        # The numbers of journals go on, so that whoever has the library open notices.
        vault.state.generation = max([0, *journal_numbers(files, folder)])
        with vault.writing():
            for (file, table), documents in tables.items():
                vault.stage(file, table, dict(documents))
        Compactor(vault).run(always=True)
        generation = vault.state.generation
    finally:
        vault.close()
    new = [name for name in files.names(beside) if name.endswith((".json", ".log"))]
    for name in list(files.names(folder)):
        if name.endswith((".json", ".log", ".idx")) and not name.startswith(STEM):
            files.unlink(folder / name)
    # Snapshots first: a journal without them would look like the beginning of a library.
    for name in sorted(new, key=lambda name: name.endswith(".log")):
        files.rename(beside / name, folder / name)
    files.sync_folder(folder)
    shutil.rmtree(beside, ignore_errors=True)
    return generation


def _opened(folder: Path, files: OsFiles) -> Tables | None:
    """All documents of a library that opens; None when it does not."""
    try:
        state = recover(files, folder)
        return {
            (file, name): dict(state.tables[file][name].items())
            for file, names in TABLES.items()
            for name in names
        }
    except (LibraryError, OSError):
        return None


def _found(folder: Path, files: OsFiles) -> Tables:
    """Every document that can be read, the newest form of each."""
    tables: Tables = {(file, name): {} for file, names in TABLES.items() for name in names}
    held: dict[str, int] = {}
    for file in TABLES:
        for path in (folder / f"{file}.before.json", folder / f"{file}.json"):
            if files.stamp(path) is None:
                continue
            data = files.read(path)
            sequences = _SEQUENCE.findall(data[-512:])
            if sequences:
                held[file] = int(sequences[-1])
            for name, doc_id, document in _documents(data):
                if (file, name) in tables:
                    _put(tables[file, name], name, doc_id, document)
    for number in journal_numbers(files, folder):
        schema = SCHEMA
        for record in _records(files.read(journal_path(folder, number))):
            fence = journal.decode_fence(record.payload)
            if fence is not None:
                schema = fence.schema
                continue
            for file, name, doc_id, changed in journal.decode_changes(record.payload):
                if (file, name) not in tables or record.sequence <= held.get(file, 0):
                    continue
                if changed is None:
                    tables[file, name].pop(doc_id, None)
                else:
                    tables[file, name][doc_id] = upgrade(name, changed, schema)
    return tables


def _documents(data: bytes) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """The documents of a JSON file: of all of it, of both sides of a merge, or line by line."""
    sides = [data]
    if _CONFLICT.search(data):
        sides = [_CONFLICT.sub(rb"\1", data), _CONFLICT.sub(rb"\2", data)]
    for side in sides:
        try:
            whole = orjson.loads(side)
        except orjson.JSONDecodeError:
            yield from _lines(side)
            continue
        for name, table in whole.items() if isinstance(whole, dict) else ():
            for key, document in table.items() if isinstance(table, dict) else ():
                if key.isdecimal() and isinstance(document, dict):
                    yield name, int(key), document


def _lines(data: bytes) -> Iterator[tuple[str, int, dict[str, Any]]]:
    name = ""
    for line in data.splitlines():
        if heading := _HEADING.fullmatch(line):
            name = heading[1].decode()
        elif found := _LINE.fullmatch(line):
            try:
                document = orjson.loads(found[2])
            except orjson.JSONDecodeError:
                continue
            yield name, int(found[1]), document


def _put(table: Documents, name: str, doc_id: int, document: dict[str, Any]) -> None:
    """Take a document over; where both sides of a merge have a note, both notes stay."""
    known = table.get(doc_id)
    if name == "readings" and known is not None and known.get("id") == document.get("id"):
        note = joined("", known.get("note", ""), document.get("note", ""))
        document = {**document, "note": note} if note else document
    table[doc_id] = document


def _records(data: bytes) -> Iterable[journal.Record]:
    """Every sound line of a journal, also behind damaged ones."""
    at = 0
    while at < len(data):
        record = journal.record_at(data, at)
        if record is not None:
            yield record
            at = record.end
        else:
            end = data.find(b"\n", at)
            at = len(data) if end < 0 else end + 1


def _sound(tables: Tables) -> Tables:
    """Only documents that readq understands, each "id" once, places in the queue as they must be."""
    papers = _once(tables["papers", "papers"], codec.decode_paper)
    known = {document["id"] for document in papers.values()}
    readings = _once(tables["readings", "readings"], codec.decode_reading)
    sound: Tables = {
        ("papers", "papers"): papers,
        ("papers", "abstracts"): {
            i: document
            for i, document in tables["papers", "abstracts"].items()
            if isinstance(document.get("abstract"), str) and document.get("id") in known
        },
        ("readings", "readings"): _placed(readings),
    }
    taken: set[int] = set()
    for file in TABLES:
        changes = _once(tables[file, "changes"], codec.decode_change)
        sound[file, "changes"] = {
            i: document for i, document in changes.items() if document["id"] not in taken
        }
        taken.update(document["id"] for document in changes.values())
    return sound


def _once(documents: Mapping[int, dict[str, Any]], decode: Any) -> Documents:
    kept: dict[object, int] = {}
    for doc_id in sorted(documents):
        try:
            decode(documents[doc_id])
            kept[documents[doc_id]["id"]] = doc_id
        except (KeyError, ValueError, TypeError, AttributeError):
            continue
    return {doc_id: documents[doc_id] for doc_id in sorted(kept.values())}


def _placed(documents: Documents) -> Documents:
    """Papers of the queue without a place go to its end, others lose the place they had."""
    readings = {i: codec.decode_reading(document) for i, document in documents.items()}
    last = max((r.rank for r in readings.values() if r.rank is not None), default=0.0)
    placed: Documents = {}
    for doc_id, reading in readings.items():
        if reading.status not in IN_QUEUE:
            reading = replace(reading, rank=None)
        elif reading.rank is None:
            last += _STEP
            reading = replace(reading, rank=last)
        document = codec.encode_reading(reading)
        placed[doc_id] = codec.carry_unknown(document, documents[doc_id])
    return placed
