"""The Library: papers, readings and undo, over the store."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from readq.domain import (
    IN_QUEUE,
    MAX_PRIORITY,
    Change,
    ChangeKind,
    Paper,
    PaperEdit,
    Reading,
    ReadingEdit,
    Status,
    TitleOrigin,
)
from readq.domain.identity import arxiv_id, normal_doi
from readq.errors import (
    AmbiguousPaperError,
    LibraryError,
    UnknownPaperError,
    UsageError,
)
from readq.exporters import EXPORTERS, ExportOptions, citekeys, record
from readq.importers import Shape
from readq.library.filtering import Filtering
from readq.library.history import History, apply_edit, decided_fields, swap
from readq.library.intake import Batch, Intake, Progress, Request
from readq.library.jumping import Jumping
from readq.library.paper_edits import changed_fields, rebased, with_fields
from readq.library.ranks import even_ranks, rank_between
from readq.library.reports import ImportProgress, ImportReport
from readq.library.views import SORTS, minutes_to_read
from readq.paths import default_library
from readq.search import Hit, fold, parse
from readq.store import Files, LibraryFiles, WaitingFiles, pack, read_aside, united_steps
from readq.text import Rendered, clean, render, render_title, strip_controls

_PAST = {
    Status.NEW: "put back",
    Status.LATER: "left for later",
    Status.QUEUED: "queued",
    Status.READING: "started",
    Status.READ: "finished",
    Status.SKIPPED: "skipped",
}
_LABEL_TITLE = 60
_MIN_PREFIX = 3
_MARKUP = frozenset("\\$*_{<&`[")
"""Without any of these a text is shown as it is written, as far as its words go."""


def utc_now() -> datetime:
    """The time, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


def open_library(
    folder: Path | str | None = None,
    *,
    now: Callable[[], datetime] = utc_now,
    create: bool = True,
    name: str = "",
) -> Library:
    """Open the library in `folder`, making a new one where there is none.

    Args:
        folder: Its folder; the reader's own library when None.
        now: The clock.
        create: Whether a missing library is made.
        name: What the app calls it; the folder's name when empty.

    Raises:
        LibraryError: The folder cannot be used, or what is in it is damaged or newer than this readq.
    """
    place = default_library() if folder is None else Path(folder).expanduser()
    library = Library(LibraryFiles.open(place, create=create), now=now, name=name)
    library.keeps_daily_copies = True
    return library


