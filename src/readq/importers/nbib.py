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
_YEAR_AND_MONTH = lazily(rf"(?:\d{{4}}(?:\s+(?:{'|'.join(MONTHS)}))?)?", re.IGNORECASE)
_MARK = lazily(
    r"(?:^|\n)(PMID|STAT|OWN |FAU |LID |DCOM|LR  |MHDA|CRDT|PHST|EDAT|JID |PST )- ?", re.ASCII
)
_INITIALS = lazily(r"(\S.*?) ([A-Z]{1,4})(?: (Jr|Sr|2nd|3rd|4th))?")
_ONCE = frozenset({"PMID", "OWN", "STAT", "TI", "DP", "JT"})
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
    ["TI", "BTI", "TT", "AB", "FAU", "AU", "CN", "JT", "TA", "DP", "OT", "AID", "LID", "SO"]
) | frozenset(_NAMED)


class NbibReader:
    """One NBIB file."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a record."""
        position = 0
        texts = frozenset({"AB", "OAB"})
        for record in tagged_records(
            self.source.lines(), _tag_line, "PMID", texts=texts, once=_ONCE
        ):
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
        title = record.one("TI", "BTI", "TT")
        if title.startswith("[") and title.rstrip(".").endswith("]"):
            # Brackets say that the title was translated.
            title = title.rstrip(".")[1:-1]
        found = _DATE.match(record.one("DP")) or _DATE.match(record.one("DEP", "EDAT", "DA"))
        abstract = "\n\n".join(record.all_values("AB"))
        other = "" if abstract else record.one("OAB")
        draft = Draft(
            source=Source(self.source.name, position, record.line),
            title=title.removesuffix("."),
            authors=tuple(_people(record)),
            abstract=abstract or other,
            venue=record.one("JT", "TA") or (record.one("BTI") if record.one("TI") else ""),
            year=int(found[1]) if found else None,
            month=MONTHS.index(found[2].lower()) + 1 if found and found[2] else None,
            doi=_doi(record),
            url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid.isdecimal() else "",
            keywords=tuple(word.strip("* ") for word in record.all_values("OT")),
            extra=_extra(record, title, other),
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


def _people(record: TaggedRecord) -> Iterator[str]:
    """Authors and groups in order; each person has a full name, a short one, or both, the full one first."""
    has_full_name = False
    for tag, value in record.fields:
        if tag == "FAU" or tag == "CN":
            yield inverted_name(value)
        elif tag == "AU" and not has_full_name:
            short = _INITIALS.fullmatch(value)
            name = f"{short[2]} {short[1]}" if short else inverted_name(value)
            yield f"{name}, {short[3]}" if short and short[3] else name
        if tag in ("FAU", "AU"):
            has_full_name = tag == "FAU"


def _doi(record: TaggedRecord) -> str:
    said = record.all_values("LID", "AID")
    marked = next((normal_doi(i) for i in said if "[doi]" in i.lower()), "")
    return marked or normal_doi(record.one("SO").rpartition("doi:")[2])


def _extra(record: TaggedRecord, title: str, other: str) -> dict[str, str]:
    extra = {"entry_type": "article", **{n: record.one(tag) for tag, n in _NAMED.items()}}
    if _YEAR_AND_MONTH.fullmatch(extra["date"]):
        del extra["date"]
    extra |= record.rest(_USED)
    if record.one("TT") != title:
        extra["TT"] = record.one("TT")
    if other:
        extra["OAB"] = "; ".join(said for said in record.all_values("OAB") if said != other)
    return {name: value for name, value in extra.items() if value}


def _tag_line(line: str) -> tuple[str, str] | None:
    found = _TAG.match(line)
    if not found or line.index("-") != 4:
        return None
    return found[1], " ".join(found[2].split())


def _recognises(name: str, head: str) -> bool:
    return name.removesuffix(".gz").endswith(".nbib") or bool(
        _BEGINS.match(head) or len(set(_MARK.findall(head[:20_000]))) > 1
    )


NBIB = Importer("nbib", _recognises, NbibReader)
