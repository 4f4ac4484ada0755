# ruff: noqa: RUF001
"""Formulas in ASCII, for terminals that show boxes in place of signs: `O(n²)` as `O(n^2)`, `≤` as `<=`."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from readq.patterns import lazily

_SIGNS = {
    "≈": "~", "∼": "~", "≃": "~=", "≅": "~=", "≍": "~", "≲": "<~", "≳": ">~", "≤": "<=", "≥": ">=", "⩽": "<=",
    "⩾": ">=", "≠": "!=", "≡": "==", "≪": "<<", "≫": ">>", "±": "+/-", "∓": "-/+", "×": "x", "÷": "/", "−": "-",
    "∙": "*", "⋅": "*", "∗": "*", "⋆": "*", "∘": "o", "√": "sqrt", "∞": "inf", "∈": "in", "∉": "not in",
    "∑": "sum", "∏": "prod", "∫": "int", "∇": "grad ", "∂": "d", "∆": "Delta", "∝": "~", "∀": "for all ",
    "∃": "exists ", "¬": "not ", "∧": "and", "∨": "or", "∪": "U", "∩": "n", "⊂": "subset of", "⊆": "subset of",
    "⊊": "subset of", "⊕": "(+)", "⊗": "(x)", "⊙": "(.)", "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "⇐": "<=",
    "⇔": "<=>", "↦": "->", "⟨": "<", "⟩": ">", "‖": "||", "∥": "||", "∣": "|", "⌊": "floor(", "⌋": ")",
    "⌈": "ceil(", "⌉": ")", "′": "'", "″": "''", "°": " deg", "µ": "mu", "ϵ": "epsilon", "ϕ": "phi",
    "ϑ": "theta", "ϱ": "rho", "ϖ": "pi", "†": "+", "‡": "++", "⊤": "T", "⊥": "_|_", "ℓ": "l", "ℏ": "h",
    "\u2010": "-", "\u2011": "-", "\u2012": "-",
}  # fmt: skip
"""What is read aloud or typed for a sign; all else is folded by its name or by Unicode's own equivalents."""
_ROOT_OF = lazily(r"√(?=\w)")
_RAISED = lazily(r"[²³¹⁰ⁱ⁴-ⁿᴬ-ᵡᶜᶠᶻˣʰʲʳʷʸˡˢⱽ]+")
_LOWERED = lazily(r"[₀-ₜᵢ-ᵪⱼ]+")
_GREEK_WORD = lazily(r"[\u0370-\u03ff\u1f00-\u1fff]{3,}")
_MATHS_ALPHABETS = lazily("[\u2100-\u214f\U0001d400-\U0001d7ff①-⓿❶-➓！-～]")
_COMBINING = lazily("(?<=[A-Za-z])[\u0300-\u036f]+|(?<=[\U0001d400-\U0001d7ff])[\u0300-\u036f]+")


def in_ascii(text: str) -> str:
    """The same with the signs of formulas in ASCII; words of other scripts and names stay as they are."""
    if text.isascii():
        return text
    text = _RAISED.sub(lambda found: f"^{_grouped(found[0])}", text)
    text = _LOWERED.sub(lambda found: f"_{_grouped(found[0])}", text)
    words = [(found.start(), found.end()) for found in _GREEK_WORD.finditer(text)]
    pieces, done = [], 0
    for start, end in words:
        pieces += [_folded(text[done:start]), text[start:end]]
        done = end
    return "".join([*pieces, _folded(text[done:])])


def _folded(text: str) -> str:
    text = _ROOT_OF.sub("sqrt ", text)
    text = "".join(letter if letter.isascii() else _sign(letter) for letter in text)
    return text if text.isascii() else _COMBINING.sub("", text)


@cache
def _sign(letter: str) -> str:
    if letter in _SIGNS:
        return _SIGNS[letter]
    if _MATHS_ALPHABETS.match(letter):
        return _numbered(letter) or _alone(unicodedata.normalize("NFKC", letter)) or letter
    return _alone(letter) or letter


def _alone(letter: str) -> str:
    """A letter as it is, where it is ASCII, or the name of a Greek one."""
    if letter.isascii():
        return letter
    if letter in _SIGNS:
        return _SIGNS[letter]
    found = re.fullmatch(
        r"GREEK (SMALL|CAPITAL) LETTER (?:FINAL )?(\w+)", unicodedata.name(letter[:1], "")
    )
    if len(letter) != 1 or found is None:
        return ""
    name = found[2].lower().replace("lamda", "lambda")
    return name.capitalize() if found[1] == "CAPITAL" else name


def _numbered(letter: str) -> str:
    """A number in a circle."""
    value = unicodedata.numeric(letter, -1)
    circled = "CIRCLED" in unicodedata.name(letter, "")
    return f"({value:.0f})" if circled and value >= 0 else ""


def _grouped(run: str) -> str:
    """What is raised or lowered, in brackets where it is not plainly one number or word."""
    plain = "".join(unicodedata.normalize("NFKC", letter).replace("\u2212", "-") for letter in run)
    return plain if re.fullmatch(r"[-+]?\w+|[-+]|\(.*\)", plain) else f"({plain})"
