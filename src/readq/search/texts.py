"""Many short texts in one run of bytes: little to hold, nothing to build when loaded."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter

_ERRORS = "surrogatepass"


class Texts(Sequence[str]):
    """Texts by number."""

    __slots__ = ("blob", "ends")

    def __init__(self, blob: bytes, ends: array[int]) -> None:
        """Texts that lie one after the other in `blob`, each up to its end."""
        self.blob = blob
        self.ends = ends

    @classmethod
    def of(cls, texts: Iterable[str]) -> Texts:
        """These texts."""
        texts = list(texts)
        joined = "".join(texts)
        blob = joined.encode("utf-8", _ERRORS)
        if len(blob) == len(joined):
            return cls(blob, array("I", list(accumulate(map(len, texts)))))
        sizes = [len(t) if t.isascii() else len(t.encode("utf-8", _ERRORS)) for t in texts]
        return cls(blob, array("I", list(accumulate(sizes))))

    @classmethod
    def joined(cls, parts: Sequence[Texts]) -> Texts:
        """The texts of all parts, one after the other."""
        ends = array("I")
        start = 0
        for part in parts:
            ends.fromlist([start + end for end in part.ends])
            start += len(part.blob)
        return cls(b"".join([part.blob for part in parts]), ends)

    def __len__(self) -> int:
        """How many texts."""
        return len(self.ends)

    def __getitem__(self, number: int) -> str:  # type: ignore[override]
        """One text."""
        start = self.ends[number - 1] if number else 0
        return self.blob[start : self.ends[number]].decode("utf-8", _ERRORS)

    def raw(self, number: int) -> bytes:
        """One text as UTF-8."""
        start = self.ends[number - 1] if number else 0
        return self.blob[start : self.ends[number]]

    def __iter__(self) -> Iterator[str]:
        """All texts in order."""
        start = 0
        for end in self.ends:
            yield self.blob[start:end].decode("utf-8", _ERRORS)
            start = end

    def starting(self, prefix: str) -> tuple[int, int]:
        """The run of texts that start so, where the texts are sorted."""
        wanted = prefix.encode("utf-8", _ERRORS)
        return self._place(wanted), self._place(wanted + b"\xff")

    def _place(self, wanted: bytes) -> int:
        low, high = 0, len(self.ends)
        while low < high:
            middle = (low + high) // 2
            if self.raw(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low


class Lookup:
    """Sorted texts, each with the number it stands for."""

    __slots__ = ("numbers", "texts")

    def __init__(self, texts: Texts, numbers: array[int]) -> None:
        """Sorted texts and, in the same order, their numbers."""
        self.texts = texts
        self.numbers = numbers

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, int]]) -> Lookup:
        """These texts with their numbers; of equal texts, those that come first come first."""
        ordered = sorted(pairs, key=itemgetter(0))
        return cls(Texts.of([text for text, _ in ordered]), array("I", [n for _, n in ordered]))

    def starting(self, prefix: str, most: int) -> list[tuple[str, int]]:
        """The texts that start so, with their numbers."""
        first, end = self.texts.starting(prefix)
        return [(self.texts[at], self.numbers[at]) for at in range(first, min(end, first + most))]
