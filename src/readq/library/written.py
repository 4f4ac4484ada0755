"""Files that readq writes for the reader: whole or not at all, and over nothing that is not its own."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import tempfile
from hashlib import sha256
from pathlib import Path

from readq.errors import ReadqError

_RECORD = "exports"
_MOST = 500
"""Files remembered; of older ones readq no longer knows that it wrote them."""


class Target:
    """A file to be written.

    A file in its place may be overwritten if readq wrote it from this library and nobody has changed it
    since, if it is empty, or if the reader says so. What readq wrote is remembered in the library's folder
    by place and checksum; without this memory an export only has to be forced once more.
    """

    def __init__(self, path: Path, library: Path | None) -> None:
        self.path = path
        self._memory = library / _RECORD if library is not None else None
        self._place = str(path.parent.resolve() / path.name)

    def check(self, *, force: bool = False, advice: str = "--force overwrites it") -> None:
        """Refuse what would be lost, with advice.

        Raises:
            ReadqError: There is no such folder, or something else is in the file's place.
        """
        if not self.path.parent.is_dir():
            raise ReadqError(f"There is no folder {self.path.parent}; make it first.")
        if self.path.is_dir():
            raise ReadqError(f"{self.path} is a folder; name a file in it.")
        if not (force or self._is_device() or self._is_ours()):
            raise ReadqError(
                f"{self.path} is there already, and it is not what readq last wrote there; {advice}."
            )

    def write(self, data: bytes) -> None:
        """Write the file, readable by its owner only; a link in its place is replaced, not followed."""
        if self._is_device():
            self.path.write_bytes(data)
            return
        write_whole(self.path, data)
        self._remember(data)

    def _is_device(self) -> bool:
        """Whether it is a pipe or a device such as /dev/stdout, which must not be replaced."""
        try:
            mode = self.path.stat().st_mode
        except OSError:
            return False
        return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)

    def _is_ours(self) -> bool:
        try:
            found = self.path.lstat()
        except FileNotFoundError:
            return True
        if not stat.S_ISREG(found.st_mode):
            return False
        return found.st_size == 0 or self._remembered().get(self._place) == _digest(
            self.path.read_bytes()
        )

    def _remembered(self) -> dict[str, str]:
        if self._memory is None:
            return {}
        try:
            memory = json.loads(self._memory.read_bytes())
        except (OSError, ValueError):
            return {}
        known = memory.items() if isinstance(memory, dict) else ()
        return {place: digest for place, digest in known if isinstance(digest, str)}

    def _remember(self, data: bytes) -> None:
        if self._memory is None:
            return
        memory = self._remembered()
        memory.pop(self._place, None)
        memory[self._place] = _digest(data)
        kept = dict(list(memory.items())[-_MOST:])
        with contextlib.suppress(OSError):
            write_whole(self._memory, json.dumps(kept, indent=1).encode())


def write_whole(target: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all; a link in its place is replaced, not followed.

    Raises:
        OSError: It cannot be written; its file name is the target's.
    """
    try:
        _write_whole(target, data)
    except OSError as error:
        # What failed is a descriptor without a name, or a file the reader never heard of.
        raise OSError(error.errno, error.strerror, str(target)) from error


def _write_whole(target: Path, data: bytes) -> None:
    fd, name = tempfile.mkstemp(prefix=".readq-", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(fd, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()
