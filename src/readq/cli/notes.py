"""`note`: show or write the note on a paper; take notes back from a folder."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from readq.cli import completing
from readq.cli.command import Place, command
from readq.cli.deciding import tell
from readq.cli.output import clean_block, counted, is_tty, put_json, put_lines, say
from readq.cli.session import Session
from readq.config import load_config
from readq.domain import Change
from readq.errors import LibraryError, ReadqError, UsageError
from readq.paths import config_file, template_folder

if TYPE_CHECKING:
    from readq.library import Library
    from readq.library.note_files import NotesTaken
    from readq.ui.editor import Detached
    from readq.ui.rescue import Rescue

_MAX_NOTE = 5_000_000


@command(
    "note",
    "readq note 2602.16490",
    "readq note 2602.16490 --append 'compare with LoRA'",
    "pandoc review.docx -t markdown | readq note 2602.16490 --set -",
    "readq note 2602.16490 --template summary",
    "readq note --from ~/vault/papers",
)
@click.argument("paper", required=False)
@click.option("--show", "show", is_flag=True, help="Print the note (the default).")
@click.option("--set", "text", metavar="TEXT", help="Replace the note; - reads standard input.")
@click.option("--append", metavar="TEXT", help="Add a paragraph; - reads standard input.")
@click.option(
    "--template",
    metavar="NAME",
    shell_complete=completing.templates,
    help="Add a template, filled; `list` lists them.",
)
@click.option("--edit", is_flag=True, help="Open the note in $VISUAL or $EDITOR.")
@click.option(
    "--from",
    "folder",
    type=Place(path_type=Path),
    shell_complete=completing.folders,
    metavar="DIR",
    help="Take notes from the files that `readq export --to notes` wrote and you edited.",
)
def note(
    session: Session,
    paper: str | None,
    show: bool,
    text: str | None,
    append: str | None,
    template: str | None,
    edit: bool,
    folder: Path | None,
) -> None:
    """Show, write or edit your note on a paper, in Markdown.

    [[Title]] or [[key]] in a note links to another paper.
    """
    wanted = (show, text is not None, append is not None, edit or template is not None)
    if sum((*wanted, folder is not None)) > 1:
        raise UsageError("Choose one of --show, --set, --append, --template, --edit and --from.")
    if folder is not None or template == "list":
        if paper is not None:
            raise UsageError("--from and --template list name no paper.")
        _take(session, folder) if folder is not None else _list_templates(session)
        return
    if paper is None:
        raise UsageError("Name a paper, or a folder with --from.")
    with session.library() as library:
        found = library.find(paper)
        if text is not None:
            tell(session, library.note(found.id, _replacing(library, found.id, text)))
        elif append is not None:
            _append(session, library, found.id, _text(append).strip("\n").rstrip())
        elif edit:
            tell(session, edited(library, found.id, template))
        elif template is not None:
            tell(session, library.note(found.id, _begun(library, found.id, template)))
        else:
            _show(session, library, found.id)


def _show(session: Session, library: Library, paper_id: str) -> None:
    written = library.reading(paper_id).note
    if session.json:
        put_json(
            {
                "id": paper_id,
                "note": written,
                "links": library.linked(paper_id),
                "linked_from": library.linking(paper_id),
            }
        )
    elif written:
        # Tabs are harmless in a terminal, and a note that goes through a pipe must come back as it was.
        put_lines("\t".join(map(clean_block, written.split("\t"))).splitlines())
    else:
        say("There is no note on this paper; --append TEXT or --edit writes one.")


def _append(session: Session, library: Library, paper_id: str, added: str) -> None:
    from readq.library.templates import begun

    before = library.reading(paper_id).note
    tell(session, library.note(paper_id, begun(before, added)) if added else None)


# Templates


def _list_templates(session: Session) -> None:
    from readq.library.templates import templates

    folder = template_folder()
    names = list(templates(folder))
    if session.json:
        put_json({"folder": str(folder), "templates": names})
    else:
        put_lines(map(clean_block, names))
        say(f"Each .md file in {folder} is one more.")


def _begun(library: Library, paper_id: str, name: str) -> str:
    from readq.library import utc_now
    from readq.library.templates import begun, filled, template

    text = template(template_folder(), name)
    today = utc_now().astimezone().date()
    return begun(library.reading(paper_id).note, filled(text, library.paper(paper_id), today))


# The reader's editor


def edited(library: Library, paper_id: str, template: str | None = None) -> Change | None:
    """Let the reader write the note on a paper in an editor.

    Args:
        library: Where the paper is.
        paper_id: Which.
        template: One to begin with; None for the note as it is.

    Raises:
        ReadqError: There is no editor, it failed, or what it left cannot be kept.
    """
    from readq.ui.editor import Detached, Edited, NotTaken, edit, editor_command
    from readq.ui.rescue import Rescue

    before = library.reading(paper_id).note
    start = before if template is None else _begun(library, paper_id, template)
    title = library.hot(paper_id).title
    rescue = Rescue(library.folder, title)
    command = editor_command(load_config(config_file()).editor)
    outcome = edit(start, title=title, command=command, rescue=rescue)
    after = start
    if isinstance(outcome, NotTaken):
        raise ReadqError(outcome.message)
    if isinstance(outcome, Edited):
        after = outcome.text
    elif isinstance(outcome, Detached):
        after = _waited_for(outcome)
    elif outcome.message:
        raise ReadqError(outcome.message)
    return _saved(library, paper_id, after if after != start else before, rescue)


def _waited_for(file: Detached) -> str:
    """What an editor that came back at once saved until the reader says that it is done."""
    from readq.ui.editor import text_now

    if not is_tty(sys.stdin):
        say(f"The editor came back at once. If it is still open, what it saves is in {file.path}.")
        return file.before
    say(
        f"The editor came back at once. If {file.path} is open in it, save there; then press enter."
    )
    sys.stdin.readline()
    text = text_now(file)
    if text is None:
        raise ReadqError(f"What the editor left in {file.path} cannot be read; it stays there.")
    shutil.rmtree(file.path.parent, ignore_errors=True)
    return text


def _saved(library: Library, paper_id: str, text: str, rescue: Rescue) -> Change | None:
    try:
        return library.note(paper_id, text)
    except LibraryError as error:
        raise LibraryError(f"{error} What you wrote is in {rescue.keep(text)}.") from error


def _text(value: str) -> str:
    if value != "-":
        return value
    raw = sys.stdin.buffer.read(_MAX_NOTE + 1)
    if len(raw) > _MAX_NOTE:
        raise ReadqError("The note is larger than 5 MB; it was not saved.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadqError(
            f"The note on standard input is not UTF-8 (byte {error.start}); it was not saved."
        ) from error


def _replacing(library: Library, paper_id: str, value: str) -> str:
    """The new text; a command before the pipe that failed does not cost the note."""
    text = _text(value)
    if value == "-" and not text.strip() and library.reading(paper_id).note:
        raise ReadqError("Nothing came on standard input; the note stays. --set '' removes it.")
    return text


# Notes as files


def _take(session: Session, folder: Path) -> None:
    from readq.exporters.notefolder import notes_in
    from readq.library.note_files import take_notes

    with session.library() as library:
        report = take_notes(library, notes_in(folder))
    if session.json:
        put_json(_as_values(report))
        return
    counts = (
        f"{report.updated:,} updated, {len(report.joined):,} joined, {report.unchanged:,} unchanged, "
        f"{len(report.emptied):,} empty, {len(report.unknown):,} of papers not in the library"
    )
    if report.unreadable:
        counts += f", {len(report.unreadable):,} unreadable"
    put_lines([f"{counted(report.seen, 'note')} in {clean_block(str(folder))}: {counts}."])
    told = {
        "was not the only one to change; both texts are in the note.": report.joined,
        "is empty; the note stays.": report.emptied,
        "is no text in UTF-8 of up to 16 MB; the note stays.": report.unreadable,
        "is about no paper of this library.": report.unknown,
    }
    for what, paths in told.items():
        for path in paths:
            say(f"{path} {what}")


def _as_values(report: NotesTaken) -> dict[str, object]:
    return {
        "seen": report.seen,
        "updated": report.updated,
        "joined": [str(path) for path in report.joined],
        "unchanged": report.unchanged,
        "emptied": [str(path) for path in report.emptied],
        "unreadable": [str(path) for path in report.unreadable],
        "unknown": [str(path) for path in report.unknown],
        "change": report.change and report.change.id,
    }


COMMANDS = (note,)
