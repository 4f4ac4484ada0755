"""The bytes of a run of abstracts, as the store keeps them, and what each stands for in a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from readq.patterns import lazily_bytes

START = b'"abstract":"'
MARKUP, OTHER, APOSTROPHE, BRACE, ESCAPE = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
PUNCTUATION = 0xE2
"""How dashes, quotation marks and most signs of mathematics begin; they part words, but for a few."""
LETTER_SIGNS = frozenset(
    [bytes([PUNCTUATION, second]) for second in (0x81, 0x82, 0x84, 0x85, 0xB1)]
    + [bytes([0xC2, second]) for second in (0xAA, 0xAD, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA)]
    + [bytes([0xC2, second]) for second in (0xBC, 0xBD, 0xBE)]
)
"""How signs begin that stand for letters or digits, such as raised ones, and the soft hyphen."""
JOINING = lazily_bytes(rb"\xe2\x80[\x8b-\x8f\x99]|\xca\xbc")
"""The curly apostrophe and what has no width: the letters beside it make one word."""
SPECIAL = MARKUP + APOSTROPHE + BRACE + ESCAPE + OTHER
SPACED = bytes(code if chr(code).isalnum() and code < 0x80 else 0x20 for code in range(256))
LATEX = b"\\\\"
"""A backslash, as JSON writes it."""


def _table() -> bytes:
    """What each byte turns into: small letters, blanks, and marks for what needs a closer look."""
    table = bytearray(b" " * 256)
    for code in range(256):
        char = chr(code)
        if code < 0x80 and char.isalnum():
            table[code] = ord(char.lower())
        elif char in "$*_^<&`[":
            table[code] = MARKUP[0]
        elif char == "\\":
            table[code] = ESCAPE[0]
        elif char == "'":
            table[code] = APOSTROPHE[0]
        elif char in "{}":
            table[code] = BRACE[0]
        elif code >= 0xC2 and code != PUNCTUATION:
            table[code] = OTHER[0]
    return bytes(table)


TABLE = _table()


@dataclass(frozen=True, slots=True)
class Slab:
    """A run of abstracts as the store keeps them: one JSON document behind the other."""

    data: bytes
    ends: Sequence[int]
    paper_id: Callable[[int], str]
    """Gives the paper of the n-th document."""


def has_macro_within(document: bytes) -> bool:
    r"""Whether a macro stands in the middle of a word: `g\textbf{r}aph`."""
    at = document.find(LATEX)
    while at >= 0:
        if document[at - 1 : at].isalpha() and document[at + 2 : at + 3].isalpha():
            return True
        at = document.find(LATEX, at + 2)
    return False
