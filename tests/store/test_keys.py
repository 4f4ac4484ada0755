"""A paper is found by its id without knowing all of them, and is the same one as with."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from readq.store.lazy import FEW, Base, LazyTable

# "plumless" and "buckeroo" have the same crc32.
KEYS = ["plumless", "buckeroo", "", "ä", "a", "b", "\udcff"]
names = st.sampled_from(KEYS) | st.text(max_size=3)


def based(keys: list[str], *, hashed: bool) -> LazyTable:
    ids = range(3, 3 + 2 * len(keys), 2)
    base = Base(ids=array("I", ids), keys=list(keys))
    base.offsets.extend(range(1, len(keys) + 1))
    if hashed:
        base.hash_keys()
    return LazyTable(base, keyed=True)


steps = st.lists(
    st.tuples(st.sampled_from(["put", "hide", "remove"]), st.integers(1, 20), names), max_size=6
)


@given(st.lists(names, max_size=8, unique=True), steps, st.lists(names, max_size=5))
def test_single_keys_are_found_as_all_would_be(
    keys: list[str], changes: list[tuple[str, int, str]], asked: list[str]
) -> None:
    quick, plain = based(keys, hashed=True), based(keys, hashed=False)
    assert len(quick.base.hashes) == len(keys)
    for table in (quick, plain):
        for kind, doc_id, key in changes:
            if kind == "remove":
                table.remove(doc_id)
            else:
                at = table.base.position(doc_id)  # a document keeps its key
                own = keys[at] if at >= 0 else key
                table.put(doc_id, b'{"id": "x"}', own, kind == "hide")
    for key in (*asked, *keys, *KEYS):
        assert quick.id_of(key) == plain.id_of(key)
    assert list(quick.shown_keys()) == list(plain.shown_keys())
    assert quick.ids_by_key == plain.ids_by_key


def test_two_documents_with_one_key_are_looked_up_among_all() -> None:
    table = based(["a", "b", "a"], hashed=True)
    assert not table.base.hashes
    assert (table.id_of("a"), list(table.shown_keys())) == (7, ["a", "b"])


def test_many_questions_are_answered_from_all_keys() -> None:
    table = based(KEYS, hashed=True)
    assert {table.id_of("buckeroo") for _ in range(FEW + 5)} == {5}
    assert table.id_of("none") is None
