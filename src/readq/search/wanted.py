"""What is looked for in the bytes of abstracts when somebody looks for a piece of text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from readq.search.slab_bytes import TABLE, Slab


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
    texts = [slab.data.translate(TABLE) for slab in sample]

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
