"""The bytes of a run of abstracts, as the store keeps them, and what each stands for in a search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property

from readq.patterns import lazily_bytes
from readq.records import dataclass

START = b'"abstract":"'
FRAME_END = 3
"""So many bytes of a document come behind its abstract at least: a quotation mark, a brace, a line break."""
MARKUP, OTHER, APOSTROPHE, BRACE = b"\x01", b"\x02", b"\x03", b"\x04"
PUNCTUATION = 0xE2
"""How dashes, quotation marks and most signs of mathematics begin; they part words, but for a few."""
LETTER_SIGNS = frozenset(
    bytes([lead, second])
    for lead, seconds in (
        (0xC2, "AA AD B2 B3 B5 B9 BA BC BD BE"),
        (
            PUNCTUATION,
            "81 82 83 84 85 86 91 92 93 9D 9E B0 B1 B2 B3 B4 B5 B6 B7 B8 BA BB BC BD BE BF",
        ),
    )
    for second in bytes.fromhex(seconds)
)
"""How signs begin that stand for letters or digits, such as raised ones, and the soft hyphen."""
JOINING = frozenset(
    chr(code).encode() for code in (0x2019, *range(0x200B, 0x2010), *range(0x202A, 0x202F))
)
"""The curly apostrophe and what has no width: the letters beside it make one word."""
SPECIAL = MARKUP + APOSTROPHE + BRACE + OTHER
SPACED = bytes(code if chr(code).isalnum() and code < 0x80 else 0x20 for code in range(256))
NOT_LETTERS = bytes(code for code in range(256) if code >= 0x80 or not chr(code).isalnum())
LATEX = b"\\\\"
"""A backslash, as JSON writes it."""
HYPHEN = b"(cid:173)"
"""A hyphen at the end of a line of a PDF, which is not shown; nor is a blank behind it."""
ESCAPED = lazily_bytes(rb"\\(?:\\|[bfnrt]|u[0-9a-f]{4})")
"""A backslash or a sign without letters, as JSON writes it."""
ACCENT = lazily_bytes(
    rb"\\\\(?:\\\"|['`^~=.]|math[a-z]+|text[a-z]*|emph|operatorname|left|right|rm|bf|it|bar|vec|hat|tilde|overline|underline)\*? ?"
)
"""Accents, and macros of which nothing is shown."""
TAG = lazily_bytes(rb"<[^<>]*>|&#?\w+;")
"""What HTML is left in an abstract."""


def _table() -> bytes:
    """What each byte turns into: small letters, blanks, and marks for what needs a closer look."""
    table = bytearray(b" " * 256)
    for code in range(256):
        char = chr(code)
        if code < 0x80 and char.isalnum():
            table[code] = ord(char.lower())
        elif char in "$*_^<&`[":
            table[code] = MARKUP[0]
        elif char == "'":
            table[code] = APOSTROPHE[0]
        elif char in "{}":
            table[code] = BRACE[0]
        elif code >= 0xC2 and code != PUNCTUATION:
            table[code] = OTHER[0]
    return bytes(table)


TABLE = _table()


@dataclass(frozen=True)
class Slab:
    """A run of abstracts as the store keeps them: one JSON document behind the other."""

    read: Callable[[], bytes]
    """Reads the bytes."""
    ends: Sequence[int]
    names: Callable[[], Sequence[str]]
    """Gives the paper of each document."""
    key: bytes = b""
    """Equal for equal bytes; empty where that cannot be told without reading them."""

    @cached_property
    def data(self) -> bytes:
        """The bytes."""
        return self.read()

    @cached_property
    def text(self) -> bytes:
        """What `TABLE` makes of the bytes."""
        return self.data.translate(TABLE)

    @property
    def has_text(self) -> bool:
        """Whether somebody asked for `text` already."""
        return "text" in self.__dict__

    def papers(self, numbers: Collection[int]) -> Iterable[str]:
        """The papers of some documents."""
        return map(self.names().__getitem__, numbers) if numbers else ()

    def start_of(self, number: int) -> int:
        """Where the abstract of a document starts."""
        return self.data.find(START, self.ends[number - 1] if number else 0) + len(START)
