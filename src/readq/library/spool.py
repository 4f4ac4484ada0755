"""Papers on their way in: their facts in memory, the abstracts of a long list in a file nobody else sees.

A list of 200 MB is mostly abstracts. They are needed again only to unite two records of one work and
when everything is written, so they need no memory in between.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, MutableMapping
from typing import IO

from readq.domain import Paper
from readq.errors import LibraryError
from readq.records import replace

_IN_MEMORY = 8 << 20
"""Up to this many characters no file is made."""
_AT_ONCE = 1 << 20
"""So many bytes are written together."""


class AbstractSpool:
    """Texts that were put aside; the file is gone when it is closed, however the process ends."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._written = 0
        self._waiting = bytearray()
        self._room = _IN_MEMORY

    def has_room(self, text: str) -> bool:
        """Whether a text may stay in memory; then it counts as there."""
        self._room -= len(text)
        return self._room >= 0

    def put(self, text: str) -> tuple[int, int]:
        """Put a text aside; where it is.

        Raises:
            LibraryError: There is no room.
        """
        data = text.encode("utf-8", "surrogatepass")
        place = self._written + len(self._waiting), len(data)
        self._waiting += data
        if len(self._waiting) >= _AT_ONCE:
            self._write()
        return place

    def get(self, place: tuple[int, int]) -> str:
        """The text at this place.

        Raises:
            LibraryError: There is no room.
        """
        start, length = place
        if start >= self._written:
            start -= self._written
            data = bytes(self._waiting[start : start + length])
        else:
            data = self._read(start, length)
        return data.decode("utf-8", "surrogatepass")

    def close(self) -> None:
        """Let the file go."""
        self._waiting.clear()
        if self._file is not None:
            self._file.close()

    def _write(self) -> None:
        """Write what waits."""
        data = bytes(self._waiting)
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
            self._file.seek(self._written)
            done = 0
            while done < len(data):
                done += self._file.write(data[done:])
        except OSError as error:
            raise _no_room(error) from error
        self._written += done
        self._waiting.clear()

    def _read(self, start: int, length: int) -> bytes:
        assert self._file is not None
        try:
            self._file.seek(start)
            parts = []
            while length and (part := self._file.read(length)):
                parts.append(part)
                length -= len(part)
        except OSError as error:
            raise _no_room(error) from error
        return b"".join(parts)


def _no_room(error: OSError) -> LibraryError:
    return LibraryError(
        f"There is no room to read the list in {tempfile.gettempdir()}: {error.strerror}. "
        "Make room, or let TMPDIR name another folder."
    )


class SpooledPapers(MutableMapping[str, Paper]):
    """Papers by id in the order they came, their abstracts put aside once they need much room."""

    def __init__(self, spool: AbstractSpool) -> None:
        self._spool = spool
        self._kept: dict[str, tuple[Paper, tuple[int, int] | None]] = {}

    def hot(self, paper_id: str) -> Paper:
        """The paper without its abstract, if that is put aside."""
        return self._kept[paper_id][0]

    def size(self, paper_id: str) -> int:
        """How many bytes its abstract has, or letters."""
        paper, place = self._kept[paper_id]
        return place[1] if place else len(paper.abstract)

    def __getitem__(self, paper_id: str) -> Paper:
        """The whole paper."""
        paper, place = self._kept[paper_id]
        return replace(paper, abstract=self._spool.get(place)) if place else paper

    def __setitem__(self, paper_id: str, paper: Paper) -> None:
        """Keep a paper, or a newer state of it."""
        if not paper.abstract or self._spool.has_room(paper.abstract):
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
