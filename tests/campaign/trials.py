"""The checks a planted fault has to get past, cheap ones first."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from tests.campaign.damage import flipped, libraries
from tests.campaign.failing import error_points, survive
from tests.campaign.histories import STORY, random_history
from tests.campaign.model import Step
from tests.campaign.world import Depth, World
from tests.store.disk import Platter

Trial = Callable[[], object]


def crash_everywhere(history: list[Step], depth: Depth, seed: int = 0) -> World:
    """Go through a history and look at a crash at every call."""
    world = World(Platter(), random=Random(seed), depth=depth)
    world.go(history)
    return world


def trials(by: str, lots: int = 6) -> Iterator[Trial]:
    """What is tried to find a fault, by the kind of check that should."""
    histories = [list(STORY), *(random_history(seed) for seed in range(lots))]
    if by == "flips":
        yield from (partial(flipped, library) for library in libraries(0))
    elif by == "crashes":
        for seed, history in enumerate(histories):
            yield partial(crash_everywhere, history, Depth(images=8, lives=0.3, second=0), seed)
    else:
        depth = Depth(images=6, lives=1.0, second=0)
        for history in histories:
            points = [*error_points(history, errors=(errno.EIO,))]
            Random(0).shuffle(points)
            yield from (partial(survive, history, point, depth) for point in points)
