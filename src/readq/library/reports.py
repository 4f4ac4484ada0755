"""What an import says while it runs and when it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from readq.domain import Change
from readq.records import dataclass

if TYPE_CHECKING:
    from readq.importers import ImportIssue


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """How far an import has come."""

    source: str
    done_bytes: int
    total_bytes: int
    seen: int
    phase: Literal["reading", "writing", "done"] = "reading"
    """While they are written, papers are counted in place of bytes."""

    @property
    def share(self) -> float:
        """How much of the phase is done: 0 to 1, and 0 where that cannot be told."""
        return min(self.done_bytes / self.total_bytes, 1.0) if self.total_bytes else 0.0

    @property
    def doing(self) -> str:
        """What goes on, in one word."""
        return "importing" if self.phase == "reading" else "writing"


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A record that may be the same work as a paper without a title, but not surely."""

    paper_id: str
    """The paper whose title is derived."""
    title: str
    """The title the record has."""
    shared: int
    """Per cent of three-word runs that the two abstracts share."""


@dataclass(frozen=True, slots=True)
class MergedRecord:
    """A record under another title that surely is a paper the library has; the two can be parted."""

    paper_id: str
    """The paper it is now part of."""
    title: str
    """The title the record has."""
    part_id: str
    """What it is called itself, to part it."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did; seen = added + updated + unchanged + rejected."""

    seen: int = 0
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: int = 0
    issues: tuple[ImportIssue, ...] = ()
    understood: tuple[str, ...] = ()
    """One sentence a source: what its shape was taken for."""
    doubtful: tuple[Doubtful, ...] = ()
    merged: tuple[MergedRecord, ...] = ()
    failed: tuple[str, ...] = ()
    """One sentence for each source that could not be read at all, when others could."""
    change: Change | None = None
    paper_ids: tuple[str, ...] = ()
    """Every paper the records stand for, in their order, each once."""
    in_trash: int = 0
    """How many of these are in the trash, where an import leaves them."""
    preview: tuple[str, ...] = ()
    """The titles of the first few records."""
    cancelled: bool = False

    def to_json(self) -> dict[str, Any]:
        """The report as plain values for JSON output."""
        return {
            "seen": self.seen,
            "added": self.added,
            "updated": self.updated,
            "unchanged": self.unchanged,
            "rejected": self.rejected,
            "in_trash": self.in_trash,
            "issues": [
                {
                    "source": i.source,
                    "line": i.line,
                    "key": i.key,
                    "message": i.message,
                    "kept": i.kept,
                }
                for i in self.issues
            ],
            "understood": list(self.understood),
            "doubtful": [
                {"id": d.paper_id, "title": d.title, "shared": d.shared} for d in self.doubtful
            ],
            "merged": [
                {"id": m.paper_id, "title": m.title, "part": m.part_id} for m in self.merged
            ],
            "failed": list(self.failed),
        }

    def sentence(self) -> str:
        """The numbers as one line, such as `38 seen: 38 added, 0 updated, 0 unchanged, 0 rejected`."""
        numbers = (
            f"{self.seen:,} seen: {self.added:,} added, {self.updated:,} updated, "
            f"{self.unchanged:,} unchanged, {self.rejected:,} rejected"
        )
        return f"{numbers}; {self.in_trash:,} of them in the trash" if self.in_trash else numbers
