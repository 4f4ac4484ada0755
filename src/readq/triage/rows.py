"""Sparse rows of numbers, and their products with a vector."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Places = NDArray[np.int64]

_BLOCK = 1 << 16
"""Numbers worked on at once, few enough to stay in the processor's cache."""


class SparseRows:
    """Rows that are mostly zero: the numbers, their columns, and where each row starts."""

    def __init__(self, starts: Places, columns: Ints, values: Floats, width: int) -> None:
        self.starts, self.columns, self.values, self.width = starts, columns, values, width
        self._cuts: list[int] = []

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.starts) - 1

    def row(self, number: int) -> tuple[Ints, Floats]:
        """The columns and numbers of one row."""
        span = slice(self.starts[number], self.starts[number + 1])
        return self.columns[span], self.values[span]

    def times(self, vector: Floats) -> Floats:
        """The product of every row with a dense vector."""
        result = np.zeros(len(self), np.float32)
        if not self._cuts:
            self._cuts = self._blocks()
        for first, end in zip(self._cuts, self._cuts[1:], strict=False):
            low, high = int(self.starts[first]), int(self.starts[end])
            if low == high:
                continue
            products = vector.take(self.columns[low:high])
            products *= self.values[low:high]
            starts = self.starts[first : end + 1] - low
            sums = np.add.reduceat(products, np.minimum(starts[:-1], high - low - 1))
            sums[starts[:-1] == starts[1:]] = (
                0  # reduceat gives an empty row its neighbour's number
            )
            result[first:end] = sums
        return result

    def picked(self, numbers: Sequence[int] | Places) -> SparseRows:
        """Some of the rows."""
        at = np.asarray(numbers, np.int64)
        lengths = self.starts[at + 1] - self.starts[at]
        starts = np.zeros(len(at) + 1, np.int64)
        np.cumsum(lengths, out=starts[1:])
        places = np.arange(starts[-1]) + np.repeat(self.starts[at] - starts[:-1], lengths)
        return SparseRows(starts, self.columns[places], self.values[places], self.width)

    def slice(self, first: int, end: int) -> SparseRows:
        """The rows from `first` to before `end`."""
        starts = self.starts[first : end + 1]
        span = slice(starts[0], starts[-1])
        return SparseRows(starts - starts[0], self.columns[span], self.values[span], self.width)

    def followed_by(self, more: SparseRows) -> SparseRows:
        """These rows and then the others."""
        return SparseRows(
            np.concatenate((self.starts, more.starts[1:] + self.starts[-1])),
            np.concatenate((self.columns, more.columns)),
            np.concatenate((self.values, more.values)),
            self.width,
        )

    def _blocks(self) -> list[int]:
        cuts = [0]
        while cuts[-1] < len(self):
            at = int(np.searchsorted(self.starts, self.starts[cuts[-1]] + _BLOCK, "right")) - 1
            cuts.append(min(max(at, cuts[-1] + 1), len(self)))
        return cuts


def joined(parts: Sequence[tuple[Ints, Floats]], width: int) -> SparseRows:
    """Rows put together from single ones."""
    starts = np.zeros(len(parts) + 1, np.int64)
    np.cumsum([len(columns) for columns, _ in parts], out=starts[1:])
    columns = np.concatenate([c for c, _ in parts]) if parts else np.zeros(0, np.int32)
    values = np.concatenate([v for _, v in parts]) if parts else np.zeros(0, np.float32)
    return SparseRows(starts, columns.astype(np.int32), values.astype(np.float32), width)
