"""Two versions of one note made into one, so that no word is lost and what they share stands there once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from readq.patterns import lazily

LINE_BETWEEN = "\n\n---\n\n"
"""Stands between two pieces of which neither may be lost."""

_MANY_LINES = 2000
"""From so many lines on, lines that occur often are not matched; comparing them takes too long."""
_ITEM = lazily(r"\s*([-*+]|\d{1,9}[.)])\s")

Lines = Sequence[str]


def joined(base: str, ours: str, theirs: str) -> str:
    """What becomes of a text that two sides changed without knowing of each other.

    A line that one side changed is as that side has it. Where both changed the same lines, ours come
    first and theirs below a line; what the two have in common there stands once.

    Args:
        base: What both began with; empty if that is not known.
        ours: The one that comes first.
        theirs: The other one.
    """
    if theirs in (base, ours):
        return ours
    if ours == base:
        return theirs
    old, new, other = base.split("\n"), ours.split("\n"), theirs.split("\n")
    lines: list[str] = []
    for was, mine, yours in _regions(old, new, other):
        if mine in (was, yours):
            lines += yours
        elif yours == was:
            lines += mine
        else:
            lines += _both(mine, yours)
    return "\n".join(lines)


def _regions(old: Lines, new: Lines, other: Lines) -> Iterator[tuple[Lines, Lines, Lines]]:
    """The three texts in pieces that belong together, alike in all three or not."""
    at, mine, yours = 0, 0, 0
    for start, length, in_new, in_other in _alike_in_all(old, new, other):
        yield old[at:start], new[mine:in_new], other[yours:in_other]
        at, mine, yours = start + length, in_new + length, in_other + length
        same = old[start:at]
        yield same, same, same
    yield old[at:], new[mine:], other[yours:]


def _alike_in_all(old: Lines, new: Lines, other: Lines) -> Iterator[tuple[int, int, int, int]]:
    """Runs of lines of the old text that both sides left alone: place, length, place in each."""
    ours, theirs = _matches(old, new), _matches(old, other)
    first, second = next(ours, None), next(theirs, None)
    while first and second:
        start = max(first[0], second[0])
        end = min(first[0] + first[2], second[0] + second[2])
        if end > start:
            yield (
                start,
                end - start,
                first[1] + start - first[0],
                second[1] + start - second[0],
            )
        if first[0] + first[2] <= second[0] + second[2]:
            first = next(ours, None)
        else:
            second = next(theirs, None)


def _matches(one: Lines, two: Lines) -> Iterator[tuple[int, int, int]]:
    """Runs of lines that both have, in order: place in each, and length."""
    shorter = min(len(one), len(two))
    head = next((n for n in range(shorter) if one[n] != two[n]), shorter)
    rest = shorter - head
    tail = next((n for n in range(rest) if one[-1 - n] != two[-1 - n]), rest)
    if head:
        yield 0, 0, head
    middle, other = one[head : len(one) - tail], two[head : len(two) - tail]
    many = max(len(middle), len(other)) > _MANY_LINES
    for match in SequenceMatcher(None, middle, other, autojunk=many).get_matching_blocks():
        if match.size:
            yield head + match.a, head + match.b, match.size
    if tail:
        yield len(one) - tail, len(two) - tail, tail


def _both(ours: Lines, theirs: Lines) -> list[str]:
    """Lines that both changed, in their own ways."""
    one, two = "\n".join(ours), "\n".join(theirs)
    if two in one:
        return list(ours)
    if one in two:
        return list(theirs)
    lines: list[str] = []
    at, place = 0, 0
    for a, b, length in (*_matches(ours, theirs), (len(ours), len(theirs), 0)):
        lines += _one_after_the_other(ours[at:a], theirs[place:b])
        lines += ours[a : a + length]
        at, place = a + length, b + length
    return lines


def _one_after_the_other(ours: Lines, theirs: Lines) -> list[str]:
    mine, yours = "\n".join(ours).strip("\n"), "\n".join(theirs).strip("\n")
    if not yours or yours in mine:
        return list(ours)
    if not mine or mine in yours:
        return list(theirs)
    in_list = _ITEM.match(mine.rpartition("\n")[2]) and _ITEM.match(yours)
    return (mine + ("\n" if in_list else LINE_BETWEEN) + yours).split("\n")
