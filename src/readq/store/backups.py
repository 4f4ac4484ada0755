"""Copies of a whole library: one a day before its first change, and before a new file format.

A copy is a library of its own in `backups/`: look into it with `readq --library`, or put it in place
with `readq restore`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
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
"""Snapshots of this size are linked rather than copied: they are never changed in place."""


def back_up_version(files: OsFiles, folder: Path, schema: int) -> Path:
    """Copy the library before it is written in a newer form.

    Returns:
        The folder of the copy; one that is there already is kept and another made beside it.
    """
    number = 1
    while (place := folder / "backups" / f"version-{schema}-{number}").exists():
        number += 1
    _copy(files, folder, place)
    return place


def back_up_daily(files: OsFiles, folder: Path, today: date) -> Path | None:
    """Copy the library unless today's copy is there, then let go of copies grown old.

    The caller keeps others from writing meanwhile.

    Returns:
        The new copy; None when there was one, or nothing to copy yet.

    Raises:
        OSError: It could not be made; copies there were are untouched.
    """
    place = folder / "backups" / f"daily-{today}"
    if place.exists() or not any(name.endswith(".log") for name in files.names(folder)):
        return None
    unfinished = folder / "backups" / _UNFINISHED
    _remove(unfinished)
    try:
        _copy(files, folder, unfinished)
    except OSError:
        _remove(unfinished)
        raise
    unfinished.rename(place)
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


def _copy(files: OsFiles, folder: Path, place: Path) -> None:
    """Copy the files of the library into the new folder `place`, durably."""
    files.make_folder(folder / "backups")
    files.make_folder(place)
    for name in files.names(folder):
        if not name.endswith((".json", ".log")):
            continue
        source = folder / name
        stamp = files.stamp(source)
        if name.endswith(".json") and stamp is not None and stamp.size >= _LINK_FROM:
            with contextlib.suppress(OSError):
                (place / name).hardlink_to(source)
                continue
        fd = files.create(place / name)
        try:
            files.write(fd, files.read(source))
            files.sync(fd)
        finally:
            files.close(fd)
    files.sync_folder(place)


def _remove(place: Path) -> None:
    """Remove a copy; what is not a file of a library stays, and so does its folder."""
    if place.is_symlink():
        return
    with contextlib.suppress(OSError):
        for entry in list(place.iterdir()):
            if entry.name.endswith((".json", ".log", ".idx")) or entry.name == "lock":
                entry.unlink()
        place.rmdir()
