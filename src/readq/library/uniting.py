"""Two papers that are one work become one: what is kept of each.

Nothing is lost. The paper that goes stays stored, whole and with its own Reading, so undo and parting
bring both back as they were.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from readq.domain import Merger, Paper, Reading, Status, TitleOrigin
from readq.domain.identity import title_key
from readq.domain.joining import joined
from readq.library.facts import Candidate, merged, titles_beside
from readq.library.paper_edits import changed_fields, with_fields
from readq.store import both_moves

_FURTHER = (
    Status.NEW,
    Status.SKIPPED,
    Status.LATER,
    Status.QUEUED,
    Status.READING,
    Status.READ,
)
"""How far a reader has come with a paper."""


def united_papers(kept: Paper, gone: Paper, plain: str) -> tuple[Paper, Paper]:
    """The paper that stands for both, and the other one as part of it.

    The title the reader typed holds, then a true one, then that of `kept`; all others stay as aliases.
    Fields that `kept` lacks come from `gone`. Sources, further fields and addresses of both are kept.

    Args:
        kept: The paper that stays, abstract included.
        gone: The other one, abstract included.
        plain: The abstract of `gone` as it is shown.
    """
    new = merged(kept, Candidate(gone, plain, gone.aliases))
    if gone.title_origin is TitleOrigin.READER and kept.title_origin is not TitleOrigin.READER:
        titles = (*new.aliases, new.title, kept.title if not kept.title_is_derived else "")
        new = replace(
            new,
            title=gone.title,
            title_origin=TitleOrigin.READER,
            aliases=titles_beside(gone.title, tuple(filter(None, titles))),
        )
    new = replace(new, sources=tuple(dict.fromkeys((*kept.sources, *gone.sources))))
    return new, as_part(gone, kept, new)


def as_part(gone: Paper, before: Paper, after: Paper) -> Paper:
    """`gone` as part of a paper, which it changed from `before` to `after`."""
    return replace(gone, merged=Merger(after.id, *changed_fields(before, after)))


def parted(whole: Paper, part: Paper) -> tuple[Paper, Paper]:
    """Two papers again: the one that stood for both without what it took, and the part on its own.

    What was changed since stays as it is.
    """
    assert part.merged is not None
    before, after = dict(part.merged.before), dict(part.merged.after)
    sources = [s for s in whole.sources if s not in part.sources]
    aliases = _without(whole.aliases, part, before.get("aliases") or ())
    lone, _ = with_fields(
        replace(whole, sources=(), aliases=()),
        {n: v for n, v in after.items() if n not in ("sources", "aliases")},
        {n: v for n, v in before.items() if n not in ("sources", "aliases")},
    )
    kept = titles_beside(lone.title, aliases)
    lone = replace(lone, sources=tuple(sources) or whole.sources, aliases=kept)
    return lone, replace(part, merged=None)


def fits(whole: Paper, part: Paper) -> bool:
    """Whether the paper still says what it said right after the part was united with it."""
    assert part.merged is not None
    return with_fields(whole, part.merged.after, part.merged.before)[1]


def _without(aliases: Iterable[str], part: Paper, kept: Iterable[str]) -> tuple[str, ...]:
    theirs = {title_key(title) for title in (part.title, *part.aliases)}
    theirs -= set(map(title_key, kept))
    return tuple(alias for alias in aliases if title_key(alias) not in theirs)


def united_readings(kept: Reading, gone: Reading) -> Reading:
    """What the reader decided about either paper, as decisions about one.

    The status is the one further along (read, reading, queued, later, skipped, new), and the place in the
    queue and the day it waits for go with it; of two places the earlier one, of two days the nearer one.
    The priority is the higher one. Tags are those of both, and so are the notes, one below the other.
    Of two ratings that of the paper that stays holds; the other is still with the paper that goes.
    It is in the trash only if both were.
    """
    ours, theirs = _FURTHER.index(kept.status), _FURTHER.index(gone.status)
    ahead = gone if theirs > ours else kept
    level = ours == theirs
    others = tuple(dict.fromkeys((*kept.distinct, *gone.distinct)))
    return replace(
        kept,
        status=ahead.status,
        rank=_first(kept.rank, gone.rank) if level else ahead.rank,
        deferred_until=_nearer(kept, gone) if level else ahead.deferred_until,
        priority=max(kept.priority, gone.priority),
        rating=gone.rating if kept.rating is None else kept.rating,
        tags=tuple(dict.fromkeys((*kept.tags, *gone.tags))),
        note=joined("", kept.note, gone.note),
        moved=both_moves((), kept.moved, gone.moved),
        distinct=tuple(i for i in others if i not in (kept.paper_id, gone.paper_id)),
        trashed=max(kept.trashed, gone.trashed) if kept.trashed and gone.trashed else None,
    )


def _first(one: float | None, other: float | None) -> float | None:
    ranks = [rank for rank in (one, other) if rank is not None]
    return min(ranks, default=None)


def _nearer(one: Reading, other: Reading) -> date | None:
    """A paper that one of two decisions does not hide stays in sight, unless that is no decision at all."""
    days = [r.deferred_until for r in (one, other) if not r.untouched]
    return None if None in days else min(filter(None, days), default=None)


def stays(one: tuple[Paper, Reading], other: tuple[Paper, Reading]) -> bool:
    """Whether of two papers the first one stays: the one with a true title, then the one with decisions."""

    def rank(paper: Paper, reading: Reading) -> tuple[bool, bool]:
        return not paper.title_is_derived, not reading.untouched

    return rank(*one) >= rank(*other)
