"""Which abstracts of one run of bytes have a piece of text, where those in doubt were folded before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, compress, repeat

from readq.search.folded_slab import FoldedSlab, places_of
from readq.search.slab_bytes import TABLE, Slab
from readq.search.wanted import Wanted

_BLANK = 0x20
_TURNED = bytes.maketrans(b"\0\1", b"\1\0")
_SAMPLE = 60_000
_MANY, _MANY_WORDS = 250, 60
"""Letters, and words, that are so often in the first bytes are sooner looked for in each abstract."""


class FoldedScan:
    """One run of abstracts: folded texts answer for some, the bytes for the plain ones."""

    def __init__(self, slab: Slab, folded: FoldedSlab, wanted: Wanted) -> None:
        self.slab, self.folded, self.wanted = slab, folded, wanted
        self.raw, self.starts, self.ends = slab.data, folded.starts, slab.ends
        self.is_whole = wanted.needle.endswith(b" ")

    def numbers(self) -> list[int]:
        """The documents that have the piece, and no others."""
        found = self.folded.having(self.wanted.raw)
        if self.wanted.is_plain:  # plain abstracts have plain letters only
            found += self.in_plain()
        return found

    def in_plain(self) -> list[int]:
        """The plain documents that have the piece."""
        wanted, sample = self.wanted, self.raw[:_SAMPLE]
        if wanted.is_phrase:
            is_common = sample.translate(TABLE).count(wanted.needle) > _MANY_WORDS
            return self.common(wanted.raw) if is_common else self.with_word()
        is_common = sample.lower().count(wanted.letters) > _MANY
        return self.common(wanted.needle) if is_common else self.with_word()

    @cached_property
    def small(self) -> bytes:
        """The bytes in small letters, where there is anything but a number to be found."""
        is_number = self.wanted.letters.isdigit() and not self.wanted.is_phrase
        return self.raw if is_number else self.raw.lower()

    @cached_property
    def plain(self) -> list[int]:
        """Documents whose bytes say what they are."""
        return list(compress(range(len(self.odd)), self.odd.translate(_TURNED)))

    @cached_property
    def odd(self) -> bytearray:
        """Whether each document was folded."""
        flags = bytearray(len(self.ends))
        for number in self.folded.numbers:
            flags[number] = 1
        return flags

    def with_word(self) -> list[int]:
        """Plain documents with the word, or with a phrase that has it."""
        text, odd, starts, ends = self.small, self.odd, self.starts, self.ends
        letters, is_whole, is_phrase = self.wanted.letters, self.is_whole, self.wanted.is_phrase
        size, found, number = len(letters), [], 0
        at = text.find(letters)
        while at >= 0:
            if TABLE[text[at - 1]] == _BLANK and (not is_whole or TABLE[text[at + size]] == _BLANK):
                number = bisect_right(ends, at, number)
                if at < starts[number]:  # in what stands before every abstract
                    at = text.find(letters, starts[number])
                    continue
                if not odd[number] and (not is_phrase or self.has_phrase(number)):
                    found.append(number)
                at = text.find(letters, ends[number])
            else:
                at = text.find(letters, at + 1)
        return found

    def has_phrase(self, number: int) -> bool:
        """Whether a plain document has the words side by side, with any signs between them."""
        start, end = self.starts[number], self.ends[number]
        return (
            self.small.find(self.wanted.raw, start, end) >= 0
            or self.wanted.parted.search(self.small, start, end) is not None
        )

    def common(self, written: bytes) -> list[int]:
        """Plain documents with what most have: as it is mostly written, or else with other signs or capitals."""
        plain = self.plain
        starts, ends = map(self.starts.__getitem__, plain), map(self.ends.__getitem__, plain)
        places = list(map(self.raw.find, repeat(written), starts, ends))
        found = [number for number, at in zip(plain, places, strict=True) if at >= 0]
        others = [number for number, at in zip(plain, places, strict=True) if at < 0]
        return found + self.otherwise(written, others)

    def otherwise(self, written: bytes, numbers: Sequence[int]) -> list[int]:
        """Those of some plain documents that have the piece once signs are blanks, and capitals small."""
        parts = [self.raw[self.starts[number] : self.ends[number]] for number in numbers]
        text, ends = b"".join(parts).translate(TABLE), list(accumulate(map(len, parts)))
        found = set(places_of(text, written, ends))
        for gap in self.wanted.gaps:
            found.update(
                place
                for place in places_of(text, gap, ends)
                if self.wanted.parted.search(text, ends[place - 1] if place else 0, ends[place])
            )
        return [numbers[place] for place in found]
