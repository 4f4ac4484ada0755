"""RIS, as Zotero, EndNote, Mendeley, Scopus, Embase and journals write it.

readq reads it by itself: what has to be put right before rispy 0.10 gives every record (marks at the start,
missing ends, wrapped lines, other tags for the same thing) is most of the work of reading it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from readq.domain import DERIVED_NOTE, Draft, Source
from readq.domain.identity import arxiv_id, normal_doi, openreview_id, split_venue
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.fields import (
    date_in_words,
    inverted_name,
    is_citekey,
    split_keywords,
    web_address,
)
from readq.importers.opening import TextSource
from readq.importers.tagged import TaggedRecord, tagged_records
from readq.patterns import lazily

_BEGINS = lazily(r"\s*(?:TY|ty)(?: {1,2}|\t)- ?")
_HAS_RECORD = lazily(r"(?:^|\n)[ \t]*TY  - [A-Z]+[ \t]*\n\s*[A-Z][A-Z0-9]  -")
_STYLE = lazily(r"(?:^|\n)[ \t]*(TY|ty|ER|er)( {1,2}|\t)-", re.ASCII)
_DATE = lazily(r"([12]\d{3})(?:[/-](0?[1-9]|1[0-2])(?!\d))?")
_OWN = lazily(r"readq:(.+?): (?=.)")
_TYPES = {
    "JOUR": "article",
    "MGZN": "article",
    "NEWS": "article",
    "EJOUR": "article",
    "CONF": "inproceedings",
    "CPAPER": "inproceedings",
    "BOOK": "book",
    "EBOOK": "book",
    "CHAP": "incollection",
    "ECHAP": "incollection",
    "THES": "phdthesis",
    "RPRT": "techreport",
    "ELEC": "online",
    "BLOG": "online",
    "UNPB": "unpublished",
    "COMP": "software",
    "DATA": "dataset",
}
_NAMED = {
    "VL": "volume",
    "IS": "number",
    "PB": "publisher",
    "CY": "address",
    "SN": "issn",
    "LA": "language",
    "T3": "series",
    "ET": "edition",
    "N1": "note",
    "Y2": "urldate",
}
"""Tags kept under the names BibTeX has for them."""
_OF_VENUE = ("T2", "JF", "JO", "C3", "JA", "J2", "J1")
_USED = frozenset(
    [
        "TY",
        "ER",
        "TI",
        "T1",
        "CT",
        "AU",
        "A1",
        "PY",
        "Y1",
        "AB",
        "N2",
        "DO",
        "KW",
        "UR",
        "LK",
        "L1",
        "SP",
        "EP",
        "ID",
        "T2",
        "JF",
        "JO",
        "JA",
        "J1",
        "J2",
        "BT",
        "C3",
        "ED",
        "A2",
    ]
) | frozenset(_NAMED)


class RisReader:
    """One RIS file."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a record."""
        position = 0
        tag_line = _tags_of(self.source.head)
        for record in tagged_records(self.source.lines(), tag_line, "TY", "ER"):
            position += 1
            yield self._read(record, position)
        if position == 0:
            raise SourceError(
                f"{self.source.name}: there is no RIS record in it, beginning with TY."
            )

    def understood(self, tally: Tally) -> str:
        """Say what the file holds."""
        return f"{plural(tally.papers, 'paper')} from RIS"

    def _read(self, record: TaggedRecord, position: int) -> Record:
        if record.too_long:
            return self._issue(record, position, "is too long for one paper; it was left out")
        title, venue = _title_and_venue(record)
        abstract, *more = _told_apart(record.all_values("AB", "N2")) or [""]
        year, month, date = _when(record)
        url, pdf, addresses = _addresses(record)
        doi = normal_doi(record.one("DO"))
        if not doi and (not url or "doi.org/" in url.lower()):
            doi = normal_doi(url or record.one("UR", "LK"))
        own = _take_own(record)
        arxiv = arxiv_id(doi) or arxiv_id(own.pop("arxiv_id", "")) or arxiv_id(url)
        forum = own.pop("openreview_id", "") or (openreview_id(url) if "/" in url else "")
        code = web_address(own.pop("code_url", ""))
        is_plain = own.pop("plain", "") == "true"
        extra: dict[str, Any] = _extra(record, venue)
        if "number" in own and extra["number"]:
            extra["issue"] = extra["number"]
        extra |= own
        extra["aliases"] = [text for text in record.all_values("TI", "T1") if text != title]
        stand_in = ""
        if extra["note"].startswith(DERIVED_NOTE):
            stand_in, title = title, ""
            extra["note"] = extra["note"].removeprefix(DERIVED_NOTE).removeprefix("; ")
        key = record.one("ID")
        key, odd_key = (key, "") if is_citekey(key) else ("", key)
        extra |= _not_understood(record, {"PY": year, "L1": pdf, "DO": doi, "UR": url})
        left = {"date": date, "N2": "\n\n".join(more), "ID": odd_key}
        extra |= {name: value for name, value in left.items() if value}
        draft = Draft(
            source=Source(self.source.name, position, record.line),
            title=title,
            authors=tuple(map(_author, _people(record))),
            abstract=abstract,
            venue=split_venue(venue)[0] if is_plain else venue,
            year=year,
            month=month,
            doi="" if arxiv_id(doi) else doi,
            arxiv_id=arxiv,
            openreview_id=forum,
            url=url,
            pdf_url=pdf,
            links=addresses,
            code_url=code,
            keywords=_keywords(record),
            citekey=key,
            stand_in=stand_in,
            is_plain=is_plain,
            extra={name: value for name, value in extra.items() if value},
        )
        if not (title or abstract or draft.doi or arxiv or draft.openreview_id):
            return self._issue(
                record, position, "has no title, no abstract and no identifier; give it a TI line"
            )
        return draft

    def _issue(self, record: TaggedRecord, position: int, message: str) -> ImportIssue:
        key = record.one("ID", "AN") or f"record {position}"
        return ImportIssue(self.source.name, record.line, key, message)


