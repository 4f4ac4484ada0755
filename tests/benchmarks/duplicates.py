"""One work, one paper: overlapping lists of real conferences, imported one over the other.

    python -m tests.benchmarks.duplicates

prints what each import said and cost, whether any work is there twice afterwards, which records became
part of a paper under another title, and how long it takes to find what may be twice. The lists
(`papers-95k.jsonl.gz`, `raw/paperlists-colm2024.json.gz`, `conferences-10k.bib.gz`) are read from the
folder in READQ_CORPUS or beside the project.
"""

from __future__ import annotations

import gzip
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.text_names import corpus_folder

from readq.domain import Paper
from readq.domain.identity import title_key
from readq.domain.people import author_keys
from readq.library import ImportProgress, Library, open_library

LISTS = (
    "raw/paperlists-colm2024.json.gz",
    "raw/paperlists-colm2024.json.gz",
    "papers-95k.jsonl.gz",
    "conferences-10k.bib.gz",
)
_SHOWN = 12


def main() -> None:
    """Print the figures."""
    folder = corpus_folder()
    missing = [name for name in dict.fromkeys(LISTS) if not (folder / name).is_file()]
    if missing:
        print(f"skipped: {folder} has no {', '.join(missing)}")
        return
    with (
        tempfile.TemporaryDirectory() as scratch,
        open_library(Path(scratch) / "library") as library,
    ):
        for name in LISTS:
            _import(library, folder / name, Path(scratch))
        _look_for_doubles(library)
        _find(library)
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:,} MB")


def _import(library: Library, packed: Path, scratch: Path) -> None:
    source = scratch / packed.stem
    if not source.exists():
        source.write_bytes(gzip.decompress(packed.read_bytes()))
    told = 0

    def progress(_: ImportProgress) -> None:
        nonlocal told
        told += 1

    start = time.process_time()
    report = library.add(source, progress=progress)
    seconds = time.process_time() - start
    print(
        f"{source.name}: {report.sentence()}; {seconds:.1f} s CPU, told {told:,} times how far it is"
    )
    print(f"  {len(library):,} papers; {len(report.merged):,} records under another title merged")
    for merged in report.merged[:_SHOWN]:
        print(f"    {merged.title}\n      into {library.hot(merged.paper_id).title}")


def _look_for_doubles(library: Library) -> None:
    """Count papers that share an identifier, or the title and an author, with another one."""
    counted = Counter(mark for i in library.ids() for mark in set(_marks(library.hot(i))))
    doubled = [mark for mark, number in counted.items() if number > 1]
    print(f"works that are there twice (one identifier, or one title and author): {len(doubled):,}")
    for mark in doubled[:_SHOWN]:
        print(f"    {mark}")


def _marks(paper: Paper) -> Iterator[str]:
    for name in ("doi", "arxiv_id", "openreview_id"):
        if identifier := getattr(paper, name):
            yield f"{name} {identifier}"
    if not (paper.doi or paper.arxiv_id):  # otherwise a publisher may say that there are two
        for author in author_keys(paper.authors):
            yield f"{title_key(paper.title)} | {author}"


def _find(library: Library) -> None:
    start = time.process_time()
    found = library.duplicates()
    seconds = time.process_time() - start
    sure = sum(proposal.is_sure for proposal in found)
    print(f"{len(found):,} pairs proposed, {sure:,} of them as sure; {seconds:.1f} s CPU")
    for proposal in found[:_SHOWN]:
        one, other = (library.hot(i) for i in (proposal.kept, proposal.other))
        print(
            f"    {one.title} ({one.venue} {one.year})\n    {other.title} ({other.venue} {other.year})"
        )
        print(
            f"      sure: {proposal.is_sure}, text {proposal.shared} %, titles {proposal.alike} %"
        )


if __name__ == "__main__":
    main()
