"""The one place that opens a connection, and only when it is asked to."""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import closing
from functools import cache, partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urljoin, urlsplit

from readq.errors import ServiceError
from readq.records import dataclass
from readq.services.body import BodyError, taken_in
from readq.services.model import Credentials, Query, Service
from readq.services.pace import Pace

if TYPE_CHECKING:
    import ssl

    import httpx

TRIES = 3
_BACK_OFF = 2.0
"""Seconds before the second try; twice as many before each one after that."""
LONGEST_WAIT = 60.0
"""Seconds; a service that wants more than this is asked another day."""
READ_SECONDS = 20.0
"""How long a service may say nothing."""
_REDIRECTS = 5
_OVERLOADED = (429, 503)
_AILING = (500, 502, 504)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a service said."""

    found: bool
    """False when it does not know what was asked for."""
    body: bytes


Run = Callable[[Callable[[], Answer | str]], Answer | str]
"""Runs one exchange; an answer that is text is an address at which to ask instead."""


class _TryAgain(Exception):  # noqa: N818
    """This did not work, and may the next time."""

    def __init__(
        self, why: str, *, after: float | None = None, tries: int = TRIES, lasting: bool = False
    ) -> None:
        super().__init__(why)
        self.after = after
        self.tries = tries
        self.lasting = lasting


class Web:
    """Asks services over the net: politely, a bounded number of times, for a bounded answer."""

    def __init__(
        self,
        *,
        mail: str,
        pace: Pace,
        clock: Callable[[], float],
        now: Callable[[], float],
        run: Run,
    ) -> None:
        """Be ready to ask.

        Args:
            mail: An address at which services can complain; may be empty.
            pace: Waits until it is our turn; may raise to stop everything.
            clock: Seconds, for how long an answer takes.
            now: Seconds since 1970, for dates in answers.
            run: Runs one exchange, so that it can be walked away from.
        """
        self._mail = mail
        self._pace = pace
        self._clock = clock
        self._now = now
        self._run = run
        self._client: httpx.Client | None = None

    def ask(self, service: Service, query: Query, credentials: Credentials, pause: float) -> Answer:
        """Ask a service.

        Raises:
            ServiceError: It gave no answer, or one that cannot be used.
        """
        address = with_params(service.address + query.path, (*query.params, *credentials.params))
        headers = dict(credentials.headers)
        attempt = hops = 0
        while hops <= _REDIRECTS:
            self._pace.wait(_host(address), pause)
            try:
                said = self._run(partial(self._exchange, address, headers))
            except _TryAgain as trouble:
                attempt += 1
                wait = _BACK_OFF * 2 ** (attempt - 1) if trouble.after is None else trouble.after
                if attempt >= trouble.tries or wait > LONGEST_WAIT:
                    when = f"in {wait / 60:,.0f} minutes" if wait > LONGEST_WAIT else "later"
                    raise ServiceError(
                        f"{trouble}; try again {when}.", lasting=trouble.lasting
                    ) from None
                self._pace.hold(_host(address), wait)
                continue
            if isinstance(said, Answer):
                return said
            if _host(said) != _host(address):
                headers = {}
            address = said
            hops += 1
        raise ServiceError("it sends readq round in circles; try again later.", lasting=True)

    def close(self) -> None:
        """Let go of the connections."""
        if self._client is not None:
            self._client.close()

    def _exchange(self, address: str, headers: dict[str, str]) -> Answer | str:
        """Ask at one address: the answer, or the address at which to ask instead."""
        import httpx  # takes a fifth of a second, which only those who ask are to wait for

        try:
            with closing(self._opened(address, headers)) as response:
                if response.has_redirect_location:
                    return _target(address, response.headers["location"])
                return self._answer(address, response)
        except httpx.TimeoutException:
            raise _TryAgain("it did not answer in time") from None
        except (httpx.ConnectError, httpx.ProxyError):
            raise _TryAgain(
                "it cannot be reached; is there a connection?", tries=2, lasting=True
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError):
            raise _TryAgain("the connection broke off") from None
        except BodyError as error:
            raise ServiceError(f"{error}; nothing of it was taken.") from None

    def _opened(self, address: str, headers: dict[str, str]) -> httpx.Response:
        client = self._client
        if client is None:
            client = self._client = _client(self._mail)
        return client.send(client.build_request("GET", address, headers=headers), stream=True)

    def _answer(self, address: str, response: httpx.Response) -> Answer:
        status = response.status_code
        self._heed(address, response.headers)
        if status in _OVERLOADED:
            after = self._retry_after(response.headers)
            raise _TryAgain(_overloaded(status), after=after, lasting=True)
        if status in _AILING:
            raise _TryAgain(f"it is out of order ({status})")
        if status in (401, 403):
            raise ServiceError(
                f"it refuses to answer ({status}); look at its key in the settings, or try again tomorrow.",
                lasting=True,
            )
        if status in (404, 410):
            return Answer(False, b"")
        if not 200 <= status < 300:
            raise ServiceError(
                f"it does not take the question ({status}); a newer readq may ask better."
            )
        packing = response.headers.get("content-encoding", "")
        return Answer(True, taken_in(response.iter_raw(), packing, self._clock))

    def _heed(self, address: str, headers: Any) -> None:
        """Go slower where the headers of an answer ask for it."""
        try:
            limit = float(headers.get("x-rate-limit-limit", ""))
            seconds = float(headers.get("x-rate-limit-interval", "").removesuffix("s"))
        except ValueError:
            return
        if limit > 0 and 0 < seconds / limit <= LONGEST_WAIT:
            self._pace.hold(_host(address), seconds / limit)

    def _retry_after(self, headers: Any) -> float | None:
        """Seconds, from a number of them or a date."""
        said = headers.get("retry-after", "").strip()
        if said.isascii() and said.isdigit():
            return float(said[:9])
        from email.utils import parsedate_to_datetime  # loads much for what is rarely needed

        try:
            return max(parsedate_to_datetime(said).timestamp() - self._now(), 0.0)
        except (ValueError, TypeError, OverflowError):
            return None


def with_params(address: str, params: tuple[tuple[str, str], ...]) -> str:
    """The address with parameters behind it."""
    return f"{address}?{urlencode(params)}" if params else address


def _target(address: str, location: str) -> str:
    """Where an answer sends us; an encrypted question stays encrypted."""
    try:
        target = urljoin(address, location)
        scheme, host = urlsplit(target).scheme, urlsplit(target).hostname
    except ValueError:
        scheme, host = "", None
    allowed = ("https",) if urlsplit(address).scheme == "https" else ("http", "https")
    if scheme not in allowed or not host:
        raise ServiceError(
            "it sends readq to an address it does not go to; perhaps a login page is in between.",
            lasting=True,
        )
    return target


def _host(address: str) -> str:
    return urlsplit(address).netloc.lower()


def _overloaded(status: int) -> str:
    return f"it wants fewer questions ({status})" if status == 429 else f"it is busy ({status})"


@cache
def _encryption() -> ssl.SSLContext:
    """Made once: reading the certificates takes longer than all the rest."""
    import httpx

    made: ssl.SSLContext = httpx.create_ssl_context()
    return made


def _client(mail: str) -> httpx.Client:
    import httpx

    return httpx.Client(
        headers={
            "User-Agent": user_agent(mail),
            "Accept": "application/json, application/atom+xml",
            "Accept-Encoding": "gzip",
        },
        timeout=httpx.Timeout(READ_SECONDS, connect=READ_SECONDS / 2),
        limits=httpx.Limits(max_connections=1),
        follow_redirects=False,
        verify=_encryption(),
    )


def user_agent(mail: str) -> str:
    """Who asks: the program, and an address to complain to if the reader gave one."""
    from importlib.metadata import PackageNotFoundError, version  # loads much, only askers need it

    try:
        own = version("readq")
    except PackageNotFoundError:  # run from a folder of sources
        own = "0"
    about = f"reading-queue manager; {platform.system()}" + (f"; mailto:{mail}" if mail else "")
    return f"readq/{own} ({about})"
