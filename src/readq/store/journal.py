"""The lines of a journal.

    <crc32> <sequence> <length> <crc32 of the line before> <JSON>

The checksum covers everything after itself. The first line of a journal is its fence: it carries
the sequence number the journal starts from, and whatever an older journal holds beyond that number
never happened. A bad end is a torn write only when no valid line follows at any later offset.
Zeros at the end are room for lines to come: to write over them costs a disk less than to grow.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

import orjson

from readq.patterns import lazily_bytes
from readq.records import dataclass

FORMAT = 1
_HEAD = lazily_bytes(rb"([0-9a-f]{8}) (([0-9]{1,18}) ([0-9]{1,12}) ([0-9a-f]{8}) )")


@dataclass(frozen=True, slots=True)
class Record:
    """One valid line."""

    sequence: int
    crc: int
    previous: int
    payload: bytes
    end: int
    """Offset of the byte after it."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The valid lines from some offset on."""

    records: list[Record]
    end: int
    """Offset of the byte after the last valid line."""
    torn: bool
    """Whether more bytes follow that are not zero, none of them a valid line."""
    damaged: bool
    """Whether a valid line follows after bytes that are not one."""


@dataclass(frozen=True, slots=True)
class Fence:
    """The first line of a journal."""

    generation: int
    format: int
    schema: int
    lines: int
    """How many changes were put in place with it, in one move."""


def frame(sequence: int, previous: int, payload: bytes) -> tuple[bytes, int]:
    """The line for `payload` and its checksum."""
    head = b"%d %d %08x " % (sequence, len(payload), previous)
    crc = zlib.crc32(payload, zlib.crc32(head))
    return b"%08x %b%b\n" % (crc, head, payload), crc


def scan(data: bytes, start: int = 0, previous: int = 0) -> Scan:
    """Read lines until the end or the first that is not valid."""
    records: list[Record] = []
    at = start
    data = data.rstrip(b"\0")
    while at < len(data):
        record = record_at(data, at)
        if record is None or record.previous != previous:
            break
        records.append(record)
        previous, at = record.crc, record.end
    damaged = at < len(data) and any(
        record_at(data, found.start()) for found in _HEAD.finditer(data, at)
    )
    return Scan(records, at, torn=at < len(data) and not damaged, damaged=damaged)


def encode_fence(fence: Fence) -> bytes:
    """The payload of a fence."""
    about = {"journal": fence.generation, "format": fence.format}
    return orjson.dumps({**about, "schema": fence.schema, "lines": fence.lines})


def decode_fence(payload: bytes) -> Fence | None:
    """The fence a payload holds; None when it is something else."""
    value = orjson.loads(payload)
    if not isinstance(value, dict) or "journal" not in value:
        return None
    return Fence(value["journal"], value["format"], value["schema"], value.get("lines", 0))


def encode_changes(changes: Iterable[tuple[str, str, int, bytes | None, object, bool]]) -> bytes:
    """The payload for changed documents: (file, table, document id, JSON, what the table needs besides).

    The JSON is None for a document that is removed.
    """
    tree: dict[str, dict[str, dict[str, Any]]] = {}
    for file, table, doc_id, raw, _, _ in changes:
        part = tree.setdefault(file, {}).setdefault(table, {})
        part[str(doc_id)] = None if raw is None else orjson.Fragment(raw)
    return orjson.dumps(tree)


def decode_changes(payload: bytes) -> Iterable[tuple[str, str, int, dict[str, Any] | None]]:
    """The other way round, documents decoded."""
    for file, tables in orjson.loads(payload).items():
        for table, documents in tables.items():
            for doc_id, document in documents.items():
                yield file, table, int(doc_id), document


def record_at(data: bytes, at: int) -> Record | None:
    """The valid line that begins at this offset; None when there is none."""
    found = _HEAD.match(data, at)
    if found is None:
        return None
    end = found.end() + int(found[4])
    if data[end : end + 1] != b"\n":
        return None
    payload = data[found.end() : end]
    if zlib.crc32(payload, zlib.crc32(found[2])) != int(found[1], 16):
        return None
    return Record(int(found[3]), int(found[1], 16), int(found[5], 16), payload, end + 1)
