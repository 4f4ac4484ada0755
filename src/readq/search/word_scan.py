"""Which abstracts of one run of bytes have a word or phrase as it is written, and surely show it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import repeat

from readq.patterns import lazily_bytes
from readq.search.signs import Signs
from readq.search.slab_bytes import (
    APOSTROPHE,
    BRACE,
    FRAME_END,
    HYPHEN,
    JOINING,
    LATEX,
    LETTER_SIGNS,
    MARKUP,
    PUNCTUATION,
    SPECIAL,
    START,
    TABLE,
    Slab,
)
from readq.search.wanted import Wanted

_SHORT = 4
"""So few letters are inside too many other words to be looked for without the blank before them."""
FEW = 5
"""So few letters stand side by side often enough, whatever the words."""
_BLANK = 0x20
_SAMPLE, _FREQUENT = 60_000, 4
"""Words that are so often in the first bytes are frequent."""
_ODD = lazily_bytes(rb"[$*_^<>&`\[\]\\{}'\x80-\xff]")
"""Signs with which what follows may be shown otherwise than it is written."""
_AS_IT_IS = bytes(range(256))


class WordScan:
    """One run of abstracts, looked through for one piece of text as it is written."""

    def __init__(self, slab: Slab, signs: Signs, wanted: Wanted) -> None:
        self.slab, self.signs, self.wanted = slab, signs, wanted
        self.raw, self.ends = slab.data, slab.ends
        self.marked, self.unclean = frozenset(signs.marked), frozenset(signs.unclean)
        self.is_whole = wanted.needle.endswith(b" ")
        self.is_spaced = slab.has_text or len(wanted.letters) <= _SHORT
        """Whether the word is looked for where blanks stand for signs already."""
        self.sure: set[int] = set()
        self.maybe: set[int] = set()

    def words(self) -> None:
        """Documents with the word as it is."""
        self.at_first_sight(self.wanted.needle)
        for number, at, start, end in self.with_word():
            if number not in self.unclean or (number not in self.marked and self.is_plain(at, end)):
                self.sure.add(number)
            else:
                _Document(self, number, start, end).judge_word()

    @cached_property
    def small(self) -> bytes:
        """The bytes in small letters."""
        return self.slab.text if self.is_spaced else self.raw.lower()  # takes a third of the time

    @cached_property
    def starts(self) -> list[int]:
        """Where the abstracts start."""
        found = map(self.raw.find, repeat(START), [0, *self.ends[:-1]])
        return [at + len(START) for at in found]

    def at_first_sight(self, needle: bytes) -> None:
        """Documents that have words between blanks with nothing odd before: most, where the words are frequent."""
        text, raw, marked = self.small, self.raw, self.marked
        if text.count(needle, 0, _SAMPLE) < _FREQUENT:
            return
        behind = len(needle) - 1 if needle.endswith(b" ") else 0
        starts = self.starts
        for number, at in enumerate(map(text.find, repeat(needle), starts, self.ends)):
            if at < 0 or raw[at] != _BLANK or (behind and raw[at + behind] != _BLANK):
                continue
            if number not in marked or self.is_prose(starts[number], at + len(needle)):
                self.sure.add(number)

    def is_prose(self, start: int, end: int) -> bool:
        """Whether an abstract with markup has none up to here."""
        return not (
            _ODD.search(self.raw, start, end)
            or self.raw.find(HYPHEN, start, end + len(HYPHEN)) >= 0
        )

    def is_plain(self, at: int, end: int) -> bool:
        """Whether the signs beside a word are ASCII, in an abstract without markup."""
        behind = at + 1 + len(self.wanted.letters)
        is_ascii = self.raw[at] < 0x80 and (not self.is_whole or self.raw[behind] < 0x80)
        return is_ascii and behind < end - FRAME_END

    def with_word(self) -> Iterator[tuple[int, int, int, int]]:
        """Documents not known yet with the word between blanks, or signs that count as such.

        Each with the place before the word, and where the abstract starts and ends.
        """
        piece, lead, table = self.wanted.letters, 0, TABLE
        if self.is_spaced:
            piece, lead, table = b" " + piece, 1, _AS_IT_IS
        if self.sure:
            return self.among_others(piece, lead, table)
        return self.everywhere(piece, lead, table)

    def among_others(
        self, piece: bytes, lead: int, table: bytes
    ) -> Iterator[tuple[int, int, int, int]]:
        """The same, where most documents are known."""
        text, size, sure = self.small, len(piece), self.sure
        others = (number for number in range(len(self.ends)) if number not in sure)
        for number in others:
            start, end = self.starts[number], self.ends[number]
            at = text.find(piece, start - lead, end)
            while at >= 0:
                before, behind = table[text[at + lead - 1]], table[text[at + size]]
                if before == _BLANK and (not self.is_whole or behind == _BLANK):
                    yield number, at + lead - 1, start, end
                    break
                at = text.find(piece, at + 1, end)

    def everywhere(
        self, piece: bytes, lead: int, table: bytes
    ) -> Iterator[tuple[int, int, int, int]]:
        """The same, where no document is known."""
        raw, ends, text = self.raw, self.ends, self.small
        size, last = len(piece), len(text) - len(piece)
        at = text.find(piece)
        while 0 <= at < last:
            before, behind = table[text[at + lead - 1]], table[text[at + size]]
            if before != _BLANK or (self.is_whole and behind != _BLANK):
                at = text.find(piece, at + 1)
                continue
            number = bisect_right(ends, at)
            end = ends[number]
            start = raw.find(START, ends[number - 1] if number else 0) + len(START)
            if at + lead >= start:  # not in what stands before every abstract
                yield number, at + lead - 1, start, end
                start = end
            at = text.find(piece, start - 1)

    def phrases(self) -> None:
        """Documents with the words of a phrase, side by side once signs count as blanks."""
        self.at_first_sight(self.wanted.raw)
        for number, _, start, end in self.with_word():
            is_unclean = number in self.unclean
            if not is_unclean and self.raw.find(b"'", start, end) < 0:
                if self.has_all(start, end) and self.wanted.parted.search(
                    self.small, start - 1, end
                ):
                    self.sure.add(number)
            elif is_unclean or self.has_all(start, end):
                _Document(self, number, start, end).look_for_phrase()

    def has_all(self, start: int, end: int) -> bool:
        """Whether an abstract without odd signs has the letters of all words, or may have by an apostrophe."""
        return (
            all(self.small.find(word, start, end) >= 0 for word in self.wanted.words)
            or self.raw.find(b"'", start, end) >= 0
        )

    @cached_property
    def odd_words(self) -> dict[int, bytes]:
        """The words of each document with letters beyond ASCII."""
        found: dict[int, bytes] = {}
        start, signs = 0, self.signs
        for number, end in zip(signs.around_of, signs.around_ends, strict=True):
            found[number] = found.get(number, b"") + signs.around[start:end]
            start = end
        return found


class _Document:
    """One abstract that has the rarest of the words; its bytes begin with the sign before it."""

    def __init__(self, scan: WordScan, number: int, start: int, end: int) -> None:
        self.scan, self.wanted, self.number = scan, scan.wanted, number
        self.raw = scan.raw[start - 1 : end]
        self.text = self.raw.translate(TABLE)
        self.prose_end = len(self.raw) - FRAME_END

    def judge_word(self) -> None:
        """Judge an abstract with markup that has the word: one place where it is surely shown will do."""
        needle = self.wanted.needle
        at = self.text.find(needle)
        while at >= 0:
            if self.is_sure(at, at + len(needle) - self.scan.is_whole):
                self.scan.sure.add(self.number)
                return
            at = self.text.find(needle, at + 1)
        self.scan.maybe.add(self.number)

    def is_sure(self, at: int, behind: int) -> bool:
        """Whether the words found between these places are shown so: between plain signs, in prose."""
        raw = self.raw
        if behind >= self.prose_end or raw[at] == LATEX[0] or self.is_joined(at, behind):
            return False
        if raw.find(HYPHEN, max(at - len(HYPHEN), 0), behind + len(HYPHEN)) >= 0:
            return False
        if (
            MARKUP not in self.text
            and self.text.find(BRACE, 0, self.prose_end) < 0
            and LATEX not in raw
        ):
            return True
        if raw[at] not in b" -(" or (self.scan.is_whole and raw.startswith(LATEX, behind)):
            return False
        return not (
            raw.count(b"$", 0, at) % 2
            or raw.find(b"\\\\[", 0, at) >= 0
            or raw.find(b"\\\\(", 0, at) >= 0
            or self.is_within(b"{", b"}", at)
            or self.is_within(b"<", b">", at)
            or self.is_within(b"](", b")", at)
        )

    def is_joined(self, at: int, behind: int) -> bool:
        """Whether a sign beside the word makes it part of a longer one."""
        raw = self.raw
        if raw[at] >= 0x80:
            lead = max(at - 3, 0)
            while lead < at and raw[lead] < 0xC0:
                lead += 1
            if raw[lead] not in (0xC2, PUNCTUATION) or self.is_letter(lead):
                return True
        return self.scan.is_whole and raw[behind] >= 0x80 and self.is_letter(behind)

    def is_letter(self, at: int) -> bool:
        """Whether what begins here is a letter, or joins those beside it: not a dash or a quote."""
        raw = self.raw
        if raw[at] not in (0xC2, PUNCTUATION) or not self.wanted.is_plain:
            return True
        return raw[at : at + 2] in LETTER_SIGNS or raw[at : at + 3] in JOINING

    def is_within(self, opening: bytes, closing: bytes, at: int) -> bool:
        """Whether a bracket is open at a place."""
        opened = self.raw.rfind(opening, 0, at)
        return opened >= 0 and self.raw.find(closing, opened, at) < 0

    def look_for_phrase(self) -> None:
        """Judge an abstract that has the rarest word of a phrase."""
        scan, wanted, text = self.scan, self.wanted, self.text
        is_clean = self.number not in scan.unclean and APOSTROPHE not in text
        at = text.find(wanted.raw)
        has_all = at >= 0 or all(word in text for word in wanted.words)
        if at >= 0 and not is_clean:
            self.judge_phrase(at)
        elif at >= 0 or (has_all and wanted.parted.search(text)):
            (scan.sure if is_clean else scan.maybe).add(self.number)
        elif not is_clean and (self.is_joined_up() or self.has_odd_words(has_all)):
            scan.maybe.add(self.number)

    def judge_phrase(self, at: int) -> None:
        """Judge an abstract with signs that has the phrase; one place where it is surely shown will do."""
        raw, piece = self.raw, self.wanted.raw
        whole = piece.endswith(b" ")
        while at >= 0:
            behind = at + len(piece) - whole
            between = raw[at + 1 : behind]
            is_plain = between.isascii() and b"\\" not in between
            if is_plain and not (whole and raw[behind] >= 0x80) and self.is_sure(at, behind):
                self.scan.sure.add(self.number)
                return
            at = self.text.find(piece, at + 1)
        self.scan.maybe.add(self.number)

    def is_joined_up(self) -> bool:
        """Whether the letters stand side by side once signs are gone: more often than the words as written.

        A few letters do so all the time; of them the words must be there once the signs are gone.
        """
        if len(self.wanted.squeezed) <= FEW:
            return self.wanted.parted.search(self.text.translate(None, SPECIAL)) is not None
        joined = self.text.translate(None, SPECIAL + b" ").count(self.wanted.squeezed)
        return joined > (joined and len(self.wanted.begun.findall(self.text)))

    def has_odd_words(self, has_all: bool) -> bool:
        """Whether all words are there, some of them with letters beyond ASCII."""
        odd = self.scan.odd_words.get(self.number, b"")
        if not odd:
            return False
        if has_all:  # one may yet stand beside the others as a Greek letter does, by its name
            return any(map(odd.__contains__, self.wanted.apart))
        return all(word in self.text or word in odd for word in self.wanted.words)
