"""Text that comes in pieces."""

from __future__ import annotations

from collections.abc import Iterator


def next_text(pieces: Iterator[str], waiting: int) -> str:
    """The next pieces, as much again as is waiting, so that a long record is not read too often.

    Args:
        pieces: What is still to come.
        waiting: How many characters are loaded and not read.
    """
    found: list[str] = []
    loaded = 0
    for piece in pieces:
        found.append(piece)
        loaded += len(piece)
        if loaded and loaded >= waiting:
            break
    return "".join(found)
