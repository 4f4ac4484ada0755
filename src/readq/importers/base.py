"""What every importer gives, and the reading of one source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, Protocol

from readq.domain import Draft
from readq.importers.opening import RawSource, TextSource
from readq.records import dataclass

Shape = Literal["auto", "abstracts", "titled", "titles"]
"""How the blocks of a plain list are to be taken."""


@dataclass(frozen=True, slots=True)
class ImportIssue:
    """One record that could not be read, or a part of a source that was left out."""

    source: str
    line: int | None
    """Where the record starts, counted from 1."""
    key: str
    """What the record is called in its source: an id, a title, its number."""
    message: str
    kept: bool = False
    """The record was read all the same: the message is a remark, no rejection."""


Record = Draft | ImportIssue


@dataclass(slots=True)
class Tally:
    """How many records of which sort a source had."""

    titled: int = 0
    """With title and abstract."""
    untitled: int = 0
    """An abstract without title."""
    bare: int = 0
    """A title without abstract."""
    nameless: int = 0
    """Neither; only an identifier or an address."""
    rejected: int = 0

    def count(self, record: Record) -> None:
        """Add one record."""
        if isinstance(record, ImportIssue):
            self.rejected += not record.kept
        elif not record.title:
            self.untitled += bool(record.abstract)
            self.nameless += not record.abstract
        elif record.abstract:
            self.titled += 1
        else:
            self.bare += 1

    @property
    def papers(self) -> int:
        """Records that could be read."""
        return self.titled + self.untitled + self.bare + self.nameless


class RecordReader(Protocol):
    """One format's view of one source; iterating twice reads twice."""

    def records(self) -> Iterator[Record]:
        """The records from the start, bad ones as issues."""

    def understood(self, tally: Tally) -> str:
        """How the source was taken, in one sentence without the final stop."""


@dataclass(frozen=True, slots=True)
class Importer:
    """One format readq can read."""

    name: str
    recognises: Callable[[str, str], bool]
    """Told the file name in lower case and the first characters of the text."""
    open: Callable[[TextSource, Shape], RecordReader]


class SourceReading:
    """One source being read: iterate over it for drafts and issues."""

    def __init__(self, source: RawSource, format_name: str, reader: RecordReader) -> None:
        self.name = source.name
        self.format = format_name
        self.total_bytes = source.total_bytes
        self._source = source
        self._reader = reader
        self._tally: Tally | None = None

    def __iter__(self) -> Iterator[Record]:
        """Read from the start, one record at a time."""
        tally = Tally()
        if self._source.remark:
            line, message = self._source.remark
            yield ImportIssue(self.name, line, "", message, kept=True)
        for record in self._reader.records():
            tally.count(record)
            yield record
        self._tally = tally

    @property
    def bytes_read(self) -> int:
        """How much of `total_bytes` is behind the record given last."""
        return self._source.bytes_read

    @property
    def understood(self) -> str:
        """How the source was taken, in one sentence; reads it through unless that has been done."""
        if self._tally is None:
            for _ in self:
                pass
        said = self._reader.understood(self._tally or Tally())
        if self._source.charset:
            said += f"; read as {self._source.charset}, which is a guess: look at the accents"
        return said


def plural(number: int, noun: str) -> str:
    """`1 title`, `2 titles`, `5,863 titles`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
