# ruff: noqa: RUF001
"""Reading lists in Markdown: items with links, tables, headings between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from readq.domain import DERIVED_IN_LISTS, Draft, Source
from readq.domain.identity import split_venue
from readq.domain.venue import is_known_venue, venue_in
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.fields import looks_like_authors, split_authors
from readq.importers.mdlinks import (
    LINK,
    REFERENCE,
    REFERRED,
    Link,
    as_written_out,
    facts_of,
    links_of,
    plain,
    without_images,
)
from readq.importers.opening import TextSource
from readq.importers.ownlist import HEADING, own_item
from readq.importers.table import field_of, is_markdown_table
from readq.patterns import lazily
from readq.records import dataclass

_ITEM = lazily(
    r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,4}[.)])[ \t]+(?P<box>\[[ xX]\][ \t]+)?(?P<text>\S.*)"
)
_HEADING = lazily(r"#{1,6}[ \t]+(?P<text>.*?)[ \t]*#*")
_ROW = lazily(r"\s*\|(?P<cells>.*?)\|?\s*")
_RULE = lazily(r"[\s|:-]*-[\s|:-]*")
_FENCE = lazily(r"\s*(?:```|~~~)")
_BOLD = lazily(r"\*\*(?=\S)(.{4,400}?)(?<=\S)\*\*|__(?=\S)(.{4,400}?)(?<=\S)__")
_QUOTED = lazily(r"[\"“](.{8,300}?)[.,]?[\"”]")
_YEAR = lazily(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_PARTED = lazily(
    r"\s+[·—–|-]\s+|\n|\s*[·—]\s*|(?<=\w\w[.)])\s+|[*_]{1,2}(?=[\s,.;]|$)|(?<=[\s,])[*_]{1,2}(?=\w)|\(|\)|\[|\]"
)
_ABSTRACT = lazily(
    r"\babstract\b[\s:*_<>/\w-]{0,40}?[:*>]\s*(?P<text>[^<]{150,20000})", re.IGNORECASE
)
_VENUE_FIRST = lazily(r"\s*[(\[*_]{1,3}([^()\[\]*]{3,40})[)\]*_]{1,3}[\s:.-]*")
_OWN_ITEM = lazily(r"^- \[[ x]\] .+\n  \S.* \u00b7 ", re.MULTILINE)
_ONE_NAME = lazily(
    r"[^\W\d_a-z][\w.'\u2019-]*(?: (?:[^\W\d_a-z][\w.'\u2019-]*|van|von|der|den|de|la|di|da|del)){1,5}"
)
_BY = lazily(r"(?:by|authors?:)\s+", re.IGNORECASE)
_TAG = lazily(r"<[^<>]{0,200}>")
_CELL_BREAK = lazily(r"(?<!\\)\|")
_FEWEST_WORDS, _MOST_WORDS = 3, 25
_MOST_ITEM = 30_000


@dataclass(slots=True)
class _Item:
    """One item of a list or row of a table, with all that hangs on it."""

    line: int
    text: str
    section: str
    indent: int = 0
    has_items: bool = False
    """Whether other items stand under it, so that it is their heading."""
    boxed: bool = False
    """Whether it has a box to tick, as the items of a reading list of readq have."""
    own: bool = False
    """Whether the list begins as those of readq do."""
    cells: dict[str, str] = field(default_factory=dict)
    """Of a row: by the name of the column."""


class MarkdownReader:
    """One reading list."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source

    def records(self) -> Iterator[Record]:
        """Give one draft or issue an item that is a paper, or might have been meant as one."""
        position = 0
        targets = _targets(self.source)
        for item in _items(self.source, targets):
            if item.own and (own := self._own(item, position + 1)):
                position += 1
                yield own
                continue
            text = without_images(item.text)
            links = links_of(text)
            linked = any(link.address.startswith(("http", "www.")) for link in links)
            if not (linked or item.cells or item.boxed):
                if item.has_items or any(link.address.startswith("#") for link in links):
                    continue  # a heading, or a line of a table of contents
                what = _why_no_paper(text)
                if what:
                    position += 1
                    yield ImportIssue(self.source.name, item.line, plain(text)[:60], what)
                    continue
            position += 1
            draft = self._draft(item, text, links, position)
            if draft is None:
                said = plain(text)[:60]
                what = "no title of a paper can be made out in it; it was left out"
                yield ImportIssue(self.source.name, item.line, said, what)
            else:
                yield draft
        if position == 0:
            raise SourceError(f"{self.source.name}: there is no list item with a link in it.")

    def understood(self, tally: Tally) -> str:
        """Say what the list holds."""
        return f"{plural(tally.papers, 'paper')} from a Markdown list"

    def _own(self, item: _Item, position: int) -> Draft | None:
        """What an item says that readq has written, letter for letter."""
        said = own_item(item.text)
        if said is None or (said.is_derived and not said.has_identifier):
            return None
        return Draft(
            source=Source(self.source.name, position, item.line),
            title="" if said.is_derived else said.title,
            stand_in=said.title if said.is_derived else "",
            extra={"section": item.section} if f"# {item.section}" not in ("# ", HEADING) else {},
            is_plain=True,
            **said.facts,
        )

    def _draft(self, item: _Item, text: str, links: list[Link], position: int) -> Draft | None:
        title_link = next((link for link in links if not link.is_label), None)
        title, rest = _title(item, text, links, title_link)
        facts: dict[str, Any] = facts_of(links)
        known = any(facts.get(name) for name in ("arxiv_id", "doi", "openreview_id"))
        is_paper = known or any(link.is_paper for link in links)
        if not (
            known
            or (
                title
                and (is_paper or item.cells or item.boxed or len(title.split()) >= _FEWEST_WORDS)
            )
        ):
            return None
        said = _said(item, rest)
        stand_in = ""
        if DERIVED_IN_LISTS in rest:
            title, stand_in = "", title
            if not known:
                return None
        extra = {"section": item.section} if item.section else {}
        extra |= {name: cell for name, cell in item.cells.items() if cell and not field_of(name)}
        abstract = _ABSTRACT.search(rest)
        return Draft(
            source=Source(self.source.name, position, item.line),
            title=title,
            stand_in=stand_in,
            abstract=" ".join(abstract["text"].split()) if abstract else "",
            extra=extra,
            **said,
            **facts,
        )


