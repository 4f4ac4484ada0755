"""Semantic Scholar: papers by identifier, by the nearest title, or by words.

https://api.semanticscholar.org/api-docs/graph
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from readq.domain import Draft, Source
from readq.services import picking
from readq.services.model import Account, Credentials, Query, Service, Unreadable, Wanted

_FIELDS = (
    "fields",
    "title,abstract,venue,year,publicationDate,externalIds,authors,openAccessPdf",
)
_FEW = "10"
_WORDS = 6


def _by_id(papers: Sequence[Wanted]) -> Query | None:
    paper = papers[0]
    if paper.arxiv_id:
        name = f"ARXIV:{paper.arxiv_id}"
    elif paper.doi:
        name = f"DOI:{paper.doi}"
    else:
        return None
    return Query(f"/paper/{quote(name, safe=':/')}", (_FIELDS,))


def _by_title(paper: Wanted) -> Query | None:
    if not paper.title:
        return None
    return Query("/paper/search/match", (("query", paper.title), _FIELDS))


def _by_words(paper: Wanted) -> Query | None:
    asked = " ".join(filter(None, (paper.name, *paper.words[:_WORDS])))
    if not asked:
        return None
    return Query("/paper/search", (("query", asked), ("limit", _FEW), _FIELDS))


def _read(body: bytes) -> list[Draft]:
    value = picking.decoded(body)
    if not isinstance(value, dict) or not value.keys() & {"data", "total", "title"}:
        raise Unreadable("data without a paper or a list of papers")
    papers = picking.items(value, "data") if "title" not in value else [value]
    drafts = [_draft(paper) for paper in papers if isinstance(paper, dict)]
    return [draft for draft in drafts if draft.title]


def _draft(paper: dict[str, Any]) -> Draft:
    authors = picking.items(paper, "authors")[: picking.MOST_AUTHORS]
    venue = picking.text(paper, "venue")
    year, month = picking.dated(picking.text(paper, "publicationDate"))
    ids = picking.identifiers(
        picking.text(paper, "externalIds", "DOI"), picking.text(paper, "externalIds", "ArXiv")
    )
    return Draft(
        source=Source("Semantic Scholar", 1),
        title=picking.text(paper, "title"),
        authors=tuple(filter(None, (picking.text(author, "name") for author in authors))),
        abstract=picking.text(paper, "abstract", most=picking.LONGEST_ABSTRACT),
        venue="" if venue.casefold() in ("arxiv.org", "arxiv") else venue,
        year=picking.year(picking.number(paper, "year")) or year,
        month=month,
        doi=ids["doi"],
        arxiv_id=ids["arxiv_id"],
        pdf_url=picking.address(paper, "openAccessPdf", "url"),
    )


def _credentials(account: Account) -> Credentials:
    return Credentials(headers=(("x-api-key", account.key),) if account.key else ())


SEMANTIC_SCHOLAR = Service(
    name="semanticscholar",
    label="Semantic Scholar",
    address="https://api.semanticscholar.org/graph/v1",
    # One a second with a key (https://www.semanticscholar.org/product/api); all who have none share
    # 100 in five minutes at worst.
    pause=1.0,
    keyless_pause=3.0,
    by_id=_by_id,
    by_title=_by_title,
    by_words=_by_words,
    read=_read,
    credentials=_credentials,
)
