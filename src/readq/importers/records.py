"""From one JSON object, however its keys are spelled, to a draft."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from readq.domain import DERIVED_NOTE, Draft, Source
from readq.domain.identity import arxiv_id, normal_doi, openreview_id, split_venue
from readq.domain.venue import long_name
from readq.importers.bibscan import MONTHS
from readq.importers.cslnames import CSL_TYPES, renamed
from readq.importers.exported import exported_draft, is_exported
from readq.importers.fields import (
    date_in_words,
    split_authors,
    split_keywords,
    straightened,
    web_address,
)
from readq.importers.jsontext import Unfit
from readq.importers.services import known_service
from readq.importers.zotero import is_no_paper, is_zotero, plain_record

MAX_DEPTH = 32
_MAX_INTEGER = 2**63 - 1


class Unreadable(Exception):  # noqa: N818
    """A record that cannot be taken; says why, as the end of a sentence about it."""


# In the order of preference where a record has several.
_KEYS: dict[str, tuple[str, ...]] = {
    "title": ("title", "name", "paper_title"),
    "abstract": ("abstract", "summary", "abstractnote"),
    "authors": ("authors", "author", "creators", "paper_authors"),
    "venue": ("venue", "container-title", "booktitle", "journal", "conference"),
    "year": (
        "year",
        "issued",
        "published",
        "published-print",
        "published-online",
        "publication_year",
        "date",
        "publication_date",
        "publicationdate",
    ),
    "month": ("month",),
    "doi": ("doi",),
    "arxiv_id": ("arxiv_id", "arxiv", "arxivid", "eprint"),
    "openreview_id": ("openreview_id", "forum", "paper_url"),
    "url": ("url", "site", "link", "virtualsite_url"),
    "pdf_url": ("pdf_url", "pdf", "paper_pdf_url"),
    "code_url": ("code_url", "github", "code", "code_link", "repository"),
    "keywords": ("keywords", "keyword", "tags"),
    "citekey": ("citekey", "citation-key", "citationkey"),
}
_FIELD_OF = {key: field for field, keys in _KEYS.items() for key in keys}
_IN_CUSTOM = ("arxiv_id", "openreview_id", "pdf_url", "code_url")
"""What CSL has no variable for, as readq's own exports write it."""
_SITES = {"ICML": "https://icml.cc", "NeurIPS": "https://neurips.cc", "ICLR": "https://iclr.cc"}
_NO_TEXT = frozenset(["nan", "NaN", "None", "null", "NULL"])
"""What programs write that found nothing."""
_HAS_YEAR = re.compile(r"(?:19|20)\d\d")
_CITEKEY = re.compile(r"[^\W\d_][\w:.+/-]*")
_WHOLE_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d(?:/[\d-]+)?|/[\d-]+)|\d{4}/\d[\d-]*")
_DATE = re.compile(r"(?P<year>(?:19|20)\d\d)(?:[-/](?P<month>0?[1-9]|1[0-2])(?!\d))?")


def draft_of(record: Any, source: Source, venue: str = "", year: int | None = None) -> Draft:
    """Read one record.

    Args:
        record: A decoded JSON value.
        source: Where it stands.
        venue: Used where the record names none.
        year: Used where the record names none.

    Raises:
        Unreadable: It is not a paper, or holds what cannot be kept.
    """
    if not isinstance(record, dict):
        raise Unreadable(f"is {_kind(record)}, not a paper")
    stamp = record.get("pdate") or record.get("cdate") if "content" in record else None
    record = known_service(_flat(record))
    if is_zotero(record):
        if is_no_paper(record):
            raise Unreadable(f"is a Zotero {record['itemType']}, not a paper")
        record = plain_record(record)
    if is_exported(record):
        _check(record)
        exported = exported_draft(record, source)
        if exported and (exported.title.strip() or exported.abstract.strip()):
            return exported
    custom = record.get("custom") if record.get("type") in CSL_TYPES else None
    if isinstance(custom, dict):
        _check(custom)
        custom = dict(custom)
        record = {name: value for name, value in record.items() if name != "custom"}
        record |= {name: custom.pop(name) for name in _IN_CUSTOM if name in custom}
    found, extra = _sorted_out(record)
    if record.get("type") in CSL_TYPES:
        renamed(extra, _author)
    is_plain = False
    if isinstance(custom, dict):
        is_plain = custom.pop("plain", False) is True
        extra |= custom
    title, stand_in = _text(found, "title"), ""
    if str(extra.get("note", "")).startswith(DERIVED_NOTE):
        title, stand_in = "", title
        extra["note"] = extra["note"].removeprefix(DERIVED_NOTE).lstrip("\n;, ")
        if not extra["note"]:
            del extra["note"]
    abstract = _text(found, "abstract")
    own_venue, venue_year = split_venue(_text(found, "venue"))
    if said := long_name(_text(found, "venue")):
        is_article = str(record.get("type", "")).startswith("article")
        extra.setdefault("journal" if is_article else "booktitle", said)
    own_year, month = _when(found, extra)
    doi = normal_doi(_text(found, "doi"))
    url = _address(found, extra, "url", own_venue or venue)
    paper_id = record.get("id")
    draft = Draft(
        source=source,
        title=title,
        authors=_authors(found.get("authors", {})),
        abstract=abstract,
        venue=own_venue or venue,
        year=own_year or venue_year or year or _year_of(stamp),
        month=month,
        doi="" if arxiv_id(doi) else doi,
        arxiv_id=arxiv_id(_text(found, "arxiv_id")) or arxiv_id(doi) or arxiv_id(url),
        openreview_id=_openreview(found, url, paper_id, is_key=bool(_csl_key(record))),
        url=url,
        pdf_url=_address(found, extra, "pdf_url", own_venue or venue),
        code_url=_address(found, extra, "code_url", ""),
        keywords=_keywords(found.get("keywords", {})),
        citekey=_text(found, "citekey") or _csl_key(record),
        stand_in=stand_in,
        is_plain=is_plain,
        extra=extra,
    )
    if not (title.strip() or abstract.strip() or draft.arxiv_id or draft.doi):
        raise Unreadable("has no title and no abstract")
    if paper_id is not None and str(paper_id) not in (draft.openreview_id, draft.citekey):
        extra["id"] = paper_id if isinstance(paper_id, str) else str(paper_id)
    return draft


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """OpenReview keeps the paper in `content`, each field in a `value`."""
    content = record.get("content")
    if not isinstance(content, dict) or "title" not in content:
        return record
    values = {
        key: value["value"] if isinstance(value, dict) and "value" in value else value
        for key, value in content.items()
    }
    return {**{k: v for k, v in record.items() if k in ("id", "forum")}, **values}


