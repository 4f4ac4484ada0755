"""Importing a list: name a file, look at what readq makes of it, take it in."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Literal

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from readq.errors import ReadqError
from readq.library import ImportProgress, ImportReport, Library
from readq.records import dataclass
from readq.ui.background import WorkMoved
from readq.ui.imports import ImportEnded
from readq.ui.marks import KEY
from readq.ui.screens import sizes
from readq.ui.screens.app_of import app_of, use_plain_signs
from readq.ui.screens.completions import Completions
from readq.ui.screens.import_card import asked, checked, refused, running
from readq.ui.screens.import_source import ImportSource, pasted_source, typed_source
from readq.ui.screens.overlay import Overlay
from readq.ui.screens.paths import completed, dropped_path, is_file
from readq.ui.screens.text_field import ListField, TextField
from readq.ui.show import content
from readq.ui.widgets.hint_bar import Hint, HintBar

_TELL_EVERY = 0.1
"""Seconds between two reports of progress."""

_AROUND = 8
"""Lines around the report: borders, the path, hints, a margin."""

Step = Literal["ask", "check", "ready", "run"]

_HINTS: dict[Step, tuple[Hint, ...]] = {
    "ask": (
        Hint(("import.go",), "look at it"),
        Hint(("import.complete",), "complete"),
        Hint(("import.leave",), "close"),
    ),
    "check": (Hint(("import.leave",), "stop"),),
    "ready": (Hint(("import.go",), "import"), Hint(("import.leave",), "another file")),
    "run": (
        Hint(("import.cancel",), "cancel (nothing is written)"),
        Hint(("import.leave",), "go on in the background"),
    ),
}


class ImportScreen(Overlay[ImportReport | None]):
    """Answers with the report of the import, or None when there was none or it goes on."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    TYPED_IN = True
    BINDING_GROUP_TITLE = "Import"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "go on", id="import.go", priority=True),
        Binding("tab", "complete", "complete", id="import.complete", priority=True),
        Binding("down,ctrl+n", "step(1)", "next", id="import.down", priority=True),
        Binding("up", "step(-1)", "previous", id="import.up", priority=True),
        Binding(
            "escape",
            "leave",
            "back",
            id="import.leave",
            tooltip="back; a running import goes on",
            priority=True,
        ),
        Binding("x", "cancel", "cancel", id="import.cancel", tooltip="cancel, write nothing"),
        Binding("f1", "app.help", "help", id="app.help.f1"),
    ]

    step: reactive[Step] = reactive[Step]("ask")

    field = getters.query_one("#import-input", TextField)
    completions = getters.query_one(Completions)
    report = getters.query_one("#import-report", Static)

    @dataclass
    class _Completed(Message):
        text: str
        options: Sequence[str]

    @dataclass
    class _Checked(Message):
        source: ImportSource
        report: ImportReport

    @dataclass
    class _Progressed(Message):
        progress: ImportProgress

    @dataclass
    class _Failed(Message):
        sentence: str

    def __init__(self, library: Library, path: str = "", *, pasted: str = "") -> None:
        """Import into a library.

        Args:
            library: Where the papers go.
            path: A file to look at right away.
            pasted: A list to look at right away.
        """
        super().__init__()
        self._library = library
        self._given = dropped_path(path)
        self._stop = threading.Event()
        self._started = 0.0
        self._pasted = pasted
        self._checked: tuple[ImportSource, ImportReport] | None = None

    def compose(self) -> ComposeResult:
        """Path, completions, report, keys."""
        self._imports = app_of(self).imports
        if self._imports.running and self._imports.source is not None:
            self._given = str(self._imports.source.path or "")
        with Vertical(id="import-card") as card:
            card.border_title = "Import"
            yield ListField(
                self._given,
                id="import-input",
                placeholder="path of a list of papers, or a pasted list",
                select_on_focus=False,
            )
            yield Completions()
            with VerticalScroll(id="import-pane", can_focus=False):
                yield Static(id="import-report")
            yield HintBar(id="import-hints")

    def on_mount(self) -> None:
        """Show the import under way; else ask for a file, or look at the one given."""
        use_plain_signs(self)
        if self._imports.running:
            self.set_reactive(ImportScreen.step, "run")
            self._follow(self.step)
            self._show_import()
            return
        self.report.update(asked())
        self._follow(self.step)
        self.field.focus()
        self.field.cursor_position = len(self.field.value)
        if self._pasted:
            self._look_at(pasted_source(self._pasted))
        elif self._given:
            self.action_go()

    def on_resize(self, event: events.Resize) -> None:
        """The report scrolls in the room that the rest of the card leaves."""
        self.query_one("#import-pane").styles.max_height = max(event.size.height - _AROUND, 4)

    def on_unmount(self) -> None:
        """A file is looked at for this card only."""
        self._stop.set()

    def watch_step(self, step: Step) -> None:
        """Keys and field follow the step."""
        if self.query(HintBar):  # a file may be looked at before all is mounted
            self._follow(step)

    def _follow(self, step: Step) -> None:
        self.query_one(HintBar).hints = _HINTS[step]
        self.field.disabled = step in ("check", "run")
        if step in ("ask", "ready"):  # another path may be typed at once
            self.field.focus()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each step has its own keys."""
        if action == "cancel":
            return self.step in ("check", "run")
        if action in ("go", "complete", "step"):
            return self.step in ("ask", "ready")
        return True

    # Asking

    @on(Input.Changed, "#import-input")
    def _typed(self, event: Input.Changed) -> None:
        if self.step == "ready":
            self.step = "ask"
            self.report.update(asked())
        path = dropped_path(event.value)
        if path != event.value and is_file(path):
            self.field.value = path
            self.action_go()
        elif self.step == "ask":
            self._complete(event.value)

    @work(thread=True, group="complete", exclusive=True, exit_on_error=False)
    def _complete(self, text: str) -> None:
        options = completed(text)
        if not get_current_worker().is_cancelled:
            self.post_message(self._Completed(text, options))

    @on(_Completed)
    def _offer(self, event: _Completed) -> None:
        if event.text == self.field.value and self.step == "ask":
            self.completions.options = event.options

    def action_complete(self) -> None:
        """Take the highlighted completion."""
        if self.step == "ask" and self.completions.current:
            self._take(Completions.Picked(self.completions.current))

    @on(Completions.Picked)
    def _take(self, event: Completions.Picked) -> None:
        self.field.value = event.text
        self.field.cursor_position = len(event.text)
        self.field.focus()

    def action_step(self, rows: int) -> None:
        """Highlight another completion."""
        self.completions.step(rows)

    @on(ListField.Pasted)
    def _take_pasted(self, event: ListField.Pasted) -> None:
        if self.step in ("ask", "ready"):
            self._look_at(pasted_source(event.text))

    # Looking and importing

    def action_go(self) -> None:
        """Look at the file; once that is done, import it."""
        if self.step == "ask":
            if self.field.value.strip():
                self._look_at(typed_source(self.field.value))
        elif self.step == "ready" and self._checked is not None:
            source, report = self._checked
            if report.added or report.updated:
                self._begin("run")
                self._imports.begin(self._library, source)

    def _look_at(self, source: ImportSource) -> None:
        self._begin("check")
        look = partial(self._look_into, source, self._stop)
        self.run_worker(look, thread=True, group="check", exit_on_error=False)

    def _begin(self, step: Step) -> None:
        self.completions.options = ()
        self.step = step
        self._stop = threading.Event()
        self._started = time.monotonic()
        self.report.update(content("looking at the file" if step == "check" else "starting", KEY))

    def _look_into(self, source: ImportSource, stop: threading.Event) -> None:
        """Runs in a worker: tells what happens by messages only."""
        told = 0.0

        def tell(progress: ImportProgress) -> bool:
            nonlocal told
            if time.monotonic() - told >= _TELL_EVERY and not stop.is_set():
                told = time.monotonic()
                self.post_message(self._Progressed(progress))
            return not stop.is_set()

        try:
            report = source.add(self._library, dry_run=True, progress=tell)
        except ReadqError as error:
            self.post_message(self._Failed(str(error)))
        except Exception as error:
            self.post_message(self._Failed(f"{source.name} could not be read: {error!r}"))
        else:
            self.post_message(self._Checked(source, report))

    @on(_Progressed)
    def _show_progress(self, event: _Progressed) -> None:
        if self.step == "check":
            self._show_running(event.progress, time.monotonic() - self._started)

    @on(WorkMoved)
    def _show_import(self) -> None:
        if self.step == "run" and self._imports.progress is not None:
            self._show_running(self._imports.progress, self._imports.seconds)

    def _show_running(self, progress: ImportProgress, seconds: float) -> None:
        width = max(self.report.size.width, 10)
        self.report.update(running(progress, seconds, width, app_of(self).signs))

    @on(_Checked)
    def _show_checked(self, event: _Checked) -> None:
        if event.report.cancelled:
            self._back("Stopped; nothing was written.")
            return
        self._checked = (event.source, event.report)
        self.step = "ready"
        self.report.update(checked(event.source, event.report, app_of(self).signs))

    @on(_Failed)
    def _show_failed(self, event: _Failed) -> None:
        self.step = "ask"
        self.report.update(refused(event.sentence))

    @on(ImportEnded)
    def _done(self, event: ImportEnded) -> None:
        if event.report is None:
            self._show_failed(self._Failed(event.problem))
        elif event.report.cancelled:
            self._back("Cancelled; nothing was written.")
        else:
            self.end(event.report)

    def _back(self, sentence: str) -> None:
        self.step = "ask"
        self.report.update(content(sentence))

    def action_leave(self) -> None:
        """Stop looking at a file; ask for another one; close, and let an import go on."""
        if self.step == "check":
            self._stop.set()
        elif self.step == "ready":
            self._back(f"Name another file, or {app_of(self).key_of('import.leave')} closes.")
        else:
            self.dismiss(None)

    def action_cancel(self) -> None:
        """Stop what is going on."""
        if self.step == "run":
            self._imports.stop()
        else:
            self._stop.set()
