"""What is worked out from a library and kept beside it: `*.idx`, safe to delete, never trusted blindly."""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path

import orjson

from readq.store.lazy import LazyTable
from readq.store.os_files import OsFiles


def save_derived(files: OsFiles, path: Path, *pieces: bytes | memoryview) -> None:
    """Write the pieces as one file, whole or not at all; a folder that does not allow it only makes things slower."""
    beside = path.with_name(f"{path.name}.new")
    try:
        files.unlink(beside)
        fd = files.create(beside)
        try:
            for piece in pieces:
                files.write(fd, piece)
        finally:
            files.close(fd)
        files.rename(beside, path)
    except OSError:
        return


def load_derived(files: OsFiles, path: Path) -> bytes | None:
    """The file's content; None when it cannot be read."""
    try:
        return files.read(path)
    except OSError:
        return None


def marks_of(table: LazyTable) -> bytes:
    """The number and the checksum of every document: equal for equal documents, whatever was compacted."""
    ids, sums = array("I", table.base.ids), array("I", table.base.sums)
    over = dict(table.over)
    if ids:  # in the file the last document alone has no comma behind it
        over.setdefault(ids[-1], table.raw(ids[-1]))
    gone = set()
    for doc_id, raw in sorted(over.items()):
        at = table.base.position(doc_id)
        if raw is None:
            gone.add(doc_id)
        elif at >= 0:
            sums[at] = _check(doc_id, raw)
        else:
            ids.append(doc_id)
            sums.append(_check(doc_id, raw))
    if gone:
        left = [at for at, doc_id in enumerate(ids) if doc_id not in gone]
        ids, sums = array("I", map(ids.__getitem__, left)), array("I", map(sums.__getitem__, left))
    return sys.byteorder.encode() + b"\n" + ids.tobytes() + sums.tobytes()


def _check(doc_id: int, raw: bytes) -> int:
    return zlib.crc32(b'"%d": %b,\n' % (doc_id, raw))


def changed_since(table: LazyTable, marks: bytes) -> list[str] | None:
    """The "id" of documents that are new or not what they were; None when that cannot be told."""
    now = marks_of(table)
    if now == marks:
        return []
    try:
        before, after = dict(_pairs(marks)), dict(_pairs(now))
    except ValueError:
        return None
    if before.keys() - after.keys():
        return None
    changed = [doc_id for doc_id, check in after.items() if before.get(doc_id) != check]
    return [orjson.loads(table.raw(doc_id) or b"{}").get("id", "") for doc_id in changed]


def _pairs(marks: bytes) -> Iterator[tuple[int, int]]:
    order, _, rest = marks.partition(b"\n")
    if order.decode() != sys.byteorder or len(rest) % 8:
        raise ValueError("marks of another machine")
    half = len(rest) // 2
    return zip(array("I", rest[:half]), array("I", rest[half:]), strict=True)
