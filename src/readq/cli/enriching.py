"""`enrich`: complete papers from services on the net."""

from __future__ import annotations

import sys
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING

import click

from readq.cli.bar import Bar
from readq.cli.command import command, unguarded
from readq.cli.output import clean, counted, is_tty, put_json, put_lines, say
from readq.cli.session import Session
from readq.config import load_config
from readq.errors import UnknownPaperError, UsageError
from readq.paths import config_file

if TYPE_CHECKING:
    from readq.library import Library
    from readq.library.enrich_report import EnrichProgress, EnrichReport

_SHOWN = 20
_LEAST_OF_ID = 6
"""Characters from which the start of an id is no ordinary word of a filter."""


@command(
    "enrich",
    "readq enrich 2602.16490 --dry-run",
    "readq enrich status:queued --service arxiv",
    dashed=r"-(\d|[a-z]+[:<>=!])",
)
@click.argument("words", nargs=-1, metavar="[FILTER | PAPER...]")
@click.option(
    "--service",
    "services",
    multiple=True,
    metavar="S",
    help="Ask only this one: arxiv, crossref, semanticscholar or openalex; may be repeated.",
)
@click.option("--offline", is_flag=True, help="Use earlier answers only; nothing is sent.")
@click.option("--fresh", is_flag=True, help="Ask again what was answered within 30 days.")
@click.option("--dry-run", is_flag=True, help="Ask, say what would change, write nothing.")
def enrich(
    session: Session,
    words: tuple[str, ...],
    services: tuple[str, ...],
    offline: bool,
    fresh: bool,
    dry_run: bool,
) -> int:
    """Ask arXiv, Crossref and other services for what papers lack.

    Sent are identifiers, titles with the first author's name, and for papers without a title some words
    of the abstract; nothing else, and only now. Taken is what is surely the same paper, as one change.
    Without words, all papers that lack something are asked about.
    """
    from readq.library.services import asking

    if offline and fresh:
        raise UsageError("--fresh asks again and --offline asks nobody; leave one out.")
    bar = Bar() if is_tty(sys.stderr) and not offline else None
    config = load_config(config_file())
    with (
        session.library() as library,
        closing(asking(config, services, offline=offline, fresh=fresh)) as asked,
        bar or nullcontext(),
    ):
        ids = _ids(library, unguarded(words))
        report = library.enrich(
            ids, asked, dry_run=dry_run, progress=(lambda at: _show(bar, at)) if bar else None
        )
    _talk(report)
    if session.json:
        put_json(report.to_json())
    else:
        put_lines(_lines(report, dry_run=dry_run))
    return 1 if report.failed and report.failed == report.asked else 0


def _ids(library: Library, words: tuple[str, ...]) -> list[str]:
    """The papers named, if every word names one; else those that pass the filter."""
    named = [_named(library, word) for word in words]
    found = [paper_id for paper_id in named if paper_id]
    if words and len(found) == len(words):
        return found
    ids = library.ids(" ".join(words))
    if words and not ids:
        raise UnknownPaperError(
            f'No paper answers to "{clean(" ".join(words))}", and none passes it as a filter.'
        )
    return ids


def _named(library: Library, word: str) -> str:
    try:
        paper_id = library.find(word).id
    except UnknownPaperError:
        return ""
    is_chance = paper_id.startswith(word.lower()) and len(word) < _LEAST_OF_ID
    return "" if is_chance else paper_id


def _show(bar: Bar, at: EnrichProgress) -> None:
    share = at.done / at.total if at.total else 1.0
    bar.draw(share, f"{counted(at.found, 'paper')} found  {at.service}")


def _talk(report: EnrichReport) -> None:
    told = [str(failure) for failure in report.failures]
    told += [
        f'{guess.paper_id}: perhaps "{guess.title}" at {guess.service}'
        + (f" ({guess.shared} % of the wording is the same)" if guess.shared else "")
        + "; nothing was taken."
        for guess in report.guesses[:_SHOWN]
    ]
    if len(report.guesses) > _SHOWN:
        told.append(f"and {len(report.guesses) - _SHOWN:,} more (--json lists all)")
    told += [
        f"{twin.paper_id} has {twin.identifier} now, as {twin.other_id} has; readq dedupe makes them one."
        for twin in report.twins
    ]
    for sentence in told:
        say(f"readq: {sentence}")


def _lines(report: EnrichReport, *, dry_run: bool) -> list[str]:
    lines = [
        clean(
            f"{paper.paper_id}  {paper.title}  ({', '.join(paper.facts)}: {', '.join(paper.services)})"
        )
        for paper in report.papers
    ]
    return [*lines, ("would be: " if dry_run else "") + report.sentence()]


COMMANDS = (enrich,)
