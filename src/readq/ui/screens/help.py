"""The keys that work now, in groups, and what the marks mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, ClassVar

from rich.cells import cell_len, set_cell_size
from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from readq.domain import Status
from readq.records import dataclass
from readq.ui.commands import KeyCommand, key_name, live_commands
from readq.ui.marks import KEY, MUTED, STATUS_STYLE, priority_style
from readq.ui.screens import sizes
from readq.ui.screens.app_of import app_of, use_plain_signs
from readq.ui.screens.overlay import Overlay
from readq.ui.screens.text_field import TextField
from readq.ui.show import content
from readq.ui.widgets.hint_bar import Hint, HintBar

_DECISIONS = frozenset({"queue", "skip", "later", "reading", "done", "prio", "tags", "defer"})
_TITLES = {
    "move": "Move",
    "pane": "Move",
    "find": "Find",
    "rank": "Find",
    "watch": "Find",
    "mark": "Mark",
    "sel": "Many",
    "queue": "Queue",
    "paper": "Paper",
    "app": "App",
    "view": "App",
}
_ORDER = ("Move", "Find", "Mark", "Many", "Queue", "Paper")
_OPPOSITES = {"up": "down", "prev": "next", "last": "first", "out": "in", "redo": "undo"}
_AROUND = 8
"""Lines around the keys: borders, hints, the field, a margin."""
_FILLED_AROUND = 3
"""The same where the card fills the screen, without the field."""

_MOST_KEYS = 14
"""Letters for the keys of one line, beyond the first key of each command."""

_HINTS = (
    Hint(("help.find",), "find a key"),
    Hint(("help.keys",), "change keys"),
    Hint(("help.close",), "close"),
)


@dataclass(frozen=True, slots=True)
class HelpLine:
    """One or several keys and what they do."""

    keys: tuple[str, ...]
    words: str

    def matches(self, text: str) -> bool:
        """Whether a reader who looks for `text` means this line."""
        folded = text.casefold().strip()
        return folded in self.words.casefold() or text.strip() in self.keys


class HelpGroup(Widget):
    """The lines of one subject, with the words in a column of their own."""

    ALLOW_SELECT = False

    lines: reactive[tuple[HelpLine, ...]] = reactive[tuple[HelpLine, ...]]((), layout=True)

    def __init__(self, heading: str) -> None:
        super().__init__()
        self.heading = heading
        self._drawn_for: dict[int, list[Content]] = {}

    def watch_lines(self, lines: tuple[HelpLine, ...]) -> None:
        """A subject without lines is not shown."""
        self._drawn_for.clear()
        self.display = bool(lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the words need."""
        return len(self._drawn(width))

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join(self._drawn(self.content_size.width))

    def _drawn(self, width: int) -> list[Content]:
        """The lines, wrapped once for each width; the grid asks for the height of each group again and again."""
        if width not in self._drawn_for:
            self._drawn_for[width] = self._wrapped(width)
        return self._drawn_for[width]

    def _wrapped(self, width: int) -> list[Content]:
        keys = [" ".join(line.keys) for line in self.lines]
        column = max(map(cell_len, keys), default=0) + 2
        drawn = [Content.styled(self.heading.upper(), KEY)]
        for text, line in zip(keys, self.lines, strict=True):
            words = content(line.words).wrap(max(width - column, 8))
            for number, part in enumerate(words):
                left = set_cell_size("" if number else text, column)
                drawn.append(Content.assemble((left, "bold $rq-queued"), part.rstrip()))
        return drawn


