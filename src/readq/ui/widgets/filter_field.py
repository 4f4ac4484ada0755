"""Where a filter is typed."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from readq.errors import FilterError
from readq.records import dataclass
from readq.ui.screens.text_field import TextField
from readq.ui.widgets.filter_bar import examples
from readq.ui.widgets.filter_colours import FilterColours


class FilterField(TextField):
    """The field, with a name for each key that does more than edit."""

    TYPED_IN = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "apply", id="filter.apply", tooltip="go to the list"),
        Binding("tab", "complete", "complete", id="filter.complete", tooltip="complete the word"),
        Binding("up", "recall(-1)", "older", id="filter.older", tooltip="an older filter"),
        Binding("down", "recall(1)", "newer", id="filter.newer", tooltip="a newer filter"),
        Binding("ctrl+n", "offer(1)", "next", id="filter.next", tooltip="the next completion"),
        Binding("ctrl+p", "offer(-1)", "last", id="filter.prev", tooltip="the one before"),
        Binding("ctrl+s", "save", "save", id="filter.save", tooltip="keep it on a digit"),
    ]

    @dataclass
    class Recalled(Message):
        """A filter used before is wanted."""

        step: int

    class CompletionAsked(Message):
        """The highlighted completion is wanted."""

    @dataclass
    class StepAsked(Message):
        """Another completion is to be highlighted."""

        rows: int

    class SaveAsked(Message):
        """The filter is to be kept."""

    def on_resize(self) -> None:
        """While it is empty it shows as many examples as there is room for, each whole."""
        self.placeholder = examples(self.size.width)

    def mark_fault(self, error: FilterError | None) -> None:
        """Underline where the filter cannot be used."""
        if isinstance(self.highlighter, FilterColours):
            self.highlighter.fault = (error.column, max(error.length, 1)) if error else None
            self.refresh()

    def action_complete(self) -> None:
        """Take the completion shown, or leave."""
        self.post_message(self.CompletionAsked())

    def action_offer(self, rows: int) -> None:
        """Highlight another completion."""
        self.post_message(self.StepAsked(rows))

    def action_save(self) -> None:
        """Keep the filter on a digit."""
        self.post_message(self.SaveAsked())

    def action_recall(self, step: int) -> None:
        """Ask for it."""
        self.post_message(self.Recalled(step))
