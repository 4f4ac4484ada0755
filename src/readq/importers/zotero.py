"""Items as Zotero and Better BibTeX write them in JSON, put into the shape of a plain record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from readq.patterns import lazily

_NO_PAPERS = frozenset({"attachment", "note", "annotation"})
_VENUES = ("publicationTitle", "proceedingsTitle", "bookTitle", "conferenceName", "websiteTitle")
_LINE = lazily(r"(arXiv|DOI|Citation Key|PMID|PMCID|tex\.\w+)\s*:\s*(.+)", re.IGNORECASE)


def is_zotero(record: Mapping[str, Any]) -> bool:
    """Whether a record has the marks of a Zotero item."""
    return isinstance(record.get("itemType"), str)


def is_no_paper(record: Mapping[str, Any]) -> bool:
    """Whether an item hangs on another one or stands for none."""
    return record["itemType"] in _NO_PAPERS


def plain_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """The item with its authors, tags and venue where other records have them."""
    plain = {key: value for key, value in record.items() if key != "creators"}
    creators = record.get("creators")
    if isinstance(creators, list):
        people = [person for person in creators if isinstance(person, dict)]
        authors = [p for p in people if p.get("creatorType", "author") == "author"]
        others = [p for p in people if p not in authors]
        plain["authors"] = [_bare(p) for p in authors or others]
        if authors and others:
            plain["other_creators"] = others
    tags = record.get("tags")
    if isinstance(tags, list):
        plain["tags"] = [t.get("tag") if isinstance(t, dict) else t for t in tags]
        plain["tags"] = [t for t in plain["tags"] if isinstance(t, str)]
    venue = next(
        (name for name in _VENUES if isinstance(record.get(name), str) and record[name]), ""
    )
    if venue and "venue" not in record:
        plain["venue"] = plain.pop(venue)
    _read_extra(plain)
    return plain


def _bare(person: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in person.items() if key != "creatorType"}


def _read_extra(plain: dict[str, Any]) -> None:
    """The lines of the field "extra", in which identifiers are kept that have no field of their own."""
    text = plain.get("extra")
    if not isinstance(text, str):
        return
    rest = []
    for line in text.splitlines():
        found = _LINE.fullmatch(line.strip())
        name = {"arxiv": "arxiv", "doi": "DOI", "citation key": "citationKey"}.get(
            found[1].lower() if found else "", ""
        )
        if found and name and not plain.get(name):
            plain[name] = found[2].strip()
        elif line.strip():
            rest.append(line)
    plain["extra"] = "\n".join(rest)