def _sorted_out(
    record: dict[str, Any],
) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """The values readq has a place for, by field and by key, and the rest."""
    found: dict[str, dict[str, Any]] = {}
    extra: dict[str, Any] = {}
    for key, value in record.items():
        if value is None or value == "":
            continue
        lower = key.lower()
        field = _FIELD_OF.get(lower)
        if field:
            _check(value)
            found.setdefault(field, {})[lower] = value
        elif lower != "id" and not _is_empty(value):
            _check(value)
            extra[key] = value
    aliases = extra.get("aliases")
    if isinstance(aliases, str):
        extra["aliases"] = [aliases]
    elif aliases is not None and not (
        isinstance(aliases, list) and all(isinstance(alias, str) for alias in aliases)
    ):
        raise Unreadable("has aliases that are not a list of text")
    return found, extra


def _check(value: Any, depth: int = 1) -> None:
    """Refuse what other JSON readers, and so the library, could not hold."""
    if isinstance(value, str):
        return
    if depth > MAX_DEPTH:
        raise Unreadable(f"has brackets within brackets deeper than {MAX_DEPTH}")
    if isinstance(value, Unfit):
        raise Unreadable(f"holds {value.what}, which cannot be kept")
    if isinstance(value, float) and not math.isfinite(value):
        raise Unreadable("holds a number too large to be kept")
    if isinstance(value, int) and abs(value) > _MAX_INTEGER:
        raise Unreadable("holds a whole number of more than 64 bits, which cannot be kept")
    if isinstance(value, list):
        for item in value:
            _check(item, depth + 1)
    elif isinstance(value, dict):
        for item in value.values():
            _check(item, depth + 1)


def _text(found: Mapping[str, Mapping[str, Any]], field: str) -> str:
    """The text of a field; a list of one text, as Crossref writes titles, is that text."""
    values = found.get(field, {})
    for key in _KEYS[field]:
        value = values.get(key)
        if value is None:
            continue
        if isinstance(value, list) and len(value) <= 1:
            value = value[0] if value else ""
        if not isinstance(value, str):
            raise Unreadable(f"has {_kind(value)} where its {key} is due")
        if value not in _NO_TEXT:
            return value
    return ""


def _authors(values: Mapping[str, Any]) -> tuple[str, ...]:
    value = next((values[key] for key in _KEYS["authors"] if key in values), None)
    if value is None:
        return ()
    if isinstance(value, str):
        return split_authors(value)
    if not isinstance(value, list):
        raise Unreadable(f"has {_kind(value)} where its authors are due")
    if all(isinstance(item, str) for item in value):
        return straightened(value)
    return tuple(name for name in map(_author, value) if name)


def _author(item: Any) -> str:
    if item is None:
        return ""
    if isinstance(item, str):
        return " ".join(item.split())
    if not isinstance(item, dict):
        raise Unreadable(f"has {_kind(item)} where an author is due")
    for key in ("fullname", "name", "literal"):
        if isinstance(item.get(key), str) and item[key].strip():
            return " ".join(item[key].split())
    keys = (
        ("given", "firstName", "first"),
        ("dropping-particle",),
        ("non-dropping-particle",),
        ("family", "lastName", "last"),
    )
    parts = [next((item[k] for k in group if isinstance(item.get(k), str)), "") for group in keys]
    name = " ".join(" ".join(parts).split())
    suffix = item.get("suffix")
    return (
        f"{name}, {suffix.strip()}" if name and isinstance(suffix, str) and suffix.strip() else name
    )


