"""What ranking knows of each text: its words and pairs of words by weight, and its place among the others.

Numbers are kept on coarse grids (multiples of a power of two), so that sums of their products come out
the same in whatever order they are added. That is what makes undo exact.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from readq.records import dataclass
from readq.triage.latent import AXES, Axes, axes_of, directions, placed
from readq.triage.numbers import Numbers
from readq.triage.rows import Floats, Ints, Places, SparseRows, joined
from readq.triage.words import stem, words

MAX_WITH_PAIRS = 20_000
"""Longer lists are ranked by words alone: pairs would cost more time than they are worth."""
TITLE_WEIGHT = 2
"""A word of the title counts as so many of the abstract."""

_TOO_COMMON = 0.95
_GRID = np.float32(2**12)
_CHUNK = 2_048
_SCALE_ROWS = 1_024
_OUTGROWN = 1.25
_WORTH_KEEPING = 0.8

Progress = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class PaperText:
    """What ranking reads of a paper, as it is shown: no LaTeX, no HTML."""

    id: str
    title: str
    abstract: str = ""
    keywords: tuple[str, ...] = ()


class Vector(NamedTuple):
    """One text as numbers."""

    columns: Ints
    values: Floats
    direction: Floats


class _Vocabulary(dict[str, int]):
    """Numbers of words; all forms of a word share one."""

    def __init__(self) -> None:
        super().__init__()
        self.stems: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        number = self[word] = self.stems.setdefault(stem(word), len(self.stems))
        return number


class TextIndex:
    """The texts of one library. Made once, extended by new papers, kept beside the library."""

    def __init__(
        self,
        ids: Sequence[str],
        stems: Sequence[str],
        pairs: Places,
        rarity: Floats,
        rows: SparseRows,
        axes: Axes,
        centre: Floats,
        places: Floats,
        built: int,
    ) -> None:
        """Put an index together from its parts; `build` makes one from texts.

        Args:
            ids: The papers.
            stems: The words, in the order of their columns.
            pairs: Pairs of words as numbers (first column times the number of words, plus second),
                ascending; their columns follow those of the words.
            rarity: How much each column tells; 0 for words nearly every paper has.
            rows: The papers' weights of words and pairs.
            axes: The latent axes.
            centre: The mean place of the papers the index was built from.
            places: The papers' directions from there.
            built: How many papers it was built from.
        """
        self.ids = list(ids)
        self.stems, self.pairs, self.rarity = list(stems), pairs, rarity
        self.rows, self.axes, self.centre, self.places, self.built = (
            rows,
            axes,
            centre,
            places,
            built,
        )
        self._columns: dict[str, int] = {}
        self.number = {paper: at for at, paper in enumerate(self.ids) if paper}
        self.numbers = Numbers(self.number)
        # Papers that come later change no score of those that were there.
        self.scale_at = np.unique(np.linspace(0, max(built - 1, 0), _SCALE_ROWS, dtype=np.int64))
        self.scale_rows = rows.picked(self.scale_at) if len(rows) else rows

    @classmethod
    def build(cls, texts: Iterable[PaperText], progress: Progress | None = None) -> TextIndex:
        """Read all texts once.

        Args:
            texts: The papers.
            progress: Told how many were read.
        """
        vocabulary, ids, flat, ends = _Vocabulary(), [], array("i"), array("q", [0])
        for text in texts:
            ids.append(text.id)
            for part in _parts(text):
                flat.extend(map(vocabulary.__getitem__, words(part)))
                ends.append(len(flat))
            if progress is not None and len(ids) % _CHUNK == 0:
                progress(len(ids))
        with_pairs = len(ids) <= MAX_WITH_PAIRS
        stems = list(vocabulary.stems)
        counted = _count(
            np.frombuffer(flat, np.int32), np.frombuffer(ends, np.int64), len(stems), with_pairs
        )
        del flat, vocabulary
        return cls._weigh(ids, stems, counted)

    @classmethod
    def _weigh(cls, ids: Sequence[str], stems: list[str], counted: _Counted) -> TextIndex:
        size, known = len(ids), len(stems)
        kinds, columns = counted.kinds, counted.columns
        frequency = np.bincount(columns, minlength=len(kinds))
        rarity = (np.log((1 + size) / (1 + frequency)) + 1).astype(np.float32)
        rarity[frequency > max(2, _TOO_COMMON * size)] = 0
        # A pair that occurs once matches no other paper; it counts in the length of its own and is dropped.
        kept = (kinds < known) | (frequency >= 2)
        place = np.where(kept & (rarity > 0), np.cumsum(kept) - 1, -1).astype(np.int32)
        rows = _weighed(counted, rarity, place, int(kept.sum()))
        axes = axes_of(rows, known)
        places = placed(rows, axes)
        centre = places.mean(axis=0) if size else np.zeros(AXES, np.float32)
        pairs = kinds[kept][known:] - known
        places = directions(places, centre)
        return cls(ids, stems, pairs, rarity[kept], rows, axes, centre, places, size)

    def __len__(self) -> int:
        """The number of papers."""
        return len(self.ids)

    @property
    def is_outgrown(self) -> bool:
        """Whether so many papers came since that it should be built anew."""
        return len(self.ids) > _OUTGROWN * self.built

    def extended(self, texts: Iterable[PaperText]) -> TextIndex:
        """This index with more papers, in the words that are known already."""
        ids, parts = [], []
        for text in texts:
            if text.id not in self.number:
                ids.append(text.id)
                parts.append(self._weights(_parts(text), lone_pairs=self.built <= MAX_WITH_PAIRS))
        more = joined(parts, self.rows.width)
        places = directions(placed(more, self.axes), self.centre)
        return TextIndex(
            self.ids + ids,
            self.stems,
            self.pairs,
            self.rarity,
            self.rows.followed_by(more),
            self.axes,
            self.centre,
            np.concatenate((self.places, places)),
            self.built,
        )

    def without(self, papers: Collection[str]) -> TextIndex:
        """This index without some papers, whose rows stay where they are but have no name any more."""
        if not papers:
            return self
        ids = list(self.ids)
        for paper in papers:
            ids[self.number[paper]] = ""
        return TextIndex(
            ids,
            self.stems,
            self.pairs,
            self.rarity,
            self.rows,
            self.axes,
            self.centre,
            self.places,
            self.built,
        )

    def vector(self, number: int) -> Vector:
        """One of the papers."""
        return Vector(*self.rows.row(number), self.places[number])

    def vector_of(self, text: str) -> Vector:
        """Any text: a topic, a note, a paper of another library."""
        row = joined([self._weights(("", text), lone_pairs=False)], self.rows.width)
        place = directions(placed(row, self.axes), self.centre)[0]
        return Vector(row.columns, row.values, place)

    def name(self, column: int) -> str:
        """The word or pair of words of a column, as it can be shown."""
        known = len(self.stems)
        if column < known:
            return self.stems[column]
        first, second = divmod(int(self.pairs[column - known]), known)
        return f"{self.stems[first]} {self.stems[second]}"

    def _weights(self, parts: Sequence[str], *, lone_pairs: bool) -> tuple[Ints, Floats]:
        """The weights of a text; `lone_pairs` counts pairs no other paper has, as `build` does, in its length."""
        if not self._columns:
            self._columns = {word: column for column, word in enumerate(self.stems)}
        counts: dict[int, int] = {}
        unknown: dict[object, int] = {}
        for part, weight in zip(parts, (TITLE_WEIGHT, 1), strict=True):
            stems = [stem(word) for word in words(part)]
            columns = [self._columns.get(word, -1) for word in stems]
            names = [*stems, *pairwise(stems)]
            for name, column in zip(names, (*columns, *self._pair_columns(columns)), strict=True):
                if column >= 0:
                    if self.rarity[column]:
                        counts[column] = counts.get(column, 0) + weight
                elif lone_pairs or isinstance(name, str):
                    unknown[name] = unknown.get(name, 0) + weight
        columns_found = np.array(sorted(counts), np.int32)
        found = np.array([counts[int(c)] for c in columns_found], np.float32)
        weight_found = (1 + np.log(found)) * self.rarity[columns_found]
        alone = np.float32(np.log((1 + self.built) / 2) + 1)
        weight_alone = (1 + np.log(np.array(list(unknown.values()), np.float32))) * alone
        every = np.concatenate((weight_found, weight_alone)).astype(np.float32)
        return columns_found, _on_grid(every, weight_found.astype(np.float32))

    def _pair_columns(self, columns: Sequence[int]) -> list[int]:
        """The column of each pair of neighbours; -1 for one that is not known."""
        known = len(self.stems)
        codes = [a * known + b if a >= 0 and b >= 0 else -1 for a, b in pairwise(columns)]
        if not codes or not len(self.pairs):
            return [-1] * len(codes)
        at = np.minimum(np.searchsorted(self.pairs, codes), len(self.pairs) - 1)
        found: list[int] = np.where(self.pairs[at] == codes, known + at, -1).tolist()
        return found


class _Counted(NamedTuple):
    """How often each word or pair is in each text."""

    kinds: Places
    """Ascending; words are below the number of words, pairs above."""
    starts: Places
    columns: Ints
    weights: Floats
    """Damped counts: twice is worth less than two times once."""


def _parts(text: PaperText) -> tuple[str, str]:
    return text.title, " ".join((text.abstract, *text.keywords))


def _weighed(counted: _Counted, rarity: Floats, place: Ints, width: int) -> SparseRows:
    """The weights of the columns that have a place; they take the memory of the counts."""
    columns, weights = counted.columns, counted.weights
    starts = np.zeros(len(counted.starts), np.int64)
    for row, (low, high) in enumerate(pairwise(counted.starts)):
        at = columns[low:high]
        weight = rarity[at] * weights[low:high]
        there = place[at] >= 0
        found, start = place[at[there]], starts[row]
        end = starts[row + 1] = start + len(found)
        columns[start:end], weights[start:end] = found, _on_grid(weight, weight[there])
    filled = starts[-1]
    if filled < _WORTH_KEEPING * len(columns):
        return SparseRows(starts, columns[:filled].copy(), weights[:filled].copy(), width)
    return SparseRows(starts, columns[:filled], weights[:filled], width)


def _on_grid(every: Floats, kept: Floats) -> Floats:
    """Weights as parts of the length of all of them, on the grid."""
    length = np.sqrt(np.float32(every @ every)) + np.float32(1e-9)
    result: Floats = np.rint(kept / length * _GRID) / _GRID
    return result


def _count(flat: Ints, ends: Places, known: int, with_pairs: bool) -> _Counted:
    """Count words and pairs; text `t` has its title at part `2t` and its abstract after that."""
    lengths = np.diff(ends)
    texts = len(lengths) // 2
    width = known + known * known if with_pairs else known
    kinds, weights, sizes = [], [], [np.zeros(1, np.int64)]
    for first in range(0, texts, _CHUNK):
        last = min(first + _CHUNK, texts)
        span = slice(ends[2 * first], ends[2 * last])
        token = flat[span].astype(np.int64)
        part = np.repeat(np.arange(2 * (last - first)), lengths[2 * first : 2 * last])
        key = (part // 2) * width + token
        if with_pairs:
            near = part[:-1] == part[1:]
            pair = (part[:-1] // 2) * width + known + token[:-1] * known + token[1:]
            key, part = np.concatenate((key, pair[near])), np.concatenate((part, part[:-1][near]))
        key = np.concatenate((key, np.repeat(key[part % 2 == 0], TITLE_WEIGHT - 1)))
        found, times = np.unique(key, return_counts=True)
        row = found // width
        sizes.append(np.bincount(row, minlength=last - first))
        kinds.append((found - row * width).astype(np.int64 if with_pairs else np.int32))
        weights.append((1 + np.log(times)).astype(np.float32))
    every = np.concatenate(kinds) if kinds else np.zeros(0, np.int32)
    kinds.clear()  # they are large
    starts = np.cumsum(np.concatenate(sizes))
    weight = np.concatenate(weights) if weights else np.zeros(0, np.float32)
    weights.clear()
    if with_pairs:
        kind, column = np.unique(every, return_inverse=True)
        return _Counted(kind.astype(np.int64), starts, column.astype(np.int32), weight)
    return _Counted(
        np.arange(known, dtype=np.int64), starts, every.astype(np.int32, copy=False), weight
    )
