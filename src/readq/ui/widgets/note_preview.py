"""The note as it will be read, beside the text that is written, and the papers that link here."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.theme import Theme as RichTheme
from textual import getters
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from readq.ui.marks import MUTED
from readq.ui.widgets.note_colours import note_colours
from readq.ui.widgets.note_text import NoteText

_MOST = 64_000
"""Letters; a longer note is shown when asked for only."""
_NARROW = 72


class NotePreview(VerticalScroll, can_focus=False):
    """Shown where there is room for it, unless the reader says otherwise."""

    wanted: bool | None = None
    """What the reader said last; None leaves it to the size of note and window."""

    shown_note = getters.query_one("#note-preview", Static)
    links = getters.query_one("#note-linked-from", Static)

    def compose(self) -> ComposeResult:
        """The note, then what links to it."""
        yield Static(id="note-preview")
        yield Static(id="note-linked-from")

    def on_mount(self) -> None:
        """Its name in the frame."""
        self.border_title = "Preview"

    def place(self, width: int, letters: int) -> None:
        """Come or go.

        Args:
            width: Cells of the window.
            letters: How long the note is.
        """
        fits = width >= _NARROW and letters <= _MOST
        self.display = fits if self.wanted is None else self.wanted

    def show(self, note: str, linked: Content | None) -> None:
        """Show a note and, below it, where others link here."""
        self.links.display = linked is not None
        self.links.update(linked or "")
        empty = Content.styled("Nothing written yet.", MUTED)
        coloured = _Coloured(note, note_colours(self.app.theme_variables))
        self.shown_note.update(coloured if note.strip() else empty)


class _Coloured:
    """A note in the colours of the app's theme, whatever console draws it."""

    def __init__(self, note: str, colours: RichTheme) -> None:
        self._note = NoteText(note)
        self._colours = colours

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(self._colours):
            yield from console.render(self._note, options)
