"""PubMed's own format (NBIB, MEDLINE)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from readq.domain import Draft, Source
from readq.domain.identity import normal_doi
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.bibscan import MONTHS
from readq.importers.fields import inverted_name
from readq.importers.opening import TextSource
from readq.importers.tagged import TaggedRecord, tagged_records
from readq.patterns import lazily

_BEGINS = lazily(r"\s*PMID- ?\d")
_TAG = lazily(r"([A-Z]{2,4}) {0,2}- ?(.*)", re.ASCII | re.DOTALL)
_DATE = lazily(rf"([12]\d{{3}})(?:\s+({'|'.join(MONTHS)}))?", re.IGNORECASE)
_NAMED = {
    "PMID": "pmid",
    "PMC": "pmcid",
    "VI": "volume",
    "IP": "number",
    "PG": "pages",
    "IS": "issn",
    "LA": "language",
    "DP": "date",
}
_USED = frozenset(
    ["TI", "BTI", "AB", "FAU", "AU", "CN", "JT", "TA", "DP", "OT", "AID", "LID", "SO"]
) | frozenset(_NAMED)


class NbibReader:
    """One NBIB file."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a record."""
        position = 0
        for record in tagged_records(self.source.lines(), _tag_line, "PMID"):
            position += 1
            yield self._read(record, position)
        if position == 0:
            raise SourceError(
                f"{self.source.name}: there is no PubMed record in it, beginning with PMID."
            )

    def understood(self, tally: Tally) -> str:
        """Say what the file holds."""
        return f"{plural(tally.papers, 'paper')} from PubMed"

    def _read(self, record: TaggedRecord, position: int) -> Record:
        pmid = record.one("PMID")
        title = record.one("TI", "BTI")
        if title.startswith("[") and title.rstrip(".").endswith("]"):
            # Brackets say that the title was translated.
            title = title.rstrip(".")[1:-1]
        found = _DATE.match(record.one("DP"))
        draft = Draft(
            source=Source(self.source.name, position, record.line),
            title=title.removesuffix("."),
            authors=tuple(
                map(inverted_name, [*record.values("FAU", "AU"), *record.all_values("CN")])
            ),
            abstract=record.one("AB"),
            venue=record.one("JT", "TA"),
            year=int(found[1]) if found else None,
            month=MONTHS.index(found[2].lower()) + 1 if found and found[2] else None,
            doi=next((normal_doi(i) for i in record.values("AID", "LID") if "[doi]" in i), ""),
            url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid.isdecimal() else "",
            keywords=tuple(word.strip("* ") for word in record.all_values("OT")),
            extra=_extra(record),
        )
        if record.too_long or not (draft.title or draft.abstract or draft.doi):
            what = (
                "is too long for one paper" if record.too_long else "has no title and no abstract"
            )
            return ImportIssue(
                self.source.name,
                record.line,
                pmid or f"record {position}",
                f"{what}; it was left out",
            )
        return draft


def _extra(record: TaggedRecord) -> dict[str, str]:
    extra = {"entry_type": "article", **{n: record.one(tag) for tag, n in _NAMED.items()}}
    if len(extra["date"].split()) < 3:
        del extra["date"]
    extra |= record.rest(_USED)
    return {name: value for name, value in extra.items() if value}


def _tag_line(line: str) -> tuple[str, str] | None:
    found = _TAG.match(line)
    if not found or line.index("-") != 4:
        return None
    return found[1], " ".join(found[2].split())


def _recognises(name: str, head: str) -> bool:
    return name.removesuffix(".gz").endswith(".nbib") or bool(_BEGINS.match(head))


NBIB = Importer("nbib", _recognises, NbibReader)
