"""What the signs of abstracts ask of a search: worked out when it is first needed, kept beside the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from readq.search import Signs, Slab, dump_signs, load_signs, signs_of
from readq.store import Files

_NAME = "signs"
_FEWEST = 2
"""Fewer slabs are looked through in no time."""


class KeptSigns:
    """The signs of each slab of abstracts; any thread may ask."""

    def __init__(self, files: Callable[[], Files]) -> None:
        """Look after the signs of `files`."""
        self._files = files
        self._known: dict[bytes, Signs] | None = None
        self._has_new = False
        self._seen: set[bytes] = set()
        """The slabs there were when all were last asked for."""

    def of(self, slab: Slab) -> Signs:
        """The signs of a slab."""
        known = self._all()
        found = known.get(slab.key)
        if found is None:
            found = signs_of(slab)
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
        """Whether some were written down."""
        return self._files().derived(_NAME) is not None

    def keep(self) -> None:
        """Write down what is new, unless a search was not finished; an answer need not wait for that."""
        seen, self._seen = self._seen, set()
        if self._has_new and len(seen) >= _FEWEST:
            self._has_new = False
            self._known = {key: signs for key, signs in self._all().copy().items() if key in seen}
            self._files().keep_derived(_NAME, dump_signs(self._known))

    def _all(self) -> dict[bytes, Signs]:
        known = self._known
        if known is None:
            data = self._files().derived(_NAME)
            known = self._known = load_signs(data) if data else {}
        return known
