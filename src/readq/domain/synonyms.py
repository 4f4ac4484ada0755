"""Further fields that go by one name in a format with few of them, and how each gets its own name back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from readq.patterns import lazily

__all__ = ["NAMES", "RANGE", "SYNONYMS", "drop_doubled_date", "is_isbn", "named_apart"]

NAMES = {
    "page": "pages",
    "collection-title": "series",
    "publisher-place": "address",
    "ISSN": "issn",
    "ISBN": "isbn",
    "PMID": "pmid",
    "title-short": "shorttitle",
}
"""Variables of CSL, and what BibTeX calls them."""
RANGE = lazily(r"(?<=\w)[-\u2013](?=\w)")
"""What stands between two pages in CSL; BibTeX has two hyphens there."""
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "publisher": ("institution", "school", "organization"),
    "address": ("location", "publisher-place", "place"),
    "number": ("issue",),
    "series": ("collection-title",),
    "issn": ("isbn", "ISSN", "ISBN"),
    "isbn": ("issn", "ISSN", "ISBN"),
    "language": ("langid",),
    "note": ("notes",),
    "pages": ("page",),
}
"""By the name under which a format gives them back: other names of a field."""


def is_isbn(text: str) -> bool:
    """Whether a serial number is that of a book: it has ten digits or more."""
    return sum(sign.isdigit() for sign in text) > 8


def named_apart(extra: dict[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Fields as a format gave them, with those that readq's own export says the names of, each once."""
    for name, others in SYNONYMS.items():
        said = extra.get(name)
        if said and name not in own and any(own.get(other) == said for other in others):
            del extra[name]
    return extra | dict(own)


def drop_doubled_date(extra: dict[str, Any]) -> None:
    """Take out a date that says no more than year, month and `day` do."""
    if "day" in extra and str(extra.get("date", ""))[8:] == str(extra["day"]).zfill(2):
        del extra["date"]
