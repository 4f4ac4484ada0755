"""What is looked for in the bytes of abstracts when somebody looks for a piece of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from readq.patterns import lazily_bytes
from readq.search.fold import fold
from readq.search.slab_bytes import TABLE, Slab

_TOKEN = lazily_bytes(rb"\\\\[A-Za-z]+|[A-Za-z0-9]+|[\x80-\xff]")
"""Macros, words and other letters, byte by byte."""
_SAMPLE = 100_000
"""So many bytes of a slab tell how often a word comes up."""


class Wanted:
    """A piece of folded text, and what is looked for in its place."""

    def __init__(
        self, piece: str, spelled: Callable[[], Mapping[str, str]], sample: Sequence[Slab]
    ) -> None:
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
        first, *rest = map(re.escape, self.words or [b""])
        start = rb"%b(?<![a-z0-9]%b)" % (
            first,
            first,
        )  # a pattern that begins with letters is quick
        parted = rb"[^a-z0-9]+".join([start, *rest])
        self.begun = re.compile(parted)
        self.parted = re.compile(parted + rb"(?![a-z0-9])") if piece.endswith(" ") else self.begun
        self.gaps = [b" %b  " % word for word in self.words[:-1]]
        """Words with more than one sign behind them, as bytes whose signs are blanks have them."""
        behind = b" " if piece.endswith(" ") else b""
        self.apart = [
            b" %b%b" % (word, b" " if number < len(self.words) - 1 else behind)
            for number, word in enumerate(self.words)
        ]
        """The words with a blank around each, behind the last only if it is a whole one."""
        self._spelled = spelled

    @cached_property
    def joints(self) -> frozenset[bytes]:
        """What may stand before and behind a sign that is not shown, if the word goes on across it."""
        return _joints(self.letters, is_whole=self.needle.endswith(b" "))

    def is_among_macros(self, raw: bytes) -> bool:
        r"""Whether the letters are there with any signs and macros between: `\theta\in\mathbb{R}^d` for `theta rd`.

        One look at each letter, whatever stands there: what is written to hold a search up cannot.
        """
        steps, last = self._steps, 1 << len(self.squeezed) >> 1
        found = 0  # bit n: what was read ends with the first n + 1 letters
        for token in _TOKEN.findall(raw.lower()):
            # Only macros and letters of other alphabets may be left out.
            passed = 0 if token[:1].isalnum() else found
            for code in token.lstrip(b"\\"):
                found = (found << 1 | 1) & steps.get(code, 0)
                if found & last:
                    return True
                found |= passed
        return False

    @cached_property
    def _steps(self) -> dict[int, int]:
        """For each byte the places in the letters where it stands, as bits."""
        steps: dict[int, int] = {}
        for place, code in enumerate(self.squeezed):
            steps[code] = steps.get(code, 0) | 1 << place
        return steps

    @cached_property
    def spelled(self) -> re.Pattern[bytes] | None:
        """Finds the macros that may be shown as one of the words."""
        return _standing_for(self.piece.split(), self._spelled())


def _rarest(words: Sequence[str], sample: Sequence[Slab]) -> str:
    """The word of a phrase that is in the fewest places, as far as a few slabs tell."""
    texts = [slab.data[:_SAMPLE].translate(TABLE) for slab in sample]

    def count(word: str) -> tuple[int, int]:
        wanted = f" {word}".encode("utf-8", "surrogatepass")
        return sum(text.count(wanted) for text in texts), -len(word)

    return min(words, key=count)


def _joints(letters: bytes, *, is_whole: bool) -> frozenset[bytes]:
    """What may stand before and behind a sign that is not shown, if the word goes on across it."""
    signs = [bytes([code]) for code in range(256) if not bytes([code]).isalnum()]
    found = {letters[at : at + 2] for at in range(len(letters) - 1)}
    found.update(sign + letters[:1] for sign in signs)
    if is_whole:
        found.update(letters[-1:] + sign for sign in signs)
    return frozenset(found)


def _standing_for(words: Sequence[str], spelled: Mapping[str, str]) -> re.Pattern[bytes] | None:
    r"""Finds macros with another name than a word, and what one that lost its braces is given: `\frac12`."""
    names = [
        re.escape(name)
        for name, shown in spelled.items()
        if any(part.startswith(word) for part in shown.split() for word in words)
    ]
    greek = {fold(letter) for word in words for letter in word if "\u03b1" <= letter <= "\u03c9"}
    names += [f"(?:var)?{name}" for name in sorted(greek)]
    given = "|".join(re.escape(word) for word in words if word.isascii())
    found = [f"(?:{'|'.join(names)})(?![A-Za-z])"] if names else []
    found += [f"[A-Za-z]{{2,}}[0-9]?(?i:{given})"] if given else []
    return re.compile(rf"\\\\(?:{'|'.join(found)})".encode()) if found else None
