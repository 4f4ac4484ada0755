"""Which abstracts have a word: looked for in the bytes of the file, before any of them is decoded.

Most abstracts are plain, and there the bytes answer. Where letters are accented, written as LaTeX or
parted by markup, the paper is named as one that may have the word; whoever asks then looks closely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, islice, repeat

from readq.search.folded_scan import FoldedScan
from readq.search.folded_slab import FoldedSlab
from readq.search.signs import Signs, signs_of
from readq.search.slab_bytes import Slab
from readq.search.slab_scan import SlabScan
from readq.search.wanted import Wanted

__all__ = ["SearchStoppedError", "Slab", "scan", "words_in"]

_SAMPLE = 3
"""So many slabs tell which word of a phrase is the rarest."""


class SearchStoppedError(Exception):
    """Nobody wants the answer any more."""


def scan(
    slabs: Iterable[Slab],
    piece: str,
    *,
    spelled: Callable[[], Mapping[str, str]] = dict,
    signs: Callable[[Slab], Signs] = signs_of,
    folded: Callable[[Slab], FoldedSlab | None] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[list[str], list[str]]:
    """The papers whose abstract has this piece of folded text for sure, and those where it may be.

    Args:
        slabs: All abstracts.
        piece: Folded words with a blank before them, and one behind unless the last is only begun.
        spelled: Gives macros, without backslash, that stand for other letters than those of their names,
            with the folded words they are shown as.
        signs: Gives what is known of a slab.
        folded: Gives a slab's folded texts, if they were worked out: then nothing is in doubt.
        stop: Asked now and then whether nobody wants the answer any more.

    Raises:
        SearchStoppedError: Nobody does.
    """
    sure: list[str] = []
    maybe: list[str] = []
    slabs = iter(slabs)
    first = list(islice(slabs, _SAMPLE)) if len(piece.split()) > 1 else []
    wanted = Wanted(piece, spelled, first)
    for slab in chain(first, slabs):
        if stop():
            raise SearchStoppedError
        texts = folded(slab)
        if texts is not None:
            sure.extend(slab.papers(FoldedScan(slab, texts, wanted).numbers()))
            continue
        answer = SlabScan(slab, signs(slab), wanted)
        answer.look()
        sure.extend(slab.papers(answer.sure))
        maybe.extend(slab.papers(answer.maybe - answer.sure))
    return sure, maybe


def words_in(slab: Slab) -> list[int]:
    """About how many words each abstract has."""
    starts = [0, *slab.ends[:-1]]
    # The blank before every abstract makes up for the one there would be behind its last word.
    return list(map(slab.data.count, repeat(b" "), starts, slab.ends))
