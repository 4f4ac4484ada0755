"""The values of a record's fields, in whatever shape its source gives them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

from readq.domain.citekey import is_citekey
from readq.domain.identity import openreview_id
from readq.importers.bibscan import MONTHS
from readq.importers.cslnames import is_csl
from readq.importers.fields import (
    date_in_words,
    split_authors,
    split_keywords,
    straightened,
    web_address,
    whole_number,
)
from readq.importers.jsontext import Unfit
from readq.patterns import lazily

Found = Mapping[str, Mapping[str, Any]]
"""Values by field, and by the key that the source has for it."""


class Unreadable(Exception):  # noqa: N818
    """A record that cannot be taken; says why, as the end of a sentence about it."""


# In the order of preference where a record has several.
KEYS: dict[str, tuple[str, ...]] = {
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
        "publishedat",
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
_SITES = {"ICML": "https://icml.cc", "NeurIPS": "https://neurips.cc", "ICLR": "https://iclr.cc"}
_NO_TEXT = frozenset(["nan", "NaN", "None", "null", "NULL"])
"""What programs write that found nothing."""
_HAS_YEAR = lazily(r"(?:19|20)\d\d")
_WHOLE_DATE = lazily(r"\d{4}-\d\d(?:-\d\d(?:/[\d-]+)?|/[\d-]+)|\d{4}/\d[\d-]*")
_YEAR_AND_MONTH = lazily(r"\d{4}(?:[-/](?:0?[1-9]|1[0-2]))?")
_DATE = lazily(r"(?P<year>(?:19|20)\d\d)(?:[-/](?P<month>0?[1-9]|1[0-2])(?!\d))?")


def text_of(found: Found, field: str, *, is_exact: bool = False) -> str:
    """The text of a field; a list of one text, as Crossref writes titles, is that text, and so is a venue's first.

    Args:
        found: The values of the record.
        field: Which one.
        is_exact: What programs write that found nothing, such as `None`, is a text like any other.
    """
    values = found.get(field, {})
    for key in KEYS[field]:
        value = values.get(key)
        if value is None:
            continue
        if isinstance(value, list) and (len(value) <= 1 or field == "venue"):
            value = value[0] if value else ""
        if not isinstance(value, str):
            raise Unreadable(f"has {kind(value)} where its {key} is due")
        if is_exact or value not in _NO_TEXT:
            return value
    return ""


def authors_of(values: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the authors, from one text, a list of names, or a list of objects."""
    value = next((values[key] for key in KEYS["authors"] if key in values), None)
    if value is None:
        return ()
    if isinstance(value, str):
        return split_authors(value)
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        raise Unreadable(f"has {kind(value)} where its authors are due")
    if {str}.issuperset(map(type, value)):
        return straightened(value)
    if any(isinstance(item, list) for item in value):
        value = [part for item in value for part in (item if isinstance(item, list) else [item])]
    if all(isinstance(item, str) for item in value):
        return straightened(value)
    return tuple(name for name in map(author_of, value) if name)


def author_of(item: Any) -> str:
    """One name in order of reading; empty where there is none."""
    if item is None:
        return ""
    if isinstance(item, str):
        return " ".join(item.split())
    if not isinstance(item, dict):
        raise Unreadable(f"has {kind(item)} where an author is due")
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


def keywords_of(values: Mapping[str, Any]) -> tuple[str, ...]:
    """The keywords, from one text, a list of them, or a list of objects."""
    value = next((values[key] for key in KEYS["keywords"] if key in values), None)
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


