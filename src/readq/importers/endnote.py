"""EndNote's XML, which Mendeley, Covidence and others write as well."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from readq.domain import Draft, Source
from readq.domain.identity import arxiv_id, normal_doi, openreview_id
from readq.domain.synonyms import is_isbn
from readq.importers.base import Importer
from readq.importers.fields import date_in_words, inverted_name, month_in_words, web_address
from readq.importers.xmlreader import XmlReader
from readq.importers.xmlrecords import root_of, text_of
from readq.patterns import lazily

_YEAR = lazily(r"(?<!\d)[12]\d{3}(?!\d)")
_DOIS = lazily(r"\b10\.\d{4,9}/\S")
_RECORD = lazily(r"<(?:\w+:)?records?\b")
_TYPES = {
    "journal article": "article",
    "electronic article": "article",
    "conference proceedings": "inproceedings",
    "conference paper": "inproceedings",
    "book": "book",
    "book section": "incollection",
    "thesis": "phdthesis",
    "report": "techreport",
    "web page": "online",
    "magazine article": "article",
    "newspaper article": "article",
    "edited book": "book",
    "electronic book": "book",
    "electronic book section": "incollection",
    "unpublished work": "unpublished",
    "computer program": "software",
    "dataset": "dataset",
}
_KEPT = {
    "volume": "volume",
    "number": "number",
    "pages": "pages",
    "publisher": "publisher",
    "pub-location": "address",
    "isbn": "isbn",
    "edition": "edition",
    "notes": "note",
    "language": "language",
    "accession-num": "accession-num",
    "work-type": "work-type",
    "research-notes": "research-notes",
}
_READ = frozenset(_KEPT) | frozenset(
    [
        "database",
        "source-app",
        "rec-number",
        "foreign-keys",
        "ref-type",
        "contributors",
        "titles",
        "title",
        "periodical",
        "keywords",
        "dates",
        "abstract",
        "urls",
        "electronic-resource-num",
        "label",
    ]
)


def sort_of(kind: str) -> str:
    """What BibTeX calls a type of EndNote."""
    return _TYPES.get(kind.lower(), "misc")


class EndnoteReader(XmlReader):
    """One file of EndNote XML."""

    tags = frozenset({"record"})
    what = "EndNote XML"

    def draft(self, record: Element, position: int, line: int) -> Draft | str:
        """The paper of a record."""
        title = _first(record, "titles/title", "title", "titles/secondary-title")
        links = [
            text_of(e)
            for path in ("related-urls", "web-urls")
            for e in record.iterfind(f"urls/{path}/url")
        ]
        url, *more_links = list(filter(None, map(web_address, links))) or [""]
        doi = normal_doi(
            _first(record, "electronic-resource-num") or (url if "doi.org/" in url else "")
        )
        arxiv = arxiv_id(doi) or arxiv_id(url)
        said_date = _first(record, "dates/pub-dates/date")
        year = _YEAR.search(_first(record, "dates/year") or said_date)
        abstract = "\n\n".join(
            " ".join(part.split())
            for part in re.split(r"\r\n?|\n", "".join(_all(record, "abstract")))
            if part.strip()
        )
        if not (title or abstract or doi or arxiv):
            return "has no title, no abstract and no identifier"
        return Draft(
            source=Source(self.source.name, position, line),
            title=title,
            authors=tuple(
                map(inverted_name, map(text_of, record.iterfind("contributors/authors/author")))
            ),
            abstract=abstract,
            venue=_first(
                record, "periodical/full-title", "titles/secondary-title", "titles/alt-title"
            )
            if _first(record, "titles/title")
            else "",
            year=int(year.group()) if year else None,
            month=date_in_words(said_date)[1],
            doi="" if arxiv_id(doi) else doi,
            arxiv_id=arxiv,
            openreview_id=openreview_id(url) if "/" in url else "",
            url=url,
            links=tuple(more_links),
            pdf_url=web_address(_first(record, "urls/pdf-urls/url")),
            keywords=tuple(filter(None, map(text_of, record.iterfind("keywords/keyword")))),
            citekey=_first(record, "label"),
            extra=_extra(record),
        )


def _first(record: Element, *paths: str) -> str:
    return next(filter(None, (text_of(record.find(path)) for path in paths)), "")


def _all(record: Element, tag: str) -> list[str]:
    found = record.find(tag)
    return list(found.itertext()) if found is not None else []


def _extra(record: Element) -> dict[str, str]:
    kind = record.find("ref-type")
    name = (kind.get("name") or "") if kind is not None else ""
    extra = {"entry_type": sort_of(name)}
    extra |= {kept: _first(record, tag) for tag, kept in _KEPT.items()}
    if extra["isbn"] and not is_isbn(extra["isbn"]):
        extra["issn"] = extra.pop("isbn")
    extra |= _others(record)
    editors = [text_of(e) for e in record.iterfind("contributors/secondary-authors/author")]
    extra["editor"] = " and ".join(editors)
    return {key: text for key, text in extra.items() if text}


def _others(record: Element) -> dict[str, str]:
    """What else a record says, by the names of its elements."""
    others = {child.tag: text_of(child) for child in record if child.tag not in _READ}
    said = _first(record, "dates/pub-dates/date")
    month = month_in_words(said)
    if said and not _YEAR.fullmatch(said) and not (month and month[1]):
        others["pub-date"] = said
    doi = _first(record, "electronic-resource-num")
    if " " in doi and len(_DOIS.findall(doi)) > 1:
        others["electronic-resource-num"] = doi
    others["short-title"] = _first(record, "titles/short-title")
    others["alt-title"] = _first(record, "titles/alt-title")
    pdf = [text_of(e) for e in record.iterfind("urls/pdf-urls/url")]
    others["file"] = "; ".join(link for link in pdf if not web_address(link))
    return others


def _recognises(_name: str, head: str) -> bool:
    root = root_of(head).rpartition(":")[2]
    return root == "records" or (root == "xml" and bool(_RECORD.search(head)))


ENDNOTE = Importer("endnote", _recognises, EndnoteReader)
