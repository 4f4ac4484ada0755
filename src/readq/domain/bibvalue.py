"""Text as the value of a BibTeX field, and back.

BibTeX counts braces and knows no escape, many other readers know one, and nearly all stumble over a
value that ends in a backslash. What would trip any of them is written in another way, which only the
exact inverse takes back.
"""

from __future__ import annotations

import re

from readq.patterns import lazily

__all__ = ["PRINTED", "as_bib_value", "folded", "from_bib_value"]

_PRINTED = """
    addendum address annotation chapter edition editor eventtitle howpublished institution issuetitle
    keywords location note number organization pages publisher school series titleaddon translator
    type version volume
    """
PRINTED = frozenset(_PRINTED.split())
"""Fields that bibliography styles set in type: in them `&`, `%` and `#` must be escaped."""

_BRACE = lazily(r"(?<!\\)(\\*+)(?:([{}])|(?<=\\)\Z)")
_GUARDS = {
    "{": r"{\textbraceleft}",
    "}": r"{\textbraceright}",
    r"\{": r"{\textbraceleft{}}",
    r"\}": r"{\textbraceright{}}",
    "\\": r"{\textbackslash}",
}
_GUARDED = {guard: text for text, guard in _GUARDS.items()}
_GUARD = lazily(r"\{\\text(?:brace(?:left|right)(?:\{\})?|backslash)\}")
_AT = lazily(r"(?<=\n)@")
_GUARDED_AT = lazily(r"(?<=\n)\{@\}")
_BARE = lazily(r"(?<!\\)((?:\\\\)*)([&%#])")
_ESCAPED = lazily(r"(?<!\\)((?:\\\\)*)\\([&%#])")
_ADDRESS = lazily(r"\\(?:url|href|path)\b|https?://")
_PARAGRAPH = lazily(r"\n[ \t]*\n\s*")
_SPACE = lazily(r"[ \t\n\r\f\v]+")


def as_bib_value(text: str, *, printed: bool = False) -> str:
    """Text, LaTeX and all, as it may stand between the braces of a field.

    White space is folded but for blank lines between paragraphs. Braces without a partner and a
    backslash at the end become commands; all else stays as it is.

    Args:
        text: What the field is to say.
        printed: Whether styles set the field in type.
    """
    text = folded(text)
    if "{" in text or "}" in text or text.endswith("\\"):
        text = _guarded(text)
    if printed and not _ADDRESS.search(text):
        text = _BARE.sub(r"\1\\\2", text)
    return _AT.sub("{@}", text) if "\n@" in text else text


def from_bib_value(value: str, *, printed: bool = False) -> str:
    """What `as_bib_value` made the value of; a value it cannot have made is left as it is."""
    if "\\" not in value and "{@}" not in value:
        return value
    text = _GUARDED_AT.sub("@", value)
    text = _GUARD.sub(lambda found: _GUARDED[found[0]], text)
    if printed and not _ADDRESS.search(text):
        text = _ESCAPED.sub(r"\1\2", text)
    return text if as_bib_value(text, printed=printed) == value else value


def folded(text: str) -> str:
    """Text on one line, but for blank lines between its paragraphs; no-break spaces stay."""
    text = text.strip()
    if "\n" in text:
        paragraphs = _PARAGRAPH.split(text.replace("\r\n", "\n"))
        return "\n\n".join(map(_on_one_line, paragraphs))
    return _SPACE.sub(" ", text)


def _on_one_line(text: str) -> str:
    return " ".join(text.split()) if text.isascii() else _SPACE.sub(" ", text).strip()


def _guarded(text: str) -> str:
    """Braces with partners of their own kind stay: plain ones, escaped ones, those behind escaped backslashes.

    Readers differ in which of these kinds they count; so all of them find every kind balanced.
    """
    lone: list[re.Match[str]] = []
    open_: tuple[list[re.Match[str]], ...] = ([], [], [])
    for found in _BRACE.finditer(text):
        slashes, brace = len(found[1]), found[2]
        waiting = open_[(1 if slashes % 2 else 2) if slashes else 0]
        if brace == "{":
            waiting.append(found)
        elif brace and waiting:
            waiting.pop()
        else:
            lone.append(found)
    parts, end = [], 0
    for found in sorted((*lone, *open_[0], *open_[1], *open_[2]), key=re.Match.start):
        guard = _GUARDS.get(found[0]) or "".join(map(_GUARDS.__getitem__, found[0]))
        parts += [text[end : found.start()], guard]
        end = found.end()
    return "".join([*parts, text[end:]])
