"""Variables of CSL under the names BibTeX has for them, so that every export knows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from readq.domain.synonyms import NAMES, RANGE

_TYPES = frozenset(
    [
        "article",
        "article-journal",
        "article-magazine",
        "article-newspaper",
        "book",
        "chapter",
        "dataset",
        "document",
        "journal-article",
        "manuscript",
        "paper-conference",
        "posted-content",
        "preprint",
        "proceedings-article",
        "report",
        "software",
        "thesis",
        "webpage",
        "bill",
        "broadcast",
        "entry-dictionary",
        "entry-encyclopedia",
        "interview",
        "legal_case",
        "legislation",
        "motion_picture",
        "pamphlet",
        "patent",
        "periodical",
        "personal_communication",
        "post-weblog",
        "review-book",
        "speech",
        "standard",
        "treaty",
    ]
)

_ROLES = ("editor", "translator")


def is_csl(record: Mapping[str, Any]) -> bool:
    """Whether a record says that it is of one of the types of CSL."""
    kind = record.get("type")
    return isinstance(kind, str) and kind in _TYPES


def renamed(extra: dict[str, Any], name_of: Callable[[Any], str]) -> None:
    """Give variables that are text other names, and people that can be written in one line as text.

    Args:
        extra: Further fields of a record, changed in place.
        name_of: Gives the name of a person as CSL writes one, in the order of reading.
    """
    for variable, name in NAMES.items():
        value = extra.get(variable)
        if isinstance(value, str) and name not in extra:
            del extra[variable]
            extra[name] = RANGE.sub("--", value) if name == "pages" else value
    for role in _ROLES:
        people = extra.get(role)
        if isinstance(people, list) and people and all(isinstance(p, dict) for p in people):
            names = [name_of(person) for person in people]
            if all(name and "," not in name and " and " not in name for name in names):
                extra[role] = " and ".join(names)
