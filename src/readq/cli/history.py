"""`undo`, `redo`, `log`: take changes back, do them again, look at them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from readq.cli.cells import cut
from readq.cli.command import Number, command
from readq.cli.deciding import change_record
from readq.cli.output import Look, put_json, put_lines, say
from readq.cli.session import Session
from readq.domain import Change, ChangeKind

if TYPE_CHECKING:
    from readq.library import Library

_VERBS = {ChangeKind.DO: "", ChangeKind.UNDO: "undone: ", ChangeKind.REDO: "redone: "}


@command("undo", "readq undo", "readq undo 3")
@click.argument("count", type=Number(min=1), default=1, metavar="[N]")
def undo(session: Session, count: int) -> int:
    """Take the last change back, or the last N; works across restarts."""
    return _step(session, lambda library: library.undo(), count, "Nothing to undo.")


@command("redo", "readq redo")
@click.argument("count", type=Number(min=1), default=1, metavar="[N]")
def redo(session: Session, count: int) -> int:
    """Do what was undone again."""
    return _step(session, lambda library: library.redo(), count, "Nothing to redo.")


def _step(
    session: Session, step: Callable[[Library], Change | None], count: int, nothing: str
) -> int:
    done: list[Change] = []
    with session.library() as library:
        while len(done) < count and (change := step(library)) is not None:
            done.append(change)
        if session.json:
            put_json([change_record(change) for change in done])
        else:
            put_lines(_line(change, session.look) for change in done)
        for change in done:
            for paper_id in change.skipped:
                say(f'"{library.hot(paper_id).title}" was changed since; that part was left alone.')
    if not done:
        say(nothing)
    return 0 if done else 1


@command("log", "readq log --limit 5", drawn=True)
@click.option("--limit", type=Number(min=1), default=20, show_default=True, metavar="N")
def log(session: Session, limit: int) -> None:
    """Show the latest changes, newest first."""
    with session.library() as library:
        changes = library.log(limit)
    if session.json:
        put_json([change_record(change) for change in changes])
        return
    look = session.look
    for change in changes:
        line = f"{change.id:>6}  {change.when.astimezone():%Y-%m-%d %H:%M}  {_line(change, look)}"
        put_lines([cut(line, look.width, look.ellipsis)])


def _line(change: Change, look: Look) -> str:
    text = look.label(change.label)
    return _VERBS[change.kind] + text if _VERBS[change.kind] else text[:1].upper() + text[1:]


COMMANDS = (undo, redo, log)
