"""The note on a paper: written at the left, shown at the right, saved by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static, TextArea

from readq.config import Config
from readq.errors import ReadqError
from readq.library import Library
from readq.ui.marks import STATUS_STYLE, marks_for
from readq.ui.screens import sizes
from readq.ui.screens.app_of import app_of, use_plain_signs
from readq.ui.screens.completions import Completions
from readq.ui.screens.note_area import NoteArea
from readq.ui.screens.note_saving import NoteSaving
from readq.ui.screens.note_sources import NoteSources
from readq.ui.show import content, fitted
from readq.ui.widgets.hint_bar import Hint, HintBar
from readq.ui.widgets.note_preview import NotePreview

SAVE_AFTER = 1.0
"""Seconds after the last key before the note is saved."""
SAVE_WITHIN = 3.0
"""Seconds after which it is saved though the keys do not rest."""
PREVIEW_AFTER = 0.15
_PREVIEWED = 60_000
"""Letters for which the preview waits a second more, since laying them out holds up the keys."""
_RETRY_EVERY = 5.0
NEWS_EVERY = 1.0
"""Seconds between two looks at the stored note."""

_OUTSIDE = Hint(("note.outside",), "$EDITOR")
_HINTS = (
    Hint(("note.save",), "save"),
    Hint(("note.close",), "save and close"),
    _OUTSIDE,
    Hint(("note.preview",), "preview"),
    Hint(("note.template",), "template"),
    Hint(("note.follow",), "follow link"),
    Hint(("note.undo",), "undo"),
    Hint(("app.help.f1",), "help"),
)


_BESIDE_TITLE = 7
"""Cells of the title's line for the mark, a gap and the margins."""


