"""Services on the net that know papers. Nothing here sends anything until it is told to ask."""

from readq.services.asking import SERVICES, Asking, Time
from readq.services.keys import key_from_keyring
from readq.services.model import Account, Query, Service, Wanted
from readq.services.stopping import Stopped, stoppable

__all__ = [
    "SERVICES",
    "Account",
    "Asking",
    "Query",
    "Service",
    "Stopped",
    "Time",
    "Wanted",
    "key_from_keyring",
    "stoppable",
]
