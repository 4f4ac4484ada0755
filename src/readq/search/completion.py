"""How the word that is being typed into a filter may go on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from readq.domain import Status
from readq.search.fields import FIELDS
from readq.search.fold import fold

_VALUES: dict[str, tuple[str, ...]] = {
    "status": tuple(map(str, Status)),
    "in": ("queue", "library"),
    "has": ("note", "pdf", "link", "abstract", "tags"),
    "added": ("today", "yesterday"),
    "read": ("today", "yesterday"),
    "sort": ("added", "priority", "title", "author", "venue", "year", "status", "changed", "rank"),
}
_LAST = re.compile(
    r'(?:^|[\s(])-?(?:(?P<field>[a-zA-Z]+)(?:[:=]|!=)(?:[^\s,"]*,)*)?(?P<start>"?[^\s:(),"=-]*)$'
)


def completions(
    text: str, values: Callable[[str], Iterable[str]] = lambda field: (), most: int = 8
) -> list[str]:
    """The filter with its last word completed in several ways, likeliest first.

    Args:
        text: What is typed so far, up to the cursor.
        values: Gives the library's own values of a field, such as its tags or venues, likeliest first.
        most: How many at most.
    """
    found = _LAST.search(text)
    if found is None:
        return []
    start, field = found["start"], found["field"]
    if field is None:
        offers: Iterable[str] = () if not start else (f"{name}:" for name in FIELDS)
    else:
        own = map(_quoted, values(field.lower()))
        offers = dict.fromkeys((*_VALUES.get(field.lower(), ()), *own))
    head, begun = text[: len(text) - len(start)], fold(start)
    fitting = (o for o in offers if fold(o).startswith(begun) and o != start)
    return [head + offer for _, offer in zip(range(most), fitting, strict=False)]


def _quoted(value: str) -> str:
    value = value.replace('"', "")
    return value if re.fullmatch(r"[^\s(),:=<>!-]+(?:-[^\s(),:=<>!-]+)*", value) else f'"{value}"'
