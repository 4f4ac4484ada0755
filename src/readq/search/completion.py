"""How the word that is being typed into a filter may go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import islice

from readq.domain import Status
from readq.errors import FilterError
from readq.records import dataclass
from readq.search.fields import FIELDS, ORDERS
from readq.search.fold import fold
from readq.search.lexer import Token, tokens
from readq.search.query import parse
from readq.search.terms import folded

_FIXED: dict[str, tuple[str, ...]] = {
    "status": tuple(map(str, Status)),
    "in": ("queue", "deferred", "library", "trash"),
    "has": ("note", "pdf", "link", "abstract", "tags"),
    "added": ("today", "yesterday"),
    "read": ("today", "yesterday"),
    "sort": ORDERS,
}
Values = Callable[[str, str], Iterable[tuple[str, int]]]
"""From a field and how a value begins to the library's own values with the number of papers, most first."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on."""

    text: str
    """The whole filter as it would be."""
    shown: str
    """The field or the value alone, as it is listed."""
    at: int = 0
    """Where in the filter the word begins that goes on."""
    count: int | None = None
    """How many papers have the value; None where nobody counted."""


@dataclass(frozen=True, slots=True)
class _Begun:
    field: str
    """Empty while the field itself is typed."""
    start: str
    at: int
    """Where what is begun starts, its quote included."""


def completions(
    text: str, values: Values = lambda field, start: (), most: int = 8
) -> list[Completion]:
    """The filter with its last word completed in several ways, likeliest first.

    Args:
        text: What is typed so far, up to the cursor.
        values: Gives the library's own values of a field, such as its tags or venues.
        most: How many at most.
    """
    begun = _begun(text, tokens(text)[:-1])
    if begun is None:
        return []
    head = text[: begun.at]
    if begun.field:
        found = (
            Completion(head + quoted(value), value, begun.at, count)
            for value, count in _offers(begun, values)
        )
    else:
        names = (name for name in FIELDS if name.startswith(begun.start.lower()))
        found = (Completion(f"{head}{name}:", f"{name}:", begun.at) for name in names)
    return list(islice((offer for offer in found if offer.text != text), most))


def _offers(begun: _Begun, values: Values) -> Iterator[tuple[str, int | None]]:
    fixed = _FIXED.get(begun.field, ())
    if begun.field == "sort" and begun.start.endswith("-"):
        fixed = tuple(f"{order}-" for order in fixed)
    own = list(values(begun.field, begun.start))
    counts = dict(own)
    known = [(value, counts.get(value)) for value in fixed]
    wanted = fold(begun.start)
    typed = _as_typed(begun.start).strip()
    has_signs = bool(typed) and not typed.replace(" ", "").isalnum()
    offers = [*known, *(pair for pair in own if pair[0] not in fixed)]
    if has_signs:
        offers.sort(key=lambda pair: typed not in _as_typed(pair[0]))
    for value, count in offers:
        fits = f" {wanted}" in folded(value) if wanted else not has_signs
        if value.strip() and (fits or (has_signs and typed in _as_typed(value))):
            yield value, count


def _as_typed(value: str) -> str:
    """A value as it can be typed between quotes."""
    return value.replace('"', " ").casefold()


def quoted(value: str) -> str:
    """A value as a filter takes it: alone where it is one word, else in quotes."""
    row = tokens(f"x:{value}")
    if len(row) == 4 and row[2].kind == "word" and row[2].text == value and value[0] != "!":
        return value
    inner = value.replace('"', " ")  # signs do not matter, so a blank in its place finds the same
    return f'"{inner}"'


def as_filter(text: str) -> str:
    """What somebody typed to find a title, as a filter.

    It is left as it is where it names fields; else signs go, and `not` is a word like any other.
    """
    row = tokens(text)
    if any(token.kind == "operator" and token.glued for token in row):
        with suppress(FilterError):
            parse(text, today=date.min)
            return text
    words = fold(text).split()
    return " ".join(f'"{word}"' if word in ("and", "or", "not") else word for word in words)


def _begun(text: str, row: Sequence[Token]) -> _Begun | None:
    """What is being typed at the end of a filter; None when that is nothing to complete."""
    if not row or row[-1].end != len(text):
        return None
    last, before = row[-1], row[:-1]
    if last.kind in ("operator", "comma"):
        return _of_field(row, "", len(text)) or _of_value_with_signs(text, row)
    is_open = last.kind == "phrase" and not last.closed
    if last.kind != "word" and not is_open:
        return None
    if last.glued and before and before[-1].kind in ("operator", "comma"):
        found = _of_field(before, last.text, last.start)
        return found or _of_value_with_signs(text, row)
    return None if is_open else _Begun("", last.text, last.start)


def _of_value_with_signs(text: str, row: Sequence[Token]) -> _Begun | None:
    """A value begun with signs in it that mean something to the filter, such as a tag `a:b`."""
    first = last = len(row) - 1
    while row[first].glued and row[first].kind in ("word", "operator"):
        first -= 1
    for place in range(first, last):
        if row[place].kind in ("operator", "comma") and row[place + 1].kind == "word":
            at = row[place + 1].start
            return _of_field(row[: place + 1], text[at:], at)
    return None


def _of_field(row: Sequence[Token], start: str, at: int) -> _Begun | None:
    """A value begun behind `field:` or `field:value,`."""
    place = len(row) - 1
    while place > 0 and row[place].kind == "comma":
        place -= 2
    if place < 1 or row[place].kind != "operator" or not row[place].glued:
        return None
    field = row[place - 1].text.lower()
    return _Begun(field, start, at) if field in FIELDS else None
