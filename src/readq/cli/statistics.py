"""`stats`: how far triage is, what was read, and on which days."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from readq.cli.cells import cell_width
from readq.cli.command import command
from readq.cli.output import Look, clean, put_json, put_lines
from readq.cli.session import Session
from readq.domain import Status

if TYPE_CHECKING:
    from datetime import date

    from readq.library import Statistics

_SHOWN_DAYS = 14
_BAR = 30
_COLOURS = {"kept": "blue", "later": "magenta", "skipped": "white"}
_STATUS_COLOURS = {
    Status.LATER: "magenta",
    Status.QUEUED: "blue",
    Status.READING: "yellow",
    Status.READ: "cyan",
}


@command("stats", "readq stats", "readq stats --json", drawn=True)
def stats(session: Session) -> None:
    """Count papers by status, notes, tags and decisions a day.

    On a terminal with bars; days are your own, from midnight to midnight.
    """
    with session.library() as library:
        numbers = library.statistics()
    if session.json:
        put_json(numbers.to_json())
    else:
        put_lines(_lines(numbers, session.look))


def _lines(numbers: Statistics, look: Look) -> Iterator[str]:
    from readq.library import in_hours

    def counted(count: int | str, words: str) -> str:
        return f"{count:>8,}  {words}" if isinstance(count, int) else f"{count:>8}  {words}"

    yield counted(numbers.papers, "papers")
    yield counted(numbers.decided, f"triaged, {numbers.share} %")
    yield counted(numbers.notes, "with a note")
    if numbers.in_trash:
        yield counted(numbers.in_trash, "more in the trash")
    yield counted(in_hours(numbers.queue_minutes), "to read the queue, roughly")
    yield counted(numbers.read_this_week, "read this week")
    yield counted(numbers.streak, f"days in a row, best {numbers.best_streak}")
    most = max(numbers.status.values(), default=0)
    for status, count in numbers.status.items():
        bar = _bar(look, count, most, fg=_STATUS_COLOURS.get(status, "white"))
        yield counted(count, _beside(str(status), bar))
    most = max(numbers.tags.values(), default=0)
    for tag, count in numbers.tags.items():
        yield counted(count, _beside(f"[{clean(tag)}]", _bar(look, count, most, fg="blue")))
    yield from _days(numbers, look, counted)


def _days(numbers: Statistics, look: Look, counted: Any) -> Iterator[str]:
    days = list(numbers.moves)[-_SHOWN_DAYS:]
    most = max((sum(numbers.triaged.get(day, {}).values()) for day in days), default=0)
    for day in reversed(days):
        yield counted(numbers.moves[day], f"decided on {day}{_outcomes(numbers, day, look, most)}")


def _outcomes(numbers: Statistics, day: date, look: Look, most: int) -> str:
    """The bars of a day and what they mean, where a person looks."""
    if look.width is None:
        return ""
    outcomes = numbers.triaged.get(day, {})
    bars = "".join(_bar(look, outcomes.get(n, 0), most, fg=fg) for n, fg in _COLOURS.items())
    words = [f"{outcomes[name]:,} {name}" for name in _COLOURS if outcomes.get(name)]
    if read := numbers.read.get(day):
        words.append(f"{read:,} read")
    return "  " + "  ".join(filter(None, (bars, ", ".join(words))))


def _beside(name: str, bar: str) -> str:
    return f"{name}{' ' * max(26 - cell_width(name), 1)}{bar}" if bar else name


def _bar(look: Look, count: int, most: int, **style: Any) -> str:
    """A bar, where there is a terminal to look at it."""
    if look.width is None or not count:
        return ""
    cells = max(round(count * min(_BAR, max(look.width - 60, 5)) / most), 1)
    return look.style(("━" if look.unicode else "=") * cells, **style)


COMMANDS = (stats,)
