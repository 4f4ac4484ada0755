"""RIS, as Zotero, EndNote, Mendeley, Scopus, Embase and journals write it.

readq reads it by itself: what has to be put right before rispy 0.10 gives every record (marks at the start,
missing ends, wrapped lines, other tags for the same thing) is most of the work of reading it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from readq.domain import DERIVED_NOTE, Draft, Source
from readq.domain.citekey import is_citekey
from readq.domain.identity import arxiv_id, normal_doi, openreview_id, split_venue
from readq.domain.ristypes import is_plain_type, sort_of
from readq.domain.synonyms import drop_doubled_date, is_isbn, named_apart
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.fields import (
    date_in_words,
    doi_alone,
    initials_first,
    inverted_name,
    split_keywords,
    web_address,
    whole_number,
)
from readq.importers.opening import TextSource
from readq.importers.ristags import NAMED, OF_VENUE, TEXTS, USED, is_ris, style_of
from readq.importers.tagged import TaggedRecord, tagged_records
from readq.patterns import lazily

_DATE = lazily(r"([12]\d{3})(?:[/-](0?[1-9]|1[0-2])(?!\d))?")
_OWN = lazily(r"readq:(.+?): (?=.)")
_PEOPLE_IN_ONE = lazily(r"\s*(?<!;);(?!;)\s*")
_NEXT_ADDRESS = lazily(r"\s*;\s*(?=https?://)")
_ARXIV = lazily(r"(?:arxiv\s*:\s*)[\w./-]+(?:\s*\[[\w.-]+\])?\Z", re.IGNORECASE)
_MANY = frozenset({"alias", "link"})
"""Fields of readq's own of which a paper may have several."""
_VENUE_FIELDS = ("journal", "booktitle", "journaltitle", "container-title", "maintitle")


