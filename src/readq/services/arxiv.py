"""arXiv's API: preprints by id, title or words of the abstract, in Atom.

https://info.arxiv.org/help/api/user-manual.html
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element

from readq.domain import Draft, Source
from readq.domain.identity import arxiv_id
from readq.patterns import lazily, lazily_bytes
from readq.services import picking
from readq.services.model import Account, Credentials, Query, Service, Unreadable, Wanted

_ATOM = "{http://www.w3.org/2005/Atom}"
_OWN = "{http://arxiv.org/schemas/atom}"
_NOT_IN_XML = lazily_bytes(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_VERSION = lazily(r"v(\d{1,3})$")
_FEW = "10"


def _by_id(papers: Sequence[Wanted]) -> Query | None:
    ids = [paper.arxiv_id for paper in papers if paper.arxiv_id]
    if not ids:
        return None
    return Query(params=(("id_list", ",".join(ids)), ("max_results", str(len(ids)))))


def _by_title(paper: Wanted) -> Query | None:
    if not paper.title:
        return None
    return _search(f'ti:"{paper.title}"' + (f" AND au:{paper.author}" if paper.author else ""))


def _by_words(paper: Wanted) -> Query | None:
    said = " OR ".join(f'abs:"{phrase}"' for phrase in paper.phrases)
    if said:
        return _search(said)
    return _search(" AND ".join(f"abs:{word}" for word in paper.words)) if paper.words else None


def _search(query: str) -> Query:
    return Query(params=(("search_query", query), ("max_results", _FEW)))


def _read(body: bytes) -> list[Draft]:
    # Imported here: nobody who asks no service is to wait for it.
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        root = fromstring(_NOT_IN_XML.sub(b"", body))
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        raise Unreadable("something that is no feed, or a part of one") from None
    if root.tag != f"{_ATOM}feed":
        raise Unreadable("a web page instead of a feed")
    drafts = []
    for entry in root.findall(f"{_ATOM}entry"):
        name = _text(entry, f"{_ATOM}id")
        if "/api/errors" in name:
            raise Unreadable(f"an error: {_text(entry, f'{_ATOM}summary')[:200]}")
        if _text(entry, f"{_ATOM}title"):
            drafts.append(_draft(entry, name))
    return drafts


def _draft(entry: Element, name: str) -> Draft:
    year, month = picking.dated(_text(entry, f"{_ATOM}published"))
    authors = [_text(author, f"{_ATOM}name") for author in entry.findall(f"{_ATOM}author")]
    ids = picking.identifiers(_text(entry, f"{_OWN}doi"), name)
    links = [link.attrib for link in entry.findall(f"{_ATOM}link")]
    return Draft(
        source=Source("arXiv", 1),
        title=_text(entry, f"{_ATOM}title"),
        authors=tuple(filter(None, authors[: picking.MOST_AUTHORS])),
        abstract=_text(entry, f"{_ATOM}summary", most=picking.LONGEST_ABSTRACT),
        year=year,
        month=month,
        doi=ids["doi"],
        arxiv_id=ids["arxiv_id"],
        pdf_url=next(
            (picking.address(a.get("href")) for a in links if a.get("title") == "pdf"), ""
        ),
        extra=_extra(entry, name),
    )


def _extra(entry: Element, name: str) -> dict[str, Any]:
    category = entry.find(f"{_OWN}primary_category")
    said: dict[str, Any] = {
        "comment": _text(entry, f"{_OWN}comment"),
        "journal_ref": _text(entry, f"{_OWN}journal_ref"),
        "primaryclass": "" if category is None else category.get("term", "")[:40],
    }
    if (version := _VERSION.search(name)) and arxiv_id(name):
        said["arxiv_version"] = int(version[1])
    return {field: value for field, value in said.items() if value}


def _text(element: Element, tag: str, most: int = picking.LONGEST_TITLE) -> str:
    found = element.find(tag)
    said = "" if found is None else " ".join("".join(found.itertext()).split())
    return said if len(said) <= most else ""


def _credentials(_account: Account) -> Credentials:
    return Credentials()


ARXIV = Service(
    name="arxiv",
    label="arXiv",
    address="https://export.arxiv.org/api/query",
    # "no more than one request every three seconds", over a single connection:
    # https://info.arxiv.org/help/api/tou.html
    pause=3.0,
    by_id=_by_id,
    by_title=_by_title,
    by_words=_by_words,
    read=_read,
    credentials=_credentials,
    # An address may not grow without end; up to 2,000 would be answered.
    at_once=100,
)
