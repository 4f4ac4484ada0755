"""The steps that undo and redo go over: what each is made of is in memory for the newest ones only.

A change that touches every paper of a large library takes megabytes, and a long session makes many. The
log on disk holds them all, so that of older steps only their numbers need be at hand.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from readq.domain import Change

KEPT_EDITS = 1_000
"""The edits in memory, of all steps together; the step used last is there however large it is."""

Step = tuple[int, ...]
"""The ids of the changes that are one step of undo, oldest first; it is called by the last."""


class Steps:
    """Changes by the steps they make up, read from the log again where they are not at hand."""

    def __init__(self, read: Callable[[int], Change]) -> None:
        """Read a change of the log by its id with `read`."""
        self._read = read
        self._kept: dict[int, Change] = {}
        """By the id of the last part; what was used last is last."""
        self._edits = 0
        self._lock = threading.Lock()

    def keep(self, change: Change) -> None:
        """Have a step of one change at hand, at the cost of those not used for longest."""
        with self._lock:
            self._drop(change.id)
            self._kept[change.id] = change
            self._edits += _size(change)
            while self._edits > KEPT_EDITS and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))

    def whole(self, step: Step) -> Change:
        """All that the step did, at hand from now on.

        Raises:
            LibraryError: It cannot be read.
        """
        known = self._kept.get(step[-1]) or joined([self._read(number) for number in step])
        self.keep(known)
        return known

    def paper_ids(self, steps: Iterable[Step]) -> Iterator[str]:
        """The papers whose readings the steps changed; nothing is kept for it."""
        for step in steps:
            known = self._kept.get(step[-1])
            for part in (self._read(number) for number in step) if known is None else (known,):
                yield from (edit.paper_id for edit in part.readings)

    def _drop(self, change_id: int) -> None:
        gone = self._kept.pop(change_id, None)
        self._edits -= 0 if gone is None else _size(gone)


def _size(change: Change) -> int:
    return len(change.readings) + len(change.papers)


def joined(parts: Sequence[Change]) -> Change:
    """The parts of one change as one, called what the last is called."""
    last = parts[-1]
    return replace(
        last,
        of=parts[0].of,
        readings=tuple(edit for part in parts for edit in part.readings),
        papers=tuple(edit for part in parts for edit in part.papers),
    )
