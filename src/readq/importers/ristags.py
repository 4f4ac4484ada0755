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
    """What a tag looks like in this file: two spaces, or the one space and small letters of some exports.

    Where no record says its type, each begins with the tag the first one begins with.
    """
    found = _STYLE.search(head)
    gap, dash = (found[2], found[3]) if found else ("  ", "-")
    letters = "[a-z][a-z0-9]" if found and found[1].islower() else "[A-Z][A-Z0-9]"
    pattern = re.compile(
        rf"\s*({letters}){re.escape(gap)}{dash}(?:[ \t](.*)|$)", re.ASCII | re.DOTALL
    )

    def tag_line(line: str) -> tuple[str, str] | None:
        match = pattern.match(line)
        return (match[1].upper(), folded(match[2] or "")) if match else None

    first = None if _STYLE.search(head) else _WITHOUT_TYPE.match(head)
    return Style(tag_line, first[1] if first else "TY", after_blank=first is not None)


def is_ris(name: str, head: str) -> bool:
    """Whether a file is RIS: by its name, by a first record, or by tags that only RIS has."""
    if name.removesuffix(".gz").endswith(".ris"):
        return True
    if _BEGINS.match(head) or _HAS_RECORD.search(head):
        return True
    return bool(
        _WITHOUT_TYPE.match(head) and _HAS_TITLE.search(head) and not _OF_PUBMED.search(head)
    )
