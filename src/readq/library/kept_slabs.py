"""What is worked out of each run of abstracts for searching: done when it is first needed, kept beside the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from readq.search import BySlab, Slab
from readq.store import Files

T = TypeVar("T")
_FEWEST = 2
"""Fewer slabs are looked through in no time."""


class KeptSlabs(Generic[T]):
    """What is known of each slab of abstracts; any thread may ask."""

    def __init__(self, files: Callable[[], Files], name: str, form: BySlab[T]) -> None:
        """Look after what is known of the slabs of `files`, kept under a name."""
        self._files = files
        self._name = name
        self._form = form
        self._known: dict[bytes, T] | None = None
        self._has_new = False
        self._seen: set[bytes] = set()
        """The slabs there were when all were last asked for."""

    def known(self, slab: Slab) -> T | None:
        """What is known of a slab, if it was worked out."""
        return self._all().get(slab.key)

    def of(self, slab: Slab, work_out: Callable[[Slab], T]) -> T:
        """What is known of a slab, worked out if it was not yet."""
        known = self._all()
        found = known.get(slab.key)
        if found is None:
            found = work_out(slab)
            if slab.key:
                known[slab.key] = found
                self._has_new = True
        return found

    def of_all(self, slabs: Iterable[Slab]) -> Iterator[Slab]:
        """All slabs there are; when each of them has been asked for, `keep` keeps what is new."""
        keys = set()
        for slab in slabs:
            yield slab
            keys.add(slab.key)
        self._seen = keys

    @property
    def are_kept(self) -> bool:
        """Whether something was written down."""
        return self._files().derived(self._name) is not None

    def keep(self) -> None:
        """Write down what is new, unless a search was not finished; an answer need not wait for that."""
        seen, self._seen = self._seen, set()
        if self._has_new and len(seen) >= _FEWEST:
            self._has_new = False
            self._known = {key: own for key, own in self._all().copy().items() if key in seen}
            self._files().keep_derived(self._name, self._form.dump(self._known))

    def let_go(self) -> None:
        """Forget what is written down; whoever asks for it reads it again."""
        if not self._has_new:
            self._known = None

    def _all(self) -> dict[bytes, T]:
        known = self._known
        if known is None:
            data = self._files().derived(self._name)
            known = self._known = self._form.load(data) if data else {}
        return known