class HelpScreen(Overlay[None]):
    """An overlay made from the bindings that are live on the screen below, the reader's keymap included."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Help"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "find a key", id="help.find"),
        Binding("e", "change_keys", "change keys", id="help.keys", tooltip="open the settings"),
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
        self._groups = help_groups(live_commands(below), plain=app_of(self).signs.plain)
        with Vertical(id="help-card") as card:
            card.border_title = "Keys"
            about = getattr(below, "HELP", None) or ""
            if about:
                yield Static(content(about, MUTED), id="help-about")
            with VerticalScroll(id="help-pane"), Grid(id="help-grid"):
                for title in self._groups:
                    yield HelpGroup(title)
                yield Static(self._legend(), id="help-legend")
            yield TextField(id="help-input", placeholder="find a key", select_on_focus=False)
            yield HintBar(id="help-hints")

    def on_mount(self) -> None:
        """All keys at first."""
        use_plain_signs(self)
        self.query_one(HintBar).hints = _HINTS
        self.field.display = False
        self.pane.focus()
        self._show("")

    def on_resize(self, event: events.Resize) -> None:
        """The keys scroll in the room that the rest of the card leaves."""
        self._fit(event.size)

    def _fit(self, size: Size) -> None:
        fills = size.width < sizes.HORIZONTAL[1][0] or size.height < sizes.VERTICAL[1][0]
        around = _FILLED_AROUND + self.field.display if fills else _AROUND
        self.pane.styles.max_height = max(size.height - around, 4)

    def _show(self, wanted: str) -> None:
        for group in self.query(HelpGroup):
            group.lines = tuple(
                line for line in self._groups[group.heading] if line.matches(wanted)
            )
        self.query_one("#help-legend").display = not wanted

    def _legend(self) -> Content:
        signs = app_of(self).signs
        lines = [Content.styled("MARKS", KEY)]
        for pair in zip(list(Status)[::2], list(Status)[1::2], strict=True):
            cells = [f"{signs.status[status]} {status}" for status in pair]
            padded = [f"{cells[0]:<14}", cells[1]]
            lines.append(
                Content.assemble(*((c, STATUS_STYLE[s]) for c, s in zip(padded, pair, strict=True)))
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
        self._fit(self.size)
        self.field.focus()

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
        self._fit(self.size)
        self.pane.focus()

    def action_change_keys(self) -> None:
        """Open the settings file."""
        self.dismiss(None)
        app_of(self).action_settings()

    def action_close(self) -> None:
        """Close."""
        self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """Scroll by a line."""
        self.pane.scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        """Scroll by what is in sight."""
        self.pane.scroll_relative(y=pages * max(self.pane.size.height - 1, 1), animate=False)


def help_groups(
    commands: Iterable[KeyCommand], *, plain: bool = False
) -> dict[str, list[HelpLine]]:
    """The commands by subject; keys that are opposites or digits share a line."""
    grouped: dict[str, list[KeyCommand]] = {title: [] for title in _ORDER}
    last: list[KeyCommand] = []
    for command in commands:
        title = _title(command)
        (last if title == "App" else grouped.setdefault(title, [])).append(command)
    grouped["App"] = last
    return {title: _lines(group, plain) for title, group in grouped.items() if group}


def _title(command: KeyCommand) -> str:
    subject, *rest = command.id.split(".")
    if subject == "paper" and rest and rest[0] in _DECISIONS:
        return "Mark"
    return _TITLES.get(subject) or command.context or subject.capitalize()


def _lines(commands: Sequence[KeyCommand], plain: bool) -> list[HelpLine]:
    by_line: dict[str, list[KeyCommand]] = {}
    for command in commands:
        by_line.setdefault(_line_id(command.id), []).append(command)
    return [_line(_without_twins(sorted(ids, key=_is_opposite)), plain) for ids in by_line.values()]


def _is_opposite(command: KeyCommand) -> bool:
    return command.id.rpartition(".")[2] in _OPPOSITES


def _without_twins(commands: Sequence[KeyCommand]) -> list[KeyCommand]:
    """Two bindings that do the same are one command with more keys."""
    by_action: dict[str, KeyCommand] = {}
    for command in commands:
        known = by_action.get(command.action, replace(command, keys=()))
        by_action[command.action] = replace(known, keys=(*known.keys, *command.keys))
    return list(by_action.values())


def _line_id(command_id: str) -> str:
    stem, _, last = command_id.removesuffix(".f1").rpartition(".")
    if last.isdigit():
        return f"{stem}.#"
    return f"{stem}.{_OPPOSITES.get(last, last)}"


def _line(commands: Sequence[KeyCommand], plain: bool) -> HelpLine:
    if len(commands) == 1:
        return HelpLine(_shared_keys(commands, plain), commands[0].about or commands[0].words)
    if commands[0].id[-1].isdigit():
        keys = (key_name(commands[0].keys[0]), "-", key_name(commands[-1].keys[0]))
        return HelpLine(keys, commands[-1].words.strip(" 0123456789"))
    return HelpLine(
        _shared_keys(commands, plain),
        ", ".join(dict.fromkeys(command.words for command in commands)),
    )


def _shared_keys(commands: Sequence[KeyCommand], plain: bool) -> tuple[str, ...]:
    """The first key of each, then their other keys while there is room: `j k ↓ ↑`."""
    shown: list[str] = []
    for turn in zip_longest(*(command.keys for command in commands)):
        names = [key_name(key, plain=plain) for key in turn if key is not None]
        if shown and len(" ".join([*shown, *names])) > _MOST_KEYS:
            break
        shown += names
    return tuple(shown)
