"""The JSON files: plain TinyDB databases, one document a line.

    {"papers": {
    "1": {"id": "...", ...},
    "2": {...}
    },
    ...
    "meta": {"1": {"schema": 1, "generation": 3, "sequence": 120, "check": "<sha256>"}}}

The last line ties the file to its journals: it holds all changes up to `sequence`, and journal
number `generation` and those after it hold what came later. `check` covers every byte before the
word itself, so a file that was cut, mixed from two versions or edited is told from a sound one. The
index beside it (`*.idx`) may be deleted; it repeats the check and the file's stamp, and only while
both agree is the file believed without being read through.
"""

from __future__ import annotations

import re
import zlib
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from readq.errors import DamagedLibraryError, NewerLibraryError
from readq.patterns import lazily_bytes
from readq.records import dataclass
from readq.store.codec import is_hidden
from readq.store.index import load_index, save_index
from readq.store.lazy import Base, LazyTable
from readq.store.migrations import SCHEMA
from readq.store.os_files import OsFiles, ReadFile

if TYPE_CHECKING:
    import hashlib

TABLES = {"papers": ("papers", "abstracts", "changes"), "readings": ("readings", "changes")}
"""The files of a library and the tables in each."""
KEYED = frozenset({"papers", "readings"})
"""Tables whose documents are looked up by their "id"."""

_TAIL = lazily_bytes(
    rb'"meta": \{"1": \{"schema": (\d{1,9}), "generation": (\d{1,18}), "sequence": (\d{1,18}), '
    rb'"check": "([0-9a-f]{64})"\}\}\}\n\Z'
)
_SCHEMA = lazily_bytes(rb'"schema": ?(\d{1,9})')
_CONFLICT = lazily_bytes(rb"^(<<<<<<< |=======$|>>>>>>> )", re.MULTILINE)
_CHUNK = 1 << 20


class ConflictError(DamagedLibraryError):
    """A file with git conflict marks: which side holds is the reader's decision."""


@dataclass(slots=True)
class Snapshot:
    """One JSON file as it was found, or the empty state before there is one."""

    generation: int = 1
    sequence: int = 0
    schema: int = SCHEMA
    check: str = ""
    tables: dict[str, Base] | None = None
    file: ReadFile | None = None

    def lazy(self, file: str) -> dict[str, LazyTable]:
        """The tables, those of `file` always among them."""
        bases = self.tables or {}
        names = dict.fromkeys([*TABLES[file], *bases])
        return {name: LazyTable(bases.get(name), keyed=name in KEYED) for name in names}


def load_snapshot(files: OsFiles, path: Path, index: Path | None) -> Snapshot:
    """Read a JSON file's last line and index; the file itself only when the index does not vouch.

    Raises:
        DamagedLibraryError: It is not the file readq wrote.
        NewerLibraryError: A newer readq wrote it.
    """
    try:
        return _load(files, path, index)
    except OSError as error:
        raise DamagedLibraryError(
            f"{path} cannot be read: {error.strerror}; nothing was changed."
        ) from error


def _load(files: OsFiles, path: Path, index: Path | None) -> Snapshot:
    file = files.open_read(path)
    size = file.stamp.size
    tail = file.read(max(0, size - 512), size)
    found = _TAIL.search(tail)
    if found is None:
        raise _refusal(path, file, tail)
    schema, generation, sequence = int(found[1]), int(found[2]), int(found[3])
    refuse_newer(schema, path)
    snapshot = Snapshot(generation, sequence, schema, found[4].decode(), file=file)
    tables = load_index(files, index, file.stamp, snapshot.check) if index else None
    if tables is None:
        tables = _read_through(path, file, snapshot.check)
        if index is not None:
            save_index(files, index, file.stamp, snapshot.check, tables)
    if path.name.partition(".")[0] not in tables:
        raise DamagedLibraryError(
            f"{path} holds {', '.join(tables)}, which belong in another file; nothing was changed."
        )
    snapshot.tables = tables
    for base in tables.values():
        base.read, base.name = file.read, str(path)
    return snapshot


def peek_generation(files: OsFiles, path: Path) -> int | None:
    """The generation in a JSON file's last line; None when it has none of ours or is not there."""
    try:
        file = files.open_read(path)
    except OSError:
        return None
    try:
        found = _TAIL.search(file.read(max(0, file.stamp.size - 512), file.stamp.size))
    finally:
        file.close()
    return int(found[2]) if found else None


def refuse_newer(schema: int, path: Path) -> None:
    """Raise NewerLibraryError unless this readq knows the schema."""
    if schema > SCHEMA:
        raise NewerLibraryError(
            f"{path} was written by a newer readq (version {schema} of the format, this readq "
            f"knows {SCHEMA}); install the newer readq to open it."
        )


