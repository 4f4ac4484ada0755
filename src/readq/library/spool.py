"""Papers on their way in: their facts in memory, their abstracts in a file that nobody else sees.

A list of 200 MB is mostly abstracts. They are needed again only to unite two records of one work and
when everything is written, so they need no memory in between.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, MutableMapping
from dataclasses import replace
from typing import IO, cast

from readq.domain import Paper
from readq.errors import LibraryError

_IN_MEMORY = 8 << 20
"""Up to this many bytes no file is made."""


class AbstractSpool:
    """Texts that were put aside; the file is gone when it is closed, however the process ends."""

    def __init__(self) -> None:
        spool = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._file = cast("IO[bytes]", spool)
        self._end = 0
        self._is_at_end = True

    def put(self, text: str) -> tuple[int, int]:
        """Put a text aside; where it is.

        Raises:
            LibraryError: There is no room.
        """
        data = text.encode("utf-8", "surrogatepass")
        try:
            if not self._is_at_end:
                self._file.seek(self._end)
            self._is_at_end = False
            self._file.write(data)
            self._is_at_end = True
        except OSError as error:
            raise LibraryError(
                f"There is no room to read the list in {tempfile.gettempdir()}: {error.strerror}. "
                "Make room, or let TMPDIR name another folder."
            ) from error
        place = self._end, len(data)
        self._end += len(data)
        return place

    def get(self, place: tuple[int, int]) -> str:
        """The text at this place."""
        start, length = place
        self._is_at_end = False
        self._file.seek(start)
        return self._file.read(length).decode("utf-8", "surrogatepass")

    def close(self) -> None:
        """Let the file go."""
        self._file.close()


class SpooledPapers(MutableMapping[str, Paper]):
    """Papers by id in the order they came, the abstract of each put aside."""

    def __init__(self, spool: AbstractSpool) -> None:
        self._spool = spool
        self._kept: dict[str, tuple[Paper, tuple[int, int] | None]] = {}

    def hot(self, paper_id: str) -> Paper:
        """The paper without its abstract."""
        return self._kept[paper_id][0]

    def size(self, paper_id: str) -> int:
        """How many bytes its abstract has."""
        place = self._kept[paper_id][1]
        return place[1] if place else 0

    def __getitem__(self, paper_id: str) -> Paper:
        """The whole paper."""
        paper, place = self._kept[paper_id]
        return replace(paper, abstract=self._spool.get(place)) if place else paper

    def __setitem__(self, paper_id: str, paper: Paper) -> None:
        """Keep a paper, or a newer state of it."""
        if not paper.abstract:
            self._kept[paper_id] = paper, None
            return
        place = self._spool.put(paper.abstract)
        self._kept[paper_id] = replace(paper, abstract=""), place

    def __delitem__(self, paper_id: str) -> None:
        """Forget a paper."""
        del self._kept[paper_id]

    def __contains__(self, paper_id: object) -> bool:
        """Whether the paper is here."""
        return paper_id in self._kept

    def __iter__(self) -> Iterator[str]:
        """The ids."""
        return iter(self._kept)

    def __len__(self) -> int:
        """How many papers there are."""
        return len(self._kept)