class RisReader:
    """One RIS file."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a record."""
        position = 0
        style = style_of(self.source.head)
        for record in tagged_records(
            self.source.lines(),
            style.tag_line,
            style.begins,
            "ER",
            texts=TEXTS,
            lists=frozenset({"KW"}),
            after_blank=style.after_blank,
        ):
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
        if not any(value for tag, value in record.fields if tag != "TY"):
            return self._issue(record, position, "is empty")
        if record.too_long:
            return self._issue(record, position, "is too long for one paper; it was left out")
        title, venue = _title_and_venue(record)
        year, month, date = _when(record)
        own, aliases, further = _take_own(record)
        abstract, *more = _told_apart(record.all_values("AB", "N2")) or [""]
        abstract = _with_breaks(abstract, own.pop("breaks", ""))
        url, pdf, addresses = _addresses(record, further)
        doi = _doi(record, url)
        arxiv = arxiv_id(doi) or arxiv_id(own.pop("arxiv_id", "")) or arxiv_id(url)
        arxiv = arxiv or _arxiv_beside(record)
        forum = own.pop("openreview_id", "") or (openreview_id(url) if "/" in url else "")
        code = web_address(own.pop("code_url", ""))
        own_key = own.pop("citekey", "")
        is_plain = own.pop("plain", "") == "true"
        extra: dict[str, Any] = _extra(record, venue, own)
        extra = named_apart(extra | ({"date": date} if date else {}), own)
        drop_doubled_date(extra)
        extra["aliases"] = [*_other_titles(record, title), *aliases]
        stand_in = ""
        if extra.get("note", "").startswith(DERIVED_NOTE):
            stand_in, title = title, ""
            extra["note"] = extra["note"].removeprefix(DERIVED_NOTE).removeprefix("; ")
        key, odd_key = _keys(record, own_key)
        extra |= _not_understood(
            record, {"PY": year, "L1": pdf, "DO": normal_doi(record.one("DO")), "UR": url}
        )
        left = {"N2": "\n\n".join(more), "ID": odd_key}
        extra |= {name: value for name, value in left.items() if value}
        draft = Draft(
            source=Source(self.source.name, position, record.line),
            title=title,
            authors=tuple(map(_author, initials_first(_people(record)))),
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


def _keys(record: TaggedRecord, own: str) -> tuple[str, str]:
    """What the reader cites by, and an id that is no such thing."""
    key = record.one("ID")
    if own:
        return own, ""
    return (key, "") if is_citekey(key) else ("", key)


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


def _with_breaks(text: str, places: str) -> str:
    """A text with its paragraphs apart again, which readq's own exports write as one line."""
    for place in filter(None, map(whole_number, places.split())):
        if text[place : place + 1] == " ":
            text = f"{text[:place]}\n\n{text[place + 1 :]}"
    return text


def _title_and_venue(record: TaggedRecord) -> tuple[str, str]:
    """The title and where it appeared; that of a book is either."""
    title = record.one("TI", "T1", "CT")
    venue = record.one(*OF_VENUE)
    book = record.one("BT")
    return (title, venue or book) if title or not book else (book, venue)


def _extra(record: TaggedRecord, venue: str, own: Mapping[str, str]) -> dict[str, str]:
    kind = record.one("TY").upper()
    extra = {"entry_type": own.get("entry_type") or sort_of(kind)}
    if not is_plain_type(kind, extra["entry_type"]):
        extra["TY"] = kind
    for tag, name in NAMED.items():
        extra[name] = "; ".join(record.all_values(tag))
    extra["volume"] = extra["volume"] or record.one("VO")
    if is_isbn(extra["issn"]):
        extra["isbn"] = extra.pop("issn")
    first, last = record.one("SP"), record.one("EP")
    is_range = first and last and not first.endswith(last)
    extra["pages"] = f"{first}--{last}" if is_range else first
    extra["editor"] = " and ".join(record.all_values("ED", "A2"))
    extra |= record.rest(USED | {"DA"})
    for tag in ("DO", "PY", "SP", "EP", "ID", "T2"):
        extra[tag] = "; ".join(record.all_values(tag)[1:])
    for tag in OF_VENUE:
        value = record.one(tag)
        if value and value not in (venue, record.one("TI", "T1", "CT"), *extra.values()):
            extra[tag] = value
    if split_venue(venue)[0] != (said := " ".join(venue.split())) and own.keys().isdisjoint(
        _VENUE_FIELDS
    ):
        in_book = extra["entry_type"] in ("inproceedings", "incollection")
        extra["booktitle" if in_book else "journal"] = said
    return extra


def _doi(record: TaggedRecord, url: str) -> str:
    """The DOI, which some journals put where other things belong; one in a text is of another work."""
    if doi := normal_doi(record.one("DO")):
        return doi
    if not url or "doi.org/" in url.lower():
        doi = normal_doi(url or record.one("UR", "LK"))
    elsewhere = record.all_values("UR", "LK", "DI", "M3", "L3", "N1", "ID")
    return doi or next(filter(None, map(doi_alone, elsewhere)), "")


def _arxiv_beside(record: TaggedRecord) -> str:
    """The arXiv id where Zotero and arXiv put it: in the number in an archive, the issue or a note."""
    said = record.all_values("AN", "M1", "N1", "VL")
    return next((arxiv_id(text) for text in said if _ARXIV.match(text)), "")


def _other_titles(record: TaggedRecord, title: str) -> list[str]:
    return [text for text in record.all_values("TI", "T1") if text != title]


def _addresses(record: TaggedRecord, further: list[str]) -> tuple[str, str, tuple[str, ...]]:
    """The page, the PDF, and further addresses."""
    for i, (tag, value) in enumerate(record.fields):
        if tag in ("UR", "L1") and ";" in value:  # as Mendeley writes several
            first, *more = _NEXT_ADDRESS.split(value)
            record.fields[i : i + 1] = [(tag, first), *((tag, link) for link in more)]
    url = next(filter(None, map(web_address, record.values("UR", "LK"))), "")
    pdf = web_address(record.one("L1"))
    all_links = filter(None, map(web_address, record.all_values("UR", "LK", "L2", "L1")))
    others = [link for link in all_links if link not in (url, pdf)]
    return url, pdf, tuple(dict.fromkeys((*filter(None, map(web_address, further)), *others)))


def _not_understood(record: TaggedRecord, understood: dict[str, Any]) -> dict[str, str]:
    """What stands under tags of which nothing could be made."""
    others = {"PY": ("Y1",), "UR": ("LK",)}
    found = {
        tag: record.one(tag, *others.get(tag, ())) for tag, value in understood.items() if not value
    }
    return {tag: text for tag, text in found.items() if text}


def _people(record: TaggedRecord) -> list[str]:
    """The authors, two of whom may have one name; the same people under two tags are there once."""
    first = _each(record.values("AU"))
    return first + [name for name in _each(record.values("A1")) if name not in first]


def _each(said: list[str]) -> list[str]:
    """People on lines of their own, or several on one line, parted by semicolons or `and`."""
    people: list[str] = []
    for line in said:
        parts = list(filter(None, _PEOPLE_IN_ONE.split(line))) or [line]
        if len(parts) == 1 and all(part.count(",") == 1 for part in line.split(" and ")):
            parts = line.split(" and ")
        people += parts
    return people


def _author(name: str) -> str:
    """A name in order of reading; a doubled comma or semicolon stands in the name of a group."""
    name = name.replace(";;", ";")
    return name.replace(",, ", ", ") if ",, " in name else inverted_name(name)


def _take_own(record: TaggedRecord) -> tuple[dict[str, str], list[str], list[str]]:
    """Fields RIS has no tag for, as readq's own exports write them; other titles, further links."""
    found = {value: _OWN.match(value) for tag, value in record.fields if tag == "U1"}
    said = [(match[1], value[match.end() :]) for value, match in found.items() if match]
    own = {name: value for name, value in said if name not in _MANY}
    aliases, links = ([value for name, value in said if name == one] for one in ("alias", "link"))
    record.fields = [
        (tag, value) for tag, value in record.fields if not (tag == "U1" and found.get(value))
    ]
    return own, aliases, links


def _keywords(record: TaggedRecord) -> tuple[str, ...]:
    said = record.all_values("KW")
    if len(said) == 1:
        return split_keywords(said[0])
    return tuple(dict.fromkeys(word for text in said for word in split_keywords(f"{text};")))


RIS = Importer("ris", is_ris, RisReader)
