"""`mark`, `priority`, `tag`, `defer`, `trash`: decisions, each one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from readq.cli.command import Number, command, unguarded
from readq.cli.output import put_json, put_lines
from readq.cli.session import Session
from readq.domain import MAX_PRIORITY, Change, Status, local_day, parse_day
from readq.errors import UsageError

if TYPE_CHECKING:
    from readq.library import Library


def found_ids(library: Library, refs: tuple[str, ...]) -> list[str]:
    """The ids of the papers named."""
    return [library.find(ref).id for ref in unguarded(refs)]


def tell(session: Session, change: Change | None) -> None:
    """Say what a command changed."""
    if session.json:
        put_json(change_record(change))
    else:
        put_lines([session.look.label(sentence(change))])


def change_record(change: Change | None) -> dict[str, Any] | None:
    """A change as plain values; None when nothing was different."""
    if change is None:
        return None
    return {
        "id": change.id,
        "kind": str(change.kind),
        "label": change.label,
        "when": change.when.isoformat(),
        "of": change.of,
        "papers": list(change.paper_ids),
        "left_alone": list(change.skipped),
    }


def sentence(change: Change | None) -> str:
    """What a change did."""
    if change is None:
        return "Nothing to change."
    return change.label[:1].upper() + change.label[1:]


@command("mark", "readq mark queued 2602.16490", "readq mark skipped HiCI SD-MoE")
@click.argument("status", type=click.Choice([str(s) for s in Status]), metavar="STATUS")
@click.argument("papers", nargs=-1, required=True, metavar="PAPER...")
def mark(session: Session, status: str, papers: tuple[str, ...]) -> None:
    """Give a status: new, later, queued, reading, read or skipped."""
    with session.library() as library:
        tell(session, library.mark(found_ids(library, papers), Status(status)))


@command("priority", "readq priority 4 2602.16490")
@click.argument("number", type=Number(0, MAX_PRIORITY), metavar="N")
@click.argument("papers", nargs=-1, required=True, metavar="PAPER...")
def priority(session: Session, number: int, papers: tuple[str, ...]) -> None:
    """Say how soon papers are to be read: 0 (none) to 5 (most)."""
    with session.library() as library:
        tell(session, library.set_priority(found_ids(library, papers), number))


@command("tag", "readq tag 2602.16490 +reasoning -later", dashed=r"-[^-]", short_help_option=False)
@click.argument("words", nargs=-1, required=True, metavar="PAPER... +TAG -TAG")
def tag(session: Session, words: tuple[str, ...]) -> None:
    """Add (+) and remove (-) your own labels."""
    plain = unguarded(words)
    add = [w[1:] for w in plain if w.startswith("+") and w[1:].strip()]
    remove = [w[1:] for w in plain if w.startswith("-") and w[1:].strip()]
    papers = tuple(w for w in plain if not w.startswith(("+", "-")))
    if not papers or not (add or remove):
        raise UsageError("Name papers and then tags, such as `readq tag 2602.16490 +rl -done`.")
    with session.library() as library:
        tell(session, library.tag(found_ids(library, papers), add=add, remove=remove))


@command("defer", "readq defer 2602.16490 2w", "readq defer 2602.16490 monday")
@click.argument("papers", nargs=-1, required=True, metavar="PAPER...")
@click.argument("when", metavar="WHEN")
def defer(session: Session, papers: tuple[str, ...], when: str) -> None:
    """Hide papers from the queue until a day.

    A day is 2026-12-24, 24 dec, tomorrow, 3d, 2w, monday or next month; `now` ends a deferral.
    """
    from readq.library import utc_now

    day = parse_day(unguarded((when,))[0], local_day(utc_now()))
    with session.library() as library:
        tell(session, library.defer(found_ids(library, papers), day))


@command("trash", "readq trash 2602.16490", "readq trash 2602.16490 --back")
@click.argument("papers", nargs=-1, required=True, metavar="PAPER...")
@click.option("--back", is_flag=True, help="Take them out again.")
def trash(session: Session, papers: tuple[str, ...], back: bool) -> None:
    """Move papers to the trash, out of sight.

    Nothing is ever deleted: `readq list in:trash` shows them, undo or --back brings them back as they were,
    and an import leaves them there.
    """
    with session.library() as library:
        act = library.untrash if back else library.trash
        tell(session, act(found_ids(library, papers)))


COMMANDS = (mark, priority, tag, defer, trash)
