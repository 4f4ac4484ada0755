"""The last line: the keys that matter now."""

from __future__ import annotations

from textual import events
from textual.content import Content, Span
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from readq.records import dataclass
from readq.ui.commands import KeyCommand, live_commands, short_key
from readq.ui.lineage import Lineage
from readq.ui.marks import KEY, MUTED
from readq.ui.screens.app_of import app_of

_GAP = 2


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint: the bindings it stands for, and what they do together."""

    ids: tuple[str, ...]
    words: str
    joint: str = "/"
    """Between the keys of the first and the last binding; keys that are words have something between them always."""


class HintBar(Widget, Lineage):
    """Hints in order of use. What does not fit drops off at the right; the last hint always stays."""

    ALLOW_SELECT = False

    hints: reactive[tuple[Hint, ...]] = reactive[tuple[Hint, ...]](())

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._commands: list[KeyCommand] = []

    def on_mount(self) -> None:
        """Follow the bindings: the reader may have given them other keys."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def render(self) -> Content:
        """The hints that fit."""
        live = {command.id: command for command in live_commands(self.screen)}
        hints = [hint for hint in self.hints if all(name in live for name in hint.ids)]
        self._commands = [live[hint.ids[0]] for hint in hints]
        drawn = [self._draw(hint, live, index) for index, hint in enumerate(hints)]
        if not drawn:
            return Content()
        *drawn, last = drawn
        room = self.size.width - last.cell_length
        shown = []
        for hint in drawn:
            room -= hint.cell_length + _GAP
            if room < 0:
                break
            shown.append(hint)
        return Content(" " * _GAP).join([*shown, last])

    def _draw(self, hint: Hint, live: dict[str, KeyCommand], index: int) -> Content:
        plain = app_of(self.screen).signs.plain
        keys = [
            short_key(live[name].keys[0], plain=plain)
            for name in dict.fromkeys((hint.ids[0], hint.ids[-1]))
        ]
        joint = hint.joint or ("/" if any(len(key) > 1 for key in keys) else "")
        shown = Content.assemble((joint.join(keys), KEY), (f" {hint.words}", MUTED))
        return shown.add_spans([Span(0, len(shown), Style.from_meta({"hint": index}))])

    async def on_click(self, event: events.Click) -> None:
        """A click does what the key does."""
        index = event.style.meta.get("hint")
        if isinstance(index, int) and index < len(self._commands):
            command = self._commands[index]
            await self.app.run_action(command.action, command.node)
