"""BibTeX and BibLaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from readq.domain import DERIVED_NOTE, Draft, Source
from readq.domain.bibvalue import PRINTED, folded, from_bib_value
from readq.domain.identity import openreview_id
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.bibfields import (
    again,
    take_date,
    take_further,
    take_identifiers,
    take_links,
    take_venue,
    unwrapped,
)
from readq.importers.bibnames import bib_names
from readq.importers.bibscan import MAX_RECORD, BibRecord, BibScanner
from readq.importers.fields import letters, split_keywords
from readq.importers.opening import TextSource
from readq.patterns import lazily

_NOT_INHERITED = frozenset(
    [
        "title",
        "crossref",
        "xdata",
        "xref",
        "label",
        "abstract",
        "keywords",
        "doi",
        "url",
        "file",
        "eprint",
        "archiveprefix",
        "eprinttype",
        "pages",
        "author",
        "note",
        "entry_type",
    ]
)
_DEEPEST_PARENT = 5

_ESCAPED = lazily(r"\{?\\([_&%#~$])(?:\{\})?\}?")
_BRACES = lazily(r"(?<!\\)[{}]")
_TILDE = lazily(r"\{?\\(?:textasciitilde|sim)\s*(?:\{\})?\}?|\$\\sim\$")
_BEGINS = lazily(r"(?:\s*%[^\n]*\n)*\s*@\s*[a-zA-Z]+\s*[{(]")
_ENTRY = lazily(r"@\s*(?!string|preamble|comment)[a-z]+\s*[{(]")
_ENTRY_LINE = lazily(
    r"(?:^|\n)[ \t]*@\s*(?:article|book|booklet|collection|conference|comment|dataset|in\w+|manual|\w*thesis"
    r"|misc|online|periodical|preamble|proceedings|report|software|string|techreport|unpublished)\s*[{(]",
    re.IGNORECASE,
)


class BibtexReader:
    """One BibTeX file."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source
        self._repaired = 0
        self._macros: dict[str, str] = {}
        self._parents = self._find_parents()

    def records(self) -> Iterator[Record]:
        """Give one draft or issue an entry, and a remark on each that had to be repaired."""
        self._repaired = 0
        position = 0
        taken: dict[str, int] = {}
        for entry in BibScanner(self.source.pieces(), self._macros).records():
            if entry.kind in ("xdata", "set") or (entry.kind == "entryset" and not entry.fields):
                continue
            position += 1
            problem = _why_not(entry)
            if problem:
                yield self._issue(entry, f"{problem}; it was left out")
                continue
            draft = self._draft(entry, position)
            if not (draft.title or draft.abstract or draft.stand_in or _has_identifier(draft)):
                if entry.key.lower() in self._parents:  # others have taken what it says
                    position -= 1
                    continue
                yield self._issue(
                    entry,
                    "has no title, no abstract and no identifier; give it a title and add it again",
                )
                continue
            draft = self._with_own_key(draft, entry, taken)
            if entry.troubles:
                self._repaired += 1
                said = "; ".join(entry.troubles)
                yield self._issue(
                    entry, f"{said}; it was read all the same, look it over", kept=True
                )
            yield draft
        if position == 0:
            raise SourceError(
                f"{self.source.name}: there is no BibTeX entry in it, such as @article{{key, title = {{...}}}}."
            )

    def understood(self, tally: Tally) -> str:
        """Say what the file holds."""
        said = f"{plural(tally.papers, 'paper')} from BibTeX"
        if tally.untitled + tally.nameless:
            said += f", {tally.untitled + tally.nameless:,} without title"
        if self._repaired:
            said += f", {self._repaired:,} of them repaired"
        return said

    def _with_own_key(self, draft: Draft, entry: BibRecord, taken: dict[str, int]) -> Draft:
        """Two entries under one key are two papers until their facts say otherwise."""
        key = draft.citekey
        number = taken.get(key.lower())
        if not key or number is None:
            taken[key.lower()] = 0
            return draft
        while (free := f"{key}{letters(number)}").lower() in taken:
            number += 1
        taken[key.lower()] = number + 1
        taken[free.lower()] = 0
        entry.troubles.append(
            f"has the key {key}, which an entry before it has; its own is now {free}"
        )
        return replace(draft, citekey=free)

    def _draft(self, entry: BibRecord, position: int) -> Draft:
        fields = self._inherited(entry)
        raw = {name: _folded(value) for name, value in fields.items() if value.strip()}
        entry_type = raw.pop("entry_type", entry.kind)
        abstract = unwrapped(from_bib_value(raw.pop("abstract", "")))
        title = unwrapped(raw.pop("title", ""))
        if raw.get("subtitle"):
            title = f"{title}: {unwrapped(raw.pop('subtitle'))}" if title else raw.pop("subtitle")
        stand_in = ""
        if raw.get("note", "").startswith(DERIVED_NOTE):
            stand_in, title = _as_plain(title), ""
            raw["note"] = raw["note"].removeprefix(DERIVED_NOTE).lstrip("; ")
        year, month = take_date(raw)
        venue, raw_arxiv = take_venue(raw)
        links, aliases = take_further(raw)
        url, pdf, code = take_links(raw)
        doi, arxiv = take_identifiers(raw, url)
        openreview = raw.pop("openreview", "")
        if openreview and url == f"https://openreview.net/forum?id={openreview}":
            url = ""
        for name in again("keywords", raw):
            parts = (*split_keywords(raw.pop("keywords", "")), *split_keywords(raw.pop(name)))
            raw["keywords"] = "; ".join(dict.fromkeys(parts))
        extra: dict[str, Any] = {
            name: from_bib_value(value, printed=name in PRINTED)
            for name, value in raw.items()
            if value
        }
        if aliases:
            extra["aliases"] = aliases
        return Draft(
            source=Source(self.source.name, position, entry.line),
            title=title,
            authors=bib_names(extra.pop("author", "")),
            abstract=abstract,
            venue=venue,
            year=year,
            month=month,
            doi=doi,
            arxiv_id=arxiv or raw_arxiv,
            openreview_id=openreview or (openreview_id(url) if "/" in url else ""),
            url=url,
            pdf_url=pdf,
            code_url=code,
            links=links,
            keywords=tuple(
                map(
                    unwrapped,
                    split_keywords(extra.pop("keywords", "") or extra.pop("keyword", "")),
                )
            ),
            citekey=entry.key,
            stand_in=stand_in,
            extra={"entry_type": entry_type, **extra},
        )

    def _inherited(self, entry: BibRecord) -> dict[str, str]:
        """The fields of an entry with those of its parents, as `crossref` and `xdata` ask."""
        fields = dict(entry.fields)
        if self._parents:
            self._inherit(fields, {entry.key.lower()})
        return fields

    def _inherit(self, fields: dict[str, str], above: set[str]) -> None:
        for link in ("xdata", "crossref"):
            found = 0
            names = [name.strip().lower() for name in fields.get(link, "").split(",")]
            for name in names:
                parent = self._parents.get(name)
                if parent is None or name in above or len(above) > _DEEPEST_PARENT:
                    continue
                found += 1
                given = dict(parent)
                self._inherit(given, above | {name})
                if link == "crossref":
                    if "title" in given:
                        given.setdefault("booktitle", given["title"])
                    given = {key: v for key, v in given.items() if key not in _NOT_INHERITED}
                for key, value in given.items():
                    fields.setdefault(key, value)
            if found and found == len(names):
                del fields[link]

    def _find_parents(self) -> dict[str, dict[str, str]]:
        """The fields of all entries that others name as parents; the file is read twice only if there are any.

        So it is for macros that are defined below the first entry.
        """
        before, asked, began, late = "", False, False, False
        for piece in self.source.pieces():
            low = (before + piece).lower()
            asked = asked or "crossref" in low or "xdata" in low
            first = None if began else _ENTRY.search(low)
            began = began or first is not None
            late = late or (began and low.find("@string", first.start() if first else 0) >= 0)
            before = piece[-16:]
        if late:
            scanner = BibScanner(self.source.pieces())
            for _ in scanner.records():
                pass
            self._macros = scanner.macros
        if not asked:
            return {}
        names = {
            name.strip().lower()
            for entry in BibScanner(self.source.pieces(), self._macros).records()
            for link in ("xdata", "crossref")
            for name in entry.fields.get(link, "").split(",")
        } - {""}
        parents: dict[str, dict[str, str]] = {}
        if names:
            for entry in BibScanner(self.source.pieces(), self._macros).records():
                if entry.key.lower() in names:
                    parents.setdefault(entry.key.lower(), entry.fields)
        return parents

    def _issue(self, entry: BibRecord, message: str, *, kept: bool = False) -> ImportIssue:
        return ImportIssue(
            self.source.name, entry.line, entry.key or f"@{entry.kind}", message, kept
        )


def _why_not(entry: BibRecord) -> str:
    if entry.too_long:
        return f"is longer than {MAX_RECORD // 2**20} MB without an end"
    if not entry.fields:
        return "has no fields that can be read"
    return ""


def _has_identifier(draft: Draft) -> bool:
    return bool(draft.doi or draft.arxiv_id or draft.openreview_id)


def _folded(value: str) -> str:
    """A value on one line, but for its paragraphs."""
    value = value.strip()
    return folded(value) if "\n" in value or "  " in value or "\t" in value else value


def _as_plain(title: str) -> str:
    """A title that readq made up, such as the name of a file, without what LaTeX wanted in it."""
    title = (
        _TILDE.sub("~", title)
        .replace("\\textasciicircum{}", "^")
        .replace("\\textbackslash{}", "\\")
    )
    return _BRACES.sub("", _ESCAPED.sub(r"\1", title))


def _recognises(name: str, head: str) -> bool:
    if name.removesuffix(".gz").endswith((".bib", ".bibtex", ".biblatex")):
        return True
    return bool(_BEGINS.match(head) or _ENTRY_LINE.search(head))


BIBTEX = Importer("bibtex", _recognises, BibtexReader)
