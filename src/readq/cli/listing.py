"""`list`, `show`, `jump`: look at papers."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from readq.cli import completing
from readq.cli.cells import cell_width, cut, pad, wrap
from readq.cli.command import Number, command, unguarded
from readq.cli.output import (
    Look,
    clean,
    clean_block,
    counted,
    put_json,
    put_json_list,
    put_lines,
    say,
)
from readq.cli.ranking import get_ranking_ready, none_listed, ranking_record
from readq.cli.session import Session
from readq.domain import Paper, local_day
from readq.errors import UsageError
from readq.search import as_filter

if TYPE_CHECKING:
    from readq.library import Library

_MIN_TITLE = 20
_MOST_SAID = 200
"""Longer words are not said again in full."""
_SHOWN_AUTHORS = 3


@command(
    "list",
    "readq list",
    "readq list 'status:queued priority>=3' --sort priority",
    "readq list -tag:done --json",
    dashed=r"-(\d|[a-z]+[:<>=!])",
    drawn=True,
)
@click.argument("words", nargs=-1, metavar="[FILTER]")
@click.option(
    "--sort",
    default="added",
    metavar="S",
    shell_complete=completing.sorts,
    help="By added, priority, title, author, venue, year, status, changed or rank; - behind it turns it "
    "round. Rank is what seems wanted: see `readq rank`.",
)
@click.option("--limit", type=Number(min=0), metavar="N", help="At most N papers.")
def list_(session: Session, words: tuple[str, ...], sort: str, limit: int | None) -> None:
    """List the papers that pass a filter.

    Those in the trash pass only where it says so, as in:trash does.
    """
    wanted = " ".join(unguarded(words))
    with session.library() as library:
        if "rank" in sort or "sort:rank" in wanted:
            get_ranking_ready(session, library)
        ids = library.ids(wanted, sort)
        shown = ids if limit is None else ids[:limit]
        if session.json:
            put_json_list(_records(library, shown))
            return
        put_lines(paper_lines(library, shown, session.look))
        if not (ids or len(library)):
            say(none_listed(library))
        elif len(shown) < len(ids) or not ids:
            say(f"{len(shown):,} of {counted(len(ids) or len(library), 'paper')}")


def _records(library: Library, ids: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Facts and decisions; with how the paper is ranked, where that is the order."""
    for paper_id, record in zip(ids, library.records(ids), strict=True):
        if library.ranking_in_use:
            record["ranking"] = ranking_record(library, paper_id)
        yield record


def paper_lines(library: Library, ids: Sequence[str], look: Look) -> Iterator[str]:
    """One line a paper: id, mark, priority, title, who and where."""
    for paper_id in ids:
        paper, reading = library.hot(paper_id), library.reading(paper_id)
        head = f"{paper.id}  {look.mark(reading.status)} {reading.priority or ' '} "
        yield head + title_and_where(paper, look, used=len(paper.id) + 6)


def queue_lines(library: Library, ids: Sequence[str], look: Look) -> Iterator[str]:
    """One line a paper, numbered."""
    width = len(str(len(ids)))
    for number, paper_id in enumerate(ids, 1):
        paper, reading = library.hot(paper_id), library.reading(paper_id)
        head = (
            f"{number:>{width}}  {paper.id}  {look.mark(reading.status)} {reading.priority or ' '} "
        )
        yield head + title_and_where(paper, look, used=width + 2 + len(paper.id) + 6)


def title_and_where(paper: Paper, look: Look, used: int) -> str:
    """The title, cut so that venue and year fit behind it."""
    title = ("~" if paper.title_is_derived else "") + look.title(paper)
    where = clean(_where(paper))
    if look.width is None:
        return f"{title}  {where}".rstrip()
    room = look.width - used - (cell_width(where) + 2 if where else 0)
    if room < _MIN_TITLE:
        return cut(title, max(look.width - used, 1), look.ellipsis)
    shown = pad(cut(title, room, look.ellipsis), room)
    return f"{shown}  {look.style(where, dim=True)}" if where else shown.rstrip()


def _where(paper: Paper) -> str:
    return " ".join(filter(None, (paper.venue, str(paper.year or ""))))


@command("show", "readq show 2602.16490", "readq show HiCI --plain", drawn=True)
@click.argument("paper")
@click.option("--plain", is_flag=True, help="Only the abstract, as it is shown.")
@click.option("--source", is_flag=True, help="Only the abstract, as the source wrote it.")
def show(session: Session, paper: str, plain: bool, source: bool) -> None:
    """Show one paper: facts, decisions, abstract, note."""
    if plain and source:
        raise UsageError("Choose one of --plain and --source.")
    with session.library() as library:
        found = library.find(paper)
        shown = library.shown(found.id)
        if session.json:
            (facts,) = library.records([found.id])
            put_json(facts | {"plain_abstract": shown.plain})
        elif source:
            put_lines([clean_block(found.abstract)])
        elif plain:
            put_lines([clean_block(shown.plain)])
        else:
            put_lines(_page(library, found, session.look))


