"""The usual order of a library, kept in a small file, so that its list is there before all else that filters need."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from readq.search.pieces import WRONG, put_together, taken_apart
from readq.store import Files

KEPT_FROM = 1_000
"""Smaller libraries are read in no time."""
_NAME, _VERSION = "order", 1


def kept_order(files: Files) -> list[str] | None:
    """The papers in the order that was kept; None when there is none, or of other papers than these."""
    data = files.derived(_NAME)
    if data is None:
        return None
    try:
        _, pieces = taken_apart(_NAME, _VERSION, data)
        marks, places = bytes(next(pieces)), array("I", bytes(next(pieces)))
        if marks != files.paper_marks():
            return None
        ids = files.paper_ids
        return [ids[place] for place in places] if places else list(ids)
    except WRONG:
        return None


def keep_order(files: Files, order: Callable[[], Sequence[str]]) -> None:
    """Keep an order of all papers, as far as that is possible; `order` is asked for it."""
    marks = files.paper_marks()
    ids, ordered = files.paper_ids, order()
    places: array[int] = array("I")
    if list(ids) != list(ordered):
        place = {paper_id: number for number, paper_id in enumerate(ids)}
        if place.keys() != set(ordered):
            return  # papers came or went meanwhile
        places.extend(map(place.__getitem__, ordered))
    if marks == files.paper_marks():
        data = put_together(_NAME, _VERSION, [marks, places.tobytes()])
        files.keep_derived(_NAME, data)
