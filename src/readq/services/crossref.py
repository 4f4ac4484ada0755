"""Crossref: what publishers say of their papers, by DOI or title.

https://api.crossref.org/swagger-ui/index.html
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from readq.domain import Draft, Source
from readq.patterns import lazily
from readq.services import picking
from readq.services.model import Account, Credentials, Query, Service, Unreadable, Wanted

_HEADING = lazily(r"\s*<jats:title>\s*Abstract\s*</jats:title>\s*", re.IGNORECASE)
_FEW = "5"


def _by_id(papers: Sequence[Wanted]) -> Query | None:
    doi = papers[0].doi
    return Query(f"/works/{quote(doi, safe='')}") if doi else None


def _by_title(paper: Wanted) -> Query | None:
    if not paper.title:
        return None
    asked = ("query.bibliographic", paper.title)
    author = (("query.author", paper.author),) if paper.author else ()
    return Query("/works", (asked, *author, ("rows", _FEW)))


def _by_words(_paper: Wanted) -> Query | None:
    """Crossref does not search abstracts."""
    return None


def _read(body: bytes) -> list[Draft]:
    value = picking.decoded(body)
    message = picking.record(value, "message")
    if not message:
        raise Unreadable("data without a paper or a list of papers")
    works = picking.items(message, "items") if "items" in message else [message]
    drafts = [_draft(work) for work in works if isinstance(work, dict)]
    return [draft for draft in drafts if draft.title]


def _draft(work: dict[str, Any]) -> Draft:
    abstract = picking.text(work, "abstract", most=picking.LONGEST_ABSTRACT)
    authors = picking.items(work, "author")[: picking.MOST_AUTHORS]
    year, month = _when(work)
    is_preprint = picking.text(work, "type") == "posted-content"
    ids = picking.identifiers(picking.text(work, "DOI"))
    return Draft(
        source=Source("Crossref", 1),
        title=_title(work),
        authors=tuple(filter(None, map(_name, authors))),
        abstract=_HEADING.sub("", abstract, count=1),
        venue="" if is_preprint else picking.text(work, "container-title"),
        year=year,
        month=month,
        doi=ids["doi"],
        arxiv_id=ids["arxiv_id"],
        url=picking.address(work, "resource", "primary", "URL"),
    )


def _title(work: dict[str, Any]) -> str:
    """Title and subtitle, which some publishers give apart."""
    title, rest = picking.text(work, "title"), picking.text(work, "subtitle")
    if not rest or rest.casefold() in title.casefold():
        return title
    return f"{title}: {rest}" if title else ""


def _name(author: Any) -> str:
    literal = picking.text(author, "name")
    given, family = picking.text(author, "given"), picking.text(author, "family")
    suffix = picking.text(author, "suffix")
    name = literal or " ".join(filter(None, (given, family)))
    return f"{name}, {suffix}" if name and suffix else name


def _when(work: dict[str, Any]) -> tuple[int | None, int | None]:
    for field in ("issued", "published"):
        parts = picking.items(work, field, "date-parts")
        first = parts[0] if parts and isinstance(parts[0], list) else []
        numbers = [part if type(part) is int else None for part in (*first, None, None)]
        if picking.year(numbers[0]):
            return numbers[0], picking.month(numbers[1])
    return None, None


def _credentials(account: Account) -> Credentials:
    """A mail address gets one into the pool that is served first."""
    return Credentials(params=(("mailto", account.mail),) if account.mail else ())


CROSSREF = Service(
    name="crossref",
    label="Crossref",
    address="https://api.crossref.org",
    # One a second is within every pool; what the headers of its answers ask for is kept to besides:
    # https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
    pause=1.0,
    by_id=_by_id,
    by_title=_by_title,
    by_words=_by_words,
    read=_read,
    credentials=_credentials,
)