def _page(library: Library, paper: Paper, look: Look) -> Iterator[str]:
    reading = library.reading(paper.id)
    yield from heading(paper, look)
    yield f"{look.mark(reading.status)} {'   '.join(decisions(library, paper.id))}"
    facts = {
        "id": paper.id,
        "names": ", ".join(map(str, paper.names)),
        "also": "; ".join(paper.aliases),
        "doi": paper.doi,
        "arXiv": paper.arxiv_id,
        "url": paper.url,
        "code": paper.code_url,
        "links": "  ".join(link for link in paper.links if link != paper.code_url),
    }
    for name, value in facts.items():
        if value:
            yield f"{name:<6}{clean(value)}"
    if paper.abstract:
        yield ""
        yield from wrap(clean_block(library.shown(paper.id).plain), look.text_width)
    if reading.note:
        yield ""
        yield look.style("NOTE", bold=True)
        yield from clean_block(reading.note).splitlines()


def heading(paper: Paper, look: Look) -> Iterator[str]:
    """The title, who wrote it, and where it appeared."""
    width = look.text_width
    for line in wrap(look.title(paper), width):
        yield look.style(line, bold=True)
    if remark := paper.title_remark:
        yield look.style(f"({remark})", dim=True)
    facts = filter(None, (_people(paper), _where(paper)))
    yield from filter(None, wrap(clean(look.dot.join(facts)), width))


def decisions(library: Library, paper_id: str) -> list[str]:
    """Where a paper stands, in words."""
    reading = library.reading(paper_id)
    decided = [str(reading.status)]
    queue = library.queue_ids()
    if paper_id in queue:
        decided.append(f"#{queue.index(paper_id) + 1} in queue")
    if reading.priority:
        decided.append(f"priority {reading.priority}")
    decided.extend(f"[{clean(tag)}]" for tag in reading.tags)
    if reading.deferred_until:
        decided.append(f"deferred until {reading.deferred_until}")
    if reading.trashed:
        decided.append(f"in the trash since {local_day(reading.trashed)}")
    return decided


def _people(paper: Paper) -> str:
    shown = ", ".join(paper.authors[:_SHOWN_AUTHORS])
    more = len(paper.authors) - _SHOWN_AUTHORS
    return f"{shown} +{more}" if more > 0 else shown


@command("jump", "readq jump loop grow", "readq jump HiCI --json", drawn=True)
@click.argument("words", nargs=-1, required=True, metavar="QUERY")
@click.option("--limit", type=Number(min=1), default=10, show_default=True, metavar="N")
def jump(session: Session, words: tuple[str, ...], limit: int) -> int:
    """Find papers by any words, a typo, initials, a name or an author."""
    query = " ".join(unguarded(words))
    with session.library() as library:
        hits = library.jump(query, limit)
        if session.json:
            put_json(
                [
                    {"id": h.paper_id, "title": h.title, "score": h.score, "spans": h.spans}
                    for h in hits
                ]
            )
            return 0
        put_lines(paper_lines(library, [hit.paper_id for hit in hits], session.look))
    if not hits:
        say(f'readq: no title is close to "{_short(query)}"{_other_search(query)}.')
        return 1
    return 0


def _short(text: str) -> str:
    return text if len(text) <= _MOST_SAID else f"{text[:_MOST_SAID]}…"


def _other_search(query: str) -> str:
    """The command that looks for the same words in abstracts, as a shell takes it; nothing for signs alone."""
    words = as_filter(query)
    if not words or len(words) > _MOST_SAID:
        return ""
    return f"; `readq list {shlex.quote(words)}` searches abstracts"


@command("related", "readq related HiCI", "readq related 2602.16490 --limit 3 --json")
@click.argument("paper")
@click.option("--limit", type=Number(min=1), default=10, show_default=True, metavar="N")
def related(session: Session, paper: str, limit: int) -> None:
    """Find papers like one, by the words and names they share."""
    with session.library() as library:
        found = library.related(library.find(unguarded((paper,))[0]).id, limit)
        if session.json:
            put_json(
                [
                    {
                        "id": near.paper_id,
                        "title": library.hot(near.paper_id).title,
                        "likeness": round(near.likeness, 4),
                        "words": near.words,
                    }
                    for near in found
                ]
            )
            return
        look = session.look
        for near in found:
            put_lines(paper_lines(library, [near.paper_id], look))
            put_lines([look.style(f"    both say {clean(', '.join(near.words))}", dim=True)])
    if not found:
        say("Nothing in the library is like it.")


COMMANDS = (list_, show, jump, related)
