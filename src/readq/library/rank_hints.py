"""What else says what a reader wants, before there are decisions enough: words, tags, notes, other queues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from readq.errors import LibraryError
from readq.store import LibraryFiles

_WEIGHT = 0.5
_WEIGHT_ELSEWHERE = 0.25
_ELSEWHERE = 5
"""So many papers queued last in other libraries count."""
_COMMON = 0.1
"""A tag of a larger share of the papers, such as one given at import, says nothing."""
_LONGEST = 20_000
"""Characters of all notes together; reading more would keep the next card waiting."""


class Hints:
    """Texts that tell what is wanted, each with how much it counts."""

    def __init__(self) -> None:
        self._elsewhere: Sequence[str] = ()

    def read_libraries(self, folders: Iterable[Path], own: Path | None) -> None:
        """Look up what is queued in the reader's other libraries; those that cannot be read say nothing."""
        found: list[str] = []
        for folder in folders:
            if own is None or folder.resolve() != own.resolve():
                with suppress(LibraryError):
                    found.extend(_queued(folder))
        self._elsewhere = found[:_ELSEWHERE]

    def texts(
        self,
        watch: Iterable[str],
        tags: Mapping[str, Sequence[str]],
        notes: Mapping[str, str],
        size: int,
    ) -> dict[str, float]:
        """The texts by weight.

        Args:
            watch: Words the reader watches for.
            tags: The tags of each paper.
            notes: The note on each paper.
            size: How many papers the library has.
        """
        used = Counter(tag for own in tags.values() for tag in own)
        telling = [tag for tag in sorted(used) if used[tag] <= max(_COMMON * size, 1)]
        written = " ".join(notes[i] for i in sorted(notes))[:_LONGEST]
        own = (" ".join(watch), " ".join(telling), written)
        texts = dict.fromkeys(self._elsewhere, _WEIGHT_ELSEWHERE)
        return texts | {text: _WEIGHT for text in own if text.strip()}


def _queued(folder: Path) -> list[str]:
    """Title and abstract of the papers queued last, newest first."""
    files = LibraryFiles.open(folder, create=False)
    try:
        queued = [r for r in files.readings().values() if r.is_queued]
        queued = [r for r in queued if files.has(r.paper_id)]
        queued.sort(key=lambda r: (r.moved[-1][1].timestamp() if r.moved else 0.0, r.paper_id))
        papers = [files.paper(r.paper_id) for r in queued[: -_ELSEWHERE - 1 : -1]]
        return [f"{paper.title} {paper.abstract}" for paper in papers]
    finally:
        files.close()
