"""Lists taken in away from the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from readq.errors import ReadqError
from readq.records import dataclass
from readq.ui.background import Background

if TYPE_CHECKING:
    from readq.library import ImportProgress, ImportReport, Library
    from readq.ui.screens.import_source import ImportSource


@dataclass
class ImportEnded(Message, bubble=False):
    """An import is over."""

    report: ImportReport | None
    """What came of it; None when it went wrong."""
    problem: str = ""


class Imports(Background):
    """The import that is under way, if one is."""

    GROUP: ClassVar[str] = "import"

    progress: ImportProgress | None

    source: ImportSource | None = None
    """What is imported, or was last."""
    library: Library | None = None
    """Where it goes."""

    @property
    def words(self) -> str:
        """What the top bar says about it; empty when nothing is imported."""
        at = self.progress
        if not self.running:
            return ""
        return f"{at.doing} {int(at.share * 100)} %" if at else "importing"

    def show(self, path: str = "", *, pasted: str = "") -> None:
        """Open the card: on the import under way, else on a file or a pasted list if there is one."""
        from readq.ui.screens.import_ import ImportScreen

        app = self._app
        if self.running and (path or pasted):
            app.say("A list is being imported; name the next one when it is in.", "warning")
            path = pasted = ""
        app.push_screen(ImportScreen(app.library, path, pasted=pasted), self._tell_imported)

    def begin(self, library: Library, source: ImportSource) -> None:
        """Import a list; screens are sent `WorkMoved`, the app `ImportEnded`."""
        if not self.running:
            self.source, self.library = source, library
            self._begin(lambda: self._import(library, source))

    def finish(self, event: ImportEnded) -> None:
        """Tell how an import ended: through the card if it is still open, else in a message."""
        from readq.ui.screens.import_ import ImportScreen

        if self._is_shown(ImportScreen, ImportEnded(event.report, event.problem)):
            return
        if event.report is None:
            self._app.say(event.problem, "error", heading="Not imported")
        elif event.report.cancelled:
            self._app.say("Import cancelled; nothing was written.")
        else:
            self._tell_imported(event.report)

    def _tell_imported(self, report: ImportReport | None) -> None:
        library = self.library
        if report is None or library is None:
            return
        from readq.ui.screens.import_card import told_at_end

        change, is_here = report.change, library is self._app.library
        heading, text = told_at_end(report, "" if is_here else library.name)
        # `u` is about the library on show, and takes back decisions made meanwhile first.
        is_next = is_here and change is not None and library.undo_id == change.id
        self._app.say(text, heading=heading, undo=is_next)

    def _import(self, library: Library, source: ImportSource) -> ImportEnded:
        try:
            return ImportEnded(source.add(library, progress=self._moved))
        except ReadqError as error:
            return ImportEnded(None, str(error))
        except Exception as error:  # the reader must not wait for ever, whatever went wrong
            return ImportEnded(None, f"{source.name} could not be read: {error!r}")
