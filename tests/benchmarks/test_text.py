"""What showing text costs: milliseconds an abstract, for the bundled lists and for a corpus that is there.

make bench, or: python -m pytest tests/benchmarks/test_text.py
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from tests.benchmarks.text_corpus import FILE, abstracts
from tests.benchmarks.text_names import corpus_folder

from readq.text import coined_names, render

LISTS = Path(__file__).parents[2] / "data" / "icml2026"


def bundled() -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in sorted(LISTS.glob("*.txt"))]
    return [block for text in texts for block in text.split("\n\n")[1:]]


def of_corpus() -> list[str]:
    if not (corpus_folder() / FILE).is_file():
        pytest.skip("no corpus")
    return [raw for _, raw in islice(abstracts(90), 1000)]


def say(benchmark: BenchmarkFixture, number: int) -> None:
    assert benchmark.stats is not None
    print(f"\n{benchmark.stats.stats.min * 1000 / number:.3f} ms an abstract, {number} abstracts")


@pytest.mark.parametrize("texts", [bundled, of_corpus])
def test_an_abstract_is_shown(benchmark: BenchmarkFixture, texts: object) -> None:
    assert callable(texts)
    raws = texts()

    def run() -> int:
        return sum(len(render(raw).plain) for raw in raws)

    benchmark.extra_info["abstracts"] = len(raws)
    assert benchmark(run)
    say(benchmark, len(raws))


def test_names_are_found(benchmark: BenchmarkFixture) -> None:
    plains = [render(raw).plain for raw in bundled()]
    names = benchmark(lambda: [coined_names(plain) for plain in plains])
    say(benchmark, len(plains))
    assert sum(map(bool, names)) > 20
