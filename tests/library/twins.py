"""Libraries in which a work is there twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.library.conftest import NOW, paper
from tests.library.sources import ABSTRACTS

from readq.domain import Paper, Source
from readq.library import Library
from readq.store import LibraryFiles, MemoryFiles

ONE, TWO, THREE = ABSTRACTS
A, B, C = (f"p{n}aaaaaaaa" for n in range(3))
LEE, EK, NG = "Ann Lee", "Bo Ek", "Cy Ng"
"""Three people."""


def work(number: int, **fields: Any) -> Paper:
    """A paper with three authors."""
    values = {"authors": (LEE, EK, NG), "abstract": ONE, **fields}
    return paper(number, sources=(Source(f"list {number}", 1),), **values)


def library_of(*papers: Paper, folder: Path | None = None) -> Library:
    files = MemoryFiles() if folder is None else LibraryFiles.open(folder)
    library = Library(files, now=lambda: NOW)
    library._commit("began", added={p.id: p for p in papers})
    return library


def twins(folder: Path | None = None) -> Library:
    """A preprint and the paper that came of it, and another paper."""
    return library_of(
        work(0, title="A question of chains that forget", arxiv_id="2401.00001"),
        work(
            1, title="The question of chains that forget", doi="10.1000/a", venue="ICML", year=2025
        ),
        work(2, title="Something else altogether", abstract=TWO, authors=("Di Ru",)),
        folder=folder,
    )
