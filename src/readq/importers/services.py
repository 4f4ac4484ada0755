"""Records as the interfaces of services write them, put into the shape of a plain record.

Semantic Scholar keeps identifiers in `externalIds`; OpenAlex keeps an abstract as the places of its words, and
people in `authorships`; Zotero's web interface keeps an item in `data`. What is not understood stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def known_service(record: dict[str, Any]) -> dict[str, Any]:
    """The record with what a service keeps elsewhere where other records have it."""
    data = record.get("data")
    if isinstance(data, dict) and isinstance(data.get("itemType"), str):
        record = data
    if isinstance(record.get("externalIds"), dict):
        record = _semantic_scholar(record)
    if isinstance(record.get("authorships"), list):
        record = _openalex(record)
    return record


def _semantic_scholar(record: dict[str, Any]) -> dict[str, Any]:
    plain = dict(record)
    ids = dict(plain.pop("externalIds"))
    for name, field in (("ArXiv", "arxiv_id"), ("DOI", "doi")):
        if isinstance(ids.get(name), str):
            plain.setdefault(field, ids.pop(name))
    pdf = plain.get("openAccessPdf")
    if isinstance(pdf, dict) and isinstance(pdf.get("url"), str):
        plain.setdefault("pdf_url", pdf["url"])
        del plain["openAccessPdf"]
    return plain | ({"externalIds": ids} if ids else {})


def _openalex(record: dict[str, Any]) -> dict[str, Any]:
    plain = dict(record)
    people = [one.get("author") for one in record["authorships"] if isinstance(one, dict)]
    names = [person.get("display_name") for person in people if isinstance(person, dict)]
    if "authors" not in plain:
        plain["authors"] = [name for name in names if isinstance(name, str)]
        del plain["authorships"]
    text = _in_order(plain.get("abstract_inverted_index"))
    if text and not plain.get("abstract"):
        plain["abstract"] = text
        del plain["abstract_inverted_index"]
    source = _inside(plain, "primary_location", "source")
    if isinstance(source.get("display_name"), str):
        plain.setdefault("venue", source["display_name"])
    if plain.get("display_name") == plain.get("title"):
        plain.pop("display_name", None)
    return plain


def _in_order(index: Any) -> str:
    """The words of an abstract that is kept as `{word: [places]}`."""
    if not isinstance(index, dict):
        return ""
    places = [
        (place, word)
        for word, found in index.items()
        if isinstance(found, list)
        for place in found
        if isinstance(place, int)
    ]
    return " ".join(word for _, word in sorted(places))


def _inside(record: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    for name in names:
        value = record.get(name)
        if not isinstance(value, dict):
            return {}
        record = value
    return record
