"""Papers, readings and changes as the plain documents TinyDB holds, and back.

Fields at their default are left out. What JSON cannot hold is refused before anything is written.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

import orjson

from readq.domain import (
    Change,
    ChangeKind,
    Merger,
    Name,
    Paper,
    PaperEdit,
    Reading,
    ReadingEdit,
    Source,
    Status,
    TitleOrigin,
)
from readq.errors import NotSavedError

Document = dict[str, Any]

_WHAT = {
    "papers": "Paper",
    "abstracts": "The abstract of paper",
    "readings": "The reading of paper",
    "changes": "The change number",
}
MAX_DEPTH = 32
MAX_INTEGER = 10**18 - 1

_TEXTS = (
    "abstract_hash",
    "venue",
    "doi",
    "arxiv_id",
    "openreview_id",
    "url",
    "pdf_url",
    "code_url",
    "citekey",
)
_NUMBERS = ("year", "month")
_LISTS = ("authors", "links", "keywords", "aliases")
_PAPER_FIELDS = frozenset(field.name for field in fields(Paper)) | {"hidden"}
_READING_FIELDS = frozenset(field.name for field in fields(Reading)) | {"id"}


def encode_json(table: str, document: Mapping[str, Any]) -> bytes:
    """A document of a table as one line of JSON.

    Raises:
        NotSavedError: It holds what JSON cannot.
    """
    try:
        return bytes(memoryview(orjson.dumps(document)))  # see `fitted`
    except TypeError as error:
        what = f"{_WHAT.get(table, table)} {document.get('id', '')}"
        reason = "half a character (a lone surrogate)" if "surrogate" in str(error) else str(error)
        raise NotSavedError(f"{what} was not saved: it holds {reason}.") from error


def fitted(raw: bytes) -> bytes:
    """The same bytes in no more room than they need: those of orjson keep eight times that, for escapes."""
    return bytes(memoryview(raw))


def check_value(value: Any, what: str, depth: int = 1) -> None:
    """Refuse what JSON or other readers of it cannot hold, at any depth of `value`."""
    match value:
        case None | bool() | str():
            return
        case int():
            if abs(value) > MAX_INTEGER:
                raise NotSavedError(f"{what} was not saved: it holds a number beyond 18 digits.")
        case float():
            if not math.isfinite(value):
                raise NotSavedError(f"{what} was not saved: it holds {value}, which is no number.")
        case list() | tuple() | Mapping():
            if depth > MAX_DEPTH:
                raise NotSavedError(f"{what} was not saved: it is nested deeper than {MAX_DEPTH}.")
            if isinstance(value, Mapping):
                if not all(isinstance(key, str) for key in value):
                    raise NotSavedError(f"{what} was not saved: it has a name that is no text.")
                value = value.values()
            for item in value:
                if type(item) is not str:
                    check_value(item, what, depth + 1)
        case _:
            kind = type(value).__name__
            raise NotSavedError(f"{what} was not saved: it holds a {kind}, which has no JSON form.")


def encode_paper(paper: Paper) -> Document:
    """The hot half of a paper: all but the abstract."""
    document: Document = {
        "id": paper.id,
        "title": paper.title,
        "title_origin": paper.title_origin.value,
        "added": _moment(paper.added),
    }
    for name in _LISTS:
        if items := getattr(paper, name):
            document[name] = list(items)
    for name in _TEXTS:
        if text := getattr(paper, name):
            document[name] = text
    for name in _NUMBERS:
        if (number := getattr(paper, name)) is not None:
            document[name] = number
    if paper.names:
        document["names"] = [_encode_name(name) for name in paper.names]
    if paper.sources:
        document["sources"] = [_encode_source(source) for source in paper.sources]
    if paper.merged is not None:
        document["merged"] = _encode_merger(paper.merged)
        check_value(document["merged"], f"Paper {paper.id}")
    if paper.extra:
        document["extra"] = dict(paper.extra)
        check_value(paper.extra, f"Paper {paper.id}")
    if abs(paper.year or 0) > MAX_INTEGER or abs(paper.month or 0) > MAX_INTEGER:
        check_value(document, f"Paper {paper.id}")
    return document


def encode_abstract(paper: Paper) -> Document:
    """The cold half of a paper."""
    return {"id": paper.id, "abstract": paper.abstract}


def decode_paper(document: Mapping[str, Any], abstract: str = "") -> Paper:
    """The paper a hot document and an abstract make."""
    get = document.get
    return Paper(
        id=document["id"],
        title=get("title", ""),
        title_origin=TitleOrigin(get("title_origin", "source")),
        added=datetime.fromisoformat(document["added"]),
        authors=tuple(get("authors", ())),
        abstract=abstract,
        abstract_hash=get("abstract_hash", ""),
        venue=get("venue", ""),
        year=get("year"),
        month=get("month"),
        doi=get("doi", ""),
        arxiv_id=get("arxiv_id", ""),
        openreview_id=get("openreview_id", ""),
        url=get("url", ""),
        pdf_url=get("pdf_url", ""),
        code_url=get("code_url", ""),
        links=tuple(get("links", ())),
        keywords=tuple(get("keywords", ())),
        names=tuple(Name(n["text"], n.get("expansion", "")) for n in get("names", ())),
        aliases=tuple(get("aliases", ())),
        citekey=get("citekey", ""),
        sources=tuple(Source(s["name"], s["position"], s.get("line")) for s in get("sources", ())),
        extra=get("extra", {}),
        merged=_decode_merger(get("merged")),
    )


def is_hidden(document: Mapping[str, Any]) -> bool:
    """Whether the paper of a hot document is out of sight: its import was undone, or it is part of another."""
    return bool(document.get("hidden") or document.get("merged"))


def encode_reading(reading: Reading) -> Document:
    """A reading."""
    return {"id": reading.paper_id, **_encode_decision(reading)}


def _encode_decision(reading: Reading) -> Document:
    """A reading without its paper."""
    document: Document = {}
    if reading.status is not Status.NEW:
        document["status"] = reading.status._value_
    if reading.priority:
        document["priority"] = reading.priority
    if reading.rank is not None:
        if not math.isfinite(reading.rank):
            check_value(reading.rank, f"The reading of paper {reading.paper_id}")
        document["rank"] = reading.rank
    if reading.tags:
        document["tags"] = list(reading.tags)
    if reading.note:
        document["note"] = reading.note
    if reading.rating is not None:
        document["rating"] = reading.rating
    if reading.deferred_until is not None:
        document["deferred_until"] = reading.deferred_until.isoformat()
    if reading.moved:
        document["moved"] = [[status._value_, _moment(when)] for status, when in reading.moved]
    if reading.distinct:
        document["distinct"] = list(reading.distinct)
    if reading.trashed is not None:
        document["trashed"] = _moment(reading.trashed)
    return document


def decode_reading(document: Mapping[str, Any], paper_id: str | None = None) -> Reading:
    """The reading a document holds; `paper_id` where the document leaves it out."""
    get = document.get
    day, trashed = get("deferred_until"), get("trashed")
    return Reading(
        paper_id=document["id"] if paper_id is None else paper_id,
        status=Status(get("status", "new")),
        priority=get("priority", 0),
        rank=get("rank"),
        tags=tuple(get("tags", ())),
        note=get("note", ""),
        rating=get("rating"),
        deferred_until=None if day is None else date.fromisoformat(day),
        moved=tuple((Status(s), datetime.fromisoformat(when)) for s, when in get("moved", ())),
        distinct=tuple(get("distinct", ())),
        trashed=None if trashed is None else datetime.fromisoformat(trashed),
    )


def encode_change(change: Change) -> Document:
    """A change, with the readings and fields it altered."""
    document: Document = {
        "id": change.id,
        "label": change.label,
        "when": _moment(change.when),
        "kind": change.kind._value_,
    }
    if change.of is not None:
        document["of"] = change.of
    if change.readings:
        document["readings"] = [_encode_reading_edit(edit) for edit in change.readings]
    if change.papers:
        document["papers"] = [_encode_paper_edit(edit) for edit in change.papers]
    if change.skipped:
        document["skipped"] = list(change.skipped)
    return document


def decode_change(document: Mapping[str, Any]) -> Change:
    """The change a document holds."""
    get = document.get
    return Change(
        id=document["id"],
        label=document["label"],
        when=datetime.fromisoformat(document["when"]),
        kind=ChangeKind(get("kind", "do")),
        of=get("of"),
        readings=tuple(
            ReadingEdit(
                edit["id"],
                _maybe(decode_reading, edit, "before"),
                _maybe(decode_reading, edit, "after"),
            )
            for edit in get("readings", ())
        ),
        papers=tuple(
            PaperEdit(edit["id"], edit.get("before"), edit.get("after"))
            for edit in get("papers", ())
        ),
        skipped=tuple(get("skipped", ())),
    )


def carry_unknown(document: Document, former: Mapping[str, Any] | None) -> Document:
    """Keep fields of the former document that this version of readq does not know."""
    if former is not None:
        known = _PAPER_FIELDS if "title" in document else _READING_FIELDS
        if not former.keys() <= known:
            for name in former.keys() - known:
                document[name] = former[name]
    return document


def _encode_name(name: Name) -> Document:
    return (
        {"text": name.text, "expansion": name.expansion} if name.expansion else {"text": name.text}
    )


def _encode_merger(merger: Merger) -> Document:
    return {"into": merger.into, "before": dict(merger.before), "after": dict(merger.after)}


def _decode_merger(document: Mapping[str, Any] | None) -> Merger | None:
    if not document:
        return None
    return Merger(document["into"], document.get("before", {}), document.get("after", {}))


def _encode_source(source: Source) -> Document:
    document: Document = {"name": source.name, "position": source.position}
    if source.line is not None:
        document["line"] = source.line
    return document


def _encode_reading_edit(edit: ReadingEdit) -> Document:
    document: Document = {"id": edit.paper_id}
    for side, reading in (("before", edit.before), ("after", edit.after)):
        if reading is not None:
            document[side] = _encode_decision(reading)
    return document


def _encode_paper_edit(edit: PaperEdit) -> Document:
    document: Document = {"id": edit.paper_id}
    for side, values in (("before", edit.before), ("after", edit.after)):
        if values is not None:
            check_value(values, f"Paper {edit.paper_id}")
            document[side] = dict(values)
    return document


def _maybe(
    decode: Callable[[Mapping[str, Any], str], Reading], edit: Mapping[str, Any], side: str
) -> Reading | None:
    return decode(edit[side], edit["id"]) if side in edit else None


@lru_cache(maxsize=512)  # one decision writes the same moment several times
def _moment(when: datetime) -> str:
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return (when if when.tzinfo is UTC else when.astimezone(UTC)).isoformat()
