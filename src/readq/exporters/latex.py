# ruff: noqa: RUF001
"""Plain text as LaTeX source."""

from __future__ import annotations

import re
import unicodedata

from readq.patterns import lazily

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "^": r"\textasciicircum{}",
    "~": r"{\textasciitilde}",
    "<": r"{\textless}",
    ">": r"{\textgreater}",
} | {character: f"\\{character}" for character in "&%$#_"}
_TABLE = str.maketrans(_ESCAPES)

_ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0323": "d",
    "\u0327": "c",
    "\u0328": "k",
    "\u0331": "b",
}
_LETTERS = {
    "ß": "ss",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "dj",
    "Đ": "DJ",
    "ð": "dh",
    "Ð": "DH",
    "þ": "th",
    "Þ": "TH",
    "ı": "i",
    "‘": "textquoteleft",
    "’": "textquoteright",
    "“": "textquotedblleft",
    "”": "textquotedblright",
    "–": "textendash",
    "—": "textemdash",
    "…": "textellipsis",
    "°": "textdegree",
    "±": "textpm",
    "×": "texttimes",
    "•": "textbullet",
    "®": "textregistered",
    "™": "texttrademark",
    "§": "S",
    "£": "pounds",
}
_GREEK_LETTERS = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ"
_GREEK_NAMES = """
    alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon
    varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
"""
_GREEK = dict(zip(_GREEK_LETTERS, _GREEK_NAMES.split(), strict=True))
_MATHS = _GREEK | {
    "≤": "leq",
    "≥": "geq",
    "≠": "neq",
    "≈": "approx",
    "∞": "infty",
    "→": "rightarrow",
    "∈": "in",
    "∇": "nabla",
    "∂": "partial",
    "∑": "sum",
    "∫": "int",
    "·": "cdot",
}

# What Markdown would take for emphasis, code or a link, and TeX for a ligature.
_HIDDEN = lazily(r"`|\*(?=.*\*)|(?<![^\W_])\*|\[(?=[^\]]*\]\()|(?<=-)-|(?<=')'", re.DOTALL)


def escaped(text: str, *, ascii_only: bool = False) -> str:
    """Plain text as LaTeX source, on one line."""
    return escaped_part(" ".join(text.split()), ascii_only=ascii_only)


def escaped_part(text: str, *, ascii_only: bool = False) -> str:
    """Like `escaped`, with white space as it is."""
    text = _HIDDEN.sub(r"{\g<0>}", text.translate(_TABLE))
    if ascii_only and not text.isascii():
        text = "".join(map(_in_ascii, unicodedata.normalize("NFC", text)))
    return text


def _in_ascii(character: str) -> str:
    """One character as a command in braces; one that LaTeX has no command for stays."""
    if character.isascii():
        return character
    if character in _LETTERS:
        return f"{{\\{_LETTERS[character]}}}"
    if character in _MATHS:
        return f"\\ensuremath{{\\{_MATHS[character]}}}"
    if character == "−":
        return "{$-$}"
    parts = unicodedata.normalize("NFD", character)
    base, mark = parts[0], parts[1:]
    if mark in _ACCENTS and base.isascii() and base.isalpha():
        accent = _ACCENTS[mark]
        return f"{{\\{accent}{{{base}}}}}" if accent.isalpha() else f"{{\\{accent}{base}}}"
    return character
