"""Which format a source is in, and a plain word about those that cannot be read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import IO

from readq.errors import SourceError, UsageError
from readq.importers.base import Importer, Shape, SourceReading
from readq.importers.bibtex import BIBTEX
from readq.importers.catalogue import CATALOGUE
from readq.importers.nbib import NBIB
from readq.importers.opening import TextSource, open_source
from readq.importers.plain import PLAIN
from readq.importers.ris import RIS
from readq.importers.table import TABLE

FORMATS: dict[str, Importer] = {
    one.name: one for one in (RIS, NBIB, CATALOGUE, TABLE, BIBTEX, PLAIN)
}
"""The formats that can be named, in the order in which they are tried."""

_INSTEAD = "convert it to BibTeX, RIS or JSON and add that."
_BY_NAME = {
    ".enw": "EndNote",
    ".xml": "XML",
    ".rdf": "RDF",
    ".html": "HTML",
    ".htm": "HTML",
}
_BY_TEXT = (
    ("HTML", re.compile(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)),
    ("XML", re.compile(r"\s*<\?xml\b")),
)


def read_source(
    source: str | Path,
    *,
    format: str | None = None,  # noqa: A002
    shape: Shape = "auto",
    stdin: IO[bytes] | None = None,
) -> SourceReading:
    """Open a file, or standard input for `-`, and recognise what it holds.

    Args:
        source: A path, or `-`.
        format: A name in `FORMATS`; by default content and file name decide.
        shape: How the blocks of a plain list are to be taken.
        stdin: Read for `-` instead of the process's own.

    Raises:
        SourceError: There is no such file, or it cannot be read as a list of papers.
        UsageError: There is no such format.
    """
    if format is not None and format not in FORMATS:
        raise UsageError(f'unknown format "{format}"; readq reads {", ".join(FORMATS)}.')
    text = open_source(source, stdin)
    importer = FORMATS[format] if format else _detected(text, shape)
    return SourceReading(text, importer.name, importer.open(text, shape))


def _detected(source: TextSource, shape: Shape) -> Importer:
    """What the text looks like decides, then the name."""
    name = source.name.lower()
    if shape != "auto":
        return PLAIN
    foreign = _foreign_format(name.removesuffix(".gz"), source.head)
    if foreign:
        raise SourceError(
            f"{source.name} is in {foreign} format, which readq cannot read yet; {_INSTEAD}"
        )
    special = [one for one in FORMATS.values() if one is not PLAIN]
    for told_name, told_text in (("", source.head), (name, "")):
        for one in special:
            if one.recognises(told_name, told_text):
                return one
    return PLAIN


def _foreign_format(name: str, head: str) -> str:
    for what, pattern in _BY_TEXT:
        if pattern.match(head):
            return what
    return next((what for ending, what in _BY_NAME.items() if name.endswith(ending)), "")
