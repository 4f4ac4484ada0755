"""What ranking tells, and how it is set; loads nothing that ranking itself needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from readq.config import Config, RankSettings
from readq.paths import default_library
from readq.records import dataclass

if TYPE_CHECKING:
    from readq.library.state import LibraryState


def rank_settings(config: Config, library: LibraryState) -> RankSettings:
    """How a library is ranked: its hints are the words its reader watches for, and other libraries too.

    Args:
        config: The reader's settings.
        library: Its own watch words go before those of the settings; one in memory has nothing to do with others.
    """
    own = library.habits.now().watch
    watch = watch_groups_of(config.watch if own is None else own)
    others = () if library.folder is None else (*config.rank.libraries, default_library())
    return replace(config.rank, watch=watch, libraries=tuple(dict.fromkeys(others)))


def watch_groups_of(words: Sequence[str]) -> tuple[str, ...]:
    """The groups of words that words stand for; most readers have none, and need not load what reads them."""
    if not words:
        return ()
    from readq.search import Watch

    return Watch(words).groups


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

    paper_ids: Sequence[str]
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
