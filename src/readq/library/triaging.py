"""Going through undecided papers one by one: which comes next, which came before, how fast it goes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, islice

from readq.domain import Change, Reading, Status
from readq.library.core import Library
from readq.library.rank_values import Expectation
from readq.library.views import UNDECIDED
from readq.records import dataclass

_PACE_OF = 20
_PACE_FROM = 5
_PAUSE = 120.0
"""Seconds; who takes longer for a paper did something else meanwhile."""
_MOST_DECIDED = 200
"""Decisions of a sitting that can be gone back to by their title."""
_OUTCOMES = (
    ((Status.QUEUED, Status.READING), "kept"),
    ((Status.SKIPPED,), "skipped"),
    ((Status.LATER,), "left for later"),
    ((Status.READ,), "read already"),
)


@dataclass(frozen=True, slots=True)
class Pool:
    """The papers a filter shows, as triage finds them."""

    new: Sequence[str]
    """Papers nobody looked at, in the order of the list, from where triage stopped last on."""
    later: Sequence[str]
    """Papers left for later; they come when the new ones are through."""
    statuses: Mapping[str, Status | None]
    """Where each paper stands, decided ones included; None: undecided, and deferred or in the trash."""
    at: str = ""
    """The paper triage stopped at last; empty when it begins."""
    today: date = date.max
    """Papers deferred beyond it are out of sight."""


def pool_of(library: Library, ids: Sequence[str], *, at: str = "") -> Pool:
    """Look at the papers `ids` in this order; takes time in a large library, so call it in a worker.

    Args:
        library: Where they are.
        ids: What the list shows.
        at: The paper triage stopped at last; papers behind it come first.
    """
    readings, today = {paper_id: library.reading(paper_id) for paper_id in ids}, library.today()
    statuses = {paper_id: _standing(reading, today) for paper_id, reading in readings.items()}
    start = ids.index(at) if at in statuses else 0
    turned = [*ids[start:], *ids[:start]]
    return Pool(
        new=[i for i in turned if statuses[i] is Status.NEW],
        later=[i for i in turned if statuses[i] is Status.LATER],
        statuses=statuses,
        at=at if at in statuses else "",
        today=today,
    )


def _standing(reading: Reading, today: date) -> Status | None:
    is_hidden = reading.waits(today) or reading.trashed is not None
    return None if reading.status in UNDECIDED and is_hidden else reading.status


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision of a sitting."""

    paper_id: str
    status: Status
    priority: int = 0
    papers: int = 1
    """How many near-identical papers it was made for."""


class Sitting:
    """What the reader decided since readq was opened, and how fast."""

    def __init__(self) -> None:
        self.decided: deque[Decided] = deque(maxlen=_MOST_DECIDED)
        """Newest first; one entry a paper."""
        self._statuses: dict[str, Status] = {}
        self._counts: Counter[Status] = Counter()
        self._times: deque[float] = deque(maxlen=_PACE_OF)
        self._thinking = 0.0

    def latest(self, many: int) -> list[Decided]:
        """The last decisions, newest first."""
        return list(islice(self.decided, many))

    def took(self, seconds: float) -> None:
        """A decision was made so long after its paper was shown."""
        if 0 <= seconds <= _PAUSE:
            self._times.append(seconds)
            self._thinking += seconds

    def take_in(self, readings: Iterable[Reading], *, papers: int = 1) -> None:
        """The readings of papers that were decided about, or taken back; the first one is the one shown."""
        for number, reading in enumerate(readings):
            known = next((d for d in self.decided if d.paper_id == reading.paper_id), None)
            if known is not None:
                self.decided.remove(known)
            before = self._statuses.pop(reading.paper_id, None)
            if before is not None:
                self._counts[before] -= 1
            if reading.status is Status.NEW:
                continue
            self._statuses[reading.paper_id] = reading.status
            self._counts[reading.status] += 1
            if number == 0:
                self.decided.appendleft(
                    Decided(reading.paper_id, reading.status, reading.priority, papers)
                )

    @property
    def papers(self) -> int:
        """Papers decided about."""
        return len(self._statuses)

    def count(self, statuses: Iterable[Status]) -> int:
        """How many of them have one of these statuses."""
        return sum(self._counts[status] for status in statuses)

    def outcome(self) -> list[tuple[Status, int, str]]:
        """How many were kept, skipped, left and read, each with a status that stands for them, and in words."""
        counted = [(kind, self.count(kind), words) for kind, words in _OUTCOMES]
        return [(kind[0], number, words) for kind, number, words in counted if number]

    @property
    def pace(self) -> float | None:
        """Seconds a paper: the median of the last decisions; None before there are enough."""
        if len(self._times) < _PACE_FROM:
            return None
        from statistics import median

        return median(self._times)

    @property
    def seconds(self) -> float:
        """Time spent on the decisions, pauses left out."""
        return self._thinking


