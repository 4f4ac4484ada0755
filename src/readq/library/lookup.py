"""Asking services about papers: who is asked what, what is believed, and what came of it.

Nothing here writes: the outcome is what was found for each paper, for the library to take in one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from datetime import datetime

from readq.domain import Paper
from readq.errors import ServiceError
from readq.library.enrich_report import EnrichProgress, Failure, Guess, Progress
from readq.library.facts import Candidate, candidate, lacks_facts, merged
from readq.library.questions import question_about
from readq.library.sameness import Verdict
from readq.library.verifying import Judgement, judge, same_identifier
from readq.records import dataclass
from readq.services import Asking, Query, Service, Stopped
from readq.text import render

_MOST_IN_A_ROW = 2
"""After so many failures one after the other a service is left in peace."""


@dataclass(slots=True)
class Sought:
    """One paper on its way through the services."""

    base: Paper
    """As the library has it."""
    known: Paper
    """With what was found so far."""
    accepted: list[tuple[str, Candidate]] = field(default_factory=list)
    """Records that are surely this paper, with the service that gave each."""
    failed: bool = False
    """Some service could not be asked about it."""
    guess: Guess | None = None
    """The likeliest of the records that are perhaps this paper."""

    @property
    def lacks(self) -> bool:
        """Whether there is anything to ask for."""
        return lacks_facts(self.known)


class LookUp:
    """One round of questions."""

    def __init__(
        self, papers: Iterable[Paper], asking: Asking, progress: Progress | None, now: datetime
    ) -> None:
        """Prepare to ask.

        Args:
            papers: The papers, abstracts included.
            asking: The services.
            progress: Told how far things are; answers False to cancel.
            now: When the records come in.
        """
        self.sought = [Sought(paper, paper) for paper in papers]
        self._asking = asking
        self._progress = progress
        self._now = now
        self._failures: dict[tuple[str, str], list[str]] = {}
        self._in_a_row = 0
        self._done = self._found = 0

    @property
    def failures(self) -> tuple[Failure, ...]:
        """What went wrong, the same thing once."""
        return tuple(
            Failure(service, reason, tuple(ids))
            for (service, reason), ids in self._failures.items()
        )

    def run(self) -> bool:
        """Ask every service about every paper that still lacks something.

        Returns:
            Whether it came to its end; not if the reader wanted no more of it.
        """
        try:
            for service in self._asking.services:
                self._in_a_row = 0
                waiting = [one for one in self.sought if one.lacks and _can_be_asked(service, one)]
                self._done += len(self.sought) - len(waiting)
                self._ask_all(service, waiting)
        except Stopped:
            return False
        return True

    def _ask_all(self, service: Service, waiting: Sequence[Sought]) -> None:
        given_up = ""
        for some in _batches(service, waiting):
            left = some
            try:
                if given_up:
                    raise ServiceError(given_up)
                self._tell(service)
                left = self._by_id(service, some)
                self._done += len(some) - len(left)
                while left:
                    self._one(service, left[0])
                    self._done += 1
                    left = left[1:]
            except ServiceError as error:
                given_up = self._note(service, error, left) or given_up
                self._done += len(left)
        self._tell(service)

    def _note(self, service: Service, error: ServiceError, papers: Sequence[Sought]) -> str:
        """Remember a failure; why the service is not asked any more, if that is so."""
        for one in papers:
            one.failed = True
        ids = self._failures.setdefault((service.label, str(error)), [])
        ids.extend(one.base.id for one in papers)
        self._in_a_row += not self._asking.offline
        return str(error) if error.lasting or self._in_a_row >= _MOST_IN_A_ROW else ""

    def _by_id(self, service: Service, papers: Sequence[Sought]) -> list[Sought]:
        """Ask for papers by their identifiers; those that are to be asked for in another way."""
        query = service.by_id([question_about(one.known, "") for one in papers])
        if query is not None:
            records = self._answers(service, query)
            for one in papers:
                own = [r for r in records if same_identifier(one.known, r.paper)]
                self._believe(service, one, own if len(papers) > 1 else records)
        return [one for one in papers if one.lacks and not _found_by(service, one)]

    def _one(self, service: Service, one: Sought) -> None:
        self._tell(service)
        question = question_about(one.known, _plain(one.known))
        query = service.by_title(question) or service.by_words(question)
        if query is not None:
            self._believe(service, one, self._answers(service, query))

    def _answers(self, service: Service, query: Query) -> list[Candidate]:
        drafts = self._asking.ask(service, query)
        self._in_a_row = 0
        return [candidate(draft, venue="", year=None, now=self._now) for draft in drafts]

    def _believe(self, service: Service, one: Sought, found: Sequence[Candidate]) -> None:
        """Take the record that is surely the paper; remember the likeliest of the others."""
        plain = _plain(one.known)
        judged = [(judge(one.known, plain, record), record) for record in found]
        if not judged:
            return
        best, record = max(judged, key=lambda pair: (pair[0].verdict, pair[0].shared))
        if best.verdict is Verdict.SAME:
            self._found += not one.accepted
            one.accepted.append((service.label, record))
            one.known = merged(one.known, record)
        elif best.verdict is Verdict.MAYBE and _is_nearer(best, one.guess):
            one.guess = Guess(one.base.id, service.label, record.paper.title, best.shared)

    def _tell(self, service: Service) -> None:
        if self._progress is not None:
            total = len(self.sought) * len(self._asking.services)
            at = EnrichProgress(service.label, self._done, total, self._found)
            if self._progress(at) is False:
                raise Stopped


def _batches(service: Service, papers: Sequence[Sought]) -> Iterator[list[Sought]]:
    """The papers as they are asked for together: those with an id many at once, the others one by one."""
    many: list[Sought] = []
    for one in papers:
        if service.by_id([question_about(one.known, "")]) is None:
            yield [one]
            continue
        many.append(one)
        if len(many) == service.at_once:
            yield many
            many = []
    if many:
        yield many


def _can_be_asked(service: Service, one: Sought) -> bool:
    """Whether anything is known of a paper that the service could be asked for."""
    question = question_about(one.known, _plain(one.known))
    asked = service.by_id([question]) or service.by_title(question) or service.by_words(question)
    return asked is not None


def _found_by(service: Service, one: Sought) -> bool:
    return any(label == service.label for label, _ in one.accepted)


def _is_nearer(best: Judgement, guess: Guess | None) -> bool:
    return guess is None or best.shared > guess.shared


def _plain(paper: Paper) -> str:
    return render(paper.abstract).plain if paper.abstract else ""
