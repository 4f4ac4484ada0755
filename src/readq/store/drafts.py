"""What is being typed, beside the library until the library has it: a killed process loses no words.

One file for each text that is being written. It only grows while that goes on, a line for each state of
the text, and the last whole line counts: whatever cuts a write off, the line before it is there. The
process that writes it holds it locked, so that nobody takes it for what a dead one left.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

import orjson

from readq.domain import Change
from readq.store.codec import decode_change, encode_change
from readq.store.lock import try_lock, unlock
from readq.store.os_files import OsFiles

PREFIX = "unsaved-note-"
_NAME = PREFIX + "{}-{}.jsonl"
_MARK = "note"
"""The key of a line: what it holds replaces what the lines before it hold."""
_MOST = 1 << 24
"""Bytes after which a file is begun anew, should the library not take the text for so long."""


class Draft:
    """The file of one text. What is written to it survives this process."""

    def __init__(self, folder: Path, files: OsFiles | None = None) -> None:
        """Nothing is on disk before the first `write`."""
        self._folder, self._files = folder, files or OsFiles()
        self._path: Path | None = None
        self._fd = -1
        self._size = 0

    def write(self, change: Change) -> None:
        """Keep `change` in place of what was kept before.

        Raises:
            OSError: It could not be written; what was kept before still is.
        """
        line = orjson.dumps({_MARK: encode_change(change)}) + b"\n"
        if self._size + len(line) > _MOST or not self._is_in_place():
            self._write_anew(line)
            return
        try:
            self._files.write(self._fd, line, self._size)
            self._files.sync_in_place(self._fd)
        except OSError:
            with suppress(OSError):
                self._files.cut(self._fd, self._size)
            raise
        self._size += len(line)

    def clear(self) -> None:
        """The library has it."""
        if self._size:
            with suppress(OSError):
                self._files.cut(self._fd, 0)
                self._size = 0

    def close(self, keep: bool = False) -> None:
        """Remove the file, or leave it for the next start."""
        if self._path is None:
            return
        path, self._path = self._path, None
        if not (keep and self._size):
            with suppress(OSError):
                self._files.unlink(path)
        self._files.close(self._fd)
        if not (keep and self._size):
            with suppress(OSError):  # some systems remove no open file
                self._files.unlink(path)

    def _is_in_place(self) -> bool:
        """Whether the file has its name still: a library may be moved, or its folder tidied up."""
        if self._path is None:
            return False
        now = self._files.stamp(self._path)
        return now is not None and now.inode == self._files.open_stamp(self._fd).inode

    def _write_anew(self, line: bytes) -> None:
        """Begin another file with `line`; the former one goes when that is on disk."""
        new = Draft(self._folder, self._files)
        path = self._folder / _NAME.format(os.getpid(), f"{time.time_ns():x}")
        new._fd = self._files.create(path)
        new._path = path
        try:
            _hold(new._fd)
            self._files.write(new._fd, line)
            self._files.sync(new._fd)
        except OSError:
            new.close()
            raise
        self.close()
        self._path, self._fd, self._size = path, new._fd, len(line)


def _hold(fd: int) -> None:
    """Lock a new draft; who looks whether it is locked has it locked for a moment."""
    with suppress(OSError):  # some network disks know no locks
        for _ in range(100):
            if try_lock(fd):
                return
            time.sleep(0.001)


def is_draft(path: Path) -> bool:
    """Whether a file beside a library is named as those of `Draft` are."""
    return path.name.startswith(PREFIX)


def is_being_written(path: Path) -> bool:
    """Whether a running process writes the draft."""
    try:
        fd = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return False
    try:
        free = try_lock(fd)
        if free:
            unlock(fd)
        return not free
    except OSError:
        return False
    finally:
        os.close(fd)


def read_draft(data: bytes) -> Change | None:
    """The last whole state in the bytes of a draft; None when there is none.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: A line is not one of a draft.
    """
    lines = data.split(b"\n")[:-1]
    return decode_change(orjson.loads(lines[-1])[_MARK]) if lines else None


def holds_draft(data: bytes) -> bool:
    """Whether these bytes are those of a draft, and not of other changes that could not be saved."""
    return data.startswith(b'{"%b":' % _MARK.encode())