class NoteScreen(NoteSources):
    """The note editor. All saves of one visit are one step of undo."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    TYPED_IN = True
    BINDING_GROUP_TITLE = "Note"
    HELP = "Markdown. The note is saved by itself as you type; an empty one is no note."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "save", id="note.save", tooltip="save now", priority=True),
        Binding(
            "ctrl+t",
            "preview",
            "preview",
            id="note.preview",
            tooltip="show or hide the preview",
            priority=True,
        ),
        Binding(
            "ctrl+z",
            "undo",
            "undo",
            id="note.undo",
            tooltip="take back what was typed",
            priority=True,
        ),
        Binding(
            "ctrl+y",
            "redo",
            "redo",
            id="note.again",
            tooltip="type it again",
            priority=True,
        ),
        Binding("escape", "close", "save and close", id="note.close", priority=True),
        Binding("f1", "app.help", "help", id="app.help.f1", tooltip="keys that work here"),
    ]

    preview = getters.query_one(NotePreview)

    def __init__(self, library: Library, paper_id: str, config: Config) -> None:
        """Edit the note on one paper."""
        super().__init__(library, paper_id, config)
        self._signs = marks_for(config.ascii)
        paper = library.hot(paper_id)
        self._shown_title = f"~ {paper.title}" if paper.title_is_derived else paper.title
        self._saving = NoteSaving(library, paper_id, self._paper_title)
        self._save_timer: Timer | None = None
        self._latest_timer: Timer | None = None
        self._preview_timer: Timer | None = None
        self._may_close_unsaved = False
        self._words = len(self._saving.text.split())

    def compose(self) -> ComposeResult:
        """Title, text, preview, keys."""
        yield Static(id="note-title")
        with Horizontal(id="note-panes"):
            area = NoteArea(
                self._saving.stored,
                id="note-area",
                soft_wrap=True,
                show_line_numbers=False,
                tab_behavior="indent",
                placeholder="Markdown; saved by itself",
            )
            area.border_title = "Note"
            yield area
            yield NotePreview(id="note-preview-pane")
        yield HintBar(id="note-hints")
        yield Completions()

    def on_mount(self) -> None:
        """Go on where the note ends."""
        use_plain_signs(self)
        hints = _HINTS if self.has_editor else tuple(h for h in _HINTS if h is not _OUTSIDE)
        self.query_one(HintBar).hints = hints
        self.area.focus()
        self.area.move_cursor(self.area.document.end)
        self._saving.loaded(self.area.text)
        self._show_preview()
        self._tell_state()
        self.set_interval(NEWS_EVERY, self._take_news)
        self.set_interval(_RETRY_EVERY, self._retry)
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show_preview())

    def on_resize(self, event: events.Resize) -> None:
        """Title and preview follow the width."""
        self._show_title(event.size.width)
        self.preview.place(event.size.width, len(self.area.text))

    def on_unmount(self) -> None:
        """Leaving by any way saves; what is told of changes of theme would be kept for good."""
        self._saving.save_quietly()
        self.app.theme_changed_signal.unsubscribe(self)

    # Saving

    @on(TextArea.Changed)
    def _typed(self) -> None:
        self._saving.typed(self.area.text)
        self._words = len(self._saving.text.split())
        self._may_close_unsaved = False
        self._tell_state()
        self.offer_papers()
        if self._saving.is_dirty:
            self._save_timer = self._restarted(self._save_timer, SAVE_AFTER, self._save)
            if self._latest_timer is None:
                self._latest_timer = self.set_timer(SAVE_WITHIN, self._save)
        wait = PREVIEW_AFTER + len(self.area.text) / _PREVIEWED
        self._preview_timer = self._restarted(self._preview_timer, wait, self._show_preview)

    def _restarted(self, timer: Timer | None, seconds: float, call: Callable[[], object]) -> Timer:
        if timer is not None:
            timer.stop()
        return self.set_timer(seconds, call)

    @on(events.DescendantBlur)
    def _left(self) -> None:
        if self.is_mounted and self._saving.is_dirty:
            self._save()

    def _save(self) -> bool:
        """Save, if there is something to save; whether all is on disk now."""
        for timer in (self._save_timer, self._latest_timer):
            if timer is not None:
                timer.stop()
        self._latest_timer = None
        self._saving.text = self.area.text
        was_failing = bool(self._saving.failed)
        try:
            self._join_other(self._saving.with_other_text())
            self._saving.save()
        except ReadqError as error:
            if not was_failing:
                where = self._saving.rescued()
                self._say(f"The note is not saved: {error} {where}", "error")
        else:
            if was_failing:
                self._say("The note is saved now.")
        self._tell_state()
        return not self._saving.failed

    def _join_other(self, both: str | None) -> None:
        """Show what somebody else wrote into the stored note meanwhile."""
        if both is None:
            return
        if not self._saving.is_dirty:
            self._replace(both)
            self._saving.loaded(self.area.text)
            self._say("The note was changed elsewhere; this is the new text.", "warning")
            return
        self._replace(both)
        self._say("The note was changed elsewhere meanwhile; both are kept.", "warning")
        self._saving.text = self.area.text

    def _replace(self, text: str) -> None:
        """Show another text; the cursor stays where its line is."""
        row, column = self.area.cursor_location
        lines = self.area.text.split("\n")
        behind, at_end = len(lines) - row, (row, column) == self.area.document.end
        self.area.replace(text, (0, 0), self.area.document.end)
        new = text.split("\n")
        if new[: row + 1] == lines[: row + 1]:
            self.area.move_cursor((row, column))
        elif at_end:
            self.area.move_cursor(self.area.document.end)
        else:
            self.area.move_cursor((max(len(new) - behind, 0), column))

    def _take_news(self) -> None:
        """Another process, or an editor in the background, may have written the note."""
        if self._saving.is_stale and not self._saving.failed:
            self._save()

    def _retry(self) -> None:
        if self._saving.failed:
            self._save()

    # What is shown

    @on(TextArea.SelectionChanged)
    def _tell_state(self) -> None:
        row, column = self.area.cursor_location
        words = self._words
        dot = f" {self._signs.dot} "
        place = f"{words:,} {'word' if words == 1 else 'words'}{dot}{row + 1}:{column + 1}"
        if self._saving.failed:
            state = Content.styled(f"{self._signs.failed} not saved", "bold $rq-error")
        elif self._saving.is_dirty:
            state = Content("* editing" if self._config.ascii else "• editing")
        else:
            state = Content("saved" if words else "no note")
        self.area.border_subtitle = Content.assemble(state, f"{dot}{place}")

    def _show_title(self, width: int) -> None:
        status = self._library.reading(self._paper_id).status
        mark = Content.styled(self._signs.status[status], STATUS_STYLE[status])
        title = fitted(self._shown_title, max(width - _BESIDE_TITLE, 1), self._signs.ellipsis)
        self.query_one("#note-title", Static).update(
            Content.assemble(mark, "  ", content(title, "bold"))
        )

    def _show_preview(self) -> None:
        self.preview.place(self.size.width, len(self.area.text))
        if self.preview.display:
            self.preview.show(self.area.text, self.linked_from())

    # Keys

    def action_save(self) -> None:
        """Save now."""
        self._save()

    def action_preview(self) -> None:
        """Show or hide the preview."""
        self.preview.wanted = not self.preview.display
        self._show_preview()

    def action_undo(self) -> None:
        """Take back what was typed."""
        self.area.action_undo()

    def action_redo(self) -> None:
        """Type again what was taken back."""
        self.area.action_redo()

    def take_over(self, text: str) -> None:
        """The note is this text now."""
        self._replace(text)
        self._save()

    def leave_for(self, paper_id: str) -> None:
        """Save and close; another paper is to be shown."""
        if self._save():
            self.dismiss(paper_id)

    def action_close(self) -> None:
        """Save and close; a note that cannot be saved keeps the screen open once."""
        if self.decline():
            return
        if self._save() or self._may_close_unsaved:
            self.dismiss(None)
            return
        self._may_close_unsaved = True
        self._say(
            f"The note is not saved. {app_of(self).key_of('note.close')} closes all the same. "
            f"{self._saving.rescued()}",
            "warning",
        )
