"""Writing papers and decisions in the formats other programs read."""

from readq.exporters.bibtex import to_biblatex, to_bibtex
from readq.exporters.csl import to_csl
from readq.exporters.jsonl import record, to_jsonl
from readq.exporters.keys import citekeys
from readq.exporters.markdown import to_markdown
from readq.exporters.options import Exporter
from readq.exporters.options import Options as ExportOptions
from readq.exporters.ris import to_ris
from readq.exporters.tables import to_csv, to_tsv

EXPORTERS: dict[str, Exporter] = {
    "bibtex": to_bibtex,
    "biblatex": to_biblatex,
    "ris": to_ris,
    "csl-json": to_csl,
    "csv": to_csv,
    "tsv": to_tsv,
    "jsonl": to_jsonl,
    "markdown": to_markdown,
}
"""By the name the command line knows the format by."""

__all__ = ["EXPORTERS", "ExportOptions", "Exporter", "citekeys", "record"]
