"""How often the first coined name of an abstract is the name in its real title.

Reads a corpus of papers with titles (`papers-95k.jsonl.gz`, `icml2026.jsonl.gz`) from the folder in
READQ_CORPUS or beside the project. Papers of 2021 and later whose title is "Name: …" are the
population; a name is recoverable when the abstract has it. Run:

    python tests/benchmarks/text_names.py [--misses N] [--every N]
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from readq.text import coined_names, render, render_title
from readq.text.shapes import Shape, shape

FILES = ("papers-95k.jsonl.gz", "icml2026.jsonl.gz")
FIRST_YEAR = 2021


def corpus_folder() -> Path:
    """Where the corpus is looked for."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "corpus"
    return Path(os.environ.get("READQ_CORPUS", beside))


def records(file: Path) -> Iterator[dict[str, Any]]:
    """The papers of a corpus file as they are."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def papers(file: Path) -> Iterator[tuple[str, str]]:
    """Title and abstract of each recent paper."""
    for paper in records(file):
        year = re.search(r"(?:19|20)\d\d", str(paper.get("venue", ""))) or re.search(
            r"20\d\d", file.name
        )
        if paper.get("abstract") and year and int(year[0]) >= FIRST_YEAR:
            yield render_title(paper.get("title") or ""), paper["abstract"]


def name_in_title(title: str) -> str:
    """The coined name before the colon; empty for titles of another shape."""
    head, colon, rest = title.partition(": ")
    words = head.split()
    if not colon or not rest or not 1 <= len(words) <= 2:
        return ""
    shapes = [shape(w.strip("\"“”'")) for w in words]
    if Shape.COINED in shapes:
        return head
    return (
        head
        if len(words) == 1
        and shapes[0] is Shape.CAPITALISED
        and not head.lower().endswith(("ing", "tion", "s"))
        else ""
    )


def key(name: str) -> str:
    """A name without what may differ between title and abstract."""
    return re.sub(r"[\W_]+", "", name.lower()).removesuffix("s")


def same(predicted: str, name: str) -> bool:
    """Whether two spellings are one name; one may carry a kind word more."""
    first, second = key(predicted), key(name)
    return first == second or key(predicted.split()[0]) == second or key(name.split()[0]) == first


def main() -> None:
    """Print precision and recall."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument(
        "--misses", type=int, default=0, help="show so many wrong and missing ones"
    )
    options.add_argument("--every", type=int, default=1, help="take every n-th paper only")
    chosen = options.parse_args()
    for file in (corpus_folder() / name for name in FILES):
        if not file.exists():
            print(f"{file.name}: not there, skipped")
            continue
        evaluate(file, chosen.misses, chosen.every)


def evaluate(file: Path, misses: int, every: int) -> None:
    """Print the figures of one corpus file."""
    named = recoverable = predicted = right = found = others = nameless = 0
    spent = 0.0
    for number, (title, abstract) in enumerate(papers(file)):
        if number % every:
            continue
        name = name_in_title(title)
        plain = render(abstract).plain
        start = time.process_time()
        names = coined_names(plain)
        spent += time.process_time() - start
        if not name:
            others += 1
            nameless += bool(names)
            continue
        named += 1
        there = key(name) in key(plain)
        recoverable += there
        predicted += bool(names)
        hit = bool(names) and same(names[0].text, name)
        right += hit
        found += any(same(n.text, name) for n in names)
        if misses and not hit and (names or there):
            misses -= 1
            print(
                f"  {'wrong  ' if names else 'missing'} {name!r} got {[str(n) for n in names][:4]}"
            )
    if not named:
        return
    print(
        f"{file.name}: {named} named titles, {recoverable / named:.1%} in the abstract; "
        f"precision {right / max(predicted, 1):.1%}, recall {right / named:.1%}, "
        f"of the recoverable {right / max(recoverable, 1):.1%}, anywhere in the list {found / max(recoverable, 1):.1%}; "
        f"a name for {nameless / max(others, 1):.1%} of {others} other titles; "
        f"{1000 * spent / (named + others):.2f} ms each"
    )


if __name__ == "__main__":
    main()
