"""The order of undecided papers, learnt from the reader's decisions, with reasons.

Two judges are asked and their opinions added, each in units of its own spread: a linear classifier on words
and pairs of words (sharp once there are many decisions), and the likeness to what was wanted less half the
likeness to what was not (steady when there are few, or careless ones). What is unlike anything decided on is
raised a little, since about it nothing is known. All depends on nothing but the decisions: take one back and
the order is what it was.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from readq.records import dataclass
from readq.triage.crowding import Crowds
from readq.triage.index import PaperText, Progress, TextIndex, Vector
from readq.triage.likeness import (
    Example,
    LikenessTable,
    Scores,
    Sums,
    alike_among,
    alike_to,
    as_dense,
    latent_likeness,
    seen_from_around,
)
from readq.triage.order import ROUND, InOrder, best_first
from readq.triage.rows import Floats, joined
from readq.triage.svm import solve
from readq.triage.words import FUNCTION_WORDS

_COST = 0.11
_BALANCE = 9.8
"""All wanted papers together weigh so many times all unwanted ones."""
_AGAINST = 0.5
_SHARP, _STEADY = 1.2, 0.8
"""How much each judge's opinion counts."""
_NEW = 0.1
"""How much the unknown is preferred: papers unlike all that were decided on, wanted or not. It finds other things
the reader wants sooner; with twice as much the last papers of the one known thing come later."""
_MAX_WANTED, _MAX_UNWANTED = 300, 100
"""So many decisions the classifier looks at one by one, those hardest to tell; it sees the others in their mean."""
_WEIGHT_GRID = 16
_TOPIC_WEIGHT = 2.0
"""What the reader says to look for is surer than any one paper."""
_FADES_AFTER = 20
_FADED = 0.2
_TELLING = 3.0
"""A word in more than an eighth of the papers explains nothing."""
_LIKE = 0.15
"""Fewer than two papers in twenty are as much like one; below that nobody would see the likeness."""
_KNOWN_TEXTS = 32


_Sum = tuple[Sequence[Example], Scores]
"""Papers with their weights, and the sum of their words."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a paper stands where it stands."""

    words: tuple[str, ...]
    """Up to three words or pairs that pushed it up, the strongest first."""
    like: str | None
    """The wanted paper it is most like; None when it is like none."""


@dataclass(frozen=True, slots=True)
class Related:
    """A paper that is like another."""

    paper_id: str
    likeness: float
    """0 to 1."""
    words: tuple[str, ...]
    """Up to three words they share."""


class Ranking:
    """What one set of decisions says about every paper."""

    def __init__(self, index: TextIndex, scores: Scores, weights: Floats, wanted: Sequence[int]):
        self._index, self.scores, self._weights, self._wanted = index, scores, weights, wanted

    @property
    def has_learnt(self) -> bool:
        """Whether anything was known; if not, all scores are 0 and the order is the library's."""
        return bool(self.scores.any())

    def score(self, paper_id: str) -> float:
        """How much the paper seems wanted; 0 is middling, 1 is one spread above that. 0 if unknown."""
        at = self._index.number.get(paper_id)
        return 0.0 if at is None else float(self.scores[at])

    def order(self, papers: Iterable[str]) -> list[str]:
        """The papers, the most wanted first; equal ones keep their order."""
        return list(self.from_the_top(list(papers)))

    def from_the_top(self, papers: Sequence[str]) -> Sequence[str]:
        """The same for a long list of which the first few will be looked at; nobody may change it later."""
        if not papers or not self.has_learnt:
            return papers
        at = self._index.numbers.of(papers)
        return InOrder(papers, best_first(np.where(at < 0, 0, self.scores[at])))

    def reasons(self, paper_id: str, limit: int = 3) -> Reason:
        """Why the paper stands where it stands."""
        at = self._index.number.get(paper_id)
        if at is None or not self.has_learnt:
            return Reason((), None)
        columns, values = self._index.rows.row(at)
        pushed = values * self._weights[columns]
        pushed[self._index.rarity[columns] < _telling(self._index)] = 0
        others = [number for number in self._wanted if number != at]
        like = None
        if others:
            alike = alike_among(self._index, self._index.vector(at), others)
            nearest = int(np.argmax(alike))
            if alike[nearest] >= _LIKE:
                like = self._index.ids[others[nearest]]
        return Reason(_names(self._index, columns, pushed, limit), like)


