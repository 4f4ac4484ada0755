"""Two decisions about one paper, made without knowing of each other."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime

from readq.domain import IN_QUEUE, Reading, Status, retagged
from readq.domain.joining import joined

_Moves = tuple[tuple[Status, datetime], ...]


def united_reading(
    paper_id: str, base: Reading | None, ours: Reading | None, theirs: Reading | None
) -> Reading | None:
    """What becomes of a reading that both sides changed.

    A field only one side changed is as that side has it. Of a field both changed, ours is the later
    one and holds; but tags of both stay, and so do both notes.
    """
    blank = Reading(paper_id)
    old, new, there = base or blank, ours or blank, theirs or blank
    changed = {
        field.name: getattr(new, field.name)
        for field in fields(Reading)
        if getattr(new, field.name) != getattr(old, field.name)
    }
    for name in {"tags", "distinct"} & changed.keys():
        changed[name] = retagged(getattr(there, name), getattr(old, name), getattr(new, name))
    if "note" in changed:
        changed["note"] = joined(old.note, new.note, there.note)
    if "moved" in changed:
        changed["moved"] = both_moves(old.moved, new.moved, there.moved)
    united = replace(there, **changed)
    if united.status not in IN_QUEUE:
        united = replace(united, rank=None)
    elif united.rank is None:
        united = replace(united, rank=new.rank if new.rank is not None else there.rank or 0.0)
    return None if united.untouched else united


def both_moves(base: _Moves, ours: _Moves, theirs: _Moves) -> _Moves:
    """The latest entry into each status, in order of time; ours after theirs of the same second.

    What we took back is gone from theirs too.
    """
    taken_back = set(base) - set(ours)
    latest = dict(move for move in theirs if move not in taken_back)
    for status, when in ours:
        if status not in latest or when >= latest[status]:
            latest.pop(status, None)
            latest[status] = when
    return tuple(sorted(latest.items(), key=lambda move: move[1]))
