"""Other ways to find a title, each as a function from a query to the numbers of the best five."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest

from rapidfuzz import fuzz, process
from textual.fuzzy import Matcher

from readq.search import JumpEntry, JumpIndex, fold

Find = Callable[[str], list[int]]
BEST = 5


def contenders(
    titles: Sequence[str], authors: Sequence[tuple[str, ...]]
) -> Iterator[tuple[str, Find]]:
    """Name and function of each, readq first."""
    yield "readq", readq(titles, authors)
    folded = [fold(title) for title in titles]
    for name, scorer in (
        ("WRatio", fuzz.WRatio),
        ("partial_ratio", fuzz.partial_ratio),
        ("token_set_ratio", fuzz.token_set_ratio),
    ):
        yield f"rapidfuzz {name}", scored(folded, scorer)
    yield "Textual matcher", textual(titles)
    yield "FTS5 trigram", trigrams(folded)
    if shutil.which("fzf"):
        yield "fzf --filter", fzf(titles)


def readq(titles: Sequence[str], authors: Sequence[tuple[str, ...]]) -> Find:
    index = JumpIndex(
        JumpEntry(str(n), title, authors=own)
        for n, (title, own) in enumerate(zip(titles, authors, strict=True))
    )
    return lambda query: [int(hit.paper_id) for hit in index.search(query)][:BEST]


def scored(folded: Sequence[str], scorer: Callable[..., float]) -> Find:
    def find(query: str) -> list[int]:
        found = process.extract(query, folded, scorer=scorer, limit=BEST)
        return [number for _, _, number in found]

    return find


def textual(titles: Sequence[str]) -> Find:
    def find(query: str) -> list[int]:
        matcher = Matcher(query)
        scores = ((matcher.match(title), -n) for n, title in enumerate(titles))
        return [-n for score, n in nlargest(BEST, scores) if score > 0]

    return find


def trigrams(folded: Sequence[str]) -> Find:
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table t using fts5(title, tokenize='trigram')")
    base.executemany("insert into t(rowid, title) values (?, ?)", enumerate(folded))

    def find(query: str) -> list[int]:
        pieces = {query[at : at + 3] for at in range(len(query) - 2)}
        if not pieces:
            return []
        wanted = " OR ".join(f'"{piece}"' for piece in sorted(pieces))
        order = "select rowid from t where t match ? order by rank limit 5"
        return [row[0] for row in base.execute(order, (wanted,))]

    return find


def fzf(titles: Sequence[str]) -> Find:
    lines = "\n".join(f"{' '.join(t.split())}\t{n}" for n, t in enumerate(titles)).encode()

    def find(query: str) -> list[int]:
        command = ["fzf", "--filter", query, "--delimiter", "\t", "--nth", "1"]
        ran = subprocess.run(command, input=lines, capture_output=True, check=False)
        return [int(line.rpartition(b"\t")[2]) for line in ran.stdout.splitlines()[:BEST]]

    return find
