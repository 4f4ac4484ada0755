"""Looking a plain list over before reading it: is it made of abstracts, of titles, or of both?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from readq.domain.venue import is_known_venue, split_venue, venue_in
from readq.importers.base import Shape
from readq.importers.blocks import (
    ABSTRACT_WORDS,
    HEADING_WORDS,
    MARKER,
    Block,
    Look,
    blocks,
    has_words,
    is_closed,
    is_venue_line,
    label_of,
    look,
    reference_joined,
)
from readq.importers.bylines import first_of_turns, people_joined, turns_apart
from readq.importers.longtitles import titles_joined
from readq.patterns import lazily
from readq.records import dataclass

Mode = Literal["abstracts", "titled", "pairs", "titles"]
"""`pairs`: titles and abstracts by turns, each a block of its own."""

_LISTY = lazily(
    r"\b(?:list|papers?|abstracts|accepted|proceedings)\b|论文|列表|摘要", re.IGNORECASE
)
_LIST_NAME = lazily(
    r"(?:[\w'\u2019]+\s){0,3}(?:reading|paper) (?:list|queue)|(?:papers )?to read|.{0,8}(?:论文列表|论文|列表)",
    re.IGNORECASE,
)
_ACRONYM_YEAR = lazily(r"\b([A-Z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*)[ '\u2019_-]?((?:19|20)\d\d)\b")
_YEAR = lazily(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_PARAGRAPHS = frozenset({"abstracts", "titled", "pairs"})
_TEXTS = frozenset({Look.LONG, Look.WRAPPED})


@dataclass(frozen=True, slots=True)
class Heading:
    """The first words of a list, when they are about the list."""

    text: str
    venue: str = ""
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """How a list is to be taken."""

    mode: Mode
    heading: Heading | None = None
    by_line: bool = False
    """Each line is a block, blank lines or not."""
    marked: bool = False
    """Numbers and bullets in front are not part of the text."""
    titled_first_lines: bool = False
    """The first line of every paragraph is a title, even where it looks like part of it."""


@dataclass(slots=True)
class _Counts:
    """What the blocks of a list look like."""

    blocks: int = 0
    marked: int = 0
    pairs: int = 0
    by_look: dict[Look, int] | None = None
    first: Block | None = None
    second: Look | None = None
    second_line: str = ""
    last: Look | None = None

    def add(self, block: Block) -> None:
        seen = look(block)
        self.by_look = self.by_look or dict.fromkeys(Look, 0)
        self.by_look[seen] += 1
        self.pairs += seen in _TEXTS and self.last is Look.SHORT
        self.marked += block.marked
        if self.blocks == 0:
            self.first = block
        elif self.blocks == 1:
            self.second, self.second_line = seen, block.lines[0]
        self.blocks += 1
        self.last = seen

    def of(self, *looks: Look) -> int:
        return sum((self.by_look or {}).get(one, 0) for one in looks)


def make_plan(lines: Callable[[], Iterable[str]], shape: Shape) -> Plan:
    """Look the list over once (twice, if its lines rather than its blank lines part the papers).

    Args:
        lines: Gives the lines from the start.
        shape: What the reader said about the list.
    """
    raw = _Raw()
    counts = _counted(listed(raw.watch(blocks(lines())), shape))
    by_line = shape == "titles" or (shape != "abstracts" and raw.is_by_line)
    if by_line:
        counts = _counted(listed(one_a_line(lines()), shape))
    heading = _heading(counts, shape)
    mode = _mode(counts, shape, heading)
    headed = counts.of(Look.HEADED)
    return Plan(
        mode=mode,
        heading=heading,
        by_line=by_line,
        marked=counts.marked * 2 >= counts.blocks - (heading is not None),
        titled_first_lines=shape == "titled"
        or (mode == "titled" and headed * 4 >= headed + counts.of(Look.WRAPPED)),
    )


@dataclass(slots=True)
class _Raw:
    """The blocks as blank lines part them."""

    count: int = 0
    endless: bool = False
    last: Block | None = None

    def watch(self, found: Iterable[Block]) -> Iterator[Block]:
        for block in found:
            self.count += 1
            self.endless = self.endless or (block.too_long and len(block.lines) > 1)
            self.last = block
            yield block

    @property
    def is_by_line(self) -> bool:
        """Whether one block holds everything: lines then part the papers, not blank lines."""
        if self.endless or self.last is None or self.count > 2:
            return self.endless
        lines = self.last.lines
        long_lines = sum(has_words(line, ABSTRACT_WORDS) for line in lines)
        return (
            long_lines > 1
            and len(lines) > 3
            and not any(map(label_of, lines))
            and first_of_turns(self.last) is None
        )


def listed(found: Iterable[Block], shape: Shape, mode: Mode | None = None) -> Iterator[Block]:
    """The blocks of a list as papers see them.

    A heading that stands right above the first paper is parted from it; fields in blocks of their own
    (`Authors: …`, blank line, `Abstract: …`) are joined to the title above them; several short lines, or
    several lines that are an abstract each, are parted. In a list known to be of paragraphs, several
    short lines are one too: a very short abstract, or a title with one.
    """
    if shape == "abstracts":
        yield from _heading_apart(found)
        return
    open_block: Block | None = None
    first_line: int | None = None
    whole = map(reference_joined, turns_apart(_heading_apart(found)))
    for block in people_joined(titles_joined(whole)):
        first_line = first_line or block.line
        label = label_of(block.lines[0])
        if open_block and label and label[0] != "title":
            open_block.lines.extend(block.lines)
            if label[0] not in ("abstract", "summary") or _is_label_alone(block):
                continue
            yield open_block
            open_block = None
            continue
        if open_block and _is_label_alone(open_block):
            open_block.lines.extend(block.lines)
            yield open_block
            open_block = None
            continue
        if open_block:
            yield open_block
            open_block = None
        seen = look(block)
        if seen is Look.LINES and mode in _PARAGRAPHS and block.line != first_line:
            yield block
        elif seen in (Look.LINES, Look.LONG_LINES):
            yield from titles_joined(_each_line(block), is_start=block.line == first_line)
        elif (seen is Look.SHORT and not is_venue_line(block.lines[0])) or (
            label and not any(_is_abstract(line) for line in block.lines)
        ):
            open_block = block
        else:
            yield block
    if open_block:
        yield open_block


def one_a_line(lines: Iterable[str]) -> Iterator[Block]:
    """Every line that is not blank as a block."""
    number, complete, last = 0, True, None
    for piece in lines:
        number += complete
        text = piece.strip()
        if not complete and last is not None:
            last.too_long = True
        elif text:
            if last is not None:
                yield last
            last = Block(number, [text])
        complete = piece.endswith("\n")
    if last is not None:
        yield last


def heading_of(text: str) -> Heading:
    """What a heading says about the papers under it."""
    text = MARKER.sub("", text) if MARKER.match(text) else text
    text = text.strip("#*_= \t")
    venue, year = split_venue(text)
    if not is_known_venue(venue) or year is None:
        venue, year = venue_in(text)
    if not venue:
        found = _ACRONYM_YEAR.search(text)
        if found:
            venue, year = found[1], int(found[2])
    if year is None:
        any_year = _YEAR.search(text)
        year = int(any_year.group()) if any_year else None
    return Heading(text, venue, year)


def may_be_heading(block: Block) -> bool:
    """Whether a block is short and open enough to be a heading."""
    text = " ".join(block.lines)
    return (
        not has_words(text, HEADING_WORDS + 1)
        and not is_closed(text)
        and label_of(block.lines[0]) is None
    )


def _counted(found: Iterable[Block]) -> _Counts:
    counts = _Counts()
    for block in found:
        counts.add(block)
    return counts


def _mode(counts: _Counts, shape: Shape, heading: Heading | None) -> Mode:
    if shape in ("abstracts", "titles"):
        return shape
    texts = counts.of(*_TEXTS)
    headed = counts.of(Look.HEADED)
    shorts = counts.of(Look.SHORT) - (heading is not None)
    pairs = counts.pairs - (heading is not None and counts.second in _TEXTS)
    if pairs and pairs * 5 >= shorts * 4 and pairs * 5 >= texts * 4:
        return "pairs"
    # Every other title over a wrapped abstract looks like its first line, hence the low bound.
    wrapped = counts.of(Look.WRAPPED)
    among_wrapped = headed and headed * 4 >= headed + wrapped
    if shape == "titled" or (
        among_wrapped and headed * 5 >= (texts - wrapped + headed + shorts) * 2
    ):
        return "titled"
    return "abstracts" if texts > shorts + headed else "titles"


def _heading(counts: _Counts, shape: Shape) -> Heading | None:
    """The heading, if the first block is one: by what it says, else by what comes after it."""
    block = counts.first
    if block is None or counts.blocks < 2 or not may_be_heading(block):
        return None
    text = " ".join(block.lines)
    heading = heading_of(text)
    if (
        is_venue_line(text)
        or (heading.year and _LISTY.search(text))
        or _LIST_NAME.fullmatch(heading.text)
        or (text.startswith("#") and counts.marked == 1)
        or (text.startswith("# ") and counts.second_line.startswith("##"))
    ):
        return heading
    if shape == "titles" or block.marked:
        return None
    texts, shorts = counts.of(*_TEXTS), counts.of(Look.SHORT)
    if counts.second is Look.SHORT:
        # The title of the first paper follows: titles and abstracts by turns.
        return heading if texts and counts.pairs == texts == shorts - 1 else None
    if counts.second is Look.HEADED:
        return heading if shorts == 1 else None
    if counts.pairs > 1 and counts.pairs * 5 >= texts * 4:
        return None
    # Above a single abstract a line of several words is its title.
    is_title = counts.blocks == 2 and has_words(text, 3) and not heading.venue
    return heading if texts >= shorts and (shape == "abstracts" or not is_title) else None


def _heading_apart(found: Iterable[Block]) -> Iterator[Block]:
    first = True
    for block in found:
        if first and len(block.lines) > 1 and is_venue_line(block.lines[0]):
            yield Block(block.line, block.lines[:1])
            rest = Block(block.line + 1, block.lines[1:], block.too_long)
            yield from blocks_again(rest)
        else:
            yield block
        first = False


def blocks_again(block: Block) -> Iterator[Block]:
    """The block, parted at numbers and bullets that its first line had hidden."""
    for part in blocks(f"{line}\n" for line in block.lines):
        yield Block(block.line + part.line - 1, part.lines, part.too_long or block.too_long)


def _is_label_alone(block: Block) -> bool:
    """Whether the last thing a block says is that the abstract follows."""
    return label_of(block.lines[-1]) in (("abstract", ""), ("summary", ""))


def _each_line(block: Block) -> Iterator[Block]:
    for offset, line in enumerate(block.lines):
        yield Block(block.line + offset, [line])


def _is_abstract(line: str) -> bool:
    label = label_of(line)
    return label is not None and label[0] in ("abstract", "summary")