def _keywords(values: Mapping[str, Any]) -> tuple[str, ...]:
    value = next((values[key] for key in _KEYS["keywords"] if key in values), None)
    if value is None:
        return ()
    if isinstance(value, str):
        return split_keywords(value)
    if isinstance(value, list) and all(isinstance(item, str | None) for item in value):
        return tuple(text for text in (" ".join(item.split()) for item in value if item) if text)
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        said = [item.get("tag") or item.get("name") or item.get("value") for item in value]
        return tuple(" ".join(item.split()) for item in said if isinstance(item, str))
    raise Unreadable("has keywords that are neither text nor a list of text")


def _when(
    found: Mapping[str, Mapping[str, Any]], extra: dict[str, Any]
) -> tuple[int | None, int | None]:
    """Year and month; what does not say a year, or says more, is kept among the extra fields."""
    year = month = None
    for key in _KEYS["year"]:
        value = found.get("year", {}).get(key)
        if value is None:
            continue
        its_year, its_month, whole = _date(value)
        if its_year is None or year not in (None, its_year):
            if not _says_nothing(value):
                extra[key] = value
            continue
        if whole and "date" not in extra and month in (None, its_month):
            extra["date"] = whole
        year, month = its_year, month or its_month
    value = found.get("month", {}).get("month")
    if value is not None:
        said = value.strip().lower() if isinstance(value, str) else ""
        number = int(said) if said.isdecimal() else value
        if said[:3] in MONTHS and said.isalpha():
            number = MONTHS.index(said[:3]) + 1
        if isinstance(number, int) and 1 <= number <= 12:
            month = number
        else:
            extra["month"] = value
    return year, month


def _date(value: Any) -> tuple[int | None, int | None, str]:
    """Year, month, and the date as a whole where it says a day or an end."""
    if isinstance(value, dict):
        parts = value.get("date-parts")
        dates = [_dashed(part) for part in parts[:2]] if isinstance(parts, list) else []
        text = "/".join(dates) if dates and dates[0] else ""
        text = text or str(value.get("raw") or value.get("literal") or "")
    elif isinstance(value, float):
        text = str(int(value)) if value.is_integer() else ""
    else:
        text = "" if isinstance(value, (bool, list)) else str(value)
    found = _DATE.search(text)
    if not found:
        return None, None, ""
    month = int(found["month"]) if found["month"] else date_in_words(text)[1]
    whole = _WHOLE_DATE.match(text)
    return int(found["year"]), month, whole.group() if whole else ""


def _dashed(parts: Any) -> str:
    """`[2019, 3, 1]` as `2019-03-01`."""
    given = [str(part) for part in parts[:3] if part is not None] if isinstance(parts, list) else []
    return "-".join(part.zfill(2) if part.isdecimal() else part for part in given)


def _year_of(stamp: Any) -> int | None:
    """The year of a moment given in milliseconds."""
    if isinstance(stamp, bool) or not isinstance(stamp, (int, float)) or not 0 < stamp < 4e12:
        return None
    return datetime.fromtimestamp(stamp / 1000, UTC).year


def _address(
    found: Mapping[str, Mapping[str, Any]], extra: dict[str, Any], field: str, venue: str
) -> str:
    """The first web address of a field; what is none, or comes second, stays among the extra fields."""
    chosen = ""
    for key in _KEYS[field]:
        value = found.get(field, {}).get(key)
        if value is None:
            continue
        address = ""
        if isinstance(value, str):
            address = web_address(value)
            if not address and value.startswith("/"):
                site = (
                    "https://openreview.net" if value.startswith("/pdf") else _SITES.get(venue, "")
                )
                address = site + value if site else ""
        if address and not chosen:
            chosen = address
        elif address != chosen and not _is_empty(value):
            extra[key] = value
    return chosen


def _openreview(
    found: Mapping[str, Mapping[str, Any]], url: str, paper_id: Any, *, is_key: bool
) -> str:
    """The forum id, from a link or from an id of that look without a year in it, as citekeys have."""
    for values in (found.get("openreview_id", {}), found.get("pdf_url", {}), {"url": url}):
        for value in values.values():
            if isinstance(value, str) and (known := openreview_id(value)) and "://" not in known:
                return known
    if isinstance(paper_id, str) and not (is_key or _HAS_YEAR.search(paper_id)):
        return openreview_id(paper_id)
    return ""


def _csl_key(record: Mapping[str, Any]) -> str:
    paper_id = record.get("id")
    is_key = isinstance(paper_id, str) and record.get("type") in CSL_TYPES
    return paper_id if is_key and isinstance(paper_id, str) and _CITEKEY.fullmatch(paper_id) else ""


def _is_empty(value: Any) -> bool:
    if isinstance(value, str):
        return not value.strip(" ;\t\n")
    return value is None or value == [] or value == {}


def _says_nothing(value: Any) -> bool:
    """Whether there is nothing in a value, however deep."""
    if isinstance(value, dict):
        value = list(value.values())
    return all(map(_says_nothing, value)) if isinstance(value, list) else value in (None, "")


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, float, Unfit)):
        return "a number"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return "text" if isinstance(value, str) else "null"
