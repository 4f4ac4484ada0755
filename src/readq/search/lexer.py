"""A filter as a row of tokens, each with its place."""

from __future__ import annotations

from typing import Literal

from readq.records import dataclass

Kind = Literal["word", "phrase", "open", "close", "minus", "comma", "operator", "end"]

_ALSO = {":=": "=", "==": "=", ":!=": "!=", "<>": "!=", "\u2260": "!=",
         "=>": ">=", "\u2265": ">=", "=<": "<=", "\u2264": "<="}  # fmt: skip
"""What is written elsewhere, and what it means."""
OPERATORS = (*_ALSO, "!=", ":>=", ":<=", ":>", ":<", ">=", "<=", ":", "=", ">", "<")
_QUOTES = {'"': '"', "\u201c": "\u201d", "\u201e": "\u201c"}
_BEFORE_TERMS = frozenset({"!", "-", "(", *_QUOTES})
_WIDE = {0xFEE0 + ord(sign): sign for sign in ':=<>!(),"'}
"""Signs as they come from a keyboard for Chinese or Japanese."""


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a filter."""

    kind: Kind
    text: str
    start: int
    end: int
    closed: bool = True
    """Whether a phrase has its second quote."""
    glued: bool = False
    """Whether there is no blank between the token before and this one."""


def tokens(text: str) -> list[Token]:
    """The tokens of a filter, an `end` token last; any text has some."""
    text = text.translate(_WIDE)
    found: list[Token] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
            continue
        token = _token(text, at, found)
        found.append(token)
        at = token.end
    found.append(Token("end", "", len(text), len(text)))
    return found


def _token(text: str, at: int, before: list[Token]) -> Token:
    char = text[at]
    glued = bool(before) and before[-1].end == at
    if char in _QUOTES:
        end = text.find(_QUOTES[char], at + 1)
        if end < 0:
            return Token("phrase", text[at + 1 :], at, len(text), closed=False, glued=glued)
        return Token("phrase", text[at + 1 : end], at, end + 1, glued=glued)
    if char in "()":
        return Token("open" if char == "(" else "close", char, at, at + 1, glued=glued)
    if char == "-" and not _follows_operator(before, glued):
        return Token("minus", char, at, at + 1, glued=glued)
    if char == "!" and not _follows_operator(before, glued) and _denies(text, at):
        return Token("minus", char, at, at + 1, glued=glued)
    if char == "," and glued:
        return Token("comma", char, at, at + 1, glued=True)
    for operator in OPERATORS:
        if text.startswith(operator, at) and (glued or operator[0] not in ":="):
            meant = _ALSO.get(operator, operator)
            return Token("operator", meant, at, at + len(operator), glued=glued)
    end = at + 1
    while end < len(text) and not _ends_word(text, end):
        end += 1
    return Token("word", text[at:end], at, end, glued=glued)


def _follows_operator(before: list[Token], glued: bool) -> bool:
    return glued and before[-1].kind in ("operator", "comma", "word")


def _denies(text: str, at: int) -> bool:
    """Whether an exclamation mark stands right before what it denies, as elsewhere."""
    following = text[at + 1 : at + 2]
    return following.isalnum() or following in _BEFORE_TERMS


def _ends_word(text: str, at: int) -> bool:
    return (
        text[at].isspace() or text[at] in '(),"' or any(text.startswith(o, at) for o in OPERATORS)
    )
