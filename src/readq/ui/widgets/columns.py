"""A column chart drawn in cells: numbers in, lines of styled pieces out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from readq.records import dataclass

EIGHTHS = " ▁▂▃▄▅▆▇█"
_PART = 8
_FEW_LINES = 4
"""Rows of the chart for each line of the grid."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its numbers by series, and what stands under it."""

    values: Mapping[str, int]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some cells of one look."""

    cells: str
    part: str
    """A series, or `axis`, `grid`, `label`, empty for nothing."""
    over: str = ""
    """The series behind a cell that is filled in part."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What columns are drawn with."""

    grid: str = "┈"
    axis: str = "▔"
    fills: Mapping[str, str] | None = None
    """One sign a series, for terminals without colours; None draws in eighths of a cell."""


def draw(
    columns: Sequence[Column],
    series: Sequence[str],
    width: int,
    height: int,
    signs: Signs,
) -> list[list[Piece]]:
    """The chart in `height` lines of at most `width` cells, axis and labels included.

    Args:
        columns: From left to right; those that do not fit are left out at the left.
        series: The order in which the numbers of a column are stacked, from below.
        width: Cells of a line.
        height: Lines; at least three.
        signs: What to draw with.
    """
    rows = max(height - 2, 1)
    most = max((sum(c.values.values()) for c in columns), default=0)
    step, top = scale(most, max(rows // _FEW_LINES, 1))
    ticks = {rows - round(value * rows / top): f"{value:,}" for value in range(step, top + 1, step)}
    gutter = max(map(len, ticks.values())) + 2
    room = max(width - gutter, 1)
    pitch, fill = spacing(len(columns), room)
    shown = columns[-max((room + pitch - fill) // pitch, 1) :] if columns else []
    stacks = [_edges(c.values, series, top, rows) for c in shown]
    lines = []
    for row in range(rows):
        label = ticks.get(row)
        line = [Piece(f"{label or '':>{gutter - 2}}  ", "label")]
        between = signs.grid if label else " "
        for edges in stacks:
            line.append(_cell(edges, series, rows - 1 - row, fill, between, signs))
            line.append(Piece(between * (pitch - fill), "grid"))
        lines.append(line)
    used = max(len(shown) * pitch - (pitch - fill), 1)
    lines.append([Piece(" " * gutter, ""), Piece(signs.axis * used, "axis")])
    lines.append(
        [Piece(" " * gutter, ""), Piece(_labels([c.label for c in shown], pitch, room), "label")]
    )
    return lines


def spacing(count: int, room: int) -> tuple[int, int]:
    """Cells from one column to the next, and cells of a column."""
    pitch = max(min(room // max(count, 1), 8), 2)
    return pitch, max(pitch * 2 // 3, 1)


def scale(most: int, lines: int) -> tuple[int, int]:
    """The step between two lines of the grid and the number at the top: round ones, whole papers."""
    wanted = max(most, 1) / max(lines, 1)
    power = 10 ** max(math.floor(math.log10(wanted)), 0) if wanted >= 1 else 1
    step = next(int(power * f) for f in (1, 2, 5, 10) if power * f >= wanted)
    return step, max(math.ceil(most / step), 1) * step


def _edges(values: Mapping[str, int], series: Sequence[str], top: int, rows: int) -> list[int]:
    """Where each series of a column ends, in eighths of a cell; what there is can be seen."""
    edges, total, least = [], 0, 0
    for name in series:
        total += values.get(name, 0)
        edge = round(total * rows * _PART / top)
        least = max(edge, least + 1 if values.get(name) else least)
        edges.append(min(least, rows * _PART))
        least = edges[-1]
    return edges


def _cell(
    edges: Sequence[int], series: Sequence[str], row: int, fill: int, between: str, signs: Signs
) -> Piece:
    """The cell of a column in a row, counted from below."""
    start, end = row * _PART, (row + 1) * _PART
    here = next((n for n, edge in enumerate(edges) if edge > start), None)
    if here is None:
        return Piece(between * fill, "grid")
    if signs.fills is not None:
        middle = next((n for n, edge in enumerate(edges) if edge > start + _PART // 2), None)
        if middle is None and row:
            return Piece(between * fill, "grid")
        name = series[here if middle is None else middle]
        return Piece(signs.fills[name] * fill, name)
    if edges[here] >= end:
        return Piece(EIGHTHS[_PART] * fill, series[here])
    above = next((n for n, edge in enumerate(edges) if edge > edges[here]), None)
    over = "" if above is None else series[above]
    return Piece(EIGHTHS[edges[here] - start] * fill, series[here], over)


def _labels(labels: Sequence[str], pitch: int, room: int) -> str:
    """As many labels as find room, each beginning under its column."""
    line = ""
    for place, label in enumerate(labels):
        at = place * pitch
        if label and at >= len(line) and at + cell_len(label) <= room:
            line = line.ljust(at) + label + "  "
    return line.rstrip()
