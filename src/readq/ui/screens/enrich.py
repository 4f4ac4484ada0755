"""Completing papers: which ones, whom to ask, how far it is, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from readq.library import Library
from readq.library.services import service_choices
from readq.records import dataclass
from readq.ui.background import WorkMoved
from readq.ui.lookups import LookupEnded
from readq.ui.marks import MUTED, Marks
from readq.ui.screens import enrich_card as card
from readq.ui.screens import sizes
from readq.ui.screens.app_of import app_of, use_plain_signs
from readq.ui.screens.overlay import Overlay
from readq.ui.show import content
from readq.ui.widgets.choice_row import ChoiceRow
from readq.ui.widgets.hint_bar import Hint, HintBar

Step = Literal["choose", "run", "done"]
Answer = Literal["title", "undo"]
"""What the reader wants instead: to type the title, or to take it all back."""

_AROUND = 5
_HINTS: dict[Step, tuple[Hint, ...]] = {
    "choose": (
        Hint(("enrich.go",), "ask"),
        Hint(("enrich.choose",), "choose"),
        Hint(("enrich.title",), "type the title"),
        Hint(("enrich.down", "enrich.up"), "move"),
        Hint(("enrich.leave",), "close"),
    ),
    "run": (Hint(("enrich.stop",), "stop"), Hint(("enrich.leave",), "go on in the background")),
    "done": (Hint(("enrich.undo",), "undo"), Hint(("enrich.leave",), "close")),
}


@dataclass(frozen=True, slots=True)
class Scope:
    """Papers that may be asked about."""

    words: str
    ids: Sequence[str]
    text: str = ""
    """More about them; may be data."""


class EnrichScreen(Overlay[Answer | None]):
    """Answers with what the reader wants instead, or None when it is closed."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Complete"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "ask", id="enrich.go"),
        Binding("down,j", "step(1)", "next", id="enrich.down"),
        Binding("up,k", "step(-1)", "previous", id="enrich.up"),
        Binding("space", "choose", "choose", id="enrich.choose"),
        Binding("t", "title", "type the title", id="enrich.title"),
        Binding("x", "stop", "stop", id="enrich.stop"),
        Binding("u", "undo", "undo", id="enrich.undo"),
        Binding("escape,q", "leave", "close", id="enrich.leave"),
        Binding("question_mark", "app.help", "help", id="app.help"),
        Binding("f1", "app.help", "help", id="app.help.f1"),
    ]

    step: reactive[Step] = reactive[Step]("choose")
    highlighted: reactive[int] = reactive(0)

    report = getters.query_one("#enrich-report", Static)

    @dataclass
    class _Counted(Message):
        lacking: Sequence[int]

    def __init__(self, library: Library, scopes: Sequence[Scope]) -> None:
        """Offer to complete papers.

        Args:
            library: Where they are.
            scopes: Which papers may be asked about, the likeliest first.
        """
        super().__init__()
        self._library = library
        self._scopes = scopes
        self._scope = 0
        self._lacking: Sequence[int] = ()
        self._ended: LookupEnded | None = None

    def compose(self) -> ComposeResult:
        """Papers, services, or how far it is; keys."""
        self._services = service_choices(app_of(self).config)
        self._asked = {choice.name for choice in self._services if choice.chosen}
        with Vertical(id="enrich-card") as box:
            box.border_title = "Complete"
            with VerticalScroll(id="enrich-pane", can_focus=False):
                with Vertical(id="enrich-choices"):
                    yield Static(content("Which papers", MUTED), classes="enrich-heading")
                    for place in range(len(self._scopes)):
                        yield ChoiceRow(place)
                    yield Static(content("Whom to ask", MUTED), classes="enrich-heading")
                    for place in range(len(self._services)):
                        yield ChoiceRow(len(self._scopes) + place)
                    yield Static(content(card.SENT, MUTED), id="enrich-sent")
                yield Static(id="enrich-report")
            yield HintBar(id="enrich-hints")

    def on_mount(self) -> None:
        """Begin with the papers, or with what is under way."""
        use_plain_signs(self)
        self.step = "run" if app_of(self).lookups.running else "choose"
        self._show_step()
        self.watch_highlighted()
        self._count()

    def on_resize(self, event: events.Resize) -> None:
        """Rows are cut to the room there is; the rest scrolls."""
        self.query_one("#enrich-pane").styles.max_height = max(event.size.height - _AROUND, 3)
        self.call_after_refresh(self._draw)

    def watch_step(self) -> None:
        """Show the step, once there is something to show it on."""
        if self.is_mounted:
            self._show_step()

    def _show_step(self) -> None:
        self.query_one("#enrich-choices").display = self.step == "choose"
        self.report.display = self.step != "choose"
        self.query_one(HintBar).hints = _HINTS[self.step]
        self.refresh_bindings()
        self._draw()
        self.call_after_refresh(
            self._draw
        )  # what was hidden has no width yet, or a scroll bar came

    def watch_highlighted(self) -> None:
        """Show which row `space` chooses."""
        for row in self.query(ChoiceRow):
            row.set_class(row.place == self.highlighted, "-on")
            if row.place == self.highlighted:
                row.scroll_visible(animate=False)

    def validate_highlighted(self, highlighted: int) -> int:
        """Round and round."""
        return highlighted % (len(self._scopes) + len(self._services))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each step has its own keys."""
        if action in ("go", "choose", "title"):
            return self.step == "choose"
        if action == "undo":
            report = self._ended.report if self._ended is not None else None
            return report is not None and report.change is not None
        return self.step == "run" if action == "stop" else True

    # Choosing

    @work(thread=True, group="count", exclusive=True, exit_on_error=False)
    def _count(self) -> None:
        counted = [len(self._library.lacking(scope.ids)) for scope in self._scopes]
        self.post_message(self._Counted(counted))

    @on(_Counted)
    def _show_counted(self, event: _Counted) -> None:
        self._lacking = event.lacking
        self._draw()

    def _draw(self) -> None:
        if not self.query("#enrich-pane"):
            return  # closed since
        signs = app_of(self).signs
        if self.step != "choose":
            self._draw_report(max(self.report.size.width, 20), signs)
            return
        for row in self.query(ChoiceRow):
            place = row.place - len(self._scopes)
            if place >= 0:
                choice = self._services[place]
                chosen = choice.name in self._asked
                row.update(card.service_row(choice, chosen, row.size.width, signs))
            else:
                scope, chosen = self._scopes[row.place], row.place == self._scope
                texts = [scope.text] if scope.text else self._how_much(row.place)
                row.update(card.scope_row(scope.words, texts, chosen, row.size.width, signs))

    def _draw_report(self, width: int, signs: Marks) -> None:
        if self._ended is None:
            self.report.update(card.running(app_of(self).lookups.progress, width, signs))
        elif self._ended.report is None:
            self.report.update(card.refused(self._ended.problem))
        else:
            self.report.update(card.reported(self._ended.report, width, signs))

    def _how_much(self, place: int) -> Sequence[str]:
        if place >= len(self._lacking):
            return [""]
        pause = sum(choice.pause for choice in self._services if choice.name in self._asked)
        return card.how_much(self._lacking[place], self._lacking[place] * pause)

    @on(ChoiceRow.Clicked)
    def _choose_clicked(self, event: ChoiceRow.Clicked) -> None:
        self.highlighted = event.place
        self.action_choose()

    def action_step(self, rows: int) -> None:
        """Highlight another row; scroll what is told."""
        if self.step == "choose":
            self.highlighted += rows
        else:
            self.query_one("#enrich-pane").scroll_relative(y=rows, animate=False)

    def action_choose(self) -> None:
        """Choose the highlighted papers, or ask the highlighted service or not."""
        place = self.highlighted - len(self._scopes)
        if place < 0:
            self._scope = self.highlighted
        else:
            self._asked ^= {self._services[place].name}
        self._draw()

    def action_title(self) -> None:
        """The reader knows the title."""
        self.dismiss("title")

    def action_go(self) -> None:
        """Ask."""
        if not self._asked:
            app_of(self).say("Choose somebody to ask.", "warning")
            return
        if self.highlighted < len(self._scopes):
            self._scope = self.highlighted
        names = [choice.name for choice in self._services if choice.name in self._asked]
        app_of(self).lookups.begin(self._scopes[self._scope].ids, names)
        self.step = "run"

    # Running, and the end

    @on(WorkMoved)
    def _show_progress(self) -> None:
        if self.step == "run":
            self._draw()

    @on(LookupEnded)
    def _show_end(self, event: LookupEnded) -> None:
        self._ended = event
        self.step = "done"

    def action_stop(self) -> None:
        """Ask no more."""
        app_of(self).lookups.stop()

    def action_undo(self) -> None:
        """Take back what was completed."""
        self.dismiss("undo")

    def action_leave(self) -> None:
        """Close; what is under way goes on."""
        self.dismiss(None)
