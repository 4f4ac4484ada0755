"""Text measured in terminal cells: width, cutting, padding, wrapping."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_ZERO_WIDTH = frozenset({"Mn", "Me", "Cf"})
# Signs that stand for a number's end in Arabic and its kin are drawn; the selector at the end makes
# the narrow sign before it a wide picture.
_NOT_EMPTY = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd\ufe0f"
)
# Symbols that Unicode 16 made wide; Python knows them as narrow until 3.14.
_NEWLY_WIDE = (
    range(0x2630, 0x2638),
    range(0x268A, 0x2690),
    range(0x4DC0, 0x4E00),
    range(0x1D300, 0x1D357),
    range(0x1D360, 0x1D377),
)


def cell_width(text: str) -> int:
    """How many terminal cells the text takes: two for wide East Asian letters, none for accents."""
    if text.isascii():
        return len(text)
    return sum(map(_char_width, text))


def cut(text: str, width: int | None, ellipsis: str = "…") -> str:
    """The text in at most `width` cells, ending in the ellipsis where something was left out.

    Args:
        text: One line.
        width: Cells there are; None for as many as it takes.
        ellipsis: What stands for the rest.
    """
    if width is None or cell_width(text) <= width:
        return text
    room = width - cell_width(ellipsis)
    if room < 0:
        return ellipsis[: max(width, 0)]
    return _head(text, room).rstrip() + ellipsis


def pad(text: str, width: int) -> str:
    """The text filled up with blanks on the right to `width` cells."""
    return text + " " * (width - cell_width(text))


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """The text broken into lines of at most `width` cells; its own line ends stay.

    Args:
        text: Any number of lines.
        width: Cells of a line, indent included.
        indent: What each line that is not empty begins with.
    """
    room = max(width - cell_width(indent), 1)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines += [indent + line if line else "" for line in _wrapped(paragraph, room)]
    return lines


def _wrapped(paragraph: str, room: int) -> Iterator[str]:
    line = ""
    for word in paragraph.split():
        joined = f"{line} {word}" if line else word
        if cell_width(joined) <= room:
            line = joined
            continue
        # A text without blanks, such as Chinese, goes on in the line begun instead of a new one.
        if line and cell_width(word) <= room:
            yield line
            line = word
            continue
        rest = joined
        while len(head := _head(rest, room) or rest[0]) < len(rest):
            yield head.rstrip()
            rest = rest[len(head) :].lstrip()
        line = rest
    yield line


def _head(text: str, room: int) -> str:
    """The longest beginning of the text that fits."""
    used = 0
    for place, char in enumerate(text):
        used += _char_width(char)
        if used > room:
            return text[:place]
    return text


def _char_width(char: str) -> int:
    if char in _NOT_EMPTY:
        return 1
    if unicodedata.category(char) in _ZERO_WIDTH:
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return 2
    return 2 if any(ord(char) in wide for wide in _NEWLY_WIDE) else 1
