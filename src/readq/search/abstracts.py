"""Which abstracts have a word: looked for in the bytes of the file, before any of them is decoded.

Most abstracts are plain, and there the bytes answer. Where letters are accented, written as LaTeX or
parted by markup, the paper is named as one that may have the word; whoever asks then looks closely.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from readq.search.fold import fold

_START = b'"abstract":"'
_MARKUP, _OTHER, _APOSTROPHE, _CLOSING = b"\x01", b"\x02", b"\x03", b"\x04"
_LETTER_SIGNS = frozenset(
    [bytes([0xE2, second]) for second in (0x81, 0x82, 0x84, 0x85, 0xB1)]
    + [bytes([0xC2, second]) for second in (0xAA, 0xAD, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA)]
    + [bytes([0xC2, second]) for second in (0xBC, 0xBD, 0xBE)]
)
"""How signs begin that stand for letters or digits, such as raised ones, and the soft hyphen."""
_JOINING = re.compile(rb"\xe2\x80[\x8b-\x8f\x99]|\xca\xbc")
"""The curly apostrophe and what has no width: the letters beside it make one word."""
_SPECIAL = _MARKUP + _OTHER + _APOSTROPHE + _CLOSING
_WITHIN = _MARKUP + _APOSTROPHE + _CLOSING
_SPACED = bytes(code if chr(code).isalnum() and code < 0x80 else 0x20 for code in range(256))
_NOT_LETTERS = bytes(code for code in range(256) if code >= 0x80 or not chr(code).isalnum())
_ACCENT = re.compile(
    rb"\\\\(?:\\\"|['`^~=.]|math[a-z]+|text[a-z]*|emph|operatorname|left|right|rm|bf|it)\*? ?"
)
"""Accents, and macros of which nothing is shown."""
_FORMULA = re.compile(rb"\$[^$]*\$|\\\\[(\[].*?\\\\[)\]]")
"""Where blanks are not shown."""
_LATEX = b"\\\\"
"""A backslash, as JSON writes it."""
_FRAME = 16
"""So many bytes of a document, its opening bracket among them, come before its abstract at least."""
_TAG = re.compile(rb"<[^<>]*>|&#?\w+;")
_AROUND = 48


def _table() -> bytes:
    """What each byte turns into: small letters, blanks, and marks for what needs a closer look."""
    table = bytearray(b" " * 256)
    for code in range(256):
        char = chr(code)
        if code < 0x80 and char.isalnum():
            table[code] = ord(char.lower())
        elif char in "\\$*_^{<&`[":
            table[code] = _MARKUP[0]
        elif char == "'":
            table[code] = _APOSTROPHE[0]
        elif char == "}":
            table[code] = _CLOSING[0]
        elif code >= 0xC2:
            table[code] = _OTHER[0]
    return bytes(table)


_TABLE = _table()


@dataclass(frozen=True, slots=True)
class Slab:
    """A run of abstracts as the store keeps them: one JSON document behind the other."""

    data: bytes
    ends: Sequence[int]
    paper_id: Callable[[int], str]
    """Gives the paper of the n-th document."""


def scan(slabs: Iterable[Slab], piece: str) -> tuple[list[str], list[str]]:
    """The papers whose abstract has this piece of folded text for sure, and those where it may be.

    Args:
        slabs: All abstracts.
        piece: Folded words with a blank before them, and one behind unless the last is only begun.
    """
    sure: list[str] = []
    maybe: list[str] = []
    wanted = _Wanted(piece)
    for slab in slabs:
        answer = _SlabScan(slab, wanted)
        answer.look()
        sure.extend(map(slab.paper_id, answer.sure))
        maybe.extend(map(slab.paper_id, answer.maybe - answer.sure))
    return sure, maybe


def blanks_in(slab: Slab) -> Iterator[tuple[str, int]]:
    """How many blanks each abstract has."""
    first = 0
    for number, end in enumerate(slab.ends):
        start = slab.data.find(_START, first, end)
        if start >= 0:
            yield slab.paper_id(number), slab.data.count(b" ", start + len(_START), end)
        first = end


class _Wanted:
    def __init__(self, piece: str) -> None:
        self.piece = piece
        self.raw = piece.encode("utf-8", "surrogatepass")
        words = piece.split()
        self.word = max(words, key=len) if words else ""
        self.words = [word.encode("utf-8", "surrogatepass") for word in words]
        self.squeezed = b"".join(self.words)
        self.is_phrase = len(words) > 1
        is_begun = not piece.endswith(" ") and words[-1:] == [self.word]
        self.needle = f" {self.word}{'' if is_begun else ' '}".encode("utf-8", "surrogatepass")
        self.letters = self.word.encode("utf-8", "surrogatepass")
        self.is_plain = self.word.isascii()


class _SlabScan:
    def __init__(self, slab: Slab, wanted: _Wanted) -> None:
        self.raw, self.ends, self.wanted = slab.data, slab.ends, wanted
        self.text = slab.data.translate(_TABLE)
        self.is_whole = wanted.needle.endswith(b" ")
        self.sure: set[int] = set()
        self.maybe: set[int] = set()

    def look(self) -> None:
        if self.wanted.is_plain:
            self.words()
            self.marked_up()
            self.tagged()
            self.quoted()
        self.accented()

    def words(self) -> None:
        """Documents with the word as it is."""
        text, needle = self.text, self.wanted.needle
        at = text.find(needle)
        while at >= 0:
            number, start, end = self.document(at)
            if at < start - 1:  # in what stands before every abstract
                at = text.find(needle, start - 1)
                continue
            if self.wanted.is_phrase:
                self.phrase(number, start, end)
            else:
                (self.sure if self.is_sure(at, start, end) else self.maybe).add(number)
            at = text.find(needle, end - 1)

    def document(self, at: int) -> tuple[int, int, int]:
        """Which document this place is in, and where its abstract starts and ends."""
        number = bisect_right(self.ends, at)
        first = self.ends[number - 1] if number else 0
        start = self.raw.find(_START, first) + len(_START)
        return number, start, self.ends[number]

    def is_sure(self, at: int, start: int, end: int) -> bool:
        """Whether the words found here are shown so: between plain signs, in prose."""
        raw, text = self.raw, self.text
        behind = at + len(self.wanted.needle) - 1
        if raw[at] >= 0x80 or (self.wanted.needle[-1:] == b" " and raw[behind] >= 0x80):
            return False
        if text.find(_MARKUP, start, end) < 0:
            return True
        if raw[at] != 0x20 or at + len(self.wanted.needle) > end - 2:
            return False
        is_prose = raw.count(b"$", start, at) % 2 == 0
        return is_prose and raw.find(b"<", start, end) < 0 and raw.find(b"](", start, end) < 0

    def phrase(self, number: int, start: int, end: int) -> None:
        """Judge a document that has the longest word of a phrase."""
        part = self.text[start - 1 : end].rstrip(b" " + _CLOSING)
        is_clean = len(part) == len(part.translate(None, _SPECIAL))
        words = b" ".join(part.translate(_SPACED).split())
        if self.wanted.raw in b" %b " % words:
            (self.sure if is_clean else self.maybe).add(number)
        elif not is_clean:
            joined = part.translate(None, _SPECIAL + b" ")
            is_accented = _OTHER in part and not all(word in part for word in self.wanted.words)
            if is_accented or self.wanted.squeezed in joined:
                self.maybe.add(number)

    def marked_up(self) -> None:
        """Documents where markup stands beside or within the word: `**D**iffusion`, `H$_2$O`."""
        text = self.text
        start = 0
        for number, end in enumerate(self.ends):
            if text.find(_MARKUP, start + _FRAME, end) >= 0 and number not in self.sure:
                letters = text[start:end].translate(None, _SPECIAL + b" ")
                raw = self.raw[start:end]
                if self.wanted.squeezed not in letters and _LATEX not in raw:
                    start = end
                    continue
                if self.in_markup(raw[raw.find(_START) + len(_START) - 1 :]):
                    self.maybe.add(number)
            start = end

    def in_markup(self, raw: bytes) -> bool:
        letters = self.wanted.letters
        if _LATEX in raw:
            raw = _ACCENT.sub(b"", raw)
        if self.wanted.squeezed not in raw.translate(_TABLE, _NOT_LETTERS):
            return False
        if b"\\n" in raw:
            raw = raw.replace(b"\\n", b"  ")
        text = raw.translate(_TABLE)
        if self.wanted.needle in text.translate(_SPACED):
            return True
        joined = text.translate(None, _WITHIN)
        if joined.count(letters) > text.count(letters):
            return True
        if b"$" not in raw and b"\\(" not in raw and b"\\[" not in raw:
            return False
        return any(
            letters in part.translate(_TABLE, _NOT_LETTERS) for part in _FORMULA.findall(raw)
        )

    def tagged(self) -> None:
        """Documents with HTML tags or entities."""
        raw = self.raw
        for sign in (b"<", b"&"):
            at = raw.find(sign)
            while at >= 0:
                number, start, end = self.document(at)
                if self.in_window(_TAG.sub(b"", raw[start:end])) or _has_entity(raw[start:end]):
                    self.maybe.add(number)
                at = raw.find(sign, end)

    def quoted(self) -> None:
        """Documents where an apostrophe stands beside or within the word and is not shown."""
        text, letters = self.text, self.wanted.letters
        at = text.find(_APOSTROPHE)
        while at >= 0:
            before, behind = text[at - 1 : at], text[at + 1 : at + 2]
            if before.isalnum() and behind.isalnum():
                if before + behind in letters:
                    self.look_around(at)
            elif behind == letters[:1] or (self.is_whole and before == letters[-1:]):
                self.look_around(at)
            at = text.find(_APOSTROPHE, at + 1)

    def accented(self) -> None:
        """Documents where letters of the word are accented, or from another alphabet."""
        text = self.text
        last = self.wanted.letters[-1] if self.wanted.letters else 0
        at = text.find(_OTHER)
        while at >= 0:
            if self.is_letter(at):
                if self.fits_beside(at):
                    self.look_around(at)
            elif self.is_whole and text[at - 1] == last:
                self.look_around(at)
            at = text.find(_OTHER, at + 1)

    def is_letter(self, at: int) -> bool:
        """Whether what begins here is a letter, or joins those beside it: not a dash or a quote."""
        raw = self.raw
        if raw[at] not in (0xC2, 0xE2) or not self.wanted.is_plain:
            return True
        return raw[at : at + 2] in _LETTER_SIGNS or _JOINING.match(raw, at) is not None

    def fits_beside(self, at: int) -> bool:
        """Whether the letters before a special one may be of the word."""
        if not self.wanted.is_plain:
            return True
        before = self.text[at - 2 : at]
        if not before.isalnum():
            before = before[1:]
        return not before.isalnum() or before in self.wanted.letters

    def look_around(self, at: int) -> None:
        number = bisect_right(self.ends, at)
        if number not in self.maybe and self.in_window(
            self.raw[max(at - _AROUND, 0) : at + _AROUND]
        ):
            self.maybe.add(number)

    def in_window(self, data: bytes) -> bool:
        shown = data.decode("utf-8", "ignore")
        return self.wanted.word in fold(shown)


def _has_entity(data: bytes) -> bool:
    return any(
        found[0] not in (b"&amp;", b"&lt;", b"&gt;", b"&quot;", b"&nbsp;")
        for found in re.finditer(rb"&#?\w+;", data)
    )
