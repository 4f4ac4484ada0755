"""Rows of a table in text: cells parted by one character, quoted as spreadsheets do."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import field

from readq.importers.bibscan import MAX_RECORD
from readq.patterns import lazily
from readq.records import dataclass

MOST_LINES = 400
"""A cell of more lines must end as cells do, else its quote is taken for a stray one."""

_CLOSING = lazily(r'(?:[^"]++|"")*+"(?!")')


@dataclass(slots=True)
class Row:
    """One row."""

    line: int
    cells: list[str] = field(default_factory=list)
    trouble: str = ""
    """What is wrong with it, as the end of a sentence."""
    too_long: bool = False


def rows(lines: Iterable[str], separator: str) -> Iterator[Row]:
    """The rows of a table without blank ones; a quote that is never closed costs its own row only.

    Args:
        lines: The lines with LF at their ends; one of more than a million characters may come in pieces.
        separator: What parts the cells.
    """
    source = _Lines(lines)
    while (line := source.take()) is not None:
        row = Row(source.number)
        if line.strip():
            _read(row, line, separator, source)
            yield row


def cells_of(line: str, separator: str) -> list[str]:
    """The cells of a row that stands on one line."""
    row = Row(1)
    _read(row, line, separator, _Lines(()))
    return row.cells


class _Lines:
    """Whole lines, which can be given back."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = iter(pieces)
        self._back: deque[str] = deque()
        self.number = 0
        self.has_no_end = False
        """Whether a quote was looked for up to the end of the text in vain: once is enough."""

    def take(self) -> str | None:
        """The next line without its end; None at the end."""
        if self._back:
            self.number += 1
            return self._back.popleft()
        parts: list[str] = []
        size = 0
        for piece in self._pieces:
            size += len(piece)
            if size <= MAX_RECORD:
                parts.append(piece)
            if piece.endswith("\n"):
                break
        if not parts:
            return None
        self.number += 1
        return "".join(parts).removesuffix("\n")

    def give_back(self, lines: list[str]) -> None:
        """Lines that were taken too many, first one first."""
        self._back.extendleft(reversed(lines))
        self.number -= len(lines)


def _read(row: Row, line: str, separator: str, source: _Lines) -> None:
    row.too_long = len(line) >= MAX_RECORD
    if '"' not in line:
        row.cells = line.split(separator)
        return
    at = 0
    while True:
        if line.startswith('"', at):
            text, line, at = _quoted(row, line, at + 1, separator, source)
            end = line.find(separator, at)
            text += line[at : end if end >= 0 else len(line)].rstrip()
        else:
            end = line.find(separator, at)
            text = line[at : end if end >= 0 else len(line)]
        row.cells.append(text)
        if end < 0:
            return
        at = end + 1


def _quoted(row: Row, line: str, at: int, separator: str, source: _Lines) -> tuple[str, str, int]:
    """The text of a quoted cell, the line on which it ends, and where."""
    parts: list[str] = []
    taken: list[str] = []
    first, size = line, 0
    while True:
        found = _CLOSING.match(line, at)
        if found:
            is_odd = line[found.end() : found.end() + 1].strip() not in ("", separator)
            if is_odd and len(taken) > MOST_LINES:
                break
            if is_odd and taken:
                row.trouble = "has a quotation mark where none belongs"
            parts.append(line[at : found.end() - 1])
            return "\n".join(parts).replace('""', '"'), line, found.end()
        parts.append(line[at:])
        size += len(line)
        is_enough = size > MAX_RECORD or (source.has_no_end and len(taken) >= MOST_LINES)
        following = None if is_enough else source.take()
        if following is None:
            source.has_no_end = True
            break
        taken.append(following)
        line, at = following, 0
    source.give_back(taken)
    row.trouble = "has a quotation mark that is never closed"
    return parts[0].replace('""', '"'), first, len(first)
