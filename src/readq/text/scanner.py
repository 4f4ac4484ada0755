"""What reading LaTeX prose and LaTeX maths have in common: groups, arguments, commands."""

from __future__ import annotations

import re
import unicodedata

from readq.patterns import lazily
from readq.text.latex_tables import (
    ALPHABETS,
    FRACTIONS,
    MATHS_ACCENTS,
    STYLED,
    SUBSCRIPT,
    SUPERSCRIPT,
)
from readq.text.output import Output

COMMAND = lazily(r"\\([A-Za-z]+|.)\*?", re.DOTALL)
ENTITY = lazily(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8}\d{0,2});")
MAX_DEPTH = 24
"""Groups nested deeper than any author nests them are shown as typed."""
_MOST_GROUPS = 10_000
"""So are groups where there are more than any author writes: each level looks through all of them."""

_BRACE = lazily(r"\\.|[{}]", re.DOTALL)


class Scanner:
    """A place in LaTeX source and the output it is read into."""

    __slots__ = ("_closing", "at", "depth", "out", "source")

    def __init__(self, source: str, out: Output, depth: int = 0) -> None:
        self.source = source
        self.out = out
        self.depth = depth
        self.at = 0
        self._closing: dict[int, int] | None = None

    def peek(self) -> str:
        """The next character; empty at the end."""
        return self.source[self.at : self.at + 1]

    def skip_spaces(self) -> None:
        """Move past blanks."""
        while self.peek() == " ":
            self.at += 1

    def group(self) -> str | None:
        """The inside of the group that opens here, moving past it; None when it is never closed."""
        if self._closing is None:
            is_sane = self.source.count("{") <= _MOST_GROUPS
            self._closing = _matching_braces(self.source) if is_sane else {}
        end = self._closing.get(self.at)
        if end is None:
            return None
        inner = self.source[self.at + 1 : end]
        self.at = end + 1
        return inner

    def argument(self, level: int = 0) -> str:
        """What the command before takes as its argument: a group, a command with its own, or one character."""
        self.skip_spaces()
        if self.peek() == "{":
            inner = self.group()
            if inner is not None:
                return inner
        start = self.at
        if command := COMMAND.match(self.source, self.at):
            self.at = command.end()
            name = command[1]
            for _ in range(_arguments(name) if level < MAX_DEPTH else 0):
                self.argument(level + 1)
        else:
            self.at += 1
        return self.source[start : self.at]

    def option(self) -> str:
        """The optional argument in brackets, if one is here."""
        if self.peek() == "[":
            end = self.source.find("]", self.at, self.at + 200)
            if end > 0:
                inner = self.source[self.at + 1 : end]
                self.at = end + 1
                return inner
        return ""


def _arguments(name: str) -> int:
    if name in FRACTIONS:
        return 2
    return int(name in STYLED or name in ALPHABETS or name in MATHS_ACCENTS or name == "sqrt")


def _matching_braces(source: str) -> dict[int, int]:
    opened: list[int] = []
    closing: dict[int, int] = {}
    for brace in _BRACE.finditer(source):
        if brace[0] == "{":
            opened.append(brace.start())
        elif brace[0] == "}" and opened:
            closing[opened.pop()] = brace.start()
    return closing


def raised(text: str) -> str:
    """Text as a superscript, or after `^` where Unicode has no raised form of it."""
    return _script(text, SUPERSCRIPT, "^")


def lowered(text: str) -> str:
    """Text as a subscript, or after `_` where Unicode has no lowered form of it."""
    return _script(text, SUBSCRIPT, "_")


def _script(text: str, table: dict[str, str], mark: str) -> str:
    text = text.strip()
    if text and all(c in table for c in text):
        return "".join(table[c] for c in text)
    if len(text) <= 1 or (text[0] == "(" and text[-1] == ")"):
        return mark + text
    return f"{mark}({text})"


def accented(text: str, mark: str) -> str:
    """Text under a mark: a short symbol letter by letter, a longer one on its first letter."""
    marked = len(text) if len(text) <= 3 else 1
    return unicodedata.normalize(
        "NFC", "".join(c + mark if i < marked else c for i, c in enumerate(text))
    )
