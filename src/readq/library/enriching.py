"""Papers completed from services on the net, when the reader asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from readq.library.state import LibraryState

if TYPE_CHECKING:
    from readq.library.enrich_report import EnrichReport, Progress
    from readq.services import Asking


class Enriching(LibraryState):
    """A library whose papers can be completed."""

    def lacking(self, ids: Iterable[str]) -> list[str]:
        """Those of the papers that lack something services know."""
        from readq.library.facts import lacks_facts

        return [i for i in ids if i in self and lacks_facts(self.hot(i))]

    def enrich(
        self,
        ids: Iterable[str],
        services: Asking,
        *,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> EnrichReport:
        """Ask services for what papers lack, and take in what is certain, as one change.

        Nothing a paper says is overwritten but a derived title.

        Args:
            ids: The papers.
            services: Who is asked; `readq.library.services.asking` makes it from the settings.
            dry_run: Ask and report, write nothing.
            progress: Told how far things are; may answer False to cancel, and then nothing is written.

        Raises:
            UnknownPaperError: There is no such paper.
            NotSavedError: What was found could not be written; the library is as it was.
        """
        # Imported here: it takes 30 ms, and most commands ask nobody.
        from readq.library.lookup import LookUp
        from readq.library.outcome import cancelled, completed, label, told

        wanted = list(dict.fromkeys(ids))
        for paper_id in wanted:
            self.hot(paper_id)
        papers = map(self.paper, self.lacking(wanted))
        look_up = LookUp(papers, services, progress, self._now())
        if not look_up.run():
            return cancelled(len(wanted), services.questions)
        with self._lock:
            self._take_in_news()
            changed = completed(look_up.sought, lambda i: self.paper(i) if i in self else None)
            report = told(look_up, changed, self._files.hot_papers, len(wanted), services.questions)
            if dry_run or not changed:
                return report
            return replace(report, change=self._commit(label(report), papers=changed))
