"""Days: the reader's own, from midnight to midnight where the reader is, and the one meant by `monday`."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from readq.errors import UsageError
from readq.patterns import lazily

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_SPAN = lazily(r"(?:\+|in )?(\d{1,4}) *(d|day|w|week|m|mo|month|y|year)s?")
_ONE = lazily(r"(?:in )?(?:an?|one) (day|week|month|year)")
_MONTH_DAY = lazily(r"([a-z]{3,9})\.? +(\d{1,2})(?:,? +(\d{4}))?")
_DAY_MONTH = lazily(r"(\d{1,2})\.? +([a-z]{3,9})\.?(?: +(\d{4}))?")
_CLEARING = frozenset({"now", "never", "none"})
_SATURDAY = 5


def local_day(when: datetime) -> date:
    """The day it was for the reader at that moment."""
    return when.astimezone().date()


def day_start(day: date) -> datetime:
    """The moment at which a day begins for the reader."""
    midnight = datetime.combine(day, time())
    try:
        return midnight.astimezone()
    except (OverflowError, ValueError, OSError):  # the first and last days there are
        return midnight.replace(tzinfo=UTC)


def parse_day(text: str, today: date) -> date | None:
    """The day named by the text; None where it says not to wait (`now`, `none`).

    Raises:
        UsageError: The text names no day, or one that is not to come.
    """
    words = " ".join(text.lower().split())
    if words in _CLEARING:
        return None
    try:
        day = _named_day(words, today)
    except (ValueError, OverflowError):
        day = None
    if day is None:
        raise UsageError(
            f'"{text}" is no day readq knows; try 2026-12-01, tomorrow, 3d, 2w, 1m, monday or now.'
        )
    if day <= today:
        raise UsageError(f"{day.isoformat()} is not to come; `now` ends a deferral.")
    return day


def _named_day(words: str, today: date) -> date | None:
    match words:
        case "today":
            return today
        case "tomorrow":
            return today + timedelta(days=1)
        case "weekend" | "this weekend" | "the weekend":
            return _weekday(_SATURDAY, today)
        case "next week":
            return _weekday(0, today)
        case "next month":
            return _later(today, 1, "m").replace(day=1)
        case "next year":
            return date(today.year + 1, 1, 1)
    if span := _SPAN.fullmatch(words):
        return _later(today, int(span[1]), span[2][0])
    if span := _ONE.fullmatch(words):
        return _later(today, 1, span[1][0])
    name = words.removeprefix("next ").removeprefix("on ")
    if (number := _place(_DAYS, name)) is not None:
        return _weekday(number, today)
    return _calendar_day(name, today)


def _place(names: tuple[str, ...], word: str) -> int | None:
    """Which of the names begins with the word, which must have three letters."""
    found = (place for place, name in enumerate(names) if name.startswith(word))
    return next(found, None) if len(word) >= 3 else None


def _weekday(number: int, today: date) -> date:
    return today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)


def _calendar_day(words: str, today: date) -> date | None:
    """`2026-12-24`, `24 dec`, `dec 24` or `december`; without a year the next time it comes."""
    if (month := _place(_MONTHS, words)) is not None:
        return _next_time(month + 1, 1, today)
    if found := _MONTH_DAY.fullmatch(words):
        name, day, year = found.groups()
    elif found := _DAY_MONTH.fullmatch(words):
        day, name, year = found.groups()
    else:
        return date.fromisoformat(words)
    month = _place(_MONTHS, name)
    if month is None:
        return None
    if year:
        return date(int(year), month + 1, int(day))
    return _next_time(month + 1, int(day), today)


def _next_time(month: int, day: int, today: date) -> date:
    """The next such day; 29 February may take some years."""
    for year in range(today.year, today.year + 9):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found > today:
            return found
    raise ValueError("no such day")


def _later(today: date, count: int, unit: str) -> date:
    if unit in "dw":
        return today + timedelta(days=count * (7 if unit == "w" else 1))
    months = today.month - 1 + count * (12 if unit == "y" else 1)
    year, month = today.year + months // 12, months % 12 + 1
    first_of_next = date(year + month // 12, month % 12 + 1, 1)
    last = (first_of_next - timedelta(days=1)).day
    return date(year, month, min(today.day, last))
