"""A TinyDB table that hands its storage only the documents that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any

import orjson
from tinydb.table import Document, Table

from readq.store.lazy import LazyTable
from readq.store.storage import JournalStorage


class JournalTable(Table):  # type: ignore[misc,unused-ignore]
    """Behaves as every TinyDB table; an update costs what it touches, not the whole file."""

    _storage: JournalStorage

    def __init__(
        self, storage: JournalStorage, name: str, cache_size: int = 0, persist_empty: bool = False
    ) -> None:
        """Without a query cache: it could not know what other processes write."""
        self._given = 0
        super().__init__(storage, name, cache_size, persist_empty)

    def put(self, documents: Mapping[int, Mapping[str, Any] | None]) -> None:
        """Store whole documents by their ids in one durable step; None removes one."""
        self._storage.commit(self._name, documents)

    def get(  # type: ignore[override,unused-ignore]
        self,
        cond: Any = None,
        doc_id: int | None = None,
        doc_ids: list[int] | None = None,
    ) -> Document | list[Document] | None:
        """One document by query or id, or several by ids."""
        table = self._read_table()
        if doc_id is not None:
            return Document(table[doc_id], doc_id) if doc_id in table else None
        if doc_ids is not None:
            return [Document(table[i], i) for i in doc_ids if i in table]
        found: Document | None = super().get(cond)
        return found

    def update(
        self, fields: Any, cond: Any = None, doc_ids: Iterable[int] | None = None
    ) -> list[int]:
        """Update matching documents; the others are not touched."""
        with self._storage.step():
            if cond is not None and doc_ids is None:
                doc_ids, cond = self._matching(cond), None
            updated: list[int] = super().update(fields, cond, doc_ids)
        return updated

    def remove(self, cond: Any = None, doc_ids: Iterable[int] | None = None) -> list[int]:
        """Remove matching documents."""
        with self._storage.step():
            if cond is not None and doc_ids is None:
                doc_ids, cond = self._matching(cond), None
            removed: list[int] = super().remove(cond, doc_ids)
        return removed

    def _matching(self, cond: Callable[[Any], bool]) -> list[int]:
        return [doc_id for doc_id, document in self._read_table().items() if cond(document)]

    def _read_table(self) -> Any:
        return self._storage.read().get(self.name, {})

    def _update_table(self, updater: Callable[[Any], None]) -> None:
        with self._storage.step():
            table = _Tracked(self._read_table())
            updater(table)
            self._storage.commit(self.name, table.changes())

    def _get_next_id(self) -> int:
        table = self._read_table()
        last = table.last_id if isinstance(table, LazyTable) else 0
        self._given = max(self._given, last) + 1
        return self._given


class _Tracked(MutableMapping[int, dict[str, Any]]):
    """What an updater sees of a table: it remembers each document it handed out."""

    def __init__(self, table: Mapping[int, dict[str, Any]]) -> None:
        self._table = table
        self._live: dict[int, dict[str, Any] | None] = {}

    def changes(self) -> dict[int, dict[str, Any] | None]:
        """The documents that are not what they were."""
        table = self._table
        raw = table.raw if isinstance(table, LazyTable) else lambda doc_id: None
        return {
            doc_id: document
            for doc_id, document in self._live.items()
            if (doc_id in table if document is None else orjson.dumps(document) != raw(doc_id))
        }

    def clear(self) -> None:
        self._live = dict.fromkeys(self._table)

    def __getitem__(self, doc_id: int) -> dict[str, Any]:
        if doc_id not in self._live:
            self._live[doc_id] = self._table[doc_id]
        document = self._live[doc_id]
        if document is None:
            raise KeyError(doc_id)
        return document

    def __setitem__(self, doc_id: int, document: dict[str, Any]) -> None:
        self._live[doc_id] = document

    def __delitem__(self, doc_id: int) -> None:
        if doc_id not in self:
            raise KeyError(doc_id)
        self._live[doc_id] = None

    def __contains__(self, doc_id: object) -> bool:
        if doc_id in self._live:
            return self._live[doc_id] is not None
        return doc_id in self._table

    def __iter__(self) -> Iterator[int]:
        yield from (doc_id for doc_id in self._table if doc_id in self)
        live = dict(self._live)
        yield from (i for i in live if i not in self._table and live[i] is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)
