"""Taking changes back, and doing them again."""

from __future__ import annotations

from itertools import islice

from readq.domain import Change, ChangeKind
from readq.library.history import apply_edit, edit_between, swap, whole_changes
from readq.library.paper_edits import with_fields
from readq.library.state import LibraryState


class Undoing(LibraryState):
    """A library that remembers every change."""

    @property
    def can_undo(self) -> Change | None:
        """The change that `undo` would take back."""
        return self._log().to_undo

    @property
    def undo_id(self) -> int | None:
        """The id of that change, at no cost."""
        return self._log().undo_id

    @property
    def can_redo(self) -> Change | None:
        """The change that `redo` would do again."""
        return self._log().to_redo

    def undo(self) -> Change | None:
        """Take the last change back, the one `can_undo` names; None when there is none.

        What another process changed since stays, and `skipped` of the outcome names those papers.
        """
        with self._lock:
            change = self._log().to_undo
            self._take_in_news()
            if change is None or not self._log().can_undo(change):
                return None
            return self._replay(change, ChangeKind.UNDO)

    def redo(self) -> Change | None:
        """Do the change that was taken back last again; None when there is none."""
        with self._lock:
            change = self._log().to_redo
            self._take_in_news()
            if change is None or not self._log().can_redo(change):
                return None
            return self._replay(change, ChangeKind.REDO)

    def is_taken_back(self, change: Change) -> bool:
        """Whether the change was undone in this window; False if the log has not been read."""
        history = self._history
        return history is not None and not history.can_undo(change)

    def take_back(self, change: Change) -> Change | None:
        """Undo one change, newest or not; None when there is nothing of it left.

        Raises:
            NotSavedError: It could not be written; the change is still there.
        """
        with self._lock:
            self._take_in_news()
            return self._replay(change, ChangeKind.UNDO) if self._log().can_undo(change) else None

    @property
    def next_change(self) -> int:
        """The number that the next change will have."""
        return self._files.next_change_id()

    def log(self, limit: int = 50) -> list[Change]:
        """The newest changes first, undos and redos among them."""
        return list(islice(whole_changes(self._files.changes(newest_first=True)), limit))

    def _replay(self, change: Change, kind: ChangeKind) -> Change:
        undoing = kind is ChangeKind.UNDO
        edits, skipped = [], []
        for edit in change.readings:
            current = self.reading(edit.paper_id)
            new, whole = apply_edit(current, swap(edit) if undoing else edit)
            if not whole:
                skipped.append(edit.paper_id)
            if new != current:
                edits.append(edit_between(current, new))
        additions = [e.paper_id for e in change.papers if e.is_addition]
        if undoing and additions:
            decided = self._log().decided_after(change)
            skipped.extend(i for i in additions if i in decided)
            additions = [i for i in additions if i not in decided]
        papers = {}
        for paper_edit in change.papers:
            old = None if paper_edit.is_addition else self._stored(paper_edit.paper_id)
            if old is not None:
                sides = paper_edit.before or {}, paper_edit.after or {}
                left, wanted = reversed(sides) if undoing else sides
                facts, whole = with_fields(old, left, wanted)
                if not whole:
                    skipped.append(old.id)
                if facts != old:
                    papers[old.id] = (old, facts)
        return self._commit(
            change.label,
            kind=kind,
            of=change.id,
            edits=edits,
            papers=papers,
            hide=additions if undoing else (),
            unhide=() if undoing else additions,
            skipped=tuple(dict.fromkeys(skipped)),
        )
