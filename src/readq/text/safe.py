# ruff: noqa: RUF001
"""Text from elsewhere, made harmless for a terminal.

`strip_controls` runs once when a paper is imported; `clean` and `clean_block` stand between
stored text and everything that shows it.
"""

from __future__ import annotations

import re
import unicodedata

from readq.patterns import lazily

_BIDI = "\u202a-\u202e\u2066-\u2069"
_SURROGATES = "\ud800-\udfff"
_STORED_NEVER = lazily(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_BIDI}{_SURROGATES}]")

_CSI = lazily("[\x20-\x3f]*[\x40-\x7e]")
_STRING_END = {True: re.compile("\x1b\\\\|[\x07\x9c\n]"), False: re.compile("\x1b\\\\|[\x9c\n]")}
_INTRODUCER = lazily("\x1b([\\[\\]PX^_])|([\x90\x98\x9b\x9d-\x9f])|\x1b[\x20-\x2f]*[\x30-\x7e]?")

# A Windows-1252 byte read as Latin-1: quotes, dashes and the ellipsis are the ones that carry meaning.
_WINDOWS_PUNCTUATION = {0x85: "…", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x96: "–", 0x97: "—"}

# UTF-8 read as Latin-1: "â" and two control characters for one quote or dash.
_MOJIBAKE = lazily("â\x80[\x80-\xbf]")

# "\frac" that went through one unescape too many starts with a form feed, "\beta" with a backspace.
_EATEN_BACKSLASH = lazily(
    "\x0c(?=rac\\b|orall\\b)|\x08(?=eta\\b|ar\\b|oldsymbol\\b|egin\\b|inom\\b|ullet\\b)"
    "|\x07(?=lpha\\b|pprox\\b|st\\b)|\x0b(?=ec\\b|ar(?:epsilon|phi|theta)\\b|ert\\b)|\r(?=ho\\b)"
)
_EATEN_LETTER = {
    "\x0c": "\\f",
    "\x08": "\\b",
    "\x07": "\\a",
    "\x0b": "\\v",
    "\r": "\\r",
    "\x1b": "\\e",
}

_INVISIBLE = lazily(
    "[\xad\u061c\u180e\u200b-\u200f\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\ufdd0-\ufdef"
    "\ufe00-\ufe0f\U000e0000-\U000e0fff"
    + "".join(f"{chr(p * 0x10000 + 0xFFFE)}{chr(p * 0x10000 + 0xFFFF)}" for p in range(17))
    + "]"
)
_BREAKS = lazily("[\t\n\x0b\x0c\r\x1c-\x1f\x85\u2028\u2029]+")
_LINE_BREAKS = lazily("\r\n?|[\x0b\x0c\x1c-\x1e\u2028\u2029]")

