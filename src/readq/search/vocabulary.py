"""The distinct words of a set of texts, and which of them a typed word may mean."""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable
from math import log

from rapidfuzz import process
from rapidfuzz.distance import OSA

WHOLE, PREFIX, INSIDE, TYPO = 1.0, 0.9, 0.6, 0.72
_ONE_TYPO_FROM = 4
_TWO_TYPOS_FROM = 7
_MAX_PREFIXES = 400
_MAX_INSIDE = 200
_MAX_TYPOS = 40
_MEMO = 512


class Vocabulary:
    """Words with the texts they occur in."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.postings: list[array[int]] = []
        self._sorted: list[str] = []
        self._fresh: list[str] = []
        self._blob = ""
        self._by_length: dict[int, list[str]] = {}
        self._memo: dict[str, dict[int, float]] = {}

    def add(self, words: Iterable[str], text: int) -> None:
        """Say that these words occur in the text of this number."""
        for word in dict.fromkeys(words):
            number = self.numbers.get(word)
            if number is None:
                number = self.numbers[word] = len(self.postings)
                self.postings.append(array("I"))
                self._fresh.append(word)
            self.postings[number].append(text)

    def rarity(self, number: int, texts: int) -> float:
        """How much a word tells: the logarithm of the share of texts that have it."""
        return log((texts + 1) / (len(self.postings[number]) + 0.5))

    def meanings(self, typed: str) -> dict[int, float]:
        """The words that `typed` may stand for, each with how well it fits, 0 to 1."""
        self._settle()
        known = self._memo.get(typed)
        if known is None:
            if len(self._memo) >= _MEMO:
                self._memo.pop(next(iter(self._memo)))
            known = self._memo[typed] = self._look_up(typed)
        return known

    def _settle(self) -> None:
        """Take words that came in since the last look into the sorted list."""
        if not self._fresh:
            return
        if len(self._fresh) > 32:
            self._sorted = sorted(self.numbers)
        else:
            for word in self._fresh:
                insort(self._sorted, word)
        for word in self._fresh:
            self._by_length.setdefault(len(word), []).append(word)
        self._fresh.clear()
        self._memo.clear()
        self._blob = "\n" + "\n".join(self._sorted) + "\n"

    def _look_up(self, typed: str) -> dict[int, float]:
        fits: dict[int, float] = {}
        if len(typed) >= _ONE_TYPO_FROM:
            fits.update(self._typos(typed))
        if len(typed) >= 3:
            for word in self._containing(typed):
                self._raise(fits, word, INSIDE * (0.7 + 0.3 * len(typed) / len(word)))
        at = bisect_left(self._sorted, typed)
        for word in self._sorted[at : at + _MAX_PREFIXES]:
            if not word.startswith(typed):
                break
            self._raise(fits, word, PREFIX * (0.85 + 0.15 * len(typed) / len(word)))
        if typed in self.numbers:
            fits[self.numbers[typed]] = WHOLE
        return fits

    def _raise(self, fits: dict[int, float], word: str, fit: float) -> None:
        number = self.numbers[word]
        if fits.get(number, 0.0) < fit:
            fits[number] = fit

    def _containing(self, typed: str) -> list[str]:
        """Words with `typed` inside, found in one string of all words."""
        found: list[str] = []
        blob = self._blob
        at = blob.find(typed)
        while at >= 0 and len(found) < _MAX_INSIDE:
            end = blob.index("\n", at)
            found.append(blob[blob.rindex("\n", 0, at) + 1 : end])
            at = blob.find(typed, end)
        return found

    def _typos(self, typed: str) -> dict[int, float]:
        allowed = 1 if len(typed) < _TWO_TYPOS_FROM else 2
        fits: dict[int, float] = {}
        for length in range(len(typed) - allowed, len(typed) + allowed + 1):
            near = process.extract(
                typed,
                self._by_length.get(length, ()),
                scorer=OSA.distance,
                score_cutoff=allowed,
                limit=_MAX_TYPOS,
            )
            for word, edits, _ in near:
                if edits:
                    fits[self.numbers[word]] = TYPO * (1 - 0.2 * (edits - 1))
        return fits
