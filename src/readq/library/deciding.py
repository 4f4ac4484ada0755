"""What the reader decides about papers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from readq.domain import IN_QUEUE, MAX_PRIORITY, Change, Reading, Status, TitleOrigin
from readq.errors import UnknownPaperError, UsageError
from readq.library.history import edit_between
from readq.library.ranks import rank_between
from readq.library.trashing import Trashing
from readq.text import clean, render_title, strip_controls

_PAST = {
    Status.NEW: "put back",
    Status.LATER: "left for later",
    Status.QUEUED: "queued",
    Status.READING: "started",
    Status.READ: "finished",
    Status.SKIPPED: "skipped",
}
_TO_TRASH, _FROM_TRASH = "moved to the trash:", "took out of the trash:"


class Deciding(Trashing):
    """A library that takes decisions, each as one change."""

    def mark(
        self, ids: str | Iterable[str], status: Status, *, priority: int | None = None
    ) -> Change | None:
        """Give papers a status; newly queued ones go to the end of the queue, out of the trash too.

        Args:
            ids: The papers.
            status: Where they are to stand.
            priority: How soon they are to be read, if that is decided too.

        Raises:
            UnknownPaperError: There is no such paper; as for every decision.
            UsageError: There is no such status or priority.
        """
        if priority is not None:
            _check_priority(priority)
        if status not in _PAST:
            raise UsageError(
                f'There is no status "{clean(status)}"; there are {", ".join(Status)}.'
            )
        status, when = Status(status), self._now()
        with self._lock:
            last = self._last_rank() if status in IN_QUEUE else None

            def decide(reading: Reading) -> Reading:
                nonlocal last
                if priority is not None:
                    reading = replace(reading, priority=priority)
                if status in IN_QUEUE:
                    reading = replace(reading, trashed=None)
                if reading.status is status:
                    return reading
                moved = reading.with_status(status, when)
                if status in IN_QUEUE and moved.rank is None:
                    last = rank_between(last, None) or 0.0
                    moved = replace(moved, rank=last)
                return moved

            return self._decide(ids, decide, _PAST[status])

    def set_priority(
        self, ids: str | Iterable[str], priority: int, *, merge: bool = False
    ) -> Change | None:
        """Set how soon papers are to be read: 0 (none) to 5 (most).

        Raises:
            UsageError: The priority is out of range.
        """
        _check_priority(priority)
        return self._decide(
            ids,
            lambda r: replace(r, priority=priority),
            f"set priority {priority} for",
            merge=merge,
        )

    def rate(self, ids: str | Iterable[str], rating: int | None) -> Change | None:
        """Rate papers 1 to 5; None takes the rating away.

        Raises:
            UsageError: The rating is out of range.
        """
        if rating is not None and not _is_whole(rating, 1):
            raise UsageError(f"A rating is a number from 1 to {MAX_PRIORITY}, not {rating}.")
        return self._decide(ids, lambda r: replace(r, rating=rating), "rated")

    def tag(
        self,
        ids: str | Iterable[str],
        add: str | Sequence[str] = (),
        remove: str | Sequence[str] = (),
    ) -> Change | None:
        """Add and remove the reader's labels."""
        adding, removing = as_tags(add), as_tags(remove)

        def decide(reading: Reading) -> Reading:
            tags = dict.fromkeys((*reading.tags, *adding))
            return replace(reading, tags=tuple(t for t in tags if t not in removing))

        return self._decide(ids, decide, "tagged")

    def trash(self, ids: str | Iterable[str]) -> Change | None:
        """Put papers into the trash: nothing shows them unasked, and all that was decided about them stays.

        Imports do not bring them back; `untrash` and `undo` do, each to its place in the queue.
        """
        when = self._now()
        return self._decide(ids, lambda r: r if r.trashed else replace(r, trashed=when), _TO_TRASH)

    def untrash(self, ids: str | Iterable[str]) -> Change | None:
        """Take papers out of the trash."""
        return self._decide(ids, lambda r: replace(r, trashed=None), _FROM_TRASH)

    def set_title(self, paper_id: str, title: str) -> Change | None:
        """Give a paper the title the reader typed; the old one stays as an alias, imports keep it.

        Raises:
            UsageError: The title is empty.
        """
        shown = render_title(strip_controls(title))
        if not shown:
            raise UsageError("A title needs at least one letter.")
        with self._lock:
            old = self.paper(paper_id)
            if shown == old.title:
                return None
            aliases = tuple(dict.fromkeys(a for a in (*old.aliases, old.title) if a != shown))
            new = replace(old, title=shown, title_origin=TitleOrigin.READER, aliases=aliases)
            return self._commit(
                f'retitled "{self._short_title(paper_id)}"', papers={paper_id: (old, new)}
            )

    def _decide(
        self,
        ids: str | Iterable[str],
        decide: Callable[[Reading], Reading],
        label: str,
        *,
        merge: bool = False,
        named: int | None = None,
    ) -> Change | None:
        """Apply one decision to papers as one change; None when nothing is different.

        What is decided about a paper that has become part of another is decided about that one.
        """
        with self._lock:
            given = [ids] if isinstance(ids, str) else ids
            wanted = list(dict.fromkeys(self.survivor(i) or i for i in given))
            edits = []
            for paper_id in wanted:
                if paper_id not in self:
                    raise UnknownPaperError(f'There is no paper "{clean(paper_id)}".')
                old = self.reading(paper_id)
                new = decide(old)
                if new != old:
                    edits.append(edit_between(old, new))
            if not edits:
                return None
            return self._commit(
                self._label(label, [e.paper_id for e in edits][:named]), edits=edits, merge=merge
            )

    def _label(self, verb: str, ids: Sequence[str]) -> str:
        if len(ids) == 1:
            return f'{verb} "{self._short_title(ids[0])}"'
        return f"{verb} {len(ids):,} papers"


def as_tags(texts: str | Sequence[str]) -> list[str]:
    """Tags as stored: one line each, no commas, no outer blanks. One text alone is one tag."""
    alone = (texts,) if isinstance(texts, str) else texts
    tags = (" ".join(clean(text).replace(",", " ").split()) for text in alone)
    return [tag for tag in tags if tag]


def _check_priority(priority: int) -> None:
    if not _is_whole(priority, 0):
        raise UsageError(f"A priority is a number from 0 to {MAX_PRIORITY}, not {priority}.")


def _is_whole(number: object, least: int) -> bool:
    """Whether it is a whole number from `least` to the highest priority; scripts may pass anything."""
    return type(number) is int and least <= number <= MAX_PRIORITY
