"""Blocks of a plain list: what stands between blank lines, and what a block looks like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from itertools import pairwise

from readq.domain.venue import is_known_venue, split_venue
from readq.importers.fields import is_lone_name, looks_like_authors
from readq.importers.references import reference_in
from readq.patterns import lazily
from readq.records import dataclass

ABSTRACT_WORDS = 40
"""A paragraph of at least this many words is an abstract."""

TITLE_WORDS = 30
"""A first line of at most this many words can be a title."""

HEADING_WORDS = 15
"""A heading of a list has at most this many words."""

_MOST_REFERENCE_LINES = 6

MAX_BLOCK = 1 << 20
"""Characters after which a block cannot be one paper."""

MARKER = lazily(
    r"(?:\(?\d{1,6}[.)]|\[\d{1,6}\]|[-*+•·\u2013]|#{1,6})[ \t\u3000]+(?:\[[ xX]\][ \t]+)?(?=\S)"
)
LABEL = lazily(
    r"(?P<label>title|authors?|abstract|summary|arxiv(?: id)?|doi|url|link|pdf|code|venue|journal"
    r"|conference|year|keywords?|openreview)\s*[:\uff1a]\s*(?P<value>.*)",
    re.IGNORECASE,
)
_ARXIV_VALUE = lazily(r"arxiv\s*:\s*(?:\d{4}\.\d{4,5}|[a-z.-]+/\d{7})", re.IGNORECASE)
_ADDRESS = lazily(r"(?:https?://|www\.|[\w-]+\.\w+/)\S+$", re.IGNORECASE)
# `Code: a title` is a title; these fields are fields only with the right sort of value.
_VALUES = {
    "url": _ADDRESS,
    "link": _ADDRESS,
    "pdf": _ADDRESS,
    "code": _ADDRESS,
    "year": re.compile(r"(?:19|20)\d\d$"),
    "doi": re.compile(r"(?:https?://\S+/)?10\.\d{4,9}/", re.IGNORECASE),
    "arxiv": re.compile(r"\S*(?:\d{4}\.\d{4,5}|[a-z.-]+/\d{7})", re.IGNORECASE),
    "arxiv id": re.compile(r"\S*(?:\d{4}\.\d{4,5}|[a-z.-]+/\d{7})", re.IGNORECASE),
}
_RULE = lazily(r"([-=_*~#+—\u2013])\1{2,}")
_CLOSING = lazily(r"[.!?。\uff01\uff1f…][\"'”\u2019)\]}»*_`]*$")
_CJK = lazily("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_FULL_STOP = lazily(r"[.。][\"'\u2019”)]*$")
_HYPHENATED = lazily(r"\w-+$")
_DASH_WORD = lazily(r"--+\w")
_LOOSE_HYPHEN = lazily(r"(?:and|or|to|versus|vs\.?|und|oder|bis|et|ou)\s", re.IGNORECASE)

_GOES_ON = lazily(r"[a-z][a-z'\u2019-]*[,;]? ")


class Look(Enum):
    """What a block looks like by itself."""

    SHORT = auto()
    """One line, too short for an abstract."""
    LONG = auto()
    """One line with the words of an abstract."""
    WRAPPED = auto()
    """One paragraph of an abstract's length, broken to a line width."""
    HEADED = auto()
    """A short first line, then text or fields."""
    LINES = auto()
    """Several short lines that make up no paragraph."""
    LONG_LINES = auto()
    """Several lines, each with the words of an abstract."""


@dataclass(slots=True)
class Block:
    """Lines without a blank one between them."""

    line: int
    """Where it starts, counted from 1."""
    lines: list[str]
    """Without white space around them."""
    too_long: bool = False

    @property
    def marked(self) -> bool:
        """Whether it begins with a number or bullet."""
        return bool(MARKER.match(self.lines[0]))


def blocks(lines: Iterable[str]) -> Iterator[Block]:
    """The blocks of a list; a line of white space or of ruling (`-----`) parts them.

    A block that begins with a number or bullet is parted again at each further one.
    """
    current: Block | None = None
    size = 0
    number = 0
    complete = True
    for piece in lines:
        number += complete
        complete = piece.endswith("\n")
        text = piece.strip()
        if not text or (text[0] in "-=_*~#+—\u2013" and _RULE.fullmatch(text)):
            if current:
                yield from _parted(current)
            current = None
        elif current is None:
            current, size = Block(number, [text]), len(text)
        elif size >= MAX_BLOCK:
            current.too_long = True
        else:
            current.lines.append(text)
            size += len(text)
    if current:
        yield from _parted(current)


def _parted(block: Block) -> Iterator[Block]:
    starts = list(_item_starts(block.lines)) or _title_labels(block.lines)
    if len(starts) < 2:
        yield block
        return
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        yield Block(block.line + start, block.lines[start:end], block.too_long)


def unmarked(line: str) -> str:
    """A line without the number or bullet before it."""
    return MARKER.sub("", line, count=1) if MARKER.match(line) else line


def reference_joined(block: Block) -> Block:
    """A block whose lines are one reference, as one line; others as they are."""
    if not 1 < len(block.lines) <= _MOST_REFERENCE_LINES or any(map(label_of, block.lines[1:])):
        return block
    whole = joined(block.lines)
    alone = any(reference_in(unmarked(line)) for line in block.lines)
    if alone or not reference_in(unmarked(whole)):
        return block
    return Block(block.line, [whole], block.too_long)


