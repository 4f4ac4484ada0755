"""Documents that stay bytes until somebody asks for them."""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import accumulate
from typing import Any

import orjson

from readq.errors import DamagedLibraryError, LibraryError
from readq.records import dataclass
from readq.store.codec import is_hidden

SLAB = 1024
"""How many documents a walk over a table decodes at once."""
SLAB_BYTES = 1 << 24
"""And how many bytes of them, if that is less: a change over a whole library is one document of megabytes."""
FEW = 2_000
"""From so many look-ups by key on it is worth knowing all keys."""


def unread(_start: int, _end: int) -> bytes:
    """The bytes of a snapshot that is not there."""
    return b""


@dataclass(slots=True)
class Base:
    """Where a table's documents are in a snapshot; ids ascend."""

    ids: array[int] = field(default_factory=lambda: array("I"))
    offsets: array[int] = field(default_factory=lambda: array("Q", [0]))
    """Where each line starts, and where the last one ends."""
    sums: array[int] = field(default_factory=lambda: array("I"))
    """The crc32 of each line."""
    keys: list[str] = field(default_factory=list)
    """The "id" of each document, in tables looked up by it."""
    hashes: array[int] = field(default_factory=lambda: array("I"))
    """The crc32 of each key, ascending; empty where there are none, or where two are the same."""
    places: array[int] = field(default_factory=lambda: array("I"))
    """Which key each of the hashes is of."""
    hidden: list[int] = field(default_factory=list)
    """The document ids of hidden papers."""
    read: Callable[[int, int], bytes] = unread
    name: str = ""
    """The file, for messages."""

    def position(self, doc_id: int) -> int:
        """Where `doc_id` is among the ids; -1 when it is not."""
        at = bisect_left(self.ids, doc_id)
        return at if at < len(self.ids) and self.ids[at] == doc_id else -1

    def hash_keys(self) -> None:
        """Make single keys findable without all of them, which takes longer than the app takes to open."""
        if len(set(self.keys)) == len(self.keys):
            hashes = list(map(_hash, self.keys))
            self.places = array("I", sorted(range(len(hashes)), key=hashes.__getitem__))
            self.hashes = array("I", map(hashes.__getitem__, self.places))

    def id_of(self, key: str) -> int | None:
        """The id of the document with this key; None when there is none. Only where keys are hashed."""
        hashed = _hash(key)
        at = bisect_left(self.hashes, hashed)
        while at < len(self.hashes) and self.hashes[at] == hashed:
            place = self.places[at]
            if self.keys[place] == key:
                return self.ids[place]
            at += 1
        return None

    def runs(self) -> Iterator[tuple[int, int]]:
        """Where each slab of documents starts and ends."""
        start, count, offsets = 0, len(self.ids), self.offsets
        while start < count:
            end = min(start + SLAB, count)
            most = offsets[start] + SLAB_BYTES
            if offsets[end] > most:
                end = max(bisect_right(offsets, most, start, end) - 1, start + 1)
            yield start, end
            start = end

    def ends(self, start: int, end: int) -> list[int]:
        """Where the documents at these positions end, counted from where the first one starts."""
        first = self.offsets[start]
        return [at - first for at in self.offsets[start + 1 : end + 1]]

    def key_of(self, start: int, end: int, ends: Sequence[int]) -> bytes:
        """A key for the documents at these positions, equal for equal lines."""
        import hashlib  # loads OpenSSL, which the app need not wait for

        told = self.sums[start:end].tobytes() + array("Q", ends).tobytes()
        return hashlib.blake2b(told, digest_size=16).digest()

    def lines(self, start: int, end: int) -> list[bytes]:
        """The documents at these positions as JSON, checked against their checksums."""
        offsets, sums = self.offsets, self.sums
        first = offsets[start]
        try:
            slab = self.read(first, offsets[end])
        except OSError as error:
            raise LibraryError(f"{self.name} cannot be read: {error.strerror}.") from error
        found = []
        for at in range(start, end):
            line = slab[offsets[at] - first : offsets[at + 1] - first]
            if zlib.crc32(line) != sums[at]:
                raise DamagedLibraryError(
                    f"{self.name} is damaged at document {self.ids[at]} (byte {offsets[at]}); "
                    "nothing was changed."
                )
            found.append(line[line.index(b":") + 2 :].rstrip(b",\n"))
        return found


