"""What ranking tells, and how it may be set; loads nothing that ranking itself needs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class RankSettings:
    """How the order of undecided papers is learnt."""

    learn: bool = True
    """Whether decisions change the order at all."""
    explore: float = 0.0
    """The share of triage cards, 0 to 1, that show a paper about which little is known."""
    sure: bool = False
    """Suggest stopping only once the upper end of what may be left is reached."""
    watch: tuple[str, ...] = ()
    """Words the reader watches for."""
    libraries: tuple[Path, ...] = ()
    """Other libraries of the reader, whose queues tell what is wanted."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a paper stands where it stands."""

    words: tuple[str, ...] = ()
    """Up to three words or pairs of words that pushed it up, the strongest first."""
    most_like: str | None = None
    """The id of the wanted paper it is most like."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The order in which triage shows papers."""

    paper_ids: list[str]
    exploring: frozenset[str] = frozenset()
    """Papers shown early to learn from them, not because they seem wanted."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """How many wanted papers are likely left in a list; an estimate, always."""

    found: int
    """Wanted papers so far."""
    left: float
    """How many more are expected."""
    low: int
    high: int
    """With nine chances in ten or better, between so many and so many are left."""
    share_found: float
    """The share of all wanted papers that is found, as expected; 0 to 1."""
    surely_found: float
    """The same if as many are left as there may well be."""
    seen: int
    """Papers decided on."""
    size: int
    """Papers of the list."""
    skips_in_a_row: int

    def sentence(self) -> str:
        """`about 84 % found, some 6 more likely (0 to 14)`."""
        share, more = f"about {int(self.share_found * 100)} % found", round(self.left)
        span = f"{self.low:,} to {self.high:,}" if self.high else ""
        if not more:
            return f"{share}, likely no more" + (f" ({span})" if span else "")
        return f"{share}, some {more:,} more likely ({span})"