def _item_starts(lines: list[str]) -> Iterator[int]:
    """Lines that begin an item: marked as the first line is, numbers counting up by one."""
    style, last = "", 0
    for i, line in enumerate(lines):
        found = MARKER.match(line)
        if not found:
            if i == 0:
                return
            continue
        mark = found.group().split()[0]
        digits = re.sub(r"\D", "", mark)
        this_style = re.sub(r"\d+", "0", mark)
        number = int(digits) if digits else 0
        if i == 0 or (this_style == style and (not digits or number == last + 1)):
            yield i
            style, last = this_style, number


def _title_labels(lines: list[str]) -> list[int]:
    """Lines that begin a paper by naming its title, in a block that begins so."""
    starts = [i for i, line in enumerate(lines) if line[:6].lower() == "title:"]
    return starts if starts[:1] == [0] else []


def has_words(text: str, number: int) -> bool:
    """Whether a text has that many words; two Chinese or Japanese characters count as one."""
    if len(text.split(None, number)) >= number:
        return True
    if text.isascii():
        return False
    return len(text.split()) + len(_CJK.findall(text)) // 2 >= number


def is_closed(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return bool(_CLOSING.search(text))


def is_venue_line(line: str) -> bool:
    """Whether a line says nothing but a known venue and year, as `ICML 2026 论文列表` does."""
    venue, year = split_venue(line.strip("#*_= \t"))
    return is_known_venue(venue) and year is not None


def label_of(line: str) -> tuple[str, str] | None:
    """The field a line such as `Authors: …` gives; `arXiv:2602.16490` is one too."""
    found = LABEL.match(line)
    if not found and line.strip("*_# .").lower() in ("abstract", "summary"):
        return "abstract", ""
    if not found:
        return ("arxiv", line) if _ARXIV_VALUE.match(line) else None
    label, value = found["label"].lower(), found["value"].strip()
    wanted = _VALUES.get(label)
    return None if wanted and not wanted.match(value) else (label, value)


def look(block: Block) -> Look:
    """What the block looks like, without regard to the rest of the list."""
    lines = block.lines
    if len(lines) == 1:
        if label_of(lines[0]):
            return Look.HEADED
        is_long = has_words(lines[0], ABSTRACT_WORDS) and not reference_in(unmarked(lines[0]))
        return Look.LONG if is_long else Look.SHORT
    if any(label_of(line) for line in lines[:6]):
        return Look.HEADED
    if all(has_words(line, ABSTRACT_WORDS) for line in lines):
        return Look.LONG_LINES
    if has_words(lines[0], TITLE_WORDS + 1):
        return Look.WRAPPED
    if has_words(" ".join(lines), ABSTRACT_WORDS):
        if is_wrapped(lines) and not _all_begin_anew(lines):
            return Look.WRAPPED
        if has_words(" ".join(lines[1:]), ABSTRACT_WORDS) and not _all_begin_anew(lines[1:]):
            return Look.WRAPPED if _runs_on(lines) else Look.HEADED
    if _GOES_ON.match(lines[1]) and not is_closed(lines[0]) and _reaches_far(lines):
        return Look.WRAPPED  # a sentence goes on: few abstracts begin with a small letter
    if is_lone_name(lines[1]) and has_words(" ".join(lines[2:]), HEADING_WORDS + 1):
        return Look.HEADED
    if looks_like_authors(lines[1]) or (_FULL_STOP.search(lines[-1]) and not is_closed(lines[0])):
        return Look.HEADED
    return Look.LINES


def _all_begin_anew(lines: list[str]) -> bool:
    """Whether nearly every line begins with a capital, as titles do and the lines of a paragraph do not."""
    if len(lines) < 3:
        return False
    small = sum(line[0].islower() for line in lines)
    large = sum(line[0].isupper() for line in lines)
    return large > 0 and small * 5 <= small + large


def _runs_on(lines: list[str]) -> bool:
    """Whether the first line is part of the paragraph below it rather than a title above it."""
    if is_wrapped(lines[1:]) or any(has_words(line, ABSTRACT_WORDS) for line in lines[1:]):
        return is_closed(lines[0])
    return _reaches_far(lines)


def _reaches_far(lines: list[str]) -> bool:
    """Whether the first line is about as long as the longest."""
    return len(lines[0]) * 4 > max(map(len, lines)) * 3


def is_wrapped(lines: list[str]) -> bool:
    """Whether lines were broken where a width was reached: the next word never fitted any more."""
    width = max(map(len, lines))
    return all(
        len(line) + 1 + len(after.split(None, 1)[0]) > width for line, after in pairwise(lines)
    )


def joined(lines: list[str]) -> str:
    """The paragraph that was broken into lines."""
    text = lines[0]
    for line in lines[1:]:
        hyphen = _DASH_WORD.match(line) or (
            _HYPHENATED.search(text[-8:]) and not _LOOSE_HYPHEN.match(line)
        )
        unspaced = _CJK.match(text[-1:]) and _CJK.match(line)
        text += line if hyphen or unspaced else f" {line}"
    return text