class Library:
    """All papers of one reader. Closing it is polite; nothing is lost without."""

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
        self._filtering = Filtering(
            lambda: self._files, lambda i: self._folded(i, self._papers_version)
        )
        self._news: frozenset[str] = frozenset()
        self._mergeable = 0
        # What is kept carries the version it was worked out from, since another thread may be
        # writing meanwhile.
        self._version = self._papers_version = 0
        self._queue: tuple[int, date, list[str]] | None = None
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

    # Decisions that cannot be saved

    def hold_unsaved(self) -> None:
        """From now on show decisions that cannot be saved, and keep them for `save`."""
        if self._waiting is None:
            self._files = self._waiting = WaitingFiles(self._files)

    @property
    def unsaved(self) -> int:
        """How many changes are shown but not on disk; always 0 without `hold_unsaved`."""
        return 0 if self._waiting is None else len(self._waiting.steps)

    def save(self) -> bool:
        """Try again to write what is not on disk; whether everything is."""
        if self._waiting is None or not self._waiting.steps:
            return not self.save_error
        with self._lock:
            done = self._waiting.save()
            self.save_error = self._waiting.reason
            self._history = None
            self._forget(frozenset(), None)
            return done

    def keep_unsaved_aside(self, folder: Path) -> Path | None:
        """Write what is not on disk to a file elsewhere, for `bring_back`; None when all is on disk.

        Raises:
            OSError: That is not possible either.
        """
        return None if self._waiting is None else self._waiting.keep_aside(folder)

    def bring_back(self, path: Path) -> Change | None:
        """Make the decisions in a file of `keep_unsaved_aside`; fields changed since are set again.

        Raises:
            LibraryError: It is no such file.
            NotSavedError: They could not be written.
        """
        steps = read_aside(path)
        with self._lock:
            self._take_in_news()
            readings = united_steps(steps, self._files.readings())
            edits = [
                _edit(old, new) for i, new in readings.items() if new != (old := self.reading(i))
            ]
            if not edits:
                return None
            many = f"{len(steps):,} unsaved change{'s' * (len(steps) != 1)}"
            return self._commit(f"brought back {many}", edits=edits)

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

    # Papers

    def paper(self, paper_id: str) -> Paper:
        """The paper of this id.

        Raises:
            UnknownPaperError: There is none.
        """
        try:
            return self._files.paper(paper_id)
        except KeyError:
            raise UnknownPaperError(f'There is no paper "{clean(paper_id)}".') from None

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
        raw = self._files.paper(paper_id).abstract
        return f" {fold(raw if _MARKUP.isdisjoint(raw) else render(raw).plain)} "

    def minutes(self, paper_id: str) -> int:
        """A rough reading time in minutes."""
        return minutes_to_read(self.paper(paper_id).abstract)

    def find(self, ref: str) -> Paper:
        """The paper named by id, unique start of an id, citekey, DOI, arXiv id, coined name or whole title.

        Raises:
            UnknownPaperError: None answers.
            AmbiguousPaperError: Several do.
        """
        ref = ref.strip()
        if ref in self:
            return self.paper(ref)
        ids = self._files.paper_ids
        starting = [i for i in ids if i.startswith(ref.lower())] if len(ref) >= _MIN_PREFIX else []
        # Ids have no capitals: `REAL` is a name before it is the start of an id.
        found = starting if ref == ref.lower() else []
        found = found or self._labelled(ref) or self._named(ref) or starting or self._cited(ref)
        if not found:
            raise UnknownPaperError(
                f'No paper answers to "{clean(ref)}"; name it by id, citekey, DOI, arXiv id, coined name '
                "or whole title (readq jump WORDS finds the id)."
            )
        if len(found) > 1:
            shown = ", ".join(found[:4]) + (", …" if len(found) > 4 else "")
            raise AmbiguousPaperError(
                f'"{clean(ref)}" could be any of {shown}; type more of the id.'
            )
        return self.paper(found[0])

    def _labelled(self, ref: str) -> list[str]:
        doi, arxiv = normal_doi(ref), arxiv_id(ref)
        return [
            paper.id
            for paper in self._files.hot_papers()
            if (paper.citekey and paper.citekey == ref)
            or (doi and paper.doi == doi)
            or (arxiv and paper.arxiv_id == arxiv)
        ]

    def _cited(self, ref: str) -> list[str]:
        """The paper that exports cite by this key, when no source gave it one."""
        if not any(map(str.isdigit, ref)) or " " in ref:
            return []
        return [i for i, key in citekeys(self._files.hot_papers()).items() if key == ref]

    def _named(self, ref: str) -> list[str]:
        papers, title = self._files.hot_papers, ref.casefold()
        return [p.id for p in papers() if p.names and p.names[0].text == ref] or [
            p.id for p in papers() if title and p.title.casefold() == title
        ]

    def ids(
        self,
        filter: str = "",  # noqa: A002  (the word of the field)
        sort: str = "added",
        *,
        lenient: bool = False,
    ) -> list[str]:
        """The ids of the papers that pass the filter, in order.

        Args:
            filter: A filter such as `status:queued tag:rl`; empty lets all pass.
            lenient: Leave out an unfinished end of the filter, for one that is being typed.
            sort: One of `SORTS`, with `-` behind it for the other way round. `sort:` in the filter wins.

        Raises:
            FilterError: The filter does not parse.
            UsageError: There is no such order.
        """
        query = parse(filter, today=self._now().date(), lenient=lenient)
        sort = query.sort or sort
        if not query.is_empty:
            name, descending = _order_of(sort)
            found = self._filtering.order(name, descending=descending, query=query)
            if found is not None:
                return found
        order = self._in_order(sort)
        if query.is_empty:
            return list(order)
        passing = self._filtering.passing(query)
        return [i for i in order if i in passing]

    def papers(self, filter: str = "", sort: str = "added") -> list[Paper]:  # noqa: A002
        """The papers that pass the filter, in order; see `ids`."""
        return [self.paper(i) for i in self.ids(filter, sort)]

    def _in_order(self, sort: str) -> list[str]:
        name, descending = _order_of(sort)
        told = self._filtering.order(name, descending=descending)
        if told is not None:
            return told
        known = self._sorted.get(sort)
        if known is None or known[0] != self._papers_version:
            version, key = self._papers_version, SORTS[name][0]
            keyed = [
                (key(paper, Reading(paper.id)), paper.id) for paper in self._files.hot_papers()
            ]
            keyed.sort(key=lambda pair: pair[0], reverse=descending)
            known = self._sorted[sort] = version, [paper_id for _, paper_id in keyed]
        return known[1]

    def counts(self) -> dict[Status, int]:
        """How many papers have each status."""
        counted = Counter(
            reading.status for i, reading in self._files.readings().items() if i in self
        )
        untouched = len(self) - counted.total()
        return {s: counted[s] + (untouched if s is Status.NEW else 0) for s in Status}

    def tags(self) -> dict[str, int]:
        """The reader's tags with the number of papers, most used first."""
        counted = Counter(
            tag for i, r in self._files.readings().items() if i in self for tag in r.tags
        )
        return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))

    # The queue

    def queue_ids(self) -> list[str]:
        """The queue: papers being read first, then the reader's own order; deferred ones are left out."""
        today = self._now().astimezone().date()  # the reader's day ends at the reader's midnight
        version, known = self._version, self._queue
        if known is None or known[:2] != (version, today):
            queued = [
                r
                for i, r in self._files.readings().items()
                if r.status in IN_QUEUE
                and i in self
                and not (r.deferred_until and r.deferred_until > today)
            ]
            queued.sort(key=lambda r: (r.status is not Status.READING, r.rank or 0.0, r.paper_id))
            known = self._queue = version, today, [r.paper_id for r in queued]
        return list(known[2])

    def queue(self) -> list[Paper]:
        """The papers of the queue in order."""
        return [self.paper(i) for i in self.queue_ids()]

    def next(self) -> Paper | None:
        """What to read now."""
        ids = self.queue_ids()
        return self.paper(ids[0]) if ids else None

    # Decisions

    def mark(self, ids: str | Iterable[str], status: Status) -> Change | None:
        """Give papers a status; newly queued ones go to the end of the queue.

        Raises:
            UnknownPaperError: There is no such paper; as for every decision.
            UsageError: There is no such status.
        """
        if status not in _PAST:
            raise UsageError(
                f'There is no status "{clean(status)}"; there are {", ".join(Status)}.'
            )
        status, when = Status(status), self._now()
        with self._lock:
            last = self._last_rank()

            def decide(reading: Reading) -> Reading:
                nonlocal last
                if reading.status is status:
                    return reading
                moved = reading.with_status(status, when)
                if status in IN_QUEUE and moved.rank is None:
                    last = rank_between(last, None) or 0.0
                    moved = replace(moved, rank=last)
                return moved

            return self._decide(ids, decide, _PAST[status])

    def _last_rank(self) -> float | None:
        ranks = [r.rank for r in self._files.readings().values() if r.rank is not None]
        return max(ranks, default=None)

    def set_priority(
        self, ids: str | Iterable[str], priority: int, *, merge: bool = False
    ) -> Change | None:
        """Set how soon papers are to be read: 0 (none) to 5 (most).

        Raises:
            UsageError: The priority is out of range.
        """
        if not _is_whole(priority, 0):
            raise UsageError(f"A priority is a number from 0 to {MAX_PRIORITY}, not {priority}.")
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
        adding, removing = _tags(add), _tags(remove)

        def decide(reading: Reading) -> Reading:
            tags = dict.fromkeys((*reading.tags, *adding))
            return replace(reading, tags=tuple(t for t in tags if t not in removing))

        return self._decide(ids, decide, "tagged")

    def note(self, paper_id: str, text: str, *, merge: bool = False) -> Change | None:
        """Replace the note on a paper; an empty text removes it.

        Args:
            paper_id: The paper.
            text: Markdown.
            merge: Whether this save and the one before are one step of undo.
        """
        note = strip_controls(text)
        note = note if note.strip() else ""
        return self._decide(
            paper_id, lambda r: replace(r, note=note), "wrote a note on", merge=merge
        )

    def defer(self, ids: str | Iterable[str], until: date | None) -> Change | None:
        """Hide papers from the queue until a day; None shows them again.

        Raises:
            UsageError: It is no day.
        """
        if isinstance(until, datetime):
            until = until.astimezone().date()
        if until is not None and not isinstance(until, date):
            raise UsageError(f'A day is a date, not "{clean(str(until))}".')
        label = f"deferred until {until}:" if until else "took back deferring"
        return self._decide(ids, lambda r: replace(r, deferred_until=until), label)

    def move(
        self,
        paper_id: str,
        *,
        top: bool = False,
        after: str | None = None,
        to: int | None = None,
        merge: bool = False,
    ) -> Change | None:
        """Move a paper within the queue; give one of `top`, `after` (a paper) or `to` (a place from 1).

        Papers being read stay ahead of the others whatever their place.

        Raises:
            UnknownPaperError: There is no such paper.
            UsageError: The paper, or the one it is to follow, is not in the queue.
        """
        with self._lock:
            ids = self.queue_ids()
            for wanted in (paper_id, after):
                if wanted is not None and wanted not in ids:
                    raise UsageError(f'"{_shortened(self.hot(wanted).title)}" is not in the queue.')
            if after == paper_id:
                return None
            ids.remove(paper_id)
            if top:
                place = 0
            elif after is not None:
                place = ids.index(after) + 1
            else:
                place = min(max((to if to is not None else len(ids) + 1) - 1, 0), len(ids))
            return self._place(paper_id, ids, place, merge=merge)

    def _place(self, paper_id: str, others: list[str], place: int, *, merge: bool) -> Change | None:
        own = self.reading(paper_id).status
        before = [i for i in others[:place] if self.reading(i).status is own]
        behind = [i for i in others[place:] if self.reading(i).status is own]
        lower = self.reading(before[-1]).rank if before else None
        upper = self.reading(behind[0]).rank if behind else None
        rank = rank_between(lower, upper)
        if rank is not None:
            if self._keeps_place(paper_id, lower, upper):
                return None
            return self._decide(paper_id, lambda r: replace(r, rank=rank), "moved", merge=merge)
        ranks = even_ranks([*before, paper_id, *behind])
        return self._decide(
            [paper_id, *before, *behind],
            lambda r: replace(r, rank=ranks[r.paper_id]),
            "moved",
            merge=merge,
            named=1,
        )

    def _keeps_place(self, paper_id: str, lower: float | None, upper: float | None) -> bool:
        rank = self.reading(paper_id).rank
        return (
            rank is not None and (lower is None or lower < rank) and (upper is None or rank < upper)
        )

    def sort_queue(self) -> Change | None:
        """Order the queue by priority, once; equal priorities keep their order."""
        with self._lock:
            ids = sorted(self.queue_ids(), key=lambda i: -self.reading(i).priority)
            ranks = even_ranks(ids)
            return self._decide(
                ids, lambda r: replace(r, rank=ranks[r.paper_id]), "sorted the queue by priority:"
            )

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
        """Apply one decision to papers as one change; None when nothing is different."""
        with self._lock:
            wanted = [ids] if isinstance(ids, str) else list(dict.fromkeys(ids))
            edits = []
            for paper_id in wanted:
                if paper_id not in self:
                    raise UnknownPaperError(f'There is no paper "{clean(paper_id)}".')
                old = self.reading(paper_id)
                new = decide(old)
                if new != old:
                    edits.append(_edit(old, new))
            if not edits:
                return None
            return self._commit(
                self._label(label, [e.paper_id for e in edits][:named]), edits=edits, merge=merge
            )

    def _label(self, verb: str, ids: Sequence[str]) -> str:
        if len(ids) == 1:
            return f'{verb} "{self._short_title(ids[0])}"'
        return f"{verb} {len(ids):,} papers"

    def _short_title(self, paper_id: str) -> str:
        return _shortened(self.hot(paper_id).title if paper_id in self else clean(paper_id))

    # Undo

    def _log(self) -> History:
        history = self._history
        if history is None:
            with self._lock:
                history = self._history
                if history is None:
                    history = self._history = History(self._files.changes(newest_first=False))
        return history

    @property
    def can_undo(self) -> Change | None:
        """The change that `undo` would take back."""
        return self._log().to_undo

    @property
    def can_redo(self) -> Change | None:
        """The change that `redo` would do again."""
        return self._log().to_redo

    def undo(self) -> Change | None:
        """Take the last change back, the one `can_undo` names; None when there is none.

        What another process changed since stays, and `skipped` of the outcome names those papers.
        """
        with self._lock:
            change = self._log().to_undo
            self._take_in_news()
            if change is None or not self._log().can_undo(change):
                return None
            return self._replay(change, ChangeKind.UNDO)

    def redo(self) -> Change | None:
        """Do the change that was taken back last again; None when there is none."""
        with self._lock:
            change = self._log().to_redo
            self._take_in_news()
            if change is None or not self._log().can_redo(change):
                return None
            return self._replay(change, ChangeKind.REDO)

    def log(self, limit: int = 50) -> list[Change]:
        """The newest changes first, undos and redos among them."""
        newest = self._files.changes(newest_first=True)
        return [change for change, _ in zip(newest, range(limit), strict=False)]

    def _replay(self, change: Change, kind: ChangeKind) -> Change:
        undoing = kind is ChangeKind.UNDO
        edits, skipped = [], []
        for edit in change.readings:
            current = self.reading(edit.paper_id)
            new, whole = apply_edit(current, swap(edit) if undoing else edit)
            if not whole:
                skipped.append(edit.paper_id)
            if new != current:
                edits.append(_edit(current, new))
        additions = [e.paper_id for e in change.papers if e.is_addition]
        if undoing and additions:
            decided = self._log().decided_after(change)
            skipped.extend(i for i in additions if i in decided)
            additions = [i for i in additions if i not in decided]
        papers = {}
        for paper_edit in change.papers:
            if not paper_edit.is_addition and paper_edit.paper_id in self:
                old = self.paper(paper_edit.paper_id)
                sides = paper_edit.before or {}, paper_edit.after or {}
                left, wanted = reversed(sides) if undoing else sides
                facts, whole = with_fields(old, left, wanted)
                if not whole:
                    skipped.append(old.id)
                if facts != old:
                    papers[old.id] = (old, facts)
        return self._commit(
            change.label,
            kind=kind,
            of=change.id,
            edits=edits,
            papers=papers,
            hide=additions if undoing else (),
            unhide=() if undoing else additions,
            skipped=tuple(dict.fromkeys(skipped)),
        )

    # Papers in and out

    def add(
        self,
        *sources: str | Path,
        format: str | None = None,  # noqa: A002
        shape: Shape = "auto",
        tags: str | Sequence[str] = (),
        venue: str = "",
        year: int | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
        stdin: IO[bytes] | None = None,
    ) -> ImportReport:
        """Import lists of papers as one change; readings are never touched.

        Args:
            sources: Files; `-` is standard input.
            format: A format's name, when it is not to be found out.
            shape: How a plain list is built, when that is not to be found out.
            tags: Tags for every paper the sources name.
            venue: Venue for records without one.
            year: Year for records without one.
            dry_run: Report only, write nothing.
            progress: Told how far things are; may answer False to cancel, and then nothing is written.
            stdin: What `-` reads.

        Raises:
            SourceError: No source could be read.
            NotSavedError: The papers could not be written; the library is as it was.
        """
        with self._lock:
            self._take_in_news()
            now, version = self._now(), self._papers_version
        intake = Intake(
            papers=self._files.hot_papers(),
            wording=self._render_plain,
            paper=self._files.paper,
            is_known=self.__contains__,
            now=now,
            progress=progress,
        )
        batch = intake.run(Request(sources, format, shape, venue, year, stdin))
        report = batch.report
        if dry_run or report.cancelled:
            return report
        names = ", ".join(
            clean(Path(s).name if str(s) != "-" else "standard input") for s in sources
        )
        if progress is not None:
            answer = progress(ImportProgress(names, 0, 0, report.seen, "writing"))
            if answer is False:
                return replace(report, cancelled=True)
        with self._lock:
            self._take_in_news()
            if version != self._papers_version:
                self._catch_up(batch)
            change = self._write(batch, tags, names)
        return replace(batch.report, change=change)

    def _catch_up(self, batch: Batch) -> None:
        """Bring a batch in line with papers that came, went or changed while it was put together."""
        for paper_id in [i for i in batch.added if i in self]:
            del batch.added[paper_id]
            report = batch.report
            batch.report = replace(report, added=report.added - 1, unchanged=report.unchanged + 1)
        for paper_id, paper in list(batch.updated.items()):
            if paper_id not in self:
                batch.added[paper_id] = batch.updated.pop(paper_id)
                continue
            current = self.paper(paper_id)
            batch.updated[paper_id] = rebased(paper, batch.before[paper_id], current)
            batch.before[paper_id] = current

    def _write(self, batch: Batch, tags: str | Sequence[str], names: str) -> Change | None:
        adding = _tags(tags)
        with self._lock:
            edits = []
            for paper_id in batch.report.paper_ids if adding else ():
                old = self.reading(paper_id)
                new = replace(old, tags=tuple(dict.fromkeys((*old.tags, *adding))))
                if new != old:
                    edits.append(_edit(old, new))
            if not (batch.added or batch.updated or edits):
                return None
            count = len(batch.added) or len(batch.updated) or len(edits)
            verb = "imported" if batch.added else "completed" if batch.updated else "tagged"
            return self._commit(
                f"{verb} {count:,} {'paper' if count == 1 else 'papers'} from {names}",
                edits=edits,
                papers={i: (batch.before[i], paper) for i, paper in batch.updated.items()},
                added=batch.added,
            )

    def records(self, ids: Iterable[str]) -> Iterator[dict[str, Any]]:
        """Papers with their facts and readings merged, as plain values for JSON."""
        return (record(self.paper(i), self.reading(i)) for i in ids)

    def export(
        self,
        filter: str = "",  # noqa: A002
        format: str = "jsonl",  # noqa: A002
        options: ExportOptions | None = None,
    ) -> str:
        """The papers that pass the filter, as text in one of the export formats.

        Raises:
            UsageError: There is no such format.
            FilterError: The filter does not parse.
        """
        exporter = EXPORTERS.get(format)
        if exporter is None:
            raise UsageError(
                f'There is no export format "{clean(format)}"; there are {", ".join(EXPORTERS)}.'
            )
        papers = ((self.paper(i), self.reading(i)) for i in self.ids(filter))
        options = options or ExportOptions()
        return exporter(papers, replace(options, keys=lambda: citekeys(self._files.hot_papers())))

    # Jump

    def build_jump_index(self) -> None:
        """Make the first `jump` quick; may run in a worker thread."""
        self._jumping.get_ready()

    def jump(self, query: str, limit: int = 60) -> list[Hit]:
        """The papers whose title, names, aliases, authors or keys are nearest to the words, best first."""
        readings = self._files.readings()
        return self._jumping.search(query, limit, own=lambda i: i in readings)

    # Looking after it

    def stats(self) -> dict[str, Any]:
        """Numbers about the library: papers, statuses, tags, notes, decisions by day."""
        readings = [r for i, r in self._files.readings().items() if i in self]
        days: Counter[str] = Counter(
            when.date().isoformat() for r in readings for _, when in r.moved
        )
        return {
            "papers": len(self),
            "status": {str(status): n for status, n in self.counts().items()},
            "queue_minutes": sum(self.minutes(i) for i in self.queue_ids()),
            "notes": sum(1 for r in readings if r.note),
            "tags": self.tags(),
            "decisions_by_day": dict(sorted(days.items())),
        }

    def refresh(self) -> frozenset[str]:
        """Take in what other processes wrote; the ids of the papers that look different now."""
        with self._lock:
            self._take_in_news()
            news, self._news = self._news, frozenset()
            return news

    def _take_in_news(self) -> None:
        """Take in what other processes wrote; the next `refresh` tells of it."""
        news = self._files.refresh()
        if news:
            self._history = None
            self._news |= news.papers | news.readings
            self._forget(news.papers, news.readings)

    def compact(self) -> None:
        """Rewrite the files as plain TinyDB JSON with empty journals."""
        self._files.compact()

    def keep_daily_copy(self) -> None:
        """Copy the library unless that was done today; a copy that fails holds nothing up."""
        today = self._now().date()
        if self.keeps_daily_copies and self._copied != today:
            self._copied = today
            with suppress(LibraryError):
                self._files.back_up_daily(today)

    def look_after(self) -> None:
        """Do what keeps the files quick and safe, when it is due; for a thread of its own."""
        self.keep_daily_copy()
        if self._files.compaction_is_due:
            with suppress(LibraryError):  # everything saved is safe in the journals
                self._files.compact()

    def back_up(self, target: Path) -> Path:
        """Pack the library into one file, read it back, and only then give it its name.

        Raises:
            LibraryError: The library is not on disk, or the file cannot be written.
        """
        if self.folder is None:
            raise LibraryError("This library lives in memory; there are no files to copy.")
        self._files.compact()
        return pack(self.folder, target)

    def close(self) -> None:
        """Let go of the files."""
        self._jumping.keep()
        self._filtering.keep()
        self._files.close()

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
    ) -> Change:
        """Write one change, then take it into memory."""
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
        self._forget(frozenset((*papers, *added, *hide, *unhide)), changed)
        if stored.id != change.id:  # another process wrote in between
            self._history = None
            with suppress(LibraryError):
                self._take_in_news()
        elif self._history is not None:
            self._history.record(stored)
        return stored

    def _amend(self, edits: Sequence[ReadingEdit]) -> tuple[int | None, Sequence[ReadingEdit]]:
        """Make the edits one step with our last change, if that was the same decision on the same papers."""
        last = self._log().to_undo
        if (
            last is None
            or last.id != self._mergeable
            or last.papers
            or [e.paper_id for e in last.readings] != [e.paper_id for e in edits]
            or decided_fields(last.readings) != decided_fields(edits)
        ):
            return None, edits
        started = {e.paper_id: e.before for e in last.readings}
        return last.id, [ReadingEdit(e.paper_id, started[e.paper_id], e.after) for e in edits]

    def _forget(self, papers: frozenset[str], readings: Collection[str] | None) -> None:
        """Drop what was worked out before these papers and readings changed; None for any readings."""
        self._filtering.forget(papers, readings)
        self._version += 1
        if papers:
            self._papers_version += 1
            self._shown.cache_clear()
            self._folded.cache_clear()
            self._jumping.forget(papers)


