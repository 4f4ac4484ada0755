"""Services asked away from the keys."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from readq.errors import ReadqError
from readq.records import dataclass
from readq.ui.background import Background

if TYPE_CHECKING:
    from readq.library import Library
    from readq.library.enrich_report import EnrichProgress, EnrichReport


@dataclass
class LookupEnded(Message, bubble=False):
    """A round is over."""

    report: EnrichReport | None
    """What came of it; None when it went wrong."""
    problem: str = ""


class Lookups(Background):
    """The round of questions that is under way, if one is."""

    GROUP: ClassVar[str] = "lookup"

    progress: EnrichProgress | None

    @property
    def words(self) -> str:
        """What the top bar says about it; empty when nothing is asked."""
        at = self.progress
        if not self.running:
            return ""
        return f"asking {at.done / max(at.total, 1):.0%}" if at else "asking"

    def begin(self, ids: Sequence[str], services: Sequence[str]) -> None:
        """Ask services about papers; screens are sent `WorkMoved`, the app `LookupEnded`."""
        library = self._app.library
        self._begin(lambda: self._ask(library, ids, services))

    def finish(self, event: LookupEnded) -> None:
        """Show what services said: on the card if it is still open, else in a message."""
        from readq.ui.screens.enrich import EnrichScreen

        if self._is_shown(EnrichScreen, LookupEnded(event.report, event.problem)):
            return
        if event.report is None:
            self._app.say(event.problem, "error")
        elif not event.report.cancelled:
            self._app.say(event.report.sentence(), undo=event.report.change is not None)

    def _ask(self, library: Library, ids: Sequence[str], services: Sequence[str]) -> LookupEnded:
        from readq.library.services import asking  # the app opens without what asks
        from readq.services import stopping

        config, time = self._app.config, stopping.stoppable(self._is_stopped)
        try:
            with closing(asking(config, services, time=time)) as asked:
                return LookupEnded(library.enrich(ids, asked, progress=self._moved))
        except ReadqError as error:
            return LookupEnded(None, str(error))
        except Exception as error:  # the card must not wait for ever, whatever went wrong
            return LookupEnded(None, f"Nothing was written: {error!r}")
