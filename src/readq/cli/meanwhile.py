"""What triage works out while the reader reads: the order of what comes, and which papers are alike."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from readq.library import Library, Order, Stacks, Triage, learnt_order


class _LeavingError(Exception):
    """Nobody waits for it any more."""


class Meanwhile:
    """Learns from decisions and looks for like papers in threads of its own; a context manager.

    Where nobody sits before a terminal, the next paper waits for it: a script gets the same order each time.
    """

    def __init__(self, library: Library, way: Triage, ids: Sequence[str], *, waits: bool) -> None:
        """Begin.

        Args:
            library: Where the papers are.
            way: The way through them.
            ids: All papers of the list, decided ones too.
            waits: Whether the next paper is shown only when all is worked out.
        """
        self._library, self._way, self._ids = library, way, ids
        self._waits = waits
        self._leaving = False
        self._stacks = Stacks(library)
        self._pool = ThreadPoolExecutor(2)
        self._learning: Future[tuple[Order, bool]] | None = None
        self._asked = False
        self.exploring: frozenset[str] = frozenset()
        """Papers shown to learn from them, not since they seem wanted."""

    def __enter__(self) -> Meanwhile:
        """Begin to work."""
        new, later = self._way.undecided()
        stacks = self._pool.submit(self._stacks.read, [*new, *later], go_on=self._goes_on)
        if self._waits:
            stacks.result()
        self.learn()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop working."""
        self._leaving = True
        self._pool.shutdown(cancel_futures=True)

    def like(self, paper_id: str) -> list[str]:
        """Undecided papers with nearly the same abstract, as far as is known by now."""
        return [other for other in self._stacks.like(paper_id) if self._way.is_undecided(other)]

    def learn(self) -> None:
        """Take in what was decided, as soon as the decisions before are taken in."""
        if self._library.rank_settings.learn:
            self._asked = True
            self._go_on()

    def order(self) -> Order | None:
        """The order learnt since it was asked for last; None when there is no other.

        Raises:
            Exception: Whatever kept it from being learnt.
        """
        done = self._learning
        if done is None or not (self._waits or done.done()):
            return None
        self._learning = None
        try:
            order, of_later = done.result()
        finally:
            self._go_on()
        if of_later is not self._way.of_later:
            return None
        self.exploring = order.exploring
        return order

    def _go_on(self) -> None:
        if self._asked and self._learning is None:
            self._asked = False
            self._learning = self._pool.submit(self._learn, self._way.of_later)

    def _learn(self, of_later: bool) -> tuple[Order, bool]:
        self._library.ranking.get_ready(self._progress)
        return learnt_order(self._library, self._way, self._ids, of_later=of_later), of_later

    def _progress(self, _share: float) -> None:
        if self._leaving:
            raise _LeavingError

    def _goes_on(self) -> bool:
        return not self._leaving
