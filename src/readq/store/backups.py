"""Copies of a whole library, made before something that cannot be taken back."""

from __future__ import annotations

from pathlib import Path

from readq.store.os_files import OsFiles


def back_up(files: OsFiles, folder: Path, schema: int) -> Path:
    """Copy every file of the library into `backups/`, durably.

    Returns:
        The folder of the copy; one that is there already is kept and another made beside it.
    """
    number = 1
    while (place := folder / "backups" / f"version-{schema}-{number}").exists():
        number += 1
    files.make_folder(folder / "backups")
    files.make_folder(place)
    for name in files.names(folder):
        if name.endswith((".json", ".log")):
            fd = files.create(place / name)
            try:
                files.write(fd, files.read(folder / name))
                files.sync(fd)
            finally:
                files.close(fd)
    files.sync_folder(place)
    return place
