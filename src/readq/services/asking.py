"""Questions to services with their answers, from the cache where it has them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from readq.domain import Draft
from readq.errors import ServiceError, UsageError
from readq.records import dataclass
from readq.services.arxiv import ARXIV
from readq.services.cache import Cache
from readq.services.crossref import CROSSREF
from readq.services.model import Account, Query, Service, Unreadable
from readq.services.openalex import OPENALEX
from readq.services.pace import Pace
from readq.services.semantic_scholar import SEMANTIC_SCHOLAR
from readq.services.web import Answer, Run, Web, with_params

SERVICES: Mapping[str, Service] = {
    service.name: service for service in (ARXIV, CROSSREF, SEMANTIC_SCHOLAR, OPENALEX)
}
"""The services by name, in the order in which they are asked."""

MOST_PAPERS = 200
"""Twice as many as are ever asked for at once."""


@dataclass(frozen=True, slots=True)
class Time:
    """Clocks and waiting, so that tests need neither wait nor guess."""

    now: Callable[[], float] = time.time
    """Seconds since 1970."""
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    """May raise, and then nothing more is asked."""
    run: Run = lambda ask: ask()
    """Runs one exchange with a service."""


class Asking:
    """Asks some services, one question at a time."""

    def __init__(
        self,
        names: Sequence[str],
        account: Callable[[str], Account],
        cache: Path,
        *,
        offline: bool = False,
        fresh: bool = False,
        time: Time | None = None,
    ) -> None:
        """Be ready to ask; nothing is sent yet.

        Args:
            names: Which services, of `SERVICES`.
            account: Who asks a service of this name; looked up when it is first asked.
            cache: The folder for answers.
            offline: Answer from the cache only.
            fresh: Ask again what the cache could answer.
            time: Clocks and waiting.

        Raises:
            UsageError: There is no such service.
        """
        unknown = [name for name in names if name not in SERVICES]
        if unknown:
            raise UsageError(
                f'There is no service "{unknown[0]}"; there are {", ".join(SERVICES)}.'
            )
        self.services = tuple(_placed(s) for name, s in SERVICES.items() if name in names)
        self.offline = offline
        self.questions = 0
        """How many were sent over the net."""
        self._account = account
        self._accounts: dict[str, Account] = {}
        self._time = time or Time()
        self._cache = Cache(cache)
        self._fresh = fresh
        self._pace = Pace(cache, self._time.now, self._time.sleep)
        self._webs: dict[str, Web] = {}
        self._cache.tidy(self._time.now())

    def ask(self, service: Service, query: Query) -> list[Draft]:
        """The papers a service names in answer to a question, the first few hundred of them.

        Raises:
            ServiceError: It gave no answer, or one that cannot be used.
        """
        address = with_params(service.address + query.path, query.params)
        kept = None if self._fresh else self._cache.get(address, self._time.now())
        if kept is not None:
            try:
                return service.read(kept.body)[:MOST_PAPERS] if kept.found else []
            except Unreadable:  # kept by another version; ask again
                pass
        if self.offline:
            raise ServiceError("the answer is not in the cache, and --offline asks nobody.")
        answer = self._sent(service, query)
        try:
            drafts = service.read(answer.body) if answer.found else []
        except Unreadable as trouble:
            raise ServiceError(f"it answered with {trouble}; try again later.") from None
        self._cache.put(
            address, answer.body, self._time.now(), found=answer.found, papers=bool(drafts)
        )
        return drafts[:MOST_PAPERS]

    def close(self) -> None:
        """Let go of all connections."""
        for web in self._webs.values():
            web.close()

    def _sent(self, service: Service, query: Query) -> Answer:
        account = self._accounts.get(service.name)
        if account is None:
            account = self._accounts[service.name] = self._account(service.name)
        if service.needs == "key" and not account.key:
            raise ServiceError(
                f'it wants a key, which is free; put it into the settings as [services] "{service.name}_key".',
                lasting=True,
            )
        web = self._webs.get(service.name)
        if web is None:
            self._webs[service.name] = web = Web(
                mail=account.mail,
                pace=self._pace,
                clock=self._time.clock,
                now=self._time.now,
                run=self._time.run,
            )
        self.questions += 1
        keyless = service.pause if service.keyless_pause is None else service.keyless_pause
        pause = service.pause if account.key else keyless
        return web.ask(service, query, service.credentials(account), pause)


def _placed(service: Service) -> Service:
    """The service where `$READQ_ARXIV_URL` and the like say that it is, such as a mirror."""
    address = os.environ.get(f"READQ_{service.name.upper()}_URL", "").rstrip("/")
    return replace(service, address=address) if address else service
