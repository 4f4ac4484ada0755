"""A small file beside the library for what is no decision on a paper: filters kept, places gone to.

It is read whole and written whole, under the library's lock, so that two windows lose nothing to each
other. What cannot be read is put aside, never written over.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from readq.store.os_files import OsFiles

STEM = "habits."
"""How the names of these files begin."""
NAME = f"{STEM}json"
_ASIDE = "habits.unreadable-{}.json"

Rewrite = Callable[[bytes], bytes]
"""From what the file holds, empty for nothing, to what it shall hold; ValueError when it makes no sense."""


def read_beside(files: OsFiles, folder: Path) -> bytes:
    """What the file holds; empty where it is missing or cannot be read."""
    try:
        return files.read(folder / NAME)
    except OSError:
        return b""


def rewrite_beside(files: OsFiles, folder: Path, rewrite: Rewrite) -> None:
    """Change the file; call it with the lock held.

    Raises:
        OSError: It cannot be written; it is as it was.
    """
    path, beside = folder / NAME, folder / f"{NAME}.new"
    old = files.read(path) if files.stamp(path) else b""
    try:
        new = rewrite(old)
    except ValueError:
        number = 1
        while files.stamp(aside := folder / _ASIDE.format(number)):
            number += 1
        files.rename(path, aside)
        new = rewrite(b"")
    if new == old:
        return
    files.unlink(beside)
    fd = files.create(beside)
    try:
        files.write(fd, new)
        files.sync(fd)
    finally:
        files.close(fd)
    files.rename(beside, path)
    files.sync_folder(folder)
