"""What was worked out of each run of abstracts, as bytes to be kept."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Generic, TypeVar

from readq.search.pieces import WRONG, put_together, taken_apart

T = TypeVar("T")


class BySlab(Generic[T]):
    """Writes and reads values whose attributes are arrays of numbers, and runs of bytes."""

    def __init__(self, kind: type[T], name: str, version: int, runs: Collection[str]) -> None:
        """Write values of a kind.

        Args:
            kind: A class with slots.
            name: What the values are.
            version: Raised whenever they change.
            runs: The attributes that are runs of bytes.
        """
        self._kind, self._name, self._version, self._runs = kind, name, version, frozenset(runs)
        self._attributes: tuple[str, ...] = tuple(getattr(kind, "__slots__", ()))

    def dump(self, values: Mapping[bytes, T]) -> bytes:
        """The values of slabs by their keys, as bytes for `load`."""
        pieces = list(values)
        for value in values.values():
            own = [getattr(value, name) for name in self._attributes]
            pieces += [v if isinstance(v, bytes) else v.tobytes() for v in own]
        return put_together(self._name, self._version, pieces, count=len(values))

    def load(self, data: bytes) -> dict[bytes, T]:
        """The values `dump` made these bytes of; none when they are damaged or out of date."""
        try:
            facts, views = taken_apart(self._name, self._version, data)
            pieces = map(bytes, views)
            keys = [next(pieces) for _ in range(facts["count"])]
            return {key: self._value(pieces) for key in keys}
        except WRONG:
            return {}

    def _value(self, pieces: Iterator[bytes]) -> T:
        values: dict[str, Any] = {}
        for name in self._attributes:
            piece = next(pieces)
            values[name] = piece if name in self._runs else array("I", piece)
        return self._kind(**values)