def _why_no_paper(text: str) -> str:
    """Why an item without a link is none; empty if it reads like one."""
    line = text.partition("\n")[0].strip()
    title = plain(line)
    if _BOLD.search(line) or _QUOTED.search(line):
        return ""
    if len(title.split()) < _FEWEST_WORDS or title.endswith((":", "!", "?!")):
        return "has no link and is too short for a title; give it a link if it is a paper"
    says_when = bool(_YEAR.search(title)) or bool(venue_in(title)[0])
    if not says_when and (title.endswith(".") or len(title.split()) > _MOST_WORDS):
        return "has no link and reads like a remark; give it a link if it is a paper"
    return ""


def _targets(source: TextSource) -> dict[str, str]:
    """Where the references of a list lead, by their names in small letters."""
    lines = (line.rstrip() for line in source.lines() if "]:" in line)
    found = filter(None, map(REFERENCE.fullmatch, lines))
    return {" ".join(one[1].lower().split()): one[2] for one in found}


def _items(source: TextSource, targets: Mapping[str, str]) -> Iterator[_Item]:
    """The items and rows, each with the lines under it."""
    for item in _raw_items(source, targets):
        item.text = as_written_out(item.text, targets)
        item.cells = {name: as_written_out(cell, targets) for name, cell in item.cells.items()}
        yield item


