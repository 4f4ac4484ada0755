"""`triage`: decide about papers one by one, in the app or in lines."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

import click

from readq.cli.command import command, unguarded
from readq.cli.opening import NO_TERMINAL, has_terminal, settings_of_the_app, show
from readq.cli.output import Look, is_tty, put_json, say
from readq.cli.session import Session
from readq.domain import Status, local_day
from readq.errors import ReadqError, UsageError

if TYPE_CHECKING:
    from readq.cli.dialogue import Dialogue
    from readq.library import Library, Triage

_PROMPT = "> "
_INTERRUPTED = 130


@command(
    "triage",
    "readq triage",
    "readq triage 'year:2026 -tag:done'",
    "readq triage --plain tag:icml",
    "printf 'a\\nx\\n3\\n' | readq triage --plain",
    dashed=r"-(\d|[a-z]+[:<>=!])",
    drawn=True,
)
@click.argument("words", nargs=-1, metavar="[FILTER]")
@click.option("--plain", is_flag=True, help="In lines: for screen readers, plain ssh and scripts.")
def triage(session: Session, words: tuple[str, ...], plain: bool) -> int:
    """Decide about undecided papers one by one, from where you stopped.

    Opens the app. With --plain each paper is printed, and a letter or word and Enter decide: a queue,
    1-5 queue with priority, x skip, m later, d read, u undo, k back, j pass, n TEXT note, t TAGS,
    o open, ? all of them, q leave. The letters are those of the app, your own keys included. Every
    decision is saved at once. Exit status 1 if a line of a script was not understood.
    """
    wanted = " ".join(unguarded(words))
    if not plain:
        if session.json:
            raise UsageError("--json goes with --plain.")
        return _open(session, wanted)
    with session.library() as library:
        return _converse(session, library, wanted)


def _open(session: Session, wanted: str) -> int:
    if not has_terminal():
        say("readq: triage in the app needs a terminal; `readq triage --plain` goes without one.")
        return NO_TERMINAL
    from readq.library import utc_now
    from readq.search import parse

    parse(wanted, today=local_day(utc_now()))  # a mistake is told where it was made
    config = settings_of_the_app(session)
    with session.library() as library:
        from readq.ui.start import in_triage

        return show(library, config, in_triage(wanted))


def _converse(session: Session, library: Library, wanted: str) -> int:
    from readq.cli.answers import Answers
    from readq.cli.dialogue import Dialogue, converse
    from readq.cli.meanwhile import Meanwhile
    from readq.cli.notes import edited
    from readq.library import Triage, pool_of, rank_settings

    config, scripted = session.config, not is_tty(sys.stdin)
    library.rank_settings = rank_settings(config, library)
    ids = library.ids(wanted)
    way = Triage(pool_of(library, ids, at=library.habits.now().triage_at))
    out, look = _ways_out(session)
    with Meanwhile(library, way, ids, waits=scripted) as meanwhile:
        dialogue = Dialogue(
            library,
            way,
            meanwhile,
            Answers.of(config),
            look,
            advance=config.advance,
            edit=lambda paper_id: edited(library, paper_id),
            out=out,
        )
        try:
            interrupted = converse(dialogue, sys.stdin, prompt="" if scripted else _PROMPT)
        finally:
            _keep_place(library, way)
        dialogue.finish()
    if session.json:
        put_json(_record(dialogue, way))
    if interrupted:
        return _INTERRUPTED
    return 1 if scripted and not dialogue.understood else 0


def _ways_out(session: Session) -> tuple[TextIO, Look]:
    """Where lines go and how; JSON has stdout for itself."""
    if not session.json:
        return sys.stdout, session.look
    return sys.stderr, Look(unicode=session.look.unicode)


def _keep_place(library: Library, way: Triage) -> None:
    shown = way.current or way.last_shown
    if shown:
        try:
            library.habits.stopped_triage(shown)
        except ReadqError:  # it begins at the first undecided paper then
            return


def _record(dialogue: Dialogue, way: Triage) -> dict[str, int | str | None]:
    count = dialogue.sitting.count
    return {
        "decided": dialogue.sitting.papers,
        "kept": count((Status.QUEUED, Status.READING)),
        "skipped": count((Status.SKIPPED,)),
        "later": count((Status.LATER,)),
        "read": count((Status.READ,)),
        "papers": way.total,
        "left": way.left,
        "at": way.current or None,
    }


COMMANDS = (triage,)
