"""`queue`, `queue move`, `next`, `plan`: what to read, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from readq.cli.command import Number, command, unguarded
from readq.cli.deciding import tell
from readq.cli.listing import paper_lines, queue_lines
from readq.cli.output import clean, counted, put_json, put_json_list, put_lines, say
from readq.cli.session import Session
from readq.config import load_config
from readq.domain import DailyCap
from readq.errors import UsageError
from readq.paths import config_file

if TYPE_CHECKING:
    from readq.library import Library, Plan


class _Cap(click.ParamType):  # type: ignore[type-arg]
    name = "cap"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> DailyCap:
        """Understand what a person types."""
        try:
            return DailyCap.of(value)
        except ValueError:
            self.fail(f'"{value}" is no time and no number of papers; try "90 min" or "3 papers".')


@command("queue", "readq queue", "readq queue move 2602.16490 --top", group=True, drawn=True)
@click.pass_context
def queue(ctx: click.Context, session: Session) -> None:
    """Show the queue in order; `queue move` changes the order."""
    from readq.library import in_hours

    if ctx.invoked_subcommand is not None:
        return
    with session.library() as library:
        ids = library.queue_ids()
        if session.json:
            put_json_list(library.records(ids))
            return
        put_lines(queue_lines(library, ids, session.look))
        minutes = sum(map(library.minutes, ids))
    if ids:
        say(f"{counted(len(ids), 'paper')}, about {in_hours(minutes)}")
    else:
        say("The queue is empty; `readq mark queued PAPER` fills it.")


@command("move", "readq queue move 2602.16490 --after HiCI")
@click.argument("paper")
@click.option("--top", is_flag=True, help="To the front.")
@click.option("--after", metavar="PAPER", help="Behind this paper.")
@click.option("--to", type=Number(min=1), metavar="N", help="To this place, counted from 1.")
def move(session: Session, paper: str, top: bool, after: str | None, to: int | None) -> None:
    """Move a paper within the queue."""
    if sum((top, after is not None, to is not None)) != 1:
        raise UsageError("Say where to: one of --top, --after PAPER, --to N.")
    with session.library() as library:
        place = library.find(unguarded((after,))[0]).id if after is not None else None
        tell(session, library.move(library.find(paper).id, top=top, after=place, to=to))


queue.add_command(move)


@command("next", "readq next", drawn=True)
def next_(session: Session) -> int:
    """Say what to read now."""
    from readq.library import links_of

    with session.library() as library:
        paper = library.next()
        if paper is None:
            if session.json:
                put_json(None)
            say("The queue is empty; `readq mark queued PAPER` fills it.")
            return 0 if session.json else 1
        if session.json:
            put_json(next(library.records([paper.id])))
        else:
            put_lines(queue_lines(library, [paper.id], session.look))
            link = next((address for _, address in links_of(paper)), "")
            if link:
                put_lines([f"   {clean(link)}"])
    return 0


@command("plan", "readq plan", "readq plan --cap '3 papers'", drawn=True)
@click.option(
    "--cap", type=_Cap(), metavar="CAP", help="Such as '90 min' or '3 papers'; else the setting."
)
def plan(session: Session, cap: DailyCap | None) -> None:
    """Say what of the queue today has room for.

    How much that is, is `daily` in the settings; what was read today counts.
    """
    from readq.library import in_hours

    with session.library() as library:
        today = library.plan(cap or load_config(config_file()).daily)
        if session.json:
            put_json(_plan_record(library, today))
            return
        look = session.look
        put_lines(queue_lines(library, today.papers, look))
        if today.suggested:
            put_lines(["", look.style("If there is time:", dim=True)])
            put_lines(paper_lines(library, today.suggested, look))
    if not (today.papers or today.done):
        say("The queue is empty; `readq mark queued PAPER` fills it.")
        return
    planned = f"{counted(len(today.papers), 'paper')}, about {in_hours(today.minutes)}"
    done = f"; read today: {len(today.done)}, {in_hours(today.done_minutes)}" if today.done else ""
    say(f"{today.day:%A}: {planned}{done} (at most {today.cap} a day); {today.waiting} wait")


def _plan_record(library: Library, today: Plan) -> dict[str, Any]:
    return {
        "day": today.day.isoformat(),
        "cap": str(today.cap),
        "minutes": today.minutes,
        "done_minutes": today.done_minutes,
        "papers": list(library.records(today.papers)),
        "done": list(library.records(today.done)),
        "suggested": list(library.records(today.suggested)),
        "waiting": today.waiting,
    }


COMMANDS = (queue, next_, plan)