def _raw_items(source: TextSource, targets: Mapping[str, str]) -> Iterator[_Item]:
    section, fenced, front, own = "", False, False, False
    item: _Item | None = None
    header: list[str] | None = None
    last_row: list[str] | None = None
    number, complete = 0, True
    for piece in source.lines():
        number += complete
        whole, complete = complete, piece.endswith("\n")
        line = piece.rstrip()
        own = own or (number == 1 and line == HEADING)
        if own and item and item.boxed and line.startswith("  ") and len(item.text) < _MOST_ITEM:
            item.text += "\n" + line.strip()  # a note may hold tables, lists and code
            continue
        if _FENCE.match(line):
            fenced = not fenced
        if line == "---" and (front or number == 1):
            front = not front
            continue
        if fenced or front or not whole or (targets and REFERENCE.fullmatch(line)):
            continue
        row = _ROW.fullmatch(line) if "|" in line else None
        if row:
            cells = [cell.strip() for cell in _CELL_BREAK.split(row["cells"])]
            if _RULE.fullmatch(line):
                header = last_row
            elif header:
                named = dict(zip(header, cells, strict=False))
                yield _Item(number, " | ".join(cells), section, cells=named)
            last_row = cells
            continue
        header = last_row = None
        heading = _HEADING.fullmatch(line)
        found = _ITEM.match(line)
        if heading or (found and not _hangs_on(item, found)):
            if item:
                item.has_items = found is not None and _width(found["indent"]) > item.indent
                yield item
            item = None
            if heading and _is_paper(written := as_written_out(heading["text"], targets)):
                item = _Item(number, written, section)
            elif heading:
                section = plain(LINK.sub(r"\1", without_images(heading["text"])))[:100]
        if found and item is None:
            item = _Item(number, found["text"], section, _width(found["indent"]))
            item.boxed = bool(found["box"])
            item.own = own and item.boxed
        elif item and not heading and len(item.text) < _MOST_ITEM:
            # What stands at the margin behind a blank line is no part of the item.
            if line and not line[0].isspace() and item.text.endswith("\n"):
                yield item
                item = None
            else:
                item.text += "\n" + (found["text"] if found else line.strip())
    if item:
        yield item


def _is_paper(heading: str) -> bool:
    """Whether a heading is the title of a paper, with a link to it."""
    links = links_of(without_images(heading))
    return any(link.is_paper for link in links) and any(not link.is_label for link in links)


def _hangs_on(item: _Item | None, found: re.Match[str]) -> bool:
    """Whether an item is a remark on the one above rather than the next one."""
    if item is None or _width(found["indent"]) <= item.indent:
        return False
    own = links_of(without_images(found["text"]))
    if own and all(link.is_label for link in own) and LINK.match(found["text"]):
        return True  # `[code](…)` and no more
    above = links_of(without_images(item.text))
    return any(not link.is_label or link.is_paper for link in above) or bool(
        _BOLD.search(item.text)
    )


def _width(indent: str) -> int:
    return len(indent.expandtabs(4))


def _title(item: _Item, text: str, links: list[Link], title_link: Link | None) -> tuple[str, str]:
    """The title, and the text without it and without links."""
    bare = LINK.sub(" ", text)
    for name, cell in item.cells.items():
        if field_of(name) == "title":
            cell = _TAG.sub(" ", without_images(cell))
            inside = next((link for link in links_of(cell) if not link.is_label), None)
            return inside.text if inside else plain(LINK.sub(r"\1", cell)), bare
    first_line = text.partition("\n")[0]
    if title_link and title_link.end <= len(first_line):
        return _trimmed(title_link.text), bare
    bold = _BOLD.search(LINK.sub(r"\1", first_line))
    if bold and not Link(plain(bold[0]), "", 0, 0).is_label:
        return _trimmed(plain(bold[0])), bare.replace(bold[0], " ", 1)
    if title_link and not title_link.address.startswith("#"):
        return _trimmed(title_link.text), bare
    quoted = _QUOTED.search(first_line)
    if quoted:
        return _trimmed(plain(quoted[1])), bare.replace(quoted[0], " ", 1)
    before = first_line[: links[0].start] if links else first_line
    prefix = _VENUE_FIRST.match(before)
    if prefix and venue_in(prefix[1])[0]:
        return _trimmed(plain(before[prefix.end() :])), f"{prefix[1]} · {bare[len(before) :]}"
    return _trimmed(plain(before)), bare[len(before) :]


