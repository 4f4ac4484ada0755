"""Tables in CSV and TSV: spreadsheets, Zotero, Scopus, Web of Science, Rayyan, ASReview."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from readq.domain import Draft, Source
from readq.domain.identity import arxiv_id, normal_doi, openreview_id, split_venue
from readq.domain.venue import long_name
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.exported import exported_row, is_exported_table
from readq.importers.fields import (
    date_in_words,
    inverted_name,
    split_authors,
    split_keywords,
    web_address,
    whole_number,
)
from readq.importers.opening import TextSource
from readq.importers.tablerows import Row, cells_of, rows
from readq.patterns import lazily

_COLUMNS = {
    "title": "title|titles|article title|paper title|document title|primary title|paper|name|ti|标题|题名|论文标题"
    "|titel|titre|título|titulo|titolo",
    "abstract": "abstract|abstracts|abstract note|summary|ab|notes abstract|摘要"
    "|zusammenfassung|résumé|resumen|resumo",
    "authors": "author full names|authors|author|author(s)|author names|creators|creator|au|af|paper authors"
    "|作者|autor|autoren|autor(en)|auteur|auteurs|autores|autori",
    "venue": "venue|journal|source title|publication title|journal/book|conference|book title|booktitle"
    "|container title|publication|journal name|conference name|so"
    "|期刊|会议|来源|zeitschrift|konferenz|revue|revista",
    "year": "year|publication year|pub year|published year|py|date|publication date|published|issued"
    "|年份|年|jahr|année|annee|año|ano|anno",
    "month": "month",
    "doi": "doi|digital object identifier|doi link|di",
    "arxiv": "arxiv|arxiv id|arxiv link|eprint",
    "openreview": "openreview|openreview id|forum",
    "url": "url|link|urls|uri|article url|web address|website|paper url|paper link|site|articleurl",
    "pdf": "pdf|pdf url|pdf link|paper pdf url",
    "code": "code|code url|github|repository|code link",
    "keywords": "keywords|author keywords|keyword|tags|manual tags|document tags|de|topics|关键词",
    "citekey": "citekey|citation key|bibtex key|bibtexkey|bibkey",
    "title_origin": "title origin",
}
_FIELD_OF = {name: field for field, names in _COLUMNS.items() for name in names.split("|")}
_RANK = {name: n for n, name in enumerate(_FIELD_OF)}
_ABSENT = frozenset({"nan", "none", "null", "n/a", "na", "#n/a", "-", "[no author name available]"})
_SEPARATORS = ",;\t|"
_YEAR = lazily(r"(?<!\d)([12]\d{3})(?:\.0)?(?![\d])(?:[-/](0?[1-9]|1[0-2])(?!\d))?")
_SERIAL = lazily(r"[2-5]\d{4}")
_WITH_DAY = lazily(r"\d{4}[-/]\d{1,2}[-/]\d")
_SCOPUS_ID = lazily(r"\s*\(\d+\)(?=;|\s*$)")
_DEFUSED = lazily(r"'(?='*[=+\-@\t\r])")
_MARKDOWN_RULE = lazily(
    r"^[^\n]*\|[^\n]*\n[ \t]*(?=[^\n]*\|)\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$",
    re.MULTILINE,
)
_MOST_EXTRA = 300


class TableReader:
    """One table."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source
        found = _header_of(source.head)
        if found is None:
            raise SourceError(
                f"{source.name}: its first line names no column readq knows; give it a first line such as "
                "title,authors,abstract,year,doi."
            )
        self._separator, self._names, self._header_line = found
        self._fields = [field_of(name) for name in self._names]
        self._is_own = is_exported_table(self._names)
        if not {"title", "abstract", "doi", "arxiv"} & set(self._fields):
            raise SourceError(
                f"{source.name}: none of its columns is called title, abstract, doi or arxiv; rename one."
            )

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a row, and a remark on each that does not fit the header."""
        position = 0
        for row in rows(self.source.lines(), self._separator):
            if row.line <= self._header_line or not any(cell.strip() for cell in row.cells):
                continue
            position += 1
            draft = None if row.too_long else self._draft(row, position)
            if draft is None:
                what = "is too long" if row.too_long else "has no title, abstract or identifier"
                yield self._issue(row, position, f"row {position} {what}; it was left out")
                continue
            trouble = row.trouble or self._misfit(row)
            if trouble:
                said = f"row {position} {trouble}; it was read all the same, look it over"
                yield self._issue(row, position, said, draft.title, kept=True)
            yield draft

    def understood(self, tally: Tally) -> str:
        """Say what the table holds."""
        used = [n for n, field in zip(self._names, self._fields, strict=True) if field]
        kind = "TSV" if self._separator == "\t" else "CSV"
        return (
            f"{plural(tally.papers, 'paper')} from a {kind} table; columns used: {', '.join(used)}"
        )

    def _misfit(self, row: Row) -> str:
        cells = len(row.cells)
        while cells > len(self._names) and not row.cells[cells - 1].strip():
            cells -= 1
        if cells <= len(self._names):
            return ""
        return (
            f"has {plural(cells, 'cell')} where the header has {len(self._names)}, "
            f'the rest kept from "column {len(self._names) + 1}" on'
        )

    def _draft(self, row: Row, position: int) -> Draft | None:
        if self._is_own:
            own = exported_row(self._names, row.cells, Source(self.source.name, position, row.line))
            if own and (own.title.strip() or own.abstract.strip()):
                return own
        said, extra = self._sorted_out(row)
        venue, venue_year = split_venue(said.get("venue", ""))
        if whole := long_name(said.get("venue", "")):
            extra.setdefault("booktitle", whole)
        year, month = _dates(said, extra)
        doi = normal_doi(said.get("doi", ""))
        url = web_address(said.get("url", ""))
        arxiv = arxiv_id(said.get("arxiv", "")) or arxiv_id(doi) or arxiv_id(url)
        forum = openreview_id(said.get("openreview", "")) or (openreview_id(url) if url else "")
        title, stand_in = said.get("title", ""), ""
        if said.get("title_origin") == "derived":
            title, stand_in = "", title
        if address := web_address(title):
            url, title, stand_in = url or address, "", title
            arxiv, forum = arxiv or arxiv_id(address), forum or openreview_id(address)
        pdf, code = web_address(said.get("pdf", "")), web_address(said.get("code", ""))
        taken = {
            "doi": doi,
            "url": url,
            "pdf": pdf,
            "code": code,
            "arxiv": arxiv,
            "openreview": forum,
        }
        extra |= {name: said[name] for name, value in taken.items() if name in said and not value}
        abstract = said.get("abstract", "")
        if not (title or abstract or doi or arxiv or forum):
            return None
        return Draft(
            source=Source(self.source.name, position, row.line),
            title=title,
            authors=_authors(said.get("authors", "")),
            abstract=abstract,
            venue=venue,
            year=year or venue_year,
            month=month,
            doi="" if arxiv_id(doi) else doi,
            arxiv_id=arxiv,
            openreview_id=forum,
            url=url,
            pdf_url=pdf,
            code_url=code,
            keywords=split_keywords(said.get("keywords", "")),
            citekey=said.get("citekey", ""),
            stand_in=stand_in,
            extra=extra,
        )

    def _sorted_out(self, row: Row) -> tuple[dict[str, str], dict[str, str]]:
        """The cells readq has a place for, by field, and the rest by column."""
        said: dict[str, str] = {}
        extra: dict[str, str] = {}
        chosen: dict[str, int] = {}
        for name, field, cell in zip(self._names, self._fields, row.cells, strict=False):
            text = _DEFUSED.sub("", cell.strip(), count=1)
            if not text or text.lower() in _ABSENT:
                continue
            if not field:
                if len(extra) < _MOST_EXTRA and text not in extra.values():
                    extra[_free_name(name or "column", extra)] = text
            elif field not in said:
                said[field], chosen[field] = text, _RANK[_plain(name)]
            elif _RANK[_plain(name)] < chosen[field]:
                # The column that says more, such as full names beside initials.
                extra.setdefault(_key_of(field), said[field])
                said[field], chosen[field] = text, _RANK[_plain(name)]
            elif text != said[field]:
                extra.setdefault(f"{name} 2", text)
        for number, cell in enumerate(row.cells[len(self._names) :], len(self._names) + 1):
            if (text := _DEFUSED.sub("", cell.strip(), count=1)) and len(extra) < _MOST_EXTRA:
                extra[_free_name(f"column {number}", extra)] = text
        return said, extra

    def _issue(
        self, row: Row, position: int, message: str, title: str = "", *, kept: bool = False
    ) -> ImportIssue:
        key = title[:60] or f"row {position}"
        return ImportIssue(self.source.name, row.line, key, message, kept)


def field_of(column: str) -> str:
    """The field of a paper that a column of this name holds; empty if none."""
    return _FIELD_OF.get(_plain(column), "")


def _free_name(name: str, taken: Mapping[str, str]) -> str:
    """The name of a column; for a second one of the same name with a number behind."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free


