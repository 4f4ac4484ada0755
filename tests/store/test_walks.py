"""Walking over a table holds a bounded part of it in memory, and leaves nothing out."""

from __future__ import annotations

import zlib
from array import array
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.store import lazy
from readq.store.lazy import Base, LazyTable


def table_of(sizes: list[int], read: list[int]) -> LazyTable:
    lines = [
        b'"%d": {"text": "%b"},\n' % (number, b"x" * size) for number, size in enumerate(sizes, 1)
    ]
    data = b"".join(lines)

    def piece(start: int, end: int) -> bytes:
        read.append(end - start)
        return data[start:end]

    base = Base(array("I", range(1, len(lines) + 1)), read=piece)
    base.offsets.extend(accumulate(map(len, lines)))
    base.sums.extend(map(zlib.crc32, lines))
    return LazyTable(base)


@given(st.lists(st.integers(0, 300), max_size=12), st.integers(1, 5), st.integers(1, 400))
def test_all_documents_come_in_order_however_large(sizes: list[int], slab: int, most: int) -> None:
    read: list[int] = []
    table = table_of(sizes, read)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lazy, "SLAB", slab)
        patch.setattr(lazy, "SLAB_BYTES", most)
        found = [(doc_id, len(document["text"])) for doc_id, document in table.items()]
        assert [doc_id for doc_id, _ in table.walk()] == list(range(1, len(sizes) + 1))
        assert sum(len(ids) for _, _, ids, _ in table.slabs()) == len(sizes)
    assert found == list(enumerate(sizes, 1))
    largest = max((size + 30 for size in sizes), default=0)
    assert all(amount <= max(most, largest) for amount in read)
