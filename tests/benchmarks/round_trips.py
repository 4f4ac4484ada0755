"""A whole BibTeX file taken in, written out in every format that keeps all, taken in again and written again.

Reads `conferences-10k.bib.gz` from the folder in READQ_CORPUS or beside the project, or the file named. Nothing may
differ from the first pass on: neither a paper nor a letter of the file. Run:

    python -m tests.benchmarks.round_trips [FILE] [--papers N]
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import re
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import fields
from itertools import islice
from pathlib import Path

from tests.benchmarks.text_names import corpus_folder

from readq.domain import Paper
from readq.library import Library, open_library

FILE = "conferences-10k.bib.gz"
ENDINGS = {"bibtex": "bib", "biblatex": "bib", "ris": "ris", "csl-json": "json", "jsonl": "jsonl"}
# A paper's own id comes from the identifiers its first record had.
_NOT_COMPARED = frozenset({"added", "sources", "id"})
_OWN_NAMES = frozenset({"ris", "csl-json"})
"""Formats with names of their own for further fields; whether these are all there, the second file shows."""
_WHENCE = re.compile(r'"(?:added|id|source|position)": (?:"[^"]*"|\d+), ')
_SHOWN = 12
_WIDEST = 400


def differences(
    one: Library, other: Library, left_out: Collection[str], *, folds: bool
) -> Iterator[str]:
    """What the papers of one library say that those of the other do not, but for some fields.

    Args:
        one: A library.
        other: What was made of it.
        left_out: Fields that are not compared.
        folds: Whether white space in abstracts does not count.
    """
    names = [field.name for field in fields(Paper) if field.name not in left_out]
    ours, theirs = ({p.citekey or p.id: p for p in library.papers()} for library in (one, other))
    for paper_id in sorted(ours.keys() | theirs.keys()):
        before, after = ours.get(paper_id), theirs.get(paper_id)
        if before is None or after is None:
            yield f"{paper_id} is only in {'the first' if after is None else 'the second'}"
            continue
        for name in names:
            said, says = getattr(before, name), getattr(after, name)
            if name == "abstract" and folds:
                said, says = (" ".join(text.split()) for text in (said, says))
            if said != says:
                yield f"{paper_id} {name}: {said!r} became {says!r}"


def trip(library: Library, name: str, folder: Path) -> None:
    """Out, in and out again in one format."""
    path = folder / f"{name}.{ENDINGS[name]}"
    path.write_text(library.export("", name), encoding="utf-8", newline="\n")
    with open_library(folder / name) as again:
        report = again.add(path)
        left_out = _NOT_COMPARED | {"extra"} if name in _OWN_NAMES else _NOT_COMPARED
        found = list(differences(library, again, left_out, folds=name == "ris"))
        texts = path.read_text(encoding="utf-8"), again.export("", name)
        before, after = (_WHENCE.sub("", text).splitlines() for text in texts)
        lines = [
            line
            for line in difflib.unified_diff(before, after, n=0)
            if not line.startswith(("---", "+++", "@@"))
        ]
    print(f"{name:9} {report.sentence()}; {len(found):,} facts and {len(lines):,} lines differ")
    for what in (*islice(found, _SHOWN), *islice(lines, _SHOWN)):
        print(f"    {what[:_WIDEST]}")


def main() -> None:
    """Print what differs."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("file", nargs="?", type=Path, default=corpus_folder() / FILE)
    options.add_argument("--papers", type=int, default=0, help="take so many entries only")
    chosen = options.parse_args()
    if not chosen.file.is_file():
        print(f"{chosen.file.name}: not there, skipped")
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        file = chosen.file
        if chosen.papers:
            file = folder / FILE.removesuffix(".gz")
            text = gzip.decompress(chosen.file.read_bytes()).decode()
            file.write_text("\n@".join(text.split("\n@")[: chosen.papers]) + "\n", encoding="utf-8")
        with open_library(folder / "library") as library:
            print(library.add(file).sentence())
            for name in ENDINGS:
                trip(library, name, folder)


if __name__ == "__main__":
    main()
