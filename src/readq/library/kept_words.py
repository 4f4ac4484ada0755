"""The words of titles, names and authors, listed once and kept beside the library: filters by them answer at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from readq.search import Columns, WordLists, dump_words, load_words, words_of
from readq.store import Files

_NAME = "words"


class KeptWords:
    """The words of each column of texts; any thread may ask."""

    def __init__(self, files: Callable[[], Files]) -> None:
        """Look after the words of `files`."""
        self._files = files
        self._known: tuple[bytes, Mapping[str, WordLists]] | None = None
        """What the columns were made from, and their words."""

    def use(self, columns: Columns) -> None:
        """Let columns look up words once somebody asks them, if these were listed before."""
        for name, column in columns.texts.items():
            column.look_up(lambda name=name: self._of(columns).get(name))  # type: ignore[misc]

    def get_ready(self, columns: Columns, stop: Callable[[], bool]) -> None:
        """List the words unless that was done before, or nobody wants it any more."""
        if self._of(columns) or not columns.made_from:
            return
        lists = {}
        for name, column in columns.texts.items():
            if stop():
                return
            lists[name] = words_of(column.texts)
        self._known = columns.made_from, lists
        self.use(columns)
        self._files().keep_derived(_NAME, dump_words(lists, columns.made_from))

    def _of(self, columns: Columns) -> Mapping[str, WordLists]:
        known = self._known
        if known is None or known[0] != columns.made_from:
            data = self._files().derived(_NAME)
            lists = load_words(data, columns.made_from) if data else {}
            known = self._known = columns.made_from, lists
        return known[1]
