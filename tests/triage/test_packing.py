from __future__ import annotations

import pytest
from tests.triage.papers import library

from readq.triage import PaperText, Ranker, TextIndex, dump, load

INDEX = TextIndex.build(library())
PACKED = dump(INDEX)


@pytest.mark.parametrize(
    "texts",
    [[], [PaperText("a", "")], [PaperText("a", "Naïve 训练 models")], library(2)],
    ids=["empty", "no word", "one paper", "some"],
)
def test_an_index_comes_back_as_it_was(texts: list[PaperText]) -> None:
    index = TextIndex.build(texts)
    again = load(dump(index))
    assert again is not None
    assert dump(again) == dump(index)
    assert (again.ids, again.stems, again.built) == (index.ids, index.stems, index.built)


def test_a_ranking_is_the_same_from_the_cache() -> None:
    again = load(PACKED)
    assert again is not None
    wanted, unwanted = {"robot0": 1.0}, {"fair0": 1.0}
    first = Ranker(INDEX).rank(wanted, unwanted, topic="tactile")
    second = Ranker(again).rank(wanted, unwanted, topic="tactile")
    assert (first.scores == second.scores).all()
    assert first.reasons("robot3") == second.reasons("robot3")
    more = [PaperText("new", "Tactile robot arm")]
    assert dump(again.extended(more)) == dump(INDEX.extended(more))


@pytest.mark.parametrize("at", [0, 15, 30, 100, len(PACKED) // 2, len(PACKED) - 1])
def test_a_damaged_cache_is_not_used(at: int) -> None:
    damaged = bytearray(PACKED)
    damaged[at] ^= 1
    assert load(bytes(damaged)) is None


@pytest.mark.parametrize("data", [b"", PACKED[:20], PACKED[:-1], b"something else\n" * 9])
def test_what_is_no_whole_cache_is_not_used(data: bytes) -> None:
    assert load(data) is None
