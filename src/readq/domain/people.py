"""Authors as two sources can be compared by them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from readq.patterns import lazily

_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))
_NOBODY = frozenset(("anonymous", "others", "al", "withdrawn", "unknown", "authors", "author"))
_PARTS = lazily(r"[^\W\d_]+")
_FOLDED = str.maketrans({"ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ı": "i"})  # noqa: RUF001


def author_keys(authors: Iterable[str]) -> frozenset[str]:
    """What to compare the authors of two records by: each one's surname and first initial.

    Sources shorten first names, put surnames first, drop accents. Whoever hides (`Anonymous`) or stands
    for others (`et al.`) has no key; one text that holds a whole list of names has many.
    """
    return frozenset(chain.from_iterable(map(_keys, authors)))


def forget_authors() -> None:
    """Let go of what was worked out about each name: some 27 MB for 95,562 papers, which imports use."""
    _keys.cache_clear()


@lru_cache(maxsize=200_000)
def _keys(author: str) -> tuple[str, ...]:
    if "," in author:
        parts = [part.strip() for part in author.split(",")]
        names = [part for part in parts if part]
        if len(names) > 1 and all(" " in name and name[0].isupper() for name in names):
            return tuple(key for name in names for key in _keys(name))
        if len(names) > 1:  # surname, first names
            author = " ".join((*names[1:], names[0]))
    author = author.lower()
    if not author.isascii():
        bare = unicodedata.normalize("NFKD", author).translate(_FOLDED)
        author = "".join(c for c in bare if not unicodedata.combining(c))
    is_plain = author.isascii() and author.replace(" ", "").isalpha()
    parts = author.split() if is_plain else _PARTS.findall(author)
    if len(parts) > 1 and parts[-1] in _SUFFIXES:
        parts.pop()
    if not parts or not _NOBODY.isdisjoint(parts[-1:]):
        return ()
    return (f"{parts[-1]} {parts[0][0]}",)
