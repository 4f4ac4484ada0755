"""A line that can be chosen by a click."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Static

from readq.records import dataclass


class ChoiceRow(Static):
    """One of several things to choose."""

    ALLOW_SELECT = False

    @dataclass
    class Clicked(Message):
        """The reader clicked on it."""

        place: int

    def __init__(self, place: int) -> None:
        """Stand at a place among the others, counted from 0."""
        super().__init__(classes="choice", markup=False)
        self.place = place

    def on_click(self) -> None:
        """Tell the screen."""
        self.post_message(self.Clicked(self.place))