class LazyTable(Mapping[int, dict[str, Any]]):
    """One table: the snapshot's documents under those changed since.

    Looked up by document id; `ids_by_key` looks up by the "id" inside the documents, where the
    table is keyed. Every document handed out is a fresh one.
    """

    def __init__(self, base: Base | None = None, *, keyed: bool = False) -> None:
        self.base = base or Base()
        self.keyed = keyed
        self.over: dict[int, bytes | None] = {}
        self.hidden: set[int] = set(self.base.hidden)
        self._by_key: dict[str, int] | None = None
        """None while it is what the base says."""
        self._looked_up = 0
        self._length = len(self.base.ids)
        self.last_id = self.base.ids[-1] if self.base.ids else 0

    @property
    def ids_by_key(self) -> dict[str, int]:
        """Document ids by the documents' own "id", in order of insertion."""
        if self._by_key is None:
            self._by_key = dict(zip(self.base.keys, self.base.ids, strict=True))
        return self._by_key

    def id_of(self, key: str) -> int | None:
        """The document id of the document with this "id"; None when there is none."""
        base = self.base
        if self._by_key is None and base.hashes and self._looked_up < FEW:
            self._looked_up += 1
            return base.id_of(key)
        return self.ids_by_key.get(key)

    def shown_keys(self) -> Sequence[str]:
        """The "id" of each document that is not hidden, in order of insertion."""
        base, hidden = self.base, self.hidden
        if self._by_key is not None or not base.hashes:
            by_key = self.ids_by_key
            return [k for k, i in by_key.items() if i not in hidden] if hidden else list(by_key)
        shown, start = list[str](), 0
        for at in sorted(map(base.position, hidden)):
            shown += base.keys[start:at]
            start = at + 1
        return shown + base.keys[start:]

    def key_of(self, doc_id: int) -> str:
        """The "id" inside a document; empty when there is no such document."""
        at = self.base.position(doc_id)
        if doc_id not in self.over and at >= 0 and self.base.keys:
            return self.base.keys[at]
        raw = self.raw(doc_id)
        return "" if raw is None else str(orjson.loads(raw).get("id", ""))

    def keys_of(self, doc_ids: Sequence[int]) -> Sequence[str]:
        """The "id" inside each of these documents, which ascend; empty for an id of 0 and where there is none."""
        base, over = self.base, self.over
        there = list(filter(None, doc_ids))
        if not there or not base.keys:
            return list(map(self.key_of, doc_ids))
        start, end = bisect_left(base.ids, there[0]), bisect_left(base.ids, there[-1] + 1)
        ids, keys = base.ids[start:end].tolist(), base.keys[start:end]
        if not over and ids == there and len(there) == len(doc_ids):
            return keys
        known = dict(zip(ids, keys, strict=True))
        return [
            known[doc_id] if doc_id in known and doc_id not in over else self.key_of(doc_id)
            for doc_id in doc_ids
        ]

    def raw(self, doc_id: int) -> bytes | None:
        """The document as JSON; None when there is none."""
        over = self.over  # first this, then the base: `rebase` may run in another thread
        if doc_id in over:
            return over[doc_id]
        base = self.base
        at = base.position(doc_id)
        return base.lines(at, at + 1)[0] if at >= 0 else None

    def apply(self, doc_id: int, document: Mapping[str, Any] | None, raw: bytes | None) -> Any:
        """Put one changed document in place, or take it out.

        Returns:
            The document's "id", of the former one when it goes.
        """
        if document is None or raw is None:
            return self.remove(doc_id)
        key = document.get("id")
        self.put(doc_id, raw, key, is_hidden(document))
        return key

    def put(self, doc_id: int, raw: bytes, key: object, hidden: bool) -> None:
        """Put one changed document in place, of which the "id" and whether it is hidden are known."""
        over = self.over
        if doc_id in over:
            self._length += over[doc_id] is None
        elif doc_id > self.last_id or self.base.position(doc_id) < 0:
            self._length += 1
        over[doc_id] = raw
        if doc_id > self.last_id:
            self.last_id = doc_id
        if self.keyed:
            if isinstance(key, str) and self.id_of(key) != doc_id:
                self.ids_by_key[key] = doc_id
            if hidden:
                self.hidden.add(doc_id)
            else:
                self.hidden.discard(doc_id)

    def remove(self, doc_id: int) -> Any:
        """Take one document out.

        Returns:
            Its "id".
        """
        key = self._key(doc_id)
        self._length -= doc_id in self
        self.over[doc_id] = None
        self.hidden.discard(doc_id)
        if self.keyed and isinstance(key, str) and self.id_of(key) == doc_id:
            del self.ids_by_key[key]
        return key

    def _key(self, doc_id: int) -> Any:
        """The "id" inside a document; None where there is none, or it cannot be read."""
        at = self.base.position(doc_id)
        if self.keyed and at >= 0 and doc_id not in self.over:
            return self.base.keys[at]
        try:
            raw = self.raw(doc_id)
        except LibraryError:
            return None  # only tells whose text to forget, and a text never goes without its paper
        return orjson.loads(raw).get("id") if raw else None

    def frozen(self) -> LazyTable:
        """The table as it is now; it keeps that state while this one goes on."""
        copy = LazyTable(self.base, keyed=self.keyed)
        copy.over, copy.hidden = dict(self.over), set(self.hidden)
        copy._by_key = None if self._by_key is None else dict(self._by_key)
        copy._length, copy.last_id = self._length, self.last_id
        return copy

    def rebase(self, base: Base, frozen: Mapping[int, bytes | None]) -> None:
        """Stand on a newer snapshot that holds the changes of `frozen`."""
        left = {
            doc_id: raw
            for doc_id, raw in self.over.items()
            if doc_id not in frozen or frozen[doc_id] is not raw
        }
        self.base, self.over = base, left

    def walk(self) -> Iterator[tuple[int, bytes]]:
        """All documents as JSON, in order; safe against changes made meanwhile."""
        base, over = self.base, dict(self.over)
        for start, end in base.runs():
            for doc_id, line in zip(base.ids[start:end], base.lines(start, end), strict=True):
                if doc_id not in over:
                    yield doc_id, line
                elif (raw := over[doc_id]) is not None:
                    yield doc_id, raw
        for doc_id, raw in over.items():
            if raw is not None and base.position(doc_id) < 0:
                yield doc_id, raw

    def slabs(self) -> Iterator[tuple[Callable[[], bytes], Sequence[int], Sequence[int], bytes]]:
        """What reads runs of documents, with the end of each and its id, and a key that is equal for equal bytes.

        The id is 0 for a document that is no longer so; the key is empty for those changed since the snapshot.
        """
        base, over = self.base, dict(self.over)
        for start, end in base.runs():
            ids: Sequence[int] = base.ids[start:end]
            if over:
                ids = [0 if i in over else i for i in ids]
            ends = base.ends(start, end)
            read = partial(base.read, base.offsets[start], base.offsets[end])
            yield read, ends, ids, base.key_of(start, end, ends)
        some = [(doc_id, raw) for doc_id, raw in over.items() if raw is not None]
        for start in range(0, len(some), SLAB):
            lines = [b'"%d": %b,\n' % pair for pair in some[start : start + SLAB]]
            ids = [doc_id for doc_id, _ in some[start : start + SLAB]]
            yield partial(b"".join, lines), list(accumulate(map(len, lines))), ids, b""

    def items(self) -> Iterator[tuple[int, dict[str, Any]]]:  # type: ignore[override]
        """All documents, decoded in slabs."""
        slab: list[tuple[int, bytes]] = []
        size = 0
        for pair in self.walk():
            slab.append(pair)
            size += len(pair[1])
            if len(slab) == SLAB or size > SLAB_BYTES:
                yield from _decode(slab)
                slab, size = [], 0
        yield from _decode(slab)

    def __getitem__(self, doc_id: int) -> dict[str, Any]:
        """The document, decoded anew; KeyError when there is none."""
        raw = self.raw(int(doc_id))
        if raw is None:
            raise KeyError(doc_id)
        document: dict[str, Any] = orjson.loads(raw)
        return document

    def __contains__(self, doc_id: object) -> bool:
        """Whether there is such a document."""
        if not isinstance(doc_id, int):
            return False
        over = self.over
        if doc_id in over:
            return over[doc_id] is not None
        return self.base.position(doc_id) >= 0

    def __iter__(self) -> Iterator[int]:
        """The document ids, in order."""
        over = dict(self.over)
        for doc_id in self.base.ids:
            if doc_id not in over or over[doc_id] is not None:
                yield doc_id
        for doc_id, raw in over.items():
            if raw is not None and self.base.position(doc_id) < 0:
                yield doc_id

    def __len__(self) -> int:
        """How many documents there are."""
        return self._length


def _hash(key: str) -> int:
    return zlib.crc32(key.encode("utf-8", "surrogatepass"))


def _decode(slab: list[tuple[int, bytes]]) -> Iterator[tuple[int, dict[str, Any]]]:
    documents = orjson.loads(b"[" + b",".join([raw for _, raw in slab]) + b"]")
    return zip([doc_id for doc_id, _ in slab], documents, strict=True)
