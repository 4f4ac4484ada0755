"""Which papers have some words in their abstract: looked for in the bytes of the files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from readq.library.folding import folded_abstract
from readq.library.kept_slabs import KeptSlabs
from readq.search import FOLDED_SLABS, SIGNS, FoldedSlab, Slab, fold, fold_slab, scan, signs_of
from readq.store import Files

Stop = Callable[[], bool]


@cache
def _spelled() -> dict[str, str]:
    """Macros that are shown as other letters than those of their names, with the words they are shown as."""
    from readq.text import MACROS

    shown = {name: fold(text) for name, text in MACROS.items()}
    return {name: words for name, words in shown.items() if words and words != name.lower()}


class AbstractSearch:
    """Looks through all abstracts, by what is kept of them where there is something; any thread may ask."""

    def __init__(self, files: Callable[[], Files]) -> None:
        """Look through the abstracts of `files`."""
        self._files = files
        self._signs = KeptSlabs(files, "signs", SIGNS)
        self._folded = KeptSlabs(files, "folded", FOLDED_SLABS)

    def papers_with(self, piece: str, stop: Stop) -> tuple[list[str], list[str]] | None:
        """The papers whose abstract has words for sure, and those where it may; None when that cannot be told.

        Raises:
            SearchStoppedError: `stop`, asked now and then, said that nobody wants the answer any more.
        """
        if self._files().abstract_slabs() is None:
            return None
        return scan(
            self._folded.of_all(self._signs.of_all(self._slabs())),
            piece,
            spelled=_spelled,
            signs=partial(self._signs.of, work_out=signs_of),
            folded=self._folded.known,
            stop=stop,
        )

    def get_ready(self, stop: Stop) -> None:
        """Make the first search as quick as the next ones, unless nobody wants that any more."""
        for slab in self._signs.of_all(self._slabs()):
            if stop():
                return
            if self._folded.known(slab) is None:
                self._signs.of(slab, signs_of)
        self._signs.keep()

    def fold(self, stop: Stop, give_way: Callable[[], None]) -> None:
        """Leave nothing in doubt: takes a while where there are many formulas.

        Args:
            stop: Asked now and then whether nobody wants that any more.
            give_way: Called between two abstracts, so that others are not kept waiting.
        """

        def folded(raw: str) -> str:
            give_way()
            return folded_abstract(raw)

        def work_out(slab: Slab) -> FoldedSlab:
            return fold_slab(slab, self._signs.of(slab, signs_of), folded)

        for slab in self._folded.of_all(self._slabs()):
            if stop():
                return
            self._folded.of(slab, work_out)
        self._folded.keep()
        self._signs.let_go()

    def let_go(self) -> None:
        """Hold nothing in memory that is written down."""
        self._signs.let_go()
        self._folded.let_go()

    @property
    def are_kept(self) -> bool:
        """Whether something was written down."""
        return self._signs.are_kept and self._folded.are_kept

    def keep(self) -> None:
        """Write down what is new."""
        self._signs.keep()
        self._folded.keep()

    def _slabs(self) -> Iterator[Slab]:
        return (Slab(*slab) for slab in self._files().abstract_slabs() or ())
