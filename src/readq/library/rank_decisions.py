"""What the reader's decisions say, brought up to date paper by paper."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from readq.domain import Reading, Status
from readq.store import Files
from readq.triage.decisions import MILD, Answer, answer, wish

_Value = TypeVar("_Value")


class Decisions:
    """Wanted and unwanted papers, tags and notes of a library; `take_in` in one thread at a time."""

    def __init__(self, files: Callable[[], Files]) -> None:
        """Follow the readings of `files`."""
        self._files = files
        self._news: dict[str, None] | None = None
        """Papers decided on since the last look, in order; None for any."""
        self._news_lock = threading.Lock()
        self.wanted: dict[str, float] = {}
        self.unwanted: dict[str, float] = {}
        self.tags: dict[str, tuple[str, ...]] = {}
        """By paper; of papers that were not skipped, and are not in the trash."""
        self.notes: dict[str, str] = {}
        self._answers: dict[str, tuple[Answer, int]] = {}
        """By paper, with which was decided on first where that happened in the same second.

        Never changed, only replaced, since other threads read it.
        """
        self._places: dict[str, int] = {}
        self.version = 0
        """Counts how often something was new."""

    def forget(self, paper_ids: Collection[str] | None) -> None:
        """These papers were decided on, came or went; None for any that may be. Waits for nothing."""
        with self._news_lock:
            if paper_ids is None:
                self._news = None
            elif self._news is not None:
                self._news.update(dict.fromkeys(paper_ids))

    def take_in(self) -> None:
        """Look at what is new."""
        with self._news_lock:
            news, self._news = self._news, {}
        readings = self._files().readings()
        if news is None:
            for known in (self.wanted, self.unwanted, self.tags, self.notes):
                known.clear()
            self._places.clear()
            news = dict.fromkeys(readings)
            answers: dict[str, tuple[Answer, int]] = {}
        elif news:
            answers = dict(self._answers)
        else:
            return
        self.version += 1
        for paper_id in news:
            place = self._places.setdefault(paper_id, len(self._places))
            reading = readings.get(paper_id) if self._files().has(paper_id) else None
            self._take(reading or Reading(paper_id))
            found = answer(reading) if reading is not None else None
            if found is None:
                answers.pop(paper_id, None)
            else:
                answers[paper_id] = found, place
        self._answers = answers

    def _take(self, reading: Reading) -> None:
        weight, paper_id = wish(reading), reading.paper_id
        _put(self.wanted, paper_id, weight if weight > 0 else None)
        _put(self.unwanted, paper_id, -weight if weight < 0 else None)
        shown = reading.status is not Status.SKIPPED and reading.trashed is None
        _put(self.tags, paper_id, reading.tags if shown and reading.tags else None)
        _put(self.notes, paper_id, reading.note if shown and reading.note else None)

    @property
    def has_wanted(self) -> bool:
        """Whether a paper was wanted beyond doubt, not just left for later."""
        return any(weight >= MILD for weight in self.wanted.values())

    @property
    def count(self) -> int:
        """How many papers were decided on."""
        return len(self._answers)

    def answers(self, paper_ids: Iterable[str]) -> tuple[list[bool], int]:
        """The answers in the order in which they were given, and the size of the list they are about.

        Args:
            paper_ids: The list. When nothing in it is decided, as in a list of undecided papers, the
                answers are those on the whole library.
        """
        known = self._answers
        ids = list(paper_ids)
        given = [known[i] for i in ids if i in known]
        undecided = len(ids) - len(given)
        given = given or list(known.values())
        given.sort(key=lambda one: (one[0].when, one[1]))
        return [one.wanted for one, _ in given], len(given) + undecided


def _put(known: dict[str, _Value], paper_id: str, value: _Value | None) -> None:
    if value is None:
        known.pop(paper_id, None)
    else:
        known[paper_id] = value
