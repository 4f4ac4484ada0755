"""`export`: take papers out."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import click

from readq.cli.command import Session, command, unguarded
from readq.cli.output import counted, put_bytes, put_json, say
from readq.exporters import EXPORTERS


@command(
    "export",
    "readq export 'status:queued' --to bibtex -o queue.bib",
    "readq export --to jsonl",
    dashed=r"-(\d|[a-z]+[:<>=!])",
)
@click.argument("words", nargs=-1, metavar="[FILTER]")
@click.option(
    "--to", "format_", type=click.Choice(sorted(EXPORTERS)), default="jsonl", show_default=True
)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
def export(session: Session, words: tuple[str, ...], format_: str, output: Path | None) -> None:
    """Write the papers that pass a filter as BibTeX, Markdown or JSON Lines."""
    wanted = " ".join(unguarded(words))
    with session.library() as library:
        text = library.export(wanted, format_)
        count = len(library.ids(wanted)) if output is not None or session.json else 0
    if output is not None:
        write_whole(output, text.encode())
        say(f"Wrote {counted(count, 'paper')} to {output}.")
    if session.json:
        put_json({"papers": count, "format": format_, "text": text if output is None else None})
    elif output is None:
        put_bytes(text.encode())


def write_whole(target: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all; a link in its place is replaced, not followed."""
    fd, name = tempfile.mkstemp(prefix=".readq-", dir=target.parent)
    try:
        with os.fdopen(fd, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


COMMANDS = (export,)
