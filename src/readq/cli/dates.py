"""The day a person means by `tomorrow`, `3d` or `monday`."""

from __future__ import annotations

import re
from datetime import date, timedelta

from readq.errors import UsageError

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SPAN = re.compile(r"\+?(\d{1,4})\s*([dwmy])[a-z]*")
_CLEARING = frozenset({"now", "never", "none"})


def parse_day(text: str, today: date) -> date | None:
    """The day named by the text; None where it says not to wait (`now`, `none`).

    Raises:
        UsageError: The text names no day, or one that is not to come.
    """
    words = text.strip().lower()
    if words in _CLEARING:
        return None
    day = _named_day(words, today)
    if day is None:
        raise UsageError(
            f'"{text}" is no day readq knows; try 2026-12-01, tomorrow, 3d, 2w, 1m, monday or now.'
        )
    if day <= today:
        raise UsageError(f"{day.isoformat()} is not to come; `now` ends a deferral.")
    return day


def _named_day(words: str, today: date) -> date | None:
    if words == "tomorrow":
        return today + timedelta(days=1)
    if words == "today":
        return today
    if len(words) >= 3:
        for number, name in enumerate(_DAYS):
            if name.startswith(words.removeprefix("next ")):
                return today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    try:
        if span := _SPAN.fullmatch(words):
            return _later(today, int(span[1]), span[2])
        return date.fromisoformat(words)
    except (ValueError, OverflowError):
        return None


def _later(today: date, count: int, unit: str) -> date:
    if unit in "dw":
        return today + timedelta(days=count * (7 if unit == "w" else 1))
    months = today.month - 1 + count * (12 if unit == "y" else 1)
    year, month = today.year + months // 12, months % 12 + 1
    first_of_next = date(year + month // 12, month % 12 + 1, 1)
    last = (first_of_next - timedelta(days=1)).day
    return date(year, month, min(today.day, last))
