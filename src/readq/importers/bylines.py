"""Who wrote it, where a plain list says so in a block between the title and the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from readq.importers.blocks import (
    TITLE_WORDS,
    Block,
    Look,
    has_words,
    is_venue_line,
    label_of,
    look,
)
from readq.importers.fields import authors_of_line, is_lone_name, looks_like_authors

_FEWEST_TURNS = 3
"""Of fewer titles with authors under them it is not clear that they come by turns."""
_FIRST = 60
"""So many blocks show how a list is built."""


def people_joined(found: Iterable[Block]) -> Iterator[Block]:
    """Titles with the authors that stand in a block of their own under them, and the text under these.

    A single name is taken for that only between a title and a text, or where under nearly all titles stand
    names and under most of them several.
    """
    found = iter(found)
    first = list(islice(found, _FIRST))
    found = chain(first, found)
    if _come_by_turns(first) or _come_by_turns(first[1:]):
        yield from _turns_joined(found)
        return
    if _are_mostly_signed(first):
        found = map(_signed, found)
    yield from _joined(found)


def _come_by_turns(first: Sequence[Block]) -> bool:
    """Whether titles and authors come by turns, each in a block of its own, and nothing else."""
    if len(first) < 4 or any(look(block) is not Look.SHORT for block in first):
        return False
    people = first[1::2]
    several = sum(looks_like_authors(block.lines[0]) for block in people)
    return (
        several * 2 >= len(people)
        and all(map(_names_people, people))
        and not any(looks_like_authors(block.lines[0]) for block in first[::2])
    )


def turns_apart(found: Iterable[Block]) -> Iterator[Block]:
    """The papers of a block in which titles and authors come by turns, line after line, and all other blocks."""
    for block in found:
        first = first_of_turns(block)
        if first is None:
            yield block
            continue
        if first:
            yield Block(block.line, block.lines[:first])
        for at in range(first, len(block.lines), 2):
            title = Block(block.line + at, block.lines[at : at + 1])
            yield _with_authors(title, block.lines[at + 1])


def first_of_turns(block: Block) -> int | None:
    """Which line is the first title where titles and authors come by turns; the line above it is a heading.

    Nearly all of every second line must be names, most of them several, and none of the lines between.
    """
    first, lines = len(block.lines) % 2, block.lines
    titles, people = lines[first::2], lines[first + 1 :: 2]
    if len(titles) < _FEWEST_TURNS or block.too_long:
        return None
    # A look at the first ones spares nearly all lists the rest.
    if not (_are_people(people[:_FEWEST_TURNS]) and _are_titles(titles[:_FEWEST_TURNS])):
        return None
    return first if _are_people(people) and _are_titles(titles) else None


def _are_people(lines: Sequence[str]) -> bool:
    several = sum(map(looks_like_authors, lines))
    lone = sum(is_lone_name(line) for line in lines if not looks_like_authors(line))
    return several * 2 >= len(lines) and (several + lone) * 10 >= len(lines) * 9


def _are_titles(lines: Sequence[str]) -> bool:
    stopped = sum(line.endswith(".") for line in lines)
    if len(lines) < stopped * 10 < len(lines) * 9:
        return False  # sentences
    return not any(
        has_words(line, TITLE_WORDS + 1) or looks_like_authors(line) or label_of(line)
        for line in lines
    )


def _turns_joined(found: Iterable[Block]) -> Iterator[Block]:
    title: Block | None = None
    for block in found:
        if title and _names_people(block):
            yield _with_authors(title, block.lines[0])
            title = None
            continue
        if title:
            yield title
        title = block if look(block) is Look.SHORT else None
        if not title:
            yield block
    if title:
        yield title


def _are_mostly_signed(first: Sequence[Block]) -> bool:
    """Whether nearly all blocks of two lines are titles with authors under them, some of whom are several."""
    pairs = [block for block in first if _is_pair(block)]
    several = sum(looks_like_authors(block.lines[1]) for block in pairs)
    lone = sum(is_lone_name(block.lines[1]) for block in pairs)
    return several * 2 >= lone > 0 and (several + lone) * 5 >= len(pairs) * 4


def _signed(block: Block) -> Block:
    """A title with a single name under it, where that is the author."""
    if not _is_pair(block) or looks_like_authors(block.lines[1]):
        return block
    return _with_authors(block, block.lines[1]) if is_lone_name(block.lines[1]) else block


def _is_pair(block: Block) -> bool:
    """Whether a block has two lines of which the first can be a title."""
    return (
        len(block.lines) == 2
        and not has_words(block.lines[0], TITLE_WORDS + 1)
        and not any(map(label_of, block.lines))
        and not looks_like_authors(block.lines[0])
    )


def _with_authors(title: Block, line: str) -> Block:
    return Block(title.line, [title.lines[0], f"Authors: {' and '.join(authors_of_line(line))}"])


def _joined(found: Iterable[Block]) -> Iterator[Block]:
    title: Block | None = None
    people: Block | None = None
    for block in found:
        if title and people and look(block) in (Look.LONG, Look.WRAPPED):
            yield _one_block(title, people, block)
            title = people = None
            continue
        if title and not people and _names_people(block):
            people = block
            continue
        yield from _not_joined(title, people)
        title, people = _title_and_people(block)
        if not title:
            yield block
    yield from _not_joined(title, people)


def _title_and_people(block: Block) -> tuple[Block | None, Block | None]:
    """A block that can be a title, alone or with the authors in the line under it; else nothing."""
    if look(block) is Look.SHORT and not is_venue_line(block.lines[0]):
        return block, None
    if len(block.lines) == 2 and not any(map(label_of, block.lines)):
        under = Block(block.line + 1, block.lines[1:])
        if _names_people(under) and not looks_like_authors(block.lines[0]):
            return Block(block.line, block.lines[:1]), under
    return None, None


def _not_joined(title: Block | None, people: Block | None) -> Iterator[Block]:
    """A title and what may be its authors, with no text under them."""
    if title and people:
        follows = people.line == title.line + 1
        if follows:
            yield _one_block(title, people)
        else:  # of two short lines the second is mostly a title, even with an "and" in it
            yield from (title, people)
    elif title:
        yield title


def _one_block(title: Block, *others: Block) -> Block:
    return Block(title.line, [*title.lines, *(line for block in others for line in block.lines)])


def _names_people(block: Block) -> bool:
    """Whether a block of one line is no more than the authors, or perhaps a single one."""
    if len(block.lines) != 1 or block.marked:
        return False
    return looks_like_authors(block.lines[0]) or is_lone_name(block.lines[0])
