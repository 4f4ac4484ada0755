"""Undo and redo, worked out from the log of changes.

The log only grows: taking a change back is an entry of its own. A change that names another in `of`
while being an ordinary one amends it: the two are one step of undo.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace

from readq.domain import Change, ChangeKind, Reading, ReadingEdit


class History:
    """The stacks that undo and redo work on, folded from the log oldest first."""

    def __init__(self, changes: Iterable[Change]) -> None:
        self._undo: list[Change] = []
        self._redo: list[Change] = []
        for change in changes:
            self.record(change)

    @property
    def to_undo(self) -> Change | None:
        """The change that undo would take back."""
        return self._undo[-1] if self._undo else None

    @property
    def to_redo(self) -> Change | None:
        """The change that redo would do again."""
        return self._redo[-1] if self._redo else None

    def record(self, change: Change) -> None:
        """Take in the newest entry of the log."""
        if change.kind is ChangeKind.UNDO:
            self._redo.append(_take(self._undo, change.of))
        elif change.kind is ChangeKind.REDO:
            self._undo.append(_take(self._redo, change.of))
        else:
            if change.of is not None and self._undo and self._undo[-1].id == change.of:
                self._undo.pop()
            self._undo.append(change)
            self._redo.clear()


def _take(stack: list[Change], change_id: int | None) -> Change:
    """Remove the change with this id; it is the last one unless two processes undid at once."""
    index = next(i for i in range(len(stack) - 1, -1, -1) if stack[i].id == change_id)
    return stack.pop(index)


def swap(edit: ReadingEdit) -> ReadingEdit:
    """The edit that goes the other way."""
    return ReadingEdit(edit.paper_id, edit.after, edit.before)


def apply_edit(current: Reading, edit: ReadingEdit) -> tuple[Reading, bool]:
    """Carry `edit` over to a reading that may have moved on since.

    Returns:
        The new reading, and whether every field could be set: a field that no longer holds what the
        edit left behind was changed elsewhere and stays as it is.
    """
    before = edit.before or Reading(edit.paper_id)
    after = edit.after or Reading(edit.paper_id)
    if current == before:
        return after, True
    whole = True
    changed = {}
    for field in fields(Reading):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old == new:
            continue
        if getattr(current, field.name) == old:
            changed[field.name] = new
        else:
            whole = False
    return replace(current, **changed), whole
