"""What filters cost at full size: columns, and words of abstracts for the first time and again.

make bench, or: python -m pytest -s tests/benchmarks/test_filter.py
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from tests.benchmarks.jump_queries import CORPUS
from tests.benchmarks.test_store import add, papers

from readq.library import Library
from readq.library.core import open_library
from readq.store import LibraryFiles

COLUMNS = (
    ["status:new", "venue:icml", "year:2024..2026", "status:queued venue:icml", "has:pdf", "added:<7d", "author:wang", "title:graph", "tag:rl", "priority>=2", "minutes<20"]
)  # fmt: skip
WORDS = ("diffusion", "wasserstein", "schrodinger", '"graph neural network"', "k-means", "learning")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("filter") / "library"
    files = LibraryFiles.open(folder)
    add(files, papers(95_562))
    files.compact()
    files.close()
    return open_library(folder)


def took(library: Library, text: str) -> tuple[int, float]:
    start = process_time()
    found = library.ids(text)
    return len(found), (process_time() - start) * 1000


@pytest.mark.skipif(not (CORPUS / "papers-95k.jsonl.gz").is_file(), reason="no corpus")
def test_filters(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\nall papers, columns read for the first time: {took(library, '')[1]:.0f} ms")
        with open_library(Path(library.folder or "")) as again:
            print(f"all papers, columns kept: {took(again, '')[1]:.0f} ms")
            print(f"a word with nothing prepared: {took(again, 'zebra')[1]:.0f} ms")
        start = process_time()
        library.prepare_search()  # as the app does when somebody begins to type a filter
        print(f"search of abstracts prepared, as kept: {(process_time() - start) * 1000:.0f} ms")
        for text in (*COLUMNS, *WORDS):
            found, first = took(library, text)
            _, then = took(library, text)
            print(f"  {text:28} {found:7,} papers  {first:7.1f} ms, again {then:6.1f} ms")
            assert then <= 100
