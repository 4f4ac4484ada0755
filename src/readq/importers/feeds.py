"""Atom and RSS feeds: arXiv's API, arXiv's daily feeds, and journals that do alike."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from readq.domain import Draft, Source
from readq.domain.identity import arxiv_id, normal_doi, openreview_id
from readq.importers.base import Importer
from readq.importers.fields import split_authors, web_address
from readq.importers.xmlreader import XmlReader
from readq.importers.xmlrecords import root_of, text_of
from readq.patterns import lazily

_ANNOUNCED = lazily(
    r"\s*arXiv:\S+\s+Announce Type:\s*(?P<type>[\w-]+)\s*(?:Abstract:)?\s*", re.IGNORECASE
)
_IN_TITLE = lazily(r"\s*\(arXiv:(?P<id>\S+?)(?:v\d+)?(?:\s+\[[\w.-]+\])?(?:\s+UPDATED)?\)\s*$")
_VERSION = lazily(r"(?<=\d)v(\d{1,3})(?!\d)")
_DATE = lazily(r"([12]\d{3})-(0[1-9]|1[0-2])")
_MAIL_DATE = lazily(r"\d{1,2} ([A-Z][a-z]{2}) ([12]\d{3})")
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_PARAGRAPH = lazily(r"\n[ \t]*\n\s*|</p>\s*<p>")
_ANCHOR = lazily(r"<a\b[^>]*>(.*?)</a>", re.DOTALL | re.IGNORECASE)
_TAG = lazily(r"</?(?:p|a|br|span|div)\b[^>]*>", re.IGNORECASE)


class FeedReader(XmlReader):
    """One feed."""

    tags = frozenset({"entry", "item"})
    what = "a feed"

    def draft(self, record: Element, position: int, line: int) -> Draft | str:
        """The paper of an entry."""
        url, pdf = _links(record)
        name = text_of(record.find("id")) or text_of(record.find("guid")) or url
        title = text_of(record.find("title"))
        summary = _paragraphs(record)
        if "/api/errors" in name:
            return f"is an error message of arXiv ({summary or title})"
        extra: dict[str, Any] = {}
        announced = _ANNOUNCED.match(summary)
        if announced:
            extra["announce_type"] = announced["type"]
            summary = summary[announced.end() :]
        in_title = _IN_TITLE.search(title)
        if in_title:
            title = title[: in_title.start()].removesuffix(".")
        arxiv = arxiv_id(name.rpartition("oai:arXiv.org:")[2]) or arxiv_id(url)
        arxiv = arxiv or (arxiv_id(in_title["id"]) if in_title else "")
        version = _VERSION.search(name)
        if arxiv and version:
            extra["arxiv_version"] = int(version[1])
        doi = normal_doi(text_of(record.find("doi")) or text_of(record.find("identifier")))
        year, month = _when(record)
        extra |= _extra(record)
        if not (title or summary or arxiv or doi):
            return "has no title, no abstract and no identifier"
        return Draft(
            source=Source(self.source.name, position, line),
            title=title,
            authors=_authors(record),
            abstract=summary,
            venue=text_of(record.find("publicationName")),
            year=year,
            month=month,
            doi="" if arxiv_id(doi) else doi,
            arxiv_id=arxiv or arxiv_id(doi),
            openreview_id=openreview_id(url) if "/" in url else "",
            url=url,
            pdf_url=pdf,
            extra=extra,
        )


def _links(record: Element) -> tuple[str, str]:
    """The page and the PDF."""
    page = pdf = ""
    for link in record.findall("link"):
        address = web_address(link.get("href") or text_of(link))
        if link.get("title") == "pdf" or link.get("type") == "application/pdf":
            pdf = pdf or address
        elif link.get("rel", "alternate") == "alternate":
            page = page or address
    return page, pdf


def _paragraphs(record: Element) -> str:
    """The abstract, each paragraph on one line."""
    for tag in ("summary", "description", "encoded", "content"):
        found = record.find(tag)
        text = "".join(found.itertext()).strip() if found is not None else ""
        if text:
            parts = (" ".join(_TAG.sub(" ", p).split()) for p in _PARAGRAPH.split(text))
            return "\n\n".join(filter(None, parts))
    return ""


def _authors(record: Element) -> tuple[str, ...]:
    names = [text_of(author.find("name")) or text_of(author) for author in record.findall("author")]
    if not names:
        creators = ["".join(creator.itertext()) for creator in record.findall("creator")]
        if len(creators) != 1:
            names = creators
        elif links := _ANCHOR.findall(creators[0]):
            names = links
        else:
            return split_authors(" ".join(creators[0].split()))
    cleaned = (" ".join(html.unescape(name).split()) for name in names)
    return tuple(filter(None, cleaned))


def _when(record: Element) -> tuple[int | None, int | None]:
    for tag in ("published", "date", "publicationDate", "updated"):
        if found := _DATE.match(text_of(record.find(tag))):
            return int(found[1]), int(found[2])
    found = _MAIL_DATE.search(text_of(record.find("pubDate")))
    if found and found[1] in _MONTHS:
        return int(found[2]), _MONTHS.index(found[1]) + 1
    return None, None


def _extra(record: Element) -> dict[str, str]:
    said = {
        "comment": text_of(record.find("comment")),
        "journal_ref": text_of(record.find("journal_ref"))
        or text_of(record.find("journal_reference")),
        "primaryclass": _term(record.find("primary_category")),
        "categories": ", ".join(_categories(record)),
        "announce_type": text_of(record.find("announce_type")),
    }
    return {name: text for name, text in said.items() if text}


def _categories(record: Element) -> Iterator[str]:
    for category in record.findall("category"):
        if name := _term(category):
            yield name


def _term(element: Element | None) -> str:
    return "" if element is None else element.get("term") or text_of(element)


def _recognises(name: str, head: str) -> bool:
    if name.removesuffix(".gz").endswith((".atom", ".rss")):
        return True
    return root_of(head).rpartition(":")[2] in ("feed", "rss") or (
        root_of(head) == "rdf:RDF" and "purl.org/rss/1.0" in head[:4000]
    )


FEED = Importer("arxiv", _recognises, FeedReader)
