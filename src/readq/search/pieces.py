"""Runs of bytes put together in a file, so that whatever is damaged, foreign or out of date is told."""

from __future__ import annotations

import json
import sys
import unicodedata
import zlib
from array import array
from collections.abc import Iterator, Sequence
from typing import Any

WRONG = (ValueError, KeyError, TypeError, AttributeError, IndexError, StopIteration, RecursionError)
"""What reading bytes that say something else than they should may raise."""


def put_together(kind: str, version: int, pieces: Sequence[bytes], **facts: Any) -> bytes:
    """The pieces as one run of bytes for `taken_apart`.

    Args:
        kind: What they are.
        version: Of the form they have; raised whenever it changes.
        pieces: Any bytes.
        facts: What JSON can say of them.
    """
    crc = 0
    for piece in pieces:
        crc = zlib.crc32(piece, crc)
    head = {
        **_mark(kind, version),
        "facts": facts,
        "sizes": [len(piece) for piece in pieces],
        "crc": crc,
    }
    line = json.dumps(head).encode()
    return b"".join([b"%08x %b\n" % (zlib.crc32(line), line), *pieces])


def taken_apart(
    kind: str, version: int, data: bytes
) -> tuple[dict[str, Any], Iterator[memoryview]]:
    """The facts and the pieces, which are copied only by whoever wants a copy.

    Raises:
        ValueError: The bytes are damaged, of another kind, version or machine. What they say may be
            something else than expected all the same: see `WRONG`.
    """
    line = data[: data.index(b"\n")]
    body = memoryview(data)[len(line) + 1 :]  # not copied: there may be many megabytes
    head: dict[str, Any] = json.loads(line[9:])
    if int(line[:8], 16) != zlib.crc32(line[9:]) or head.pop("crc") != zlib.crc32(body):
        raise ValueError("damaged")
    sizes, facts = head.pop("sizes"), head.pop("facts")
    if head != _mark(kind, version) or sum(sizes) != len(body):
        raise ValueError("of another kind or time")
    return facts, _cut(body, sizes)


def _cut(body: memoryview, sizes: Sequence[int]) -> Iterator[memoryview]:
    at = 0
    for size in sizes:
        yield body[at : at + size]
        at += size


def _mark(kind: str, version: int) -> dict[str, Any]:
    return {
        "kind": kind,
        "version": version,
        "unicode": unicodedata.unidata_version,
        "order": sys.byteorder,
        "width": array("I").itemsize,
    }
