"""Text as searching sees it: case, accents and signs do not matter.

A Greek letter that stands alone folds to its name (`β-VAE` is found by `beta vae`), letters that
Unicode does not decompose (ł ø ß æ) to their usual spelling, formatted digits and maths letters to
plain ones. Chinese and Japanese characters are words of their own, since nothing parts them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache

from readq.patterns import lazily

_SPELLED = {
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "\u0131": "i",
    "ħ": "h",
    "ŋ": "n",
    "ς": "\u03c3",
    "\u0640": "",  # the stroke that stretches Arabic words
}
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψω",
        [
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "zeta",
            "eta",
            "theta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "omicron",
            "pi",
            "rho",
            "sigma",
            "tau",
            "upsilon",
            "phi",
            "chi",
            "psi",
            "omega",
        ],
        strict=True,
    )
) | {"ς": "sigma"}

_SPELLED_ALONE = _SPELLED | _GREEK

_APOSTROPHES = "'\u2019\u02bc"
_ASCII_WORD = lazily(r"[A-Za-z0-9][A-Za-z0-9']*")


class _Table(dict[int, str | None]):
    """What each character turns into, worked out when it is first met."""

    def __init__(self, *, in_greek_word: bool) -> None:
        super().__init__()
        self._in_greek_word = in_greek_word

    def __missing__(self, code: int) -> str | None:
        char = chr(code)
        shown = _fold_char(char, self._in_greek_word)
        if shown == "":
            shown = " "
        elif shown and _is_ideograph(shown):
            shown = f" {' '.join(shown)} "
        self[code] = shown
        return shown


def fold(text: str) -> str:
    """The words of the text, folded, with one space between them."""
    if not text.isascii() and _greek_word().search(text):
        return " ".join(word for word, _, _ in words_at(text))
    return " ".join(text.translate(_TABLE).split())


def fold_all(texts: Sequence[str]) -> list[str]:
    """`fold` for many texts at once, which takes a third of the time."""
    if not texts:
        return []
    plain = [text if text.isascii() and "\n" not in text else "" for text in texts]
    lines = "\n".join(plain).translate(_lines())
    while "  " in lines:
        lines = lines.replace("  ", " ")
    folded = lines.replace(" \n", "\n").replace("\n ", "\n").strip(" ").split("\n")
    for number, (text, easy) in enumerate(zip(texts, plain, strict=True)):
        if text is not easy:
            folded[number] = fold(text)
    return folded


def words_at(text: str) -> list[tuple[str, int, int]]:
    """The folded words of the text, each with the start and end of what it stands for."""
    if text.isascii():
        return [
            (found[0].replace("'", "").lower(), *found.span())
            for found in _ASCII_WORD.finditer(text)
        ]
    greek = {at for found in _greek_word().finditer(text) for at in range(*found.span())}
    found: list[tuple[str, int, int]] = []
    letters: list[str] = []
    start = 0
    for at, char in enumerate(text):
        folded = _fold_char(char, at in greek)
        if folded is None:  # an apostrophe or a mark on the letter before
            continue
        alone = bool(folded) and _is_ideograph(folded)
        if (not folded or alone) and letters:
            found.append(("".join(letters), start, at))
            letters = []
        if alone:
            found += [(part, at, at + 1) for part in folded]
        elif folded:
            if not letters:
                start = at
            letters.append(folded)
    if letters:
        found.append(("".join(letters), start, len(text)))
    return found


@lru_cache(maxsize=4096)
def _fold_char(char: str, in_greek_word: bool = False) -> str | None:
    """Letters and digits that stand for the character; empty for a break, None for nothing at all."""
    if char in _APOSTROPHES or _SPELLED.get(char) == "":
        return None
    decomposed = unicodedata.normalize("NFKD", char).casefold()
    spelled = _SPELLED if in_greek_word else _SPELLED_ALONE
    kept = "".join(spelled.get(c, c) for c in decomposed if _is_of_word(c))
    if not kept and all(map(_is_nothing, decomposed)):
        return None
    return kept


def _is_of_word(char: str) -> bool:
    """Letters, digits, and the vowel signs of Indic scripts, which are no accents."""
    if char.isalnum():
        return not unicodedata.combining(char)
    return unicodedata.category(char) in ("Mc", "Mn") and not _is_nothing(char)


def _is_nothing(char: str) -> bool:
    """Accents, variants and invisible characters."""
    return (
        bool(unicodedata.combining(char))
        or unicodedata.category(char) in ("Cf", "Me")
        or "\ufe00" <= char <= "\ufe0f"
        or char >= "\U000e0000"
    )


def _is_ideograph(folded: str) -> bool:
    """Whether what a character folds to is written without blanks; half-width and compatible ones fold to others."""
    char = folded[0]
    return "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or char >= "\U00020000"


_TABLE = _Table(in_greek_word=False)


@cache
def _lines() -> dict[int, str | None]:
    """The table for ASCII text of many lines."""
    return {code: _TABLE[code] for code in range(128)} | {10: "\n"}


@cache
def _greek_word() -> re.Pattern[str]:
    """Two and more Greek letters; which those are takes a while to find out."""
    letters = "".join(
        chr(code)
        for code in (*range(0x370, 0x400), *range(0x1F00, 0x2000))
        if _fold_char(chr(code), True)
    )
    return re.compile(rf"(?:[{letters}][\u0300-\u036f]*){{2,}}")
