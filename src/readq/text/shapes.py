# ruff: noqa: RUF001
"""What a word looks like: ordinary, capitalised, or coined."""

from __future__ import annotations

from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path

from readq.patterns import lazily


class Shape(IntEnum):
    """How far a word is from an ordinary one."""

    ORDINARY = 0
    CAPITALISED = 1
    COINED = 2


_WORD = r"[A-Za-z0-9\u00c0-\u024f\u0370-\u03ff\u00b2\u00b3\u2070-\u209f]"
_JOINING = r"-\u2010\u2011+&/·._@"
# Most words have nothing that could belong to them behind; the first branch sees that at once.
TOKEN = lazily(
    rf"{_WORD}++(?![{_JOINING}*★†])|@?{_WORD}+(?:[{_JOINING}]{_WORD}+)*(?:\+\+|\+|\*|★|†)?|\S"
)
"""A word with what belongs to it, or one sign."""

_NEXT_BEGINS = r"[\"”’')\]]*\s+(?=[A-Z0-9“\"(\[])(?<!e\.g\. )(?<!i\.e\. )(?<!vs\. )(?<!al\. )"
_SENTENCE_END = lazily(r"[.!?]" + _NEXT_BEGINS)
# A pattern that begins with one certain sign is looked for three times as fast.
_FULL_STOP = lazily(r"\." + _NEXT_BEGINS)
_QUANTITY = lazily(
    r"\d+(?:\.\d+)?[A-Za-z%×°]{1,3}|[A-Za-z]?\d+(?:[-–x.]\w+)*|\d+(?:st|nd|rd|th|D|d|k|K|M|B|x|X)?(?:-\w+)*"
    r"|\d+(?:\.\d+)?[KMBT]?[-–/]\d+(?:\.\d+)?[KMBTx%]*"
)
_MODEL_SIZE = lazily(
    r"v?\d[\w.]*|Instruct|Chat|Turbo|VL|Base|Coder|Math|Large|Small|Tiny|Preview|Omni|Flash|Pro|Mini|Think\w*"
)
_TITLE_WORD = lazily(r"[A-Z][a-z]+|[a-z]+")
_SUFFIXES = frozenset(
    [
        "based",
        "level",
        "like",
        "style",
        "wise",
        "aware",
        "free",
        "enhanced",
        "augmented",
        "driven",
        "guided",
        "trained",
        "tuned",
        "only",
        "specific",
        "related",
        "type",
        "shot",
        "time",
        "invariant",
        "equivariant",
        "agnostic",
        "dependent",
        "powered",
        "generated",
        "induced",
        "conditioned",
        "oriented",
        "centric",
        "scale",
        "optimal",
        "hard",
        "complete",
        "equipped",
        "inspired",
        "informed",
        "as",
        "in",
        "of",
        "to",
        "by",
        "and",
        "the",
        "compatible",
        "supervised",
    ]
)
_PARTS = lazily(r"[-\u2010\u2011/]")
_INNER = lazily(r"[a-z][A-Z]|[²³]|\+$")
_LETTER_DIGIT = lazily(r"[a-z]\d[a-z]")


@cache
def community_names() -> frozenset[str]:
    """Names that are common property, never a paper's own coinage."""
    listing = Path(__file__).with_name("common_names.txt").read_text(encoding="utf-8")
    return frozenset(listing.split())


@cache
def ambiguous_names() -> frozenset[str]:
    """Abbreviations in wide use that papers also coin anew: own when the paper defines them."""
    listing = Path(__file__).with_name("ambiguous_names.txt").read_text(encoding="utf-8")
    return frozenset(listing.split())


@lru_cache(65536)
def shape(token: str) -> Shape:
    """How coined a word looks; community names, quantities and ordinary compounds are ordinary."""
    known = community_names()
    if token in ambiguous_names():
        return Shape.ORDINARY
    if token.isalpha() and token.isascii() and token.istitle():
        is_known = token in known or (token[-1] == "s" and token[:-1] in known)
        return Shape.ORDINARY if is_known or len(token) == 1 else Shape.CAPITALISED
    core = token.rstrip("+*★†")
    if (
        token in known
        or core in known
        or not any(map(str.isalpha, core))
        or _QUANTITY.fullmatch(core)
    ):
        return Shape.ORDINARY
    if core.endswith("s") and core[:-1] in known:
        return Shape.ORDINARY
    parts = _PARTS.split(core)
    if len(parts) > 1 and parts[0] in known and all(_MODEL_SIZE.fullmatch(p) for p in parts[1:]):
        return Shape.ORDINARY
    if len(parts) > 1 and _is_compound(parts, known):
        return Shape.ORDINARY
    capitals = sum(map(str.isupper, core))
    small = sum(map(str.islower, core))
    digits = 0 if core.isalpha() else sum(map(str.isdigit, core))
    if capitals >= 2 or (capitals and digits) or (small and digits and _LETTER_DIGIT.search(core)):
        if len(core) < 2:
            return Shape.ORDINARY
        if len(parts) > 1 and all(_TITLE_WORD.fullmatch(p) for p in parts):
            return Shape.CAPITALISED
        return Shape.COINED
    if _INNER.search(core) or (token != core and core[:1].isupper()):
        return Shape.COINED
    return Shape.CAPITALISED if core[:1].isupper() and small else Shape.ORDINARY


def _is_compound(parts: list[str], known: frozenset[str]) -> bool:
    """Whether hyphenated parts are ordinary words, or a known name with an ordinary tail."""
    if all(p.islower() or p.isdigit() for p in parts):
        return True
    if parts[-1] in _SUFFIXES:
        return True
    tail_is_small = any(p.islower() for p in parts[1:])
    named = [p in known or p.rstrip("s") in known for p in parts]
    return (
        tail_is_small
        and any(named)
        and all(n or p.islower() or p.isdigit() for n, p in zip(named, parts, strict=True))
    )


def sentences(text: str) -> list[str]:
    """Text cut into sentences."""
    if "  " in text or not text.isprintable():
        text = " ".join(text.split())
    text = text.strip()
    ends = _SENTENCE_END if "!" in text or "?" in text else _FULL_STOP
    found, start = [], 0
    for end in ends.finditer(text):
        found.append(text[start : end.start() + 1])
        start = end.end()
    if start < len(text):
        found.append(text[start:])
    return found
