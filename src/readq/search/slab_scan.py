"""Whether the abstracts of one run of bytes have a word: each is looked at as closely as its signs ask for."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from readq.patterns import lazily_bytes
from readq.search.fold import fold
from readq.search.slab_bytes import (
    APOSTROPHE,
    BRACE,
    ESCAPE,
    JOINING,
    LATEX,
    LETTER_SIGNS,
    MARKUP,
    OTHER,
    PUNCTUATION,
    SPACED,
    SPECIAL,
    START,
    TABLE,
    has_macro_within,
)
from readq.search.word_scan import WordScan

_WITHIN = MARKUP + APOSTROPHE + BRACE + ESCAPE
_NOT_LETTERS = bytes(code for code in range(256) if code >= 0x80 or not chr(code).isalnum())
_ACCENT = lazily_bytes(
    rb"\\\\(?:\\\"|['`^~=.]|math[a-z]+|text[a-z]*|emph|operatorname|left|right|rm|bf|it)\*? ?"
)
"""Accents, and macros of which nothing is shown."""
_FORMULA = lazily_bytes(rb"\$[^$]*\$|\\\\[(\[].*?\\\\[)\]]")
"""Where blanks are not shown."""
_INNER_BRACE = lazily_bytes(rb'\{(?!"id":)')
_TAG = lazily_bytes(rb"<[^<>]*>|&#?\w+;")
_AROUND = 48
_MACRO = 24
"""A macro before a letter is no longer than that."""


class SlabScan(WordScan):
    """One run of abstracts, looked through for one piece of text."""

    def look(self) -> None:
        """Find the documents that have the piece for sure, and those that may have it."""
        if self.wanted.is_plain:
            self.words()
            self.marked_up()
            self.tagged()
            self.quoted()
            self.joined()
        self.accented()

    def marked_up(self) -> None:
        """Documents where markup stands beside or within the word: `**D**iffusion`, `H$_2$O`."""
        looked_at = self.all_with(self.text, MARKUP)
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
        return self.raw.find(b"\\n", at, end) >= 0 or self.raw.find(LATEX, at, end) >= 0

    def look_at_markup(self, number: int, start: int, end: int) -> None:
        """Judge one document with markup."""
        document, wanted = self.raw[start:end], self.wanted
        is_latex = LATEX in document
        letters = self.without_marks(document, start, end)
        may_have = wanted.squeezed in letters or (
            is_latex
            and (
                has_macro_within(document)
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
        if self.wanted.is_phrase or b"$" in document or LATEX in document:
            return letters.translate(None, SPECIAL + b" ")
        for mark in (MARKUP, ESCAPE, BRACE, APOSTROPHE, OTHER):  # few: quicker one by one
            letters = letters.replace(mark, b"")
        return letters

    def in_markup(self, raw: bytes) -> bool:
        """Whether an abstract may have the piece once its markup is gone."""
        letters = self.wanted.letters
        if LATEX in raw:
            raw = _ACCENT.sub(b"", raw)
        shown = raw.translate(TABLE, _NOT_LETTERS)
        if not all(word in shown for word in self.wanted.words):
            return False
        if self.wanted.is_phrase and LATEX in raw:
            return True
        if b"\\n" in raw:
            raw = raw.replace(b"\\n", b"  ")
        text = raw.translate(TABLE)
        if self.wanted.needle in text.translate(SPACED):
            return True
        joined = text.translate(None, _WITHIN)
        if joined.count(letters) > text.count(letters):
            return True
        if b"$" not in raw and b"\\(" not in raw and b"\\[" not in raw:
            return False
        return any(letters in part.translate(TABLE, _NOT_LETTERS) for part in _FORMULA.findall(raw))

    def tagged(self) -> None:
        """Documents with HTML tags or entities."""
        raw, squeezed = self.raw, self.wanted.squeezed
        for sign in (b"<", b"&"):
            at = raw.find(sign)
            while at >= 0:
                number, start, end = self.document(at)
                if number not in self.sure and number not in self.maybe:
                    bare = _TAG.sub(b"", raw[start:end])
                    if squeezed in bare.translate(TABLE, _NOT_LETTERS) or _has_entity(
                        raw[start:end]
                    ):
                        self.maybe.add(number)
                at = raw.find(sign, end)

    def quoted(self) -> None:
        """Documents where an apostrophe stands beside or within the word and is not shown."""
        text = self.text
        at = text.find(APOSTROPHE)
        while at >= 0:
            if self.may_join(self.before(at), text[at + 1 : at + 2]):
                self.look_around(at)
            at = text.find(APOSTROPHE, at + 1)

    def joined(self) -> None:
        """Documents where a curly apostrophe, or a sign that is a letter, stands beside or within it."""
        raw, text = self.raw, self.text
        at = raw.find(PUNCTUATION)
        while at >= 0:
            if raw[at : at + 2] in LETTER_SIGNS:
                if self.fits_beside(at):
                    self.look_around(at)
            elif JOINING.match(raw, at) and self.may_join(self.before(at), text[at + 3 : at + 4]):
                self.look_around(at)
            at = raw.find(PUNCTUATION, at + 1)

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
        at = text.find(OTHER)
        while at >= 0:
            if self.is_letter(at):
                if self.fits_beside(at):
                    self.look_around(at)
            elif self.is_whole and text[at - 1] == last:
                self.look_around(at)
            at = text.find(OTHER, at + 1)

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


def _has_entity(data: bytes) -> bool:
    return any(
        found[0] not in (b"&amp;", b"&lt;", b"&gt;", b"&quot;", b"&nbsp;")
        for found in re.finditer(rb"&#?\w+;", data)
    )
