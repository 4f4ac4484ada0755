"""Things a person may do to a library, drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.library.conftest import NOW, P, fill

from readq.domain import Status
from readq.library import Library
from readq.store import MemoryFiles

Command = Callable[[Library], object]


def made() -> Library:
    return fill(Library(MemoryFiles(), now=lambda: NOW))


def state(library: Library) -> tuple[str, list[str]]:
    return library.export("in:library,trash"), library.queue_ids()


def command(random: Random) -> Command:
    """One thing a person may do."""
    ids = random.sample(P, random.randint(1, 3))
    one = ids[0]
    kinds: list[Command] = [
        lambda library: library.mark(ids, random.choice(list(Status))),
        lambda library: library.set_priority(ids, random.randint(0, 5)),
        lambda library: library.trash(ids),
        lambda library: library.untrash(ids),
        lambda library: library.rate(ids, random.choice([None, 1, 5])),
        lambda library: library.tag(ids, [random.choice("abc")], [random.choice("abc")]),
        lambda library: library.note(one, random.choice(["", "x", "y" * 50])),
        lambda library: library.set_title(one, random.choice(["One", "Two"])),
        lambda library: library.sort_queue(),
        lambda library: (
            library.move(random.choice(queue), to=random.randint(1, len(queue)))
            if (queue := library.queue_ids())
            else None
        ),
    ]
    return random.choice(kinds)
