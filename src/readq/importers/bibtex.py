"""BibTeX and BibLaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from readq.domain import DERIVED_NOTE, Draft, Source
from readq.domain.bibvalue import PRINTED, folded, from_bib_value
from readq.domain.identity import arxiv_id, normal_doi, openreview_id, split_venue
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.bibnames import bib_names, braced_texts, closing_brace
from readq.importers.bibscan import MAX_RECORD, MONTHS, BibRecord, BibScanner
from readq.importers.fields import doi_alone, letters, month_in_words, split_keywords, web_address
from readq.importers.journals import JOURNALS
from readq.importers.opening import TextSource
from readq.patterns import lazily

_VENUES = ("journal", "journaltitle", "booktitle", "maintitle")
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
_MOST_WRAPPED = 8

_YEAR = lazily(r"(?<!\d)[12]\d{3}(?!\d)")
_DATE = lazily(r"(?P<year>[12]\d{3})(?:-(?P<month>0[1-9]|1[0-2])(?!\d))?(?P<more>.*)", re.DOTALL)
_MONTH_NAME = lazily(rf"(?<![a-z])({'|'.join(MONTHS)})[a-z]*", re.IGNORECASE)
_MONTH_NUMBER = lazily(r"0?([1-9]|1[0-2])")
_ESCAPED = lazily(r"\{?\\([_&%#~$])(?:\{\})?\}?")
_BRACES = lazily(r"(?<!\\)[{}]")
_URL_COMMAND = lazily(r"\\(?:url|nolinkurl|path)\s*\{([^{}]*)\}")
_HREF_COMMAND = lazily(r"\\href\s*\{([^{}]*)\}\s*\{")
_TILDE = lazily(r"\{?\\(?:textasciitilde|sim)\s*(?:\{\})?\}?|\$\\sim\$")
_BARE_URL = lazily(r"(https?://[^\s{},;]+[^\s{},;.])")
_AVAILABLE = lazily(
    r"\W*(?:(?:available|accessible|online|at|from|see|url|webpage|website)\W*)*", re.IGNORECASE
)
_DOIS = lazily(r"\b10\.\d{4,9}/\S+")
_ARXIV_SAID = lazily(r"arxiv\s*:\s*[\w./-]+", re.IGNORECASE)
_CORR_VOLUME = lazily(r"abs/(\S+)")
_BEGINS = lazily(r"(?:\s*%[^\n]*\n)*\s*@\s*[a-zA-Z]+\s*[{(]")
_ENTRY = lazily(r"@\s*(?!string|preamble|comment)[a-z]+\s*[{(]")
_ACCENTS = lazily(r"[\\{}\"'^`~]")
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
                f"{self.source.name}: there is no BibTeX entry in it, such as @article{{key, title = {{…}}}}."
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
        abstract = _unwrapped(from_bib_value(raw.pop("abstract", "")))
        title = _unwrapped(raw.pop("title", ""))
        if raw.get("subtitle"):
            title = f"{title}: {_unwrapped(raw.pop('subtitle'))}" if title else raw.pop("subtitle")
        stand_in = ""
        if raw.get("note", "").startswith(DERIVED_NOTE):
            stand_in, title = _as_plain(title), ""
            raw["note"] = raw["note"].removeprefix(DERIVED_NOTE).lstrip("; ")
        year, month = _take_date(raw)
        venue, raw_arxiv = _take_venue(raw)
        links, aliases = _take_further(raw)
        url, pdf, code = _take_links(raw)
        doi, arxiv = _take_identifiers(raw, url)
        openreview = raw.pop("openreview", "")
        if openreview and url == f"https://openreview.net/forum?id={openreview}":
            url = ""
        for name in _again("keywords", raw):
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
                    _unwrapped,
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


def _unwrapped(value: str) -> str:
    """Without the braces around the whole of it."""
    for _ in range(_MOST_WRAPPED):
        if not value.startswith("{") or closing_brace(value) != len(value) - 1:
            break
        value = value[1:-1].strip()
    return value


def _take_date(raw: dict[str, str]) -> tuple[int | None, int | None]:
    """Year and month; what says more than these stays among the fields."""
    year = month = None
    found = _DATE.match(raw.get("date", "").lstrip("{"))
    if found:
        year = int(found["year"])
        month = int(found["month"]) if found["month"] else None
        if not found["more"].strip("} "):
            del raw["date"]
    if year is None and (number := _YEAR.search(raw.get("year", ""))):
        year = int(number.group())
    if raw.get("year", "").strip("{} ") == str(year):
        del raw["year"]
    said = raw.get("month", "").strip("{} ")
    if said:
        if number := _MONTH_NUMBER.fullmatch(said):
            named: tuple[int, bool] | None = (int(number[1]), True)
        else:
            named = _month_named(said)
        if named:
            month = month or named[0]
            if named[1]:
                del raw["month"]
    return year, month


@lru_cache(maxsize=1024)
def _month_named(said: str) -> tuple[int, bool] | None:
    """A month in one of several languages, and whether that is all a field says."""
    return month_in_words(_ACCENTS.sub("", said)) or _abbreviated(said)


def _abbreviated(said: str) -> tuple[int, bool] | None:
    """A month in English that is cut or misspelt behind its third letter."""
    name = _MONTH_NAME.search(said)
    return (MONTHS.index(name[1].lower()) + 1, name.group() == said.rstrip(".")) if name else None


def _take_venue(raw: dict[str, str]) -> tuple[str, str]:
    """The venue, and the arXiv id that a preprint's journal may be; a name that readq shortens stays as well."""
    name = next((name for name in _VENUES if raw.get(name)), "")
    if not name:
        return "", ""
    venue, arxiv, as_it_is = _venue(raw[name])
    if not arxiv and venue.lower() in ("corr", "arxiv") and (volume := raw.get("volume")):
        found = _CORR_VOLUME.match(volume)
        arxiv = arxiv_id(found[1] if found else volume)
    if as_it_is:
        del raw[name]
    return venue, arxiv


