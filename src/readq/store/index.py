"""The derived index beside a JSON file: where each document is. Safe to delete."""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from readq.store.derived import save_derived
from readq.store.lazy import Base
from readq.store.os_files import OsFiles, Stamp

_VERSION = 2


def save_index(
    files: OsFiles, path: Path, stamp: Stamp, check: str, tables: Mapping[str, Base]
) -> None:
    """Write the index; a folder that does not allow it only makes the next start slower."""
    parts: list[bytes] = []
    about: list[dict[str, Any]] = []
    for name, base in tables.items():
        base.hash_keys()
        keys = "\n".join(base.keys).encode()
        parts += [base.ids.tobytes(), base.offsets.tobytes(), base.sums.tobytes()]
        parts += [base.hashes.tobytes(), base.places.tobytes(), keys]
        about.append({"name": name, "count": len(base.ids), "keys": len(keys)})
        about[-1]["hashes"] = len(base.hashes)
        about[-1]["hidden"] = base.hidden
    body = b"".join(parts)
    head = orjson.dumps({**_mark(stamp, check), "crc": zlib.crc32(body), "tables": about})
    save_derived(files, path, head + b"\n" + body)


def load_index(files: OsFiles, path: Path, stamp: Stamp, check: str) -> dict[str, Base] | None:
    """What the index says, or None when it is missing, damaged or about another file."""
    try:
        data = files.read(path)
        start = data.index(b"\n") + 1
        about, body = orjson.loads(data[:start]), memoryview(data)[start:]
        tables = about.pop("tables")
        if about != {**_mark(stamp, check), "crc": zlib.crc32(body)}:
            return None
        return _tables(tables, body)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _mark(stamp: Stamp, check: str) -> dict[str, Any]:
    return {
        "index": _VERSION,
        "order": sys.byteorder,
        "width": array("I").itemsize,
        "size": stamp.size,
        "modified": stamp.modified,
        "check": check,
    }


def _tables(about: list[dict[str, Any]], body: memoryview) -> dict[str, Base]:
    at = 0

    def numbers(code: str, count: int) -> array[int]:
        nonlocal at
        values: array[int] = array(code)
        width = values.itemsize * count
        values.frombytes(body[at : at + width])
        at += width
        return values

    tables = {}
    for entry in about:
        count = entry["count"]
        base = Base(numbers("I", count), numbers("Q", count + 1), numbers("I", count))
        base.hashes, base.places = numbers("I", entry["hashes"]), numbers("I", entry["hashes"])
        if entry["keys"]:
            base.keys = str(body[at : at + entry["keys"]], "utf-8").split("\n")
            if len(base.keys) != count:
                raise ValueError("ids with a line break")
        at += entry["keys"]
        base.hidden = entry["hidden"]
        tables[entry["name"]] = base
    return tables
