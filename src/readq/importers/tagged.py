"""Formats whose lines begin with a tag: RIS and PubMed's NBIB."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import field

from readq.domain.bibvalue import folded
from readq.importers.bibscan import MAX_RECORD
from readq.importers.blocks import ABSTRACT_WORDS, has_words, is_closed, is_wrapped, joined
from readq.patterns import lazily
from readq.records import dataclass

_SHORT = 100
_HEADED = lazily(r"[A-Z][A-Za-z /&-]{2,40}: ")
"""How a part of a structured abstract begins."""


@dataclass(slots=True)
class TaggedRecord:
    """The fields of one record, in order."""

    line: int
    fields: list[tuple[str, str]] = field(default_factory=list)
    too_long: bool = False
    size: int = 0
    _below: list[str] = field(default_factory=list)
    """The lines that go on with the last field: to add each at once would take for ever where there are many."""

    def add(self, tag: str, value: str) -> None:
        """Begin a field."""
        self._grow(value)
        self._settle()
        if not self.too_long or len(value) <= _SHORT:  # what it is called by may come last
            self.fields.append((tag, value))

    def go_on(self, text: str) -> None:
        """A line without a tag belongs to the field above it."""
        self._grow(text)
        if self.fields and not self.too_long:
            self._below.append(text)

    def lengthen(self, text: str) -> None:
        """A further piece of the line read last."""
        self._grow(text)
        if self.fields and not self.too_long:
            self._settle()
            tag, value = self.fields[-1]
            self.fields[-1] = tag, value + text

    def in_full(self, texts: Collection[str]) -> TaggedRecord:
        """The record once its last line is read: broken lines are joined.

        Args:
            texts: The tags whose values may have paragraphs.
        """
        self._settle()
        self.fields = [
            (tag, value if "\n" not in value else _unbroken(value, is_text=tag in texts))
            for tag, value in self.fields
        ]
        return self

    def _grow(self, text: str) -> None:
        self.size += len(text)
        self.too_long = self.too_long or self.size > MAX_RECORD

    def _settle(self) -> None:
        if self._below:
            tag, value = self.fields[-1]
            self.fields[-1] = tag, "\n".join((value, *self._below))
            self._below.clear()

    def values(self, *tags: str) -> list[str]:
        """What is said under the first tag that says anything."""
        self._settle()
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
    *,
    texts: Collection[str] = (),
    lists: Collection[str] = (),
    once: Collection[str] = (),
    after_blank: bool = False,
) -> Iterator[TaggedRecord]:
    """The records of a text, also those that say nothing.

    Args:
        lines: The lines; one of more than a million characters may come in pieces.
        tag_line: Gives tag and value of a line; None for one that goes on with the field above it.
        begins: The tag a record begins with; a record may lack it after one that was ended.
        ends: The tag that ends a record; it may be missing.
        texts: The tags whose values may have paragraphs.
        lists: The tags with one value a line, of which only the first has the tag.
        once: Tags no record has twice: under a blank line, a second one begins the next record.
        after_blank: Whether the tag begins a record only under a blank line.
    """
    record: TaggedRecord | None = None
    number, complete, blank, space = 0, True, True, ""
    for piece in lines:
        number += complete
        if not complete:
            complete = piece.endswith("\n")
            if record and not record.too_long:
                record.lengthen(f"{space or _space_before(piece)}{folded(piece)}")
            space = _space_before(piece[-1:])
            continue
        found = tag_line(piece.rstrip())
        complete, space = piece.endswith("\n"), _space_before(piece[-1:])
        if found is None:
            # What is too long is left out: nobody needs to know what it says.
            text = piece.strip() if record and record.too_long else folded(piece)
            blank = not text
            if record and text and record.fields[-1][0] in lists:
                record.add(record.fields[-1][0], text)
            elif record:
                record.go_on(text)
            continue
        tag, value = found
        if record and blank and tag in once and record.values(tag):
            yield record.in_full(texts)
            record = None
        if record and (tag == ends or (tag == begins and (blank or not after_blank))):
            # The first line written twice is no record.
            if tag == ends or blank or any(said for name, said in record.fields if name != begins):
                yield record.in_full(texts)
            record = None
        blank = False
        if tag == ends:
            continue
        record = record or TaggedRecord(number)
        record.add(tag, value)
    if record:
        yield record.in_full(texts)


def _space_before(text: str) -> str:
    return " " if text[:1].isspace() else ""


def _unbroken(value: str, *, is_text: bool) -> str:
    """A value of several lines: paragraphs stay apart, lines that were only broken are joined."""
    if not is_text:
        return " ".join(filter(None, value.split("\n")))
    groups: list[list[str]] = [[]]
    for line in value.strip("\n").split("\n"):
        if line:
            groups[-1].append(line)
        elif groups[-1] and is_closed(groups[-1][-1]):
            groups.append([])
    return "\n\n".join(map(_paragraphs, filter(None, groups)))


def _paragraphs(lines: list[str]) -> str:
    """Lines without a blank one between them: each a paragraph, or all of them one that was broken."""
    if len(lines) == 1:
        return lines[0]
    is_long = any(has_words(line, ABSTRACT_WORDS) for line in lines)
    are_closed = all(map(is_closed, lines))
    if (not is_wrapped(lines) and (is_long or are_closed)) or (
        are_closed and all(map(_HEADED.match, lines))
    ):
        return "\n\n".join(lines)
    return joined(lines)
