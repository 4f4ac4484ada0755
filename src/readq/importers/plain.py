"""Plain lists: abstracts, titles, or titles with abstracts, parted by blank lines."""

from __future__ import annotations

from collections.abc import Iterator

from readq.domain import Draft, Source
from readq.domain.identity import arxiv_id, normal_doi, openreview_id, split_venue
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.blocks import (
    HEADING_WORDS,
    MARKER,
    TITLE_WORDS,
    Block,
    Look,
    blocks,
    has_words,
    is_closed,
    is_venue_line,
    look,
)
from readq.importers.entries import Entry, entry_of, text_of, title_entry
from readq.importers.opening import TextSource
from readq.importers.survey import (
    Heading,
    heading_of,
    listed,
    make_plan,
    may_be_heading,
    one_a_line,
)


class PlainReader:
    """One plain list."""

    def __init__(self, source: TextSource, shape: Shape = "auto") -> None:
        """Look through the list.

        Raises:
            SourceError: There is nothing in it.
        """
        if next(blocks(source.lines()), None) is None:
            raise SourceError(f"{source.name} has nothing but lines of ruling in it.")
        self.source = source
        self.shape = shape
        self.plan = make_plan(source.lines, shape)
        self._inner: list[str] = []

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a paper."""
        self._inner = []
        yield from _Walk(self).records()

    def understood(self, tally: Tally) -> str:
        """Say how the list was taken."""
        parts = []
        if tally.untitled:
            parts.append(
                f"{plural(tally.untitled, 'abstract')} without {'a title' if tally.untitled == 1 else 'titles'}"
            )
        if tally.titled:
            parts.append(f"{plural(tally.titled, 'paper')} with title and abstract")
        if tally.bare:
            alone = " without abstract" if len(parts) else ""
            parts.append(f"{plural(tally.bare, 'title')}{alone}")
        if tally.nameless:
            parts.append(f"{plural(tally.nameless, 'identifier')} alone")
        said = ", ".join(parts) or "no papers"
        heading = self.plan.heading
        if heading and (heading.venue or heading.year):
            facts = [f"venue {heading.venue}"] if heading.venue else []
            facts += [f"year {heading.year}"] if heading.year else []
            said += f'; {", ".join(facts)}, from the heading "{heading.text}"'
        elif heading:
            said += f'; the first line was taken for the heading: "{heading.text}"'
        if self._inner:
            names = ", ".join(f'"{name}"' for name in self._inner[:3])
            said += f"; {plural(len(self._inner), 'more heading')}: {names}"
        return said

    def note_heading(self, heading: Heading) -> None:
        """Keep a heading inside the list for the report."""
        self._inner.append(heading.text)


class _Walk:
    """One pass over the blocks of a list."""

    def __init__(self, reader: PlainReader) -> None:
        self._reader = reader
        self._plan = reader.plan
        self._name = reader.source.name
        self._heading = reader.plan.heading
        self._position = 0

    def records(self) -> Iterator[Record]:
        found = self._blocks()
        if self._plan.heading:
            next(found, None)
        waiting: Block | None = None
        for block in found:
            is_text = self._is_text(block)
            if waiting is not None:
                if is_text and self._is_title_of(waiting, block):
                    yield self._paired(waiting, block)
                    waiting = None
                    continue
                yield from self._alone(waiting, before_text=is_text)
                waiting = None
            if self._may_wait(block):
                waiting = block
            else:
                yield self._record(block)
        if waiting is not None:
            yield from self._alone(waiting, before_text=False)

    def _is_title_of(self, short: Block, text: Block) -> bool:
        """Whether a short block is the title of the text below it, which has none of its own."""
        if self._plan.mode != "titled" or is_venue_line(short.lines[0]):
            return self._plan.mode == "pairs"
        return look(text) is Look.LONG or not self._plan.titled_first_lines

    def _blocks(self) -> Iterator[Block]:
        lines = self._reader.source.lines()
        found = one_a_line(lines) if self._plan.by_line else blocks(lines)
        return listed(found, self._reader.shape, self._plan.mode)

    def _is_text(self, block: Block) -> bool:
        seen = look(block)
        if self._plan.mode == "pairs" and seen in (Look.SHORT, Look.LINES):
            # Under a title even a few sentences are an abstract.
            text = text_of(block.lines)
            least = (HEADING_WORDS if is_closed(text) else TITLE_WORDS) + 1
            return has_words(text, least)
        return seen in (Look.LONG, Look.WRAPPED)

    def _may_wait(self, block: Block) -> bool:
        """Whether what the block is depends on the next one."""
        if self._reader.shape == "abstracts":
            return len(block.lines) == 1 and is_venue_line(block.lines[0])
        return look(block) is Look.SHORT

    def _alone(self, block: Block, *, before_text: bool) -> Iterator[Record]:
        """A short block: a heading inside the list, a title, or a very short abstract."""
        line = block.lines[0]
        inner = is_venue_line(line) or (self._plan.mode == "abstracts" and before_text)
        if inner and may_be_heading(block):
            self._heading = heading_of(line)
            self._reader.note_heading(self._heading)
        else:
            yield self._record(block)

    def _paired(self, title: Block, text: Block) -> Record:
        entry = title_entry(self._unmarked(title)[0])
        entry.abstract = text_of(text.lines)
        return self._draft(title, entry)

    def _record(self, block: Block) -> Record:
        if block.too_long:
            self._position += 1
            return self._issue(block, "is too long for one paper; part the papers by blank lines")
        lines = self._unmarked(block)
        mode, seen = self._plan.mode, look(block)
        if self._reader.shape == "abstracts":
            entry = Entry(abstract=text_of(lines))
        elif self._reader.shape == "titles":
            entry = title_entry(lines[0])
        elif seen is Look.LONG or (seen is Look.SHORT and mode == "abstracts"):
            entry = Entry(abstract=lines[0])
        elif (seen is Look.WRAPPED and not self._plan.titled_first_lines) or (
            seen is Look.LINES and mode != "titled"
        ):
            entry = Entry(abstract=text_of(lines))
        elif seen is Look.SHORT:
            entry = title_entry(lines[0])
        else:
            entry = entry_of(lines)
        return self._draft(block, entry)

    def _unmarked(self, block: Block) -> list[str]:
        if not (self._plan.marked and block.marked):
            return block.lines
        return [MARKER.sub("", block.lines[0], count=1), *block.lines[1:]]

    def _draft(self, block: Block, entry: Entry) -> Record:
        self._position += 1
        doi = normal_doi(entry.doi or (entry.url if "doi.org/" in entry.url.lower() else ""))
        arxiv = arxiv_id(entry.arxiv) or arxiv_id(entry.url) or arxiv_id(doi)
        forum = openreview_id(entry.openreview or entry.url if "/" in entry.url else "")
        if not (entry.title or entry.abstract or doi or arxiv or forum):
            what = "has no title and no abstract"
            if entry.has_fields:
                what += ", only an address or fields that do not tell which paper it is"
            return self._issue(block, what)
        venue, year = split_venue(entry.venue)
        heading = self._heading or Heading("")
        return Draft(
            source=Source(self._name, self._position, block.line),
            title=entry.title,
            authors=entry.authors,
            abstract=entry.abstract,
            venue=venue or heading.venue,
            year=entry.year or year or heading.year,
            doi="" if arxiv_id(doi) else doi,
            arxiv_id=arxiv,
            openreview_id=forum,
            url=entry.url,
            pdf_url=entry.pdf,
            code_url=entry.code,
            keywords=entry.keywords,
            extra={"reference": entry.reference} if entry.reference else {},
        )

    def _issue(self, block: Block, what: str) -> ImportIssue:
        shown = block.lines[0]
        key = shown if len(shown) <= 60 else f"{shown[:57]}..."
        return ImportIssue(self._name, block.line, key, f"the block on line {block.line} {what}")


def _anything(_name: str, _head: str) -> bool:
    return True


PLAIN = Importer("plain", _anything, PlainReader)
