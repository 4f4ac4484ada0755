"""Text as searching sees it: case, accents and signs do not matter.

Greek letters fold to their names (`β-VAE` is found by `beta vae`), letters that Unicode does not
decompose (ł ø ß æ) to their usual spelling, formatted digits and maths letters to plain ones. Chinese
and Japanese characters are words of their own, since nothing parts them.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

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
_SPELLED |= _GREEK

_APOSTROPHES = "'\u2019\u02bc"


class _Table(dict[int, str]):
    """What each character turns into, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = _fold_char(char)
        if folded is None:
            shown = ""
        elif folded and _is_ideograph(char):
            shown = f" {folded} "
        else:
            shown = folded or " "
        self[code] = shown
        return shown


_TABLE = _Table()


def fold(text: str) -> str:
    """The words of the text, folded, with one space between them."""
    return " ".join(text.translate(_TABLE).split())


def words_at(text: str) -> list[tuple[str, int, int]]:
    """The folded words of the text, each with the start and end of what it stands for."""
    found: list[tuple[str, int, int]] = []
    letters: list[str] = []
    start = 0
    for at, char in enumerate(text):
        folded = _fold_char(char)
        if folded is None:  # an apostrophe or a mark on the letter before
            continue
        alone = bool(folded) and _is_ideograph(char)
        if (not folded or alone) and letters:
            found.append(("".join(letters), start, at))
            letters = []
        if alone:
            found.append((folded, at, at + 1))
        elif folded:
            if not letters:
                start = at
            letters.append(folded)
    if letters:
        found.append(("".join(letters), start, len(text)))
    return found


@lru_cache(maxsize=4096)
def _fold_char(char: str) -> str | None:
    """Letters and digits that stand for the character; empty for a break, None for nothing at all."""
    if char in _APOSTROPHES:
        return None
    decomposed = unicodedata.normalize("NFKD", char).casefold()
    kept = "".join(
        _SPELLED.get(c, c) if c.isalnum() else ""
        for c in decomposed
        if not unicodedata.combining(c)
    )
    if not kept and all(map(unicodedata.combining, decomposed)):
        return None
    return kept


def _is_ideograph(char: str) -> bool:
    return "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or char >= "\U00020000"
