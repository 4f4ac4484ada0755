"""`add` and `demo`: bring papers in."""

from __future__ import annotations

import gc
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from readq.cli import completing
from readq.cli.bar import Bar
from readq.cli.command import Number, command
from readq.cli.listing import queue_lines
from readq.cli.opening import has_terminal, settings_of_the_app, show
from readq.cli.output import Look, clean, counted, is_tty, put_json, put_lines, say
from readq.cli.session import Session
from readq.cli.telling import InterruptedByReaderError
from readq.errors import UsageError
from readq.paths import demo_library

if TYPE_CHECKING:
    from readq.library import ImportProgress, ImportReport, Library

_SHOWN_ISSUES = 20
_MANY_OBJECTS = 3_000_000


@command("add", "readq add icml2026.txt", "readq add catalogue.json --tag icml --dry-run")
@click.argument(
    "sources", nargs=-1, required=True, metavar="SOURCE...", shell_complete=completing.files
)
@click.option(
    "--format",
    "format_",
    metavar="F",
    shell_complete=completing.formats,
    help="The format, where readq takes it for another one: bibtex, ris, csl-json, json, csv, tsv, endnote, "
    "nbib, wos, markdown, plain, identifiers, arxiv, pdf and others.",
)
@click.option(
    "--as",
    "shape",
    type=click.Choice(["auto", "abstracts", "titled", "titles"]),
    default="auto",
    help="How a plain list is built.",
)
@click.option("--tag", "tags", multiple=True, metavar="T", help="Tag every paper named.")
@click.option("--venue", default="", metavar="V", help="Venue of papers that have none.")
@click.option("--year", type=Number(1000, 9999), metavar="Y", help="Their year.")
@click.option("--dry-run", is_flag=True, help="Say what would happen, write nothing.")
def add(
    session: Session,
    sources: tuple[str, ...],
    format_: str | None,
    shape: Any,
    tags: tuple[str, ...],
    venue: str,
    year: int | None,
    dry_run: bool,
) -> int:
    """Import files of any kind, identifiers, or - (standard input).

    An identifier is an arXiv id, a DOI or an OpenReview address; a catalogue gives the title.
    """
    bar = Bar() if is_tty(sys.stderr) else None
    with (
        _interruption_told(session, writes=not dry_run) as before,
        session.library() as library,
        bar or nullcontext(),
        _seldom_tidied(),
    ):
        before.append(library.next_change)
        report = library.add(
            *sources,
            format=format_,
            shape=shape,
            tags=tags,
            venue=venue,
            year=year,
            dry_run=dry_run,
            progress=partial(_show, bar) if bar else None,
            stdin=sys.stdin.buffer if "-" in sources else None,
        )
    _talk(report)
    if session.json:
        put_json(report.to_json())
    else:
        put_lines([("would be: " if dry_run else "") + report.sentence()])
    nothing_came = report.seen > 0 and report.rejected == report.seen
    return 1 if report.failed or nothing_came else 0


@contextmanager
def _interruption_told(session: Session, *, writes: bool) -> Iterator[list[int]]:
    """Say what ctrl+c left behind: a large list is written in parts, and those that are written stay.

    Takes the number of the first change that can be one of them.
    """
    before: list[int] = []
    try:
        yield before
    except KeyboardInterrupt:
        if not writes:
            raise
        with session.library() as library:
            newest = [c for c in library.log(1) if before and c.id >= before[0]]
        said = "interrupted; nothing was added."
        if newest:
            said = (
                f"interrupted. Before that it {clean(newest[0].label)}; add the list again for the "
                "others, or undo to take these back."
            )
        raise InterruptedByReaderError(said) from None


@contextmanager
def _seldom_tidied() -> Iterator[None]:
    """Look for cycles hardly ever: papers that come in have none, and looking takes a twentieth of the time.

    What is there at the end is not looked through either: the command is done with it.
    """
    usual = gc.get_threshold()
    gc.set_threshold(_MANY_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*usual)


def _talk(report: ImportReport) -> None:
    for sentence in (*report.failed, *report.understood):
        say(f"readq: {sentence}")
    for issue in report.issues[:_SHOWN_ISSUES]:
        place = issue.source if issue.line is None else f"{issue.source}:{issue.line}"
        is_said = issue.key == issue.source or issue.message.startswith(f"{issue.key} has ")
        key = "" if is_said or not issue.key else f" {issue.key}:"
        say(f"{place}:{key}{'' if issue.kept else ' not added:'} {issue.message}")
    more = len(report.issues) - _SHOWN_ISSUES
    if more > 0:
        say(f"and {more:,} more (--json lists all)")
    for merged in report.merged[:_SHOWN_ISSUES]:
        say(
            f'"{merged.title}" is another title of {merged.paper_id} and became part of it; '
            f"if it is not, readq dedupe --part {merged.part_id}."
        )
    for doubt in report.doubtful:
        say(
            f'perhaps "{doubt.title}" is the title of {doubt.paper_id} '
            f"({doubt.shared} % of the wording is the same); it was added as a paper of its own."
        )


def _show(bar: Bar, at: ImportProgress) -> None:
    what = "" if at.phase == "reading" else "writing"
    bar.draw(at.share, f"{counted(at.seen, 'record')}  {at.source}", instead=what)


@command("demo", "readq demo", "readq demo --fresh", drawn=True)
@click.option("--fresh", is_flag=True, help="Forget what was decided in the demo before.")
def demo(session: Session, fresh: bool) -> int:
    """Try readq on the two bundled ICML 2026 lists.

    The demo has a library of its own that stays until --fresh; your own papers are not touched.
    """
    from readq.library import open_samples

    if fresh and session.folder is not None:
        raise UsageError("--fresh empties the demo's own library only; leave --library out.")
    folder = session.folder or demo_library()
    if fresh and folder.exists():
        shutil.rmtree(folder)
    with open_samples(folder) as library:
        if session.json:
            ids = library.queue_ids() or library.ids()
            put_json(list(library.records(ids)))
            return 0
        if has_terminal():
            return show(library, settings_of_the_app(session))
        say(
            "readq: no terminal, so here is the queue; run `make run` or `readq demo` in a terminal "
            f"to triage, or use READQ_LIBRARY={shlex.quote(str(folder))} readq mark queued PAPER."
        )
        put_lines(_demo_lines(library, session.look))
    return 0


def _demo_lines(library: Library, look: Look) -> list[str]:
    queued = library.queue_ids()
    if queued:
        return [f"Queue: {counted(len(queued), 'paper')}", *queue_lines(library, queued, look)]
    waiting = library.ids("status:new")
    return [
        f"The queue is empty; {counted(len(waiting), 'paper')} wait in the inbox:",
        *queue_lines(library, waiting, look),
    ]


COMMANDS = (add, demo)
