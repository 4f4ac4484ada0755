"""The line that narrows the list while it is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive, var
from textual.timer import Timer
from textual.widgets import Input, Static

from readq.errors import FilterError
from readq.ui.marks import KEY, MUTED
from readq.ui.screens.text_field import TextField
from readq.ui.show import content
from readq.ui.widgets.filter_colours import FilterColours
from readq.ui.widgets.filter_completion import FilterCompletion

PLACEHOLDER = (
    'Filter: words, status:queued, tag:rl, author:"Welleck", venue:colm, has:note, priority>=3'
)
DELAY = 0.12
"""Seconds after the last key before the list follows."""


class FilterField(TextField):
    """The field, with a name for each key that does more than edit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "apply", id="filter.apply", tooltip="go to the list"),
        Binding("tab", "complete", "complete", id="filter.complete", tooltip="complete the word"),
        Binding("up", "recall(-1)", "older", id="filter.older", tooltip="an older filter"),
        Binding("down", "recall(1)", "newer", id="filter.newer", tooltip="a newer filter"),
    ]

    @dataclass
    class Recalled(Message):
        """A filter used before is wanted."""

        step: int

    class Left(Message):
        """There is nothing to complete: the reader wants to go on."""

    def action_complete(self) -> None:
        """Take the completion shown, or leave."""
        if self._suggestion and self._suggestion != self.value:
            self.value = self._suggestion
            self.cursor_position = len(self.value)
        else:
            self.post_message(self.Left())

    def action_recall(self, step: int) -> None:
        """Ask for it."""
        self.post_message(self.Recalled(step))


class FilterBar(Horizontal):
    """Filter, and at its right what came of it."""

    BINDING_GROUP_TITLE = "Filter"
    HELP = 'Words and fields, such as: reasoning -status:read author:"wel" priority>=3'
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear", "clear", id="filter.clear", tooltip="show all papers again"),
    ]

    status: reactive[str] = reactive("")
    """What stands at the right."""
    error: reactive[FilterError | None] = reactive[FilterError | None](None)
    """Why the filter cannot be used."""
    history: var[tuple[str, ...]] = var[tuple[str, ...]](())
    """Filters used before, oldest first."""

    field = getters.query_one(FilterField)
    right = getters.query_one("#filter-status", Static)

    @dataclass
    class Changed(Message):
        """The filter reads like this now."""

        text: str

    class Applied(Message):
        """The reader is done with the filter."""

    def __init__(self, tags: Callable[[], Iterable[str]], *, id: str | None = None) -> None:  # noqa: A002
        """Make the bar.

        Args:
            tags: Gives the reader's tags, to complete them.
            id: The widget's id.
        """
        super().__init__(id=id)
        self._tags = tags
        self._delay: Timer | None = None
        self._place = 0
        self._sent = ""

    def compose(self) -> ComposeResult:
        """Key, field, answer."""
        yield Static(content("f", KEY), id="filter-key", markup=False)
        yield FilterField(
            placeholder=PLACEHOLDER,
            id="filter-field",
            compact=True,
            select_on_focus=False,
            suggester=FilterCompletion(self._tags),
            highlighter=FilterColours(lambda: self.app.theme_variables),
        )
        yield Static(id="filter-status", markup=False)

    @property
    def text(self) -> str:
        """The filter."""
        return self.field.value

    def put(self, text: str) -> None:
        """Use another filter, at once."""
        self.field.value = text
        self.field.cursor_position = len(text)
        self._send()

    @on(Input.Changed)
    def wait(self, event: Input.Changed) -> None:
        """Let the reader finish the word."""
        event.stop()
        if self._delay is not None:
            self._delay.stop()
        self._delay = self.set_timer(DELAY, self._send)

    def _send(self) -> None:
        if self._delay is not None:
            self._delay.stop()
            self._delay = None
        if self.text != self._sent:
            self._sent = self.text
            self.post_message(self.Changed(self.text))

    def action_clear(self) -> None:
        """Show everything, and leave."""
        self._remember()
        self.put("")
        self.post_message(self.Applied())

    @on(Input.Submitted)
    @on(FilterField.Left)
    def action_apply(self) -> None:
        """Keep the filter, and leave."""
        self._remember()
        self._send()
        self.post_message(self.Applied())

    def _remember(self) -> None:
        text = self.text.strip()
        if text:
            self.history = (*(past for past in self.history if past != text), text)
        self._place = len(self.history)

    @on(FilterField.Recalled)
    def recall(self, event: FilterField.Recalled) -> None:
        """Take up a filter used before."""
        self._place = max(0, min(self._place + event.step, len(self.history)))
        self.put(self.history[self._place] if self._place < len(self.history) else "")

    def watch_status(self) -> None:
        """Say it."""
        self._answer()

    def watch_error(self, error: FilterError | None) -> None:
        """Say it, and underline where it is."""
        colours = self.field.highlighter
        if isinstance(colours, FilterColours):
            colours.fault = (error.column, max(error.length, 1)) if error else None
            self.field.refresh()
        self._answer()

    def _answer(self) -> None:
        if self.error is None:
            self.right.update(content(self.status, MUTED))
        else:
            self.right.update(content(str(self.error), "bold $rq-error"))
