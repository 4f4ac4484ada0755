"""One writer at a time: an operating-system lock, held for each write only.

The lock file's text is for people and for one check: it names the process that wrote last and the
newest journal known to be safely on disk, so that a journal that went missing is noticed.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from readq.errors import LibraryError, LockedLibraryError
from readq.patterns import lazily_bytes

WAIT = 5.0
_LONGEST_PAUSE = 0.004
"""Between two tries, in seconds: longer, and a process that writes without end lets nobody in."""
_BUSY = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
_TEXT = lazily_bytes(rb"readq (\d{1,10}) (\d{1,10})\n")


class FileLock:
    """The lock of one library; may be taken again by the one who holds it."""

    def __init__(self, path: Path) -> None:
        self._path, self._name = path, str(path)
        self._fd: int | None = None
        self._place = (0, 0)
        """Inode and device of the file we hold open."""
        self._depth = 0
        self._writable = True
        self._written = 0
        """When our text was written, in nanoseconds: as long as that stands, it need not be read."""

    def __del__(self) -> None:
        """A lock nobody closed keeps no file open."""
        self.close()

    @property
    def generation(self) -> int:
        """The newest journal the last writer knew to be on disk; 0 when it does not say."""
        return self._read()[1]

    def acquire(self, wait: float = WAIT) -> bool:
        """Take the lock, waiting for another process at most `wait` seconds.

        Returns:
            False when the folder allows no lock file at all, so nobody can write either.

        Raises:
            LockedLibraryError: Another process held on to it.
        """
        if self._depth:
            self._depth += 1
            return True
        while True:
            if self._fd is None and not self._open():
                return False
            assert self._fd is not None
            if not try_lock(self._fd):
                self._wait(self._fd, wait)
            modified = self._modified_in_place()
            if modified is not None:
                break
            self.close()
        self._depth = 1
        if modified != self._written:
            pid, generation = self._read()
            if pid != os.getpid():
                self._write(generation)
        return True

    def _wait(self, fd: int, wait: float) -> None:
        end, pause = time.monotonic() + wait, 0.001
        while not try_lock(fd):
            if time.monotonic() >= end:
                pid = self._read()[0]
                who = f"process {pid}" if pid else "another process"
                raise LockedLibraryError(
                    f"The library {self._path.parent} is in use by {who}; try again when it is done."
                )
            time.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)

    def _modified_in_place(self) -> int | None:
        """When the locked file was last written; None when a restore moved it away with its library."""
        try:
            there = os.lstat(self._name)
        except OSError:
            return None if self._path.parent.is_dir() else self._written
        same = (there.st_ino, there.st_dev) == self._place
        return there.st_mtime_ns if same else None

    def release(self) -> None:
        """Let others write."""
        self._depth -= 1
        if self._depth == 0 and self._fd is not None:
            unlock(self._fd)

    def note(self, generation: int) -> None:
        """Remember the newest journal on disk."""
        self._write(generation)

    def close(self) -> None:
        """Let go of the lock file."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
            self._depth = self._written = 0

    def _open(self) -> bool:
        extra = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        extra |= getattr(os, "O_NONBLOCK", 0)
        try:
            self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT | extra, 0o600)
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR):
                raise
            if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC):
                raise LibraryError(
                    f"The lock file {self._path} cannot be opened ({error.strerror}); "
                    "remove it when no readq is running."
                ) from error
            self._writable = False
            try:
                self._fd = os.open(self._path, os.O_RDONLY | extra)
            except OSError:
                return False
        ours = os.fstat(self._fd)
        self._place = (ours.st_ino, ours.st_dev)
        return True

    def _read(self) -> tuple[int, int]:
        if self._fd is None:
            return 0, 0
        if hasattr(os, "pread"):
            text = os.pread(self._fd, 64, 0)
        else:
            os.lseek(self._fd, 0, os.SEEK_SET)
            text = os.read(self._fd, 64)
        found = _TEXT.fullmatch(text)
        return (int(found[1]), int(found[2])) if found else (0, 0)

    def _write(self, generation: int) -> None:
        if self._fd is None or not self._writable:
            return
        try:
            os.ftruncate(self._fd, 0)
            os.lseek(self._fd, 0, os.SEEK_SET)
            os.write(self._fd, b"readq %d %d\n" % (os.getpid(), generation))
            self._written = os.fstat(self._fd).st_mtime_ns
        except OSError:
            pass  # the text only helps; the lock itself is held


class Held(AbstractContextManager[None]):
    """Begins and ends something; a class, since a generator would cost each change some microseconds."""

    def __init__(self, begin: Callable[[], None], end: Callable[[bool], None]) -> None:
        """`end` is told whether all went well in between."""
        self._begin, self._end = begin, end

    def __enter__(self) -> None:
        """Begin."""
        self._begin()

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """End."""
        self._end(kind is None)


if os.name == "nt":  # pragma: no cover
    import msvcrt

    def try_lock(fd: int) -> bool:
        """Take the lock of an open file if it is free; whether it was."""
        os.lseek(fd, 1 << 20, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True

    def unlock(fd: int) -> None:
        """Give it back."""
        os.lseek(fd, 1 << 20, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def try_lock(fd: int) -> bool:
        """Take the lock of an open file if it is free; whether it was."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _BUSY:
                raise
            return False
        return True

    def unlock(fd: int) -> None:
        """Give it back."""
        fcntl.flock(fd, fcntl.LOCK_UN)
