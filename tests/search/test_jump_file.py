from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.search import JumpEntry, JumpIndex, dump, load

QUERIES = ("attention", "need all", "muller", "aiayn", "2602.1", "resdual", "训练", "new", "real")


def index() -> JumpIndex:
    made = JumpIndex(
        [
            JumpEntry("a", "Attention Is All You Need", keys=("2602.14065",)),
            JumpEntry("b", "Deep Residual Learning", names=("REAL (Residual)",)),
            JumpEntry("c", "大语言模型的训练", authors=("Jürgen Müller",)),
        ]
    )
    made.marks = b"these\npapers"
    return made


def answers(found: JumpIndex | None) -> list[object]:
    assert found is not None
    return [len(found), found.marks, *(found.search(query) for query in QUERIES)]


def test_a_kept_index_answers_like_the_one_that_was_made() -> None:
    assert answers(load(dump(index()))) == answers(index())
    assert answers(load(dump(JumpIndex()))) == answers(JumpIndex())


def test_papers_added_changed_and_removed_are_kept_too() -> None:
    changed = index()
    changed.put(JumpEntry("d", "Something New"))
    changed.put(JumpEntry("a", "Attention Was All They Needed"))
    changed.remove("b")
    kept = load(dump(changed))
    assert answers(kept) == answers(changed)
    assert kept is not None
    kept.put(JumpEntry("d", "Newer Still"))
    kept.remove("a")
    kept.remove("a")
    assert [hit.paper_id for hit in kept.search("attention newer")] == ["d"]
    assert len(kept) == 2
    assert len(load(dump(kept)) or ()) == 2


def test_an_index_in_too_many_pieces_is_made_anew() -> None:
    kept = index()
    for number in range(20):
        kept.put(JumpEntry(f"n{number}", f"Title number {number}"))
        again = load(dump(kept))
        if again is None:
            return
        kept = again
    pytest.fail("the pieces are never put together")


DATA = dump(index())


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_a_changed_byte_is_noticed(at: int, by: int) -> None:
    data = bytearray(DATA)
    data[at] ^= by
    assert load(bytes(data)) is None or answers(load(bytes(data))) == answers(index())


@given(st.integers(0, len(DATA) - 1))
def test_a_cut_file_is_noticed(length: int) -> None:
    assert load(DATA[:length]) is None
    assert load(DATA + DATA[:length] if length else b"") is None


@given(st.binary())
def test_anything_else_is_no_index(data: bytes) -> None:
    assert load(data) is None
    assert load(b"{}\n" + data) is None
    assert load(b"[" * 5000 + data) is None
