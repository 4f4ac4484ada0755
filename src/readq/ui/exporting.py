"""Exports from the palette: what the list shows, in a format, to a file the reader names."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from readq.errors import ReadqError
from readq.library.written import Target

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp

FORMATS = {
    "bibtex": ("BibTeX", "bib"),
    "biblatex": ("BibLaTeX", "bib"),
    "ris": ("RIS", "ris"),
    "csl-json": ("CSL-JSON", "json"),
    "csv": ("CSV", "csv"),
    "tsv": ("TSV", "tsv"),
    "markdown": ("Markdown", "md"),
    "jsonl": ("JSON Lines", "jsonl"),
    "asreview": ("ASReview", "csv"),
}
"""What people call a format, and how its files end."""


def ask_where(app: ReadqApp, format_: str, wanted: str, path: str = "", problem: str = "") -> None:
    """Ask for a file, and write what a filter lets pass into it.

    Args:
        app: The application.
        format_: One of `FORMATS`.
        wanted: The filter; empty for all papers.
        path: What the field holds at first; a file in the working folder when empty.
        problem: Why the last answer could not be used.
    """
    from readq.ui.screens.prompt import TextPrompt

    shown, ending = FORMATS[format_]
    what = "what the filter shows" if wanted else "all papers"
    prompt = TextPrompt(
        title=f"Export {what} as {shown} to",
        value=path or str(Path.cwd() / f"papers.{ending}"),
        hint=problem or "a file; one that readq did not write is left alone",
    )
    app.push_screen(prompt, partial(_answered, app, format_, wanted))


def _answered(app: ReadqApp, format_: str, wanted: str, answer: str | None) -> None:
    if answer is None or not answer.strip():
        return
    target = Target(Path(answer.strip()).expanduser(), app.library.folder)
    try:
        target.check(advice="name another file")
    except (ReadqError, OSError) as error:
        ask_where(app, format_, wanted, answer, str(error))
        return
    app.run_worker(partial(_write, app, format_, wanted, target), thread=True, group="export")


def _write(app: ReadqApp, format_: str, wanted: str, target: Target) -> None:
    library = app.library
    try:
        target.write(library.export(wanted, format_).encode())
        count = len(library.ids(wanted))
    except (ReadqError, OSError) as error:
        app.call_from_thread(app.say, str(error), "error", heading="Nothing was exported")
        return
    many = f"{count:,} paper{'s' * (count != 1)}"
    app.call_from_thread(app.say, f"in {target.path}", heading=f"Exported {many}")
