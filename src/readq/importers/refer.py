"""EndNote's tagged text (`%0 Journal Article`, `%A`, `%T`), which Google Scholar and refer write as well."""

from __future__ import annotations

import re
from collections.abc import Iterator

from readq.domain import Draft, Source
from readq.domain.bibvalue import folded
from readq.domain.citekey import is_citekey
from readq.domain.identity import arxiv_id, normal_doi, openreview_id, split_venue
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.endnote import sort_of
from readq.importers.fields import (
    date_in_words,
    inverted_name,
    split_keywords,
    web_address,
)
from readq.importers.opening import TextSource
from readq.importers.tagged import TaggedRecord, tagged_records
from readq.patterns import lazily

_TAG = lazily(r"%([0-9A-Z@!?()*+=>\[\]~$&#<^])(?:[ \t]+(.*)|$)", re.DOTALL)
_BEGINS = lazily(
    r"\s*(?:%0 [A-Z]\w+(?: \w+){0,3}\s*\r?\n\s*%[0-9A-Z@]|%[ATJDBXK][ \t]+\S[^\n]*\n(?:[^%\n][^\n]*\n)*%[0-9A-Z@] )"
)
_NAMED = {
    "V": "volume",
    "N": "number",
    "P": "pages",
    "I": "publisher",
    "C": "address",
    "@": "issn",
    "G": "language",
    "S": "series",
    "7": "edition",
    "Z": "note",
    "M": "accession-num",
    "9": "work-type",
    "!": "shorttitle",
    "[": "urldate",
}
"""Tags kept under the names BibTeX has for them."""
_NAMES = {">": "pdf", "(": "original", "~": "database", "&": "section", "+": "affiliation"}
_USED = frozenset("0ATJBDXKURFE>") | frozenset(_NAMED)


class ReferReader:
    """One file of EndNote's tagged text."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a record."""
        position = 0
        first = _TAG.match(self.source.head.lstrip())
        begins = first[1] if first else "0"
        for record in tagged_records(
            self.source.lines(),
            _tag_line,
            begins,
            texts=frozenset({"X"}),
            lists=frozenset({"K"}),
            after_blank=begins != "0",
        ):
            position += 1
            yield self._read(record, position)
        if position == 0:
            raise SourceError(
                f"{self.source.name}: there is no record of EndNote in it, with lines such as %T."
            )

    def understood(self, tally: Tally) -> str:
        """Say what the file holds."""
        return f"{plural(tally.papers, 'paper')} from EndNote"

    def _read(self, record: TaggedRecord, position: int) -> Record:
        title, venue = record.one("T"), record.one("J", "B")
        links = list(filter(None, map(web_address, record.values("U"))))
        url = links[0] if links else ""
        doi = normal_doi(record.one("R") or next((x for x in links if "doi.org/" in x), ""))
        arxiv = arxiv_id(doi) or arxiv_id(url)
        abstract = "\n\n".join(record.values("X"))
        if record.too_long or not (title or abstract or doi or arxiv):
            what = "is too long for one paper" if record.too_long else "has no title"
            return ImportIssue(
                self.source.name, record.line, f"record {position}", f"{what}; it was left out"
            )
        year, month = date_in_words(f"{record.one('D')} {record.one('8')}")
        label = record.one("F")
        extra = _extra(record, venue)
        if label and not is_citekey(label):
            extra["label"] = label
        return Draft(
            source=Source(self.source.name, position, record.line),
            title=title,
            authors=tuple(
                inverted_name(name) for said in record.values("A") for name in _each(said)
            ),
            abstract=abstract,
            venue=venue,
            year=year,
            month=month,
            doi="" if arxiv_id(doi) else doi,
            arxiv_id=arxiv,
            openreview_id=openreview_id(url) if url else "",
            url=url,
            pdf_url=web_address(record.one(">")),
            links=tuple(links[1:]),
            keywords=tuple(
                dict.fromkeys(w for said in record.values("K") for w in split_keywords(said))
            ),
            citekey=label if is_citekey(label) else "",
            extra=extra,
        )


def _each(said: str) -> list[str]:
    """The people on one line, of whom there may be several parted by semicolons."""
    return [name.strip() for name in said.split(";") if name.strip()]


def _extra(record: TaggedRecord, venue: str) -> dict[str, str]:
    kind = sort_of(record.one("0"))
    if kind == "misc" and record.one("J"):
        kind = "article"
    extra = {"entry_type": kind}
    extra |= {name: "; ".join(record.all_values(tag)) for tag, name in _NAMED.items()}
    extra["editor"] = " and ".join(map(inverted_name, record.values("E")))
    if split_venue(venue)[0] != venue:
        in_book = kind in ("inproceedings", "incollection")
        extra["booktitle" if in_book else "journal"] = venue
    if record.one("J"):
        extra["booktitle"] = extra.get("booktitle", "") or record.one("B")
    rest = record.rest(_USED)
    extra |= {_NAMES.get(tag, f"custom{tag}"): value for tag, value in rest.items()}
    return {name: value for name, value in extra.items() if value}


def _tag_line(line: str) -> tuple[str, str] | None:
    found = _TAG.match(line)
    return (found[1], folded(found[2] or "")) if found else None


def _recognises(name: str, head: str) -> bool:
    return name.removesuffix(".gz").endswith(".enw") or bool(_BEGINS.match(head))


REFER = Importer("endnote-tagged", _recognises, ReferReader)
