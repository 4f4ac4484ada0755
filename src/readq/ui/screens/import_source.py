"""What a reader names to be imported: a file, or text that was pasted."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from readq.domain.identity import arxiv_id, normal_doi, openreview_id
from readq.library import ImportReport, Library
from readq.records import dataclass


class _Text(io.BytesIO):
    """The text as a source of its own name."""

    def __init__(self, data: bytes, title: str) -> None:
        super().__init__(data)
        self.title = title


@dataclass(frozen=True, slots=True)
class ImportSource:
    """One thing to import."""

    path: Path | None
    text: str = ""
    """What was pasted, when there is no path."""
    title: str = "pasted text"
    """What that text is called."""

    @property
    def name(self) -> str:
        """What the card calls it."""
        return self.path.name if self.path else self.title

    @property
    def size(self) -> int | None:
        """Its size in bytes; None when it cannot be told."""
        if self.path is None:
            return len(self.text.encode("utf-8", "surrogatepass"))
        try:
            return self.path.stat().st_size
        except OSError:
            return None

    def add(self, library: Library, **options: Any) -> ImportReport:
        """Import it; as `Library.add`."""
        if self.path is not None:
            return library.add(self.path, **options)
        data = self.text.encode("utf-8", "replace")
        return library.add("-", stdin=_Text(data, self.title), **options)


def typed_source(text: str) -> ImportSource:
    """The file a line names, or the identifiers it consists of.

    A path is absolute, so that no name is mistaken for an option or for standard input.
    """
    text = text.strip()
    try:
        path = Path(text).expanduser().absolute()
    except (OSError, RuntimeError):  # a home nobody has; a working folder that is gone
        path = Path(text)
    if names_papers(text) and not _exists(path):
        return ImportSource(None, text)
    return ImportSource(path)


def pasted_source(text: str) -> ImportSource:
    """A list that was pasted."""
    return ImportSource(None, text)


def is_list(text: str) -> bool:
    """Whether pasted text is a list rather than a path or some words: several lines, or identifiers."""
    return "\n" in text.strip().replace("\r", "\n") or names_papers(text)


def names_papers(text: str) -> bool:
    """Whether a line begins with an identifier of a paper, or is one as pages write it, `DOI: 10.1000/182`."""
    first = next(iter(text.split(maxsplit=1)), "").strip("<>()[]{}\"',;")
    address = first if "://" in first or "/" in first else ""
    if arxiv_id(first) or normal_doi(first) or (address and openreview_id(address)):
        return True
    from readq.importers.identifiers import identified

    return bool(identified(text.strip()))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
