"""The jump index of a library: made once, kept beside it, brought up to date when it is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from readq.domain import Paper
from readq.patterns import lazily
from readq.search import dump, load
from readq.store import Files
from readq.text import render

if TYPE_CHECKING:
    from readq.search import Hit, JumpEntry, JumpIndex

_NAME = "jump"
_LATEX = lazily(r"[\\$^_]")
_KEPT_FROM = 1_000
"""Smaller libraries are indexed in no time."""
_MANY = 2_000
"""So many changed papers are quicker indexed anew than one by one."""
_KEPT_AGAIN_FROM = 100
"""So many changed papers are worth writing the index again when the library is closed."""


class Jumping:
    """Searches titles; any thread may call it."""

    def __init__(self, files: Callable[[], Files]) -> None:
        """Jump among the papers of `files`."""
        self._files = files
        self._index: JumpIndex | None = None
        self._index_lock = threading.Lock()
        self._stale: set[str] = set()
        self._stale_lock = threading.Lock()

    def get_ready(self) -> None:
        """Load or make the index; this may take seconds, and then it is kept."""
        with self._index_lock:
            self._up_to_date().get_ready()

    def search(
        self, query: str, limit: int, own: Callable[[str], bool], hidden: frozenset[str]
    ) -> list[Hit]:
        """The best hits, best first, none of which is `hidden`."""
        with self._index_lock, (index := self._up_to_date()).without(hidden):
            hits = index.search(query, limit, own)
            if _LATEX.search(query) and (shown := render(query).plain) != query:
                as_shown = index.search(shown, limit, own)
                hits = max(hits, as_shown, key=lambda some: some[0].score if some else 0.0)
            return hits

    def forget(self, paper_ids: Iterable[str]) -> None:
        """These papers came, went or changed; never waits for an index that is being made."""
        with self._stale_lock:
            self._stale.update(paper_ids)

    def keep(self) -> None:
        """Write the index again if much has changed since it was written; does not wait for anything."""
        if not self._index_lock.acquire(blocking=False):
            return
        try:
            if self._index is not None and self._index.changes >= _KEPT_AGAIN_FROM:
                marks = self._files().paper_marks()
                index = self._up_to_date()
                index.marks = marks
                self._files().keep_derived(_NAME, dump(index))
        finally:
            self._index_lock.release()

    def _up_to_date(self) -> JumpIndex:
        index = self._index
        if index is None:
            index = self._index = self._kept() or self._made()
        with self._stale_lock:
            stale, self._stale = self._stale, set()
        if len(stale) + index.changes > _MANY:
            index = self._index = self._made()
        else:
            self._renew(index, stale)
        return index

    def _kept(self) -> JumpIndex | None:
        files = self._files()
        data = files.derived(_NAME)
        index = None if data is None else load(data)
        if index is None:
            return None
        marks = files.paper_marks()
        changed = files.papers_changed_since(index.marks)
        if changed is None or len(changed) > _MANY:
            return None
        self._renew(index, changed)
        index.marks = marks
        return index

    def _made(self) -> JumpIndex:
        files = self._files()
        marks = files.paper_marks()
        from readq.search import JumpIndex  # what scores typos takes a while to load

        index = JumpIndex(map(_entry, files.hot_papers()))
        index.marks = marks
        if len(index) >= _KEPT_FROM:
            files.keep_derived(_NAME, dump(index))
        return index

    def _renew(self, index: JumpIndex, paper_ids: Iterable[str]) -> None:
        files = self._files()
        for paper_id in paper_ids:
            if files.has(paper_id):
                index.put(_entry(files.abstract_free(paper_id)))
            else:
                index.remove(paper_id)


def _entry(paper: Paper) -> JumpEntry:
    from readq.search import JumpEntry

    return JumpEntry(
        paper_id=paper.id,
        title=paper.title,
        names=tuple(str(name) for name in paper.names),
        aliases=paper.aliases,
        authors=paper.authors,
        keys=tuple(filter(None, _keys(paper))),
        also=(str(paper.year),) if paper.year else (),
    )


def _keys(paper: Paper) -> Iterator[str]:
    """What names a paper; of `DBLP:conf/nips/HoJA20` and `hep-th/9901001` the last part does too."""
    for key in (paper.citekey, paper.arxiv_id):
        yield key
        yield key.rpartition("/")[2] if "/" in key else ""
    yield from (paper.doi, paper.openreview_id, paper.id)
