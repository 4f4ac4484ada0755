"""How much a reader wants to read in a day."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from readq.patterns import lazily
from readq.records import dataclass

_CAP = lazily(
    r"(?:(?P<hours>\d{1,2}(?:[.,]\d{1,2})?) ?(?:h|hours?))? ?(?:(?P<minutes>\d{1,4}) ?(?:m|min|minutes?))?"
)
_CLOCK = lazily(r"(?P<hours>\d{1,2}) ?(?:h|:) ?(?P<minutes>[0-5]?\d)")
_PAPERS = lazily(r"(\d{1,4}) ?papers?")


@dataclass(frozen=True, slots=True)
class DailyCap:
    """A number of minutes or of papers; one of the two is None."""

    minutes: int | None = None
    papers: int | None = None

    @classmethod
    def of(cls, text: str) -> DailyCap:
        """The cap that `90 min`, `1.5 h`, `2 h 30 min`, `2 h 30`, `2:30` or `3 papers` names.

        Raises:
            ValueError: It names none.
        """
        words = " ".join(text.lower().split())
        if found := _PAPERS.fullmatch(words):
            papers = int(found[1])
            if papers:
                return cls(papers=papers)
        elif words and (found := _CLOCK.fullmatch(words) or _CAP.fullmatch(words)):
            hours = float((found["hours"] or "0").replace(",", "."))
            minutes = round(hours * 60) + int(found["minutes"] or 0)
            if 0 < minutes <= 24 * 60:
                return cls(minutes=minutes)
        raise ValueError(text)

    def fits(self, minutes: int, papers: int) -> bool:
        """Whether so much is within the cap."""
        if self.papers is not None:
            return papers <= self.papers
        return self.minutes is None or minutes <= self.minutes

    def __str__(self) -> str:
        """The cap as `of` reads it."""
        if self.papers is not None:
            return f"{self.papers} paper{'s' * (self.papers != 1)}"
        return f"{self.minutes} min"


def filled(
    cap: DailyCap, ids: Iterable[str], minutes: Callable[[str], int], *, used: Iterable[str] = ()
) -> list[str]:
    """The papers, in order, that a day has room for; one at least where nothing was read yet.

    A paper too long for what is left is passed over for a shorter one not far behind it: how long a
    paper takes is found by reading it, and a queue may hold thousands.

    Args:
        cap: How much a day takes.
        ids: Papers in the order in which they are to be read.
        minutes: Gives the reading time of a paper.
        used: Papers that were read in that day already.
    """
    done = list(used)
    papers, total = len(done), sum(map(minutes, done))
    taken: list[str] = []
    passed = 0
    for paper_id in ids:
        own = minutes(paper_id)
        if cap.fits(total + own, papers + 1) or not (taken or done):
            taken.append(paper_id)
            papers, total = papers + 1, total + own
        else:
            passed += 1
            if passed == _MOST_PASSED or not cap.fits(total + _SHORTEST, papers + 1):
                break
    return taken


_SHORTEST = 10
"""Minutes of the shortest paper."""
_MOST_PASSED = 50
"""So many papers are passed over in the search for shorter ones."""