class Triage:
    """A way through a pool. Nothing here grows with the library when a paper is decided."""

    def __init__(self, pool: Pool) -> None:
        self.total = len(pool.statuses)
        self.stopped_at = pool.at
        self._today = pool.today
        self._status = dict(pool.statuses)
        self._counts = Counter(pool.statuses.values())
        self._later: dict[str, None] = dict.fromkeys(pool.later)
        self._trail: list[str] = []
        self._at = 0
        self._coming: Sequence[str] = pool.new
        self._next = 0
        self._seen: set[str] = set()
        self.of_later = bool(pool.later) and not pool.new
        """Whether this turn is about what was left for later."""
        if self.of_later:
            self._coming = pool.later
        self._advance_to_next()

    # Where we are

    @property
    def current(self) -> str:
        """The paper on the table; empty at the end of the turn."""
        return self._trail[self._at] if self._at < len(self._trail) else ""

    @property
    def last_shown(self) -> str:
        """The paper shown last, where there is none on the table; empty when there was none."""
        return self._trail[-1] if self._trail else ""

    @property
    def decided(self) -> int:
        """How many papers of the pool somebody looked at."""
        return self.total - self._counts[Status.NEW]

    @property
    def left(self) -> int:
        """How many papers of the pool nobody looked at."""
        return self._counts[Status.NEW]

    def count(self, statuses: Iterable[Status]) -> int:
        """How many papers of the pool have one of these statuses."""
        return sum(self._counts[status] for status in statuses)

    @property
    def passed(self) -> int:
        """How many undecided papers another turn would show: passed over, or left for later."""
        return self._counts[Status.NEW] + self._counts[Status.LATER]

    def upcoming(self, many: int) -> list[str]:
        """The papers that come next, as far as is known now."""
        return list(islice(self._ahead(), many))

    def _ahead(self) -> Iterator[str]:
        trail = (i for i in islice(self._trail, self._at + 1, None) if self._waits(i))
        fresh = (self._coming[n] for n in range(self._next, len(self._coming)) if self._is_fresh(n))
        return chain(trail, fresh)

    def _waits(self, paper_id: str) -> bool:
        """Whether a paper is still to be decided in this turn."""
        wanted = Status.LATER if self.of_later else Status.NEW
        status = self._status.get(paper_id)
        return status is wanted or (self.of_later and status is Status.NEW)

    def _is_fresh(self, number: int) -> bool:
        paper_id = self._coming[number]
        return paper_id not in self._seen and self._waits(paper_id)

    def is_undecided(self, paper_id: str) -> bool:
        """Whether a paper is of the pool and not decided yet."""
        return self._status.get(paper_id) in UNDECIDED

    @property
    def is_left_once_more(self) -> bool:
        """Whether the paper on the table was left for later before, so that leaving it again just passes."""
        return self.of_later and self._status.get(self.current) is Status.LATER

    def undecided(self) -> tuple[list[str], list[str]]:
        """The papers of the pool that are new, and those left for later; for a worker, it takes a while."""
        known = list(self._status.items())
        return [i for i, s in known if s is Status.NEW], [i for i, s in known if s is Status.LATER]

    # Going on and back

    def go_on(self) -> None:
        """Put the next undecided paper on the table."""
        at = self._at + 1
        while at < len(self._trail):
            if self._waits(self._trail[at]):
                self._at = at
                return
            at += 1
        self._advance_to_next()

    def _advance_to_next(self) -> None:
        while self._next < len(self._coming):
            number, self._next = self._next, self._next + 1
            if self._is_fresh(number):
                self._seen.add(self._coming[number])
                self._trail.append(self._coming[number])
                self._at = len(self._trail) - 1
                return
        self._at = len(self._trail)

    @property
    def has_before(self) -> bool:
        """Whether a paper was shown before the one on the table."""
        return self._at > 0

    def go_back(self) -> bool:
        """Put the paper shown before on the table, decided or not; whether there is one."""
        if not self.has_before:
            return False
        self._at -= 1
        return True

    def show(self, paper_id: str) -> None:
        """Put a certain paper on the table; what was there comes after it."""
        for at in (self._at, self._at - 1, self._at + 1):
            if 0 <= at < len(self._trail) and self._trail[at] == paper_id:
                self._at = at
                return
        self._seen.add(paper_id)
        self._trail.insert(self._at, paper_id)

    def put_in_order(self, ids: Sequence[str]) -> None:
        """From now on papers come in this order; one that was shown in this turn does not come again."""
        self._coming, self._next = ids, 0

    def turn_again(self) -> bool:
        """Begin another turn with what was left for later or passed over; whether there is anything."""
        left = [i for i, status in self._status.items() if status is Status.NEW]
        again = [*left, *(i for i in self._later if self._status.get(i) is Status.LATER)]
        if not again:
            return False
        self.of_later = True
        self._seen.clear()
        self._trail, self._at = [], 0
        self.put_in_order(again)
        self._advance_to_next()
        return True

    # Decisions

    def take_in(self, readings: Iterable[Reading]) -> None:
        """Hear how papers stand now; papers that are not of the pool do not matter."""
        for reading in readings:
            if reading.paper_id not in self._status:
                continue
            before, now = self._status[reading.paper_id], _standing(reading, self._today)
            if before is now:
                continue
            self._counts[before] -= 1
            self._counts[now] += 1
            self._status[reading.paper_id] = now
            if now is Status.LATER:
                self._later.pop(reading.paper_id, None)
                self._later[reading.paper_id] = None


