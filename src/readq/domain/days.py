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
_COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SPAN = lazily(r"(?:\+ ?|in )?(?:(\d{1,4}) *|([a-z]{1,5}) )(d|day|w|week|m|mo|month|y|year)s?")
_MORE_DAYS = lazily(r"\+ ?(\d{1,4})")
_MONTH_DAY = lazily(r"([a-z]{3,9})\.? (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?")
_DAY_MONTH = lazily(
    r"(?:the )?(\d{1,2})(?:\.|st|nd|rd|th)? ?(?:of )?([a-z]{3,9})\.?(?:,? (\d{4}))?"
)
_MONTH_YEAR = lazily(r"([a-z]{3,9})\.? (\d{4})")
_YEAR_MONTH = lazily(r"(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?")
_NUMBERS = lazily(r"(\d{1,2})([-/.]) ?(\d{1,2})(?:\2 ?(\d{4})?)?")
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
            f'"{text}" is no day readq knows; try {_next_time(12, 1, today)}, tomorrow, 3d, 2w, 1m,'
            " monday or now."
        )
    if day <= today:
        raise UsageError(f"{day.isoformat()} is not to come; `now` ends a deferral.")
    return day


def _named_day(words: str, today: date) -> date | None:
    match words:
        case "today":
            return today
        case "tomorrow" | "tom" | "tmr" | "tmrw":
            return today + timedelta(days=1)
        case "day after tomorrow" | "the day after tomorrow":
            return today + timedelta(days=2)
        case "end of month" | "end of the month":
            return _later(today, 1, "m").replace(day=1) - timedelta(days=1)
        case "end of year" | "end of the year":
            return date(today.year, 12, 31)
        case "weekend" | "this weekend" | "the weekend":
            return _weekday(_SATURDAY, today)
        case "next week":
            return _weekday(0, today)
        case "next month":
            return _later(today, 1, "m").replace(day=1)
        case "next year":
            return date(today.year + 1, 1, 1)
    if (span := _SPAN.fullmatch(words)) and (count := _count(span[1] or span[2])) is not None:
        return _later(today, count, span[3][0])
    if span := _MORE_DAYS.fullmatch(words):
        return _later(today, int(span[1]), "d")
    name = words.removeprefix("next ").removeprefix("this ").removeprefix("on ")
    if (number := _place(_DAYS, name)) is not None:
        return _weekday(number, today)
    of_next_week = words.removeprefix("next week ").removesuffix(" next week")
    if of_next_week != words and (number := _place(_DAYS, of_next_week)) is not None:
        return _weekday(0, today) + timedelta(days=number)
    return _calendar_day(name, today)


def _count(word: str) -> int | None:
    """The number that figures, a word or an article say."""
    if word in {"a", "an"}:
        return 1
    if word in _COUNTS:
        return _COUNTS.index(word)
    return int(word) if word.isdigit() else None


def _place(names: tuple[str, ...], word: str) -> int | None:
    """Which of the names begins with the word, which must have three letters."""
    found = (place for place, name in enumerate(names) if name.startswith(word))
    return next(found, None) if len(word) >= 3 else None


def _weekday(number: int, today: date) -> date:
    return today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)


def _calendar_day(words: str, today: date) -> date | None:
    """`2026-12-24`, `24.12.`, `24 dec`, `dec 24` or `december`; without a year the next time it comes."""
    if (month := _place(_MONTHS, words)) is not None:
        return _next_time(month + 1, 1, today)
    if found := _YEAR_MONTH.fullmatch(words):
        return date(int(found[1]), int(found[2]), int(found[3] or 1))
    if found := _NUMBERS.fullmatch(words):
        return _numbered(int(found[1]), int(found[3]), found[2], found[4], today)
    if found := _MONTH_DAY.fullmatch(words):
        name, day, year = found.groups()
    elif found := _DAY_MONTH.fullmatch(words):
        day, name, year = found.groups()
    elif found := _MONTH_YEAR.fullmatch(words):
        name, day, year = found[1], "1", found[2]
    else:
        return date.fromisoformat(words)
    month = _place(_MONTHS, name)
    return None if month is None else _dated(month + 1, int(day), year, today)


def _numbered(first: int, second: int, sign: str, year: str | None, today: date) -> date | None:
    """The day that two numbers name; None where either may be the month."""
    if second > 12:
        return _dated(first, second, year, today)
    if sign == "." or first > 12 or first == second:
        return _dated(second, first, year, today)
    return None


def _dated(month: int, day: int, year: str | None, today: date) -> date:
    return date(int(year), month, day) if year else _next_time(month, day, today)


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
