"""Days as a filter names them: `today`, `<7d`, `2026-11`, `2026-11-03`."""

from __future__ import annotations

from datetime import date, timedelta

from readq.records import dataclass

_UNITS = {"d": 1, "w": 7, "m": 30, "y": 365}


@dataclass(frozen=True, slots=True)
class Days:
    """A run of days, both ends included."""

    first: date
    last: date


def days(text: str, today: date) -> Days | None:
    """The days a value names; None when it names none."""
    value = text.lower()
    if value == "today":
        return Days(today, today)
    if value == "yesterday":
        return Days(today - timedelta(1), today - timedelta(1))
    parts = value.split("-")
    if not all(part.isascii() and part.isdigit() for part in parts) or len(parts[0]) != 4:
        return None
    try:
        match [int(part) for part in parts]:
            case [year, month, day]:
                return Days(date(year, month, day), date(year, month, day))
            case [year, month]:
                return Days(date(year, month, 1), _month_end(year, month))
            case [year]:
                return Days(date(year, 1, 1), date(year, 12, 31))
    except (ValueError, OverflowError):
        return None
    return None


def age(text: str) -> int | None:
    """The number of days in `7d`, `2w`, `3m` or `1y`; None for anything else."""
    value = text.lower()
    number, unit = value[:-1], value[-1:]
    if unit in _UNITS and number.isascii() and number.isdigit() and len(number) <= 5:
        return int(number) * _UNITS[unit]
    return None


def _month_end(year: int, month: int) -> date:
    following = date(year + month // 12, month % 12 + 1, 1)
    return following - timedelta(1)
