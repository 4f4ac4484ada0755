"""A few dozen directions in which the texts of a library differ most, so that synonyms meet."""

from __future__ import annotations

import numpy as np

from readq.triage.rows import Floats, Ints, SparseRows

AXES = 50
_SEED = 0
_SAMPLE_ROWS = 2_000
_SAMPLE_COLUMNS = 5_000
_ROUNDS = 4
_BLOCK = 2_048
_GRID = np.float32(2**11)


def axes_of(rows: SparseRows, use: Ints) -> Floats:
    """For each column the place of its word on the axes; found on a sample, the same on every run.

    Args:
        rows: The texts.
        use: Columns that may be used; the most frequent of them are.
    """
    axes = np.zeros((rows.width, AXES), np.float32)
    dice = np.random.default_rng(_SEED)
    picked = rows.picked(np.sort(dice.permutation(len(rows))[:_SAMPLE_ROWS]))
    frequency = np.bincount(picked.columns, minlength=rows.width)[use]
    top = use[np.sort(np.argsort(-frequency, kind="stable")[:_SAMPLE_COLUMNS])]
    rank = min(AXES, len(picked) - 1, len(top) - 1)
    if rank < 1:
        return axes
    place = np.full(rows.width, -1, np.int32)
    place[top] = np.arange(len(top), dtype=np.int32)
    number = np.repeat(np.arange(len(picked)), np.diff(picked.starts))
    column = place[picked.columns]
    known = column >= 0
    table = np.zeros((len(picked), len(top)), np.float32)
    table[number[known], column[known]] = picked.values[known]
    basis = dice.standard_normal((len(top), min(rank + 10, *table.shape))).astype(np.float32)
    for _ in range(_ROUNDS):
        basis = np.linalg.qr(table.T @ (table @ basis))[0]
    turn = np.linalg.svd(table @ basis, full_matrices=False)[2][:rank].T
    axes[top, :rank] = basis @ turn
    return axes


def placed(rows: SparseRows, axes: Floats) -> Floats:
    """Each text's place on the axes, not yet centred."""
    result = np.zeros((len(rows), axes.shape[1]), np.float32)
    for axis in range(axes.shape[1]):
        result[:, axis] = rows.times(np.ascontiguousarray(axes[:, axis]))
    return result


def directions(places: Floats, centre: Floats) -> Floats:
    """Unit vectors from the centre, on a grid so coarse that their products are exact in any order."""
    for start in range(0, len(places), _BLOCK):
        block = places[start : start + _BLOCK]
        empty = ~block.any(axis=1)
        block -= centre
        length = np.linalg.norm(block, axis=1, keepdims=True)
        block /= np.maximum(length, np.float32(1e-6))
        block[empty] = 0
        np.rint(block * _GRID, out=block)
        block /= _GRID
    return places
