"""Texts and helpers the tests of plain lists share."""

from __future__ import annotations

import io
from pathlib import Path

from readq.domain import Draft
from readq.importers import ImportIssue, Shape, SourceReading, read_source

INPUTS = Path(__file__).parent / "inputs"

ABSTRACTS = tuple(
    f"{subject} is studied here with care, since earlier work left open how far its parts explain the "
    f"whole. We propose a method that splits the problem into {number} steps, each simple enough to be "
    "checked by hand, and show on three public tasks that it loses nothing: accuracy stays within one "
    "point, while the cost falls by half. Code is available."
    for number, subject in enumerate(("Sampling", "Pruning", "Planning", "Retrieval", "Routing"), 2)
)
TITLES = (
    "On Sampling with Few Steps",
    "Pruning Networks: A Careful Study of What Remains",
    "Planning Under Doubt",
    "Retrieval Without Regret",
    "Routing Experts by Their Mistakes",
)


def read(text: str | bytes, shape: Shape = "auto") -> SourceReading:
    """Read a text as if it came in on standard input."""
    data = text if isinstance(text, bytes) else text.encode()
    return read_source("-", shape=shape, stdin=io.BytesIO(data))


def drafts(text: str | bytes, shape: Shape = "auto") -> list[Draft]:
    """The papers of a text that has no bad record."""
    found = list(read(text, shape))
    assert not [record for record in found if isinstance(record, ImportIssue)]
    return [record for record in found if isinstance(record, Draft)]


def issues(text: str | bytes) -> list[ImportIssue]:
    """The bad records of a text."""
    return [record for record in read(text) if isinstance(record, ImportIssue)]
