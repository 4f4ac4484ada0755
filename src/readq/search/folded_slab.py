"""What a run of abstracts says where that is not what is written: folded once, then kept."""

from __future__ import annotations

import json
from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

from readq.records import dataclass
from readq.search.by_slab import BySlab
from readq.search.signs import Signs
from readq.search.slab_bytes import Slab

_BEHIND = b'"},\n'
"""What comes behind an abstract; the last of all has no comma."""


@dataclass(frozen=True, slots=True)
class FoldedSlab:
    """The abstracts of a slab as searching sees them; documents are numbered from 0."""

    starts: array[int]
    """Where the quotation mark before each abstract is."""
    numbers: array[int]
    """Documents with more than plain letters and signs, in order."""
    texts: bytes
    """What those say, folded: a blank before and behind each, and a line break."""
    ends: array[int]
    """Where each of these texts ends."""

    def having(self, piece: bytes) -> list[int]:
        """Those of the documents that are folded which have this piece."""
        return [self.numbers[place] for place in places_of(self.texts, piece, self.ends)]


def places_of(texts: bytes, piece: bytes, ends: Sequence[int]) -> list[int]:
    """Which of some texts, one behind the other up to their ends, have a piece."""
    found, place, at = [], 0, texts.find(piece)
    while at >= 0:
        place = bisect_right(ends, at, place)
        found.append(place)
        at = texts.find(piece, ends[place])
    return found


FOLDED_SLABS = BySlab(FoldedSlab, "folded", 2, {"texts"})


def fold_slab(slab: Slab, signs: Signs, folded: Callable[[str], str]) -> FoldedSlab:
    """Fold the documents of a slab that are not surely shown as they are written.

    Args:
        slab: The documents.
        signs: What is known of them.
        folded: Gives the words of an abstract, folded, with a blank around each.
    """
    ends = slab.ends
    odd = {*signs.unclean, *(bisect_right(ends, at) for at in signs.apostrophes)}
    starts = array("I", [slab.start_of(number) - 1 for number in range(len(ends))])
    numbers = array("I", sorted(odd))
    texts = [
        (folded(_written(slab.data, starts[number], ends[number])) + "\n").encode(
            "utf-8", "surrogatepass"
        )
        for number in numbers
    ]
    return FoldedSlab(starts, numbers, b"".join(texts), array("I", accumulate(map(len, texts))))


def _written(raw: bytes, start: int, end: int) -> str:
    """An abstract as its source wrote it."""
    text: str = json.loads(raw[start : raw.rindex(_BEHIND[:1], start, end) + 1])
    return text
