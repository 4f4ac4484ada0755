"""What the library asks of the place its papers live in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from readq.domain import Change, Paper, Reading
from readq.records import dataclass

NOTHING: Mapping[str, Any] = MappingProxyType({})
AbstractSlab = tuple[Callable[[], bytes], Sequence[int], Callable[[], Sequence[str]], bytes]
"""What reads a run of JSON documents, the end of each, and a function that names the paper of each: empty for
a document that does not count. The key is equal for equal bytes, and empty where only they can tell.
"""


@dataclass(frozen=True, slots=True)
class Refresh:
    """What other processes wrote since the last look; false when they wrote nothing."""

    papers: frozenset[str] = frozenset()
    """Papers added, changed, hidden or shown again."""
    readings: frozenset[str] = frozenset()
    """Papers whose Reading changed or went."""
    changes: int = 0
    """How many Changes came in."""

    def __bool__(self) -> bool:
        """Whether anything came in."""
        return bool(self.papers or self.readings or self.changes)


class Files(Protocol):
    """The papers, readings and changes of one library, wherever they are kept."""

    folder: Path | None
    """Where the library is on disk; None for one that lives in memory."""
    wait: float
    """How long a write waits for another process, in seconds."""

    @property
    def notes(self) -> Sequence[str]:
        """What opening found wrong but could make good, one sentence each."""

    @property
    def paper_ids(self) -> Sequence[str]:
        """Every paper that is not hidden, in the order they came in."""

    def has(self, paper_id: str) -> bool:
        """Whether there is such a paper and it is not hidden."""

    def paper(self, paper_id: str) -> Paper:
        """The whole paper, abstract included; KeyError for an unknown or hidden one."""

    def abstract_free(self, paper_id: str) -> Paper:
        """The paper with an empty abstract: cheap, for rows and filters."""

    def hot_papers(self) -> Iterator[Paper]:
        """Every paper without its abstract, in the order of `paper_ids`."""

    def merged(self, paper_id: str) -> Paper | None:
        """The whole paper that is part of another one and so not shown; None when this one is not."""

    def merged_papers(self) -> Iterator[Paper]:
        """The papers that are part of another, without their abstracts."""

    def paper_marks(self) -> bytes:
        """What tells these papers from what they were before; empty where nothing is kept."""

    def papers_changed_since(self, marks: bytes) -> Collection[str] | None:
        """Papers added, changed, hidden or shown again since `marks`; None when that cannot be told."""

    def derived(self, name: str) -> bytes | None:
        """What was worked out from the papers and kept; None when it is not there."""

    def keep_derived(self, name: str, *pieces: bytes | memoryview) -> None:
        """Keep what was worked out from the papers, its pieces one after the other, if that is possible."""

    def beside(self) -> bytes:
        """The file for what is no decision on a paper; empty where there is none."""

    def rewrite_beside(self, rewrite: Callable[[bytes], bytes]) -> None:
        """Change that file, alone among all windows.

        Args:
            rewrite: From what it holds, empty for nothing, to what it shall hold; raises ValueError for
                what makes no sense, and then that is put aside and asked again with nothing.

        Raises:
            NotSavedError: It could not be written.
            LockedLibraryError: Another process did not let go in time.
        """

    def abstract_slabs(self) -> Iterator[AbstractSlab] | None:
        """All abstracts as the bytes of JSON documents; None where they are not kept so."""

    def readings(self) -> Mapping[str, Reading]:
        """Every stored Reading by paper id, those of hidden papers too; a live view."""

    def commit(
        self,
        change: Change,
        *,
        papers: Mapping[str, Paper] = NOTHING,
        hide: Collection[str] = (),
        unhide: Collection[str] = (),
        readings: Mapping[str, Reading | None] = NOTHING,
    ) -> Change:
        """Store all of it in one durable step, or nothing.

        Args:
            change: The record of the step, stored with it.
            papers: New or replaced papers; they are visible afterwards unless also in `hide`.
            hide: Papers to take out of sight; they stay stored.
            unhide: Hidden papers to show again.
            readings: Readings to store; None removes one.

        Returns:
            The Change as stored: its id is higher than asked for when another process took that id,
            and its readings are merged ones where another process changed the same Reading.

        Raises:
            NotSavedError: Nothing was changed, on disk or in memory.
        """

    def alone(self) -> AbstractContextManager[None]:
        """Keep other processes from writing until the block ends; a commit in it is one more step.

        Raises:
            NotSavedError: Nobody can write.
            LockedLibraryError: Another process did not let go in time.
        """

    def next_change_id(self) -> int:
        """The id the next Change should carry."""

    def changes(self, newest_first: bool = True) -> Iterator[Change]:
        """The log, decoded one by one."""

    def change(self, change_id: int) -> Change:
        """One change of the log; KeyError for an unknown one."""

    def refresh(self) -> Refresh:
        """Take in what other processes wrote."""

    def back_up_daily(self, today: date) -> Path | None:
        """Keep a copy of how things stood before today's first change; None when there is one."""

    @property
    def compaction_is_due(self) -> bool:
        """Whether `compact` would make the next start noticeably faster."""

    def compact(self) -> None:
        """Fold the journals into the JSON files."""

    def close(self) -> None:
        """Let go of files; everything committed is on disk already."""