class Ranker:
    """Ranks one library. Safe to use from several threads, one at a time."""

    def __init__(self, index: TextIndex) -> None:
        self.index = index
        self._likeness = LikenessTable(index, 2 * (_MAX_WANTED + _MAX_UNWANTED))
        self._wanted, self._unwanted = Sums(index), Sums(index)
        self._crowds = Crowds(index)
        self._texts: dict[str, tuple[Vector, Scores]] = {}
        self._lock = threading.Lock()

    @classmethod
    def build(cls, texts: Iterable[PaperText], progress: Progress | None = None) -> Ranker:
        """Read all texts once: some seconds for several thousand."""
        return cls(TextIndex.build(texts, progress))

    def extended(self, texts: Iterable[PaperText]) -> Ranker:
        """A ranker that knows more papers; those it knows already keep their text."""
        return Ranker(self.index.extended(texts))

    def rank(
        self,
        wanted: Mapping[str, float],
        unwanted: Mapping[str, float] | None = None,
        topic: str = "",
        hints: Mapping[str, float] | None = None,
    ) -> Ranking:
        """Score every paper by what was decided; a function of its arguments alone.

        Args:
            wanted: Papers the reader wants, each with how much (1 is usual).
            unwanted: Papers the reader skipped.
            topic: Words for what the reader looks for; they count less as wanted papers are found.
            hints: More texts that are wanted: watch words, titles queued elsewhere.
        """
        with self._lock:
            return self._rank(wanted, unwanted or {}, topic, hints or {})

    def related(self, paper_id: str, limit: int = 5) -> list[Related]:
        """The papers most like one, the nearest first."""
        index = self.index
        at = index.number.get(paper_id)
        if at is None:
            return []
        vector = index.vector(at)
        nameless = [other for other, known in enumerate(index.ids) if not known]
        alike = alike_to(index, vector)
        alike[nameless] = -1
        alike = seen_from_around(index, alike, at)
        alike[[at, *nameless]] = -1
        own = as_dense(vector, index.rows.width)
        found = []
        for other in np.argsort(-alike, kind="stable")[:limit]:
            if alike[other] <= 0:
                break
            columns, values = index.rows.row(int(other))
            shared = values * own[columns]
            shared[index.rarity[columns] < _telling(index)] = 0
            names = _names(index, columns, shared, 3)
            found.append(Related(index.ids[int(other)], float(alike[other]), names))
        return found

    def _rank(
        self,
        wanted: Mapping[str, float],
        unwanted: Mapping[str, float],
        topic: str,
        hints: Mapping[str, float],
    ) -> Ranking:
        index = self.index
        number = index.number
        yes = sorted((number[i], _grid(w)) for i, w in wanted.items() if i in number)
        no = sorted((number[i], _grid(w)) for i, w in unwanted.items() if i in number)
        fade = max(_FADED, 1 - len(yes) / _FADES_AFTER)
        texts = {**dict(hints), **({topic: _TOPIC_WEIGHT} if topic.strip() else {})}
        read = [(self._known_text(text), weight) for text, weight in sorted(texts.items())]
        likeness = [near for (vector, near), _ in read if len(vector.columns)]
        hinted = [(v, _grid(weight * fade)) for (v, _), weight in read if len(v.columns)]
        if not (yes or hinted) or not len(index):
            return Ranking(index, np.zeros(len(index)), np.zeros(0, np.float32), ())
        shared = self._crowds.shared_out(yes)
        (words_yes, near_yes), (words_no, near_no) = self._wanted.of(shared), self._unwanted.of(no)
        known = np.log1p(near_yes + near_no)
        sums = (shared, words_yes), (no, words_no)
        # In all, wanted papers weigh as much against what the reader typed as if each had counted in full.
        mass, mass_no = (sum(w for _, w in those) for those in (yes, no))
        full = mass / sum(w for _, w in shared) if yes else 1.0
        words, near = full * words_yes, full * near_yes
        for (vector, weight), alike in zip(hinted, likeness, strict=True):
            near += weight * alike
            words += weight * as_dense(vector, index.rows.width)
            mass += weight
        words, near = words / mass, near / mass
        if mass_no:
            words -= _AGAINST * words_no / mass_no
            near -= _AGAINST * near_no / mass_no
        sharp = self._classify(yes, no, hinted, near, sums)
        weights, scores = self._agreed(sharp, 0.5 * words.astype(np.float32), near, known)
        return Ranking(index, scores, weights, [n for n, _ in yes])

    def _agreed(
        self, sharp: Floats, steady: Floats, near: Scores, known: Scores
    ) -> tuple[Floats, Scores]:
        """The weights of words and the scores of papers when all opinions are added."""
        index = self.index
        at, sample = index.scale_at, index.scale_rows
        unit_sharp = _SHARP * _per_spread(sample.times(sharp))
        unit_steady = _STEADY * _per_spread(sample.times(steady) + 0.5 * near[at])
        weights = (sharp * unit_sharp + steady * unit_steady).astype(np.float32)
        scores = index.rows.times(weights) + 0.5 * unit_steady * near
        scores -= _NEW * _per_spread(known[at]) * known
        scores -= scores[at].mean()
        return weights, np.round(scores, ROUND)

    def _known_text(self, text: str) -> tuple[Vector, Scores]:
        """A topic or hint as numbers, and how like it every paper is; kept, since it comes with each decision."""
        known = self._texts.get(text)
        if known is None:
            if len(self._texts) >= _KNOWN_TEXTS:
                self._texts.clear()
            vector = self.index.vector_of(text)
            known = self._texts[text] = vector, latent_likeness(self.index.places, vector.direction)
        return known

    def _classify(
        self,
        yes: Sequence[Example],
        no: Sequence[Example],
        hinted: Sequence[tuple[Vector, float]],
        near: Scores,
        sums: tuple[_Sum, _Sum],
    ) -> Floats:
        """The classifier's weight of each column.

        Args:
            yes: The wanted papers.
            no: The unwanted ones.
            hinted: Other texts that are wanted.
            near: How near each paper is to what is wanted.
            sums: The sums of the words of the wanted papers, and of the unwanted ones, and what they
                weigh there.
        """
        index = self.index
        count = len(yes) + len(no) + len(hinted)
        yes, more_yes = _hardest(index, yes, near, _MAX_WANTED, sums[0])
        no, more_no = _hardest(index, no, -near, _MAX_UNWANTED, sums[1])
        texts = [*hinted, *more_yes, *more_no]
        decided = [n for n, _ in yes] + [n for n, _ in no]
        likeness = self._likeness.among(decided, [v for v, _ in texts]) + 1.0
        wanted = [True] * len(yes) + [False] * len(no) + [True] * (len(hinted) + len(more_yes))
        answers = np.where(wanted + [False] * len(more_no), 1.0, -1.0)
        mass = np.array([w for _, w in (*yes, *no, *texts)])
        positive, negative = mass[answers > 0].sum(), mass[answers < 0].sum()
        costs = mass * np.where(answers > 0, 1.0, positive / (_BALANCE * max(negative, 1e-9)))
        costs *= _COST * count / costs.sum()
        influence = solve(likeness, answers, costs)
        rows = index.rows.picked(decided)
        if texts:
            rows = rows.followed_by(joined([(v.columns, v.values) for v, _ in texts], rows.width))
        spread = rows.values * np.repeat(influence, np.diff(rows.starts))
        return np.bincount(rows.columns, weights=spread, minlength=rows.width).astype(np.float32)


