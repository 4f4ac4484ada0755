"""The order of undecided papers, kept in step with what the reader decides.

Importing this loads numpy, so `Library.ranking` does so only when it is asked for.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING
from zlib import crc32

from readq.config import RankSettings
from readq.library.rank_decisions import Decisions
from readq.library.rank_hints import Hints
from readq.library.rank_index import KeptIndex, Share
from readq.library.rank_values import Deck, Expectation, Reasons
from readq.library.relating import as_written, forms
from readq.store import Files
from readq.triage import Ranker, Related
from readq.triage import Ranking as Scores
from readq.triage.stop import Estimate, estimate

if TYPE_CHECKING:
    from readq.library.trashing import Trashing

_MIDDLE = 2.0
"""The score, in spreads above the mean, that is shown as half a bar; most papers lie well below."""


class Ranking:
    """Learns from the decisions on one library.

    `get_ready`, `learn` and `related` take their time and belong in a worker thread; everything else
    answers at once from what was learnt last, in any thread.
    """

    def __init__(self, library: Trashing, files: Callable[[], Files]) -> None:
        """Rank the papers of `library`, which are in `files`."""
        self._library = library
        self._files = files
        self._index = KeptIndex(files)
        self._decisions = Decisions(files)
        self._hints = Hints()
        self._lock = threading.RLock()
        self._ranker: Ranker | None = None
        self._knows_others = False
        self._scores: Scores | None = None
        self._known: tuple[object, ...] = ()
        self.version = 0
        """Counts how often the order may have become another."""

    # What takes its time

    def get_ready(self, progress: Share | None = None) -> None:
        """Load or make the index, which may take seconds, and learn.

        Args:
            progress: Told how far it is, 0 to 1, if it has to be made.
        """
        with self._lock:
            if self._settings.learn and not self._knows_others:
                self._hints.read_libraries(self._settings.libraries, self._library.folder)
                self._knows_others = True
            if self._settings.learn and self._ranker is None:
                self._ranker = self._index.ranker(progress)
            self.learn(progress)

    def learn(self, progress: Share | None = None) -> bool:
        """Take in what was decided, imported or taken back since; whether the order may be another.

        Args:
            progress: Told how far it is, should so much have come that the index is made anew.
        """
        with self._lock:
            before = self._scores
            self._scores = self._learnt(progress)
            if self._scores is before:
                return False
            self.version += 1
            return True

    def related(self, paper_id: str, limit: int = 5) -> list[Related]:
        """The papers most like one, the nearest first; none of the trash."""
        with self._lock:
            if self._ranker is None:
                self._ranker = self._index.ranker()
            self._ranker = self._index.up_to_date(self._ranker)
            # Papers whose import was undone are still in the index.
            more = len(self._ranker.index) - len(self._files().paper_ids)
            trash = self._library.trash_ids
            found = self._ranker.related(paper_id, limit + max(more, 0) + len(trash))
        has = self._files().has
        return [near for near in found if has(near.paper_id) and near.paper_id not in trash][:limit]

    def _learnt(self, progress: Share | None) -> Scores | None:
        """What the decisions say now; the same object as before when nothing is new."""
        settings = self._settings
        if not settings.learn or self._ranker is None:
            self._known = ()
            return None
        self._ranker = self._index.up_to_date(self._ranker, progress)
        self._decisions.take_in()
        topic = self.topic
        known = self._ranker, self._decisions.version, topic, settings.watch
        if known == self._known:
            return self._scores
        self._known = known
        decided, size = self._decisions, len(self._library)
        hints = self._hints.texts(settings.watch, decided.tags, decided.notes, size)
        if not (topic or hints or decided.has_wanted):
            return None
        scores = self._ranker.rank(decided.wanted, decided.unwanted, topic, hints)
        return scores if scores.has_learnt else None

    def forget(self, papers: Collection[str], readings: Collection[str] | None) -> None:
        """These papers came, went or changed, and were decided on; None for any. Waits for nothing."""
        self._index.forget(papers)
        self._decisions.forget(None if readings is None else (*papers, *readings))

    def keep(self) -> None:
        """Write the index beside the library if it has grown; waits for nothing."""
        if self._ranker is not None and self._lock.acquire(blocking=False):
            try:
                self._index.keep(self._ranker)
            finally:
                self._lock.release()

    @property
    def _settings(self) -> RankSettings:
        return self._library.rank_settings

    # What is known

    @property
    def is_ready(self) -> bool:
        """Whether the index is there."""
        return self._ranker is not None

    @property
    def has_learnt(self) -> bool:
        """Whether anything is known of what is wanted; while not, every order stays as it is."""
        return self._scores is not None

    @property
    def topic(self) -> str:
        """What the reader says to be looking for."""
        return self._library.habits.now().topic

    def look_for(self, topic: str) -> None:
        """The reader looks for this; `learn` makes the order follow. Empty for nothing in particular.

        Raises:
            NotSavedError: It could not be written beside the library.
        """
        self._library.habits.look_for(topic)

    @property
    def asks_topic(self) -> bool:
        """Whether a few words from the reader would help, since nothing is known yet."""
        return self.is_ready and self._settings.learn and not self.has_learnt

    def order(self, paper_ids: Iterable[str]) -> list[str]:
        """The papers, the most wanted first; as they come while nothing is known."""
        scores = self._scores
        return list(paper_ids) if scores is None else scores.order(paper_ids)

    def deck(self, paper_ids: Iterable[str]) -> Deck:
        """The papers in the order in which triage shows them.

        With a share for exploring, one card in so many shows a paper from the middle of the order.
        """
        papers, scores, share = list(paper_ids), self._scores, self._settings.explore
        deck = papers if scores is None else scores.from_the_top(papers)
        third = len(deck) // 3
        if not self.has_learnt or share <= 0 or not third:
            return Deck(deck)
        period = max(round(1 / share), 1)
        ahead = -(self._decisions.count + 1) % period
        if ahead >= third:
            return Deck(deck)
        order = list(deck)
        card = self._decisions.count + 1 + ahead
        explored = order.pop(third + crc32(b"%d" % card) % third)
        order.insert(ahead, explored)
        return Deck(order, frozenset({explored}))

    def score(self, paper_id: str) -> float:
        """How much the paper seems wanted, 0 to 1; 0 while nothing is known."""
        scores = self._scores
        return 0.0 if scores is None else 1 / (1 + math.exp(_MIDDLE - scores.score(paper_id)))

    def reasons(self, paper_id: str) -> Reasons:
        """Why the paper stands where it stands."""
        scores = self._scores
        if scores is None or paper_id not in self._library:
            return Reasons()
        reason = scores.reasons(paper_id)
        if not reason.words:
            return Reasons((), reason.like)
        text = f"{self._library.hot(paper_id).title} {self._library.shown(paper_id).plain}"
        return Reasons(as_written(reason.words, forms(text)), reason.like)

    def expectation(self, paper_ids: Iterable[str] | None = None) -> Expectation | None:
        """How many wanted papers are likely left; None while too little was decided to tell.

        Args:
            paper_ids: The list, decided papers among them; the library when None.
        """
        answers, size = self._decisions.answers(self._list(paper_ids))
        found = estimate(answers, size)
        return None if found is None else _expectation(found, len(answers), size)

    def suggests_stop(self, paper_ids: Iterable[str] | None = None) -> bool:
        """Whether going on with the list is likely to bring little."""
        answers, size = self._decisions.answers(self._list(paper_ids))
        found = estimate(answers, size)
        return found is not None and found.suggests_stopping(sure=self._settings.sure)

    def _list(self, paper_ids: Iterable[str] | None) -> Iterable[str]:
        """The papers of a list, by default of the library without its trash."""
        return (
            self._library.out_of_trash(self._files().paper_ids) if paper_ids is None else paper_ids
        )


def _expectation(found: Estimate, seen: int, size: int) -> Expectation:
    return Expectation(
        found=found.found,
        left=found.left,
        low=found.low,
        high=found.high,
        share_found=found.recall,
        surely_found=found.surely,
        seen=seen,
        size=size,
        skips_in_a_row=found.skips_in_a_row,
    )
