"""What an empty library shows: three ways to begin."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from readq.ui.marks import KEY, MUTED
from readq.ui.screens import sizes
from readq.ui.screens.app_of import app_of, use_plain_signs
from readq.ui.screens.overlay import Overlay
from readq.ui.show import content
from readq.ui.widgets.hint_bar import Hint, HintBar

LOOK_EVERY = 1.0
"""Seconds between looks whether there are papers by now."""
Beginning = Literal["import", "add", "sample"]

_CHOICES: tuple[tuple[Beginning, str, str, str], ...] = (
    ("import", "i", "Import a list", "abstracts, BibTeX, RIS, CSV, JSON and more"),
    ("add", "A", "Add one paper", "a title, DOI, arXiv id or link"),
    ("sample", "d", "Look around first", "the ICML 2026 lists, kept apart from yours"),
)
_HINTS = (
    Hint(("begin.up", "begin.down"), "choose", joint=""),
    Hint(("begin.take",), "go"),
    Hint(("app.palette",), "commands"),
    Hint(("app.quit",), "quit"),
    Hint(("app.help",), "help"),
)


class _Choice(Static):
    """One way to begin."""

    ALLOW_SELECT = False

    def __init__(self, place: int) -> None:
        self.place = place
        _, key, words, about = _CHOICES[place]
        text = Content.assemble((f"{key}   ", KEY), f"{words:<23}")
        super().__init__(classes="choice")
        self._narrow = text
        self._wide = text.append(Content.styled(about, MUTED))

    def on_resize(self) -> None:
        """Without room for it the explanation goes."""
        self.update(self._wide if self._wide.cell_length <= self.size.width else self._narrow)


class FirstRunScreen(Overlay[Beginning | None]):
    """A quiet page for an empty library."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Begin"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "step(1)", "choose", id="begin.down"),
        Binding("up,k", "step(-1)", "previous", id="begin.up"),
        Binding("enter,space", "take", "go", id="begin.take"),
        Binding("i", "pick('import')", "import a list", id="begin.import"),
        Binding("A", "pick('add')", "add one paper", id="begin.add"),
        Binding("d", "pick('sample')", "look around first", id="begin.sample"),
        Binding("escape", "leave", "to the empty list", id="begin.leave"),
        Binding("q", "app.quit", "quit", id="app.quit"),
        Binding("question_mark,f1", "app.help", "help", id="app.help"),
    ]

    highlighted: reactive[int] = reactive(0)

    def __init__(
        self, folder: Path | str | None, has_begun: Callable[[], bool] = lambda: False
    ) -> None:
        """Offer the ways to begin a library in `folder`, until it has begun some other way."""
        super().__init__()
        self._folder, self._has_begun = folder, has_begun

    def compose(self) -> ComposeResult:
        """Name, choices, where the library is."""
        with Vertical(id="begin-page"):
            yield Static(
                Content.styled(f"{app_of(self).signs.logo} readq", KEY), classes="begin-line"
            )
            yield Static(
                Content.styled("A reading queue for papers, in your terminal.", MUTED),
                classes="begin-line",
            )
            with Center(), Vertical(id="begin-choices"):
                for place in range(len(_CHOICES)):
                    yield _Choice(place)
            if self._folder is not None:
                yield Static(
                    Content.assemble(("Your library: ", MUTED), content(_homely(self._folder))),
                    classes="begin-line",
                )
            yield Static(
                Content.styled("Plain JSON, yours to keep. Nothing leaves this machine.", MUTED),
                classes="begin-line",
            )
        yield HintBar(id="begin-hints")

    def validate_highlighted(self, highlighted: int) -> int:
        """Round and round."""
        return highlighted % len(_CHOICES)

    def watch_highlighted(self, highlighted: int) -> None:
        """Show which choice `enter` takes."""
        for choice in self.query(_Choice):
            choice.set_class(choice.place == highlighted, "-on")

    def on_mount(self) -> None:
        """The first choice is highlighted."""
        use_plain_signs(self)
        self.query_one(HintBar).hints = _HINTS
        self.watch_highlighted(self.highlighted)
        self.set_interval(LOOK_EVERY, self._give_way)

    def _give_way(self) -> None:
        """Another window or a command has added papers."""
        if self.is_current and self._has_begun():
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """Take the choice under the mouse."""
        if isinstance(event.widget, _Choice):
            self.dismiss(_CHOICES[event.widget.place][0])

    def action_step(self, rows: int) -> None:
        """Highlight another choice."""
        self.highlighted += rows

    def action_take(self) -> None:
        """Take the highlighted choice."""
        self.dismiss(_CHOICES[self.highlighted][0])

    def action_pick(self, beginning: Beginning) -> None:
        """Take a choice by its key."""
        self.dismiss(beginning)

    def action_leave(self) -> None:
        """Go on with an empty library."""
        self.dismiss(None)


def _homely(folder: Path | str) -> str:
    path = Path(folder)
    return f"~/{path.relative_to(Path.home())}" if path.is_relative_to(Path.home()) else str(path)
