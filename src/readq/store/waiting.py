"""Decisions that could not be written wait in memory, are shown as made, and are written later.

What a person typed must not vanish because a disk is full for a minute. Facts from imports do not
wait: their source still has them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from itertools import takewhile
from pathlib import Path

import orjson

from readq.domain import Change, Paper, Reading, ReadingEdit
from readq.errors import LibraryError, NotSavedError
from readq.store.codec import decode_change, encode_change
from readq.store.drafts import holds_draft, is_being_written, is_draft, read_draft
from readq.store.files import NOTHING, AbstractSlab, Files, Refresh
from readq.store.uniting import united_reading

ASIDE = "unsaved-*.jsonl"
"""The names of files with changes that could not be saved."""
_SHORT_WAIT = 0.25
"""How long a decision waits for another process before it is kept for later, in seconds."""


class WaitingFiles:
    """The files of a library, with the decisions in front that are not on disk yet.

    Attributes:
        reason: Why they are not; empty when all is on disk.
    """

    def __init__(self, files: Files) -> None:
        """Stand in front of `files`."""
        self._files = files
        self._long_wait = files.wait
        self._steps: list[Change] = []
        self._over: dict[str, Reading | None] = {}
        self._news = Refresh()
        self.folder: Path | None = files.folder
        self.wait = files.wait = min(files.wait, _SHORT_WAIT)
        self.reason = ""

    @property
    def steps(self) -> Sequence[Change]:
        """What is not on disk yet, oldest first."""
        return self._steps

    @property
    def notes(self) -> Sequence[str]:
        """What opening found wrong but could make good, one sentence each."""
        return self._files.notes

    @property
    def paper_ids(self) -> Sequence[str]:
        """Every paper that is not hidden, in the order they came in."""
        return self._files.paper_ids

    def has(self, paper_id: str) -> bool:
        """Whether there is such a paper and it is not hidden."""
        return self._files.has(paper_id)

    def paper(self, paper_id: str) -> Paper:
        """The whole paper, abstract included; KeyError for an unknown or hidden one."""
        return self._files.paper(paper_id)

    def abstract_free(self, paper_id: str) -> Paper:
        """The paper with an empty abstract."""
        return self._files.abstract_free(paper_id)

    def hot_papers(self) -> Iterator[Paper]:
        """Every paper without its abstract, in the order of `paper_ids`."""
        return self._files.hot_papers()

    def merged(self, paper_id: str) -> Paper | None:
        """The whole paper that is part of another; None when this one is not."""
        return self._files.merged(paper_id)

    def merged_papers(self) -> Iterator[Paper]:
        """The papers that are part of another, without their abstracts."""
        return self._files.merged_papers()

    def paper_marks(self) -> bytes:
        """What tells these papers from what they were before."""
        return self._files.paper_marks()

    def papers_changed_since(self, marks: bytes) -> Collection[str] | None:
        """Papers added, changed, hidden or shown again since `marks`."""
        return self._files.papers_changed_since(marks)

    def derived(self, name: str) -> bytes | None:
        """What was worked out from the papers and kept."""
        return self._files.derived(name)

    def keep_derived(self, name: str, *pieces: bytes | memoryview) -> None:
        """Keep what was worked out from the papers."""
        self._files.keep_derived(name, *pieces)

    def beside(self) -> bytes:
        """The file for what is no decision on a paper."""
        return self._files.beside()

    def rewrite_beside(self, rewrite: Callable[[bytes], bytes]) -> None:
        """Change that file."""
        self._files.rewrite_beside(rewrite)

    def abstract_slabs(self) -> Iterator[AbstractSlab] | None:
        """All abstracts as the bytes of JSON documents."""
        return self._files.abstract_slabs()

    def readings(self) -> Mapping[str, Reading]:
        """Every Reading by paper id, as decided, whether on disk or not."""
        stored = self._files.readings()
        return _Overlaid(stored, self._over) if self._over else stored

    def commit(
        self,
        change: Change,
        *,
        papers: Mapping[str, Paper] = NOTHING,
        hide: Collection[str] = (),
        unhide: Collection[str] = (),
        readings: Mapping[str, Reading | None] = NOTHING,
    ) -> Change:
        """Store all of it in one durable step; decisions that cannot be stored wait.

        Raises:
            NotSavedError: Papers cannot be stored; nothing was changed.
        """
        if papers or hide or unhide:
            self._files.wait = self._long_wait
            try:
                if not self.save():
                    raise NotSavedError(self.reason)
                return self._files.commit(
                    change, papers=papers, hide=hide, unhide=unhide, readings=readings
                )
            finally:
                self._files.wait = self.wait
        if self.save():
            try:
                return self._files.commit(change, readings=readings)
            except LibraryError as error:
                self.reason = str(error)
        stored = replace(change, id=max(change.id, self.next_change_id()))
        self._steps.append(stored)
        self._over.update(readings)
        return stored

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes from writing until the block ends; imports can wait for that."""
        self._files.wait = self._long_wait
        try:
            with self._files.alone():
                yield
        finally:
            self._files.wait = self.wait

    def save(self) -> bool:
        """Try to write what waits; whether everything is on disk now."""
        try:
            self._look_around()
        except LibraryError as error:
            self.reason = str(error)
            return False
        while self._steps:
            step = self._steps[0]
            try:
                stored = self._files.commit(
                    step, readings={e.paper_id: e.after for e in step.readings}
                )
            except LibraryError as error:
                self.reason = str(error)
                self._rebase({})
                return False
            del self._steps[0]
            self._rebase({step.id: stored.id})
        self.reason = ""
        return True

    def next_change_id(self) -> int:
        """The id the next Change should carry."""
        last = self._steps[-1].id if self._steps else 0
        return max(self._files.next_change_id(), last + 1)

    def changes(self, newest_first: bool = True) -> Iterator[Change]:
        """The log, waiting steps included."""
        if newest_first:
            yield from reversed(self._steps)
        yield from self._files.changes(newest_first)
        if not newest_first:
            yield from self._steps

    def change(self, change_id: int) -> Change:
        """One change of the log, a waiting step among them."""
        waiting = next((step for step in self._steps if step.id == change_id), None)
        return waiting or self._files.change(change_id)

    def refresh(self) -> Refresh:
        """Take in what other processes wrote; what waits here is put on top of it."""
        if self._steps:
            self._look_around()
        else:
            self._news = _both(self._news, self._files.refresh())
        news, self._news = self._news, Refresh()
        return news

    def back_up_daily(self, today: date) -> Path | None:
        """Keep a copy of how things stood before today's first change."""
        return self._files.back_up_daily(today)

    @property
    def compaction_is_due(self) -> bool:
        """Whether `compact` would make the next start noticeably faster."""
        return self._files.compaction_is_due

    def compact(self) -> None:
        """Fold the journals into the JSON files."""
        self._files.compact()

    def close(self) -> None:
        """Try once more to write what waits, and let go of the files."""
        self.save()
        self._files.close()

    def keep_aside(self, folder: Path) -> Path | None:
        """Write what waits to a new file in `folder`, for `read_aside`; None when nothing waits.

        Raises:
            OSError: That is not possible either.
        """
        if not self._steps:
            return None
        lines = [orjson.dumps(encode_change(step)) for step in self._steps]
        number = 1
        while (path := folder / ASIDE.replace("*", str(number))).exists():
            number += 1
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "wb") as file:
            file.write(b"\n".join(lines) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        return path

    def _look_around(self) -> None:
        """Let go of steps that are on disk after all, and put the others on top of what is there.

        A line that could not be made safe may have been read, and made safe, by another process.
        """
        if not self._steps:
            return
        news = self._files.refresh()
        if not news:
            return
        self._news = _both(self._news, news)
        oldest = self._steps[0].id
        stored = list(takewhile(lambda change: change.id >= oldest, self._files.changes()))
        self._steps = [step for step in self._steps if step not in stored]
        self._rebase({})

    def _rebase(self, numbers: dict[int, int]) -> None:
        """Bring what waits in line with what is stored now; `numbers` says which ids became which."""
        stored, over = self._files.readings(), dict[str, Reading | None]()
        number = self._files.next_change_id()
        steps = []
        for step in self._steps:
            edits = []
            for edit in step.readings:
                now = over[edit.paper_id] if edit.paper_id in over else stored.get(edit.paper_id)
                after = united_reading(edit.paper_id, edit.before, edit.after, now)
                edits.append(ReadingEdit(edit.paper_id, now, after))
                over[edit.paper_id] = after
            numbers[step.id] = number
            of = step.of if step.of is None else numbers.get(step.of, step.of)
            steps.append(replace(step, id=number, of=of, readings=tuple(edits)))
            number += 1
        self._steps, self._over = steps, over


def _both(news: Refresh, more: Refresh) -> Refresh:
    return Refresh(
        news.papers | more.papers, news.readings | more.readings, news.changes + more.changes
    )


def files_aside(folder: Path) -> list[Path]:
    """The files in a folder with changes that could not be saved, by their names; drafts of running processes are none."""
    return [path for path in sorted(folder.glob(ASIDE)) if not is_being_written(path)]


def is_aside(path: Path) -> bool:
    """Whether the file looks like one that `keep_aside` wrote."""
    try:
        with path.open("rb") as file:
            return file.read(1) == b"{"
    except OSError:
        return False


def read_aside(path: Path) -> list[Change]:
    """The steps in a file that `keep_aside` wrote, or the one that a `Draft` is.

    Raises:
        LibraryError: It is no such file, or damaged.
    """
    try:
        data = path.read_bytes()
        if is_draft(path) and b"\n" not in data:
            return []  # its first line was cut off
        if holds_draft(data):
            draft = read_draft(data)
            return [] if draft is None else [draft]
        return [decode_change(orjson.loads(line)) for line in data.splitlines()]
    except OSError as error:
        raise LibraryError(f"{path}: cannot be read ({error.strerror}).") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise LibraryError(f"{path}: is no file of unsaved changes, or is damaged.") from error


def united_steps(steps: Iterable[Change], stored: Mapping[str, Reading]) -> dict[str, Reading]:
    """The readings that come of decisions made elsewhere, on top of those stored here."""
    over: dict[str, Reading] = {}
    for step in steps:
        for edit in step.readings:
            now = over.get(edit.paper_id) or stored.get(edit.paper_id)
            after = united_reading(edit.paper_id, edit.before, edit.after, now)
            over[edit.paper_id] = after or Reading(edit.paper_id)
    return over


class _Overlaid(Mapping[str, Reading]):
    """Stored readings with those in front that wait."""

    def __init__(self, stored: Mapping[str, Reading], over: Mapping[str, Reading | None]) -> None:
        self._stored, self._over = stored, over

    def __getitem__(self, paper_id: str) -> Reading:
        if paper_id not in self._over:
            return self._stored[paper_id]
        reading = self._over[paper_id]
        if reading is None:
            raise KeyError(paper_id)
        return reading

    def __iter__(self) -> Iterator[str]:
        yield from (i for i in self._stored if i not in self._over)
        yield from (i for i, reading in self._over.items() if reading is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)
