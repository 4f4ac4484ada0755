"""Writing papers and decisions in the formats other programs read."""

from collections.abc import Callable, Iterable

from readq.domain import Paper, Reading
from readq.exporters.bibtex import to_bibtex
from readq.exporters.jsonl import record, to_jsonl
from readq.exporters.markdown import to_markdown

Exporter = Callable[[Iterable[tuple[Paper, Reading]]], str]

EXPORTERS: dict[str, Exporter] = {
    "bibtex": to_bibtex,
    "jsonl": to_jsonl,
    "markdown": to_markdown,
}
"""By the name the command line knows the format by."""

__all__ = ["EXPORTERS", "Exporter", "record"]
