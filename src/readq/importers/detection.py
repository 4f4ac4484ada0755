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

FORMATS: dict[str, Importer] = {one.name: one for one in (BIBTEX, RIS, NBIB, CATALOGUE, PLAIN)}
"""The formats that can be named, in the order in which they are tried."""

_COLUMNS = frozenset(
    [
        "title",
        "titles",
        "abstract",
        "authors",
        "author",
        "year",
        "doi",
        "url",
        "keywords",
        "journal",
        "venue",
        "notes",
        "key",
        "id",
        "link",
        "tags",
        "date",
        "publisher",
        "pages",
        "volume",
        "issue",
    ]
)
_INSTEAD = "convert it to JSON (Zotero and most reference managers export CSL JSON) and add that."
_BY_NAME = {
    ".enw": "EndNote",
    ".csv": "CSV",
    ".tsv": "TSV",
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
        format: A name in `FORMATS`; by default file name and content decide.
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
    name = source.name.lower()
    if shape != "auto":
        return PLAIN
    foreign = _foreign_format(name.removesuffix(".gz"), source.head)
    if foreign:
        raise SourceError(
            f"{source.name} is in {foreign} format, which readq cannot read yet; {_INSTEAD}"
        )
    return next(one for one in FORMATS.values() if one.recognises(name, source.head))


def _foreign_format(name: str, head: str) -> str:
    for what, pattern in _BY_TEXT:
        if pattern.match(head):
            return what
    first = head.lstrip().partition("\n")[0].strip()
    for separator, what in ((",", "CSV"), (";", "CSV"), ("\t", "TSV")):
        cells = [cell.strip(" \"'\r").lower() for cell in first.split(separator)]
        if len(cells) > 1 and "title" in cells and all(cell in _COLUMNS for cell in cells):
            return what
    return next((what for ending, what in _BY_NAME.items() if name.endswith(ending)), "")
