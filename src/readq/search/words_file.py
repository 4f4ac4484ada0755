"""Lists of words as bytes, to be kept beside a library."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from hashlib import blake2b

from readq.search.pieces import WRONG, put_together, taken_apart
from readq.search.texts import Texts
from readq.search.word_lists import WordLists, lists_of

_KIND, _VERSION = "words", 2


def words_of(texts: Texts) -> WordLists:
    """The words of these texts."""
    return lists_of(map(str.split, texts))[1]


def dump_words(lists: Mapping[str, WordLists], made_from: bytes) -> bytes:
    """Lists of words by name, as bytes for `load_words`; `made_from` tells the texts they are of."""
    pieces = [
        piece
        for own in lists.values()
        for piece in (own.words.blob, *map(bytes, (own.words.ends, own.postings, own.ends)))
    ]
    return put_together(_KIND, _VERSION, pieces, names=list(lists), of=_digest(made_from))


def load_words(data: bytes, made_from: bytes) -> dict[str, WordLists]:
    """The lists `dump_words` made these bytes of; none when they are damaged, or of other texts."""
    try:
        facts, pieces = taken_apart(_KIND, _VERSION, data)
        if facts["of"] != _digest(made_from):
            return {}
        return {name: _lists(pieces) for name in facts["names"]}
    except WRONG:
        return {}


def _lists(pieces: Iterator[memoryview]) -> WordLists:
    words = Texts(bytes(next(pieces)), array("I", bytes(next(pieces))))
    return WordLists(words, array("I", bytes(next(pieces))), array("I", bytes(next(pieces))))


def _digest(made_from: bytes) -> str:
    return blake2b(made_from, digest_size=16).hexdigest()