_MARK = (
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
MAX_MARKS = 3
"""Combining marks kept on one letter; more only smear over the lines around it."""
_MARK_FLOOD = lazily(f"({_MARK}{{{MAX_MARKS}}}){_MARK}+")

_SELECTOR_FLOOD = lazily("([\ufe00-\ufe0f])[\ufe00-\ufe0f]+")


def strip_controls(text: str) -> str:
    """Text as it may be stored: the source's own words without anything that steers a terminal.

    Whole escape sequences go, then every control character but newline and tab, direction
    overrides and lone surrogates. Line ends become newlines. Text that is not in Unicode normal
    form C is brought into it; anything else comes through letter for letter.
    """
    # To ask whether all can be printed takes no time, and the answer is nearly always yes.
    if not text.isprintable() and _STORED_NEVER.search(text):
        text = _without_controls(text)
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", text)


def clean(text: str) -> str:
    """One line that is safe to show anywhere: no controls, no tricks with direction or width."""
    if text.isprintable():
        return text if text.isascii() else _calmed(text)
    return _shown(_BREAKS.sub(" ", _restore(text)))


def has_ink(text: str) -> bool:
    """Whether anything is to be seen of a text: letters, signs, pictures."""
    first = text[:1]
    if first.isascii() and first.isalnum():
        return True
    return bool(_INVISIBLE.sub("", clean(text)).strip())


def clean_block(text: str) -> str:
    """Like `clean` for text of several lines: newlines stay, tabs become spaces."""
    if text.isprintable():
        return text if text.isascii() else _calmed(text)
    return _shown(_LINE_BREAKS.sub("\n", _restore(text)).replace("\t", " "))


def _restore(text: str) -> str:
    return _without_sequences(text) if re.search("[\x1b\x80-\x9f]", text) else text


def _shown(text: str) -> str:
    text = _STORED_NEVER.sub("", text)
    if text.isascii():
        return text
    return _calmed(_without_invisible(text))


def _calmed(text: str) -> str:
    return _MARK_FLOOD.sub(r"\1", _SELECTOR_FLOOD.sub(r"\1", text))


def _without_invisible(text: str) -> str:
    """Each character is judged by what stays before it, so that a second pass finds nothing more."""
    end, stays = -1, ""

    def keep(match: re.Match[str]) -> str:
        nonlocal end, stays
        before = stays if match.start() == end else text[match.start() - 1 : match.start()]
        kept = _kept_joiner(match[0], before, text[match.end() : match.end() + 1])
        end, stays = match.end(), kept or before
        return kept

    return _INVISIBLE.sub(keep, text)


def _kept_joiner(character: str, before: str, after: str) -> str:
    """Keep the invisible characters that honest text needs: in emoji, Arabic and Indic words."""
    if after and _INVISIBLE.match(after):
        after = ""  # it does not stay behind a joiner
    if character in "\u200c\u200d":
        if _is_joining_letter(before) and _is_joining_letter(after):
            return character
        return character if character == "\u200d" and _is_emoji(before) and _is_emoji(after) else ""
    if character in "\ufe0e\ufe0f":
        return (
            character
            if before and not unicodedata.category(before).startswith(("Z", "C", "M"))
            else ""
        )
    if character in "\u200e\u200f":
        return character if not (before in "\u200e\u200f" and before) else ""
    return ""


def _is_joining_letter(character: str) -> bool:
    return bool(character) and 0x0590 <= ord(character) <= 0x1CFF


def _is_emoji(character: str) -> bool:
    return bool(character) and (
        0x1F000 <= ord(character) <= 0x1FAFF
        or 0x2190 <= ord(character) <= 0x2BFF
        or character == "\ufe0f"
    )


def _without_controls(text: str) -> str:
    text = _EATEN_BACKSLASH.sub(lambda m: _EATEN_LETTER[m[0]], text)
    text = _MOJIBAKE.sub(lambda m: m[0].encode("latin-1").decode(), text)
    text = _without_sequences(text.replace("\r\n", "\n").replace("\r", "\n"))
    return _STORED_NEVER.sub("", text)


def _without_sequences(text: str) -> str:
    """Remove escape sequences with all they carry; one that never ends loses only its introducer."""
    kept: list[str] = []
    position = 0
    ends: dict[bool, tuple[int, bool]] = {}
    while match := _INTRODUCER.search(text, position):
        kept.append(text[position : match.start()])
        position = match.end()
        opener = match[1] or match[2]
        if opener is None:
            continue
        if opener in "[\x9b":
            tail = _CSI.match(text, position)
            position = tail.end() if tail else position
        else:
            position = _end_of_string(text, position, opener in "]\x9d", ends)
    kept.append(text[position:])
    return "".join(kept).translate(_WINDOWS_PUNCTUATION)


def _end_of_string(
    text: str, start: int, bell_ends: bool, ends: dict[bool, tuple[int, bool]]
) -> int:
    """Where a control string that starts at `start` is over; `start` itself when its line does not close it.

    `ends` remembers the next terminator of each kind, so that a flood of openers is read once.
    """
    end, closed = ends.get(bell_ends, (-1, False))
    if end <= start:
        found = _STRING_END[bell_ends].search(text, start)
        closed = found is not None and found[0] != "\n"
        end = found.end() if found else len(text) + 1
        ends[bell_ends] = end, closed
    return end if closed else start