def _tags_of(head: str) -> Callable[[str], tuple[str, str] | None]:
    """What a tag looks like in this file: two spaces, or the one space and small letters of some exports."""
    found = _STYLE.search(head)
    gap = "  " if found is None or found[2] == "  " else found[2]
    letters = "[a-z][a-z0-9]" if found and found[1].islower() else "[A-Z][A-Z0-9]"
    pattern = re.compile(rf"\s*({letters}){re.escape(gap)}-(?: (.*)|$)", re.ASCII | re.DOTALL)

    def tag_line(line: str) -> tuple[str, str] | None:
        match = pattern.match(line)
        return (match[1].upper(), " ".join((match[2] or "").split())) if match else None

    return tag_line


def _when(record: TaggedRecord) -> tuple[int | None, int | None, str]:
    """Year and month of publication, and the whole date where it says the day; never the day of access."""
    year = month = None
    date = ""
    for text in record.values("PY") + record.values("DA") or record.values("Y1"):
        found = _DATE.match(text)
        if not found and year is None:
            year, month = date_in_words(text)
        if not found or (year is not None and int(found[1]) != year):
            continue
        year = int(found[1])
        if not found[2] and month is None:
            month = date_in_words(text)[1]
        if found[2] and month is None:
            month = int(found[2])
            day = re.match(r"[/-](0?[1-9]|[12]\d|3[01])(?!\d)", text[found.end() :])
            date = f"{year}-{month:02}-{int(day[1]):02}" if day else ""
    return year, month, date


def _told_apart(texts: list[str]) -> list[str]:
    """The texts without those that another one has in it."""
    return [
        text
        for i, text in enumerate(texts)
        if not any(text in other for k, other in enumerate(texts) if k != i and text != other)
    ]


def _title_and_venue(record: TaggedRecord) -> tuple[str, str]:
    """The title and where it appeared; that of a book is either."""
    title = record.one("TI", "T1", "CT")
    venue = record.one(*_OF_VENUE)
    book = record.one("BT")
    return (title, venue or book) if title or not book else (book, venue)


def _extra(record: TaggedRecord, venue: str) -> dict[str, str]:
    extra = {"entry_type": _TYPES.get(record.one("TY").upper(), "misc"), "TY": record.one("TY")}
    if extra["entry_type"] != "misc" or extra["TY"] == "GEN":
        del extra["TY"]
    for tag, name in _NAMED.items():
        extra[name] = "; ".join(record.all_values(tag))
    first, last = record.one("SP"), record.one("EP")
    extra["pages"] = f"{first}--{last}" if first and last and first != last else first
    extra["editor"] = " and ".join(record.all_values("ED", "A2"))
    extra |= record.rest(_USED | {"DA"})
    for tag in _OF_VENUE:
        value = record.one(tag)
        if value and value not in (venue, record.one("TI", "T1", "CT"), *extra.values()):
            extra[tag] = value
    if split_venue(venue)[0] != (said := " ".join(venue.split())):
        in_book = extra["entry_type"] in ("inproceedings", "incollection")
        extra["booktitle" if in_book else "journal"] = said
    return extra


def _addresses(record: TaggedRecord) -> tuple[str, str, tuple[str, ...]]:
    """The page, the PDF, and further addresses."""
    url = next(filter(None, map(web_address, record.values("UR", "LK"))), "")
    pdf = web_address(record.one("L1"))
    all_links = filter(None, map(web_address, record.all_values("UR", "LK", "L2", "L1")))
    return url, pdf, tuple(link for link in all_links if link not in (url, pdf))


def _not_understood(record: TaggedRecord, understood: dict[str, Any]) -> dict[str, str]:
    """What stands under tags of which nothing could be made."""
    others = {"PY": ("Y1",), "UR": ("LK",)}
    found = {
        tag: record.one(tag, *others.get(tag, ())) for tag, value in understood.items() if not value
    }
    return {tag: text for tag, text in found.items() if text}


def _people(record: TaggedRecord) -> list[str]:
    """The authors, two of whom may have one name; the same people under two tags are there once."""
    first = record.values("AU")
    return first + [name for name in record.values("A1") if name not in first]


def _author(name: str) -> str:
    """A name in order of reading; a doubled comma stands in the name of a group."""
    return name.replace(",, ", ", ") if ",, " in name else inverted_name(name)


def _take_own(record: TaggedRecord) -> dict[str, str]:
    """Fields RIS has no tag for, as readq's own exports write them."""
    found = {value: _OWN.match(value) for tag, value in record.fields if tag == "U1"}
    own = {match[1]: value[match.end() :] for value, match in found.items() if match}
    record.fields = [
        (tag, value) for tag, value in record.fields if not (tag == "U1" and found.get(value))
    ]
    return own


def _keywords(record: TaggedRecord) -> tuple[str, ...]:
    said = record.all_values("KW")
    if len(said) == 1:
        return split_keywords(said[0])
    return tuple(dict.fromkeys(word for text in said for word in split_keywords(f"{text};")))


def _recognises(name: str, head: str) -> bool:
    return name.removesuffix(".gz").endswith(".ris") or bool(
        _BEGINS.match(head) or _HAS_RECORD.search(head)
    )


RIS = Importer("ris", _recognises, RisReader)
