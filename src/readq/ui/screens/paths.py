"""Paths of files as people type and drop them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from readq.patterns import lazily

_MOST_ENTRIES = 5_000
_MOST_OPTIONS = 50
_ESCAPED = lazily(r"\\(.)")


def dropped_path(text: str) -> str:
    """The path that a terminal types for a dropped file: unquoted, unescaped, no `file://`."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    if text.startswith("file://"):
        try:
            return unquote(urlsplit(text).path)
        except ValueError:  # no address after all
            return text
    if "\\" in text and os.sep == "/" and not _exists(text):
        return _ESCAPED.sub(r"\1", text)
    return text


def is_file(text: str) -> bool:
    """Whether what was typed is the path of a file; it may be anything."""
    try:
        return Path(text).expanduser().is_file()
    except (OSError, ValueError, RuntimeError):
        return False


def _exists(text: str) -> bool:
    try:
        return Path(text).expanduser().exists()
    except (OSError, ValueError, RuntimeError):
        return False


def completed(text: str) -> tuple[str, ...]:
    """Paths that begin like `text`, folders first and with a slash; none while nothing is typed."""
    if not text.strip():
        return ()
    folder, slash, start = text.rpartition("/")
    try:
        entries = sorted(_entries(Path(folder + slash).expanduser(), start))
    except (OSError, ValueError, RuntimeError):
        return ()
    options = (f"{folder}{slash}{name}{'/' if not last else ''}" for last, name in entries)
    return tuple(option for option in options if option != text)[:_MOST_OPTIONS]


def _entries(folder: Path, start: str) -> Iterator[tuple[bool, str]]:
    """Whether it is a file, and its name."""
    with os.scandir(folder) as found:
        for entry, _ in zip(found, range(_MOST_ENTRIES), strict=False):
            hidden = entry.name.startswith(".") and not start.startswith(".")
            if hidden or not entry.name.isprintable():
                continue
            if entry.name.casefold().startswith(start.casefold()):
                yield not entry.is_dir(), entry.name
