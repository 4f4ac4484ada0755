"""New papers that are surely papers one has, though neither title nor identifier is the same.

Looked for once all records are read, among papers that have an author and a long word of the title in
common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby

from rapidfuzz import fuzz

from readq.library.sameness import AKIN, Traits, Verdict, judge

_LONG_WORDS = 3
_MOST_AUTHORS = 12
_CROWD = 24
"""A mark that more papers have is no sign of anything."""
_BITS = 24
"""How many bits the number of a paper takes."""


def title_marks(traits: Traits) -> Iterator[str]:
    """Each author with each of the longest words of the titles."""
    for key in traits.keys:
        long_words = sorted(set(key.split()), key=lambda w: (-len(w), w))[:_LONG_WORDS]
        for author in sorted(traits.authors)[:_MOST_AUTHORS]:
            for word in long_words:
                yield f"{author} {word}"


def surely_known(
    known: Mapping[str, Traits],
    new: Mapping[str, Traits],
    shared: Callable[[str, str], float | None],
) -> Iterator[tuple[str, str]]:
    """Pairs of papers that are one: the one that was there before, and the new one.

    Args:
        known: Papers that were there before.
        new: Papers that have just come, in their order.
        shared: Per cent of the wording that the abstracts of two papers share.
    """
    ids = [*new, *known]
    traits = [*new.values(), *known.values()]
    for one, other in _pairs(traits, len(new)):
        ours, theirs = traits[one], traits[other]
        near = max(fuzz.token_sort_ratio(a, b) for a in ours.keys for b in theirs.keys)
        if near < AKIN:
            continue
        verdict = judge(ours, theirs, partial(shared, ids[one], ids[other]))
        if verdict is Verdict.SAME:
            # Numbers below that of the first known paper are new ones, the earlier the lower.
            yield (ids[other], ids[one]) if other >= len(new) else (ids[one], ids[other])


def _pairs(traits: list[Traits], new: int) -> list[tuple[int, int]]:
    """Numbers of papers with a mark in common, the first of each pair below `new`."""
    codes = [_code(mark, number) for number in range(new) for mark in title_marks(traits[number])]
    few = new < len(traits) / 2
    wanted = {code >> _BITS for code in codes} if few else frozenset[int]()
    for number in range(new, len(traits)):
        for mark in title_marks(traits[number]):
            code = _code(mark, number)
            if not few or code >> _BITS in wanted:
                codes.append(code)
    codes.sort()
    found = set[tuple[int, int]]()
    for _, group in groupby(codes, key=lambda code: code >> _BITS):
        numbers = list(dict.fromkeys(code & (1 << _BITS) - 1 for code in group))
        if 1 < len(numbers) <= _CROWD:
            for place, one in enumerate(numbers):
                if one >= new:
                    break
                found.update((one, other) for other in numbers[place + 1 :])
    return sorted(found)


def _code(mark: str, number: int) -> int:
    return (hash(mark) & (1 << 62) - 1) << _BITS | number
