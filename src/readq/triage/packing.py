"""An index as bytes, to be kept beside the library and read back in a moment."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from readq.triage.index import TextIndex
from readq.triage.latent import Axes
from readq.triage.rows import SparseRows

_MAGIC = b"readq ranking index 3\n"
_ALIGNED = 8
_HEAD_MOST = 1 << 14


def dump(index: TextIndex) -> bytes:
    """The index with a checksum."""
    return b"".join(pieces(index))


def pieces(index: TextIndex) -> list[bytes | memoryview]:
    """What `dump` joins; large pieces are the index's own memory."""
    rows = index.rows
    arrays: dict[str, NDArray[Any]] = {
        "pairs": index.pairs,
        "starts": rows.starts,
        "rarity": index.rarity,
        "columns": rows.columns,
        "values": rows.values,
        "axis_words": index.axes.columns,
        "axes": index.axes.table,
        "centre": index.centre,
        "places": index.places,
        "ids": _joined(index.ids),
        "stems": _joined(index.stems),
    }
    head = json.dumps(
        {
            "built": index.built,
            "width": rows.width,
            "arrays": {name: [a.dtype.str, a.shape] for name, a in arrays.items()},
        }
    ).encode()
    parts: list[bytes | memoryview] = [_padded(head + b"\n")]
    for array in arrays.values():
        parts.append(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
        parts.append(b" " * (_room(array.nbytes) - array.nbytes))
    check = 0
    for part in parts:
        check = crc32(part, check)
    return [_opening(check), *parts]


def load(data: bytes | memoryview) -> TextIndex | None:
    """The index that `dump` wrote; None if the bytes are damaged or of another version of readq.

    The index goes on using the memory it came in.
    """
    data, start = memoryview(data), len(_opening(0))
    if data[:start] != _opening(crc32(data[start:])):
        return None
    first = bytes(data[start : start + _HEAD_MOST])
    head_end = start + first.index(b"\n") + 1
    head = json.loads(bytes(data[start:head_end]))
    arrays = _arrays(data, start + _room(head_end - start), head["arrays"])
    return TextIndex(
        _parted(arrays["ids"]),
        _parted(arrays["stems"]),
        arrays["pairs"],
        arrays["rarity"],
        SparseRows(arrays["starts"], arrays["columns"], arrays["values"], head["width"]),
        Axes(arrays["axis_words"], arrays["axes"]),
        arrays["centre"],
        arrays["places"],
        head["built"],
    )


def _opening(check: int) -> bytes:
    return _padded(_MAGIC + b"%08x\n" % check)


def _arrays(data: memoryview, start: int, kinds: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    found = {}
    for name, (kind, shape) in kinds.items():
        count = int(np.prod(shape))
        found[name] = np.frombuffer(data, kind, count, start).reshape(shape)
        start += _room(found[name].nbytes)
    return found


def _joined(texts: list[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(texts).encode(), np.uint8)


def _parted(joined: NDArray[np.uint8]) -> list[str]:
    return joined.tobytes().decode().split("\n") if len(joined) else []


def _room(size: int) -> int:
    return -(-size // _ALIGNED) * _ALIGNED


def _padded(data: bytes) -> bytes:
    return data.ljust(_room(len(data)), b" ")
