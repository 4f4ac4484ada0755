"""How the word that is being typed into the filter may go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.suggester import Suggester

from readq.search import completions


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
        offers = completions(value, lambda field: self._tags() if field == "tag" else ())
        # What is offered is shown behind what is typed, so it has to begin with it.
        return next((offer for offer in offers if offer.startswith(value)), None)
