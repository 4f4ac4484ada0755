"""Lists of papers as tests hand them to a library."""

from __future__ import annotations

import io
import json
from typing import Any

from tests.library.conftest import NOW

from readq.library import ImportReport, Library
from readq.store import MemoryFiles

_TEXTS = """
Sampling from a chain that forgets its start is studied with care, since earlier work left open how
many steps suffice. We bound the error of each of them, and find that ten are enough on every public
task we could lay hands on, at half the cost of the best method known.

Rows of a matrix that matter least according to second derivatives can go: pruning this way keeps
accuracy within one point, shrinks the memory of seven networks by two thirds, and asks for no
training afterwards, as twelve reviewers checked by hand on their own machines.

An agent that asks itself what would change its mind explores fewer branches, reaches goals sooner in
mazes and games, and explains afterwards why it turned where it did. People who watched believed its
reasons more often than those given by seven other planners.
"""
ABSTRACTS = tuple(" ".join(text.split()) for text in _TEXTS.split("\n\n"))
STOCK = "No abstract available"


def empty() -> Library:
    """A library without papers."""
    return Library(MemoryFiles(), now=lambda: NOW)


def add_text(library: Library, text: str, **options: Any) -> ImportReport:
    """Import a list from standard input."""
    return library.add("-", stdin=io.BytesIO(text.encode()), **options)


def add_records(library: Library, *records: dict[str, Any], **options: Any) -> ImportReport:
    """Import a catalogue of these records."""
    return add_text(library, json.dumps(records), format="catalogue", **options)


def numbers(report: ImportReport) -> tuple[int, int, int, int]:
    """Added, updated, unchanged and rejected, once they add up to what was seen."""
    parts = report.added, report.updated, report.unchanged, report.rejected
    assert sum(parts) == report.seen
    return parts
