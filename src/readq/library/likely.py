"""New papers that are surely papers one has, though neither title nor identifier is the same.

Looked for once all records are read, among papers that have an author and a long word of the title in
common.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import combinations

from rapidfuzz import fuzz

from readq.library.sameness import AKIN, LEAST_SURE, Traits, Verdict, judge, squeezed

_LONG_WORDS = 3
_MOST_AUTHORS = 12
_CROWD = 24
"""A mark that more papers have is no sign of anything."""


def title_marks(traits: Traits) -> Iterator[str]:
    """Each author with each of the longest words of the titles."""
    words = _long_words(traits)
    for author in _first_authors(traits):
        for word in words:
            yield f"{author} {word}"


def _first_authors(traits: Traits) -> Collection[str]:
    authors = traits.authors
    return authors if len(authors) <= _MOST_AUTHORS else sorted(authors)[:_MOST_AUTHORS]


def _long_words(traits: Traits) -> dict[str, None]:
    """The longest words of each title."""
    found: dict[str, None] = {}
    for key in traits.keys:
        words = sorted(set(key.split()))
        words.sort(key=len, reverse=True)
        found |= dict.fromkeys(words[:_LONG_WORDS])
    return found


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
        if not _may_be_one(ours, theirs) or not any(
            fuzz.token_sort_ratio(a, b, score_cutoff=AKIN) for a in ours.keys for b in theirs.keys
        ):
            continue
        reads = partial(shared, ids[one], ids[other])
        if judge(ours, theirs, reads, least=Verdict.SAME) is Verdict.SAME:
            # Numbers below that of the first known paper are new ones, the earlier the lower.
            yield (ids[other], ids[one]) if other >= len(new) else (ids[one], ids[other])


def _may_be_one(one: Traits, other: Traits) -> bool:
    """What is quickly seen, and nearly always says no: two people called Wang Y."""
    common = len(one.authors & other.authors)
    if common >= LEAST_SURE * max(len(one.authors), len(other.authors)):
        return True
    return not set(map(squeezed, one.keys)).isdisjoint(map(squeezed, other.keys))


def _pairs(traits: list[Traits], new: int) -> list[tuple[int, int]]:
    """Numbers of papers with a mark in common, the first of each pair below `new`."""
    by_author: defaultdict[str, list[int]] = defaultdict(list)
    for number in range(new):
        for author in _first_authors(traits[number]):
            by_author[author].append(number)
    for number in range(new, len(traits)):
        for author in _first_authors(traits[number]):
            if author in by_author:
                by_author[author].append(number)
    words: dict[int, dict[str, None]] = {}
    found = set[tuple[int, int]]()
    for numbers in by_author.values():
        if len(numbers) < 2:
            continue
        for number in numbers:
            if number not in words:
                words[number] = _long_words(traits[number])
        if len(numbers) == 2:  # as most have written two or less
            one, other = numbers
            if one < new and not words[one].keys().isdisjoint(words[other]):
                found.add((one, other))
            continue
        by_word: defaultdict[str, list[int]] = defaultdict(list)
        for number in numbers:
            for word in words[number]:
                by_word[word].append(number)
        for alike in by_word.values():
            if 1 < len(alike) <= _CROWD:
                found.update(pair for pair in combinations(alike, 2) if pair[0] < new)
    return sorted(found)
