"""Formats whose lines begin with a tag: RIS and PubMed's NBIB."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field

from readq.importers.bibscan import MAX_RECORD
from readq.records import dataclass


@dataclass(slots=True)
class TaggedRecord:
    """The fields of one record, in order."""

    line: int
    fields: list[tuple[str, str]] = field(default_factory=list)
    too_long: bool = False
    size: int = 0

    def add(self, tag: str, value: str) -> None:
        """Begin a field."""
        self._grow(value)
        self.fields.append((tag, value))

    def go_on(self, text: str) -> None:
        """A line without a tag belongs to the field above it."""
        self._grow(text)
        if self.fields and text and not self.too_long:
            tag, value = self.fields[-1]
            self.fields[-1] = tag, f"{value} {text}" if value else text

    def _grow(self, text: str) -> None:
        self.size += len(text)
        self.too_long = self.too_long or self.size > MAX_RECORD

    def values(self, *tags: str) -> list[str]:
        """What is said under the first tag that says anything."""
        for tag in tags:
            found = [value for name, value in self.fields if name == tag and value]
            if found:
                return found
        return []

    def all_values(self, *tags: str) -> list[str]:
        """What is said under any of the tags, each text once."""
        return list(dict.fromkeys(value for name, value in self.fields if name in tags and value))

    def one(self, *tags: str) -> str:
        """The first text under the first tag that says anything."""
        return next(iter(self.values(*tags)), "")

    def rest(self, known: frozenset[str]) -> dict[str, str]:
        """What is said under other tags than these, as text."""
        kept: dict[str, list[str]] = {}
        for tag, value in self.fields:
            if tag not in known and value:
                kept.setdefault(tag, []).append(value)
        return {tag: "; ".join(values) for tag, values in kept.items()}


def tagged_records(
    lines: Iterable[str],
    tag_line: Callable[[str], tuple[str, str] | None],
    begins: str,
    ends: str = "",
) -> Iterator[TaggedRecord]:
    """The records of a text, without those that say nothing.

    Args:
        lines: The lines; one of more than a million characters may come in pieces.
        tag_line: Gives tag and value of a line; None for one that goes on with the field above it.
        begins: The tag a record begins with; a record may lack it after one that was ended.
        ends: The tag that ends a record; it may be missing.
    """
    record: TaggedRecord | None = None
    number, complete = 0, True
    for piece in lines:
        number += complete
        found = tag_line(piece.rstrip()) if complete else None
        complete = piece.endswith("\n")
        if found is None:
            if record:
                record.go_on(" ".join(piece.split()))
            continue
        tag, value = found
        if record and tag in (begins, ends):
            if _says_something(record, begins):
                yield record
            record = None
        if tag == ends:
            continue
        record = record or TaggedRecord(number)
        record.add(tag, value)
    if record and _says_something(record, begins):
        yield record


def _says_something(record: TaggedRecord, begins: str) -> bool:
    return record.too_long or any(value for tag, value in record.fields if tag != begins)
