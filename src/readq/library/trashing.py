"""Where papers are: in the queue, in the trash."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from readq.domain import IN_QUEUE, Reading
from readq.library.state import LibraryState


class Trashing(LibraryState):
    """A library with a trash: its papers are stored like all others, and nothing shows them unasked."""

    _whereabouts: tuple[frozenset[str], frozenset[str]] | None = None
    """The papers that have a place in the queue, in the trash or not, and those in the trash."""

    def __len__(self) -> int:
        """The number of papers that are not in the trash."""
        return len(self._files.paper_ids) - len(self.trash_ids)

    @property
    def is_empty(self) -> bool:
        """Whether there is no paper at all, not even in the trash."""
        return not self._files.paper_ids

    @property
    def trash_ids(self) -> frozenset[str]:
        """The papers in the trash."""
        return self._looked_up()[1]

    def out_of_trash(self, paper_ids: Iterable[str]) -> list[str]:
        """Those of the papers that are not in the trash."""
        trash = self.trash_ids
        return [i for i in paper_ids if i not in trash] if trash else list(paper_ids)

    def _queue_members(self) -> Collection[str]:
        """The papers that have a place in the queue."""
        return self._looked_up()[0]

    def _looked_up(self) -> tuple[frozenset[str], frozenset[str]]:
        """Looked for once among all readings, then kept up to date by each decision."""
        known = self._whereabouts
        if known is not None:
            return known
        with self._lock:
            somewhere = [
                reading
                for paper_id, reading in self._files.readings().items()
                if (reading.status in IN_QUEUE or reading.trashed is not None) and paper_id in self
            ]
            known = self._whereabouts = _queued(somewhere), _trashed(somewhere)
        return known

    def _forget(self, papers: frozenset[str], readings: Collection[str] | None) -> None:
        known = self._whereabouts
        if papers or readings is None:
            self._whereabouts = None
        elif known is not None:
            decided = frozenset(readings)
            now = [self.reading(i) for i in decided if i in self]
            ids = zip(known, (_queued(now), _trashed(now)), strict=True)
            queued, trashed = (before - decided | there for before, there in ids)
            # What is the same stays the same object: others keep what they worked out for it.
            self._whereabouts = queued, known[1] if trashed == known[1] else trashed
        super()._forget(papers, readings)


def _queued(readings: Iterable[Reading]) -> frozenset[str]:
    return frozenset(r.paper_id for r in readings if r.status in IN_QUEUE)


def _trashed(readings: Iterable[Reading]) -> frozenset[str]:
    return frozenset(r.paper_id for r in readings if r.trashed is not None)
