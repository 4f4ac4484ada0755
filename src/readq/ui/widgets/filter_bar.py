"""The line that narrows the list while it is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events, getters, on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive, var
from textual.timer import Timer
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from readq.errors import FilterError
from readq.records import dataclass
from readq.search import completions
from readq.ui.lineage import Lineage
from readq.ui.marks import KEY, MUTED
from readq.ui.screens.app_of import app_of
from readq.ui.show import content

if TYPE_CHECKING:
    from readq.search import Completion
    from readq.search.completion import Values
    from readq.ui.widgets.filter_field import FilterField
    from readq.ui.widgets.filter_offers import FilterOffers


_EXAMPLES = (
    "words",
    "status:queued",
    "tag:rl",
    'author:"Welleck"',
    "venue:colm",
    "has:note",
    "priority>=3",
)
_BESIDES = 7
"""Cells for edges, key, cursor and the gap before what stands at the right."""
DELAY = 0.12
"""Seconds after the last key before the list follows."""


def examples(room: int) -> str:
    """What a filter may look like, in fewer cells than `room`, since the cursor may stand behind it."""
    fitting = (_EXAMPLES[:many] for many in range(len(_EXAMPLES), 0, -1))
    hints = (f"Filter: {', '.join(some)}" for some in fitting)
    return next((hint for hint in hints if len(hint) < room), "Filter")


class FilterBar(Horizontal, Lineage):
    """Filter, and at its right what came of it."""

    TYPED_IN = True
    BINDING_GROUP_TITLE = "Filter"
    HELP = 'Words and fields, such as: reasoning -status:read author:"wel" priority>=3'
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear", "clear", id="filter.clear", tooltip="show all papers again"),
    ]

    status: reactive[str] = reactive("")
    """What stands at the right."""
    error: reactive[FilterError | None] = reactive[FilterError | None](None)
    """Why the filter cannot be used."""
    history: var[tuple[str, ...]] = var[tuple[str, ...]](())
    """Filters used before, oldest first."""

    right = getters.query_one("#filter-status", Static)

    @dataclass
    class Changed(Message):
        """The filter reads like this now."""

        text: str

    class Entered(Message):
        """The reader begins to type a filter."""

    class Left(Message):
        """The reader went elsewhere, and the filter stays as it is."""

    class SortRequested(Message):
        """The order, which stands there, was clicked: the list is to be sorted another way."""

    class Applied(Message):
        """The reader is done with the filter."""

    @dataclass
    class Used(Message):
        """A filter was used, and may be wanted again."""

        text: str

    @dataclass
    class SaveRequested(Message):
        """A filter is to be kept on a digit."""

        text: str

    @dataclass
    class _Offered(Message):
        typed: str
        offers: Sequence[Completion]

    def __init__(self, values: Values, *, id: str | None = None) -> None:  # noqa: A002
        """Make the bar.

        Args:
            values: Gives the values the library has in a field; asked in a thread.
            id: The widget's id.
        """
        super().__init__(id=id)
        self._values = values
        self.field: FilterField
        self.offers: FilterOffers
        self._delay: Timer | None = None
        self._place = 0
        self._sent = ""
        self._is_offering = self._complete_soon = False
        self._is_whole = False
        self._early = ""
        self._begun = ""
        """What was typed before older filters were looked through."""

    def render(self) -> Content:
        """The bar while nobody can type in it."""
        if self._is_whole:
            return Content()
        answer = content(f"  {self.status}", MUTED)
        room = max(self.content_size.width - answer.cell_length, 0)
        hint = examples(room - cell_len(self._key) - 1)
        line = Content.assemble((self._key, KEY), " ", (hint, MUTED))
        return Content.assemble(line.truncate(room, pad=True), answer)

    @property
    def _key(self) -> str:
        """The key that leads here."""
        return app_of(self.screen).key_of("find.filter")

    async def make_whole(self) -> None:
        """Bring in key, field, answer: they take a while, and the first picture does without."""
        from readq.ui.widgets.filter_colours import FilterColours
        from readq.ui.widgets.filter_field import FilterField
        from readq.ui.widgets.filter_offers import FilterOffers

        self.field = FilterField(
            self._early,
            id="filter-field",
            compact=True,
            select_on_focus=False,
            highlighter=FilterColours(lambda: self.app.theme_variables),
        )
        self.offers = FilterOffers(id="filter-offers")
        await self.mount(
            Static(content(self._key, KEY), id="filter-key"),
            self.field,
            Static(id="filter-status", markup=False),
            self.offers,
        )
        if self.field.is_attached:  # nothing is mounted any more in an app that is being left
            self._is_whole = True
            self._answer()
            self._send()

    @property
    def text(self) -> str:
        """The filter."""
        return self.field.value if self._is_whole else self._early

    def put(self, text: str) -> None:
        """Use another filter, at once."""
        if not self._is_whole:
            self._early = text
            return
        self.field.value = text
        self.field.cursor_position = len(text)
        self._send()

    def use(self, text: str) -> None:
        """Use another filter, at once, and remember it as used."""
        self.put(text)
        self.remember()

    @on(Input.Changed)
    def wait(self, event: Input.Changed) -> None:
        """Let the reader finish the word."""
        event.stop()
        if self._delay is not None:
            self._delay.stop()
        self._delay = self.set_timer(DELAY, self._send)
        self._offer()

    # Completions

    def _offer(self) -> None:
        """Work out, away from the keys, how the filter may go on."""
        text = self.text
        self._complete_soon = False
        if self.field.has_focus and self.field.cursor_position == len(text):
            self._is_offering = True
            self._work_out(text)
        else:
            self._is_offering = False
            self.offers.show((), "", 0)

    @work(thread=True, exclusive=True, group="offers", exit_on_error=False)
    def _work_out(self, text: str) -> None:
        from readq.ui.widgets.filter_offers import MOST

        worker = get_current_worker()
        offers = completions(text, self._values, MOST)
        if not worker.is_cancelled:
            self.post_message(self._Offered(text, offers))

    @on(_Offered)
    def _drop_down(self, event: _Offered) -> None:
        if event.typed == self.text and self.field.has_focus:
            begun = event.typed[event.offers[0].at :] if event.offers else ""
            # At its end Textual counts the cursor's own cell too.
            x = self.field.cursor_screen_offset.x - 1 - cell_len(begun)
            self.offers.show(event.offers, begun.strip('"\u201c\u201e'), x)
            self._is_offering = False
            if self._complete_soon:
                self._complete()

    def on_filter_field_completion_asked(self) -> None:
        """Complete what is typed."""
        self._complete()

    def _complete(self) -> None:
        self._complete_soon = self._is_offering
        if self._is_offering:  # typed faster than looked up: what comes is what is meant
            return
        if self.offers.current is None:
            self.action_apply()
        else:
            self._take(self.offers.current.text)

    def on_filter_offers_picked(self, event: FilterOffers.Picked) -> None:
        """Complete with what was clicked."""
        event.stop()
        self._take(event.text)

    def _take(self, text: str) -> None:
        self.field.value = text
        self.field.cursor_position = len(text)
        self.field.focus()

    def on_filter_field_step_asked(self, event: FilterField.StepAsked) -> None:
        """Highlight another completion."""
        self.offers.step(event.rows)

    def on_descendant_focus(self) -> None:
        """It may have been clicked."""
        self.post_message(self.Entered())

    def on_descendant_blur(self) -> None:
        """What is not typed on is not completed."""
        self.offers.show((), "", 0)
        if self.app.app_focus:  # else the reader is in another window, and comes back here
            self.post_message(self.Left())

    def on_click(self, event: events.Click) -> None:
        """Beside the field a click leads into it, but on the order to the next one."""
        if event.widget is self.right and not self.text.strip():
            self.post_message(self.SortRequested())
        elif self._is_whole:
            self.field.focus()

    def on_filter_field_save_asked(self) -> None:
        """Have the filter kept, if there is one."""
        if self.text.strip():
            self.post_message(self.SaveRequested(self.text.strip()))

    # The filter

    def _send(self) -> None:
        if self._delay is not None:
            self._delay.stop()
            self._delay = None
        if self.text != self._sent:
            self._sent = self.text
            self.post_message(self.Changed(self.text))

    def action_clear(self) -> None:
        """Show everything, and leave."""
        self.remember()
        self.put("")
        self.post_message(self.Applied())

    @on(Input.Submitted)
    def action_apply(self) -> None:
        """Keep the filter, and leave."""
        self.remember()
        self._send()
        self.post_message(self.Applied())

    def remember(self) -> None:
        """Keep the filter among those used."""
        text = self.text.strip()
        if text:
            self.history = (*(past for past in self.history if past != text), text)
            self.post_message(self.Used(text))
        self._place = len(self.history)

    def watch_history(self) -> None:
        """The newest is the next one back."""
        self._place = len(self.history)

    def on_filter_field_recalled(self, event: FilterField.Recalled) -> None:
        """Take up a filter used before; where there is none that is newer, go through the completions."""
        chosen = self.offers.highlighted
        if self.offers.offers and (chosen if event.step < 0 else self._place >= len(self.history)):
            self.offers.step(event.step)
            return
        if self._place >= len(self.history):
            self._begun = self.text
        self._place = max(0, min(self._place + event.step, len(self.history)))
        self.put(self.history[self._place] if self._place < len(self.history) else self._begun)

    def watch_status(self) -> None:
        """Say it."""
        self._answer()

    def watch_error(self, error: FilterError | None) -> None:
        """Say it, and underline where it is."""
        if self._is_whole:
            self.field.mark_fault(error)
        self._answer()

    def _answer(self) -> None:
        if not self._is_whole:
            self.refresh()
        elif self.error is None:
            self.right.update(content(self.status, MUTED))
        else:
            told = str(self.error)
            room = self.size.width - cell_len(self.text) - _BESIDES
            if len(told) > room:  # what is wrong is underlined; what helps is said
                told = told.rpartition(" - ")[2]
            self.right.update(content(told, "bold $rq-error"))
