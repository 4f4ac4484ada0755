"""The decisions there are, each with its keys, in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual import events
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from readq.records import dataclass
from readq.ui.commands import KeyCommand, live_commands, short_key
from readq.ui.marks import MUTED
from readq.ui.widgets.card_text import clickable


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision."""

    ids: tuple[str, ...]
    """Its bindings; with several, the keys of the first and the last are shown."""
    arrow: str
    """A binding that does the same; empty for none."""
    words: str
    style: str
    rank: int
    """What has the highest rank drops off first when there is no room."""


CHOICES = (
    Choice(("paper.skip",), "triage.skip", "Skip", "bold", 0),
    Choice(("paper.later",), "triage.later", "Maybe later", f"bold {MUTED}", 2),
    Choice(("paper.queue",), "triage.queue", "Queue", "bold $rq-queued", 0),
    Choice(
        tuple(f"paper.prio.{n}" for n in range(1, 6)), "", "Queue at priority", "bold $rq-key", 3
    ),
    Choice(("paper.done",), "", "Already read", "bold $rq-read", 1),
)


class Choices(Widget):
    """The decisions, in the middle of the line; a click does what the key does."""

    ALLOW_SELECT = False

    choices: reactive[Sequence[Choice]] = reactive[Sequence[Choice]](CHOICES)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._commands: list[KeyCommand | None] = []

    def on_mount(self) -> None:
        """Follow the bindings: the reader may have given them other keys."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def render(self) -> Content:
        """The decisions that fit."""
        live = {command.id: command for command in live_commands(self.screen)}
        chosen = [c for c in self.choices if all(name in live for name in c.ids)]
        width = self.content_size.width
        shown = self._fitting(chosen, live, width)
        self._commands = [live[c.ids[0]] if len(c.ids) == 1 else None for c in chosen]
        row = Content(" ").join([clickable(s, "choice", n) for n, s in enumerate(shown)])
        return row.pad_left((width - row.cell_length) // 2)  # `center` takes away the last blanks

    @staticmethod
    def _fitting(chosen: list[Choice], live: dict[str, KeyCommand], width: int) -> list[Content]:
        """As many as there is room for; one decision more is worth more than second keys.

        Takes out of `chosen` what does not fit.
        """
        while True:
            for each in (chosen, [replace(choice, arrow="") for choice in chosen]):
                shown = [_drawn(choice, live) for choice in each]
                if len(chosen) <= 1 or sum(s.cell_length + 1 for s in shown) - 1 <= width:
                    return shown
            del chosen[max(range(len(chosen)), key=lambda n: chosen[n].rank)]

    async def on_click(self, event: events.Click) -> None:
        """Do what the key does."""
        number = event.style.meta.get("choice")
        command = self._commands[number] if isinstance(number, int) else None
        if command is not None:
            await self.app.run_action(command.action, command.node)


def _drawn(choice: Choice, live: dict[str, KeyCommand]) -> Content:
    keys = live[choice.ids[0]].keys
    if len(choice.ids) > 1:
        shown = Content.styled(f"{short_key(keys[0])}-{short_key(live[choice.ids[-1]].keys[0])}")
        shown = shown.stylize(choice.style)
    else:
        other = f" {short_key(live[choice.arrow].keys[0])}" if choice.arrow in live else ""
        shown = Content.assemble((short_key(keys[0]), choice.style), (other, MUTED))
    return Content.assemble("  ", shown, f" {choice.words}  ").stylize_before("on $rq-chip")
