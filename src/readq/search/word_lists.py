"""The distinct words of a set of texts, sorted, and where each of them occurs."""

from __future__ import annotations

import gc
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate, chain

from readq.search.texts import Texts


class WordLists:
    """Sorted words, each with the numbers of the texts that have it."""

    def __init__(self, words: Texts, postings: array[int], ends: array[int]) -> None:
        """What `lists_of` worked out.

        Args:
            words: The words in order, each with a line break behind it.
            postings: The texts of the first word, then those of the second, and so on.
            ends: Where each word's postings end.
        """
        self.words = words
        self.postings = postings
        self.ends = ends

    def __getitem__(self, number: int) -> str:
        """One word."""
        return self.words[number][:-1]

    def texts(self, first: int, end: int) -> array[int]:
        """The texts of a run of words; a text comes up each time it has one of them."""
        return self.postings[self.ends[first - 1] if first else 0 : self.ends[end - 1]]

    def whole(self, typed: str) -> tuple[int, int]:
        """The run that holds just this word; empty when there is none."""
        return self.words.starting(typed + "\n")

    def starting(self, typed: str) -> tuple[int, int]:
        """The run of words that start so."""
        return self.words.starting(typed)


def lists_of(texts: Iterable[Iterable[str]]) -> tuple[list[str], WordLists]:
    """The words of these texts, which are numbered from 0, in order; and where they occur."""
    found: dict[str, list[int]] = defaultdict(list)
    with uncollected():
        for number, words in enumerate(texts):
            for word in words:
                found[word].append(number)
        ordered = sorted(found)
        lists = list(map(found.__getitem__, ordered))
        postings = array("I", list(chain.from_iterable(lists)))
    ends = array("I", list(accumulate(map(len, lists))))
    return ordered, WordLists(Texts.of([word + "\n" for word in ordered]), postings, ends)


@contextmanager
def uncollected() -> Iterator[None]:
    """Leave garbage alone: a million small lists without a cycle would be looked through again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
