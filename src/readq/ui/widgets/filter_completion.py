"""How the word that is being typed into the filter may go on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from textual.suggester import Suggester

from readq.domain import Status

_FIELDS = (
    "status", "in", "tag", "venue", "year", "author", "title", "abstract", "note", "has", "priority",
    "minutes", "added", "read", "id", "sort",
)  # fmt: skip
_VALUES = {
    "status": tuple(map(str, Status)),
    "in": ("queue", "library"),
    "has": ("note", "pdf", "link", "abstract", "tags"),
    "added": ("today", "yesterday"),
    "read": ("today", "yesterday"),
    "sort": ("added", "priority", "title", "venue", "changed"),
}
_LAST_WORD = re.compile(
    r'(?:^|[\s(])-?(?:(?P<field>[a-z]+)[:=](?:[^\s,"]*,)*)?(?P<start>[^\s:(),"-]*)$'
)


class FilterCompletion(Suggester):
    """Fields, then what is usual in them; the reader's own tags."""

    def __init__(self, tags: Callable[[], Iterable[str]]) -> None:
        """Complete filters.

        Args:
            tags: Gives the reader's tags, most used first.
        """
        super().__init__(use_cache=False, case_sensitive=True)
        self._tags = tags

    async def get_suggestion(self, value: str) -> str | None:
        """The filter with its last word completed; None when there is nothing to offer."""
        match = _LAST_WORD.search(value)
        if match is None:
            return None
        start, field = match["start"], match["field"]
        if field is None:
            offers: Iterable[str] = (f"{name}:" for name in _FIELDS)
        elif field == "tag":
            offers = (tag for tag in self._tags() if " " not in tag)
        else:
            offers = _VALUES.get(field, ())
        if not start and field is None:
            return None
        end = next((o for o in offers if o.startswith(start) and o != start), None)
        return None if end is None else value + end[len(start) :]