@dataclass(frozen=True, slots=True)
class Order:
    """In which order papers come, and what may be left to find."""

    paper_ids: Sequence[str] | None
    """None while nothing is known of what is wanted."""
    exploring: frozenset[str]
    expectation: Expectation | None
    suggests_stop: bool


def learnt_order(library: Library, way: Triage, ids: Sequence[str], *, of_later: bool) -> Order:
    """What was learnt says this; takes time in a large library, so call it in a worker.

    Args:
        library: Where the papers are.
        way: The way through them.
        ids: All papers of the list, decided ones too.
        of_later: Whether the turn is about what was left for later.
    """
    ranking = library.ranking
    paper_ids: Sequence[str] | None = None
    exploring: frozenset[str] = frozenset()
    if ranking.has_learnt:
        new, later = way.undecided()
        deck = ranking.deck([*new, *later] if of_later else new)
        paper_ids, exploring = deck.paper_ids, deck.exploring
    return Order(paper_ids, exploring, ranking.expectation(ids), ranking.suggests_stop(ids))


def status_after(library: Library, ids: Iterable[str], wanted: Status) -> Status:
    """What a key makes of papers: the status it stands for, or the way back where all have that already."""
    if not all(library.reading(paper_id).stands_as(wanted) for paper_id in ids):
        return wanted
    return Status.QUEUED if wanted is Status.READING else Status.NEW


def is_queued_by_priority(library: Library, paper_id: str, priority: int) -> bool:
    """Whether triage takes a priority for the wish to queue the paper with it."""
    return priority > 0 and library.reading(paper_id).status in UNDECIDED


def readings_after(library: Library, change: Change) -> list[Reading]:
    """How the papers of a change stand now."""
    return [library.reading(edit.paper_id) for edit in change.readings]


def in_time(seconds: float) -> str:
    """Time left or spent, in words: `40 min`, `9.7 h`."""
    minutes = seconds / 60
    if minutes < 1:
        return "1 min" if seconds else "0 min"
    return f"{round(minutes)} min" if minutes < 90 else f"{minutes / 60:.1f} h"