def _hardest(
    index: TextIndex, examples: Sequence[Example], ease: Scores, limit: int, summed: _Sum
) -> tuple[Sequence[Example], list[tuple[Vector, float]]]:
    """The examples hardest to tell, few enough to be quick, and the others as one text: their mean.

    Args:
        index: Where they are.
        examples: All of one answer.
        ease: How easy each paper of the library is to tell.
        limit: How many are looked at one by one.
        summed: The same papers as they weigh in the sum of their words, and that sum.
    """
    if len(examples) <= limit:
        return examples, []
    weighed, words = summed
    order = np.argsort(np.round(ease[[n for n, _ in examples]], ROUND), kind="stable")
    hardest, others = np.sort(order[:limit]).tolist(), order[limit:].tolist()
    rows = index.rows.picked([examples[at][0] for at in hardest])
    weights = np.repeat([weighed[at][1] for at in hardest], np.diff(rows.starts))
    rest = words - np.bincount(rows.columns, rows.values * weights, rows.width)
    columns = np.flatnonzero(rest).astype(np.int32)
    mean = (rest[columns] / sum(weighed[at][1] for at in others)).astype(np.float32)
    mass = sum(examples[at][1] for at in others)
    hard = [examples[at] for at in hardest]
    return hard, [(Vector(columns, mean, np.zeros(0, np.float32)), mass)]


def _names(
    index: TextIndex, columns: NDArray[np.int32], push: Floats, limit: int
) -> tuple[str, ...]:
    """The strongest words, without one that is part of a stronger pair or holds a stronger word."""
    names: list[str] = []
    for place in np.argsort(-push, kind="stable"):
        if push[place] <= 0 or len(names) == limit:
            break
        name = index.name(int(columns[place]))
        parts = set(name.split())
        if parts.isdisjoint(FUNCTION_WORDS) and not any(parts & set(n.split()) for n in names):
            names.append(name)
    return tuple(names)


def _telling(index: TextIndex) -> float:
    """The rarity from which a word explains something; lists of few papers have no very rare ones."""
    return min(_TELLING, 1 + 0.5 * float(np.log1p(len(index))))


def _grid(weight: float) -> float:
    return max(round(weight * _WEIGHT_GRID), 1) / _WEIGHT_GRID


def _per_spread(values: NDArray[np.floating]) -> float:
    spread = float(np.std(values.astype(np.float64)))
    return 1 / spread if spread > 1e-9 else 0.0
