"""A library's papers and readings, what is worked out from them, and the one way to change them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from readq.config import RankSettings
from readq.domain import Change, ChangeKind, Paper, PaperEdit, Reading, ReadingEdit, local_day
from readq.errors import LibraryError, UnknownPaperError
from readq.library.folding import folded_abstract
from readq.library.habits import HabitKeeper
from readq.library.history import History, decided_fields
from readq.library.jumping import Jumping
from readq.library.paper_edits import changed_fields
from readq.library.spare_memory import give_back
from readq.library.usual_order import KEPT_FROM, keep_order, kept_order
from readq.store import Files, WaitingFiles, pack
from readq.text import clean, render

if TYPE_CHECKING:
    from readq.library.filtering import Filtering
    from readq.library.ranking import Ranking
    from readq.text import Rendered

_LABEL_TITLE = 60


def utc_now() -> datetime:
    """The time, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


class LibraryState:
    """The store of one reader, and what is kept in memory until a change makes it stale."""

    def __init__(
        self, files: Files, *, now: Callable[[], datetime] = utc_now, name: str = ""
    ) -> None:
        """Use `files` as the store and `now` as the clock; `name` is what the app calls the library."""
        self._files = files
        self._waiting: WaitingFiles | None = None
        self._now = now
        self._lock = threading.RLock()
        self._history: History | None = None
        self._jumping = Jumping(lambda: self._files)
        self.habits = HabitKeeper(lambda: self._files)
        """Filters kept on digits, the last filters and the last places."""
        self._filtering_in_use: Filtering | None = None
        self._ordered = -1
        self._looked_for_signs = False
        """Whether it was seen to it that words of abstracts are found at once."""
        self.rank_settings = RankSettings()
        """How the order of undecided papers is learnt."""
        self._ranking: Ranking | None = None
        self._news: frozenset[str] = frozenset()
        self._mergeable = 0
        # What is kept carries the version it was worked out from, since another thread may be
        # writing meanwhile.
        self._version = self._papers_version = 0
        self._queue: tuple[int, date, list[str]] | None = None
        self._highest_rank: tuple[float | None] | None = None
        self._sorted: dict[str, tuple[int, list[str]]] = {}
        self._shown = lru_cache(maxsize=256)(self._render)
        self._folded = lru_cache(maxsize=20_000)(self._fold_abstract)
        self.folder: Path | None = files.folder
        self.name = name or (files.folder.name if files.folder else "library")
        self.save_error = ""
        """Why the last change could not be saved; empty when everything is on disk."""
        self.keeps_daily_copies = False
        """Whether the first change of a day is preceded by a copy of the library."""
        self._copied: date | None = None

    def __enter__(self) -> Self:
        """Use the library in a `with` block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the library."""
        self.close()

    def __len__(self) -> int:
        """The number of papers."""
        return len(self._files.paper_ids)

    def __contains__(self, paper_id: object) -> bool:
        """Whether there is a paper of this id."""
        return self._files.has(paper_id) if isinstance(paper_id, str) else False

    def paper(self, paper_id: str) -> Paper:
        """The paper of this id.

        Raises:
            UnknownPaperError: There is none.
        """
        try:
            return self._files.paper(paper_id)
        except KeyError:
            raise UnknownPaperError(f'There is no paper "{clean(paper_id)}".') from None

    def _stored(self, paper_id: str) -> Paper | None:
        """The paper of this id, also when it is part of another; None when it is not there."""
        return self._files.paper(paper_id) if paper_id in self else self._files.merged(paper_id)

    def survivor(self, paper_id: str) -> str | None:
        """The paper that this one is, or has become part of; None when there is no such paper."""
        seen = set()
        while paper_id not in self and paper_id not in seen:
            seen.add(paper_id)
            part = self._files.merged(paper_id)
            if part is None or part.merged is None:
                return None
            paper_id = part.merged.into
        return paper_id if paper_id in self else None

    def hot(self, paper_id: str) -> Paper:
        """The paper without its abstract: cheap, for rows of a list."""
        try:
            return self._files.abstract_free(paper_id)
        except KeyError:
            raise UnknownPaperError(f'There is no paper "{clean(paper_id)}".') from None

    def reading(self, paper_id: str) -> Reading:
        """What the reader decided about the paper; all defaults while it is untouched."""
        return self._files.readings().get(paper_id) or Reading(paper_id)

    def shown(self, paper_id: str) -> Rendered:
        """The abstract as it is shown: plain text, styled spans, links."""
        return self._shown(paper_id, self._papers_version)

    def _render(self, paper_id: str, _version: int) -> Rendered:
        return render(self.paper(paper_id).abstract)

    def _render_plain(self, paper_id: str) -> str:
        return render(self._files.paper(paper_id).abstract).plain

    def _fold_abstract(self, paper_id: str, _version: int) -> str:
        return folded_abstract(self._files.paper(paper_id).abstract)

    @property
    def _filtering(self) -> Filtering:
        """Filters and orders; the usual order is known without."""
        if self._filtering_in_use is None:
            from readq.library.filtering import Filtering

            with self._lock:
                if self._filtering_in_use is None:
                    self._filtering_in_use = Filtering(
                        lambda: self._files, lambda i: self._folded(i, self._papers_version)
                    )
        return self._filtering_in_use

    def refresh(self) -> frozenset[str]:
        """Take in what other processes wrote; the ids of the papers that look different now.

        While another thread writes, such as an import, that is left for the next time.
        """
        if not self._lock.acquire(blocking=False):
            return frozenset()
        try:
            self._take_in_news()
            news, self._news = self._news, frozenset()
            return news
        finally:
            self._lock.release()

    def _take_in_news(self) -> None:
        """Take in what other processes wrote; the next `refresh` tells of it."""
        news = self._files.refresh()
        if news:
            self._history = None
            self._news |= news.papers | news.readings
            self._forget(news.papers, news.readings)

    def compact(self) -> None:
        """Rewrite the files as plain TinyDB JSON with empty journals, and prepare searching their abstracts."""
        self._files.compact()
        with self._lock:  # what others wrote is folded in, too
            self._take_in_news()
        self._filtering.get_abstracts_ready()

    def today(self) -> date:
        """The reader's day."""
        return local_day(self._now())

    def keep_daily_copy(self) -> None:
        """Copy the library unless that was done today; a copy that fails holds nothing up."""
        today = local_day(self._now())
        if self.keeps_daily_copies and self._copied != today:
            self._copied = today
            with suppress(LibraryError):
                self._files.back_up_daily(today)

    def look_after(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Do what keeps the files quick and safe and memory small, when it is due; for a thread of its own.

        Args:
            stop: Asked now and then whether there is no time left for what may as well be done later.
        """
        self.keep_daily_copy()
        self._keep_order()
        with suppress(LibraryError):
            self._read_log_ahead()
        if self._files.compaction_is_due:
            with suppress(LibraryError):  # everything saved is safe in the journals
                self.compact()
        elif not self._looked_for_signs and len(self._files.paper_ids) >= KEPT_FROM:
            with suppress(LibraryError):  # whoever searches is told what is wrong
                self._filtering.get_lost_ready(stop)
        self._looked_for_signs = not stop()
        from readq.domain.people import forget_authors  # the first picture does without

        forget_authors()
        give_back()

    def back_up(self, target: Path) -> Path:
        """Pack the library into one file, read it back, and only then give it its name.

        Raises:
            LibraryError: The library is not on disk, or the file cannot be written.
        """
        if self.folder is None:
            raise LibraryError("This library lives in memory; there are no files to copy.")
        with suppress(
            LibraryError
        ):  # the journals are packed, too; a full or locked disk is when one backs up
            self._files.compact()
        return pack(self.folder, target)

    def close(self) -> None:
        """Let go of the files."""
        self._jumping.keep()
        if self._filtering_in_use is not None:
            self._filtering_in_use.keep()
            self._keep_order()
        if self._ranking is not None:
            self._ranking.keep()
        self._files.close()

    def _keep_order(self) -> None:
        """Keep the usual order for the next start, where it is another one and costs nothing to tell."""
        filtering, version = self._filtering_in_use, self._papers_version
        if filtering is None or not filtering.is_ready or self._ordered == version:
            return
        self._ordered = version
        if len(self._files.paper_ids) >= KEPT_FROM and kept_order(self._files) is None:
            keep_order(self._files, filtering.usual_order)

    def _log(self) -> History:
        history = self._history
        if history is None:
            with self._lock:
                history = self._history
                if history is None:
                    changes = self._files.changes(newest_first=False)
                    history = self._history = History(changes, self._logged)
        return history

    def _read_log_ahead(self) -> None:
        """Read the log, so that the first undo need not, and keep nobody waiting meanwhile."""
        if self._history is not None:
            return
        next_id = self._files.next_change_id()
        history = History(self._files.changes(newest_first=False), self._logged)
        with self._lock:
            if self._files.next_change_id() == next_id:
                self._history = history  # else whoever needs it reads it: decisions come first

    def _logged(self, change_id: int) -> Change:
        """The change of this id, read from the log."""
        try:
            return self._files.change(change_id)
        except KeyError:
            raise LibraryError(
                f"Change {change_id} is not in the log any more; `readq doctor` looks into it."
            ) from None

    def _commit(
        self,
        label: str,
        *,
        kind: ChangeKind = ChangeKind.DO,
        of: int | None = None,
        edits: Sequence[ReadingEdit] = (),
        papers: Mapping[str, tuple[Paper, Paper]] | None = None,
        added: Mapping[str, Paper] | None = None,
        hide: Sequence[str] = (),
        unhide: Sequence[str] = (),
        skipped: tuple[str, ...] = (),
        merge: bool = False,
        goes_on: bool = False,
    ) -> Change:
        """Write one change, then take it into memory; the papers later, by `_forget`, if it `goes_on`."""
        papers, added = papers or {}, added or {}
        self.keep_daily_copy()
        if merge:
            of, edits = self._amend(edits)
        change = Change(
            id=self._files.next_change_id(),
            label=label,
            when=self._now(),
            kind=kind,
            of=of,
            readings=tuple(edits),
            papers=(
                *(PaperEdit(i, None, None) for i in (*added, *hide, *unhide)),
                *(PaperEdit(i, *changed_fields(old, new)) for i, (old, new) in papers.items()),
            ),
            skipped=skipped,
        )
        try:
            stored = self._files.commit(
                change,
                papers={**added, **{i: new for i, (_, new) in papers.items()}},
                hide=hide,
                unhide=unhide,
                readings={e.paper_id: e.after for e in edits},
            )
        except LibraryError as error:
            self.save_error = str(error)
            raise
        self.save_error = "" if self._waiting is None else self._waiting.reason
        self._mergeable = stored.id if kind is ChangeKind.DO else 0
        changed = {e.paper_id for e in stored.readings} | {e.paper_id for e in edits}
        seen = () if goes_on else (*papers, *added, *hide, *unhide)
        self._forget(frozenset(seen), changed)
        if stored.id != change.id:  # another process wrote in between
            self._history = None
            with suppress(LibraryError):
                self._take_in_news()
        elif self._history is not None:
            self._history.record(stored)
        return stored

    def _amend(self, edits: Sequence[ReadingEdit]) -> tuple[int | None, Sequence[ReadingEdit]]:
        """Make the edits one step with our last change, if that was the same decision on the same papers."""
        log = self._log()
        last = log.to_undo if log.undo_id == self._mergeable else None
        if (
            last is None
            or last.papers
            or [e.paper_id for e in last.readings] != [e.paper_id for e in edits]
            or decided_fields(last.readings) != decided_fields(edits)
        ):
            return None, edits
        started = {e.paper_id: e.before for e in last.readings}
        return last.id, [ReadingEdit(e.paper_id, started[e.paper_id], e.after) for e in edits]

    def _forget(self, papers: frozenset[str], readings: Collection[str] | None) -> None:
        """Drop what was worked out before these papers and readings changed; None for any readings."""
        if self._filtering_in_use is not None:
            self._filtering_in_use.forget(papers, readings)
        if self._ranking is not None:
            self._ranking.forget(papers, readings)
        self._version += 1
        if readings is None:
            self._highest_rank = None
        elif self._highest_rank is not None:
            ranks = (self._highest_rank[0], *(self.reading(i).rank for i in readings))
            self._highest_rank = (max((r for r in ranks if r is not None), default=None),)
        if papers:
            self._papers_version += 1
            self._shown.cache_clear()
            self._folded.cache_clear()
            self._jumping.forget(papers)

    def _last_rank(self) -> float | None:
        """A rank that no paper in the queue is behind; None when none ever was."""
        if self._highest_rank is None:
            ranks = [r.rank for r in self._files.readings().values() if r.rank is not None]
            self._highest_rank = (max(ranks, default=None),)
        return self._highest_rank[0]

    def _short_title(self, paper_id: str) -> str:
        return shortened(self.hot(paper_id).title if paper_id in self else clean(paper_id))


def shortened(title: str) -> str:
    """A title as a label names it: at most 60 characters."""
    return title if len(title) <= _LABEL_TITLE else title[: _LABEL_TITLE - 1].rstrip() + "…"
