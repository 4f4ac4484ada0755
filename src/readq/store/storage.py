"""A TinyDB storage over the journalled files of a library."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

import orjson
from tinydb.storages import Storage

from readq.store.vault import Vault


class JournalStorage(Storage):
    """One JSON file of a library as TinyDB sees it.

    `read` gives the tables without decoding them. What changed goes to the journal through
    `commit`; `write`, which hands over whole tables, works out what changed first.
    """

    def __init__(self, vault: Vault, file: str) -> None:
        self._vault, self._file = vault, file

    def read(self) -> dict[str, Any]:
        """The tables by name; documents are decoded when asked for."""
        return dict(self._vault.tables(self._file))

    def step(self) -> AbstractContextManager[None]:
        """Whatever is committed inside is one durable step on what all processes wrote so far."""
        return self._vault.writing()

    def write(self, data: Mapping[str, Mapping[Any, Any]]) -> None:
        """Make the file hold just these tables, in one durable step."""
        with self.step():
            for name, table in self._vault.tables(self._file).items():
                new = {int(doc_id): document for doc_id, document in data.get(name, {}).items()}
                changed: dict[int, Mapping[str, Any] | None] = {
                    doc_id: None for doc_id in table if doc_id not in new
                }
                for doc_id, document in new.items():
                    if orjson.dumps(document) != table.raw(doc_id):
                        changed[doc_id] = document
                self.commit(name, changed)
            for name in data.keys() - self._vault.tables(self._file).keys():
                self.commit(name, {int(i): document for i, document in data[name].items()})

    def commit(self, table: str, documents: Mapping[int, Mapping[str, Any] | None]) -> None:
        """Store changed documents of one table in one durable step; None removes one."""
        if documents:
            self._vault.stage(self._file, table, documents)

    def close(self) -> None:
        """Nothing to do: the vault serves both files and is closed by its owner."""
