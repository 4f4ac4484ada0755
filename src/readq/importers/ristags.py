"""The tags of RIS: how programs write them, and what they are called elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable

from readq.domain.bibvalue import folded
from readq.patterns import lazily
from readq.records import dataclass

NAMED = {
    "VL": "volume",
    "IS": "number",
    "PB": "publisher",
    "CY": "address",
    "SN": "issn",
    "LA": "language",
    "T3": "series",
    "ET": "edition",
    "N1": "note",
    "Y2": "urldate",
    "ST": "shorttitle",
}
"""Tags kept under the names BibTeX has for them."""
OF_VENUE = ("T2", "JF", "JO", "C3", "JA", "J2", "J1")
_USED = """
    TY ER TI T1 CT AU A1 PY Y1 AB N2 DO KW UR LK L1 SP EP ID T2 JF JO JA J1 J2 BT C3 ED A2 VO
"""
USED = frozenset(_USED.split()) | frozenset(NAMED)
TEXTS = frozenset({"AB", "N2", "N1"})
"""Tags whose values may have paragraphs."""

_BEGINS = lazily(r"\s*(?:TY|ty)[ \t]{0,3}[-\u2013][ \t]*[A-Za-z]")
_HAS_RECORD = lazily(r"(?:^|\n)[ \t]*TY  - [A-Z]+[ \t]*\n\s*[A-Z][A-Z0-9]  -")
_STYLE = lazily(
    r"(?:^|\n)[ \t]*(TY|ty|ER|er)([ \t]{0,3})([-\u2013])[ \t]*(?:[A-Za-z]+[ \t]*)?(?:[\r\n]|$)",
    re.ASCII,
)
_TYPE_LINE = lazily(r"[ \t]*(TY|ty)([ \t]{0,3})([-\u2013])[ \t]*[A-Za-z]{3,7}[ \t]*", re.ASCII)
_WITHOUT_TYPE = lazily(r"\s*([A-Z][A-Z0-9])  - \S")
_HAS_TITLE = lazily(r"(?:^|\n)(?:TI|T1)  - \S")
_OF_PUBMED = lazily(r"(?:^|\n)[A-Z]{3,4} ?- ")


@dataclass(frozen=True, slots=True)
class Style:
    """How tags look in one file."""

    tag_line: Callable[[str], tuple[str, str] | None]
    """Gives tag and value of a line; None for a line without a tag."""
    begins: str
    """The tag a record begins with."""
    after_blank: bool
    """Whether it does so only under a blank line."""


def style_of(head: str) -> Style:
    """How a file writes its tags; where no record says its type, each begins with the tag the first begins with."""
    found = _STYLE.search(head)
    first = None if found else _WITHOUT_TYPE.match(head)
    return Style(_tag_reader(found), first[1] if first else "TY", after_blank=first is not None)


def _tag_reader(style: re.Match[str] | None) -> Callable[[str], tuple[str, str] | None]:
    """Tells tags as the last type was written: with two spaces, or as some exports do with one or none."""
    pattern = _pattern(style)

    def tag_line(line: str) -> tuple[str, str] | None:
        nonlocal pattern
        match = pattern.match(line)
        if match is None and (style := _TYPE_LINE.fullmatch(line)):
            pattern = _pattern(style)
            match = pattern.match(line)
        return (match[1].upper(), folded(match[2] or "")) if match else None

    return tag_line


def _pattern(style: re.Match[str] | None) -> re.Pattern[str]:
    gap, dash = (style[2], style[3]) if style else ("  ", "-")
    letters = "[a-z][a-z0-9]" if style and style[1].islower() else "[A-Z][A-Z0-9]"
    return re.compile(rf"\s*({letters}){re.escape(gap)}{dash}(?:[ \t](.*)|$)", re.ASCII | re.DOTALL)


def is_ris(name: str, head: str) -> bool:
    """Whether a file is RIS: by its name, by a first record, or by tags that only RIS has."""
    if name.removesuffix(".gz").endswith(".ris"):
        return True
    if _BEGINS.match(head) or _HAS_RECORD.search(head):
        return True
    return bool(
        _WITHOUT_TYPE.match(head) and _HAS_TITLE.search(head) and not _OF_PUBMED.search(head)
    )