@lru_cache(maxsize=4096)
def _venue(value: str) -> tuple[str, str, bool]:
    """The name, an arXiv id in it, and whether readq shows the name as it is."""
    venue = _unwrapped(value)
    venue = JOURNALS.get(venue, venue)
    arxiv = arxiv_id(venue) if "arxiv" in venue.lower() else ""
    return (
        venue,
        arxiv,
        split_venue(venue)[0] == venue == _unwrapped(value)
        and "\\" not in venue
        and "{" not in venue,
    )


def _take_links(raw: dict[str, str]) -> tuple[str, str, str]:
    """Page, PDF and code; a field that holds no web address stays."""
    found = {"url": "", "pdf": "", "code": ""}
    for name in found:
        value = raw.get(name, "")
        inside = _HREF_COMMAND.match(value)
        address = web_address(_address(inside[1] if inside else value))
        if address:
            found[name] = address
            del raw[name]
    if not found["url"]:
        for name in ("howpublished", "note"):
            said = raw.get(name, "")
            inside = _URL_COMMAND.search(said)
            if inside is None and name != "note":
                inside = _BARE_URL.search(said)
            address = web_address(_address(inside[1] if inside else said))
            if address:
                found["url"] = address
                # What else it says stays.
                if not inside or _AVAILABLE.fullmatch(
                    said[: inside.start()] + said[inside.end() :]
                ):
                    del raw[name]
                break
    return found["url"], found["pdf"], found["code"]


def _take_further(raw: dict[str, str]) -> tuple[tuple[str, ...], list[str]]:
    """Further addresses and titles, as readq's own exports write them; a field of another sort stays."""
    if " " in (several := raw.get("url", "")) and all(map(web_address, several.split())):
        raw["url"], *more = several.split()
        raw |= {f"url-{i}": link for i, link in enumerate(more, 2)}
    links = tuple(map(web_address, raw.get("links", "").split()))
    if links and all(links):
        del raw["links"]
    for name in _again("url", raw):
        if second := web_address(_address(raw[name])):
            links = (*links, second)
            del raw[name]
    aliases = braced_texts(raw.get("aliases", ""))
    if aliases:
        del raw["aliases"]
    return links if all(links) else (), aliases


def _again(name: str, raw: dict[str, str]) -> list[str]:
    """What the further values of a field that is there more than once are called."""
    if f"{name}-2" not in raw:
        return []
    return [other for other in raw if other.startswith(f"{name}-")]


def _take_identifiers(raw: dict[str, str], url: str) -> tuple[str, str]:
    """DOI and arXiv id."""
    doi = normal_doi(_address(raw.get("doi", "")))
    if doi:
        said = raw.pop("doi")
        if " " in said and len(dois := _DOIS.findall(said)) > 1:
            raw.setdefault("doi-2", " ".join(one.rstrip(",;") for one in dois[1:]))
    elif "note" in raw:
        doi = doi_alone(raw["note"])
    archive = raw.get("archiveprefix", "") or raw.get("eprinttype", "")
    arxiv = ""
    if not archive or archive.lower() == "arxiv":
        arxiv = arxiv_id(raw.get("eprint", ""))
        for name in ("eprint", "archiveprefix", "eprinttype") if arxiv else ():
            raw.pop(name, None)
    arxiv = arxiv or arxiv_id(raw.get("arxivid", "") or raw.get("arxiv", ""))
    if not arxiv:
        for name in ("note", "number"):
            said = raw.get(name, "")
            if "rxiv" in said.lower()[:5] and (found := _ARXIV_SAID.match(said)):
                arxiv = arxiv_id(found[0])
                break
    of_doi = arxiv_id(doi) if doi else ""
    if not doi and "doi.org/" in url.lower():
        doi = normal_doi(url)
        of_doi = arxiv_id(doi)
    return ("", arxiv or of_doi) if of_doi else (doi, arxiv)


def _address(value: str) -> str:
    """An address or DOI without the escapes LaTeX wants in it."""
    if "\\" not in value:
        return value.strip("{} ")
    inside = _URL_COMMAND.search(value)
    value = inside[1] if inside else value
    return _ESCAPED.sub(r"\1", _TILDE.sub("~", value)).strip("{} ")


def _recognises(name: str, head: str) -> bool:
    if name.removesuffix(".gz").endswith((".bib", ".bibtex", ".biblatex")):
        return True
    return bool(_BEGINS.match(head) or _ENTRY_LINE.search(head))


BIBTEX = Importer("bibtex", _recognises, BibtexReader)
