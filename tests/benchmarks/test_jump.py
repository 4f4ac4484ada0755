"""How well and how fast a title is found, beside other ways to find it.

    make bench, or: python -m pytest -s tests/benchmarks/test_jump.py

Real titles from $READQ_CORPUS (or `../shared/corpus`); without them there is nothing to measure. Slow
contenders answer some of the queries, and readq the same ones beside them. Times are CPU milliseconds, those of processes started for
it included.
"""

from __future__ import annotations

import gc
import os
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from statistics import mean, median, quantiles
from time import process_time

import pytest
from tests.benchmarks.jump_contenders import Find, contenders
from tests.benchmarks.jump_queries import CORPUS, Asked, authors, damaged, remembered, titles

from readq.search import JumpEntry, JumpIndex, dump, load

SMALL, LARGE = "icml2026.jsonl.gz", "papers-95k.jsonl.gz"
FEWEST, MOST = 1, 40
"""So many queries of each kind a slow and a quick contender answers."""
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


def sample(asked: Sequence[Asked], fewest: int) -> list[Asked]:
    """The first queries of each kind."""
    kinds: dict[str, list[Asked]] = defaultdict(list)
    for query in asked:
        kinds[query.kind].append(query)
    return [query for some in kinds.values() for query in some[:fewest]]


def first(ranks: Sequence[float]) -> float:
    """The share of queries whose answer came first."""
    return sum(rank == 1 for rank in ranks) / len(ranks)


def share(ranks: Mapping[str, Sequence[float]]) -> float:
    """The same over all kinds."""
    return first([rank for some in ranks.values() for rank in some])


def line(who: str, took: float, ranks: Mapping[str, Sequence[float]]) -> str:
    """First / among five (mean reciprocal rank) for each kind, and first of all."""
    cells = [
        f"{first(some):>5.0%}/{sum(rank > 0 for rank in some) / len(some):<4.0%} ({mean(some):.2f})"
        for some in ranks.values()
    ]
    count = sum(map(len, ranks.values()))
    return f"  {who:24} {count:4} {took:8.1f} ms  {'  '.join(cells)}  {share(ranks):.1%}"


def in_file(find: Find, order: Sequence[int]) -> Find:
    """Gives the numbers that found titles have in the file."""
    return lambda query: [order[number] for number in find(query)]


def table(show: Show, name: str, asked: Sequence[Asked], seconds: float) -> dict[str, float]:
    """Print what every contender reaches, readq beside it on the same queries; readq's share of first places.

    Args:
        show: Prints a line.
        name: The corpus file.
        asked: All queries; readq answers them all.
        seconds: About how much CPU each other contender may take; the slower, the fewer its queries.
    """
    shown, own = titles(name), authors(name)
    # The titles that are asked for come first in the file; where titles tie, none must win by its place.
    order = random.Random(1).sample(range(len(shown)), len(shown))
    shown, own = [shown[n] for n in order], [own[n] for n in order]
    kinds = list(dict.fromkeys(query.kind for query in asked))
    show(
        f"\n{len(shown):,} titles: found first/among five (mean reciprocal rank), by kind and in all"
    )
    show(
        f"  {'':24} {'asked':>4} {'a query':>9}  {'  '.join(f'{kind[:17]:>17}' for kind in kinds)}"
    )
    behind, ours = [], {}
    others = ((who, in_file(find, order)) for who, find in contenders(shown, own))
    _, find = next(others)
    ranks, took = measured(find, asked)
    show(line("readq", took, ranks))
    ours = {kind: first(some) for kind, some in ranks.items()}
    for who, other in others:
        start = spent()
        other(asked[0].text)
        fewest = int(seconds / max(spent() - start, 1e-6) / len(kinds))
        some = sample(asked, max(FEWEST, min(fewest, MOST)))
        theirs, took = measured(other, some)
        same, _ = measured(find, some)
        show(line(who, took, theirs))
        if len(some) < len(asked):
            show(line("  readq on the same", measured(find, some)[1], same))
        ahead = {
            kind: first(some) for kind, some in theirs.items() if first(some) > first(same[kind])
        }
        if ahead:
            show(f"    {who} is ahead in: {', '.join(ahead)}")
        if share(theirs) >= share(same):
            behind.append(who)
    assert not behind
    return ours


@needs_corpus
def test_remembered_titles(show: Show) -> None:
    ours = table(show, SMALL, remembered(titles(SMALL)), seconds=20)
    assert ours["two first words"] >= 0.84
    assert ours["three words, any order"] >= 0.97
    assert ours["three words, one typo"] >= 0.95
    assert ours["three starts of five"] >= 0.92


@needs_corpus
@pytest.mark.parametrize("name", [SMALL, LARGE])
def test_damaged_titles(show: Show, name: str) -> None:
    ours = table(show, name, damaged(titles(name)), seconds=20)
    assert mean(ours.values()) >= 0.98
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
