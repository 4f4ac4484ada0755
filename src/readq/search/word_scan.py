"""Which abstracts of one run of bytes have a word or phrase as it is written, and surely show it."""

from __future__ import annotations

from bisect import bisect_right

from readq.patterns import lazily_bytes
from readq.search.slab_bytes import (
    APOSTROPHE,
    BRACE,
    ESCAPE,
    JOINING,
    LATEX,
    LETTER_SIGNS,
    MARKUP,
    OTHER,
    PUNCTUATION,
    SPACED,
    SPECIAL,
    START,
    TABLE,
    Slab,
    has_macro_within,
)
from readq.search.wanted import Wanted

_SIGN = lazily_bytes(rb"\xe2[\x81\x82\x84\x85\xb1]")
_FRAME_END = 4
"""So many bytes of a document come behind its abstract at most."""


class WordScan:
    """One run of abstracts, looked through for one piece of text as it is written."""

    def __init__(self, slab: Slab, wanted: Wanted) -> None:
        self.raw, self.ends, self.wanted = slab.data, slab.ends, wanted
        self.text = slab.data.translate(TABLE)
        self.is_whole = wanted.needle.endswith(b" ")
        self.sure: set[int] = set()
        self.maybe: set[int] = set()

    def words(self) -> None:
        """Documents with the word as it is."""
        text, needle, is_phrase = self.text, self.wanted.needle, self.wanted.is_phrase
        at = text.find(needle)
        while at >= 0:
            number, start, end = self.document(at)
            if at < start - 1:  # in what stands before every abstract
                at = text.find(needle, start - 1)
                continue
            if is_phrase:
                self.phrase(number, start, end)
            elif self.is_clean(start, end):
                self.sure.add(number)
            else:
                self.judge(number, at, start, end)
            at = text.find(needle, end - 1)

    def document(self, at: int) -> tuple[int, int, int]:
        """Which document this place is in, and where its abstract starts and ends."""
        number = bisect_right(self.ends, at)
        first = self.ends[number - 1] if number else 0
        start = self.raw.find(START, first) + len(START)
        return number, start, self.ends[number]

    def is_clean(self, start: int, end: int) -> bool:
        """Whether an abstract is shown letter by letter as it is written."""
        text, raw = self.text, self.raw
        return (
            text.find(MARKUP, start, end) < 0
            and text.find(BRACE, start, end - _FRAME_END) < 0
            and text.find(ESCAPE, start, end) < 0
            and text.find(OTHER, start, end) < 0
            and raw.find(PUNCTUATION, start, end) < 0
        )

    def judge(self, number: int, at: int, start: int, end: int) -> None:
        """Judge a document with markup that has the word: one place where it is surely shown will do."""
        text, needle = self.text, self.wanted.needle
        while 0 <= at < end:
            if self.is_sure(at, start, end):
                self.sure.add(number)
                return
            at = text.find(needle, at + 1, end)
        self.maybe.add(number)

    def is_sure(self, at: int, start: int, end: int) -> bool:
        """Whether the words found here are shown so: between plain signs, in prose."""
        raw = self.raw
        behind = at + len(self.wanted.needle) - self.is_whole
        if behind >= end - 2 or self.is_joined(at, behind):
            return False
        if (
            self.text.find(MARKUP, start, end) < 0
            and self.text.find(BRACE, start, end - _FRAME_END) < 0
            and raw.find(LATEX, start, end) < 0
        ):
            return True
        if raw[at] not in b" -(":
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
            if raw[lead : lead + 2] in LETTER_SIGNS or JOINING.match(raw, lead):
                return True
            if raw[lead] not in (0xC2, PUNCTUATION):
                return True
        return self.is_whole and raw[behind] >= 0x80 and self.is_letter(behind)

    def is_letter(self, at: int) -> bool:
        """Whether what begins here is a letter, or joins those beside it: not a dash or a quote."""
        raw = self.raw
        if raw[at] not in (0xC2, PUNCTUATION) or not self.wanted.is_plain:
            return True
        return raw[at : at + 2] in LETTER_SIGNS or JOINING.match(raw, at) is not None

    def phrase(self, number: int, start: int, end: int) -> None:
        """Judge a document that has the rarest word of a phrase."""
        part = self.text[start - 1 : end].rstrip(b" " + BRACE)
        has_all = all(word in part for word in self.wanted.words)
        spaced = b" %b " % b" ".join(part.translate(SPACED).split()) if has_all else b""
        if self.wanted.raw in spaced:
            self.judge_phrase(number, start, end)
        elif not (self.is_clean(start, end) and APOSTROPHE not in part):
            hides_some = has_macro_within(self.raw[start:end]) or (
                not has_all and (OTHER in part or _SIGN.search(self.raw, start, end))
            )
            # Letters side by side once signs are gone: more often than the words as they are written?
            joined = part.translate(None, SPECIAL + b" ").count(self.wanted.squeezed)
            if hides_some or joined > spaced.count(self.wanted.raw.rstrip()):
                self.maybe.add(number)

    def judge_phrase(self, number: int, start: int, end: int) -> None:
        """Whether a document surely shows the phrase that it has once signs count as blanks."""
        part = self.text[start - 1 : end]
        at = part.find(self.wanted.raw)
        while at >= 0:
            if self.is_sure_from(start - 1 + at, start, end):
                self.sure.add(number)
                return
            at = part.find(self.wanted.raw, at + 1)
        is_clean = self.is_clean(start, end) and APOSTROPHE not in part
        (self.sure if is_clean else self.maybe).add(number)

    def is_sure_from(self, at: int, start: int, end: int) -> bool:
        """Whether the phrase that begins here is shown as it is."""
        behind = at + len(self.wanted.raw) - self.wanted.raw.endswith(b" ")
        between = self.raw[at + 1 : behind]
        return (
            between.isascii()
            and self.is_sure(at, start, end)
            and not (self.is_whole and self.raw[behind] >= 0x80)
        )


def _is_within(raw: bytes, opening: bytes, closing: bytes, start: int, at: int) -> bool:
    """Whether a bracket is open at a place of an abstract."""
    opened = raw.rfind(opening, start, at)
    return opened >= 0 and raw.find(closing, opened, at) < 0
