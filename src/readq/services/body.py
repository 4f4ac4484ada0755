"""Taking in an answer's body without trusting its size, its packing or its pace."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable

MOST_BYTES = 8 * 1024 * 1024
"""A hundred preprints with abstracts are 0.3 MB, five works with all their references 2 MB."""
MOST_SECONDS = 60.0
"""From the first byte to the last."""


class BodyError(Exception):
    """A body that is not taken in; says why, as the end of a sentence about the service."""


def taken_in(pieces: Iterable[bytes], packing: str, clock: Callable[[], float]) -> bytes:
    """The whole body, unpacked.

    Args:
        pieces: What comes over the line.
        packing: The `Content-Encoding`.
        clock: Seconds.

    Raises:
        BodyError: It is too long, takes too long, or is packed in a way readq does not know.
    """
    unpack = _unpacker(packing.strip().lower())
    until = clock() + MOST_SECONDS
    taken = bytearray()
    for piece in pieces:
        if clock() > until:
            raise BodyError(f"its answer was not complete after {MOST_SECONDS:.0f} seconds")
        taken += unpack(piece, MOST_BYTES + 1 - len(taken))
        if len(taken) > MOST_BYTES:
            raise BodyError(f"its answer is longer than {MOST_BYTES // 2**20} MB")
    return bytes(taken)


def _unpacker(packing: str) -> Callable[[bytes, int], bytes]:
    if packing in ("", "identity"):
        return lambda piece, most: piece[:most]
    if packing not in ("gzip", "x-gzip", "deflate"):
        raise BodyError("its answer is packed in a way readq does not know")
    unpacking = zlib.decompressobj(wbits=47)  # gzip or zlib, whichever it is

    def unpack(piece: bytes, most: int) -> bytes:
        try:
            return unpacking.decompress(piece, most)
        except zlib.error:
            raise BodyError("its answer is damaged") from None

    return unpack
