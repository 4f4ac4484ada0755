"""RIS, which nearly every reference manager reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any

from readq.domain import DERIVED_NOTE, Paper, Reading
from readq.domain.bibvalue import folded
from readq.domain.citekey import is_citekey
from readq.domain.identity import arxiv_id, normal_doi, openreview_id
from readq.domain.ristypes import sort_of
from readq.domain.synonyms import is_isbn
from readq.exporters.keys import keys_for
from readq.exporters.kinds import kind_of
from readq.exporters.options import PLAIN, Options
from readq.exporters.people import PersonName, names_of
from readq.exporters.values import (
    arxiv_doi,
    as_text,
    beyond_type,
    day_of,
    further_links,
    looks_like_markup,
    one_line,
    take_first,
    take_named,
    venue_of,
)
from readq.patterns import lazily

_TAG = lazily(r"[A-Z][A-Z0-9]")
_TYPE = lazily(r"[A-Z]{3,6}")
_PAGES = lazily(r"(\S+?)\s*(?:-+|\u2013)\s*(\S+)")
_COMMA = lazily(r"\s*,\s*")
_NAMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("VL", ("volume",)),
    ("IS", ("number", "issue")),
    ("ET", ("edition",)),
    ("PB", ("publisher", "institution", "school", "organization")),
    ("CY", ("address", "location", "publisher-place", "place")),
    ("T3", ("series", "collection-title")),
    ("SN", ("issn", "isbn", "ISSN", "ISBN")),
    ("LA", ("language", "langid")),
    ("ST", ("shorttitle", "short_title", "title-short")),
    ("Y2", ("urldate",)),
    ("N1", ("note", "notes")),
)


def to_ris(papers: Iterable[tuple[Paper, Reading]], options: Options = PLAIN, /) -> str:
    """One record a paper."""
    pairs = list(papers)
    keys = keys_for((paper for paper, _ in pairs), options)
    return "\n".join(
        "".join(
            f"{tag}  - {value}\n" for tag, value in _lines(paper, reading, keys[paper.id], options)
        )
        + "ER  - \n"
        for paper, reading in pairs
    )


def _lines(paper: Paper, reading: Reading, key: str, options: Options) -> Iterator[tuple[str, str]]:
    extra = beyond_type(paper)
    tag = extra.pop("TY", "")
    kind = tag if isinstance(tag, str) and _TYPE.fullmatch(tag) else kind_of(paper).ris
    yield "TY", kind
    own = paper.extra.get("entry_type")
    if isinstance(own, str) and own not in ("", sort_of(kind)):
        yield "U1", f"readq:entry_type: {one_line(own)}"
    own_id = extra.pop("ID", "")
    yield "ID", key if paper.citekey else one_line(as_text(own_id)) or key
    yield "TI", one_line(paper.title)
    for name in names_of(paper):
        yield "AU", _author(name)
    if paper.year is not None:
        yield "PY", f"{paper.year:04}"
        if paper.month:
            day = day_of(paper)
            yield "DA", f"{paper.year:04}/{paper.month:02}/{f'{day:02}' if day else ''}/"
            if day:
                extra.pop("date", None)
    in_book = sort_of(kind) in ("inproceedings", "incollection")
    if venue := venue_of(paper, extra, "booktitle" if in_book else "journal"):
        yield "T2", venue
    found = {
        "DO": paper.doi or arxiv_doi(paper),
        "UR": paper.url,
        "L1": paper.pdf_url,
        "AB": paper.abstract,
    }
    for tag, text in found.items():
        if text.strip():
            yield tag, one_line(text) if tag != "AB" else folded(text).replace("\n\n", " ")
    if breaks := _breaks(paper.abstract):
        yield "U1", f"readq:breaks: {breaks}"
    yield from (("KW", keyword) for keyword in _keywords(paper))
    if paper.title_is_derived:
        yield "N1", DERIVED_NOTE
    yield from _others(extra, paper)
    if options.notes and reading.note.strip():
        yield "RN", one_line(reading.note)


def _others(extra: dict[str, Any], paper: Paper) -> Iterator[tuple[str, str]]:
    pages = take_first(extra, ("pages", "page"))
    if pages:
        parts = _PAGES.fullmatch(pages)
        if (parts and pages != f"{parts[1]}--{parts[2]}") or (parts and parts[1] == parts[2]):
            yield "U1", f"readq:pages: {pages}"
        yield "SP", parts[1] if parts else pages
        if parts and parts[1] != parts[2]:
            yield "EP", parts[2]
    for tag, names in _NAMES:
        name, text = take_named(extra, names)
        if text:
            yield tag, text
            if name not in (names[0], "isbn" if is_isbn(text) else names[0]):
                yield "U1", f"readq:{name}: {text}"
    editors = extra.get("editor")
    if isinstance(editors, str) and "{" not in editors:
        del extra["editor"]
        for editor in one_line(editors).split(" and "):
            yield "ED", editor
    own = {
        "citekey": "" if is_citekey(paper.citekey) else paper.citekey,
        "arxiv_id": paper.arxiv_id if paper.doi else "",
        "openreview_id": paper.openreview_id,
        "code_url": paper.code_url,
        "plain": "true" if looks_like_markup(paper) else "",
    }
    for name, text in own.items():
        if text:
            yield "U1", f"readq:{name}: {one_line(text)}"
    yield from (("U1", f"readq:alias: {one_line(alias)}") for alias in paper.aliases)
    yield from _links(paper)
    for name, value in extra.items():
        values = value if isinstance(value, list) and _TAG.fullmatch(name) else [value]
        for item in values:
            text = one_line(as_text(item))
            if text and _TAG.fullmatch(name) and name not in ("TY", "ER"):
                yield name, text
            elif text:
                yield "U1", f"readq:{one_line(name)}: {text}"


def _links(paper: Paper) -> Iterator[tuple[str, str]]:
    """Further links; what readers would take for the first address or an identifier is said in readq's way."""
    links = further_links(paper)
    plain = [
        link
        for link in links
        if paper.url
        and link not in (paper.url, paper.pdf_url)
        and not (normal_doi(link) or arxiv_id(link) or openreview_id(link))
    ]
    yield from (("UR", link) for link in plain)
    if plain != links:
        yield from (("U1", f"readq:link: {link}") for link in links)


def _breaks(text: str) -> str:
    """Where in a text on one line its paragraphs end, from the last to the first."""
    *paragraphs, _ = folded(text).split("\n\n")
    ends = accumulate(len(paragraph) + 1 for paragraph in paragraphs)
    return " ".join(str(end - 1) for end in reversed(list(ends)))


def _keywords(paper: Paper) -> list[str]:
    """Each keyword; one that stands alone and has a comma in it is kept whole by a semicolon."""
    words = [one_line(word) for word in paper.keywords if word.strip()]
    return [f"{words[0]};"] if len(words) == 1 and "," in words[0] else words


def _author(name: PersonName) -> str:
    """Family name first; the comma of a group's name is doubled, so that it does not part the name."""
    if name.literal:
        return _COMMA.sub(",, ", name.literal.strip(" ,").replace(";", ";;"))
    return ", ".join(filter(None, (name.whole_family, name.given, name.suffix)))
