"""Undo and redo, worked out from the log of changes.

The log only grows: taking a change back is an entry of its own. A change that names another in `of`
while being an ordinary one amends it, or goes on with it where it brings papers: the two are one step of
undo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from itertools import takewhile

from readq.domain import Change, ChangeKind, Reading, ReadingEdit, retagged
from readq.library.steps import Step, Steps, joined


class History:
    """The stacks that undo and redo work on, folded from the log oldest first."""

    def __init__(self, changes: Iterable[Change], read: Callable[[int], Change]) -> None:
        """Fold `changes`; `read` gives one of them again by its id."""
        self._steps = Steps(read)
        self._undo: list[Step] = []
        self._redo: list[Step] = []
        for change in changes:
            self.record(change)

    @property
    def undo_id(self) -> int | None:
        """The id of the change that undo would take back, for which nothing is read."""
        return self._undo[-1][-1] if self._undo else None

    @property
    def to_undo(self) -> Change | None:
        """The change that undo would take back."""
        return self._steps.whole(self._undo[-1]) if self._undo else None

    @property
    def to_redo(self) -> Change | None:
        """The change that redo would do again."""
        return self._steps.whole(self._redo[-1]) if self._redo else None

    def record(self, change: Change) -> None:
        """Take in the newest entry of the log."""
        if change.kind is ChangeKind.UNDO:
            self._redo.extend(_take(self._undo, change.of))
        elif change.kind is ChangeKind.REDO:
            self._undo.extend(_take(self._redo, change.of))
        elif goes_on(change):
            self._go_on(change)
        else:
            if change.of is not None:
                _take(self._undo, change.of)
            if change.of is None or any(e.before != e.after for e in change.readings):
                self._do(change)  # otherwise the two amount to nothing
            self._redo.clear()

    def _do(self, change: Change) -> None:
        self._steps.keep(change)
        self._undo.append((change.id,))

    def _go_on(self, change: Change) -> None:
        self._redo.clear()
        for index in range(len(self._undo) - 1, -1, -1):
            if self._undo[index][-1] == change.of:
                self._undo[index] += (change.id,)
                return
        self._do(change)  # what it goes on with was taken back in between

    def can_undo(self, change: Change) -> bool:
        """Whether the change is in force, newest or not."""
        return any(step[-1] == change.id for step in reversed(self._undo))

    def can_redo(self, change: Change) -> bool:
        """Whether the change has been taken back and may be done again."""
        return any(step[-1] == change.id for step in reversed(self._redo))

    def decided_after(self, change: Change) -> frozenset[str]:
        """The papers the reader decided on after a change, by decisions that are in force."""
        later = takewhile(lambda step: step[-1] != change.id, reversed(self._undo))
        return frozenset(self._steps.paper_ids(later))


def _take(stack: list[Step], change_id: int | None) -> list[Step]:
    """Remove the step with this id: the last one, or none at all when two processes undid at once."""
    for index in range(len(stack) - 1, -1, -1):
        if stack[index][-1] == change_id:
            return [stack.pop(index)]
    return []


def goes_on(change: Change) -> bool:
    """Whether the change is a further part of the one it names: a large import is written in parts."""
    return change.kind is ChangeKind.DO and change.of is not None and bool(change.papers)


def whole_changes(newest_first: Iterable[Change]) -> Iterator[Change]:
    """The log with the parts of a change put together, where nothing stands between them."""
    parts: list[Change] = []
    for change in newest_first:
        if parts and change.id != parts[0].of:
            yield joined(parts)
            parts = []
        parts.insert(0, change)
        if not goes_on(change):
            yield joined(parts)
            parts = []
    if parts:
        yield joined(parts)


def swap(edit: ReadingEdit) -> ReadingEdit:
    """The edit that goes the other way."""
    return ReadingEdit(edit.paper_id, edit.after, edit.before)


def decided_fields(edits: Iterable[ReadingEdit]) -> frozenset[str]:
    """Which fields of readings the edits alter."""
    return frozenset(
        field.name
        for edit in edits
        for field in fields(Reading)
        if getattr(edit.before or Reading(edit.paper_id), field.name)
        != getattr(edit.after or Reading(edit.paper_id), field.name)
    )


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
        elif field.name in ("tags", "distinct"):
            changed[field.name] = retagged(getattr(current, field.name), old, new)
        else:
            whole = False
    return replace(current, **changed), whole


def edit_between(old: Reading, new: Reading) -> ReadingEdit:
    """The edit between two readings, with None for an untouched one."""
    return ReadingEdit(old.paper_id, None if old.untouched else old, None if new.untouched else new)
