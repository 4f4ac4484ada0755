"""A large import is written in parts, so that memory does not grow with the list.

Every part is a durable step that leaves a library in order; together they are one step of undo.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from readq.domain import Paper
from readq.library.intake import Batch
from readq.records import dataclass

PART_BYTES = 8 << 20
"""How much text a part has; a list of abstracts that a person collects is one part."""
PART_PAPERS = 10_000


@dataclass(slots=True)
class Part:
    """Some papers of an import."""

    added: dict[str, Paper] = field(default_factory=dict)
    updated: dict[str, tuple[Paper, Paper]] = field(default_factory=dict)
    """Papers of the library as they are, and as they will be."""
    known: list[str] = field(default_factory=list)
    """Papers that stay as they are."""
    size: int = 0

    @property
    def is_full(self) -> bool:
        """Whether the next paper belongs to the next part."""
        papers = len(self.added) + len(self.updated) + len(self.known)
        return self.size >= PART_BYTES or papers >= PART_PAPERS


def parts(batch: Batch) -> Iterator[Part]:
    """The papers of an import in the order they were read, each once."""
    part = Part()
    for paper_id in (*batch.report.paper_ids, *(m.part_id for m in batch.report.merged)):
        if paper_id in batch.added:
            part.added[paper_id] = batch.added[paper_id]
            part.size += batch.added.size(paper_id)
        elif paper_id in batch.updated:
            part.updated[paper_id] = batch.before[paper_id], batch.updated[paper_id]
            part.size += batch.before.size(paper_id) + batch.updated.size(paper_id)
        else:
            part.known.append(paper_id)
        if part.is_full:
            yield part
            part = Part()
    yield part