def _order_of(sort: str) -> tuple[str, bool]:
    """The name of an order, and whether the largest comes first."""
    name, flipped = (sort[:-1], True) if sort.endswith("-") else (sort, False)
    if name not in SORTS:
        raise UsageError(f'There is no order "{clean(sort)}"; there are {", ".join(SORTS)}.')
    return name, SORTS[name][1] is not flipped


def _edit(old: Reading, new: Reading) -> ReadingEdit:
    """The edit between two readings, with None for an untouched one."""
    return ReadingEdit(old.paper_id, None if old.untouched else old, None if new.untouched else new)


def _shortened(title: str) -> str:
    return title if len(title) <= _LABEL_TITLE else title[: _LABEL_TITLE - 1].rstrip() + "…"


def _is_whole(number: object, least: int) -> bool:
    """Whether it is a whole number from `least` to the highest priority; scripts may pass anything."""
    return type(number) is int and least <= number <= MAX_PRIORITY


def _tags(texts: str | Sequence[str]) -> list[str]:
    """Tags as stored: one line each, no commas, no outer blanks. One text alone is one tag."""
    alone = (texts,) if isinstance(texts, str) else texts
    tags = (" ".join(clean(text).replace(",", " ").split()) for text in alone)
    return [tag for tag in tags if tag]
