"""The jump index as bytes, to be kept beside a library. Whatever is wrong with them, it is made anew."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from readq.search.jump import JumpIndex
from readq.search.pieces import WRONG, put_together, taken_apart
from readq.search.segment import Parts, Segment
from readq.search.texts import Lookup, Texts
from readq.search.vocabulary import LETTERS, Vocabulary

_KIND, _VERSION = "jump", 4
"""To be raised whenever folding or the parts of a segment change."""
_MOST_SEGMENTS = 8


def dump(index: JumpIndex) -> bytes:
    """The index as bytes for `load`."""
    pieces = [index.marks]
    for segment in index.segments:
        pieces.append(_packed_bits(segment.alive, segment.count))
        pieces.extend(_packed(segment.parts))
    return put_together(_KIND, _VERSION, pieces)


def load(data: bytes) -> JumpIndex | None:
    """The index that `dump` made these bytes of; None when they are damaged, foreign or out of date."""
    try:
        _, pieces = taken_apart(_KIND, _VERSION, data)
        return _index(map(bytes, pieces))
    except WRONG:
        return None


def _index(pieces: Iterator[bytes]) -> JumpIndex | None:
    marks = next(pieces)
    segments = []
    for alive in pieces:
        segment = Segment(_unpacked(pieces))
        segment.alive = int.from_bytes(alive, "little")
        segments.append(segment)
    if not segments or len(segments) > _MOST_SEGMENTS:
        return None
    return JumpIndex.of(segments, marks)


def _packed(parts: Parts) -> Iterator[bytes]:
    for texts in (parts.ids, parts.titles, parts.folded, parts.fields):
        yield from _packed_texts(texts)
    yield parts.starts.tobytes()
    for lookup in (parts.initials, parts.names, parts.keys):
        yield from _packed_texts(lookup.texts)
        yield lookup.numbers.tobytes()
    for words in (parts.words, parts.field_words):
        yield from _packed_texts(words.words)
        yield words.postings.tobytes()
        yield words.ends.tobytes()
        yield words.lengths
        yield b"".join([_packed_bits(letter, len(words.words)) for letter in words.letters])


def _unpacked(pieces: Iterator[bytes]) -> Parts:
    def texts() -> Texts:
        return Texts(next(pieces), numbers())

    def numbers() -> array[int]:
        return array("I", next(pieces))

    def lookup() -> Lookup:
        return Lookup(texts(), numbers())

    def vocabulary() -> Vocabulary:
        words, postings, ends, lengths, bits = (
            texts(),
            numbers(),
            numbers(),
            next(pieces),
            next(pieces),
        )
        width = _width(len(words))
        letters = [
            int.from_bytes(bits[at * width : (at + 1) * width], "little")
            for at in range(len(LETTERS))
        ]
        return Vocabulary(words, postings, ends, lengths, letters)

    return Parts(
        ids=texts(),
        titles=texts(),
        folded=texts(),
        fields=texts(),
        starts=numbers(),
        initials=lookup(),
        names=lookup(),
        keys=lookup(),
        words=vocabulary(),
        field_words=vocabulary(),
    )


def _packed_texts(texts: Texts) -> tuple[bytes, bytes]:
    return texts.blob, texts.ends.tobytes()


def _packed_bits(bits: int, count: int) -> bytes:
    return bits.to_bytes(_width(count), "little")


def _width(count: int) -> int:
    return (count + 7) // 8
