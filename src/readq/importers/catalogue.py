"""Catalogues in JSON: lists of objects, wrapped lists, JSON Lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from readq.domain import Draft, Source
from readq.domain.venue import venue_in
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.jsontext import MAX_VALUE, JsonText, JsonTrouble, decode_line
from readq.importers.opening import TextSource
from readq.importers.records import draft_of
from readq.importers.recordvalues import Unreadable
from readq.importers.sidecar import abstracts_beside, are_abstracts
from readq.patterns import lazily

_LISTS = frozenset({"results", "papers", "items", "notes", "records", "entries", "data", "message"})
# `[12] A title` and `[[a wiki link]]` begin plain lists.
_LIKE_JSON = lazily(r"\s*(?:\[\s*[\]{\"]|\[\s*\[\s*[\[\]{\"]|\{\s*[\"}])")
_FIRST_LINE = lazily(r"\s*\{[^\n]*\}[ \t\r]*\n\s*\{")
_FIRST = 50
"""So many papers of a list show whether abstracts are theirs."""


class CatalogueReader:
    """One catalogue."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source
        self.venue, self.year = venue_in(source.name)
        self._position = 0
        self._only_abstracts = False
        self._abstracts: dict[str, str] = {}
        self._abstracts, self._beside = abstracts_beside(
            source.path, source.together, self._first_ids
        )
        # A file that is wrong from the start is refused at once, not record by record.
        for record in islice(self.records(), 1):
            if isinstance(record, ImportIssue) and self._position == 0:
                raise SourceError(f"{self.source.name}: {record.message}.")

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a record."""
        self._position = 0
        by_line = self.source.name.lower().removesuffix(".gz").endswith((".jsonl", ".ndjson"))
        if by_line or _FIRST_LINE.match(self.source.head):
            yield from self._lines()
        else:
            yield from self._values()

    def _first_ids(self) -> frozenset[str]:
        first = islice(self.records(), _FIRST)
        return frozenset(str(r.extra.get("id")) for r in first if isinstance(r, Draft))

    def understood(self, tally: Tally) -> str:
        """Say what the catalogue holds."""
        said = f"{plural(tally.papers, 'paper')} from a JSON catalogue"
        if tally.untitled:
            said += f", {tally.untitled:,} without title"
        if tally.bare:
            said += f", {tally.bare:,} without abstract"
        if self._beside:
            said += f"; abstracts from {self._beside}"
        if self._only_abstracts and not self.venue:
            said += "; they get their titles when this file is added together with the list it belongs to"
        if self.venue:
            said += f"; venue {self.venue}, year {self.year}, from the file name where not given"
        return said

    def _lines(self) -> Iterator[Record]:
        number, complete, pieces, size = 0, True, list[str](), 0
        for piece in self.source.lines():
            number += complete
            complete = piece.endswith("\n")
            size += len(piece)
            if size <= MAX_VALUE:
                pieces.append(piece)
            if complete:
                yield from self._whole_line(pieces, size, number)
                pieces, size = [], 0
        if pieces:
            yield from self._whole_line(pieces, size, number)

    def _whole_line(self, pieces: list[str], size: int, number: int) -> Iterator[Record]:
        if size <= MAX_VALUE:
            yield from self._line("".join(pieces), number)
            return
        self._position += 1
        what = f"line {number} is longer than {MAX_VALUE // 2**20} MB, which no paper is; it was left out"
        yield self._issue(number, "", what)

    def _line(self, text: str, number: int) -> Iterator[Record]:
        text = text.strip().rstrip(",")
        if not text:
            return
        try:
            value = decode_line(text, number)
        except JsonTrouble as trouble:
            self._position += 1
            yield self._issue(number, "", f"line {number} is {trouble}")
            return
        yield self._record(value, number)

    def _values(self) -> Iterator[Record]:
        text = JsonText(self.source.chunks())
        try:
            while first := text.peek():
                if first == "[":
                    yield from self._list(text)
                elif first == "{":
                    yield from self._object(text)
                elif self._position:
                    line = text.line
                    self._position += 1
                    yield self._issue(
                        line, "", f"line {line} is text between records; it was left out"
                    )
                    if not text.to_next_line():
                        return
                else:
                    text.value()
                    raise JsonTrouble("a single value, not a list of papers", text.line)
        except JsonTrouble as trouble:
            if trouble.at_end and self._position:
                what = f"stops in the middle of line {trouble.line}; the papers before it were read"
            else:
                what = f"line {trouble.line}: {trouble}"
            yield self._issue(trouble.line, "", what)
            return
        if self._position == 0:
            yield self._issue(1, "", "there is no list of papers in it")

    def _list(self, text: JsonText) -> Iterator[Record]:
        """The records of a list whose `[` is next."""
        text.skip("[")
        if text.skip("]"):
            return
        while True:
            text.peek()
            line = text.line
            try:
                value = text.value()
                if not text.skip(","):
                    _expect(text, "]")
                    yield self._record(value, line)
                    return
                yield self._record(value, line)
            except JsonTrouble as trouble:
                if trouble.at_end or not text.to_next_record():
                    raise
                self._position += 1
                where = f"item {self._position}"
                yield self._issue(line, where, f"{where}: line {trouble.line} is {trouble}")

    def _object(self, text: JsonText) -> Iterator[Record]:
        """An object whose `{` is next: a wrapped list, papers by id, or one paper."""
        line = text.line
        text.skip("{")
        single: dict[str, Any] = {}
        before = self._position
        while not text.skip("}"):
            key = text.value()
            if not isinstance(key, str) or not text.skip(":"):
                raise JsonTrouble("not JSON (a name and a colon are due)", text.line)
            if key.lower() in _LISTS and text.peek() == "[":
                yield from self._list(text)
            else:
                text.peek()
                at = text.line
                value = text.value()
                if isinstance(value, dict) and ("title" in value or "name" in value):
                    if key.lower() not in _LISTS:
                        value.setdefault("id", key)
                    yield self._record(value, at)
                elif isinstance(value, dict) and key.lower() in _LISTS:
                    yield from self._wrapped(value, at)
                else:
                    single[key] = value
            if not text.skip(","):
                _expect(text, "}")
                break
        if self._position == before and _looks_like_paper(single):
            yield self._record(single, line)
        elif self._position == before and are_abstracts(single):
            self._only_abstracts = True
            for key, text in single.items():
                yield self._record({"id": key, "abstract": text}, line)

    def _wrapped(self, value: dict[str, Any], line: int) -> Iterator[Record]:
        for key, inner in value.items():
            if key.lower() in _LISTS and isinstance(inner, list):
                for record in inner:
                    yield self._record(record, line)

    def _record(self, value: Any, line: int) -> Record:
        self._position += 1
        source = Source(self.source.name, self._position, line)
        if self._abstracts and isinstance(value, dict) and not value.get("abstract"):
            abstract = self._abstracts.get(str(value.get("id")))
            value = {**value, "abstract": abstract} if abstract else value
        try:
            return draft_of(value, source, self.venue, self.year)
        except Unreadable as why:
            return self._issue(line, self._key(value), f"item {self._position} {why}")

    def _key(self, value: Any) -> str:
        if isinstance(value, dict):
            for name in ("id", "title", "name"):
                if isinstance(value.get(name), (str, int)) and value[name] != "":
                    return str(value[name])[:60]
        return f"item {self._position}"

    def _issue(self, line: int, key: str, message: str) -> ImportIssue:
        return ImportIssue(self.source.name, line, key, message)


def _expect(text: JsonText, character: str) -> None:
    following = text.peek()
    if not following:
        raise JsonTrouble(f"stops before the closing {character}", text.line, at_end=True)
    if not text.skip(character):
        raise JsonTrouble(f"not JSON (a comma or {character} is due)", text.line)


def _looks_like_paper(value: dict[str, Any]) -> bool:
    return bool({key.lower() for key in value} & {"title", "name", "abstract", "content"})


def _recognises(name: str, head: str) -> bool:
    name = name.removesuffix(".gz")
    if name.endswith((".json", ".jsonl", ".ndjson")):
        return True
    return bool(_LIKE_JSON.match(head))


CATALOGUE = Importer("catalogue", _recognises, CatalogueReader)
