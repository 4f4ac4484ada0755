"""A reader at work for hours, by lot: a Library on a bad disk against plain values."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.campaign.world import FOLDER
from tests.store.disk import Platter, PowerCut, SimulatedFiles
from tests.store.samples import NOW

from readq.domain import IN_QUEUE, Change, Status
from readq.errors import LibraryError
from readq.library import Library
from readq.store import LibraryFiles

Decisions = tuple[Status, int, frozenset[str], str, bool]
UNTOUCHED: Decisions = (Status.NEW, 0, frozenset(), "", False)
_WORDS = ("Art", "Bulk", "Calm", "Dust", "Ease", "Fall", "Gist", "Hope")
TITLES = tuple(f"On the {word} of Things" for word in _WORDS)


@dataclass(frozen=True)
class Held:
    """What a library holds, and what undo and redo would make of it."""

    papers: tuple[str, ...] = ()
    decided: tuple[tuple[str, Decisions], ...] = ()
    queue: tuple[str, ...] = ()
    changes: int = 0
    to_undo: tuple[Held, ...] = ()
    to_redo: tuple[Held, ...] = ()

    def of(self, title: str) -> Decisions:
        """What was decided on a paper."""
        return dict(self.decided).get(title, UNTOUCHED)

    def then(self, new: Held) -> Held:
        """The next state: the one before can be had back."""
        if (new.papers, new.decided, new.queue) == (self.papers, self.decided, self.queue):
            return self
        undo = (*self.to_undo, self)
        return replace(new, changes=self.changes + 1, to_undo=undo, to_redo=())

    def decide(self, titles: list[str], act: Callable[[Decisions], Decisions]) -> Held:
        """The state after one decision on some papers."""
        decided, queue = dict(self.decided), list(self.queue)
        for title in titles:
            new = act(decided.pop(title, UNTOUCHED))
            if new != UNTOUCHED:
                decided[title] = new
            if new[0] in IN_QUEUE and title not in queue:
                queue.append(title)
            elif new[0] not in IN_QUEUE and title in queue:
                queue.remove(title)
        return self.then(replace(self, decided=tuple(sorted(decided.items())), queue=tuple(queue)))

    def undone(self) -> Held:
        """The state after taking the last change back."""
        if not self.to_undo:
            return self
        before = self.to_undo[-1]
        redo = (*self.to_redo, self)
        return replace(before, changes=self.changes + 1, to_undo=self.to_undo[:-1], to_redo=redo)

    def redone(self) -> Held:
        """The state after doing the change taken back last again."""
        if not self.to_redo:
            return self
        after = self.to_redo[-1]
        return replace(
            after,
            changes=self.changes + 1,
            to_undo=(*self.to_undo, self),
            to_redo=self.to_redo[:-1],
        )

    @property
    def shown(self) -> object:
        """As `shown_by` gives it."""
        queue = [title for title in self.queue if not self.of(title)[4]]
        reading = [title for title in queue if self.of(title)[0] is Status.READING]
        others = [title for title in queue if title not in reading]
        return set(self.papers), dict(self.decided), reading + others, self.changes


def shown_by(library: Library) -> object:
    """Papers, decisions, queue and the number of changes, as a caller sees them."""
    ids = library.ids("in:library,trash")
    titles = {paper_id: library.hot(paper_id).title for paper_id in ids}
    decided = {}
    in_sight = set(library.ids())
    for paper_id, title in titles.items():
        reading = library.reading(paper_id)
        tags, trashed = frozenset(reading.tags), reading.trashed is not None
        assert (paper_id in in_sight) is not trashed
        found = (reading.status, reading.priority, tags, reading.note, trashed)
        if found != UNTOUCHED:
            decided[title] = found
    queue = [titles[paper_id] for paper_id in library.queue_ids()]
    return set(titles.values()), decided, queue, library._files.next_change_id() - 1


@cache
def lists() -> list[tuple[Path, tuple[str, ...]]]:
    """Lists of papers to import; two of them overlap."""
    folder = Path(tempfile.mkdtemp(prefix="readq-lists-"))
    found = []
    for number, titles in enumerate((TITLES[:3], TITLES[2:5], TITLES[5:])):
        path = folder / f"{number}.txt"
        path.write_text("\n\n".join(f"{title}\n\n{_abstract(title)}" for title in titles))
        found.append((path, titles))
    return found


def _abstract(title: str) -> str:
    return " ".join([f"We write {title.lower()} at length."] * 9)


_SOME = st.lists(st.integers(0, 7), min_size=1, max_size=4)


class Reader(RuleBasedStateMachine):
    """Each rule is one thing a reader, or fate, does."""

    def __init__(self) -> None:
        super().__init__()
        self.platter = Platter()
        self.held = Held()
        self.possible = [self.held]
        self.waits = False
        self.library = self._opened()

    @initialize(waits=st.booleans())
    def begin(self, waits: bool) -> None:
        """Use the library as the app does, which keeps what cannot be saved, or as a script does."""
        self.waits = waits
        self._use(self.library)
        self._do(self._imported(0), lambda: self.library.add(str(lists()[0][0]), shape="titled"))

    @rule(number=st.integers(0, 2))
    def imports(self, number: int) -> None:
        self._do(
            self._imported(number),
            lambda: self.library.add(str(lists()[number][0]), shape="titled"),
            needs_disk=True,
        )

    @precondition(lambda self: self.held.papers)
    @rule(some=_SOME, status=st.sampled_from(Status))
    def marks(self, some: list[int], status: Status) -> None:
        titles, ids = self._some(some)
        after = self.held.decide(
            titles, lambda old: (status, *old[1:4], old[4] and status not in IN_QUEUE)
        )
        self._do(after, lambda: self.library.mark(ids, status))

    @precondition(lambda self: self.held.papers)
    @rule(some=_SOME, back=st.booleans())
    def throws_away(self, some: list[int], back: bool) -> None:
        titles, ids = self._some(some)
        after = self.held.decide(titles, lambda old: (*old[:4], not back))
        self._do(after, lambda: (self.library.untrash if back else self.library.trash)(ids))

    @precondition(lambda self: self.held.papers)
    @rule(some=_SOME, priority=st.integers(0, 5))
    def prioritises(self, some: list[int], priority: int) -> None:
        titles, ids = self._some(some)
        after = self.held.decide(titles, lambda old: (old[0], priority, *old[2:]))
        self._do(after, lambda: self.library.set_priority(ids, priority))

    @precondition(lambda self: self.held.papers)
    @rule(some=_SOME, add=st.sampled_from("abc"), remove=st.sampled_from("abc"))
    def tags(self, some: list[int], add: str, remove: str) -> None:
        titles, ids = self._some(some)
        after = self.held.decide(
            titles, lambda old: (old[0], old[1], (old[2] | {add}) - {remove}, *old[3:])
        )
        self._do(after, lambda: self.library.tag(ids, [add], [remove]))

    @precondition(lambda self: self.held.papers)
    @rule(which=st.integers(0, 7), note=st.sampled_from(["", "a line", "two\nlines", "long " * 99]))
    def writes_a_note(self, which: int, note: str) -> None:
        titles, ids = self._some([which])
        after = self.held.decide(titles, lambda old: (*old[:3], note, old[4]))
        self._do(after, lambda: self.library.note(ids[0], note))

    @rule()
    def undoes(self) -> None:
        alone = self._is_import(self.library.can_undo)
        self._do(self.held.undone(), self.library.undo, needs_disk=alone)

    @rule()
    def redoes(self) -> None:
        alone = self._is_import(self.library.can_redo)
        self._do(self.held.redone(), self.library.redo, needs_disk=alone)

    @rule()
    def compacts(self) -> None:
        self._do(self.held, self.library.compact, needs_disk=True)

    @rule()
    def saves(self) -> None:
        self._do(self.held, self.library.save)

    @rule(
        after=st.integers(1, 6),
        span=st.sampled_from([1, 2, 6, 12]),
        error=st.sampled_from([errno.EIO, errno.ENOSPC, errno.EROFS, errno.EDQUOT]),
    )
    def disk_fails(self, after: int, span: int, error: int) -> None:
        first = self.platter.calls + after
        self.platter.fail_at, self.platter.error = range(first, first + span), error

    @rule(after=st.integers(1, 12))
    def power_will_go(self, after: int) -> None:
        self.platter.cut_at = self.platter.calls + after

    @rule(lot=st.integers(0, 10**6))
    def power_goes(self, lot: int) -> None:
        self._power_cut(lot)

    @rule()
    def is_killed_and_comes_back(self) -> None:
        self.platter.cut_at = 0
        known = self.possible
        self._come_back()
        # What was refused may have been written whole: it is seen, and on no disk for sure.
        self.possible = known[: known.index(self.held) + 1]

    @invariant()
    def all_is_as_it_must_be(self) -> None:
        if not self.platter.dead:
            assert shown_by(self.library) == self.held.shown

    def _do(self, after: Held, act: Callable[[], object], *, needs_disk: bool = False) -> None:
        """Do something that leads to `after`, whatever the disk makes of it."""
        may_fail = self.platter.calls + 1 < self.platter.fail_at.stop
        refused: LibraryError | None = None
        is_new, waited = after is not self.held, self.library.unsaved
        if is_new:
            self.possible.append(after)
        try:
            act()
        except LibraryError as error:
            refused = error
        except PowerCut:
            self._power_cut(self.platter.calls)
            return
        if refused is not None:
            assert may_fail
            assert str(FOLDER) in str(refused)
            assert needs_disk or not self.waits
            return
        self.held = after
        if not self.library.unsaved:
            if is_new or waited:
                self.possible = [after]
        else:
            assert self.waits
            assert may_fail or self.library.save_error

    def _power_cut(self, lot: int) -> None:
        """Start again from something that the cut may have left."""
        random = Random(lot)
        image = next(self.platter.images(random, 1))
        self.platter = Platter.of(image, self.platter.newest)
        self._come_back()

    def _come_back(self) -> None:
        self.platter.fail_at = range(0)
        library = self._opened()
        found = shown_by(library)
        matching = [held for held in self.possible if held.shown == found]
        assert matching, "something saved is missing, or something else is there"
        self.held = matching[-1]
        self.possible = [self.held]
        self._use(library)

    def _opened(self) -> Library:
        files = LibraryFiles.open(FOLDER, files=SimulatedFiles(self.platter))
        return Library(files, now=lambda: NOW)

    def _use(self, library: Library) -> None:
        self.library = library
        if self.waits:
            library.hold_unsaved()

    def _some(self, some: list[int]) -> tuple[list[str], list[str]]:
        papers = self.held.papers
        titles = list(dict.fromkeys(papers[number % len(papers)] for number in some))
        every = self.library.ids("in:library,trash")
        ids = {self.library.hot(paper_id).title: paper_id for paper_id in every}
        return titles, [ids[title] for title in titles]

    def _imported(self, number: int) -> Held:
        held = self.held
        new = [title for title in lists()[number][1] if title not in held.papers]
        return held.then(replace(held, papers=tuple(sorted((*held.papers, *new)))))

    def _is_import(self, change: Change | None) -> bool:
        return change is not None and bool(change.papers)
