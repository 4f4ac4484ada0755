"""Copies of a whole library: one a day before its first change, and before a new file format.

A copy is a library of its own in `backups/`: look into it with `readq --library`, or put it in place
with `readq restore`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from datetime import date
from pathlib import Path

from readq.patterns import lazily
from readq.store.os_files import OsFiles

DAYS = 7
"""How many of the newest daily copies are kept."""
WEEKS = 4
"""Of so many weeks before those one copy is kept."""

_DAILY = lazily(r"daily-(\d{4}-\d{2}-\d{2})")
_UNFINISHED = "unfinished"
_LINK_FROM = 16 << 20
"""Files of this size are linked rather than copied, where they are never changed in place: all but the
newest journal."""


def back_up_version(files: OsFiles, folder: Path, schema: int) -> Path:
    """Copy the library before it is written in a newer form; the caller keeps others from writing.

    Returns:
        The folder of the copy; one that is there already is kept and another made beside it.
    """
    number = 1
    while (place := folder / "backups" / f"version-{schema}-{number}").exists():
        number += 1
    _copy(files, folder, place, nullcontext())
    return place


def back_up_daily(
    files: OsFiles, folder: Path, today: date, alone: AbstractContextManager[None]
) -> Path | None:
    """Copy the library unless today's copy is there, then let go of copies grown old.

    Args:
        files: The file system.
        folder: The library.
        today: The reader's day.
        alone: Keeps others from writing, for as long as it takes to read what is copied.

    Returns:
        The new copy; None when there is one, or nothing to copy yet.

    Raises:
        OSError: It could not be made; copies there were are untouched.
    """
    place = folder / "backups" / f"daily-{today}"
    if place.exists() or not any(name.endswith(".log") for name in files.names(folder)):
        return None
    unfinished = folder / "backups" / f"{_UNFINISHED}-{os.getpid()}"
    for left in (folder / "backups").glob(f"{_UNFINISHED}*"):
        _remove(left)
    try:
        _copy(files, folder, unfinished, alone)
        unfinished.rename(place)
    except OSError:
        _remove(unfinished)
        if place.exists():  # another process was quicker
            return None
        raise
    files.sync_folder(place.parent)
    for day in outdated(daily_copies(folder)):
        _remove(folder / "backups" / f"daily-{day}")
    return place


def daily_copies(folder: Path) -> list[date]:
    """The days of which there is a copy, newest first."""
    try:
        found = [_DAILY.fullmatch(entry.name) for entry in (folder / "backups").iterdir()]
    except OSError:
        return []
    days = []
    for match in filter(None, found):
        with contextlib.suppress(ValueError):
            days.append(date.fromisoformat(match[1]))
    return sorted(days, reverse=True)


def outdated(days: Iterable[date]) -> list[date]:
    """Which daily copies to let go of: all but the newest `DAYS` and one in each of `WEEKS` weeks before."""
    newest_first = sorted(days, reverse=True)
    weeks: dict[tuple[int, int], date] = {}
    for day in newest_first[DAYS:]:
        week = day.isocalendar()
        weeks.setdefault((week.year, week.week), day)
    kept = set(list(weeks.values())[:WEEKS])
    return [day for day in newest_first[DAYS:] if day not in kept]


def _copy(files: OsFiles, folder: Path, place: Path, alone: AbstractContextManager[None]) -> None:
    """Copy the files of the library into the new folder `place`, durably; read them `alone`."""
    files.make_folder(folder / "backups")
    files.make_folder(place)
    with ExitStack() as opened:
        written = []
        with alone:
            names = [n for n in files.names(folder) if n.endswith((".json", ".log"))]
            newest = max((n for n in names if n.endswith(".log")), default="")
            for name in names:
                if name != newest and _linked(files, folder / name, place / name):
                    continue
                fd = files.create(place / name)
                opened.callback(files.close, fd)
                files.write(fd, files.read(folder / name))
                written.append(fd)
        for fd in written:  # the disk takes its time, and nobody waits for it
            files.sync(fd)
    files.sync_folder(place)


def _linked(files: OsFiles, source: Path, target: Path) -> bool:
    """Whether the file is large and could be linked."""
    stamp = files.stamp(source)
    if stamp is None or stamp.size < _LINK_FROM:
        return False
    try:
        target.hardlink_to(source)
    except OSError:  # not every file system can
        return False
    return True


def _remove(place: Path) -> None:
    """Remove a copy; what is not a file of a library stays, and so does its folder."""
    if place.is_symlink():
        return
    with contextlib.suppress(OSError):
        for entry in list(place.iterdir()):
            if entry.name.endswith((".json", ".log", ".idx")) or entry.name == "lock":
                entry.unlink()
        place.rmdir()
