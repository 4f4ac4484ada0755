"""Filters kept on the digits 1 to 9: use one with a key, or keep the one in use."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from readq.errors import LibraryError
from readq.library import Library
from readq.library.habits import DIGITS
from readq.ui.marks import KEY, MUTED, chosen_style
from readq.ui.screens import sizes
from readq.ui.screens.app_of import app_of, use_plain_signs
from readq.ui.screens.overlay import Overlay
from readq.ui.show import content, fitted
from readq.ui.widgets.hint_bar import Hint, HintBar

_NONE = "-"


class FilterDigits(Widget):
    """One line a digit."""

    ALLOW_SELECT = False

    saved: reactive[dict[int, str]] = reactive[dict[int, str]](dict)
    highlighted: reactive[int] = reactive(DIGITS[0])

    class Picked(Message):
        """A digit was clicked."""

        def __init__(self, digit: int) -> None:
            super().__init__()
            self.digit = digit

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """All digits are shown."""
        return len(DIGITS)

    def render(self) -> Content:
        """The digits, and what is kept on them."""
        width = self.content_size.width
        return Content("\n").join(self._line(digit, width) for digit in DIGITS)

    def _line(self, digit: int, width: int) -> Content:
        text = self.saved.get(digit, "")
        lead = f" {digit}  "
        shown = fitted(text or _NONE, max(width - cell_len(lead), 0))
        line = Content.assemble((lead, KEY), content(shown) if text else (shown, MUTED))
        is_on = digit == self.highlighted
        return line.stylize_before(chosen_style(self.app)) if is_on else line

    def on_click(self, event: events.Click) -> None:
        """A click picks the digit."""
        place = event.get_content_offset_capture(self).y
        if 0 <= place < len(DIGITS):
            self.post_message(self.Picked(DIGITS[place]))


class SavedFiltersScreen(Overlay[str | None]):
    """Answers with the filter to use; None when the reader wants none, or has kept one."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Saved filters"
    HELP = "Filters kept on digits. They stay with the library."
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                str(digit), f"pick({digit})", f"filter {digit}", id=f"saved.{digit}", show=False
            )
            for digit in DIGITS
        ),
        Binding("enter", "pick_highlighted", "use", id="saved.pick", tooltip="use, or keep here"),
        Binding("down,j", "step(1)", "next", id="saved.down"),
        Binding("up,k", "step(-1)", "previous", id="saved.up"),
        Binding("ctrl+s", "save", "keep the one in use", id="saved.save"),
        Binding("delete,backspace", "clear", "remove", id="saved.clear", tooltip="free the digit"),
        Binding("escape,q", "cancel", "close", id="saved.cancel"),
        Binding("question_mark", "app.help", "help", id="app.help", tooltip="keys that work here"),
        Binding("f1", "app.help", "help", id="app.help.f1", tooltip="keys that work here"),
    ]

    saving: reactive[bool] = reactive(False, bindings=True)
    """Whether a digit is picked to keep the filter on, not to use what is there."""
    digits = getters.query_one(FilterDigits)

    def __init__(self, library: Library, text: str, *, saving: bool = False) -> None:
        """Show the filters of a library.

        Args:
            library: Where they are kept.
            text: The filter in use; empty for none.
            saving: Whether it is to be kept.
        """
        super().__init__()
        self._library = library
        self._text = text
        self.set_reactive(SavedFiltersScreen.saving, saving and bool(text))

    def compose(self) -> ComposeResult:
        """The filter to keep, the digits, the keys."""
        with Vertical(id="saved-card"):
            yield Static(id="saved-text")
            yield FilterDigits()
            yield HintBar(id="saved-hints")

    def on_mount(self) -> None:
        """Highlight the first filter, or where the new one may go."""
        use_plain_signs(self)
        self.digits.saved = dict(self._library.habits.now().saved)
        free = [digit for digit in DIGITS if digit not in self.digits.saved]
        taken = sorted(self.digits.saved)
        self.digits.highlighted = next(iter((free or taken) if self.saving else (taken or free)))
        self._explain()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What there is not cannot be kept, used or removed."""
        if action == "save":
            return bool(self._text) and not self.saving
        if not self.is_mounted:
            return True
        if action in ("pick", "pick_highlighted"):
            return self.saving or bool(self.digits.saved)
        return bool(self.digits.saved) if action == "clear" else True

    def watch_saving(self) -> None:
        """Digits mean something else now."""
        if self.is_mounted:
            self._explain()

    def _explain(self) -> None:
        card = self.query_one("#saved-card")
        card.border_title = "Keep this filter on a digit" if self.saving else "Saved filters"
        about = self.query_one("#saved-text", Static)
        about.display = self.saving or not self.digits.saved
        if self.saving:
            about.update(content(self._text, "bold"))
        else:
            key = app_of(self).key_of("filter.save") or "^s"
            about.update(
                Content.styled(f"None yet: while you type a filter, {key} keeps it.", MUTED)
            )
        self.query_one(HintBar).hints = (
            Hint(("saved.1", f"saved.{DIGITS[-1]}"), "keep here" if self.saving else "use", "-"),
            Hint(("saved.save",), "keep the one in use"),
            Hint(("saved.clear",), "remove"),
            Hint(("saved.cancel",), "close"),
        )

    def action_step(self, rows: int) -> None:
        """Move the highlight."""
        place = self.digits.highlighted - DIGITS[0] + rows
        self.digits.highlighted = DIGITS[place % len(DIGITS)]

    def action_pick_highlighted(self) -> None:
        """Use the highlighted filter, or keep one there."""
        self.action_pick(self.digits.highlighted)

    @on(FilterDigits.Picked)
    def _clicked(self, event: FilterDigits.Picked) -> None:
        self.action_pick(event.digit)

    def action_pick(self, digit: int) -> None:
        """Use the filter of a digit, or keep one there."""
        self.digits.highlighted = digit
        if self.saving:
            before = self.digits.saved.get(digit, "")
            if self._keep(digit, self._text):
                more = " What was there is among the last filters." if before else ""
                app_of(self).say(f"Kept on {digit}.{more}")
                self.dismiss(None)
        elif text := self.digits.saved.get(digit, ""):
            self.dismiss(text)

    def action_save(self) -> None:
        """Go on to keep the filter in use."""
        self.saving = True

    def action_clear(self) -> None:
        """Free the highlighted digit."""
        if self.digits.highlighted in self.digits.saved:
            self._keep(self.digits.highlighted, "")

    def _keep(self, digit: int, text: str) -> bool:
        try:
            self._library.habits.save_filter(digit, text)
        except LibraryError as error:
            app_of(self).say(str(error), "error", heading="Not saved")
            return False
        self.digits.saved = dict(self._library.habits.now().saved)
        self._explain()
        return True

    def action_cancel(self) -> None:
        """Give up."""
        self.dismiss(None)