def _trimmed(title: str) -> str:
    title = title.strip(" \t:;,-–—|([\"'“”").removesuffix(".")
    return title.strip()


def _said(item: _Item, rest: str) -> dict[str, Any]:
    """Authors, venue and year, from the cells of a row or the words around the links."""
    by_column = {field_of(name): plain(LINK.sub(r"\1", cell)) for name, cell in item.cells.items()}
    if item.cells:
        venue, year = split_venue(by_column.get("venue", ""))
        found = _YEAR.search(by_column.get("year", ""))
        return {
            "authors": split_authors(by_column.get("authors", "")),
            "venue": venue,
            "year": int(found.group()) if found else year,
        }
    # What follows a blank line is a note of the reader.
    rest = _TAG.sub(" ", rest.partition("\n\n")[0])
    venue, year = venue_in(rest[:2000])
    authors = _one_author(rest, boxed=item.boxed)
    for part in _PARTED.split(rest[:4000]):
        part = plain(part).strip(" .,;:*_-–—·")
        whole = _BY.match(part)
        part = re.sub(r",?\s*et al\.?$", "", part[whole.end() :] if whole else part)
        if not authors and part and (whole or looks_like_authors(part)):
            authors = split_authors(part)
        elif not venue and is_known_venue(split_venue(part)[0]):
            venue, year = split_venue(part)
    if year is None and (found := _YEAR.search(LINK.sub(" ", rest[:2000]))):
        year = int(found.group())
    return {"authors": authors, "venue": venue, "year": year}


def _one_author(rest: str, *, boxed: bool) -> tuple[str, ...]:
    """A single name at the start of the line under a title, as readq's own lists have it."""
    _, under, line = rest.partition("\n")
    name, *more = plain(line.partition("\n")[0].strip()).split(" \u00b7 ")
    known = is_known_venue(split_venue(name)[0]) or not _ONE_NAME.fullmatch(name)
    return (name,) if under and (more or boxed) and not known else ()


def _recognises(name: str, head: str) -> bool:
    lines = [line for line in _without_front_matter(head).splitlines() if line.strip()][:400]
    refers = any(map(REFERENCE.fullmatch, lines))
    linked = [
        line
        for line in lines
        if LINK.search(line) or "<a " in line or (refers and REFERRED.search(line))
    ]
    listed = sum(
        bool(_ITEM.match(line) or _ROW.fullmatch(line) or _HEADING.fullmatch(line))
        for line in linked
    )
    if is_markdown_table(head):
        return any(_is_header(line) for line in lines if "|" in line)
    enough = 1 if name.endswith((".md", ".markdown")) or _OWN_ITEM.search(head) else 2
    listed += len(_OWN_ITEM.findall(head))
    return listed >= enough and listed * 3 >= len(lines) - _indented(lines)


def _is_header(line: str) -> bool:
    """Whether a row names the columns of papers."""
    row = _ROW.fullmatch(line) or re.fullmatch(r"(?P<cells>.*)", line)
    return row is not None and any(
        field_of(plain(cell.strip())) == "title" for cell in _CELL_BREAK.split(row["cells"])
    )


def _without_front_matter(text: str) -> str:
    begins, _, rest = text.partition("\n---")
    return rest if begins.startswith("---\n") and rest else text


def _indented(lines: list[str]) -> int:
    return sum(line[0].isspace() or line[0] == "#" for line in lines)


MARKDOWN = Importer("markdown", _recognises, MarkdownReader)
