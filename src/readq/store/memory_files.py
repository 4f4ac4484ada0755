"""A library that lives in memory and is gone afterwards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import MappingProxyType

from readq.domain import Change, Paper, Reading
from readq.store import codec
from readq.store.files import NOTHING, AbstractSlab, Refresh


class MemoryFiles:
    """Keeps papers, readings and changes for as long as the object lives."""

    folder: Path | None = None
    wait = 0.0
    notes: Sequence[str] = ()

    def __init__(self) -> None:
        self._papers: dict[str, Paper] = {}
        self._hidden: set[str] = set()
        self._readings: dict[str, Reading] = {}
        self._changes: list[Change] = []
        self._beside = b""

    @property
    def paper_ids(self) -> Sequence[str]:
        """Every paper that is not hidden, in the order they came in."""
        return [i for i, paper in self._papers.items() if not (i in self._hidden or paper.merged)]

    def has(self, paper_id: str) -> bool:
        """Whether there is such a paper and it is not hidden."""
        paper = self._papers.get(paper_id)
        return paper is not None and paper_id not in self._hidden and paper.merged is None

    def paper(self, paper_id: str) -> Paper:
        """The whole paper; KeyError for an unknown or hidden one."""
        if not self.has(paper_id):
            raise KeyError(paper_id)
        return self._papers[paper_id]

    def abstract_free(self, paper_id: str) -> Paper:
        """The paper with an empty abstract."""
        return replace(self.paper(paper_id), abstract="")

    def hot_papers(self) -> Iterator[Paper]:
        """Every paper without its abstract, in the order of `paper_ids`."""
        return (self.abstract_free(paper_id) for paper_id in self.paper_ids)

    def merged(self, paper_id: str) -> Paper | None:
        """The whole paper that is part of another; None when this one is not."""
        paper = self._papers.get(paper_id)
        is_part = paper is not None and paper.merged is not None and paper_id not in self._hidden
        return paper if is_part else None

    def merged_papers(self) -> Iterator[Paper]:
        """The papers that are part of another, without their abstracts."""
        parts = filter(None, map(self.merged, list(self._papers)))
        return (replace(paper, abstract="") for paper in parts)

    def paper_marks(self) -> bytes:
        """Empty: nothing is kept."""
        return b""

    def papers_changed_since(self, marks: bytes) -> Collection[str] | None:
        """Nobody can tell."""
        return None

    def derived(self, name: str) -> bytes | None:
        """Nothing is kept."""
        return None

    def keep_derived(self, name: str, *pieces: bytes | memoryview) -> None:
        """Nothing is kept."""

    def beside(self) -> bytes:
        """What was written there last."""
        return self._beside

    def rewrite_beside(self, rewrite: Callable[[bytes], bytes]) -> None:
        """Change it."""
        self._beside = rewrite(self._beside)

    def abstract_slabs(self) -> Iterator[AbstractSlab] | None:
        """They are not kept as bytes."""
        return None

    def readings(self) -> Mapping[str, Reading]:
        """Every stored Reading by paper id."""
        return MappingProxyType(self._readings)

    def commit(
        self,
        change: Change,
        *,
        papers: Mapping[str, Paper] = NOTHING,
        hide: Collection[str] = (),
        unhide: Collection[str] = (),
        readings: Mapping[str, Reading | None] = NOTHING,
    ) -> Change:
        """Store all of it, or nothing; what a library on disk could not hold is refused here too."""
        for paper_id in (*hide, *unhide):
            if paper_id not in self._papers and paper_id not in papers:
                raise KeyError(paper_id)
        stored = replace(change, id=max(change.id, self.next_change_id()))
        for paper in papers.values():
            codec.encode_json("papers", codec.encode_paper(paper))
            codec.encode_json("abstracts", codec.encode_abstract(paper))
        for kept in filter(None, readings.values()):
            codec.encode_json("readings", codec.encode_reading(kept))
        codec.encode_json("changes", codec.encode_change(stored))
        self._papers.update(papers)
        self._hidden.difference_update(papers, unhide)
        self._hidden.update(hide)
        for paper_id, reading in readings.items():
            if reading is None:
                self._readings.pop(paper_id, None)
            else:
                self._readings[paper_id] = reading
        self._changes.append(stored)
        return stored

    def alone(self) -> AbstractContextManager[None]:
        """Nobody else can write here."""
        return nullcontext()

    def next_change_id(self) -> int:
        """The id the next Change should carry."""
        return self._changes[-1].id + 1 if self._changes else 1

    def changes(self, newest_first: bool = True) -> Iterator[Change]:
        """The log."""
        return iter(self._changes[::-1] if newest_first else self._changes[:])

    def change(self, change_id: int) -> Change:
        """One change of the log."""
        at = bisect_left(self._changes, change_id, key=lambda change: change.id)
        if at == len(self._changes) or self._changes[at].id != change_id:
            raise KeyError(change_id)
        return self._changes[at]

    def refresh(self) -> Refresh:
        """Nobody else can write here."""
        return Refresh()

    def back_up_daily(self, today: date) -> Path | None:
        """There are no files to copy."""

    @property
    def compaction_is_due(self) -> bool:
        """There are no journals."""
        return False

    def compact(self) -> None:
        """Nothing to fold."""

    def close(self) -> None:
        """Nothing to let go of."""
