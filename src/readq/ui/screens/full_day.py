"""The question which paper a newly queued one displaces, where the day is full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from readq.domain import Change
from readq.library import Library
from readq.ui.screens.asking import short_title

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp

_TITLE_ASIDE = 60
"""Letters of a title in a line of its own."""


def asks_what_to_displace(
    owner: ReadqApp,
    library: Library,
    ids: Sequence[str],
    *,
    at_end: Callable[[], object],
    displaced: Callable[[Change], object],
    priority: int | None = None,
) -> bool:
    """Ask what of a full day a newly queued paper displaces; whether there was anything to ask.

    Args:
        owner: The application.
        library: Where the papers are.
        ids: What is to be queued; for several papers at once nobody is asked.
        at_end: Queues it for another day.
        displaced: Called once it is queued in the place of another.
        priority: How soon it is to be read, if that is decided too.
    """
    from readq.ui.screens.choice import DIGITS, Answer, ChoiceScreen

    cap = owner.config.daily
    if cap is None or len(ids) != 1 or library.reading(ids[0]).is_queued:
        return False
    paper_id = ids[0]
    planned = library.displaceable(paper_id, cap)
    if not planned:
        return False

    def chosen(place: int | None) -> None:
        if place == 0:
            at_end()
        elif place is not None:
            other, last = planned[place - 1], planned[-1]
            change = owner.decide(
                lambda: library.queue_instead(paper_id, other, last, priority=priority)
            )
            if change is not None:
                heading = f"Today instead of {short_title(library, other)}"
                owner.say(short_title(library, paper_id), heading=heading, undo=True)
                displaced(change)

    answers = [
        Answer(f"{library.minutes(i):>3} min", library.hot(i).title) for i in planned[: len(DIGITS)]
    ]
    answers.insert(0, Answer("none", "queue it for another day", "a"))
    about = f"for {short_title(library, paper_id, _TITLE_ASIDE)}"
    owner.push_screen(ChoiceScreen(f"Today is full ({cap}): instead of", answers, about), chosen)
    return True
