"""A disk that refuses at every single call, comes back, and loses power some time later."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tests.campaign.model import Step
from tests.campaign.world import Count, Depth, World
from tests.store.disk import Platter

ERRORS = (errno.EIO, errno.ENOSPC, errno.EROFS, errno.EDQUOT)
SPANS = (1, 2, 6)


@dataclass(frozen=True)
class ErrorPoint:
    """From which call on the disk fails, how, and for how long."""

    first: int
    span: int
    error: int = errno.EIO
    reading: bool = False

    def platter(self) -> Platter:
        """A disk that will."""
        calls = range(self.first, self.first + self.span)
        if self.reading:
            return Platter(fail_reads=calls)
        return Platter(fail_at=calls, error=self.error)


def error_points(history: Sequence[Step], errors: Sequence[int] = ERRORS) -> Iterator[ErrorPoint]:
    """Every call of a history with every error and span; every read with EIO."""
    platter = Platter()
    World(platter, careful=True).go(history)
    for span in SPANS:
        for first in range(1, platter.calls + 1):
            yield from (ErrorPoint(first, span, error) for error in errors)
        for first in range(1, platter.reads + 1):
            yield ErrorPoint(first, span, reading=True)


def survive(history: Sequence[Step], point: ErrorPoint, depth: Depth) -> Count:
    """Go through the history and over the error; look at a crash later on and one at the end."""
    platter = point.platter()
    random = Random(f"{point}")
    world = World(platter, random=random, careful=True)
    world.depth = depth
    crash_at = point.first + random.randrange(point.span + 20)

    def watch() -> None:
        if platter.calls == crash_at:
            world.crash()

    platter.watch = watch
    world.go(history)
    return world.count
