"""What the signs of a run of abstracts ask for, whatever word is looked for: worked out once, then kept.

Most abstracts are shown as they are written, and the bytes of the store answer for them. The others are
told here, each with what is left of it once its signs are gone.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, repeat

from readq.patterns import lazily_bytes
from readq.records import dataclass
from readq.search.by_slab import BySlab
from readq.search.fold import fold
from readq.search.slab_bytes import (
    ACCENT,
    APOSTROPHE,
    BRACE,
    ESCAPED,
    FRAME_END,
    HYPHEN,
    JOINING,
    LATEX,
    LETTER_SIGNS,
    MARKUP,
    NOT_LETTERS,
    OTHER,
    PUNCTUATION,
    TABLE,
    TAG,
    Slab,
)

_UNSEEN = lazily_bytes(
    rb"\\(?:\\(?:(?:math[a-z]+|text[a-z]*|emph|operatorname|left|right|rm|bf|it|bar|vec|hat|tilde|overline|underline)\*? ?)?"
    rb"|[bfnrt]|u[0-9a-f]{4})"
)
"""What JSON escapes, with macros of which nothing is shown."""
_ENTITY = lazily_bytes(rb"&(?!(?:amp|lt|gt|quot|nbsp);)#?\w+;")
_MACRO_ENDS = lazily_bytes(rb"\\\\[A-Za-z]+(?=[\x80-\xff])")
"""A macro with a letter behind it that cannot be part of its name."""
_BEFORE = 24
"""At least so many bytes of a document come before its abstract, and no brace behind these."""
_AROUND = 48
_MARKS = b"\\{}*_^$`'"
_NEITHER_LETTERS_NOR_LINES = NOT_LETTERS.replace(b"\n", b"")


@dataclass(frozen=True, slots=True)
class Signs:
    """What the signs of a run of documents ask for; documents are numbered from 0."""

    marked: array[int]
    """Documents with markup, LaTeX, line breaks, braces or broken words, in order."""
    letters: bytes
    """The letters and digits of those documents, with and without tags, and a blank behind each document."""
    letter_ends: array[int]
    """Where the letters of each of them end."""
    coded: array[int]
    """Documents with letters written as HTML entities."""
    unclean: array[int]
    """The marked documents, and those with letters or punctuation beyond ASCII."""
    apostrophes: array[int]
    """Where the straight apostrophes are."""
    around: bytes
    """The folded words around each sign that is a letter, or joins the letters beside it."""
    around_ends: array[int]
    """Where the words around each of these signs end."""
    around_of: array[int]
    """The document that each of these signs is in."""
    macros: array[int]
    """The marked documents with a backslash, as LaTeX has it."""


SIGNS = BySlab(Signs, "signs", 3, {"letters", "around"})


def signs_of(slab: Slab) -> Signs:
    """Look through documents."""
    raw, text, ends = slab.data, slab.text, slab.ends
    marked = (
        _having(text, MARKUP, ends)
        | _having(raw, b"\\", ends, ESCAPED)
        | _having(raw, HYPHEN, ends)
    )
    marked.update(_with_braces(text, ends))
    numbers = sorted(marked)
    parts = [raw[slab.start_of(n) : ends[n] - FRAME_END] for n in numbers]
    shown = list(map(_without_macros, parts))
    coded = [
        n for n, own in zip(numbers, shown, strict=True) if b"&" in own and _ENTITY.search(own)
    ]
    letters = b"".join([own + b"\n" for own in shown]).translate(TABLE, _NEITHER_LETTERS_NOR_LINES)
    punctuation, others = _places(raw, PUNCTUATION), _places(text, OTHER[0])
    unclean = marked | _documents(punctuation, ends) | _documents(others, ends)
    odd = others + [
        at for at in punctuation if raw[at : at + 2] in LETTER_SIGNS or raw[at : at + 3] in JOINING
    ]
    around_of = [bisect_right(ends, at) for at in odd]
    around = [
        _folded(_bare(part) if number in marked else part)
        for number, part in zip(around_of, map(_around, repeat(raw), odd), strict=True)
    ]
    return Signs(
        marked=array("I", numbers),
        letters=letters,
        letter_ends=array("I", accumulate([len(own) + 1 for own in letters.split(b" ")[:-1]])),
        coded=array("I", coded),
        unclean=array("I", sorted(unclean)),
        apostrophes=array("I", _places(text, APOSTROPHE[0])),
        around=b"".join(around),
        around_ends=array("I", accumulate(map(len, around))),
        around_of=array("I", around_of),
        macros=array("I", [n for n, own in zip(numbers, parts, strict=True) if LATEX in own]),
    )


def _having(
    text: bytes, sign: bytes, ends: Sequence[int], also: re.Pattern[bytes] | None = None
) -> set[int]:
    """Documents with a sign, and from there on a pattern."""
    found = set()
    at = text.find(sign)
    while at >= 0:
        number = bisect_right(ends, at)
        end = ends[number]
        if also is None or also.search(text, at, end):
            found.add(number)
        at = text.find(sign, end)
    return found


def _with_braces(text: bytes, ends: Sequence[int]) -> Iterable[int]:
    """Documents with braces within their abstracts."""
    starts = [_BEFORE, *[end + _BEFORE for end in ends[:-1]]]
    stops = [end - FRAME_END for end in ends]
    braces = map(text.find, repeat(BRACE), starts, stops)
    return [number for number, at in enumerate(braces) if at >= 0]


def _places(text: bytes, sign: int) -> list[int]:
    found = []
    at = text.find(sign)
    while at >= 0:
        found.append(at)
        at = text.find(sign, at + 1)
    return found


def _documents(places: Iterable[int], ends: Sequence[int]) -> set[int]:
    """The documents that these places are in."""
    found, end = set(), -1
    for at in places:
        if at >= end:
            number = bisect_right(ends, at)
            end = ends[number]
            found.add(number)
    return found


def _without_macros(raw: bytes) -> bytes:
    """What is shown of an abstract, roughly: with tags, and again without."""
    if b"\\" in raw:
        raw = _UNSEEN.sub(b"", raw)
    raw = raw.replace(HYPHEN, b"")
    return raw + TAG.sub(b"", raw) if b"<" in raw or b"&" in raw else raw


def _around(raw: bytes, at: int) -> bytes:
    """What stands around a place up to the next blanks, if they are not too far."""
    start, end = raw.rfind(b" ", max(at - _AROUND, 0), at), raw.find(b" ", at, at + _AROUND)
    return raw[
        start + 1 if start >= 0 else max(at - _AROUND, 0) : end if end >= 0 else at + _AROUND
    ]


def _bare(part: bytes) -> bytes:
    """Without what may stand within a word and is not shown."""
    return _MACRO_ENDS.sub(rb"\g<0> ", ACCENT.sub(b"", TAG.sub(b"", part))).translate(None, _MARKS)


@lru_cache(maxsize=4096)
def _folded(part: bytes) -> bytes:
    """The folded words, each with a blank before and behind it."""
    return f" {fold(part.decode('utf-8', 'ignore'))} \n".encode("utf-8", "surrogatepass")
