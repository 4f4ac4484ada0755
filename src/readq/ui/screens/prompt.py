"""A question that is answered with one line of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from readq.ui.marks import MUTED
from readq.ui.screens import sizes
from readq.ui.screens.app_of import use_plain_signs
from readq.ui.screens.completions import Completions
from readq.ui.screens.overlay import Overlay
from readq.ui.screens.text_field import TextField, WordsField
from readq.ui.show import content
from readq.ui.widgets.hint_bar import Hint, HintBar

_MOST_OPTIONS = 50
_HINTS = (
    Hint(("prompt.submit",), "done"),
    Hint(("prompt.complete",), "complete"),
    Hint(("prompt.cancel",), "cancel"),
)


class TextPrompt(Overlay[str | None]):
    """Answers with the text, or None when the reader gives up.

    With suggestions the text is a comma-separated list, and they complete its last word; a `-`
    before that word is left alone.
    """

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    TYPED_IN = True
    BINDING_GROUP_TITLE = "Prompt"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "done", id="prompt.submit", priority=True),
        Binding("tab", "complete", "complete", id="prompt.complete", priority=True),
        Binding("down,ctrl+n", "step(1)", "next", id="prompt.down", priority=True),
        Binding("up", "step(-1)", "previous", id="prompt.up", priority=True),
        Binding("escape", "cancel", "cancel", id="prompt.cancel", priority=True),
        Binding("f1", "app.help", "help", id="app.help.f1", tooltip="keys that work here"),
    ]

    field = getters.query_one("#prompt-input", TextField)
    completions = getters.query_one(Completions)

    def __init__(
        self,
        title: str,
        value: str = "",
        hint: str = "",
        suggestions: Sequence[str] = (),
        *,
        of_words: bool = False,
    ) -> None:
        """Ask for text.

        Args:
            title: The question, on the border.
            value: What the field holds at first.
            hint: A line that says what may be typed.
            suggestions: Words to complete, the likeliest first.
            of_words: Whether the text is a list of words with commas between.
        """
        super().__init__()
        self._question = title
        self._value = value
        self._hint = hint
        self._suggestions = suggestions
        self._field = WordsField if of_words else TextField

    def compose(self) -> ComposeResult:
        """Field, completions, hint."""
        with Vertical(id="prompt-card") as card:
            card.border_title = content(self._question)
            yield self._field(self._value, id="prompt-input", select_on_focus=False)
            yield Completions()
            if self._hint:
                yield Static(content(self._hint, MUTED), id="prompt-hint")
            yield HintBar(id="prompt-hints")

    def on_mount(self) -> None:
        """Type at the end of what is there."""
        use_plain_signs(self)
        self.query_one(HintBar).hints = _HINTS
        self.field.focus()
        self.field.cursor_position = len(self.field.value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Completion is there for lists only."""
        return bool(self._suggestions) if action == "complete" else True

    @on(Input.Changed, "#prompt-input")
    def _suggest(self, event: Input.Changed) -> None:
        *before, last = event.value.split(",")
        word = last.strip().removeprefix("-").casefold()
        used = {part.strip().removeprefix("-") for part in before}
        free = [s for s in self._suggestions if s not in used and s.casefold() != word]
        starting = [s for s in free if word and s.casefold().startswith(word)]
        inside = [s for s in free if word and word in s.casefold() and s not in starting]
        self.completions.options = tuple((starting + inside)[:_MOST_OPTIONS])

    def action_complete(self) -> None:
        """Take the highlighted completion."""
        if self.completions.current:
            self._take(self.completions.current)

    @on(Completions.Picked)
    def _picked(self, event: Completions.Picked) -> None:
        self._take(event.text)

    def _take(self, word: str) -> None:
        head, comma, last = self.field.value.rpartition(",")
        minus = "-" if last.strip().startswith("-") else ""
        self.field.value = f"{head}{comma}{' ' if comma else ''}{minus}{word}, "
        self.field.cursor_position = len(self.field.value)
        self.field.focus()

    def action_step(self, rows: int) -> None:
        """Highlight another completion."""
        self.completions.step(rows)

    def action_submit(self) -> None:
        """Answer."""
        self.dismiss(self.field.value.strip().rstrip(",").rstrip())

    def action_cancel(self) -> None:
        """Give up."""
        self.dismiss(None)
