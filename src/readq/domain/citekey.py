"""Keys to cite a paper by."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from readq.domain.identity import title_key
from readq.patterns import lazily

_CITEKEY = lazily(r"[^\W\d_][^\s{}()\\,=\"#%~]*|\*[^\s{}()\\,=\"#%~]+")
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd"})
_SMALL_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "can",
        "do",
        "does",
        "for",
        "from",
        "how",
        "in",
        "into",
        "is",
        "it",
        "its",
        "of",
        "on",
        "or",
        "our",
        "the",
        "their",
        "this",
        "to",
        "toward",
        "towards",
        "via",
        "we",
        "what",
        "when",
        "where",
        "which",
        "who",
        "why",
        "with",
        "without",
        "you",
        "your",
    ]
)
_LATIN = lazily(r"[a-z0-9]+")


def make_citekey(authors: Sequence[str], year: int | None, title: str) -> str:
    """A key such as `vaswani2017attention`: family name, year, first telling word of the title.

    Without an author the title gives both words. Only ASCII letters and digits come out, so that the
    key is safe in LaTeX, file names and shells; two papers can share a key.
    """
    telling = [w for w in title_key(title).split() if _LATIN.fullmatch(w) and w not in _SMALL_WORDS]
    family = _family(authors[0]) if authors else ""
    if not family and telling:
        family = telling.pop(0)
    key = family + (str(year) if year is not None else "") + (telling[0] if telling else "")
    return key or "paper"


def _family(author: str) -> str:
    """The family name of a display name (`Given von Family, Jr.`) or of `Family, Given`."""
    head, comma, tail = author.partition(",")
    parts = head.split()
    if not parts:
        return ""
    inverted = comma and _ascii(tail) not in _SUFFIXES
    if inverted:
        return _ascii(head)
    while len(parts) > 1 and _ascii(parts[-1]) in _SUFFIXES:
        parts.pop()
    return _ascii(parts[-1])


def _ascii(text: str) -> str:
    key = unicodedata.normalize("NFKD", title_key(text))
    return "".join(_LATIN.findall(key))


def is_citekey(text: str) -> bool:
    """Whether an id can be what the reader cites by, and is no number, DOI or address of a program."""
    return bool(_CITEKEY.fullmatch(text)) and "://" not in text
