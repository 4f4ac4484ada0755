"""Titles that take two lines, in lists of titles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from readq.importers.blocks import Block, Look, is_venue_line, look
from readq.importers.fields import looks_like_authors
from readq.patterns import lazily

_NEVER_LAST = lazily(r"\s(?:an?|and|as|between|from|of|or|the|under|using|via|without)\Z")
_SELDOM_LAST = lazily(r"\s(?:by|for|in|on|to|with)\Z")
_SMALL = lazily(r"(?:\A|\s)[a-z]\w{3,}")


def titles_joined(found: Iterable[Block], *, is_start: bool = True) -> Iterator[Block]:
    """Two blocks of a line each as one where the first cannot be a whole title.

    Args:
        found: The blocks.
        is_start: Whether the first of them is the first of the list, which may be a heading: "Papers to Look For".
    """
    open_block: Block | None = None
    for block in found:
        if open_block and _may_follow(block):
            yield Block(open_block.line, [f"{open_block.lines[0]} {block.lines[0]}"])
            open_block = None
            continue
        if open_block:
            yield open_block
        open_block = None
        line = block.lines[0]
        if look(block) is Look.SHORT and (_NEVER_LAST.search(line) if is_start else goes_on(line)):
            open_block = block
        else:
            yield block
        is_start = False
    if open_block:
        yield open_block


def goes_on(line: str) -> bool:
    """Whether a title cannot end with this line: with a small word that stands last in no title.

    A preposition can ("what they are for"), but where all longer words have capitals it would have one too.

    >>> goes_on("A Study of"), goes_on("A Tool for"), goes_on("What tools are for")
    (True, True, False)
    """
    if _NEVER_LAST.search(line):
        return True
    return bool(_SELDOM_LAST.search(line)) and not _SMALL.search(line)


def _may_follow(block: Block) -> bool:
    line = block.lines[0]
    return (
        look(block) is Look.SHORT
        and not block.marked
        and not is_venue_line(line)
        and not looks_like_authors(line)
    )
