"""Papers and readings that were decoded once and may be asked for again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Generic, TypeVar

import orjson

from readq.domain import Reading
from readq.store import codec
from readq.store.lazy import LazyTable

_Value = TypeVar("_Value")


class StoredReadings(Mapping[str, Reading]):
    """The stored readings, each decoded when first asked for."""

    def __init__(self, table: Callable[[], LazyTable]) -> None:
        self._table = table
        self._decoded: dict[str, Reading] = {}

    def drop(self, paper_ids: Collection[str]) -> None:
        """Decode these anew when they are asked for."""
        for paper_id in paper_ids:
            self._decoded.pop(paper_id, None)

    def take(self, readings: Mapping[str, Reading | None]) -> None:
        """Know what was stored for these papers; None where it was removed."""
        for paper_id, reading in readings.items():
            if reading is None:
                self._decoded.pop(paper_id, None)
            else:
                self._decoded[paper_id] = reading

    def get(self, paper_id: str, default: Any = None) -> Any:
        """The reading of a paper; `default` when it is untouched."""
        return self._decoded.get(paper_id) or super().get(paper_id, default)

    def __getitem__(self, paper_id: str) -> Reading:
        """The reading of a paper; KeyError when it is untouched."""
        known = self._decoded.get(paper_id)
        if known is None:
            table = self._table()
            doc_id = table.id_of(paper_id)
            raw = None if doc_id is None else table.raw(doc_id)
            if raw is None:
                raise KeyError(paper_id)
            known = self._decoded[paper_id] = codec.decode_reading(orjson.loads(raw))
        return known

    def __contains__(self, paper_id: object) -> bool:
        """Whether anything is stored for the paper."""
        return isinstance(paper_id, str) and self._table().id_of(paper_id) is not None

    def __iter__(self) -> Iterator[str]:
        """The papers, in the order they were first decided on."""
        return iter(list(self._table().ids_by_key))

    def __len__(self) -> int:
        """How many readings there are."""
        return len(self._table())


class Recent(Generic[_Value]):
    """The values used last, up to a number of them."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: dict[str, _Value] = {}

    def get(self, key: str) -> _Value | None:
        """The value, when it is still here."""
        return self._values.get(key)

    def keep(self, key: str, value: _Value) -> _Value:
        """Keep a value and give it back."""
        if len(self._values) >= self._limit:
            self._values.clear()
        self._values[key] = value
        return value

    def drop(self, keys: Collection[str]) -> None:
        """Forget these."""
        for key in keys:
            self._values.pop(key, None)
