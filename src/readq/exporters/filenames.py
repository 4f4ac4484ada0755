"""Names for files that every system takes, from titles."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from readq.patterns import lazily

_LONGEST = 180
"""Bytes in UTF-8; leaves room for a number, an ending, and what sync programs add."""
_COLON = lazily(r"\s*:\s+")
_SPECIAL = str.maketrans(
    {"/": "-", "\\": "-", ":": "-", "|": "-", "<": "(", ">": ")", "[": "(", "]": ")"}
    | {'"': "'", "`": "'", "*": " ", "?": " ", "#": " ", "^": " "}
)
_DEVICE = lazily(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:\..*)?",
    re.IGNORECASE | re.DOTALL,
)


def file_stem(title: str, instead: str) -> str:
    """A title as a file name without ending.

    Args:
        title: Any text.
        instead: What to call the file if nothing of the title can stand in a name.
    """
    text = "".join(_fit(character) for character in unicodedata.normalize("NFC", title))
    text = _COLON.sub(" - ", text).translate(_SPECIAL)
    text = " ".join(text.split())
    while text and (text[0] in ".-~ '_" or unicodedata.combining(text[0])):
        text = text[1:]
    text = _cut(text).rstrip(" .-'")
    if not text:
        return instead
    return f"_{text}" if _DEVICE.fullmatch(text) else text


def free_name(stem: str, ending: str, taken: Collection[str]) -> str:
    """The name, with a number where it is taken.

    Args:
        stem: As `file_stem` gives it.
        ending: With its dot.
        taken: What `name_key` makes of the names that are there.
    """
    name, number = f"{stem}{ending}", 1
    while name_key(name) in taken:
        number += 1
        name = f"{stem} {number}{ending}"
    return name


def name_key(name: str) -> str:
    """Equal for names that some file system cannot tell apart."""
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())


def _fit(character: str) -> str:
    """The character, a space for one that breaks lines, nothing for one that cannot be seen."""
    if character.isspace():
        return " "
    return "" if unicodedata.category(character).startswith("C") else character


def _cut(text: str) -> str:
    data = text.encode()
    if len(data) <= _LONGEST:
        return text
    short = data[:_LONGEST].decode(errors="ignore")
    while short and unicodedata.combining(text[len(short)]):
        short = short[:-1]
    at = short.rfind(" ")
    return short[:at] if at > len(short) // 2 else short
