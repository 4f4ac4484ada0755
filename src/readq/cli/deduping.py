"""`dedupe`: papers that are in the library twice."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from readq.cli.command import command, unguarded
from readq.cli.deciding import change_record, tell
from readq.cli.output import Look, clean, counted, is_tty, put_json, put_lines, say
from readq.cli.session import Session
from readq.domain import Paper
from readq.errors import UsageError

if TYPE_CHECKING:
    from readq.library import Library, Proposal

_MOST_NAMES = 3
_QUESTION = "s same · n not a duplicate · enter skips · u undo · q quit: "
_PLAIN_QUESTION = _QUESTION.replace(" ·", ",")


@command("dedupe", "readq dedupe", "readq dedupe --merge --dry-run", "readq dedupe --list")
@click.option("--list", "list_", is_flag=True, help="List them, ask nothing.")
@click.option("--merge", is_flag=True, help="Merge those that are surely one work.")
@click.option("--same", nargs=2, metavar="A B", help="Merge B into A.")
@click.option("--not", "not_", nargs=2, metavar="A B", help="Remember that they are two works.")
@click.option("--part", metavar="A", help="Take apart what was merged into A.")
@click.option("--dry-run", is_flag=True, help="With --merge: say what would be merged.")
def dedupe(
    session: Session,
    list_: bool,
    merge: bool,
    same: tuple[str, str] | None,
    not_: tuple[str, str] | None,
    part: str | None,
    dry_run: bool,
) -> int | None:
    """Find papers that are there twice, and make them one.

    In a terminal each pair is asked about. Merging unites tags, notes, priority and place in the queue,
    keeps all titles and sources, and can be undone. What is no duplicate is not asked about again.
    """
    wanted = [list_, merge, same is not None, not_ is not None, part is not None]
    if sum(wanted) > 1 or (dry_run and not merge):
        raise UsageError("Use one of --list, --merge, --same, --not and --part at a time.")
    with session.library() as library:
        if same is not None:
            kept, other = (library.find(ref).id for ref in unguarded(same))
            tell(session, library.unite(kept, other))
        elif not_ is not None:
            one, other = (library.find(ref).id for ref in unguarded(not_))
            tell(session, library.keep_apart(one, other))
        elif part is not None:
            tell(session, library.part(part if library.is_part(part) else library.find(part).id))
        elif merge:
            _merge(session, library, dry_run=dry_run)
        elif session.json or list_ or not (is_tty(sys.stdin) and is_tty(sys.stdout)):
            _list(session, library, _found(library))
        else:
            _Asking(library, session.look).ask(_found(library))
    return None


def _found(library: Library) -> list[Proposal]:
    """What may be twice, with a line on stderr while that takes long."""
    shows = is_tty(sys.stderr)

    def draw(share: float) -> None:
        click.echo(
            f"\r{share:4.0%} of {counted(len(library), 'paper')} compared ", nl=False, err=True
        )

    found = library.duplicates(draw if shows else None)
    if shows:
        click.echo("\r" + " " * 60 + "\r", nl=False, err=True)
    return found


def _list(session: Session, library: Library, found: list[Proposal]) -> None:
    if session.json:
        put_json([_record(library, proposal) for proposal in found])
        return
    for proposal in found:
        put_lines(_lines(library, proposal, session.look))
    sure = sum(proposal.is_sure for proposal in found)
    more = f", {sure:,} of them surely one work (--merge)" if sure else ""
    say(f"{counted(len(found), 'pair')} that may be one work{more}.")


def _merge(session: Session, library: Library, *, dry_run: bool) -> None:
    sure = [proposal for proposal in _found(library) if proposal.is_sure]
    pairs = [(proposal.kept, proposal.other) for proposal in sure]
    shown = [_record(library, proposal) for proposal in sure]
    lines = [line for proposal in sure for line in _lines(library, proposal, session.look)]
    change = None if dry_run else library.unite_all(pairs)
    if session.json:
        put_json({"merged": shown, "change": change_record(change), "dry_run": dry_run})
        return
    put_lines(lines)
    if dry_run:
        say(f"Would merge {counted(len(sure), 'pair')}.")
    else:
        say(f"{clean(change.label).capitalize()}." if change else "Nothing to merge.")


def _record(library: Library, proposal: Proposal) -> dict[str, Any]:
    sides = {"keep": proposal.kept, "other": proposal.other}
    return {
        **{name: _side(library.hot(paper_id)) for name, paper_id in sides.items()},
        "sure": proposal.is_sure,
        "shared": proposal.shared,
        "alike": proposal.alike,
    }


def _side(paper: Paper) -> dict[str, Any]:
    return {
        "id": paper.id,
        "title": paper.title,
        "authors": list(paper.authors),
        "venue": paper.venue,
        "year": paper.year,
        "doi": paper.doi,
        "arxiv_id": paper.arxiv_id,
        "sources": [source.name for source in paper.sources],
    }


def _lines(library: Library, proposal: Proposal, look: Look) -> list[str]:
    """A pair in three lines: how sure it is, and each paper."""
    text = (
        "no abstract to compare" if proposal.shared is None else f"{proposal.shared} % of the text"
    )
    how = "surely one" if proposal.is_sure else "perhaps one"
    head = look.dot.join((how, text, f"titles {proposal.alike} % alike"))
    return [
        look.style(head, bold=True),
        *(f"  {_line(library.hot(i), look)}" for i in (proposal.kept, proposal.other)),
    ]


def _line(paper: Paper, look: Look) -> str:
    names = ", ".join(paper.authors[:_MOST_NAMES])
    names += f" +{len(paper.authors) - _MOST_NAMES}" if len(paper.authors) > _MOST_NAMES else ""
    where = " ".join(filter(None, (paper.venue, str(paper.year or ""))))
    ids = paper.doi or (f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else "")
    facts = look.dot.join(filter(None, (names, where, ids)))
    title = f"{'~' if paper.title_is_derived else ''}{look.title(paper)}"
    return clean(look.dot.join(filter(None, (f"{paper.id}  {title}", facts))))


class _Asking:
    """Asks about each pair, one line an answer."""

    def __init__(self, library: Library, look: Look) -> None:
        self._library = library
        self._look = look
        self._merged = self._apart = 0

    def ask(self, found: list[Proposal]) -> None:
        place = 0
        while place < len(found):
            proposal = found[place]
            if not self._is_there(proposal):  # merged with another one meanwhile
                place += 1
                continue
            say(f"{place + 1} of {len(found)}")
            put_lines(_lines(self._library, proposal, self._look))
            answer = self._answer()
            if answer == "q":
                break
            if answer == "u":
                place = self._undo(found, place)
                continue
            if answer == "s":
                self._merged += 1
                self._library.unite(proposal.kept, proposal.other)
            elif answer == "n":
                self._apart += 1
                self._library.keep_apart(proposal.kept, proposal.other)
            place += 1
        if not found:
            say("No paper is there twice.")
            return
        say(f"Merged {self._merged:,}, kept {self._apart:,} apart; readq undo takes each back.")

    def _answer(self) -> str:
        sys.stdout.flush()
        click.echo(_QUESTION if self._look.unicode else _PLAIN_QUESTION, nl=False, err=True)
        while True:
            line = sys.stdin.readline()
            answer = line.strip().lower()[:1]
            if not line or answer in ("s", "n", "u", "q", ""):
                return answer if line else "q"
            click.echo("Type s, n, u or q, or only enter: ", nl=False, err=True)

    def _undo(self, found: list[Proposal], place: int) -> int:
        """Take our last decision back and ask about that pair again."""
        if not self._merged + self._apart:
            say("Nothing was decided yet.")
            return place
        change = self._library.undo()
        if change is None:
            return place
        merged = bool(change.papers)
        self._merged -= merged
        self._apart -= not merged
        say(f"Undone: {change.label}")
        touched = set(change.paper_ids)
        return _place_of(found, touched, place)

    def _is_there(self, proposal: Proposal) -> bool:
        return proposal.kept in self._library and proposal.other in self._library


def _place_of(found: Iterable[Proposal], touched: set[str], default: int) -> int:
    return next(
        (n for n, p in enumerate(found) if {p.kept, p.other} <= touched),
        default,
    )


COMMANDS = (dedupe,)
