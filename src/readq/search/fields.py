"""The fields a filter knows, and what a value means in each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from difflib import get_close_matches

from readq.domain import Status
from readq.errors import FilterError
from readq.search import dates
from readq.search.fold import fold
from readq.search.lexer import Token
from readq.search.terms import (
    FilterRow,
    Term,
    all_of,
    compared,
    has_words,
    on_days,
    texts_equal,
    texts_have,
)

FIELDS = (
    "status",
    "in",
    "tag",
    "venue",
    "year",
    "author",
    "title",
    "abstract",
    "note",
    "has",
    "priority",
    "minutes",
    "added",
    "read",
    "id",
    "sort",
)
_ORDERED = frozenset({"year", "priority", "minutes", "added", "read"})

_TEXTS: dict[str, tuple[Callable[[FilterRow], tuple[str, ...]], int]] = {
    "author": (lambda row: tuple(row.authors), 3),
    "title": (lambda row: (row.title, *row.aliases), 3),
    "venue": (lambda row: (row.venue,), 3),
    "note": (lambda row: (row.note,), 5),
}
_NUMBERS: dict[str, tuple[Callable[[FilterRow], int | None], int]] = {
    "year": (lambda row: row.year, 1),
    "priority": (lambda row: row.priority, 1),
    "minutes": (lambda row: row.minutes, 50),
}
_HAS: dict[str, Term] = {
    "note": Term(lambda row: bool(row.note)),
    "pdf": Term(lambda row: row.has_pdf),
    "link": Term(lambda row: bool(row.links or row.url)),
    "abstract": Term(lambda row: bool(row.abstract_hash)),
    "tags": Term(lambda row: bool(row.tags)),
}
_IN: dict[str, Term] = {
    "queue": Term(lambda row: row.in_queue),
    "library": Term(lambda _: True, 0),
}


def field_term(field: str, operator: str, value: Token, today: date) -> Term:
    """The condition of `field operator value`.

    Raises:
        FilterError: The value or the operator makes no sense in that field.
    """
    if operator not in (":", "=", "!=") and field not in _ORDERED:
        raise _error(f"{field} has no order; use {field}:", value)
    if field in _NUMBERS:
        return _number(field, operator, value)
    if field in ("added", "read"):
        return _when(field, operator, value, today)
    term = _word(field, operator, value)
    return term.negated() if operator == "!=" else term


def unknown(word: str, known: tuple[str, ...], what: str, token: Token) -> FilterError:
    """An error that suggests the nearest word there is."""
    near = get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    hint = f' - did you mean "{near[0]}"?' if near else f" - there are {', '.join(known)}"
    return _error(f'unknown {what} "{word}"{hint}', token)


def _error(message: str, token: Token) -> FilterError:
    return FilterError(message, token.start, token.end - token.start)


def _word(field: str, operator: str, value: Token) -> Term:
    text = value.text
    if field == "status":
        try:
            status = Status(text.lower())
        except ValueError:
            raise unknown(text, tuple(map(str, Status)), "status", value) from None
        return Term(lambda row: row.status is status)
    if field in ("has", "in"):
        choices = _HAS if field == "has" else _IN
        if text.lower() not in choices:
            raise unknown(text, tuple(choices), f'"{field}:" word', value)
        return choices[text.lower()]
    if field == "tag":
        return texts_equal(lambda row: row.tags, text)
    if field == "id":
        wanted = text.lower()
        return Term(lambda row: row.id.startswith(wanted))
    if field == "abstract":
        wanted = fold(text)
        return Term(lambda row: has_words(row.folded_abstract, wanted, prefix=True), 100)
    get, cost = _TEXTS[field]
    return texts_equal(get, text) if operator == "=" else texts_have(get, text, cost)


def _number(field: str, operator: str, value: Token) -> Term:
    get, cost = _NUMBERS[field]
    first, dots, last = value.text.partition("..")
    if dots and operator in (":", "="):
        ends = [
            compared(get, sign, _whole(end, field, value), cost)
            for sign, end in ((">=", first), ("<=", last))
            if end
        ]
        return all_of(ends)
    return compared(get, operator, _whole(value.text, field, value), cost)


def _whole(text: str, field: str, value: Token) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise _error(f"{field} takes a whole number or a range such as 2..4", value)
    return int(text)


def _when(field: str, operator: str, value: Token, today: date) -> Term:
    def get(row: FilterRow) -> datetime | None:
        return row.added if field == "added" else row.read_at

    old = dates.age(value.text)
    if old is not None and operator in ("<", "<=", ">", ">=", ":", "="):
        bound = today - timedelta(min(old, today.toordinal() - 1))
        return on_days(get, None, bound) if operator in (">", ">=") else on_days(get, bound, None)
    found = dates.days(value.text, today)
    if found is None:
        raise _error(f"{field} takes today, yesterday, <7d, 2026-11 or 2026-11-03", value)
    one = timedelta(1)
    match operator:
        case ">":
            return on_days(get, found.last + one, None)
        case ">=":
            return on_days(get, found.first, None)
        case "<":
            return on_days(get, None, found.first - one)
        case "<=":
            return on_days(get, None, found.last)
        case "!=":
            return on_days(get, found.first, found.last).negated()
        case _:
            return on_days(get, found.first, found.last)
