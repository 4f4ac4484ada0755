"""Undo and redo, wherever the library is shown."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal

from textual.binding import Binding, BindingType

from readq.domain import Change
from readq.ui.screens.library_screen import LibraryScreen

Direction = Literal["undo", "redo"]


class Undoing(LibraryScreen):
    """A screen that takes changes back, does them again, and goes to their papers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "undo", id="app.undo", tooltip="undo"),
        Binding("ctrl+r", "redo", "redo", id="app.redo", tooltip="redo"),
    ]

    def action_undo(self) -> None:
        """Take the last change back."""
        self._changed(self.owner.decide(self.library.undo), "undo")

    def action_redo(self) -> None:
        """Do it again."""
        self._changed(self.owner.decide(self.library.redo), "redo")

    def _changed(self, change: Change | None, direction: Direction) -> None:
        self.owner.toasts.dismiss_steps()
        if change is None:
            if not self.library.save_error:
                self.owner.say(f"Nothing to {direction}")
            return
        if change.skipped and not (change.readings or change.papers):
            self.owner.say(f"Not {direction}ne: {change.label}\nWhat is newer stays.", "warning")
            self.go_to_changed([i for i in change.skipped if i in self.library])
            return
        if change.skipped:
            many = f"{len(change.skipped):,} paper{'s' * (len(change.skipped) != 1)}"
            self.owner.say(f"{many} changed since; what is newer stays.", "warning")
        self.take_change(change, direction)

    def take_change(self, change: Change, direction: Direction) -> None:
        """Tell what was taken back or done again, and show its papers."""
        if direction == "undo":
            self.owner.say(f"Undone: {change.label}", hint=("app.redo", "redo"))
        else:
            self.owner.say(f"Redone: {change.label}", undo=True)
        self.go_to_changed(change.paper_ids)

    @abstractmethod
    def go_to_changed(self, paper_ids: Sequence[str]) -> None:
        """Show papers that a change was about."""
