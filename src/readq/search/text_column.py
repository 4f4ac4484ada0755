"""The folded texts of papers, such as their titles: which papers have some words in them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

from readq.search.bits import bits_of, bits_where, numbers_in
from readq.search.texts import Texts
from readq.search.word_lists import WordLists

BREAK = "\x1f"
"""Stands between two texts of one paper."""
_MEMO = 64
_MANY = 6_000
"""Where more papers have the words of a phrase, all texts are sooner looked through."""


class TextColumn:
    """Folded texts of papers, looked up by their words or looked through as one run of bytes."""

    def __init__(self, texts: Callable[[], Texts], count: int) -> None:
        """The texts of so many papers in order, each as `column_text` writes it; asked for when first used."""
        self._unread: Callable[[], Texts] | None = texts
        self._texts = Texts.of(())
        self._over: dict[int, bytes] = {}
        self._count = count
        self._size = count
        """How many papers there were at first."""
        self._unlisted: Callable[[], WordLists | None] | None = None
        self._words: WordLists | None = None
        self._with_word = lru_cache(_MEMO)(self._listed)

    @property
    def texts(self) -> Texts:
        """The texts as they were at first."""
        if self._unread is not None:
            self._texts, self._unread = self._unread(), None
        return self._texts

    def look_up(self, words: Callable[[], WordLists | None]) -> None:
        """Look up words, once somebody asks, in lists of the texts as they were at first, if there are any."""
        self._unlisted = words

    @property
    def words(self) -> WordLists | None:
        """The words of the texts as they were at first, if they were listed."""
        if self._unlisted is not None:
            words, self._unlisted = self._unlisted, None
            self._words = words()
        return self._words

    def put(self, place: int, text: str) -> None:
        """Set one paper's texts; a paper behind the last is added."""
        self._over[place] = text.encode("utf-8", "surrogatepass")
        self._count = max(self._count, place + 1)

    def having(self, piece: str) -> int:
        """The papers with this piece in a text: words with a blank before them, the last whole or begun."""
        bits = self._by_words(piece) if self.words is not None else None
        wanted = piece.encode("utf-8", "surrogatepass")
        if bits is None:
            bits = self._having(wanted) if self._count else 0
        for place, text in self._over.items():
            bits &= ~(1 << place)
            if wanted in text:
                bits |= 1 << place
        return bits

    def _by_words(self, piece: str) -> int | None:
        """The same for the texts as they were at first; None when looking through them is the quicker way."""
        words = piece.split()
        if not words:
            return None
        is_begun = not piece.endswith((" ", BREAK))
        having = self._with_word(words[-1], is_begun)
        for word in words[:-1]:
            having &= self._with_word(word, False)
        if len(words) == 1 and BREAK not in piece:
            return having
        if having.bit_count() > _MANY:
            return None
        wanted, raw = piece.encode("utf-8", "surrogatepass"), self.texts.raw
        found = [place for place in numbers_in(having) if wanted in raw(place)]
        return bits_of(found, self._size, len(found))

    def _listed(self, word: str, is_begun: bool) -> int:
        """The papers whose texts had a word, or one that starts so."""
        words = self._words
        first, end = (
            (0, 0) if words is None else (words.starting if is_begun else words.whole)(word)
        )
        if words is None or first >= end:
            return 0
        places = words.texts(first, end)
        return bits_of(places, self._size, len(places))

    def _having(self, wanted: bytes) -> int:
        find, ends, place = self.texts.blob.find, self._ends, 0
        flags = bytearray(self._count)
        at = find(wanted)
        while at >= 0:
            place = bisect_right(ends, at, place)
            flags[place] = True
            at = find(wanted, ends[place])  # once is enough
        return bits_where(flags)

    @cached_property
    def _ends(self) -> list[int]:
        """Where each text ends; a list is searched in half the time."""
        return self.texts.ends.tolist()

    def merged(self) -> Texts:
        """All texts as they are now."""
        if not self._over:
            return self.texts
        return Texts.of(
            self._over[n].decode("utf-8", "surrogatepass") if n in self._over else self.texts[n]
            for n in range(self._count)
        )


def column_text(folded: Iterable[str]) -> str:
    """Folded texts with a blank around each, so that pieces of one never run into the next."""
    return "".join([f"{BREAK} {text} {BREAK}" for text in folded])
