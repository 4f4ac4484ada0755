"""The texts of a column by how many papers have them, looked up by how a word of theirs begins."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import accumulate

from readq.search.text_column import BREAK
from readq.search.texts import Texts


class Commonest:
    """Distinct texts, the commonest first: the first few that fit are the few commonest that fit."""

    def __init__(self, texts: Texts) -> None:
        """Count the texts of a column, each as `column_text` writes it."""
        separator = BREAK.encode()
        found = Counter(texts.blob.split(separator))
        del found[b""]
        ordered = [text for text, _ in found.most_common() if text.strip()]
        self._counts = [found[text] for text in ordered]
        self._blob = separator.join(ordered) + separator
        self._ends = list(accumulate(len(text) + 1 for text in ordered))

    def starting(self, folded: str, most: int) -> list[tuple[str, int]]:
        """Texts with a word that starts so, with the number of times each occurs, commonest first."""
        wanted = f" {folded}".encode("utf-8", "surrogatepass")
        found: list[tuple[str, int]] = []
        at = self._blob.find(wanted)
        while at >= 0 and len(found) < most:
            number = bisect_right(self._ends, at)
            start = self._ends[number - 1] if number else 0
            text = self._blob[start : self._ends[number] - 1]
            found.append((text.decode("utf-8", "surrogatepass").strip(), self._counts[number]))
            at = self._blob.find(wanted, self._ends[number] - 1)
        return found
