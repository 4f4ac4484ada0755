"""A question that is answered with one key: each answer has its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from readq.records import dataclass
from readq.ui.commands import short_key
from readq.ui.marks import KEY, MUTED
from readq.ui.screens import sizes
from readq.ui.screens.app_of import app_of, use_plain_signs
from readq.ui.screens.overlay import Overlay
from readq.ui.show import block, clean, content, fitted, shortened
from readq.ui.widgets.choice_row import ChoiceRow
from readq.ui.widgets.hint_bar import Hint, HintBar

DIGITS = "123456789"
"""Keys for answers that have no letter of their own; further answers are reached by moving."""
_HINTS = (
    Hint(("choice.down", "choice.up"), "choose"),
    Hint(("choice.take",), "take"),
    Hint(("choice.leave",), "leave"),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the answers."""

    label: str
    """What it is; may be data."""
    text: str = ""
    """What it stands for; may be data."""
    key: str = ""
    """The key that gives it; a digit when empty, as long as there are some."""


class ChoiceScreen(Overlay[int | None]):
    """Answers with the place of an answer, or None when the reader gives up."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Choose"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "step(1)", "choose", id="choice.down"),
        Binding("up,k", "step(-1)", "previous", id="choice.up"),
        Binding("enter,space", "take", "take", id="choice.take"),
        Binding("escape,q", "leave", "leave", id="choice.leave"),
        Binding("question_mark", "app.help", "help", id="app.help", tooltip="keys that work here"),
        Binding("f1", "app.help", "help", id="app.help.f1", tooltip="keys that work here"),
    ]

    highlighted: reactive[int] = reactive(0)

    def __init__(self, question: str, answers: Sequence[Answer], about: str = "") -> None:
        """Ask.

        Args:
            question: What is to be chosen, on the border; may hold data.
            answers: At least one.
            about: What to know before choosing; may hold data.
        """
        super().__init__()
        self._question = question
        self._about = about
        self._answers = answers
        free = iter([d for d in DIGITS if d not in {a.key for a in answers}])
        self._keys = [answer.key or next(free, "") for answer in answers]

    def compose(self) -> ComposeResult:
        """One row an answer."""
        with Vertical(id="choice-card") as card:
            card.border_title = content(self._question)
            with VerticalScroll(id="choice-pane", can_focus=False):
                for place in range(len(self._answers)):
                    yield ChoiceRow(place)
            if self._about:
                yield Static(block(self._about, MUTED), id="choice-about")
            yield HintBar(id="choice-hints")

    def on_mount(self) -> None:
        """The first answer is highlighted."""
        use_plain_signs(self)
        self.query_one(HintBar).hints = _HINTS
        self.watch_highlighted()

    def on_resize(self) -> None:
        """Texts are cut to the room there is."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        signs = app_of(self).signs
        widest = max(cell_len(clean(answer.label)) for answer in self._answers)
        for row in self.query(ChoiceRow):
            answer, key = self._answers[row.place], self._keys[row.place]
            most = row.size.width * 2 // 3 if answer.text else row.size.width
            lead = Content.assemble(
                (f"{short_key(key, plain=signs.plain) if key else ' ':<3}", KEY),
                fitted(answer.label, min(widest, most), signs.ellipsis),
            )
            room = row.size.width - lead.cell_length - 2
            text = content(shortened(answer.text, room, signs.ellipsis), MUTED)
            row.update(Content.assemble(lead, "  ", text) if answer.text and room > 3 else lead)

    def validate_highlighted(self, highlighted: int) -> int:
        """Round and round."""
        return highlighted % len(self._answers)

    def watch_highlighted(self) -> None:
        """Show which answer `enter` gives."""
        for row in self.query(ChoiceRow):
            row.set_class(row.place == self.highlighted, "-on")
            if row.place == self.highlighted:
                row.scroll_visible(animate=False)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key gives an answer."""
        return (character or key) in self._keys

    def on_key(self, event: events.Key) -> None:
        """The key of an answer gives it."""
        key = event.character or event.key
        if key in self._keys:
            event.stop()
            self.dismiss(self._keys.index(key))

    @on(ChoiceRow.Clicked)
    def take_clicked(self, event: ChoiceRow.Clicked) -> None:
        """A click on an answer gives it."""
        self.dismiss(event.place)

    def action_step(self, rows: int) -> None:
        """Highlight another answer."""
        self.highlighted += rows

    def action_take(self) -> None:
        """Give the highlighted answer."""
        self.dismiss(self.highlighted)

    def action_leave(self) -> None:
        """Give up."""
        self.dismiss(None)