def when(found: Found, extra: dict[str, Any]) -> tuple[int | None, int | None]:
    """Year and month; what does not say a year, or says more, is kept among the extra fields."""
    year = month = None
    for key in KEYS["year"]:
        value = found.get("year", {}).get(key)
        if value is None:
            continue
        its_year, its_month, whole = _date(value)
        if its_year is None or year not in (None, its_year):
            if not _says_nothing(value):
                extra[key] = value
            continue
        for part in ("season", "circa") if isinstance(value, dict) else ():
            if value.get(part):
                extra.setdefault(part, value[part])
        if whole and "date" not in extra and month in (None, its_month):
            extra["date"] = whole
        year, month = its_year, month or its_month
    value = found.get("month", {}).get("month")
    if value is not None:
        said = value.strip().lower() if isinstance(value, str) else ""
        number: Any = whole_number(said) if said else value
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
        if isinstance(parts, list) and parts and not isinstance(parts[0], list):
            parts = [parts]
        if not parts and "year" in value:
            parts = [[value["year"], value.get("month"), value.get("day")]]
        dates = [_dashed(part) for part in parts[:2]] if isinstance(parts, list) else []
        text = "/".join(dates) if dates and dates[0] else ""
        text = text or str(value.get("edtf") or value.get("raw") or value.get("literal") or "")
    elif isinstance(value, float):
        text = str(int(value)) if value.is_integer() else ""
    else:
        text = "" if isinstance(value, (bool, list)) else str(value)
    found = _DATE.search(text)
    if not found:
        return None, None, ""
    month = int(found["month"]) if found["month"] else date_in_words(text)[1]
    whole = _WHOLE_DATE.match(text)
    said = whole.group() if whole else ""
    if not said and isinstance(value, dict) and not _YEAR_AND_MONTH.fullmatch(text):
        said = text  # "Spring 2019"; in the numbers of months, seasons begin with 21
    return int(found["year"]), month, said


def _dashed(parts: Any) -> str:
    """`[2019, 3, 1]` as `2019-03-01`."""
    given = [str(part) for part in parts[:3] if part is not None] if isinstance(parts, list) else []
    given = list(takewhile(lambda part: part not in ("0", ""), given))
    return "-".join(part.zfill(2) if part.isdecimal() else part for part in given)


def year_of(stamp: Any) -> int | None:
    """The year of a moment given in milliseconds."""
    if isinstance(stamp, bool) or not isinstance(stamp, (int, float)) or not 0 < stamp < 4e12:
        return None
    return datetime.fromtimestamp(stamp / 1000, UTC).year


def address_of(found: Found, extra: dict[str, Any], field: str, venue: str) -> str:
    """The first web address of a field; what is none, or comes second, stays among the extra fields."""
    chosen = ""
    for key in KEYS[field]:
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
        elif address != chosen and not is_empty(value):
            extra[key] = value
    return chosen


def forum_of(found: Found, url: str, paper_id: Any, *, is_key: bool) -> str:
    """The forum id, from a link or from an id of that look without a year in it, as citekeys have."""
    for values in (found.get("openreview_id", {}), found.get("pdf_url", {}), {"url": url}):
        for value in values.values():
            if isinstance(value, str) and (known := openreview_id(value)) and "://" not in known:
                return known
    if isinstance(paper_id, str) and not (is_key or _HAS_YEAR.search(paper_id)):
        return openreview_id(paper_id)
    return ""


def csl_key(record: Mapping[str, Any]) -> str:
    """The id of a CSL record where it can be a citekey; else empty."""
    paper_id = record.get("id")
    if not isinstance(paper_id, str) or not is_csl(record):
        return ""
    return paper_id if is_citekey(paper_id) else ""


def is_empty(value: Any) -> bool:
    """Whether a value is none, or no more than blanks and signs that part others."""
    if isinstance(value, str):
        return not value.strip(" ;\t\n")
    return value is None or value == [] or value == {}


def _says_nothing(value: Any) -> bool:
    """Whether there is nothing in a value, however deep."""
    if isinstance(value, dict):
        value = list(value.values())
    return all(map(_says_nothing, value)) if isinstance(value, list) else value in (None, "")


def kind(value: Any) -> str:
    """What a value is, as a sentence about it says."""
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, float, Unfit)):
        return "a number"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return "text" if isinstance(value, str) else "null"