def write_snapshot(
    files: OsFiles, path: Path, tables: Mapping[str, LazyTable], generation: int, sequence: int
) -> Snapshot:
    """Write all tables to a new file and make it durable; the caller gives it its name."""
    fd = files.create(path)
    try:
        writer = _Writer(files, fd)
        bases = {}
        for number, (name, table) in enumerate(tables.items()):
            writer.put(b'%b"%b": {\n' % (b"" if number else b"{", name.encode()))
            bases[name] = writer.table(table)
            writer.put(b"},\n")
        writer.put(
            b'"meta": {"1": {"schema": %d, "generation": %d, "sequence": %d, '
            % (SCHEMA, generation, sequence)
        )
        writer.flush()
        check = writer.digest.hexdigest()
        writer.put(b'"check": "%b"}}}\n' % check.encode())
        writer.flush()
        files.sync(fd)
    finally:
        files.close(fd)
    file = files.open_read(path)
    for base in bases.values():
        base.read = file.read
    return Snapshot(generation, sequence, SCHEMA, check, bases, file)


def _sha256() -> hashlib._Hash:
    import hashlib  # loads OpenSSL, which the app need not wait for

    return hashlib.sha256()


class _Writer:
    """Gathers lines, and where each one came to lie."""

    def __init__(self, files: OsFiles, fd: int) -> None:
        self._files, self._fd = files, fd
        self._parts: list[bytes] = []
        self._waiting = 0
        self._at = 0
        self.digest = _sha256()

    def put(self, data: bytes) -> None:
        self._parts.append(data)
        self._at += len(data)
        self._waiting += len(data)
        if self._waiting > _CHUNK:
            self.flush()

    def flush(self) -> None:
        data = b"".join(self._parts)
        self._parts, self._waiting = [], 0
        self.digest.update(data)
        self._files.write(self._fd, data)

    def table(self, table: LazyTable) -> Base:
        base = Base(offsets=array("Q"))
        if table.keyed:
            keys = {doc_id: key for key, doc_id in table.ids_by_key.items()}
        last = len(table)
        for doc_id, raw in _in_order(table):
            last -= 1
            line = b'"%d": %b%b' % (doc_id, raw, b",\n" if last else b"\n")
            base.ids.append(doc_id)
            base.offsets.append(self._at)
            base.sums.append(zlib.crc32(line))
            if table.keyed:
                base.keys.append(keys.get(doc_id, ""))
            self.put(line)
        base.offsets.append(self._at)
        base.hidden = sorted(table.hidden)
        return base


def _in_order(table: LazyTable) -> Iterator[tuple[int, bytes]]:
    """The documents by ascending id."""
    ids = table.base.ids
    new = [doc_id for doc_id in table.over if table.base.position(doc_id) < 0]
    if not new or (new == sorted(new) and (not ids or new[0] > ids[-1])):
        return table.walk()
    return iter(sorted(table.walk()))


def _read_through(path: Path, file: ReadFile, check: str) -> dict[str, Base]:
    """Check the whole file and find its documents."""
    digest = _sha256()
    tables: dict[str, Base] = {}
    base, name = Base(), ""
    at = 0
    try:
        for line in _lines(file):
            if line.startswith(b'"meta": '):
                digest.update(line[: line.index(b'"check"')])
                break
            digest.update(line)
            if line.endswith(b'": {\n'):
                name = line.split(b'"')[1].decode()
                base = tables[name] = Base(offsets=array("Q"))
            elif line == b"},\n":
                base.offsets.append(at)
            else:
                _add_line(base, line, at, keyed=name in KEYED)
            at += len(line)
    except (ValueError, IndexError, AttributeError, OverflowError):
        digest = _sha256()  # cannot match: the line is none of ours
    if digest.hexdigest() != check:
        raise _refusal(path, file, b"")
    return tables


def _add_line(base: Base, line: bytes, at: int, *, keyed: bool) -> None:
    doc_id, _, rest = line.partition(b": ")
    base.ids.append(int(doc_id.strip(b'"')))
    base.offsets.append(at)
    base.sums.append(zlib.crc32(line))
    if keyed:
        document = orjson.loads(rest.rstrip(b",\n"))
        base.keys.append(document.get("id", ""))
        if is_hidden(document):
            base.hidden.append(base.ids[-1])


def _lines(file: ReadFile) -> Iterator[bytes]:
    at, rest = 0, b""
    while chunk := file.read(at, at + _CHUNK * 4):
        at += len(chunk)
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line + b"\n"
    if rest:
        yield rest


def _refusal(path: Path, file: ReadFile, tail: bytes) -> DamagedLibraryError:
    """Why a file that does not end or add up as readq writes it cannot be used."""
    if file.stamp.size == 0:
        return DamagedLibraryError(
            f"{path} is empty, though it held a library; nothing was changed."
        )
    data = file.read(0, file.stamp.size)
    mark = _CONFLICT.search(data)
    if mark is not None:
        line = data.count(b"\n", 0, mark.start()) + 1
        return ConflictError(
            f"{path} has the marks of a git merge conflict at line {line}; take one side whole with "
            "`git checkout --ours` or `--theirs`, or keep both with `readq doctor --fix`. "
            "Nothing was changed."
        )
    schemas = _SCHEMA.findall(tail.rpartition(b'"meta"')[2])
    refuse_newer(max(map(int, schemas), default=0), path)
    try:
        orjson.loads(data)
    except orjson.JSONDecodeError as error:
        return DamagedLibraryError(
            f"{path} is damaged at line {error.lineno}, column {error.colno}: {error.msg}; "
            "nothing was changed."
        )
    return DamagedLibraryError(
        f"{path} is damaged or was changed by another program: it does not match its "
        "checksum; nothing was changed."
    )
