"""How like papers are to each other and to other texts: by their words, and in the latent directions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from readq.triage.index import TextIndex, Vector
from readq.triage.latent import views
from readq.triage.rows import Floats, joined

_LIKENESS_GRID = np.float32(2**16)
_AROUND = 12
_BATCH = 16
_BLOCK = 2_048
"""Papers compared at once, few enough to stay in the processor's cache."""

Scores = NDArray[np.float64]
Example = tuple[int, float]
"""A paper's number and how much its answer weighs."""


class LikenessTable:
    """How like each decided paper is to each, kept from one ranking to the next."""

    def __init__(self, index: TextIndex, room: int) -> None:
        """Keep likenesses of papers of `index`, of up to `room` at once."""
        self._index, self._room = index, room
        self._place: dict[int, int] = {}
        self._table = np.zeros((64, 64))

    def among(self, numbers: Sequence[int], more: Sequence[Vector]) -> Scores:
        """A square of likenesses of papers and, behind them, of other texts."""
        fresh = [n for n in numbers if n not in self._place]
        if len(self._place) + len(fresh) > self._room:
            self._place.clear()
            fresh = list(numbers)
        if fresh:
            self._add(fresh)
        at = [self._place[n] for n in numbers]
        inner = self._table[np.ix_(at, at)]
        if not more:
            return inner
        own = self._index.rows.picked(numbers)
        texts = joined([(v.columns, v.values) for v in more], own.width)
        size = len(numbers) + len(more)
        square = np.ones((size, size))
        square[: len(numbers), : len(numbers)] = inner
        for place, vector in enumerate(more, len(numbers)):
            dense = as_dense(vector, own.width)
            side = np.concatenate((own.times(dense), texts.times(dense)))
            square[place, :] = square[:, place] = side
        return square

    def _add(self, fresh: Sequence[int]) -> None:
        known = list(self._place)
        total = len(known) + len(fresh)
        if total > len(self._table):
            larger = np.zeros((2 * total, 2 * total))
            larger[: len(known), : len(known)] = self._table[: len(known), : len(known)]
            self._table = larger
        rows = self._index.rows.picked([*known, *fresh])
        for number in fresh:
            place = self._place[number] = len(self._place)
            side = rows.times(as_dense(self._index.vector(number), rows.width))
            self._table[place, :total] = self._table[:total, place] = side


class Sums:
    """The sums of the words of decided papers, and of the likeness of all papers to them, kept up to date.

    All that is added lies on a grid, so taking it away again leaves no trace.
    """

    def __init__(self, index: TextIndex) -> None:
        self._index = index
        self._words = np.zeros(index.rows.width)
        self._near = np.zeros(len(index))
        self._counted: dict[int, float] = {}

    def of(self, examples: Sequence[Example]) -> tuple[Scores, Scores]:
        """The weighted sums over these papers."""
        now, counted = dict(examples), self._counted
        steps = [(n, w - counted.get(n, 0.0)) for n, w in examples if w != counted.get(n)]
        steps += [(n, -w) for n, w in counted.items() if n not in now]
        for first in range(0, len(steps), _BATCH):
            numbers, weights = map(list, zip(*steps[first : first + _BATCH], strict=True))
            for number, weight in zip(numbers, weights, strict=True):
                columns, values = self._index.rows.row(number)
                self._words[columns] += weight * values.astype(np.float64)
            directions = self._index.places[numbers].T
            self._near += latent_likeness(self._index.places, directions) @ np.array(weights)
        self._counted = now
        return self._words.copy(), self._near.copy()


def latent_likeness(
    places: Floats, direction: Floats, *, closely: bool = False, sharply: bool = False
) -> Scores:
    """Likeness in the latent directions, 0 to 1, on a grid.

    Args:
        places: The directions of papers.
        direction: That of a text, or of several by column.
        closely: Look with the finest view alone: what is near, not what may be wanted.
        sharply: Let only what is very much alike count.
    """
    texts = direction.reshape(len(direction), -1)
    count = texts.shape[1]
    seen = views(texts.T)[-1:] if closely else views(texts.T)
    # A text's views one beside the other, each with zeros where it does not look: one product for all.
    apart = np.zeros((len(direction), len(seen) * count), np.float32)
    end = len(direction)
    for view in reversed(range(len(seen))):
        start = end - seen[view].shape[1]
        apart[start:end, view * count : (view + 1) * count] = seen[view].T
        end = start
    result = np.zeros((len(places), count))
    for first in range(0, len(places), _BLOCK):
        half = places[first : first + _BLOCK] @ apart
        half += 1
        half *= 0.5
        power = half * half
        if sharply:
            power *= power
            power *= power
        else:
            power *= half
        total = sum(np.split(power, len(seen), axis=1), np.float32(0))
        total *= _LIKENESS_GRID / np.float32(len(seen))
        np.rint(total, out=result[first : first + _BLOCK])
    result /= float(_LIKENESS_GRID)
    return result.reshape(len(places), *direction.shape[1:])


def alike_to(index: TextIndex, vector: Vector) -> Scores:
    """How like every paper is to a text, 0 to 1."""
    by_words = index.rows.times(as_dense(vector, index.rows.width))
    return 0.5 * by_words + 0.5 * latent_likeness(index.places, vector.direction, closely=True)


def seen_from_around(index: TextIndex, alike: Scores, at: int) -> Scores:
    """Likeness to a paper averaged with likeness to those around it: what they share is its subject."""
    nearest = np.argsort(-alike, kind="stable")[: _AROUND + 1]
    around = nearest[nearest != at][:_AROUND]
    if not len(around):
        return alike
    rows = index.rows.picked(around)
    words = np.bincount(rows.columns, weights=rows.values, minlength=rows.width)
    near = index.rows.times(words.astype(np.float32)) / len(around)
    latent = latent_likeness(index.places, index.places[around].T, closely=True).mean(axis=1)
    seen: Scores = 0.5 * alike + 0.25 * near + 0.25 * latent
    return seen


def alike_among(index: TextIndex, vector: Vector, numbers: Sequence[int]) -> Scores:
    """How like some papers are to a text, 0 to 1."""
    by_words = index.rows.picked(numbers).times(as_dense(vector, index.rows.width))
    places = index.places[list(numbers)]
    return 0.5 * by_words + 0.5 * latent_likeness(places, vector.direction, closely=True)


def as_dense(vector: Vector, width: int) -> Floats:
    """The values of all columns."""
    dense = np.zeros(width, np.float32)
    dense[vector.columns] = vector.values
    return dense
