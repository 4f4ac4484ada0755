"""A few dozen directions in which the texts of a library differ most, so that synonyms meet.

Few directions see broad subjects, many see narrow ones, and none is right for every list and reader; so
texts are compared in several views, each of the first so many axes. Their mean also depends less on the
sample the axes were found on than any one of them.
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

import numpy as np

from readq.triage.rows import Floats, Ints, Places, SparseRows

VIEWS = (12, 25, 50)
"""Each looks along the first so many axes."""
AXES = max(VIEWS)
_SEED = 0
_SAMPLE_ROWS = 2_000
_SAMPLE_COLUMNS = 5_000
_ROUNDS = 4
_FEW = 64
_BLOCK = 2_048
_GRID = np.float32(2**11)
_BETWEEN = list(accumulate(VIEWS))[:-1]


class Axes(NamedTuple):
    """The axes, by the place of single words on them."""

    columns: Ints
    """The words that matter, ascending."""
    table: Floats
    """A row for each of them."""


def axes_of(rows: SparseRows, words: int) -> Axes:
    """The axes of a list, found on a sample of it; the same on every run.

    Args:
        rows: The texts.
        words: How many columns, from the first, may be used; the most frequent of them are.
    """
    dice = np.random.default_rng(_SEED)
    picked = rows.picked(np.sort(dice.permutation(len(rows))[:_SAMPLE_ROWS]))
    frequency = np.bincount(picked.columns, minlength=rows.width)[:words]
    top = np.sort(np.argsort(-frequency, kind="stable")[:_SAMPLE_COLUMNS]).astype(np.int32)
    axes = Axes(top, np.zeros((len(top), AXES), np.float32))
    rank = min(AXES, len(picked) - 1, len(top) - 1)
    if rank < 1:
        return axes
    inside = _within(picked, top)
    table = np.zeros((len(picked), len(top)), np.float32)
    table[np.repeat(np.arange(len(picked)), np.diff(inside.starts)), inside.columns] = inside.values
    basis = dice.standard_normal((len(top), min(rank + 10, *table.shape))).astype(np.float32)
    for _ in range(_ROUNDS):
        basis = np.linalg.qr(table.T @ (table @ basis))[0]
    turn = np.linalg.svd(table @ basis, full_matrices=False)[2][:rank].T
    axes.table[:, :rank] = basis @ turn
    return axes


def placed(rows: SparseRows, axes: Axes) -> Floats:
    """Each text's place on the axes, not yet centred."""
    result = np.zeros((len(rows), AXES), np.float32)
    by_axis = np.ascontiguousarray(axes.table.T)
    for first in range(0, len(rows), _BLOCK):
        inside = _within(rows.slice(first, first + _BLOCK), axes.columns)
        if len(inside) > _FEW:
            for axis, by_word in enumerate(by_axis):
                result[first : first + _BLOCK, axis] = inside.times(by_word)
            continue
        for number in range(len(inside)):
            columns, values = inside.row(number)
            result[first + number] = values @ axes.table[columns]
    return result


def _within(rows: SparseRows, columns: Ints) -> SparseRows:
    """Only these columns, numbered anew."""
    place = np.full(rows.width, -1, np.int32)
    place[columns] = np.arange(len(columns), dtype=np.int32)
    new = place[rows.columns]
    kept = new >= 0
    before = np.concatenate((np.zeros(1, np.int64), np.cumsum(kept, dtype=np.int64)))
    starts: Places = before[rows.starts]
    return SparseRows(starts, new[kept], rows.values[kept], len(columns))


def directions(places: Floats, centre: Floats) -> Floats:
    """Unit vectors from the centre, one for each view side by side.

    They are on a grid so coarse that their products are exact in any order.
    """
    result = np.zeros((len(places), sum(VIEWS)), np.float32)
    for start in range(0, len(places), _BLOCK):
        block = places[start : start + _BLOCK]
        from_centre = np.where(block.any(axis=1, keepdims=True), block - centre, 0)
        for view in views(result[start : start + _BLOCK]):
            seen = from_centre[:, : view.shape[1]]
            length = np.linalg.norm(seen, axis=1, keepdims=True)
            np.rint(seen / np.maximum(length, np.float32(1e-6)) * _GRID, out=view)
            view /= _GRID
    return result


def views(side_by_side: Floats) -> list[Floats]:
    """The views of texts, or of one, that `directions` put side by side."""
    return np.split(side_by_side, _BETWEEN, axis=-1)
