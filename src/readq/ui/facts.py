"""From the library to what the widgets show."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from readq.domain import IN_QUEUE, Paper, local_day
from readq.library import UNDECIDED, Library, links_of
from readq.patterns import lazily
from readq.ui.widgets.rows import RowFacts

if TYPE_CHECKING:
    from readq.search import Watch
    from readq.ui.widgets.detail_text import Details


_MARKS_OF_A_LINE = lazily(
    r"^\s*(?:#{1,6} |[-*+] |>\s*|-{3,}|`{3,}\w*)+|[*`]|\[\[(?:[^|\]\n]*\|)?|\]\]"
)
_FIRST = 2000
"""Letters in which the first line of a note is looked for."""


def venue_and_year(paper: Paper) -> str:
    """`ICML 2026`, one of the two, or nothing."""
    return " ".join(filter(None, (paper.venue, str(paper.year or ""))))


def row_facts(
    library: Library, paper_id: str, *, minutes: int = 0, with_note: bool = False
) -> RowFacts:
    """What a row tells about a paper; `with_note` adds the first line of its note."""
    paper, reading = library.hot(paper_id), library.reading(paper_id)
    return RowFacts(
        title=paper.title,
        derived=paper.title_is_derived,
        status=reading.status,
        priority=reading.priority,
        has_note=bool(reading.note),
        note_line=first_line(reading.note) if with_note else "",
        authors=paper.authors,
        venue=venue_and_year(paper),
        minutes=minutes,
        trashed=reading.trashed is not None,
    )


def first_line(note: str) -> str:
    """The first line of a note that is no heading, without what only shapes it; else its heading."""
    lines = [line.strip() for line in note[:_FIRST].split("\n")]
    ordered = sorted(lines, key=lambda line: line.startswith("#"))
    return next(filter(None, (_MARKS_OF_A_LINE.sub("", line).strip() for line in ordered)), "")


def details(
    library: Library, paper_id: str, words: tuple[str, ...], watch: Watch | None = None
) -> Details:
    """What the detail pane tells about a paper.

    Args:
        library: Where it is.
        paper_id: Which one.
        words: What to highlight.
        watch: What the reader watches for.
    """
    from readq.search import Watch
    from readq.ui.widgets.detail_text import Details

    paper, reading = library.paper(paper_id), library.reading(paper_id)
    queue = library.queue_ids() if reading.status in IN_QUEUE else []
    return Details(
        paper_id=paper_id,
        title=paper.title,
        title_remark=paper.title_remark,
        authors=paper.authors,
        venue=venue_and_year(paper),
        status=reading.status,
        queue_place=queue.index(paper_id) + 1 if paper_id in queue else None,
        waits_until=waits_until(library, paper_id),
        trashed=as_day(local_day(reading.trashed)) if reading.trashed else "",
        priority=reading.priority,
        minutes=library.minutes(paper_id),
        note=reading.note,
        tags=reading.tags,
        abstract=library.shown(paper_id),
        source=paper.abstract,
        links=tuple(links_of(paper)),
        words=words,
        watch=watch or Watch(),
        why=why(library, paper_id),
        linking=titled(library, library.linking(paper_id)),
    )


def why(library: Library, paper_id: str, dot: str = "·") -> str:
    """Why an undecided paper seems wanted: `world model, control · like “Dreamer”`; empty if nobody knows."""
    undecided = library.reading(paper_id).status in UNDECIDED
    if not (undecided and library.ranking_in_use):
        return ""
    reasons = library.ranking.reasons(paper_id)
    like = reasons.most_like
    pieces = [", ".join(reasons.words)]
    if like is not None and like in library:
        pieces.append(f"like “{library.hot(like).title}”")
    return f" {dot} ".join(filter(None, pieces))


def titled(library: Library, ids: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Papers with their titles."""
    return tuple((paper_id, library.hot(paper_id).title) for paper_id in ids)


def waits_until(library: Library, paper_id: str) -> str:
    """The day a paper is deferred to, as people write it; empty once it is here."""
    day = library.reading(paper_id).deferred_until
    return as_day(day) if day is not None and day > library.today() else ""


def as_day(day: date) -> str:
    """A day as people write it."""
    return f"{day.day} {day:%b %Y}"
