"""Every system call the store makes on the files of a library.

One small class, so that a test can put a disk in its place that fails or loses power.
"""

from __future__ import annotations

import errno
import os
import stat
import weakref
from pathlib import Path
from typing import NamedTuple

from readq.store.lock import FileLock

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
try:
    import fcntl

    _FULL_SYNC: int | None = getattr(fcntl, "F_FULLFSYNC", None)  # macOS: fsync stops half way
except ImportError:  # Windows
    _FULL_SYNC = None
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_HAS_PWRITE = hasattr(os, "pwrite")
_HAS_DATA_SYNC = _FULL_SYNC is None and hasattr(os, "fdatasync")


class Stamp(NamedTuple):
    """What tells one state of a file from another without reading it; made twice for each change."""

    size: int
    modified: int
    inode: int


class ReadFile:
    """A file open for reading at any offset, closed when nobody refers to it."""

    def __init__(self, fd: int, stamp: Stamp) -> None:
        self._fd = fd
        self.stamp = stamp
        self._close = weakref.finalize(self, os.close, fd)

    def read(self, start: int, end: int) -> bytes:
        """The bytes from `start` up to `end`, fewer where the file is shorter."""
        parts = []
        while start < end:
            part = self._pread(end - start, start)
            if not part:
                break
            parts.append(part)
            start += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def close(self) -> None:
        """Let go of the file now; what is read later is an error."""
        self._fd = -1  # the number may soon stand for another file
        self._close()

    def _pread(self, count: int, start: int) -> bytes:
        if hasattr(os, "pread"):
            return os.pread(self._fd, min(count, 1 << 30), start)
        os.lseek(self._fd, start, os.SEEK_SET)
        return os.read(self._fd, min(count, 1 << 30))


class OsFiles:
    """The file system as it is."""

    room = 1 << 15
    """How many bytes of zeros a journal that grows is made longer by, for what comes next."""

    def make_folder(self, folder: Path) -> None:
        """Make the folder, for its owner only, and those above it."""
        if folder.is_dir():
            return
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        self.sync_folder(folder.parent)

    def names(self, folder: Path) -> list[str]:
        """The names in the folder."""
        return [entry.name for entry in folder.iterdir()]

    def is_there(self, path: str) -> bool:
        """Whether something has that name; asked before each change, so without building what is not needed."""
        return os.access(path, os.F_OK)

    def stamp(self, path: Path | str) -> Stamp | None:
        """The file's stamp; None when there is no such file."""
        try:
            found = os.lstat(path)
        except FileNotFoundError:
            return None
        return Stamp(found.st_size, found.st_mtime_ns, found.st_ino)

    def open_read(self, path: Path) -> ReadFile:
        """Open a plain file for reading; links, pipes and devices are refused."""
        fd = os.open(path, os.O_RDONLY | _NO_FOLLOW | _NO_WAIT)
        found = os.fstat(fd)
        if not stat.S_ISREG(found.st_mode):
            os.close(fd)
            raise OSError(errno.EINVAL, "not a plain file", str(path))
        return ReadFile(fd, Stamp(found.st_size, found.st_mtime_ns, found.st_ino))

    def read(self, path: Path) -> bytes:
        """The whole content of a plain file."""
        file = self.open_read(path)
        try:
            return file.read(0, file.stamp.size)
        finally:
            file.close()

    def create(self, path: Path) -> int:
        """A new file, for its owner only."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW
        return os.open(path, flags, 0o600)

    def write(self, fd: int, data: bytes | memoryview, at: int | None = None) -> None:
        """Write all of `data` where the last write ended, or at an offset."""
        written = 0
        if at is not None and _HAS_PWRITE:
            written = os.pwrite(fd, data, at)
        if at is not None and written < len(data):
            os.lseek(fd, at + written, os.SEEK_SET)
        while written < len(data):
            written += os.write(fd, memoryview(data)[written:])

    def cut(self, fd: int, size: int) -> None:
        """Let the file end there."""
        os.ftruncate(fd, size)

    def sync_in_place(self, fd: int) -> None:
        """Make what was written outlive a power cut, where the file did not grow; costs less than `sync`."""
        if _HAS_DATA_SYNC:
            os.fdatasync(fd)
        else:
            self.sync(fd)

    def sync(self, fd: int) -> None:
        """Make what was written, and the file's size, outlive a power cut."""
        if _FULL_SYNC is None:
            os.fsync(fd)
            return
        try:
            fcntl.fcntl(fd, _FULL_SYNC)
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY):
                raise
            os.fsync(fd)

    def size_of(self, fd: int) -> int:
        """How long an open file is now; says nothing of its times, and so costs its next write nothing."""
        return os.lseek(fd, 0, os.SEEK_END)

    def open_stamp(self, fd: int) -> Stamp:
        """The stamp of an open file."""
        found = os.fstat(fd)
        return Stamp(found.st_size, found.st_mtime_ns, found.st_ino)

    def close(self, fd: int) -> None:
        """Close a file made by `create`."""
        os.close(fd)

    def rename(self, old: Path, new: Path) -> None:
        """Give the file its new name, in place of any other."""
        old.replace(new)

    def unlink(self, path: Path) -> None:
        """Remove the file; no error when it is gone already."""
        path.unlink(missing_ok=True)

    def sync_folder(self, folder: Path) -> None:
        """Make names given or taken in the folder outlive a power cut."""
        if os.name == "nt":
            return
        fd = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    def lock(self, path: Path) -> FileLock:
        """The lock of the library, not yet taken."""
        return FileLock(path)
