"""The distinct words of a set of texts, where they occur, and which of them a typed word may mean."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz import process
from rapidfuzz.distance import OSA

from readq.search.bits import bits_where, numbers_in
from readq.search.word_lists import WordLists, WordsOfTexts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from readq.search.texts import Texts

ONE_TYPO_FROM = 4
_TWO_TYPOS_FROM = 7
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
MAX_INSIDE = 400
"""So many words at most are told that have some letters inside."""
_MAX_TYPOS = 60
_MEMO = 64
_LONGEST = 255
_ALL_BYTES = bytes(range(256))
_DIGITS = bytes.maketrans(b"+\n", b"10")


def typos_in(typed: str) -> int:
    """How many typos a word of this length may have."""
    return (len(typed) >= ONE_TYPO_FROM) + (len(typed) >= _TWO_TYPOS_FROM)


class Vocabulary(WordLists):
    """The words of texts, with what tells quickly which of them are alike."""

    def __init__(
        self,
        words: Texts,
        postings: array[int],
        ends: array[int],
        lengths: bytes,
        letters: Sequence[int],
    ) -> None:
        """What `of` worked out.

        Args:
            words: See `WordLists`, as are `postings` and `ends`.
            postings: The same.
            ends: The same.
            lengths: How long each word is.
            letters: For each of `LETTERS`, the set of words that have it.
        """
        super().__init__(words, postings, ends)
        self.lengths = lengths
        self.letters = letters
        self._all = (1 << len(words)) - 1
        self._lengths: dict[tuple[int, int], int] = {}
        self._inside: dict[bytes, list[int]] = {}
        self.near = lru_cache(_MEMO)(self._near)

    @classmethod
    def of(cls, words: WordsOfTexts) -> Vocabulary:
        """The words of these texts."""
        ordered, lists = words.lists()
        return cls(
            lists.words,
            lists.postings,
            lists.ends,
            bytes([min(len(word), _LONGEST) for word in ordered]),
            [_having(letter, lists.words.blob) for letter in LETTERS.encode()],
        )

    def containing(self, typed: str) -> list[int]:
        """Words with `typed` inside or at their start."""
        wanted = typed.encode("utf-8", "surrogatepass")
        known = self._inside.get(wanted)
        if known is None:
            if len(self._inside) > 64:
                self._inside.clear()
            known = self._inside[wanted] = self._containing(wanted)
        return known

    def _containing(self, wanted: bytes) -> list[int]:
        wider = self._inside.get(wanted[:-1])
        if wider is not None and len(wider) < MAX_INSIDE:
            return [number for number in wider if wanted in self.words.raw(number)]
        blob, ends = self.words.blob, self.words.ends
        found: list[int] = []
        at = blob.find(wanted)
        while at >= 0 and len(found) < MAX_INSIDE:
            number = bisect_right(ends, at)
            found.append(number)
            at = blob.find(wanted, ends[number])
        return found

    def _near(self, typed: str) -> list[int]:
        """Words that `typed` may be with one typo, or two in a long word."""
        allowed = typos_in(typed)
        if not allowed:
            return []
        alike = self._alike(typed, allowed, other_letters=True)
        return self._close(typed, list(numbers_in(alike)), allowed, _LONGEST)

    def starting_near(self, typed: str) -> list[int]:
        """Words whose start `typed` may be with one typo behind its first letter."""
        if len(typed) <= ONE_TYPO_FROM:
            return []
        first, end = self.starting(typed[0])
        alike = self._alike(typed, 1, other_letters=False) >> first & ((1 << (end - first)) - 1)
        return self._close(typed, [first + n for n in numbers_in(alike)], 1, len(typed))

    def _close(self, typed: str, numbers: list[int], allowed: int, length: int) -> list[int]:
        """Those of the words whose first `length` letters are so many edits away at most."""
        close = process.extract(
            typed,
            [self[number][:length] for number in numbers],
            scorer=OSA.distance,
            score_cutoff=allowed,
            limit=_MAX_TYPOS,
        )
        return [numbers[at] for _, _, at in close]

    def _alike(self, typed: str, allowed: int, *, other_letters: bool) -> int:
        """The words that lack at most so many of the letters, and have at most so many others."""
        length = len(typed)
        alike = self._long(length - allowed, length + allowed if other_letters else _LONGEST)
        letters = set(typed)
        lacking = [0] * (allowed + 1)
        having = [0] * (allowed + 1)
        for letter, words in zip(LETTERS, self.letters, strict=True):
            if letter in letters:
                _count(lacking, self._all ^ words)
            elif other_letters:
                _count(having, words)
        return alike & ~lacking[-1] & ~having[-1]

    def _long(self, least: int, most: int) -> int:
        """The words of these lengths."""
        known = self._lengths.get((least, most))
        if known is None:
            table = bytes(least <= length <= most for length in range(256))
            known = self._lengths[least, most] = bits_where(self.lengths.translate(table))
        return known


def _having(letter: int, lines: bytes) -> int:
    """The lines that have a letter."""
    sign = bytes([letter])
    left = lines.translate(None, _ALL_BYTES.replace(sign, b"").replace(b"\n", b""))
    digits = left.replace(sign + b"\n", b"+").translate(_DIGITS, sign)
    return int(digits[::-1], 2) if digits else 0


def _count(levels: list[int], words: int) -> None:
    """Note that something more holds of these words: level n has those where it is more than n."""
    for level in range(len(levels) - 1, 0, -1):
        levels[level] |= levels[level - 1] & words
    levels[0] |= words
