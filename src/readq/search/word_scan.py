"""Which abstracts of one run of bytes have a word or phrase as it is written, and surely show it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

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
    Slab,
)
from readq.search.wanted import Wanted


class WordScan:
    """One run of abstracts, looked through for one piece of text as it is written."""

    def __init__(self, slab: Slab, text: bytes, signs: Signs, wanted: Wanted) -> None:
        self.slab, self.text, self.signs, self.wanted = slab, text, signs, wanted
        self.raw, self.ends = slab.data, slab.ends
        self.marked, self.unclean = frozenset(signs.marked), frozenset(signs.unclean)
        self.is_whole = wanted.needle.endswith(b" ")
        self.sure: set[int] = set()
        self.maybe: set[int] = set()

    def words(self) -> None:
        """Documents with the word as it is."""
        unclean, sure = self.unclean, self.sure
        for number, at, start, end in self.with_piece(self.wanted.needle):
            if number not in unclean:
                sure.add(number)
            else:
                self.judge(number, at, start, end)

    def with_piece(self, piece: bytes) -> Iterator[tuple[int, int, int, int]]:
        """Documents with a piece of text, with its place and where the abstract starts and ends."""
        text = self.text
        at = text.find(piece)
        while at >= 0:
            number, start, end = self.document(at)
            if at < start - 1:  # in what stands before every abstract
                at = text.find(piece, start - 1)
                continue
            yield number, at, start, end
            at = text.find(piece, end - 1)

    def document(self, at: int) -> tuple[int, int, int]:
        """Which document this place is in, and where its abstract starts and ends."""
        number = bisect_right(self.ends, at)
        return number, self.slab.start_of(number), self.ends[number]

    def judge(self, number: int, at: int, start: int, end: int) -> None:
        """Judge a document with markup that has the word: one place where it is surely shown will do."""
        text, needle = self.text, self.wanted.needle
        while 0 <= at < end:
            if self.is_sure(at, at + len(needle) - self.is_whole, start, end):
                self.sure.add(number)
                return
            at = text.find(needle, at + 1, end)
        self.maybe.add(number)

    def is_sure(self, at: int, behind: int, start: int, end: int) -> bool:
        """Whether the words found between these places are shown so: between plain signs, in prose."""
        raw = self.raw
        if behind >= end - FRAME_END or raw[at] == LATEX[0] or self.is_joined(at, behind):
            return False
        if raw.find(HYPHEN, max(at - len(HYPHEN), 0), behind + len(HYPHEN)) >= 0:
            return False
        if (
            self.text.find(MARKUP, start, end) < 0
            and self.text.find(BRACE, start, end - FRAME_END) < 0
            and raw.find(LATEX, start, end) < 0
        ):
            return True
        if raw[at] not in b" -(" or (self.is_whole and raw.startswith(LATEX, behind)):
            return False
        return not (
            raw.count(b"$", start, at) % 2
            or raw.find(b"\\\\[", start, at) >= 0
            or raw.find(b"\\\\(", start, at) >= 0
            or _is_within(raw, b"{", b"}", start, at)
            or _is_within(raw, b"<", b">", start, at)
            or _is_within(raw, b"](", b")", start, at)
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
        return self.is_whole and raw[behind] >= 0x80 and self.is_letter(behind)

    def is_letter(self, at: int) -> bool:
        """Whether what begins here is a letter, or joins those beside it: not a dash or a quote."""
        raw = self.raw
        if raw[at] not in (0xC2, PUNCTUATION) or not self.wanted.is_plain:
            return True
        return raw[at : at + 2] in LETTER_SIGNS or raw[at : at + 3] in JOINING

    def phrases(self) -> None:
        """Documents with the words of a phrase, side by side once signs count as blanks."""
        wanted, unclean = self.wanted, self.unclean
        for number, at, start, end in self.with_piece(wanted.raw):
            if number not in unclean and self.text.find(APOSTROPHE, start, end) < 0:
                self.sure.add(number)
            else:
                self.judge_phrase(number, at, start, end)
        for number, _, start, end in self.with_piece(wanted.needle):
            if number not in self.sure and number not in self.maybe:
                self.parted_phrase(number, start, end)

    def judge_phrase(self, number: int, at: int, start: int, end: int) -> None:
        """Judge a document with signs that has the phrase; one place where it is surely shown will do."""
        raw, piece = self.raw, self.wanted.raw
        whole = piece.endswith(b" ")
        while 0 <= at < end:
            behind = at + len(piece) - whole
            between = raw[at + 1 : behind]
            is_plain = between.isascii() and b"\\" not in between
            if (
                is_plain
                and not (whole and raw[behind] >= 0x80)
                and self.is_sure(at, behind, start, end)
            ):
                self.sure.add(number)
                return
            at = self.text.find(piece, at + 1, end)
        self.maybe.add(number)

    def parted_phrase(self, number: int, start: int, end: int) -> None:
        """Judge a document that has the rarest word of a phrase, but not with a blank between all words."""
        wanted, text = self.wanted, self.text
        has_all = all(text.find(word, start, end) >= 0 for word in wanted.words)
        is_clean = number not in self.unclean and text.find(APOSTROPHE, start, end) < 0
        if has_all and wanted.parted.search(text, start - 1, end):
            (self.sure if is_clean else self.maybe).add(number)
        elif not is_clean:
            part = text[start - 1 : end]
            # Letters side by side once signs are gone: more often than the words as they are written?
            joined = part.translate(None, SPECIAL + b" ").count(wanted.squeezed)
            if joined > (joined and len(wanted.begun.findall(part))):
                self.maybe.add(number)
            elif not has_all:
                odd = self.odd_words.get(number, b"")
                if odd and all(word in part or word in odd for word in wanted.words):
                    self.maybe.add(number)

    @cached_property
    def odd_words(self) -> dict[int, bytes]:
        """The words of each document with letters beyond ASCII."""
        found: dict[int, bytes] = {}
        start, signs = 0, self.signs
        for number, end in zip(signs.around_of, signs.around_ends, strict=True):
            found[number] = found.get(number, b"") + signs.around[start:end]
            start = end
        return found


def _is_within(raw: bytes, opening: bytes, closing: bytes, start: int, at: int) -> bool:
    """Whether a bracket is open at a place of an abstract."""
    opened = raw.rfind(opening, start, at)
    return opened >= 0 and raw.find(closing, opened, at) < 0
