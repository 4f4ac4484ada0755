"""Reading answers in JSON: the value at a place, or nothing where the answer has something else."""

from __future__ import annotations

import json
from typing import Any

from readq.domain.identity import arxiv_id, normal_doi
from readq.services.model import Unreadable

LONGEST_TITLE = 1_000
LONGEST_ABSTRACT = 50_000
MOST_AUTHORS = 5_000


def decoded(body: bytes) -> Any:
    """The JSON value of an answer.

    JSON is in UTF-8, whatever the answer's headers say; one that is not is taken for Windows-1252.

    Raises:
        Unreadable: It is no JSON.
    """
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = body.decode("cp1252", errors="replace")
    if text.lstrip()[:1] == "<":
        raise Unreadable("a web page instead of data; it may want a login, or to see a browser")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable("data that is cut off or garbled") from None


def record(value: Any, *path: str) -> dict[str, Any]:
    """The object at a place, or an empty one."""
    found = _at(value, path)
    return found if isinstance(found, dict) else {}


def items(value: Any, *path: str) -> list[Any]:
    """The list at a place, or an empty one."""
    found = _at(value, path)
    return found if isinstance(found, list) else []


def text(value: Any, *path: str, most: int = LONGEST_TITLE) -> str:
    """The text at a place, or the first text of the list there; empty if it is longer than it can be."""
    found = _at(value, path)
    if isinstance(found, list):
        found = found[0] if found else ""
    return found.strip() if isinstance(found, str) and len(found) <= most else ""


def number(value: Any, *path: str) -> int | None:
    """The whole number at a place."""
    found = _at(value, path)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def year(value: int | None) -> int | None:
    """A number that can be a year."""
    return value if value is not None and 1000 <= value <= 9999 else None


def month(value: int | None) -> int | None:
    """A number that can be a month."""
    return value if value is not None and 1 <= value <= 12 else None


def dated(said: str) -> tuple[int | None, int | None]:
    """Year and month of a date such as `2026-02-14`."""
    first, _, rest = said.partition("-")
    second = rest.partition("-")[0]
    return (
        year(int(first)) if first.isdecimal() and len(first) == 4 else None,
        month(int(second)) if second.isdecimal() and len(second) == 2 else None,
    )


def address(value: Any, *path: str) -> str:
    """The web address at a place; empty if it is none."""
    found = text(value, *path, most=2_000)
    is_one = found.lower().startswith(("http://", "https://")) and found.isprintable()
    return found if is_one and " " not in found else ""


def identifiers(doi: str, arxiv: str = "") -> dict[str, str]:
    """DOI and arXiv id as a draft has them; arXiv's own DOIs are arXiv ids."""
    doi = normal_doi(doi)
    known = arxiv_id(arxiv) or arxiv_id(doi)
    return {"doi": "" if arxiv_id(doi) else doi, "arxiv_id": known}


def _at(value: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
