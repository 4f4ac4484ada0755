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

_MAGIC = b"readq ranking index 1\n"
_ALIGNED = 8


def dump(index: TextIndex) -> bytes:
    """The index with a checksum."""
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
    parts = [_padded(head + b"\n")]
    parts += [_padded(np.ascontiguousarray(a).tobytes()) for a in arrays.values()]
    body = b"".join(parts)
    return _opening(body) + body


def load(data: bytes) -> TextIndex | None:
    """The index that `dump` wrote; None if the bytes are damaged or of another version of readq."""
    start = len(_opening(b""))
    if not data.startswith(_opening(memoryview(data)[start:])):
        return None
    head_end = data.index(b"\n", start) + 1
    head = json.loads(data[start:head_end])
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


def _opening(body: bytes | memoryview) -> bytes:
    return _padded(_MAGIC + b"%08x\n" % crc32(body))


def _arrays(data: bytes, start: int, kinds: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
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
