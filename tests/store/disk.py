"""A disk in memory that fails or loses power at a chosen call."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, cast

from readq.store.lock import FileLock
from readq.store.os_files import OsFiles, ReadFile, Stamp

Image = dict[Path, bytes]
"""What is on the disk when the machine starts again."""


class PowerCut(BaseException):
    """The machine is gone; nothing in the program gets to handle this."""


@dataclass
class Inode:
    number: int
    name: str = ""
    """What it was called when it was made."""
    durable: bytes = b""
    now: bytearray = field(default_factory=bytearray)
    changed: int = 0
    at: int = 0
    """Where the last write ended."""
    start: int = 0
    end: int = 0
    """What no fsync has covered yet; empty where they are equal."""

    @property
    def is_loose(self) -> bool:
        return self.start < self.end or len(self.now) < len(self.durable)

    def write(self, data: bytes, at: int | None = None) -> None:
        at = self.at if at is None else at
        self.now[at : at + len(data)] = data
        self.at = at + len(data)
        if data:
            self.start = min(self.start, at) if self.start < self.end else at
            self.end = max(self.end, self.at)

    def settle(self, *, in_place: bool = False) -> None:
        """What was written is safe; but for what lies beyond the durable size where that is not noted."""
        size = min(len(self.now), len(self.durable)) if in_place else len(self.now)
        end = min(self.end, size)
        old = self.durable.ljust(size, b"\0")[:size]
        if self.start < end:  # what the kernel forgot stays forgotten
            old = old[: self.start] + bytes(self.now[self.start : end]) + old[end:]
        self.durable = old
        if end < self.end:
            self.start = max(self.start, end)
        else:
            self.start = self.end = 0

    def forget(self) -> None:
        """The kernel forgets that these pages were never written: the next fsync would succeed."""
        self.durable = self.durable.ljust(len(self.now), b"\0")
        self.start = self.end = 0

    def left(self, how: str, random: Random) -> bytes:
        """What is left of it after a power cut; of what no fsync has covered, any part may be."""
        if how == "mixed":
            how = random.choice(("nothing", "everything", "cut", "zeros"))
        if how == "nothing" or not self.is_loose:
            return self.durable
        now, start, end = bytes(self.now), self.start, self.end
        if how == "everything" or start == end:
            return now
        cut = random.randrange(start, end)
        if how == "cut":
            return now[:cut] + self.durable[cut:]
        if how == "holes":
            return now[:start] + bytes(cut - start) + now[cut:]
        rest = end - cut
        return now[:cut] + {"zeros": bytes(rest), "junk": random.randbytes(rest)}[how] + now[end:]


Operation = tuple[str, Path, Path | None, Inode]


@dataclass
class Platter:
    """What several processes on one machine share."""

    names: dict[Path, Inode] = field(default_factory=dict)
    durable_names: dict[Path, Inode] = field(default_factory=dict)
    pending: list[Operation] = field(default_factory=list)
    newest: int = 0
    calls: int = 0
    reads: int = 0
    inodes: int = 0
    renamed: int = 0
    """How often a name came or went."""
    dead: bool = False
    cut_at: int = 0
    fail_at: range = range(0)
    fail_reads: range = range(0)
    error: int = errno.EIO
    watch: Callable[[], None] | None = None
    """Called before each call: what is on the disk now is what a crash at that call leaves."""

    @classmethod
    def of(cls, files: Image, newest: int = 0) -> Platter:
        platter = cls(newest=newest)
        for path, content in files.items():
            inode = platter.new_inode(path.name)
            inode.durable, inode.now = content, bytearray(content)
            platter.names[path] = platter.durable_names[path] = inode
        return platter

    def new_inode(self, name: str) -> Inode:
        self.inodes += 1
        return Inode(self.inodes, name)

    def read(self) -> None:
        """Count a call that reads, and let it fail where it is to."""
        self.reads += 1
        if self.reads in self.fail_reads:
            raise OSError(errno.EIO, "simulated failure to read")

    def content(self) -> Image:
        return {path: bytes(inode.now) for path, inode in self.names.items()}

    def images(self, random: Random, limit: int = 0, tears: int = 2) -> Iterator[Image]:
        """The different things that may be found after a power cut now, at most `limit` of them."""
        hows = ["nothing", "everything", "mixed", *["cut", "zeros", "junk", "holes"] * tears]
        choices = []
        for names in self._name_sets(random):
            loose = [path for path, inode in names.items() if inode.is_loose]
            choices += [(names, loose, how) for how in (hows if loose else hows[:1])]
        if 0 < limit < len(choices):
            random.shuffle(choices)
        seen = set()
        for names, loose, how in choices:
            image = {path: inode.durable for path, inode in names.items()}
            for path in loose:
                image[path] = names[path].left(how, random)
            mark = frozenset(image.items())
            if mark not in seen:
                seen.add(mark)
                yield image
                if len(seen) == limit:
                    return

    def _name_sets(self, random: Random) -> Iterator[dict[Path, Inode]]:
        """The names after the first few operations on them, or after some out of order."""
        names = dict(self.durable_names)
        yield names
        for operation in self.pending:
            names = dict(names)
            _rename(names, operation)
            yield names
        for _ in range(2 if len(self.pending) > 1 else 0):
            names = dict(self.durable_names)
            for operation in self.pending:
                if random.random() < 0.5:
                    _rename(names, operation)
            yield names


def _rename(names: dict[Path, Inode], operation: Operation) -> None:
    kind, path, new, inode = operation
    if kind == "create":
        names[path] = inode
    else:
        names.pop(path, None)
    if new is not None:
        names[new] = inode


class SimulatedFiles(OsFiles):
    """One process's view of the platter."""

    room = 700

    def __init__(self, platter: Platter) -> None:
        self.platter = platter
        self._open: dict[int, Inode] = {}

    def _call(self) -> None:
        platter = self.platter
        if platter.dead:
            raise PowerCut
        platter.calls += 1
        if platter.watch is not None:
            platter.watch()
        if platter.calls == platter.cut_at:
            platter.dead = True
            raise PowerCut
        if platter.calls in platter.fail_at:
            raise OSError(platter.error, "simulated failure")

    def make_folder(self, folder: Path) -> None:
        pass

    def names(self, folder: Path) -> list[str]:
        return [path.name for path in self.platter.names if path.parent == folder]

    def is_there(self, path: str) -> bool:
        return self.stamp(path) is not None

    def stamp(self, path: Path | str) -> Stamp | None:
        if self.platter.dead:
            raise PowerCut
        inode = self.platter.names.get(Path(path))
        if inode is not None:
            return Stamp(len(inode.now), inode.changed, inode.number)
        is_folder = any(name.parent == Path(path) for name in self.platter.names)
        return Stamp(0, self.platter.renamed, 0) if is_folder else None

    def open_read(self, path: Path) -> ReadFile:
        platter = self.platter
        if platter.dead:
            raise PowerCut
        platter.read()
        inode = platter.names.get(path)
        if inode is None:
            raise FileNotFoundError(errno.ENOENT, "not there", str(path))
        return cast(ReadFile, SimulatedReadFile(platter, inode))

    def create(self, path: Path) -> int:
        self._call()
        if path in self.platter.names:
            raise FileExistsError(errno.EEXIST, "is there", str(path))
        inode = self.platter.new_inode(path.name)
        self.platter.names[path] = inode
        self.platter.renamed += 1
        self.platter.pending.append(("create", path, None, inode))
        fd = 100 + len(self._open)
        self._open[fd] = inode
        return fd

    def write(self, fd: int, data: bytes | memoryview, at: int | None = None) -> None:
        inode, data = self._open[fd], bytes(data)
        try:
            self._call()
        except PowerCut:
            inode.write(data, at)
            raise
        except OSError:
            inode.write(data[: (len(data) - 1) * (self.platter.calls % 4) // 3], at)
            raise
        inode.write(data, at)
        inode.changed = self.platter.calls

    def cut(self, fd: int, size: int) -> None:
        self._call()
        inode = self._open[fd]
        del inode.now[size:]
        inode.start, inode.end = min(inode.start, size), min(inode.end, size)

    def sync(self, fd: int) -> None:
        self._sync(self._open[fd])

    def sync_in_place(self, fd: int) -> None:
        self._sync(self._open[fd], in_place=True)

    def _sync(self, inode: Inode, *, in_place: bool = False) -> None:
        try:
            self._call()
        except OSError:
            inode.forget()
            raise
        inode.settle(in_place=in_place)

    def size_of(self, fd: int) -> int:
        return len(self._open[fd].now)

    def open_stamp(self, fd: int) -> Stamp:
        inode = self._open[fd]
        return Stamp(len(inode.now), inode.changed, inode.number)

    def close(self, fd: int) -> None:
        pass

    def rename(self, old: Path, new: Path) -> None:
        self._call()
        inode = self.platter.names.pop(old)
        self.platter.names[new] = inode
        self.platter.renamed += 1
        self.platter.pending.append(("rename", old, new, inode))

    def unlink(self, path: Path) -> None:
        self._call()
        inode = self.platter.names.pop(path, None)
        if inode is not None:
            self.platter.renamed += 1
            self.platter.pending.append(("unlink", path, None, inode))

    def sync_folder(self, folder: Path) -> None:
        self._call()
        self.platter.durable_names = dict(self.platter.names)
        self.platter.pending.clear()

    def lock(self, path: Path) -> FileLock:
        return cast(FileLock, SimulatedLock(self.platter))


class SimulatedReadFile:
    def __init__(self, platter: Platter, inode: Inode) -> None:
        self._platter, self._inode = platter, inode
        self.stamp = Stamp(len(inode.now), inode.changed, inode.number)

    def read(self, start: int, end: int) -> bytes:
        self._platter.read()
        return bytes(self._inode.now[start:end])

    def close(self) -> None:
        pass


class SimulatedLock:
    """Always free: the simulated processes take turns."""

    def __init__(self, platter: Platter) -> None:
        self._platter = platter

    @property
    def generation(self) -> int:
        return self._platter.newest

    def acquire(self, wait: float = 0) -> bool:
        return True

    def release(self) -> None:
        pass

    def note(self, generation: int) -> None:
        self._platter.newest = generation

    def close(self) -> Any:
        pass
