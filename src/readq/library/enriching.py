"""Papers completed from services on the net, when the reader asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from readq.config import Config
from readq.domain import Paper
from readq.library.enrich_report import Completed, EnrichReport, Progress, Twin, new_facts
from readq.library.facts import merged
from readq.library.lookup import LookUp, Sought, lacks_facts
from readq.library.state import LibraryState
from readq.paths import cache_folder
from readq.services import SERVICES, Account, Asking, Service, Stopped, Time, key_from_keyring

_KEYLESS = tuple(name for name, service in SERVICES.items() if service.needs != "key")


def default_services(config: Config) -> tuple[str, ...]:
    """The services asked when the reader names none: those of the settings, else all that can be asked."""
    keyed = tuple(
        name for name in SERVICES if name not in _KEYLESS and config.services.keys.get(name)
    )
    return config.services.use or _KEYLESS + keyed


@dataclass(frozen=True, slots=True)
class ServiceChoice:
    """A service the reader may have asked."""

    name: str
    label: str
    chosen: bool
    """Whether it is asked when the reader says nothing else."""
    needs_key: bool
    pause: float
    """Seconds a question takes at least."""


def service_choices(config: Config) -> tuple[ServiceChoice, ...]:
    """All services, in the order in which they are asked."""
    chosen = default_services(config)
    return tuple(
        ServiceChoice(
            name, service.label, name in chosen, service.needs == "key", _pause(config, service)
        )
        for name, service in SERVICES.items()
    )


def _pause(config: Config, service: Service) -> float:
    is_keyless = service.keyless_pause is not None and not config.services.keys.get(service.name)
    return service.keyless_pause or 0.0 if is_keyless else service.pause


def asking(
    config: Config,
    names: Sequence[str] = (),
    *,
    offline: bool = False,
    fresh: bool = False,
    time: Time | None = None,
) -> Asking:
    """Services as the reader's settings want them asked; nothing is sent yet.

    Args:
        config: The settings: which services, keys, a mail address.
        names: The services, instead of those of the settings.
        offline: Answer from the cache only.
        fresh: Ask again what the cache could answer.
        time: Clocks and waiting.

    Raises:
        UsageError: There is no such service.
    """
    settings = config.services

    def account(name: str) -> Account:
        key = settings.keys.get(name, "")
        return Account(key or key_from_keyring(name), settings.mail)

    wanted = tuple(names) or default_services(config)
    return Asking(wanted, account, cache_folder(), offline=offline, fresh=fresh, time=time)


class Enriching(LibraryState):
    """A library whose papers can be completed."""

    def lacking(self, ids: Iterable[str]) -> list[str]:
        """Those of the papers that lack something services know."""
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
            services: Who is asked.
            dry_run: Ask and report, write nothing.
            progress: Told how far things are; may answer False to cancel, and then nothing is written.

        Raises:
            UnknownPaperError: There is no such paper.
            NotSavedError: What was found could not be written; the library is as it was.
        """
        wanted = list(dict.fromkeys(ids))
        for paper_id in wanted:
            self.hot(paper_id)
        lacking = self.lacking(wanted)
        look_up = LookUp(map(self.paper, lacking), services, progress, self._now())
        try:
            look_up.run()
        except Stopped:
            return EnrichReport(asked=len(wanted), questions=services.questions, cancelled=True)
        with self._lock:
            self._take_in_news()
            changed = self._completed(look_up.sought)
            report = self._told(look_up, changed, len(wanted), services.questions)
            if dry_run or not changed:
                return report
            return replace(report, change=self._commit(_label(report), papers=changed))

    def _completed(self, sought: Iterable[Sought]) -> dict[str, tuple[Paper, Paper]]:
        """The papers as they are now and as they will be; what was decided meanwhile stays."""
        changed = {}
        for one in sought:
            if one.accepted and one.base.id in self:
                old = new = self.paper(one.base.id)
                for _, record in one.accepted:
                    new = merged(new, record)
                if new is not old:
                    changed[old.id] = (old, new)
        return changed

    def _told(
        self,
        look_up: LookUp,
        changed: Mapping[str, tuple[Paper, Paper]],
        asked: int,
        questions: int,
    ) -> EnrichReport:
        without = [one for one in look_up.sought if not one.accepted]
        failed = sum(one.failed for one in without)
        return EnrichReport(
            asked=asked,
            completed=len(changed),
            unchanged=asked - len(without) - len(changed),
            not_found=len(without) - failed,
            failed=failed,
            papers=tuple(
                Completed(
                    paper_id=old.id,
                    title=new.title,
                    was=old.title,
                    facts=new_facts(old, new),
                    services=tuple(dict.fromkeys(label for label, _ in one.accepted)),
                )
                for one in look_up.sought
                if one.base.id in changed
                for old, new in (changed[one.base.id],)
            ),
            guesses=tuple(one.guess for one in without if one.guess is not None),
            failures=look_up.failures,
            twins=tuple(self._twins(changed)),
            questions=questions,
        )

    def _twins(self, changed: Mapping[str, tuple[Paper, Paper]]) -> list[Twin]:
        """The completed papers that now have an identifier another paper has."""
        news = {
            identifier: paper_id
            for paper_id, (old, new) in changed.items()
            for identifier in _identifiers(new) - _identifiers(old)
        }
        if not news:
            return []
        return [
            Twin(news[identifier], paper.id, identifier)
            for paper in self._files.hot_papers()
            for identifier in sorted(_identifiers(changed.get(paper.id, (paper, paper))[1]))
            if news.get(identifier, paper.id) != paper.id
        ]


def _identifiers(paper: Paper) -> set[str]:
    return {
        f"{kind}:{value}"
        for kind, value in (("doi", paper.doi), ("arXiv", paper.arxiv_id))
        if value
    }


def _label(report: EnrichReport) -> str:
    said = ", ".join(dict.fromkeys(name for paper in report.papers for name in paper.services))
    many = f"{report.completed:,} {'paper' if report.completed == 1 else 'papers'}"
    return f"completed {many} from {said}"
