"""The key that says when a paper is read: not before a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from readq.domain import local_day, parse_day
from readq.errors import UsageError
from readq.ui.screens.paper_screen import PaperScreen

_DAYS = (
    ("tomorrow", "t"),
    ("weekend", "w"),
    ("next week", "n"),
    ("in 2 weeks", "f"),
    ("next month", "m"),
)
"""Days to wait for, and their keys."""


class Scheduling(PaperScreen):
    """A screen from which papers are put off."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("Z", "defer", "defer", id="paper.defer", tooltip="defer, hide until a day"),
    ]

    # Not before a day

    def action_defer(self) -> None:
        """Ask until when the papers are to be out of sight."""
        from readq.ui.screens.choice import Answer, ChoiceScreen

        ids = self.decided_together()
        if not ids:
            return
        today = local_day(self.owner.now())
        answers = [Answer(words, _named(parse_day(words, today)), key) for words, key in _DAYS]
        answers.append(Answer("another day", "24 dec, 3d, friday, 2026-12-24", "d"))
        if any(self.library.reading(i).deferred_until for i in ids):
            answers.append(Answer("now", "ends the waiting", "x"))
        what = self.short_title(ids[0]) if len(ids) == 1 else f"{len(ids):,} papers"
        self.owner.push_screen(
            ChoiceScreen(f"Defer {what}", answers), partial(self._defer_chosen, ids)
        )

    def _defer_chosen(self, ids: Sequence[str], place: int | None) -> None:
        if place is None:
            return
        if place < len(_DAYS):
            self._defer(ids, _DAYS[place][0])
        elif place == len(_DAYS):
            self._ask_day(ids)
        else:
            self._defer(ids, "now")

    def _ask_day(self, ids: Sequence[str], typed: str = "") -> None:
        from readq.ui.screens.prompt import TextPrompt

        hint = "a day such as 24 dec, friday, 3d, 2 weeks, next month or 2026-12-24"
        prompt = TextPrompt("Defer until", typed, hint)
        self.owner.push_screen(prompt, partial(self._defer, ids))

    def _defer(self, ids: Sequence[str], words: str | None) -> None:
        if not words:
            return
        try:
            day = parse_day(words, local_day(self.owner.now()))
        except UsageError as error:
            self.owner.say(str(error), "warning")
            self._ask_day(ids, words)
            return
        if self.owner.decide(lambda: self.library.defer(ids, day)) is not None:
            what = self.short_title(ids[0]) if len(ids) == 1 else f"{len(ids):,} papers"
            heading = f"Deferred until {_named(day)}" if day else "Back in the queue"
            self.owner.say(what, heading=heading, undo=True)
            self.decided(go_on=day is not None)


def _named(day: date | None) -> str:
    return f"{day:%A}, {day.day} {day:%b}" if day is not None else ""
