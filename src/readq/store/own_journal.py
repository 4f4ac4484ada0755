"""The journal a process writes to: its own, with room for the lines to come.

A journal that gets a second line gets room for more with it, zeros that later lines are written
over: a disk need not note a new size for each of them. What is left of the room is cut off at the
end.
"""

from __future__ import annotations

import contextlib

from readq.store.os_files import OsFiles, Stamp


class OwnJournal:
    """One journal, open for writing."""

    def __init__(self, files: OsFiles, fd: int, end: int) -> None:
        """Take over the file `fd`, whose lines end at `end`, as the file does."""
        self._files, self._fd = files, fd
        self._end = self._size = end
        self._inode = files.open_stamp(fd).inode
        self._names: Stamp | None = None
        """The folder when the file last had its name."""

    def is_as_left(self, path: str, folder: str) -> bool:
        """Whether the file of that name in that folder is ours, and nobody else wrote to it.

        It is looked at only when names in the folder changed: some systems note the time of a
        write more finely once somebody asked for it, which makes every write cost half as much again.
        """
        files = self._files
        if files.size_of(self._fd) != self._size:
            return False
        names = files.stamp(folder)
        if names is None or names != self._names:
            now = files.stamp(path)
            if now is None or now.inode != self._inode:
                return False
            self._names = names
        return True

    def add(self, line: bytes) -> None:
        """Write a line that outlives a power cut when this returns.

        Raises:
            OSError: Nobody knows how much of it is on the disk; the journal is not to be used again.
        """
        files, end = self._files, self._end + len(line)
        files.write(self._fd, line, self._end)
        if end <= self._size:
            files.sync_in_place(self._fd)
        else:
            with contextlib.suppress(OSError):  # where the line just fitted, it counts
                files.write(self._fd, bytes(files.room), end)
            files.sync(self._fd)
            self._size = files.size_of(self._fd)
        self._end = end

    def end(self) -> None:
        """Leave the journal as it is to stay."""
        if self._size > self._end:
            with contextlib.suppress(OSError):  # what is left of the room does no harm
                self._files.cut(self._fd, self._end)
        self.close()

    def close(self) -> None:
        """Let go of the file, as it is."""
        self._files.close(self._fd)
