"""OpenAlex: papers by DOI for nothing, by title or words at a price; it wants a key, which is free.

https://docs.openalex.org/how-to-use-the-api/rate-limits-and-authentication
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from readq.domain import Draft, Source
from readq.domain.identity import arxiv_id
from readq.services import picking
from readq.services.model import Account, Credentials, Query, Service, Unreadable, Wanted

_SELECTED = (
    "title",
    "doi",
    "publication_year",
    "publication_date",
    "authorships",
    "primary_location",
    "best_oa_location",
    "locations",
    "abstract_inverted_index",
)
_FIELDS = ("select", ",".join(_SELECTED))
_FEW = ("per-page", "10")
_MOST_WORDS = 20_000


def _by_id(papers: Sequence[Wanted]) -> Query | None:
    paper = papers[0]
    doi = paper.doi or (f"10.48550/arxiv.{paper.arxiv_id}" if paper.arxiv_id else "")
    return Query(f"/works/{quote(f'doi:{doi}', safe=':/')}", (_FIELDS,)) if doi else None


def _by_title(paper: Wanted) -> Query | None:
    return _search("title.search", paper.title) if paper.title else None


def _by_words(paper: Wanted) -> Query | None:
    said = " OR ".join(f'"{phrase}"' for phrase in paper.phrases)
    return _search("title_and_abstract.search", said) if said else None


def _search(field: str, asked: str) -> Query:
    return Query("/works", (("filter", f"{field}:{asked}"), _FEW, _FIELDS))


def _read(body: bytes) -> list[Draft]:
    value = picking.decoded(body)
    if not isinstance(value, dict) or not value.keys() & {"results", "title"}:
        raise Unreadable("data without a paper or a list of papers")
    works = picking.items(value, "results") if "results" in value else [value]
    drafts = [_draft(work) for work in works if isinstance(work, dict)]
    return [draft for draft in drafts if draft.title]


def _draft(work: dict[str, Any]) -> Draft:
    authors = picking.items(work, "authorships")[: picking.MOST_AUTHORS]
    year, month = picking.dated(picking.text(work, "publication_date"))
    pages = [
        arxiv_id(picking.address(place, "landing_page_url"))
        for place in picking.items(work, "locations")
    ]
    ids = picking.identifiers(picking.text(work, "doi"), next(filter(None, pages), ""))
    venue = picking.text(work, "primary_location", "source", "display_name")
    return Draft(
        source=Source("OpenAlex", 1),
        title=picking.text(work, "title"),
        authors=tuple(
            filter(None, (picking.text(author, "author", "display_name") for author in authors))
        ),
        abstract=_abstract(picking.record(work, "abstract_inverted_index")),
        venue="" if venue.casefold().startswith("arxiv") else venue,
        year=picking.year(picking.number(work, "publication_year")) or year,
        month=month,
        doi=ids["doi"],
        arxiv_id=ids["arxiv_id"],
        pdf_url=picking.address(work, "best_oa_location", "pdf_url"),
    )


def _abstract(index: dict[str, Any]) -> str:
    """The text of an index from words to their places."""
    words = {
        place: word
        for word, places in index.items()
        for place in (places if isinstance(places, list) else ())
        if type(place) is int and 0 <= place < _MOST_WORDS
    }
    text = " ".join(words[place] for place in sorted(words))
    return text if len(text) <= picking.LONGEST_ABSTRACT else ""


def _credentials(account: Account) -> Credentials:
    mail = (("mailto", account.mail),) if account.mail else ()
    return Credentials(params=((("api_key", account.key),) if account.key else ()) + mail)


OPENALEX = Service(
    name="openalex",
    label="OpenAlex",
    address="https://api.openalex.org",
    # Up to a hundred a second are allowed; ten are plenty:
    # https://docs.openalex.org/how-to-use-the-api/rate-limits-and-authentication
    pause=0.1,
    by_id=_by_id,
    by_title=_by_title,
    by_words=_by_words,
    read=_read,
    credentials=_credentials,
    needs="key",
)
