"""Notes that are still open in an editor which came back at once: what it saves is taken over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from readq.errors import ReadqError
from readq.library import Library
from readq.records import dataclass

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp
    from readq.ui.editor import Detached

LOOK_EVERY = 1.0
"""Seconds between two looks at the files."""


@dataclass
class _Open:
    library: Library
    paper_id: str
    file: Detached
    taken: str
    """The text as it was taken over last."""
    change: int = 0


class LateTexts:
    """The files that editors may still have open."""

    def __init__(self, app: ReadqApp) -> None:
        """Speak through `app`."""
        self._app = app
        self._open: list[_Open] = []

    def watch(self, library: Library, paper_id: str, file: Detached) -> None:
        """From now on take over what is saved in the file."""
        if not self._open:
            self._app.set_interval(LOOK_EVERY, self.look)
        self._open.append(_Open(library, paper_id, file, file.before))

    def look(self) -> None:
        """Take over what was saved since the last look."""
        from readq.ui.editor import text_now

        for note in self._open:
            text = text_now(note.file)
            if text is not None and text != note.taken:
                self._take(note, text)

    def _take(self, note: _Open, text: str) -> None:
        from readq.domain.joining import joined

        library = note.library
        both = joined(note.taken, library.reading(note.paper_id).note, text)
        try:
            change = library.note(note.paper_id, both, merge=library.undo_id == note.change)
        except ReadqError as error:
            self._app.say(f"{error} What the editor saved is in {note.file.path}.", "error")
        else:
            self._app.say("Note taken over from the editor", undo=change is not None)
            note.change = change.id if change is not None else note.change
        note.taken = text

    def leave(self) -> list[str]:
        """Look once more and remove the files; where those are that had to stay."""
        from readq.ui.editor import let_go

        self.look()
        return [str(n.file.path) for n in self._open if not let_go(n.file, n.taken)]
