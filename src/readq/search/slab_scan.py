"""Whether the abstracts of one run of bytes have a word: each is looked at as closely as its signs ask for."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from readq.search.fold import fold

START = b'"abstract":"'
_MARKUP, _OTHER, _APOSTROPHE, _BRACE, _ESCAPE = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
_PUNCTUATION = 0xE2
"""How dashes, quotation marks and most signs of mathematics begin; they part words, but for a few."""
_LETTER_SIGNS = frozenset(
    [bytes([_PUNCTUATION, second]) for second in (0x81, 0x82, 0x84, 0x85, 0xB1)]
    + [bytes([0xC2, second]) for second in (0xAA, 0xAD, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA)]
    + [bytes([0xC2, second]) for second in (0xBC, 0xBD, 0xBE)]
)
"""How signs begin that stand for letters or digits, such as raised ones, and the soft hyphen."""
_SIGN = re.compile(rb"\xe2[\x81\x82\x84\x85\xb1]")
_JOINING = re.compile(rb"\xe2\x80[\x8b-\x8f\x99]|\xca\xbc")
"""The curly apostrophe and what has no width: the letters beside it make one word."""
_WITHIN = _MARKUP + _APOSTROPHE + _BRACE + _ESCAPE
_SPECIAL = _WITHIN + _OTHER
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
_FRAME_END = 4
"""So many come behind it at most."""
_INNER_BRACE = re.compile(rb'\{(?!"id":)')
_TAG = re.compile(rb"<[^<>]*>|&#?\w+;")
_AROUND = 48
_MACRO = 24
"""A macro before a letter is no longer than that."""


def _table() -> bytes:
    """What each byte turns into: small letters, blanks, and marks for what needs a closer look."""
    table = bytearray(b" " * 256)
    for code in range(256):
        char = chr(code)
        if code < 0x80 and char.isalnum():
            table[code] = ord(char.lower())
        elif char in "$*_^<&`[":
            table[code] = _MARKUP[0]
        elif char == "\\":
            table[code] = _ESCAPE[0]
        elif char == "'":
            table[code] = _APOSTROPHE[0]
        elif char in "{}":
            table[code] = _BRACE[0]
        elif code >= 0xC2 and code != _PUNCTUATION:
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


class Wanted:
    """A piece of folded text, and what is looked for in its place."""

    def __init__(self, piece: str, spelled: Mapping[str, str], sample: Sequence[Slab]) -> None:
        self.piece = piece
        self.raw = piece.encode("utf-8", "surrogatepass")
        words = piece.split()
        self.word = _rarest(words, sample) if len(words) > 1 else "".join(words)
        self.words = [word.encode("utf-8", "surrogatepass") for word in words]
        self.squeezed = b"".join(self.words)
        self.is_phrase = len(words) > 1
        is_begun = not piece.endswith(" ") and words[-1:] == [self.word]
        self.needle = f" {self.word}{'' if is_begun else ' '}".encode("utf-8", "surrogatepass")
        self.letters = self.word.encode("utf-8", "surrogatepass")
        self.is_plain = self.word.isascii()
        self.spelled = _standing_for(words, spelled)


def _rarest(words: Sequence[str], sample: Sequence[Slab]) -> str:
    """The word of a phrase that is in the fewest places, as far as a few slabs tell."""
    texts = [slab.data.translate(_TABLE) for slab in sample]

    def count(word: str) -> tuple[int, int]:
        wanted = f" {word}".encode("utf-8", "surrogatepass")
        return sum(text.count(wanted) for text in texts), -len(word)

    return min(words, key=count)


def _standing_for(words: Sequence[str], spelled: Mapping[str, str]) -> re.Pattern[bytes] | None:
    """Finds the macros that may be shown as one of the words."""
    names = [
        re.escape(name)
        for name, shown in spelled.items()
        if any(part.startswith(word) for part in shown.split() for word in words)
    ]
    if not names:
        return None
    return re.compile(rf"\\\\(?:{'|'.join(names)})(?![A-Za-z])".encode())


class SlabScan:
    """One run of abstracts, looked through for one piece of text."""

    def __init__(self, slab: Slab, wanted: Wanted) -> None:
        self.raw, self.ends, self.wanted = slab.data, slab.ends, wanted
        self.text = slab.data.translate(_TABLE)
        self.is_whole = wanted.needle.endswith(b" ")
        self.sure: set[int] = set()
        self.maybe: set[int] = set()

    def look(self) -> None:
        """Find the documents that have the piece for sure, and those that may have it."""
        if self.wanted.is_plain:
            self.words()
            self.marked_up()
            self.tagged()
            self.quoted()
            self.joined()
        self.accented()

    def words(self) -> None:
        """Documents with the word as it is."""
        text, needle, is_phrase = self.text, self.wanted.needle, self.wanted.is_phrase
        at = text.find(needle)
        while at >= 0:
            number, start, end = self.document(at)
            if at < start - 1:  # in what stands before every abstract
                at = text.find(needle, start - 1)
                continue
            if is_phrase:
                self.phrase(number, start, end)
            elif self.is_clean(start, end):
                self.sure.add(number)
            else:
                self.judge(number, at, start, end)
            at = text.find(needle, end - 1)

    def document(self, at: int) -> tuple[int, int, int]:
        """Which document this place is in, and where its abstract starts and ends."""
        number = bisect_right(self.ends, at)
        first = self.ends[number - 1] if number else 0
        start = self.raw.find(START, first) + len(START)
        return number, start, self.ends[number]

    def is_clean(self, start: int, end: int) -> bool:
        """Whether an abstract is shown letter by letter as it is written."""
        text, raw = self.text, self.raw
        return (
            text.find(_MARKUP, start, end) < 0
            and text.find(_BRACE, start, end - _FRAME_END) < 0
            and text.find(_ESCAPE, start, end) < 0
            and text.find(_OTHER, start, end) < 0
            and raw.find(_PUNCTUATION, start, end) < 0
        )

    def judge(self, number: int, at: int, start: int, end: int) -> None:
        """Judge a document with markup that has the word: one place where it is surely shown will do."""
        text, needle = self.text, self.wanted.needle
        while 0 <= at < end:
            if self.is_sure(at, start, end):
                self.sure.add(number)
                return
            at = text.find(needle, at + 1, end)
        self.maybe.add(number)

    def is_sure(self, at: int, start: int, end: int) -> bool:
        """Whether the words found here are shown so: between plain signs, in prose."""
        raw = self.raw
        behind = at + len(self.wanted.needle) - self.is_whole
        if behind >= end - 2 or self.is_joined(at, behind):
            return False
        if (
            self.text.find(_MARKUP, start, end) < 0
            and self.text.find(_BRACE, start, end - _FRAME_END) < 0
            and raw.find(_LATEX, start, end) < 0
        ):
            return True
        if raw[at] not in b" -(":
            return False
        return not (
            raw.count(b"$", start, at) % 2
            or raw.find(b"\\\\[", start, at) >= 0
            or raw.find(b"\\\\(", start, at) >= 0
            or _is_within(raw, b"{", b"}", start, at)
            or _is_within(raw, b"<", b">", start, at)
            or _is_within(raw, b"](", b")", start, at)
        )

    def is_joined(self, at: int, behind: int) -> bool:
        """Whether a sign beside the word makes it part of a longer one."""
        raw = self.raw
        if raw[at] >= 0x80:
            lead = max(at - 3, 0)
            while lead < at and raw[lead] < 0xC0:
                lead += 1
            if raw[lead : lead + 2] in _LETTER_SIGNS or _JOINING.match(raw, lead):
                return True
            if raw[lead] not in (0xC2, _PUNCTUATION):
                return True
        return self.is_whole and raw[behind] >= 0x80 and self.is_letter(behind)

    def phrase(self, number: int, start: int, end: int) -> None:
        """Judge a document that has the rarest word of a phrase."""
        part = self.text[start - 1 : end].rstrip(b" " + _BRACE)
        has_all = all(word in part for word in self.wanted.words)
        spaced = b" %b " % b" ".join(part.translate(_SPACED).split()) if has_all else b""
        if self.wanted.raw in spaced:
            self.judge_phrase(number, start, end)
        elif not (self.is_clean(start, end) and _APOSTROPHE not in part):
            hides_some = _has_macro_within(self.raw[start:end]) or (
                not has_all and (_OTHER in part or _SIGN.search(self.raw, start, end))
            )
            # Letters side by side once signs are gone: more often than the words as they are written?
            joined = part.translate(None, _SPECIAL + b" ").count(self.wanted.squeezed)
            if hides_some or joined > spaced.count(self.wanted.raw.rstrip()):
                self.maybe.add(number)

    def judge_phrase(self, number: int, start: int, end: int) -> None:
        """Whether a document surely shows the phrase that it has once signs count as blanks."""
        part = self.text[start - 1 : end]
        at = part.find(self.wanted.raw)
        while at >= 0:
            if self.is_sure_from(start - 1 + at, start, end):
                self.sure.add(number)
                return
            at = part.find(self.wanted.raw, at + 1)
        is_clean = self.is_clean(start, end) and _APOSTROPHE not in part
        (self.sure if is_clean else self.maybe).add(number)

    def is_sure_from(self, at: int, start: int, end: int) -> bool:
        """Whether the phrase that begins here is shown as it is."""
        behind = at + len(self.wanted.raw) - self.wanted.raw.endswith(b" ")
        between = self.raw[at + 1 : behind]
        return (
            between.isascii()
            and self.is_sure(at, start, end)
            and not (self.is_whole and self.raw[behind] >= 0x80)
        )

    def marked_up(self) -> None:
        """Documents where markup stands beside or within the word: `**D**iffusion`, `H$_2$O`."""
        looked_at = self.all_with(self.text, _MARKUP)
        looked_at |= self.all_with(self.raw, b"\\", self.is_macro)
        braces = _INNER_BRACE.finditer(self.raw)
        looked_at.update(bisect_right(self.ends, brace.start()) for brace in braces)
        for number in looked_at - self.sure - self.maybe:
            self.look_at_markup(number, self.ends[number - 1] if number else 0, self.ends[number])

    def all_with(
        self, text: bytes, sign: bytes, accepts: Callable[[int, int], bool] = lambda at, end: True
    ) -> set[int]:
        """Documents with a sign, where the first one and the document's end are accepted."""
        ends, found = self.ends, set()
        at = text.find(sign)
        while at >= 0:
            number = bisect_right(ends, at)
            end = ends[number]
            if accepts(at, end):
                found.add(number)
            at = text.find(sign, end)
        return found

    def is_macro(self, at: int, end: int) -> bool:
        """Whether a backslash begins LaTeX or a new line, not a quotation mark alone."""
        return self.raw.find(b"\\n", at, end) >= 0 or self.raw.find(_LATEX, at, end) >= 0

    def look_at_markup(self, number: int, start: int, end: int) -> None:
        """Judge one document with markup."""
        document, wanted = self.raw[start:end], self.wanted
        is_latex = _LATEX in document
        letters = self.without_marks(document, start, end)
        may_have = wanted.squeezed in letters or (
            is_latex
            and (
                _has_macro_within(document)
                or (wanted.is_phrase and all(word in letters for word in wanted.words))
            )
        )
        if (may_have and self.in_markup(document[document.find(START) + len(START) - 1 :])) or (
            is_latex and wanted.spelled is not None and wanted.spelled.search(document)
        ):
            self.maybe.add(number)

    def without_marks(self, document: bytes, start: int, end: int) -> bytes:
        """The letters of a document; with its blanks where these are shown for sure."""
        letters = self.text[start:end]
        if self.wanted.is_phrase or b"$" in document or _LATEX in document:
            return letters.translate(None, _SPECIAL + b" ")
        for mark in (_MARKUP, _ESCAPE, _BRACE, _APOSTROPHE, _OTHER):  # few: quicker one by one
            letters = letters.replace(mark, b"")
        return letters

    def in_markup(self, raw: bytes) -> bool:
        """Whether an abstract may have the piece once its markup is gone."""
        letters = self.wanted.letters
        if _LATEX in raw:
            raw = _ACCENT.sub(b"", raw)
        shown = raw.translate(_TABLE, _NOT_LETTERS)
        if not all(word in shown for word in self.wanted.words):
            return False
        if self.wanted.is_phrase and _LATEX in raw:
            return True
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
        raw, squeezed = self.raw, self.wanted.squeezed
        for sign in (b"<", b"&"):
            at = raw.find(sign)
            while at >= 0:
                number, start, end = self.document(at)
                if number not in self.sure and number not in self.maybe:
                    bare = _TAG.sub(b"", raw[start:end])
                    if squeezed in bare.translate(_TABLE, _NOT_LETTERS) or _has_entity(
                        raw[start:end]
                    ):
                        self.maybe.add(number)
                at = raw.find(sign, end)

    def quoted(self) -> None:
        """Documents where an apostrophe stands beside or within the word and is not shown."""
        text = self.text
        at = text.find(_APOSTROPHE)
        while at >= 0:
            if self.may_join(self.before(at), text[at + 1 : at + 2]):
                self.look_around(at)
            at = text.find(_APOSTROPHE, at + 1)

    def joined(self) -> None:
        """Documents where a curly apostrophe, or a sign that is a letter, stands beside or within it."""
        raw, text = self.raw, self.text
        at = raw.find(_PUNCTUATION)
        while at >= 0:
            if raw[at : at + 2] in _LETTER_SIGNS:
                if self.fits_beside(at):
                    self.look_around(at)
            elif _JOINING.match(raw, at) and self.may_join(self.before(at), text[at + 3 : at + 4]):
                self.look_around(at)
            at = raw.find(_PUNCTUATION, at + 1)

    def before(self, at: int) -> bytes:
        """The letter before a place; a line break, which JSON writes with one, is none."""
        return b" " if self.raw[at - 2 : at] == b"\\n" else self.text[at - 1 : at]

    def may_join(self, before: bytes, behind: bytes) -> bool:
        """Whether the word may go on across what stands between these letters and is not shown."""
        letters = self.wanted.letters
        if before.isalnum() and behind.isalnum():
            return before + behind in letters
        return behind == letters[:1] or (self.is_whole and before == letters[-1:])

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
        if raw[at] not in (0xC2, _PUNCTUATION) or not self.wanted.is_plain:
            return True
        return raw[at : at + 2] in _LETTER_SIGNS or _JOINING.match(raw, at) is not None

    def fits_beside(self, at: int) -> bool:
        """Whether the letters before a special one may be of the word."""
        if not self.wanted.is_plain or b"\\" in self.raw[max(at - _MACRO, 0) : at]:
            return True
        before = self.text[at - 2 : at]
        if not before.isalnum():
            before = before[1:]
        return not before.isalnum() or before in self.wanted.letters

    def look_around(self, at: int) -> None:
        """Judge a document by what stands around one place of it."""
        number = bisect_right(self.ends, at)
        if number not in self.maybe and number not in self.sure:
            shown = self.raw[max(at - _AROUND, 0) : at + _AROUND].decode("utf-8", "ignore")
            if self.wanted.word in fold(shown):
                self.maybe.add(number)


def _has_macro_within(document: bytes) -> bool:
    r"""Whether a macro stands in the middle of a word: `g\textbf{r}aph`."""
    at = document.find(_LATEX)
    while at >= 0:
        if document[at - 1 : at].isalpha() and document[at + 2 : at + 3].isalpha():
            return True
        at = document.find(_LATEX, at + 2)
    return False


def _is_within(raw: bytes, opening: bytes, closing: bytes, start: int, at: int) -> bool:
    """Whether a bracket is open at a place of an abstract."""
    opened = raw.rfind(opening, start, at)
    return opened >= 0 and raw.find(closing, opened, at) < 0


def _has_entity(data: bytes) -> bool:
    return any(
        found[0] not in (b"&amp;", b"&lt;", b"&gt;", b"&quot;", b"&nbsp;")
        for found in re.finditer(rb"&#?\w+;", data)
    )
