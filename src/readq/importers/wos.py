"""Web of Science's own tagged text (`PT J`, `AU`, `TI`, … `ER`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from readq.domain import Draft, Source
from readq.domain.bibvalue import folded
from readq.domain.identity import arxiv_id, normal_doi, split_venue
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.fields import date_in_words, inverted_name, split_keywords
from readq.importers.opening import TextSource
from readq.importers.tagged import TaggedRecord, tagged_records
from readq.patterns import lazily

_BEGINS = lazily(
    r"\s*(?:FN (?:Clarivate|Thomson|ISI|Web of)|(?:FN [^\n]*\n(?:VR [^\n]*\n)?)?PT [A-Z]\s*\r?\n[A-Z][A-Z0-9] )"
)
_TAG = lazily(r"([A-Z][A-Z0-9])(?: (.*)|$)", re.ASCII | re.DOTALL)
_OF_THE_FILE = frozenset({"FN", "VR", "EF"})
_LISTS = frozenset({"AU", "AF", "CA", "CR", "BE"})
"""Tags with one value a line."""
_TYPES = {"J": "article", "B": "book", "S": "incollection", "C": "inproceedings", "P": "patent"}
_NAMED = {
    "VL": "volume",
    "IS": "number",
    "PU": "publisher",
    "PI": "address",
    "SN": "issn",
    "BN": "isbn",
    "LA": "language",
    "SE": "series",
    "PM": "pmid",
    "AR": "eid",
}
_USED = frozenset(
    ["PT", "ER", "AU", "AF", "CA", "TI", "SO", "AB", "PY", "DI", "DE", "BP", "EP", "BE"]
) | frozenset(_NAMED)


class WosReader:
    """One file of Web of Science."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a record."""
        position = 0
        lines = self.source.lines()
        for record in tagged_records(
            lines, _tag_line, "PT", "ER", texts=frozenset({"AB"}), lists=_LISTS
        ):
            position += 1
            yield self._read(record, position)
        if position == 0:
            raise SourceError(
                f"{self.source.name}: there is no record of Web of Science in it, beginning with PT."
            )

    def understood(self, tally: Tally) -> str:
        """Say what the file holds."""
        return f"{plural(tally.papers, 'paper')} from Web of Science"

    def _read(self, record: TaggedRecord, position: int) -> Record:
        title, venue = record.one("TI"), record.one("SO")
        if not title:
            title, venue = venue, ""
        year, month = _when(record)
        doi = normal_doi(record.one("DI")) or normal_doi(record.one("D2"))
        abstract = record.one("AB")
        if record.too_long or not (title or abstract or doi):
            what = "is too long for one paper" if record.too_long else "has no title and no DOI"
            key = record.one("UT") or f"record {position}"
            return ImportIssue(self.source.name, record.line, key, f"{what}; it was left out")
        people = [inverted_name(name) for name in record.values("AF", "AU")]
        return Draft(
            source=Source(self.source.name, position, record.line),
            title=title,
            authors=(*people, *record.values("CA")),
            abstract=abstract,
            venue=venue,
            year=year,
            month=month,
            doi="" if arxiv_id(doi) else doi,
            arxiv_id=arxiv_id(doi),
            keywords=split_keywords(f"{record.one('DE')};") if record.one("DE") else (),
            extra=_extra(record, venue),
        )


def _when(record: TaggedRecord) -> tuple[int | None, int | None]:
    """Year and month of the issue; of what is not in one yet, those of its first appearance."""
    year, _ = date_in_words(record.one("PY"))
    early_year, early_month = date_in_words(record.one("EA"))
    month = date_in_words(f"{record.one('PD')} 2000")[1] if record.one("PD") else None
    return (year, month) if year else (early_year, early_month)


def _extra(record: TaggedRecord, venue: str) -> dict[str, str]:
    kind = _TYPES.get(record.one("PT"), "misc")
    if "proceedings paper" in record.one("DT").lower():
        kind = "inproceedings"
    elif kind == "book" and record.one("TI"):
        kind = "incollection"
    extra = {"entry_type": kind, **{name: record.one(tag) for tag, name in _NAMED.items()}}
    first, last = record.one("BP"), record.one("EP")
    extra["pages"] = f"{first}--{last}" if first and last and first != last else first
    extra["editor"] = " and ".join(map(inverted_name, record.values("BE")))
    if split_venue(venue)[0] != venue:
        in_book = kind in ("inproceedings", "incollection")
        extra["booktitle" if in_book else "journal"] = venue
    extra |= record.rest(_USED)
    return {name: value for name, value in extra.items() if value}


def _tag_line(line: str) -> tuple[str, str] | None:
    found = _TAG.match(line)
    if not found or found[1] in _OF_THE_FILE:
        return None
    return found[1], folded(found[2] or "")


def _recognises(name: str, head: str) -> bool:
    return name.removesuffix(".gz").endswith(".ciw") or bool(_BEGINS.match(head))


WOS = Importer("wos", _recognises, WosReader)
