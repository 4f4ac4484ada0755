"""Who wrote it, where a plain list says so in a block between the title and the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from readq.importers.blocks import Block, Look, is_venue_line, label_of, look
from readq.importers.fields import is_lone_name, looks_like_authors


def people_joined(found: Iterable[Block]) -> Iterator[Block]:
    """Titles with the authors that stand in a block of their own under them, and the text under these.

    A single name is taken for that only between a title and a text.
    """
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
