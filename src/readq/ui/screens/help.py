"""The keys that work now, in groups, and what the marks mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from readq.domain import Status
from readq.ui.commands import KeyCommand, key_name, live_commands
from readq.ui.marks import KEY, MUTED, STATUS_STYLE, priority_style
from readq.ui.screens import sizes
from readq.ui.screens.app_of import app_of
from readq.ui.screens.text_field import TextField
from readq.ui.show import content
from readq.ui.widgets.hint_bar import Hint, HintBar

_DECISIONS = frozenset({"queue", "skip", "later", "reading", "done", "prio", "tags", "defer"})
_TITLES = {
    "move": "Move",
    "pane": "Move",
    "find": "Find",
    "mark": "Mark",
    "sel": "Many",
    "queue": "Queue",
    "paper": "Paper",
    "app": "App",
    "view": "App",
}
_ORDER = ("Move", "Find", "Mark", "Many", "Queue", "Paper")
_OPPOSITES = {"up": "down", "prev": "next", "last": "first", "out": "in", "redo": "undo"}
_HINTS = (Hint(("help.find",), "find a key"), Hint(("help.close",), "close"))


@dataclass(frozen=True, slots=True)
class HelpLine:
    """One or several keys and what they do."""

    keys: tuple[str, ...]
    words: str

    def matches(self, text: str) -> bool:
        """Whether a reader who looks for `text` means this line."""
        folded = text.casefold().strip()
        return folded in self.words.casefold() or text.strip() in self.keys


class HelpScreen(ModalScreen[None]):
    """An overlay made from the bindings that are live on the screen below, the reader's keymap included."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Help"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "find a key", id="help.find"),
        Binding("escape", "leave", "close", id="help.leave", priority=True),
        Binding("question_mark,f1,q", "close", "close", id="help.close"),
        Binding("j,down", "scroll(1)", "down", id="help.down"),
        Binding("k,up", "scroll(-1)", "up", id="help.up"),
        Binding("pagedown,space,ctrl+d", "page(1)", "page down", id="help.page.down"),
        Binding("pageup,ctrl+u", "page(-1)", "page up", id="help.page.up"),
    ]

    pane = getters.query_one("#help-pane", VerticalScroll)
    field = getters.query_one("#help-input", TextField)

    def __init__(self, below: Screen[Any] | None = None) -> None:
        """Explain the keys of `below`, the screen this one opens over when it is None."""
        super().__init__()
        self._below = below
        self._groups: dict[str, list[HelpLine]] = {}

    def compose(self) -> ComposeResult:
        """Groups in columns, the field to find a key, the keys of this screen."""
        below = self._below or self.app.screen_stack[-2]
        self._groups = help_groups(live_commands(below))
        with Vertical(id="help-card") as card:
            card.border_title = "Keys"
            about = getattr(below, "HELP", None) or ""
            if about:
                yield Static(content(about, MUTED), id="help-about")
            with VerticalScroll(id="help-pane"), Grid(id="help-grid"):
                for title in self._groups:
                    yield Static(classes="help-group", name=title)
                yield Static(self._legend(), classes="help-group", id="help-legend")
            yield TextField(id="help-input", placeholder="find a key", select_on_focus=False)
            yield HintBar(id="help-hints")

    def on_mount(self) -> None:
        """All keys at first."""
        self.query_one(HintBar).hints = _HINTS
        self.field.display = False
        self.pane.focus()
        self._show("")

    def _show(self, wanted: str) -> None:
        for group in self.query(".help-group").results(Static):
            if group.name is None:
                group.display = not wanted
                continue
            lines = [line for line in self._groups[group.name] if line.matches(wanted)]
            group.display = bool(lines)
            group.update(_drawn(group.name, lines))

    def _legend(self) -> Content:
        signs = app_of(self).signs
        lines = [Content.styled("MARKS", KEY)]
        for pair in zip(list(Status)[::2], list(Status)[1::2], strict=True):
            cells = [f"{signs.status[status]} {status}" for status in pair]
            padded = [f"{cells[0]:<14}", cells[1]]
            lines.append(
                Content.assemble(
                    *((c, STATUS_STYLE[s]) for c, s in zip(padded, pair, strict=True))
                )
            )
        digits = [(str(n), priority_style(n)) for n in range(1, 6)]
        lines.append(Content.assemble(*digits, ("         priority 1 to 5", MUTED)))
        lines.append(Content.styled(f"{signs.note}             has a note", MUTED))
        lines.append(Content.styled("~             title made by readq", MUTED))
        return Content("\n").join(lines)

    # Keys

    def action_find(self) -> None:
        """Look for a key."""
        self.field.display = True
        self.call_after_refresh(self.field.focus)

    @on(Input.Changed, "#help-input")
    def _typed(self, event: Input.Changed) -> None:
        self._show(event.value)

    @on(Input.Submitted, "#help-input")
    def _found(self) -> None:
        self.pane.focus()

    def action_leave(self) -> None:
        """Give up looking for a key, else close."""
        if not self.field.display:
            self.dismiss(None)
            return
        self.field.value = ""
        self.field.display = False
        self.pane.focus()

    def action_close(self) -> None:
        """Close."""
        self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """Scroll by a line."""
        self.pane.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        """Scroll by what is in sight."""
        self.pane.scroll_relative(y=pages * max(self.pane.size.height - 1, 1), animate=False)


def help_groups(commands: Iterable[KeyCommand]) -> dict[str, list[HelpLine]]:
    """The commands by subject; keys that are opposites or digits share a line."""
    grouped: dict[str, list[KeyCommand]] = {title: [] for title in _ORDER}
    last: list[KeyCommand] = []
    for command in commands:
        title = _title(command)
        (last if title == "App" else grouped.setdefault(title, [])).append(command)
    grouped["App"] = last
    return {title: _lines(group) for title, group in grouped.items() if group}


def _title(command: KeyCommand) -> str:
    subject, *rest = command.id.split(".")
    if subject == "paper" and rest and rest[0] in _DECISIONS:
        return "Mark"
    return _TITLES.get(subject) or command.context or subject.capitalize()


def _lines(commands: Sequence[KeyCommand]) -> list[HelpLine]:
    by_line: dict[str, list[KeyCommand]] = {}
    for command in commands:
        by_line.setdefault(_line_id(command.id), []).append(command)
    return [_line(together) for together in by_line.values()]


def _line_id(command_id: str) -> str:
    stem, _, last = command_id.rpartition(".")
    if last.isdigit():
        return f"{stem}.#"
    return f"{stem}.{_OPPOSITES.get(last, last)}"


def _line(commands: Sequence[KeyCommand]) -> HelpLine:
    if len(commands) == 1:
        only = commands[0]
        return HelpLine(tuple(map(key_name, only.keys)), only.about or only.words)
    if commands[0].id[-1].isdigit():
        keys = (key_name(commands[0].keys[0]), "-", key_name(commands[-1].keys[0]))
        return HelpLine(keys, commands[0].words.strip(" 0123456789") or "priority")
    keys = tuple(key_name(key) for command in commands for key in command.keys)
    return HelpLine(keys, ", ".join(dict.fromkeys(command.words for command in commands)))


def _drawn(title: str, lines: Sequence[HelpLine]) -> Content:
    width = max((len(" ".join(line.keys)) for line in lines), default=0)
    drawn = [Content.styled(title.upper(), KEY)]
    for line in lines:
        keys = " ".join(line.keys).ljust(width)
        drawn.append(Content.assemble((keys, "bold $rq-queued"), f"  {line.words}"))
    return Content("\n").join(drawn)
