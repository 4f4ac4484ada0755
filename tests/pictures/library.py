"""The bundled papers as they look after two weeks with readq."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

from readq.domain import Status
from readq.library import Library, open_library, open_samples

TODAY = datetime(2026, 7, 15, 9, 0, tzinfo=UTC)
NOTE = """## Claim

Predicting in **latent space** removes the need for pixels: the world model plans with what it
needs and no more.

- reward = task reward - a * length
- `horizon` in 4, 8, 16; longer ones drift

## Questions

1. Does it hold outside the training rooms?
2. What breaks first when the horizon grows?

> compare with [[{other}]]
"""


class Days:
    """A clock that a script sets."""

    def __init__(self) -> None:
        self.now = TODAY

    def __call__(self) -> datetime:
        return self.now

    def go_to(self, days_ago: int) -> None:
        """Go to the morning of a day."""
        self.now = TODAY - timedelta(days=days_ago)


def new_library(folder: Path) -> tuple[Library, Callable[[], datetime]]:
    """A library that holds nothing yet, and its clock."""
    days = Days()
    return open_library(folder, now=days, name="papers"), days


def doubled_library(folder: Path) -> tuple[Library, Callable[[], datetime]]:
    """A library in which one paper is there twice, and its clock."""
    library, days = used_library(folder)
    paper = library.paper(library.ids(sort="title")[2])
    rest = " ".join(paper.abstract.split()[5:])
    text = f"{paper.title}\nAuthors: Ann Lee, Bo Ek\nIn this version {rest}\n"
    library.add("-", shape="titled", venue="ICLR", year=2025, stdin=BytesIO(text.encode()))
    return library, days


def used_library(folder: Path) -> tuple[Library, Callable[[], datetime]]:
    """A library in `folder` in which papers were decided, read and noted, and its clock."""
    days = Days()
    days.go_to(16)
    library = open_samples(folder, now=days)
    ids = library.ids(sort="title")
    plan = "qxqqxmqqxqxqqxqxmqqxqx"
    letters = {"q": Status.QUEUED, "x": Status.SKIPPED, "m": Status.LATER}
    for number, letter in enumerate(plan):
        days.go_to(14 - number * 14 // len(plan))
        library.mark(ids[number], letters[letter])
    queue = library.queue_ids()
    for number, paper_id in enumerate(queue):
        library.set_priority(paper_id, (5, 4, 4, 3, 3, 2, 0, 1)[number % 8])
        if number % 3 == 0:
            library.tag(paper_id, ["world models", "reasoning", "long context"][: number % 4 + 1])
    for days_ago, paper_id in ((6, queue[-1]), (3, queue[-2]), (1, queue[-3])):
        days.go_to(days_ago)
        library.mark(paper_id, Status.READ)
    days.go_to(0)
    library.mark(queue[0], Status.READING)
    library.note(queue[0], NOTE.format(other=library.hot(queue[1]).title))
    library.note(queue[4], "Try their ablation on our data.")
    library.sort_queue()
    return library, days
