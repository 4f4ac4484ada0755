"""Writing papers and decisions in the formats other programs read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

from readq.deferred import deferred

if TYPE_CHECKING:
    from readq.exporters.citing import citation, markdown_link
    from readq.exporters.jsonl import record
    from readq.exporters.keys import citekeys
    from readq.exporters.options import Exporter
    from readq.exporters.options import Options as ExportOptions
else:
    __getattr__ = deferred(
        __name__,
        {
            "citation": "citing",
            "markdown_link": "citing",
            "record": "jsonl",
            "citekeys": "keys",
        },
        {
            "Exporter": "options",
            "ExportOptions": "readq.exporters.options:Options",
        },
    )


_FUNCTIONS = {
    "bibtex": ("bibtex", "to_bibtex"),
    "biblatex": ("bibtex", "to_biblatex"),
    "ris": ("ris", "to_ris"),
    "csl-json": ("csl", "to_csl"),
    "csv": ("tables", "to_csv"),
    "tsv": ("tables", "to_tsv"),
    "markdown": ("markdown", "to_markdown"),
    "jsonl": ("jsonl", "to_jsonl"),
    "asreview": ("asreview", "to_asreview"),
}


class _Exporters(Mapping[str, "Exporter"]):
    """The formats by name; a format's code is loaded when somebody exports in it."""

    def __getitem__(self, name: str) -> Exporter:
        module, function = _FUNCTIONS[name]
        return cast("Exporter", getattr(import_module(f"{__name__}.{module}"), function))

    def __iter__(self) -> Iterator[str]:
        return iter(_FUNCTIONS)

    def __len__(self) -> int:
        return len(_FUNCTIONS)


EXPORTERS: Mapping[str, Exporter] = _Exporters()
"""By the name the command line knows the format by."""

__all__ = [
    "EXPORTERS",
    "ExportOptions",
    "Exporter",
    "citation",
    "citekeys",
    "markdown_link",
    "record",
]
