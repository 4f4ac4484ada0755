"""What a service is: how it is asked, how often, and how its answers are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Literal

from readq.domain import Draft
from readq.records import dataclass

Params = tuple[tuple[str, str], ...]
"""Parameters of a question, in the order in which they are sent."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a service may be told of a paper. Nothing else of it is ever sent."""

    doi: str = ""
    arxiv_id: str = ""
    title: str = ""
    """The words of the true title; empty while there is only a derived one."""
    author: str = ""
    """The family name of the first author."""
    name: str = ""
    """The name the abstract coins."""
    phrases: tuple[str, ...] = ()
    """Runs of plain words out of the abstract, the most telling first."""
    words: tuple[str, ...] = ()
    """Rare words of the abstract, the most telling first."""


@dataclass(frozen=True, slots=True)
class Account:
    """Who asks, as the reader's settings say."""

    key: str = field(default="", repr=False)
    """Empty where the service gave none."""
    mail: str = ""
    """An address at which a service can complain; empty if the reader gave none."""


@dataclass(frozen=True, slots=True)
class Query:
    """One question: what is asked for, below a service's address."""

    path: str = ""
    params: Params = ()


@dataclass(frozen=True, slots=True)
class Credentials:
    """What is sent beside a question and neither kept nor shown."""

    params: Params = ()
    headers: Params = ()


class Unreadable(Exception):  # noqa: N818
    """An answer that is not what was asked for; says what it is, as the end of a sentence about it."""


@dataclass(frozen=True, slots=True)
class Service:
    """One service, without a connection to it."""

    name: str
    """As it is written on the command line and in the settings."""
    label: str
    """What it is called."""
    address: str
    """Where it answers."""
    pause: float
    """Seconds from one question to the next."""
    by_id: Callable[[Sequence[Wanted]], Query | None]
    """Asks for papers by identifiers; None if they have none that the service knows."""
    by_title: Callable[[Wanted], Query | None]
    by_words: Callable[[Wanted], Query | None]
    """Asks for a paper nobody knows the title of."""
    read: Callable[[bytes], list[Draft]]
    """The papers in an answer.

    Raises:
        Unreadable: It is no answer to such a question.
    """
    credentials: Callable[[Account], Credentials]
    at_once: int = 1
    """How many papers `by_id` takes."""
    keyless_pause: float | None = None
    """Seconds between questions without a key, where that makes a difference."""
    needs: Literal["", "key"] = ""
    """What has to be in the settings before it can be asked."""
