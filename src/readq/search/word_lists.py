"""The distinct words of a set of texts, sorted, and where each of them occurs."""

from __future__ import annotations

import gc
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import accumulate

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


class WordsOfTexts:
    """The words of texts, noted down as the texts come."""

    def __init__(self) -> None:
        """No texts yet."""
        # Arrays take half the memory of lists, and are put together in no time.
        self._found: defaultdict[str, array[int]] = defaultdict(partial(array, "I"))
        self._count = 0

    def take(self, texts: Iterable[Iterable[str]]) -> None:
        """Note the words of the next texts."""
        found, number = self._found, self._count
        for words in texts:
            for word in words:
                found[word].append(number)
            number += 1
        self._count = number

    def lists(self) -> tuple[list[str], WordLists]:
        """The words in order; and where they occur, in texts numbered from 0."""
        ordered = sorted(self._found)
        lists = list(map(self._found.__getitem__, ordered))
        postings = array("I", b"".join(lists))
        ends = array("I", list(accumulate(map(len, lists))))
        return ordered, WordLists(Texts.of([word + "\n" for word in ordered]), postings, ends)


def lists_of(texts: Iterable[Iterable[str]]) -> tuple[list[str], WordLists]:
    """The words of these texts, which are numbered from 0, in order; and where they occur."""
    words = WordsOfTexts()
    with uncollected():
        words.take(texts)
        return words.lists()


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
