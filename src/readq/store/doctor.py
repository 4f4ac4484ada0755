"""What is not as it should be with a library, also with one that does not open, and mending it.

Looking changes nothing. Mending first keeps every file as it was in `backups/`.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import stat
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from readq.domain import IN_QUEUE
from readq.errors import LibraryError, ReadqError
from readq.patterns import lazily
from readq.records import dataclass
from readq.store import codec
from readq.store.backups import daily_copies
from readq.store.drafts import is_being_written, is_draft
from readq.store.lock import WAIT
from readq.store.os_files import OsFiles
from readq.store.recovery import State, is_library, recover
from readq.store.salvage import rebuild
from readq.store.snapshot import TABLES, load_snapshot
from readq.store.waiting import ASIDE

_LEFT_OVER = lazily(
    r"(papers|readings)\.\d+\.new|journal-\d{8}\.new|\w+\.idx\.new|habits\.json\.new"
)
_OURS = (".json", ".log", ".idx", ".jsonl")
_READABLE_BY_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_ALONE = os.name != "nt"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be."""

    trouble: str
    """A sentence: what, and in which file."""
    cure: str = ""
    """What mending does about it; empty when that is for the reader to do."""


def examine(folder: Path, files: OsFiles | None = None) -> list[Finding]:
    """Read everything in the library's folder once.

    Raises:
        LibraryError: There is no library there, or the folder cannot be read.
    """
    files = files or OsFiles()
    try:
        if not is_library(files, folder):
            raise LibraryError(f"There is no library at {folder}.")
        names = sorted(files.names(folder))
        found = [*_about_files(folder, names), *_about_snapshots(files, folder, names)]
    except OSError as error:
        raise LibraryError(f"{folder} cannot be read: {error.strerror}.") from error
    try:
        state = recover(files, folder)
    except ReadqError as error:
        found = [f for f in found if f.trouble not in str(error)]
        found.append(Finding(str(error), "take over every sound document into new files"))
        return [*found, *_about_copies(files, folder)]
    return [*found, *_about_documents(state), *_about_copies(files, folder)]


def mend(folder: Path, files: OsFiles | None = None) -> Path | None:
    """Do what the cures of `examine` say.

    Returns:
        Where every file is kept as it was; None when there was nothing to mend.

    Raises:
        LibraryError: It could not be done; nothing was changed.
    """
    files = files or OsFiles()
    wanted = [finding for finding in examine(folder, files) if finding.cure]
    if not wanted:
        return None
    lock = files.lock(folder / "lock")
    try:
        if not lock.acquire(WAIT):
            raise LibraryError(f"The folder {folder} cannot be written to; nothing was changed.")
        try:
            place = _keep_as_it_was(folder)
            if any(finding.cure not in _LIGHT for finding in wanted):
                lock.note(rebuild(folder, files))
            for path in map(folder.joinpath, files.names(folder)):
                if _LEFT_OVER.fullmatch(path.name):
                    files.unlink(path)
                elif path.name.endswith(_OURS) and path.is_file():
                    path.chmod(0o600)
            folder.chmod(0o700)
        finally:
            lock.release()
    except OSError as error:
        raise LibraryError(f"{folder} could not be mended: {error.strerror}.") from error
    finally:
        lock.close()
    return place


_CLOSE = "let only you read it"
_REMOVE = "remove it"
_LIGHT = (_CLOSE, _REMOVE)


def _about_files(folder: Path, names: list[str]) -> Iterator[Finding]:
    for name in names:
        path = folder / name
        if _LEFT_OVER.fullmatch(name):
            yield Finding(f"{path} is left over from a write that was cut off.", _REMOVE)
        elif fnmatchcase(name, ASIDE):
            if is_draft(path) and (not path.stat().st_size or is_being_written(path)):
                continue
            yield Finding(
                f"{path} holds changes that are not in the library: readq restore {shlex.quote(str(path))}"
            )
        elif name.endswith(_OURS) and _ALONE and path.stat().st_mode & _READABLE_BY_OTHERS:
            yield Finding(f"{path} can be read by other users of this machine.", _CLOSE)
    if _ALONE and folder.stat().st_mode & _READABLE_BY_OTHERS:
        yield Finding(f"{folder} can be looked into by other users of this machine.", _CLOSE)


def _about_snapshots(files: OsFiles, folder: Path, names: list[str]) -> Iterator[Finding]:
    for file in TABLES:
        for name in (f"{file}.json", f"{file}.before.json"):
            if name in names:
                try:
                    load_snapshot(files, folder / name, None)
                except LibraryError as error:
                    yield Finding(str(error), "write it anew from what the other files hold")


def _about_documents(state: State) -> Iterator[Finding]:
    """What does not fit together in a library that opens."""
    cure = "leave it out; it stays in the copy"
    checks: dict[tuple[str, str], Callable[[Mapping[str, Any]], object]] = {
        ("papers", "papers"): codec.decode_paper,
        ("papers", "abstracts"): lambda document: document["abstract"],
        ("papers", "changes"): codec.decode_change,
        ("readings", "readings"): codec.decode_reading,
        ("readings", "changes"): codec.decode_change,
    }
    ids: dict[str, set[str]] = {"papers": set(), "readings": set()}
    changes: set[int] = set()
    for (file, name), check in checks.items():
        for doc_id, document in state.tables[file][name].items():
            where = f"{file}.json, {name} {doc_id}"
            try:
                check(document)
                key = document["id"]
                if name == "changes":
                    if key in changes:
                        yield Finding(f"{where}: change {key} is there twice.", cure)
                    changes.add(key)
                elif name in ids:
                    if key in ids[name]:
                        yield Finding(f"{where}: paper {key} is there twice.", cure)
                    ids[name].add(key)
            except (KeyError, ValueError, TypeError, AttributeError) as error:
                yield Finding(f"{where} cannot be understood: {error!r}.", cure)
    for _, document in state.tables["readings"]["readings"].items():
        with contextlib.suppress(KeyError, ValueError, TypeError, AttributeError):
            reading = codec.decode_reading(document)
            if (reading.rank is not None) is not (reading.status in IN_QUEUE):
                yield Finding(
                    f"Paper {reading.paper_id} is {reading.status}, but its place in the queue "
                    "says otherwise.",
                    "give it the place its status asks for",
                )
            if reading.paper_id not in ids["papers"]:
                yield Finding(f"There is a reading, but no paper {reading.paper_id}.")


def _about_copies(files: OsFiles, folder: Path) -> Iterator[Finding]:
    for day in daily_copies(folder)[:1]:
        place = folder / "backups" / f"daily-{day}"
        try:
            recover(files, place)
        except (ReadqError, OSError) as error:
            yield Finding(f"The newest daily copy does not open: {error}")


def _keep_as_it_was(folder: Path) -> Path:
    """Copy every file of the library, sound or not, into a new folder in `backups/`."""
    backups = folder / "backups"
    backups.mkdir(mode=0o700, exist_ok=True)
    number = 1
    while (place := backups / f"before-mending-{number}").exists():
        number += 1
    place.mkdir(mode=0o700)
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.is_symlink():
            fd = os.open(place / path.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "wb") as out, path.open("rb") as source:
                while chunk := source.read(1 << 20):
                    out.write(chunk)
                out.flush()
                os.fsync(out.fileno())
    OsFiles().sync_folder(place)
    return place
