"""Services on the net as the reader's settings want them asked.

A module of its own, which those who ask nobody need not load.
"""

from __future__ import annotations

from collections.abc import Sequence

from readq.config import Config
from readq.errors import UsageError
from readq.paths import cache_folder
from readq.records import dataclass
from readq.services import SERVICES, Account, Asking, Service, Time, key_from_keyring

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
        UsageError: There is no such service, here or in the settings.
    """
    settings = config.services
    unknown = sorted(settings.keys.keys() - SERVICES.keys())
    if unknown:
        raise UsageError(
            f'[services] "{unknown[0]}_key": there is no such service; there are {", ".join(SERVICES)}.'
        )

    def account(name: str) -> Account:
        key = settings.keys.get(name, "")
        return Account(key or key_from_keyring(name), settings.mail)

    wanted = tuple(names) or default_services(config)
    return Asking(wanted, account, cache_folder(), offline=offline, fresh=fresh, time=time)