def _key_of(field: str) -> str:
    return f"other {field}"


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[\s_-]+", " ", name.strip("\ufeff \t\"'").lower()).split())


def _header_of(head: str) -> tuple[str, list[str], int] | None:
    """Separator, column names and line number of the header; None if no line is one."""
    lines = head.splitlines()[:10]
    given = ""
    for number, line in enumerate(lines, 1):
        if not line.strip() or (line.startswith("#") and not _is_header_line(line)):
            continue
        if line.lower().startswith("sep=") and len(line.strip()) <= 5:
            given = line[4:5]
            continue
        tried = [(_known(line, s), -_SEPARATORS.find(s), s) for s in given or _SEPARATORS]
        known, _, separator = max(tried)
        if known == 0:
            return None
        names = [" ".join(cell.split()) for cell in cells_of(line, separator)]
        return separator, names, number
    return None


def _is_header_line(line: str) -> bool:
    """Whether a line that begins like a remark names columns: `#,title,year`."""
    return any(_known(line, separator) > 1 for separator in _SEPARATORS)


def _known(line: str, separator: str) -> int:
    return sum(_plain(cell) in _FIELD_OF for cell in cells_of(line, separator))


def _dates(said: dict[str, str], extra: dict[str, str]) -> tuple[int | None, int | None]:
    """Year and month; a cell that says no year, or also the day, is kept among the further fields."""
    text = said.get("year", "")
    year, month = _when(text)
    if text and year is None:
        extra["year"] = text
    elif _WITH_DAY.search(text):
        extra["date"] = text
    number = whole_number(said.get("month", ""))
    if number is not None and 1 <= number <= 12:
        month = number
    elif said.get("month"):
        month = date_in_words(said["month"])[1] or month
    return year, month


