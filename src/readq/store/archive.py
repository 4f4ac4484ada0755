"""A whole library in one file, and back."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import tarfile
import tempfile
import zlib
from datetime import UTC, datetime
from pathlib import Path

from readq.errors import LibraryError, ReadqError
from readq.store.library_files import LibraryFiles
from readq.store.lock import WAIT, FileLock

_SUFFIXES = (".json", ".log")
_LIMIT = 8 * 2**30


def pack(folder: Path, target: Path) -> Path:
    """Write the files of the library in `folder` to the gzipped tar `target`.

    The archive is opened as a library before it gets its name, so that a backup that exists is good.

    Raises:
        LibraryError: It cannot be written, or does not read back.
    """
    fd, name = -1, ""
    try:
        fd, name = tempfile.mkstemp(prefix=".readq-", suffix=".tmp", dir=target.parent)
        with os.fdopen(fd, "wb") as raw:
            with tarfile.open(fileobj=raw, mode="w:gz") as archive:
                for path in sorted(folder.iterdir()):
                    if path.suffix in _SUFFIXES and path.is_file():
                        _put(archive, path)
            raw.flush()
            os.fsync(raw.fileno())
        with tempfile.TemporaryDirectory(prefix="readq-") as trial:
            _extract(Path(name), Path(trial) / "library")
            LibraryFiles.open(Path(trial) / "library", create=False).close()
        Path(name).replace(target)
    except OSError as error:
        raise LibraryError(f"{target}: the backup was not written ({error.strerror}).") from error
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink()
    return target


def unpack(archive: Path, folder: Path) -> Path | None:
    """Put the library of a backup, a file or a daily copy, in the place of the one in `folder`.

    Returns:
        Where the library that was there is now; None when there was none. Nothing is ever deleted.

    Raises:
        LibraryError: The archive is not a backup of a library; nothing was changed.
    """
    beside, trial = None, Path()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        trial = Path(tempfile.mkdtemp(prefix=".readq-restore-", dir=folder.parent))
        try:
            _take_out(archive, trial / "library")
            LibraryFiles.open(trial / "library", create=False).close()
            beside = _exchange(trial / "library", folder)
        finally:
            shutil.rmtree(trial, ignore_errors=True)
    except (OSError, tarfile.TarError, EOFError, zlib.error, ValueError) as error:
        # ValueError: numbers and names of entries that tarfile does not check.
        reason = getattr(error, "strerror", None) or "it is damaged or no gzipped tar file"
        raise LibraryError(f"{archive}: cannot be restored ({reason}).") from error
    except ReadqError as error:
        within = str(error).replace(f"{trial / 'library'}{os.sep}", "its ")
        within = within.replace(f"at {trial / 'library'}", "in it")
        raise LibraryError(f"{archive}: cannot be restored: {within}") from error
    return beside


def _exchange(fresh: Path, folder: Path) -> Path | None:
    """Put a library in the place of another while nobody writes there; say where the other is now."""
    if not folder.exists():
        fresh.rename(folder)
        return None
    lock = FileLock(folder / "lock")
    # Windows moves no folder in which a file is open; a window open there stops the move by itself.
    held = os.name != "nt" and (folder / "lock").is_file() and lock.acquire(WAIT)
    try:
        beside = _free_name(folder)
        folder.rename(beside)
        try:
            fresh.rename(folder)
        except OSError:
            beside.rename(folder)
            raise
        return beside
    finally:
        if held:
            lock.release()
        lock.close()


def _put(archive: tarfile.TarFile, path: Path) -> None:
    data = path.read_bytes()
    entry = tarfile.TarInfo(path.name)
    entry.size, entry.mode = len(data), 0o600
    entry.mtime = int(path.stat().st_mtime)
    archive.addfile(entry, io.BytesIO(data))


def _take_out(archive: Path, folder: Path) -> None:
    """The files of a backup, which is one file or a daily copy."""
    if not archive.is_dir():
        _extract(archive, folder)
        return
    folder.mkdir(mode=0o700)
    for path in sorted(archive.iterdir()):
        if path.suffix in _SUFFIXES and path.is_file() and not path.is_symlink():
            fd = os.open(folder / path.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "wb") as out, path.open("rb") as source:
                shutil.copyfileobj(source, out)


def _extract(archive: Path, folder: Path) -> None:
    """Only plain files with our own kinds of names, into a fresh folder."""
    folder.mkdir(mode=0o700)
    total = 0
    with tarfile.open(archive, mode="r:gz") as entries:
        for entry in entries:
            plain = Path(entry.name).name
            if not entry.isfile() or plain != entry.name or not plain.endswith(_SUFFIXES):
                raise LibraryError("it holds something that is no file of a library.")
            total += entry.size
            if total > _LIMIT:
                raise LibraryError("it is larger than any library.")
            content = entries.extractfile(entry)
            assert content is not None
            fd = os.open(folder / plain, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "wb") as out:
                shutil.copyfileobj(content, out)
        # The checksum stands at the end, behind the last entry.
        stream = entries.fileobj
        assert stream is not None
        while padding := stream.read(1 << 20):
            total += len(padding)
            if total > _LIMIT:
                raise LibraryError("it is larger than any library.")


def _free_name(folder: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name, number = folder.with_name(f"{folder.name}.before-{stamp}"), 1
    while name.exists():
        number += 1
        name = folder.with_name(f"{folder.name}.before-{stamp}-{number}")
    return name
