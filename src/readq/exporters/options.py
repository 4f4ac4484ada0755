"""What an export may be asked for, beyond its format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from readq.domain import Paper, Reading
from readq.records import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """How to export."""

    notes: bool | None = None
    """Whether the reader's notes come along; None leaves it to the format."""
    ascii: bool = False
    """Write letters beyond ASCII as LaTeX commands (BibTeX only)."""
    bom: bool = False
    """Begin with a byte order mark, by which Excel knows UTF-8 (tables only)."""
    keys: Callable[[], Mapping[str, str]] | None = None
    """Gives citekeys by paper id, each used once; without it keys are unique in the export."""


PLAIN = Options()


class Exporter(Protocol):
    """One format: papers and the reader's decisions in, text out."""

    def __call__(self, papers: Iterable[tuple[Paper, Reading]], options: Options = PLAIN, /) -> str:
        """Write all papers."""