def _when(text: str) -> tuple[int | None, int | None]:
    if _SERIAL.fullmatch(text):  # a spreadsheet's day, counted from the end of 1899
        day = date(1899, 12, 30) + timedelta(days=int(text))
        return day.year, day.month
    found = _YEAR.search(text)
    if not found:
        return None, None
    return int(found[1]), int(found[2]) if found[2] else date_in_words(text)[1]


def _authors(text: str) -> tuple[str, ...]:
    text = _SCOPUS_ID.sub("", text)
    if "\n" in text and ";" not in text:
        return tuple(map(inverted_name, filter(None, map(str.strip, text.split("\n")))))
    return split_authors(text.replace("\n", " "))


def _recognises(name: str, head: str) -> bool:
    if name.removesuffix(".gz").endswith((".csv", ".tsv", ".tab")):
        return True
    found = _header_of(head)
    if found is None or is_markdown_table(head):
        return False
    _, names, _ = found
    fields = {field_of(name) for name in names}
    # A line of prose with the word "title" in it is no header: nearly all of its cells must be names.
    short = all(len(name.split()) <= 5 for name in names)
    return len(names) > 1 and short and "title" in fields and len(fields - {""}) > 1


def is_markdown_table(text: str) -> bool:
    """Whether a text has a header over a line such as `|---|:-:|`."""
    return bool(_MARKDOWN_RULE.search(text))


TABLE = Importer("csv", _recognises, TableReader)
