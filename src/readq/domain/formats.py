"""What formats of lists are called: readq's own names, and those that people know them by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

READ: Mapping[str, tuple[str, ...]] = {
    "bibtex": ("bib", "biblatex"),
    "ris": (),
    "catalogue": ("json", "csl-json", "csl", "jsonl", "ndjson", "json-lines", "openreview"),
    "csv": ("tsv", "table", "asreview", "rayyan"),
    "endnote": ("endnote-xml",),
    "endnote-tagged": ("enw", "refer"),
    "nbib": ("pubmed", "medline"),
    "wos": ("isi", "web-of-science"),
    "markdown": ("md",),
    "plain": ("txt", "text"),
    "identifiers": ("ids", "doi", "dois"),
    "arxiv": ("atom", "rss", "feed"),
    "arxiv-mail": ("mail", "eml"),
    "pdf": (),
    "papis": (),
}
"""Formats that are read, by readq's name for them, with other names."""
WRITTEN: Mapping[str, tuple[str, ...]] = {
    "bibtex": ("bib",),
    "csl-json": ("csl", "json"),
    "jsonl": ("ndjson", "json-lines"),
    "markdown": ("md",),
}
"""Other names of formats that are written."""


def meant(word: str, names: Mapping[str, tuple[str, ...]]) -> str:
    """The name of the format that a word stands for; the word itself where it stands for none."""
    plain = word.strip().lower().removeprefix(".").replace("_", "-").replace(" ", "-")
    return next((name for name, more in names.items() if plain == name or plain in more), plain)


def nearest(word: str, known: Iterable[str]) -> str:
    """The word that was probably meant; empty if there is no telling."""
    near = get_close_matches(word.lower(), list(known), n=1)
    return near[0] if near else ""
