"""`note`: show or write the note on a paper."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from readq.cli.command import Session, command
from readq.cli.deciding import tell
from readq.cli.output import clean_block, put_json, put_lines, say
from readq.config import load_config
from readq.errors import LibraryError, ReadqError, UsageError
from readq.paths import config_file

if TYPE_CHECKING:
    from readq.library import Library

_MAX_NOTE = 5_000_000


@command(
    "note",
    "readq note 2602.16490",
    "readq note 2602.16490 --append 'compare with LoRA'",
    "pandoc review.docx -t markdown | readq note 2602.16490 --set -",
)
@click.argument("paper")
@click.option("--show", "show", is_flag=True, help="Print the note (the default).")
@click.option("--set", "text", metavar="TEXT", help="Replace the note; - reads standard input.")
@click.option("--append", metavar="TEXT", help="Add a paragraph; - reads standard input.")
@click.option("--edit", is_flag=True, help="Open the note in $VISUAL or $EDITOR.")
def note(
    session: Session, paper: str, show: bool, text: str | None, append: str | None, edit: bool
) -> None:
    """Show, write or edit your note on a paper, in Markdown."""
    if sum((show, text is not None, append is not None, edit)) > 1:
        raise UsageError("Choose one of --show, --set, --append and --edit.")
    with session.library() as library:
        found = library.find(paper)
        if text is not None:
            tell(session, library.note(found.id, _text(text)))
        elif append is not None:
            before = library.reading(found.id).note.rstrip()
            added = _text(append).strip()
            after = f"{before}\n\n{added}" if before else added
            tell(session, library.note(found.id, after) if added else None)
        elif edit:
            _edit(session, library, found.id)
        else:
            _show(session, library, found.id)


def _show(session: Session, library: Library, paper_id: str) -> None:
    written = library.reading(paper_id).note
    if session.json:
        put_json({"id": paper_id, "note": written})
    elif written:
        put_lines(clean_block(written).splitlines())
    else:
        say("There is no note on this paper; --append TEXT or --edit writes one.")


def _edit(session: Session, library: Library, paper_id: str) -> None:
    before = library.reading(paper_id).note
    after = edited(before, load_config(config_file()).editor)
    try:
        change = library.note(paper_id, after) if after != before else None
    except LibraryError as error:
        fd, name = tempfile.mkstemp(prefix="readq-note-", suffix=".md")
        with os.fdopen(fd, "wb") as out:
            out.write(after.encode())
        raise LibraryError(f"{error} What you wrote is in {name}.") from error
    tell(session, change)


def _text(value: str) -> str:
    if value != "-":
        return value
    raw = sys.stdin.buffer.read(_MAX_NOTE + 1)
    if len(raw) > _MAX_NOTE:
        raise ReadqError("The note is larger than 5 MB; it was not saved.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ReadqError(
            f"The note on standard input is not UTF-8 (byte {error.start}); it was not saved."
        ) from error


def edited(text: str, configured: str = "") -> str:
    """The text after the reader's editor is done with it.

    Raises:
        ReadqError: There is no editor, it failed, or what it left cannot be read; a copy of what it
            left is kept and named.
    """
    wanted = configured or os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    try:
        words = shlex.split(wanted, posix=os.name != "nt")
    except ValueError as error:
        raise ReadqError(f"The editor {wanted} is not a command ({error}).") from error
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise ReadqError(f'There is no editor "{wanted}"; set $VISUAL or $EDITOR.')
    folder = Path(tempfile.mkdtemp(prefix="readq-note-"))
    file = folder / "note.md"
    keep = False
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(text.encode())
        try:
            with _interrupts_left_to_the_editor():
                code = subprocess.run([program, *words[1:], str(file)], check=False).returncode
            after = file.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            keep = file.exists()
            raise ReadqError(
                f"What the editor left cannot be read ({error}); the note was not changed"
                + (f", the file is {file}." if keep else ".")
            ) from error
        if code != 0:
            keep = after != text
            raise ReadqError(
                f"The editor ended with code {code}; the note was not changed"
                + (f", what you wrote is in {file}." if keep else ".")
            )
        return after
    finally:
        if not keep:
            with contextlib.suppress(OSError):
                shutil.rmtree(folder)


@contextlib.contextmanager
def _interrupts_left_to_the_editor() -> Iterator[None]:
    """A ctrl+c in the editor is the editor's; a handler, unlike SIG_IGN, is not passed on to it."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


COMMANDS = (note,)
