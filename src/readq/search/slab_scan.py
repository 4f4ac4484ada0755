"""Whether the abstracts of one run of bytes have a word: each is looked at as closely as its signs ask for."""

from __future__ import annotations

from bisect import bisect_right

from readq.patterns import lazily_bytes
from readq.search.fold import fold
from readq.search.slab_bytes import (
    ACCENT,
    APOSTROPHE,
    BRACE,
    ESCAPED,
    FRAME_END,
    HYPHEN,
    LATEX,
    MARKUP,
    NOT_LETTERS,
    SPACED,
    TABLE,
    TAG,
)
from readq.search.word_scan import FEW, WordScan

_WITHIN = MARKUP + APOSTROPHE + BRACE
_MACROS = (
    lazily_bytes(rb"\\\\[A-Za-z]+\*?"),
    lazily_bytes(rb"\\\\[A-Za-z]+\*?(?:\[[^][]*\]|\{[^{}]*\})*"),
)
"""Macros, without and with what they are given: that may be shown or not."""
_FORMULA = lazily_bytes(rb"\$[^$]*\$|\\\\[(\[](?:(?!\\\\[(\[]).)*?\\\\[)\]]")
"""Where blanks are not shown."""
_AROUND = 24


class SlabScan(WordScan):
    """One run of abstracts, looked through for one piece of text."""

    def look(self) -> None:
        """Find the documents that have the piece for sure, and those that may have it."""
        self.spelled()
        if self.wanted.is_plain:
            if self.wanted.is_phrase:
                self.phrases()
            else:
                self.words()
            self.marked_up()
            self.quoted()
        self.accented()

    def marked_up(self) -> None:
        """Documents where markup stands beside or within the word: `**D**iffusion`, `H$_2$O`."""
        self.maybe.update(self.signs.coded)
        letters, ends = self.signs.letters, self.signs.letter_ends
        word, words = self.wanted.letters, self.wanted.words
        at = letters.find(word)
        while at >= 0:
            place = bisect_right(ends, at)
            number, end = self.signs.marked[place], ends[place]
            if number not in self.sure and number not in self.maybe:
                start = ends[place - 1] if place else 0
                has_all = len(words) < 2 or all(letters.find(w, start, end) >= 0 for w in words)
                if has_all and self.in_markup(self.without_breaks(number)):
                    self.maybe.add(number)
            at = letters.find(word, end)

    def spelled(self) -> None:
        """Documents with a macro that is shown as the word, but has another name."""
        spelled = self.wanted.spelled
        if spelled is not None:
            for number in self.signs.macros:
                if spelled.search(self.raw, self.slab.start_of(number), self.ends[number]):
                    self.maybe.add(number)

    def without_breaks(self, number: int) -> bytes:
        """An abstract with blanks for line breaks and whole words."""
        raw = self.raw[self.slab.start_of(number) - 1 : self.ends[number] - FRAME_END]
        if b"\\" in raw:
            raw = ESCAPED.sub(lambda found: found[0] if found[0] == LATEX else b" ", raw)
        return raw.replace(HYPHEN + b" ", b"").replace(HYPHEN, b"")

    def in_markup(self, raw: bytes) -> bool:
        """Whether an abstract that has the letters of all words may have the piece."""
        if LATEX in raw:
            raw = ACCENT.sub(b"", raw)
        bare = TAG.sub(b"", raw) if b"<" in raw or b"&" in raw else raw
        if bare != raw and self.has_letters(bare):
            return True
        if self.wanted.is_phrase:
            return self.has_letters(raw) or (
                LATEX in raw
                and (
                    any(self.has_letters(macro.sub(b" ", raw)) for macro in _MACROS)
                    or self.wanted.is_among_macros(raw)
                )
            )
        letters, text = self.wanted.letters, raw.translate(TABLE)
        if self.wanted.needle in text.translate(SPACED) + b" ":
            return True
        joined = raw.translate(TABLE, b"\\").translate(None, _WITHIN)
        if joined.count(letters) > text.count(letters):
            return True
        is_formula = b"$" in raw or b"\\(" in raw or b"\\[" in raw
        return is_formula and any(map(self.has_letters, _FORMULA.findall(raw)))

    def has_letters(self, raw: bytes) -> bool:
        """Whether the letters of the piece stand side by side, but for what is no letter."""
        if self.wanted.squeezed not in raw.translate(TABLE, NOT_LETTERS):
            return False
        if not self.wanted.is_phrase or len(self.wanted.squeezed) > FEW:
            return True
        joined = raw.translate(TABLE, b"\\").translate(None, _WITHIN)
        return any(map(self.wanted.parted.search, (raw.translate(TABLE), joined)))

    def quoted(self) -> None:
        """Documents where an apostrophe stands beside or within the word and is not shown."""
        raw, joints = self.raw, self.wanted.joints
        for at in self.signs.apostrophes:
            beside = raw[at - 1 : at + 2 : 2].lower()
            if beside[:1] == b"n" and raw[at - 2 : at] == b"\\n":
                beside = b" " + beside[1:]
            if beside in joints:
                self.look_around(at)

    def look_around(self, at: int) -> None:
        """Judge a document by what stands around an apostrophe."""
        number = bisect_right(self.ends, at)
        if number not in self.maybe and number not in self.sure:
            around = _AROUND + len(self.wanted.letters)
            shown = self.raw[max(at - around, 0) : at + around].decode("utf-8", "ignore")
            if self.wanted.word in fold(shown):
                self.maybe.add(number)

    def accented(self) -> None:
        """Documents where letters of the word are accented, or from another alphabet."""
        around, ends, of = self.signs.around, self.signs.around_ends, self.signs.around_of
        letters, needle, marked = self.wanted.letters, self.wanted.needle, self.marked
        at = around.find(letters)
        while at >= 0:
            place = bisect_right(ends, at)
            number, end = of[place], ends[place]
            if number not in self.sure and (
                number in marked or around.find(needle, ends[place - 1] if place else 0, end) >= 0
            ):
                self.maybe.add(number)
            at = around.find(letters, end)
