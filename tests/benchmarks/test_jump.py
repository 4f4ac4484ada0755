"""How well and how fast a title is found, beside other ways to find it.

    make bench, or: python -m pytest -s tests/benchmarks/test_jump.py

Real titles from $READQ_CORPUS (or `../shared/corpus`); without them there is nothing to measure. Slow
contenders answer a sample of the queries. Times are CPU milliseconds, those of processes started for
it included.
"""

from __future__ import annotations

import gc
import os
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import process_time

import pytest
from tests.benchmarks.jump_contenders import Find, contenders
from tests.benchmarks.jump_queries import CORPUS, Asked, authors, damaged, remembered, titles

from readq.search import JumpEntry, JumpIndex, dump, load

SMALL, LARGE = "icml2026.jsonl.gz", "papers-95k.jsonl.gz"
FEWEST = 8
needs_corpus = pytest.mark.skipif(
    not (CORPUS / SMALL).is_file() or not (CORPUS / LARGE).is_file(), reason="no corpus"
)
Show = Callable[[str], None]


@pytest.fixture
def show(capsys: pytest.CaptureFixture[str]) -> Show:
    def line(text: str) -> None:
        with capsys.disabled():
            print(text, flush=True)

    return line


def spent() -> float:
    times = os.times()
    return process_time() + times.children_user + times.children_system


def measured(find: Find, asked: Sequence[Asked]) -> tuple[dict[str, list[float]], float]:
    """For each kind the reciprocal ranks, and the median time of a query."""
    ranks: dict[str, list[float]] = defaultdict(list)
    times = []
    for query in asked:
        start = spent()
        found = find(query.text)
        times.append((spent() - start) * 1000)
        at = found.index(query.answer) + 1 if query.answer in found else 0
        ranks[query.kind].append(1 / at if at else 0.0)
    return ranks, median(times)


def sample(asked: Sequence[Asked], slowness: int) -> list[Asked]:
    kinds: dict[str, list[Asked]] = defaultdict(list)
    for query in asked:
        kinds[query.kind].append(query)
    fewest = FEWEST if slowness < 500 else 2
    few = {kind: max(fewest, len(some) // slowness) for kind, some in kinds.items()}
    return [query for kind, some in kinds.items() for query in some[: few[kind]]]


def table(
    show: Show, name: str, asked: Sequence[Asked], slow: int
) -> tuple[dict[str, float], float]:
    """Print what every contender reaches; readq's share of first places by kind, and of all."""
    ours: dict[str, float] = {}
    total = 0.0
    shown, own = titles(name), authors(name)
    kinds = list(dict.fromkeys(query.kind for query in asked))
    show(f"\n{len(shown):,} titles: found first / among five (mean reciprocal rank), in percent")
    for who, slowness, find in contenders(shown, own):
        ranks, took = measured(find, sample(asked, max(1, slowness * slow // 10)))
        cells = []
        for kind in kinds:
            first = sum(rank == 1 for rank in ranks[kind]) / len(ranks[kind])
            five = sum(rank > 0 for rank in ranks[kind]) / len(ranks[kind])
            mrr = sum(ranks[kind]) / len(ranks[kind])
            cells.append(f"{kind} {first:.0%}/{five:.0%} ({mrr:.2f})")
            if who == "readq":
                ours[kind] = first
        show(f"  {who:26} {took:8.1f} ms  " + "  ".join(cells))
        if who == "readq":
            every = [rank for some in ranks.values() for rank in some]
            total = sum(rank == 1 for rank in every) / len(every)
    return ours, total


@needs_corpus
def test_remembered_titles(show: Show) -> None:
    ours, _ = table(show, SMALL, remembered(titles(SMALL)), 1)
    assert ours["two first words"] >= 0.84
    assert ours["three words, any order"] >= 0.97
    assert ours["three words, one typo"] >= 0.95
    assert ours["three starts of five"] >= 0.92


@needs_corpus
@pytest.mark.parametrize("name", [SMALL, LARGE])
def test_damaged_titles(show: Show, name: str) -> None:
    ours, total = table(show, name, damaged(titles(name)), 10)
    show(f"  readq, all kinds: {total:.1%}, weakest {min(ours.values()):.0%}")
    assert total >= 0.97
    assert min(ours.values()) >= 0.90


@needs_corpus
@pytest.mark.parametrize("name", [SMALL, LARGE])
def test_typing_letter_by_letter(show: Show, name: str) -> None:
    shown, own = titles(name), authors(name)
    entries = [
        JumpEntry(str(n), title, authors=some)
        for n, (title, some) in enumerate(zip(shown, own, strict=True))
    ]
    gc.collect()
    start = process_time()
    index = JumpIndex(entries)
    built = (process_time() - start) * 1000
    data = dump(index)
    start = process_time()
    assert load(data) is not None
    loaded = (process_time() - start) * 1000
    times = []
    for query in random.Random(1).sample(damaged(shown) + remembered(shown), 60):
        for length in range(1, len(query.text) + 1):
            start = process_time()
            index.search(query.text[:length])
            times.append((process_time() - start) * 1000)
    show(
        f"\n{len(shown):,} titles, {len(times)} keys: median {median(times):.2f} ms, "
        f"95 % within {quantiles(times, n=20)[-1]:.2f} ms; "
        f"index made in {built:.0f} ms, loaded in {loaded:.0f} ms ({len(data) / 1e6:.0f} MB)"
    )
