"""Records that readq itself has exported: facts come back letter for letter, decisions stay out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from readq.domain import Draft, Source, TitleOrigin
from readq.domain.cells import COLUMNS, FOREIGN, items_of, plain_cell
from readq.importers.fields import web_address, whole_number

_TEXTS = [
    "abstract",
    "venue",
    "doi",
    "arxiv_id",
    "openreview_id",
    "url",
    "pdf_url",
    "code_url",
    "citekey",
]
_ORIGINS = frozenset(origin.value for origin in TitleOrigin)


def is_exported(record: Mapping[str, Any]) -> bool:
    """Whether the record has the marks of readq's own export."""
    return (
        isinstance(record.get("title_origin"), str)
        and record["title_origin"] in _ORIGINS
        and "added" in record
        and isinstance(record.get("extra", {}), dict)
    )


def is_exported_table(names: Collection[str]) -> bool:
    """Whether the columns are those of readq's own tables."""
    return {"title", "title_origin", "added", "status"}.issubset(names)


def exported_row(names: Sequence[str], cells: Sequence[str], source: Source) -> Draft | None:
    """The facts of a row of readq's own; None if somebody has put something else in its cells."""
    record: dict[str, Any] = {}
    extra: dict[str, str] = {}
    for name, cell in zip(map(plain_cell, names), map(plain_cell, cells), strict=False):
        if name in ("authors", "keywords", "aliases", "links"):
            record[name] = items_of(cell)
        elif name in ("year", "month"):
            number = whole_number(cell)
            record[name] = (cell or None) if number is None else number
        elif name in COLUMNS:
            record[name] = cell
        elif cell:
            extra[name.removesuffix(FOREIGN)] = cell
    if record.get("title_origin") not in _ORIGINS:
        return None
    return exported_draft({**record, "extra": extra}, source)


def _sources(said: Any) -> tuple[Source, ...]:
    """Where the paper came from; nothing if somebody has changed the sort of a value in it."""
    found = []
    for one in said if isinstance(said, list) else ():
        get = one.get if isinstance(one, dict) else {}.get
        name, position, line = get("name"), get("position"), get("line")
        if not (isinstance(name, str) and type(position) is int):
            return ()
        found.append(Source(name, position, line if type(line) is int else None))
    return tuple(found)


def exported_draft(record: Mapping[str, Any], source: Source) -> Draft | None:
    """The facts of an exported record; None if somebody has changed the sort of a value in it."""
    facts: dict[str, Any] = {name: record.get(name) or "" for name in ("title", *_TEXTS)}
    lists = {name: record.get(name) or [] for name in ("authors", "keywords", "aliases", "links")}
    numbers: dict[str, Any] = {name: record.get(name) for name in ("year", "month")}
    if not (
        all(isinstance(value, str) for value in facts.values())
        and all(
            isinstance(items, list) and all(isinstance(item, str) for item in items)
            for items in lists.values()
        )
        and all(type(value) is int or value is None for value in numbers.values())
    ):
        return None
    if record["title_origin"] == TitleOrigin.DERIVED:
        facts["title"] = ""
    extra = dict(record.get("extra") or {})
    if lists["aliases"]:
        extra["aliases"] = lists["aliases"]
    return Draft(
        source=source,
        authors=tuple(lists["authors"]),
        keywords=tuple(lists["keywords"]),
        links=tuple(filter(web_address, lists["links"])),
        extra=extra,
        is_plain=True,
        carried=_sources(record.get("sources")),
        **facts,
        **numbers,
    )
