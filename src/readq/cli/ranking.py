"""`rank`: undecided papers by how much they seem wanted, with reasons, and what is likely left."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from readq.cli.bar import Bar
from readq.cli.cells import cell_width, cut
from readq.cli.command import Number, command, unguarded
from readq.cli.output import Look, clean, counted, is_tty, put_json, put_lines, say
from readq.cli.session import Session
from readq.domain import Status

if TYPE_CHECKING:
    from readq.library import Library

_UNDECIDED = (Status.NEW, Status.LATER)
_SCORE_CELLS = 5
_SHOWN = 20


def get_ranking_ready(session: Session, library: Library) -> None:
    """Have the order learnt from the decisions, as the reader's settings say."""
    from readq.library import rank_settings

    library.rank_settings = rank_settings(session.config, library)
    bar = Bar() if is_tty(sys.stderr) else None
    with bar or nullcontext():
        library.ranking.get_ready(partial(bar.draw, words="reading papers") if bar else None)


def ranking_record(library: Library, paper_id: str) -> dict[str, Any]:
    """How a paper is ranked and why, as plain values."""
    reasons = library.ranking.reasons(paper_id)
    return {
        "score": round(library.ranking.score(paper_id), 4),
        "words": list(reasons.words),
        "most_like": reasons.most_like,
    }


@command(
    "rank",
    "readq rank",
    "readq rank --topic 'world models for control'",
    "readq rank 'year:2026 tag:icml' --limit 50 --json",
    dashed=r"-(\d|[a-z]+[:<>=!])",
)
@click.argument("words", nargs=-1, metavar="[FILTER]")
@click.option(
    "--topic", metavar="TEXT", help="What you are looking for; remembered, '' forgets it."
)
@click.option("--limit", type=Number(min=0), default=_SHOWN, show_default=True, metavar="N")
@click.option("--sure", is_flag=True, help="Say that little is left only when that is nearly sure.")
def rank(
    session: Session, words: tuple[str, ...], topic: str | None, limit: int, sure: bool
) -> None:
    """Rank undecided papers by what you decided, with reasons.

    Also estimates how many of the papers you want are still to be found.
    """
    with session.library() as library:
        listed = library.ids(" ".join(unguarded(words)))
        if topic is not None:
            library.habits.look_for(topic)
        get_ranking_ready(session, library)
        if sure:
            library.rank_settings = replace(library.rank_settings, sure=True)
        undecided = [i for i in listed if library.reading(i).status in _UNDECIDED]
        order = library.ranked(undecided or listed)
        if session.json:
            put_json(_record(library, listed, order[:limit]))
            return
        put_lines(_lines(library, order[:limit], session.look))
        _talk(library, listed, order, limit)


def _record(library: Library, listed: Sequence[str], shown: Sequence[str]) -> dict[str, Any]:
    ranking = library.ranking
    left = ranking.expectation(listed)
    return {
        "topic": ranking.topic,
        "has_learnt": ranking.has_learnt,
        "estimate": None if left is None else asdict(left) | {"sentence": left.sentence()},
        "suggests_stop": ranking.suggests_stop(listed),
        "papers": [
            {"id": i, "title": library.hot(i).title, "status": str(library.reading(i).status)}
            | ranking_record(library, i)
            for i in shown
        ],
    }


def _lines(library: Library, ids: Sequence[str], look: Look) -> Iterator[str]:
    """Two lines a paper: id, score and title; then why."""
    for paper_id in ids:
        paper, status = library.hot(paper_id), library.reading(paper_id).status
        score = f"{library.ranking.score(paper_id):.2f}".rjust(_SCORE_CELLS)
        head = f"{paper_id}  {look.mark(status)} {score if library.ranking.has_learnt else ''}  "
        title = ("~" if paper.title_is_derived else "") + look.title(paper)
        yield head + _cut(title, look, used=len(paper_id) + 6 + _SCORE_CELLS)
        if reason := why(library, paper_id, look):
            indent = " " * (len(paper_id) + 6 + _SCORE_CELLS)
            yield indent + look.style(_cut(reason, look, used=len(indent)), dim=True)


def why(library: Library, paper_id: str, look: Look) -> str:
    """What speaks for a paper, in one line; empty when nothing does."""
    reasons = library.ranking.reasons(paper_id)
    like = reasons.most_like
    pieces = [clean(", ".join(reasons.words))]
    if like is not None and like in library:
        pieces.append(f"like {look.title(library.hot(like))}")
    return look.dot.join(filter(None, pieces))


def _cut(text: str, look: Look, used: int) -> str:
    if look.width is None or cell_width(text) <= look.width - used:
        return text
    return cut(text, max(look.width - used, 1), look.ellipsis)


def _talk(library: Library, listed: Sequence[str], order: Sequence[str], limit: int) -> None:
    ranking = library.ranking
    if not (order or len(library)):
        say(none_listed(library))
        return
    if limit < len(order) or not order:
        say(f"{min(limit, len(order)):,} of {counted(len(order) or len(library), 'paper')}")
    if not library.rank_settings.learn:
        say("Learning is off in the settings (rank.learn), so this is the order of the list.")
    elif not ranking.has_learnt:
        say(
            "Nothing is known of what you want, so this is the order of the list; queue a paper, or "
            "say what you are looking for with --topic."
        )
    left = ranking.expectation(listed)
    if left is not None:
        say(f"Estimate: {left.sentence()}, of {left.seen:,} of {left.size:,} papers decided.")
        if ranking.suggests_stop(listed):
            say("Going on is likely to bring little; that is an estimate too.")


def none_listed(library: Library) -> str:
    """Why there is no paper to list, and what to do."""
    if library.is_empty:
        return f"There are no papers in {library.folder}; `readq add FILE` brings some in."
    return "All papers are in the trash; `readq list in:trash` shows them."


COMMANDS = (rank,)
