"""The fields a filter knows, and what a value means in each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from operator import methodcaller, not_

from readq.domain import IN_QUEUE, Status
from readq.errors import FilterError
from readq.patterns import lazily
from readq.search import dates
from readq.search.columns import ABSTRACT, LINK, PDF
from readq.search.fold import fold
from readq.search.lexer import Token
from readq.search.terms import (
    FilterRow,
    Term,
    all_of,
    compared,
    folded,
    in_abstract,
    on_days,
    texts_equal,
    texts_have,
    value_is,
    values_where,
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
ORDERS = (
    "rank",
    "added",
    "priority",
    "title",
    "author",
    "venue",
    "year",
    "status",
    "changed",
)
"""What `sort:` knows, with `-` behind it for the other way round."""
_MEANT = {
    "journal": "venue", "conference": "venue", "booktitle": "venue", "proceedings": "venue",
    "by": "author", "writer": "author", "name": "title", "keyword": "tag", "keywords": "tag", "label": "tag",
    "text": "abstract", "summary": "abstract", "comment": "note", "is": "status", "state": "status",
    "date": "added", "since": "added", "imported": "added", "finished": "read", "time": "minutes", "stars": "priority",
    "order": "sort", "order-by": "sort", "sortby": "sort",
}  # fmt: skip
"""Fields of other programs, and what they are called here."""
_NEAR = 0.55
"""Words that are less alike are not offered for each other."""
_KEYS = frozenset({"doi", "arxiv", "key", "citekey", "openreview"})
_MOST_PRIORITY = 5
_HYPHENED = lazily(r"([0-9]+)[-\u2013\u2014:;/]([0-9]+)")
"""What is written for a range elsewhere."""
_ORDERED = frozenset({"year", "priority", "minutes", "added", "read"})

_TEXTS: dict[str, tuple[Callable[[FilterRow], tuple[str, ...]], int]] = {
    "author": (lambda row: tuple(row.authors), 3),
    "title": (lambda row: (row.title, *row.aliases), 3),
}
_NUMBERS: dict[str, tuple[Callable[[FilterRow], int | None], int]] = {
    "year": (lambda row: row.year, 1),
    "priority": (lambda row: row.priority, 1),
    "minutes": (lambda row: row.minutes, 50),
}
_MOMENTS: dict[str, Callable[[FilterRow], datetime | None]] = {
    "added": lambda row: row.added,
    "read": lambda row: row.read_at,
}
_HAS: dict[str, Term] = {
    "note": value_is("note", lambda row: row.note, bool),
    "pdf": Term(lambda row: row.has_pdf, select=values_where("has", lambda has: has & PDF)),
    "link": Term(
        lambda row: bool(row.links or row.url),
        select=values_where("has", lambda has: has & LINK),
    ),
    "abstract": Term(
        lambda row: bool(row.abstract_hash),
        select=values_where("has", lambda has: has & ABSTRACT),
    ),
    "tags": value_is("tags", lambda row: row.tags, bool),
}
OUT_OF_TRASH = value_is("trashed", lambda row: row.trashed, not_, 0)
"""What holds of every paper that a filter shows unless it says where it looks."""
_IN: dict[str, Term] = {
    "queue": all_of(
        [value_is("status", lambda row: row.status, IN_QUEUE.__contains__), OUT_OF_TRASH]
    ),
    "trash": OUT_OF_TRASH.negated(),
    "library": OUT_OF_TRASH,
}
WHOLE = frozenset({"trash", "library"})
"""Places that say of papers in the trash, too, whether they are meant."""


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
    term = _word(field, operator, value, today)
    return term.negated() if operator == "!=" else term


def unknown(word: str, known: tuple[str, ...], what: str, token: Token) -> FilterError:
    """An error that suggests the nearest word there is."""
    other = _MEANT.get(word.lower()) if what == "field" else None
    near = [other] if other else get_close_matches(word.lower(), known, n=1, cutoff=_NEAR)
    if what == "field" and word.lower() in _KEYS:
        return _error(
            f'"{word}" is no field - jump finds papers by DOI, arXiv id and citekey', token
        )
    hint = f' - did you mean "{near[0]}"?' if near else f" - there are {', '.join(known)}"
    return _error(f'unknown {what} "{word}"{hint}', token)


def order(value: Token) -> str:
    """The order that `sort:value` asks for.

    Raises:
        FilterError: There is no such order.
    """
    text = value.text.lower()
    if text.removesuffix("-") in ORDERS:
        return text
    if text.removeprefix("-") in ORDERS:
        raise _error(f'for the other way round write "sort:{text[1:]}-"', value)
    raise unknown(value.text, ORDERS, "order", value)


def nothing_in(token: Token) -> FilterError:
    """An error for a value or word that has nothing to be found by."""
    return _error("no letter or digit here to look for; signs are not searched", token)


def _error(message: str, token: Token) -> FilterError:
    return FilterError(message, token.start, token.end - token.start)


def _word(field: str, operator: str, value: Token, today: date) -> Term:
    text = value.text
    if field == "status":
        try:
            status = Status(text.lower())
        except ValueError:
            if text.lower() in _IN:
                raise _error(f'no status - did you mean "in:{text.lower()}"?', value) from None
            raise unknown(text, tuple(map(str, Status)), "status", value) from None
        return value_is("status", lambda row: row.status, lambda own: own is status)
    if field == "in" and text.lower() == "deferred":
        return value_is(
            "waiting",
            lambda row: row.deferred_until,
            lambda until: until is not None and until > today,
        )
    if field in ("has", "in"):
        choices = _HAS if field == "has" else _IN
        if text.lower() not in choices:
            known = (*choices, "deferred") if field == "in" else tuple(choices)
            raise unknown(text, known, f'"{field}:" word', value)
        return choices[text.lower()]
    if field == "tag":
        alike = fold if fold(text) else str.casefold  # a tag may be a star
        wanted = alike(text)
        return value_is(
            "tags", lambda row: row.tags, lambda tags: any(alike(tag) == wanted for tag in tags), 3
        )
    if field != "id" and not fold(text):
        raise nothing_in(value)
    if field == "venue":
        return _venue(operator, fold(text))
    if field == "id":
        return value_is("id", lambda row: row.id, methodcaller("startswith", text.lower()))
    if field == "abstract":
        return in_abstract(text)
    if field == "note":
        return _note(operator, text)
    get, cost = _TEXTS[field]
    return texts_equal(field, get, text) if operator == "=" else texts_have(field, get, text, cost)


def _venue(operator: str, wanted: str) -> Term:
    def accepts(venue: str) -> bool:
        return fold(venue) == wanted if operator == "=" else f" {wanted}" in folded(venue)

    return value_is("venue", lambda row: row.venue, accepts, 3)


def _note(operator: str, text: str) -> Term:
    def get(row: FilterRow) -> tuple[str]:
        return (row.note,)

    term = (texts_equal if operator == "=" else texts_have)("note", get, text)
    return Term(term.test, 5, lambda table: (0, table.where("note", bool)))


def _number(field: str, operator: str, value: Token) -> Term:
    get, cost = _NUMBERS[field]

    def term(sign: str, text: str) -> Term:
        number = _whole(text, field, value)
        if field == "priority" and number > _MOST_PRIORITY:
            raise _error(f"priority goes from 0 to {_MOST_PRIORITY}", value)
        return value_is(field, get, compared(sign, number), cost)

    first, dots, last = value.text.partition("..")
    if dots and operator in (":", "=") and (first or last):
        ends = [(sign, end) for sign, end in ((">=", first), ("<=", last)) if end]
        within = all_of(term(sign, end) for sign, end in ends)
        if len(ends) > 1 and int(first) > int(last):
            raise _error(
                f'this range runs backwards - did you mean "{field}:{last}..{first}"?', value
            )
        return within
    return term(operator, value.text)


def _whole(text: str, field: str, value: Token) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        example = "2024..2026" if field == "year" else "2..4"
        hint = f" or a range such as {example}"
        if both := _HYPHENED.fullmatch(text):
            hint = f' or a range - did you mean "{field}:{both[1]}..{both[2]}"?'
        raise _error(f"{field} takes a whole number{hint}", value)
    return int(text)


def _when(field: str, operator: str, value: Token, today: date) -> Term:
    accepts = _moment_test(field, operator, value, today)
    return value_is(field, _MOMENTS[field], accepts)


def _days(field: str, operator: str, value: Token, today: date) -> dates.Days:
    """The days that a value names, one or those between two."""
    first, dots, last = value.text.partition("..")
    if not dots or operator not in (":", "=", "!=") or not (first or last):
        ends = [dates.days(value.text, today)]
    else:
        whole = dates.Days(date.min, date.max)
        ends = [dates.days(end, today) if end else whole for end in (first, last)]
    if ends[0] is None or ends[-1] is None:
        raise _error(
            f"{field} takes today, yesterday, <7d, 2026-11, 2026-11-03 or a range such as 2026-09..2026-11",
            value,
        )
    if ends[0].first > ends[-1].last:
        raise _error(f'this range runs backwards - did you mean "{field}:{last}..{first}"?', value)
    return dates.Days(ends[0].first, ends[-1].last)


def _moment_test(
    field: str, operator: str, value: Token, today: date
) -> Callable[[datetime | None], bool]:
    old = dates.age(value.text)
    if old is not None and operator in ("<", "<=", ">", ">=", ":", "="):
        bound = today - timedelta(min(old, today.toordinal() - 1))
        return on_days(None, bound) if operator in (">", ">=") else on_days(bound, None)
    found = _days(field, operator, value, today)
    match operator:
        case ">":
            up_to = on_days(None, found.last)
            return lambda when: when is not None and not up_to(when)
        case ">=":
            return on_days(found.first, None)
        case "<":
            since = on_days(found.first, None)
            return lambda when: when is not None and not since(when)
        case "<=":
            return on_days(None, found.last)
        case "!=":
            within = on_days(found.first, found.last)
            return lambda when: not within(when)
        case _:
            return on_days(found.first, found.last)
