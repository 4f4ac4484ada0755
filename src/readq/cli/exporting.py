"""`export`: take papers and notes out."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from readq.cli.command import Place, Word, command, unguarded
from readq.cli.output import counted, put_json, put_text, say
from readq.cli.session import Session
from readq.domain.formats import WRITTEN
from readq.errors import UsageError
from readq.exporters import EXPORTERS, ExportOptions

_NOTES = "notes"
_TABLES = ("csv", "tsv")
_BY_SUFFIX = {
    ".bib": "bibtex",
    ".ris": "ris",
    ".json": "csl-json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".md": "markdown",
    ".markdown": "markdown",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}


@command(
    "export",
    "readq export 'status:queued' -o queue.bib",
    "readq export tag:thesis --to ris --notes",
    "readq export --to notes -o ~/vault/papers",
    dashed=r"-(\d|[a-z]+[:<>=!])",
)
@click.argument("words", nargs=-1, metavar="[FILTER]")
@click.option(
    "--to",
    "format_",
    type=Word([*EXPORTERS, _NOTES], WRITTEN),
    metavar="F",
    help=f"The format: {', '.join((*EXPORTERS, _NOTES))}; else the one the file's ending stands for, else jsonl.",
)
@click.option(
    "-o",
    "--output",
    type=Place(path_type=Path),
    metavar="FILE",
    help="Where to write; a folder for notes.",
)
@click.option("--force", is_flag=True, help="Overwrite what readq did not write.")
@click.option(
    "--notes/--no-notes",
    "notes",
    default=None,
    help="Give your notes out or not; tables, Markdown and jsonl have them, the others do not.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="BibTeX: accents as LaTeX commands.")
@click.option("--excel", is_flag=True, help="Tables: a mark by which Excel knows the encoding.")
def export(
    session: Session,
    words: tuple[str, ...],
    format_: str | None,
    output: Path | None,
    force: bool,
    notes: bool | None,
    ascii_only: bool,
    excel: bool,
) -> None:
    """Write papers in a format other programs read, or notes as files.

    Papers in the trash stay out unless the filter says in:trash; notes on them are written with all others.

    A file is overwritten only if it is as readq last wrote it, or with --force.
    """
    output = None if output is not None and str(output) == "-" else output
    chosen = format_ or _format_of(output)
    if ascii_only and chosen != "bibtex":
        raise UsageError(f"--ascii goes with bibtex; {chosen} is always Unicode.")
    if excel and chosen not in _TABLES:
        raise UsageError("--excel goes with csv and tsv.")
    wanted = " ".join(unguarded(words))
    if chosen == _NOTES:
        _export_notes(session, wanted, output, force=force)
        return
    from readq.library.written import Target

    options = ExportOptions(notes=notes, ascii=ascii_only, bom=excel)
    with session.library() as library:
        target = Target(output, library.folder) if output is not None else None
        if target is not None:
            target.check(force=force)
        text = library.export(wanted, chosen, options)
        count = len(library.ids(wanted)) if target is not None or session.json else 0
        if target is not None:
            target.write(text.encode())
            say(f"Wrote {counted(count, 'paper')} to {output}.")
    if session.json:
        put_json(
            {
                "papers": count,
                "format": chosen,
                "file": str(output) if output is not None else None,
                "text": text if output is None else None,
            }
        )
    elif output is None:
        put_text(text)


def _format_of(output: Path | None) -> str:
    if output is None:
        return "jsonl"
    known = _BY_SUFFIX.get(output.suffix.lower())
    if known is None:
        raise UsageError(
            f"{output} does not say its format; name one with --to, or end it in "
            f"{', '.join(sorted(_BY_SUFFIX))}."
        )
    return known


def _export_notes(session: Session, wanted: str, folder: Path | None, *, force: bool) -> None:
    from readq.exporters.notefolder import write_notes  # other exports need not load it

    if folder is None:
        raise UsageError("Notes go into a folder; name it with -o DIR.")
    with session.library() as library:
        ids = library.ids(wanted or "in:library,trash")
        papers = ((library.paper(i), library.reading(i)) for i in ids)
        report = write_notes(papers, folder, force=force)
    edited = [str(path) for path in report.edited]
    if session.json:
        put_json({"format": _NOTES, "folder": str(folder)} | asdict(report) | {"edited": edited})
    say(
        f"{counted(report.notes, 'note')} in {folder}: {report.written:,} new, "
        f"{report.updated:,} updated, {report.unchanged:,} unchanged, {len(edited):,} left alone."
    )
    for path in edited:
        say(f"{path} has text of its own; --force overwrites it.")


COMMANDS = (export,)
