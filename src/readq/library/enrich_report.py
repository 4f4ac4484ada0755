"""What completing papers from services says while it runs and when it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from readq.domain import Change, Paper
from readq.library.paper_edits import changed_fields
from readq.records import dataclass

_WORDS = {
    "title": "title",
    "authors": "authors",
    "abstract": "abstract",
    "venue": "venue",
    "year": "year",
    "month": "month",
    "doi": "DOI",
    "arxiv_id": "arXiv id",
    "openreview_id": "OpenReview id",
    "url": "link",
    "pdf_url": "PDF link",
    "code_url": "code link",
    "links": "links",
    "keywords": "keywords",
    "aliases": "other titles",
}
"""Facts by field, in the order in which they are told."""


@dataclass(frozen=True, slots=True)
class EnrichProgress:
    """How far things are."""

    service: str
    """Who is being asked."""
    done: int
    total: int
    """Papers times services."""
    found: int
    """Papers that a service surely knows."""


Progress = Callable[[EnrichProgress], bool | None]


@dataclass(frozen=True, slots=True)
class Completed:
    """What was taken for one paper."""

    paper_id: str
    title: str
    """The title it has now."""
    was: str
    """The title it had; the same if it keeps it."""
    facts: tuple[str, ...]
    """What is new, in words."""
    services: tuple[str, ...]
    """Who said so."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A record that is perhaps the paper; nothing of it was taken."""

    paper_id: str
    service: str
    title: str
    shared: int
    """Per cent of three-word runs that the two abstracts share; 0 where one has none."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a service could not be asked about some papers."""

    service: str
    reason: str
    """What is wrong and what to do, without the service's name in front."""
    paper_ids: tuple[str, ...]

    def __str__(self) -> str:
        """The failure in one sentence."""
        many = len(self.paper_ids)
        return f"{self.service}, {many:,} {'paper' if many == 1 else 'papers'}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Twin:
    """Two papers that turned out to have one identifier."""

    paper_id: str
    other_id: str
    identifier: str


@dataclass(frozen=True, slots=True)
class EnrichReport:
    """What came of it; asked = completed + unchanged + not found + failed, unless it was cancelled."""

    asked: int = 0
    completed: int = 0
    unchanged: int = 0
    """They lack nothing, or a service knows them and had no news."""
    not_found: int = 0
    """No service knew them, or nothing certain was found."""
    failed: int = 0
    """Nothing was found, and some service could not be asked."""
    papers: tuple[Completed, ...] = ()
    guesses: tuple[Guess, ...] = ()
    failures: tuple[Failure, ...] = ()
    """All that went wrong, also about papers that another service knew."""
    twins: tuple[Twin, ...] = ()
    questions: int = 0
    """How many were sent over the net; the cache answered the others."""
    change: Change | None = None
    cancelled: bool = False

    def sentence(self) -> str:
        """The numbers in one line, such as `38 asked: 30 completed, 2 unchanged, 5 not found, 1 failed`."""
        return (
            f"{self.asked:,} asked: {self.completed:,} completed, {self.unchanged:,} unchanged, "
            f"{self.not_found:,} not found, {self.failed:,} failed"
        )

    def to_json(self) -> dict[str, Any]:
        """The report as plain values for JSON output."""
        return {
            "asked": self.asked,
            "completed": self.completed,
            "unchanged": self.unchanged,
            "not_found": self.not_found,
            "failed": self.failed,
            "papers": [_plain(asdict(paper)) for paper in self.papers],
            "guesses": [_plain(asdict(guess)) for guess in self.guesses],
            "failures": [_plain(asdict(failure)) for failure in self.failures],
            "twins": [_plain(asdict(twin)) for twin in self.twins],
            "questions": self.questions,
        }


def new_facts(old: Paper, new: Paper) -> tuple[str, ...]:
    """What a paper says that it did not say before, in words."""
    before, _ = changed_fields(old, new)
    return tuple(words for name, words in _WORDS.items() if name in before) or ("details",)


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Tuples as lists, and an id called as everywhere else."""
    named = {("id" if name == "paper_id" else name): value for name, value in values.items()}
    return {n: list(v) if isinstance(v, tuple) else v for n, v in named.items()}
