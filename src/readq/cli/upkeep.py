"""`doctor`, `compact`, `backup`, `restore`, `completions`: look after the library and the shell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import get_completion_class

from readq.cli.command import Place, command
from readq.cli.output import clean, counted, put_json, put_lines, say
from readq.cli.session import Session
from readq.paths import default_library

if TYPE_CHECKING:
    from readq.library import Finding


@command("doctor", "readq doctor", "readq doctor --fix")
@click.option("--fix", is_flag=True, help="Mend what can be mended, after a copy.")
def doctor(session: Session, fix: bool) -> int:
    """Say what is wrong with a library, also one that does not open.

    --fix first keeps every file as it is in backups/, then does what each line proposes.
    """
    from readq.library import examine_library, mend_library

    folder = session.folder or default_library()
    found = examine_library(folder)
    kept = mend_library(folder) if fix else None
    left = examine_library(folder) if kept else found
    if session.json:
        shown = [{"trouble": f.trouble, "fix": f.cure or None} for f in found]
        put_json({"library": str(folder), "found": shown, "kept": str(kept) if kept else None})
    else:
        put_lines(_told(found) or [f"{clean(str(folder))}: all well."])
        if kept:
            say(f"Mended; every file as it was is in {kept}.")
    return 1 if left else 0


@command("compact", "readq compact")
def compact(session: Session) -> None:
    """Rewrite the files as plain TinyDB JSON."""
    with session.library() as library:
        library.compact()
        papers = len(library) + len(library.trash_ids)
    if session.json:
        put_json({"papers": papers})
    else:
        put_lines([f"{counted(papers, 'paper')} in plain TinyDB files."])


@command("backup", "readq backup", "readq backup ~/readq.tar.gz")
@click.argument("file", type=Place(path_type=Path, dir_okay=False), required=False)
def backup(session: Session, file: Path | None) -> None:
    """Pack the library into one file and read it back to be sure."""
    from readq.library import utc_now

    target = file or Path(f"readq-{utc_now().astimezone():%Y%m%d-%H%M%S}.tar.gz")
    with session.library() as library:
        written = library.back_up(target)
        papers = len(library) + len(library.trash_ids)
    if session.json:
        put_json({"file": str(written), "papers": papers})
    else:
        put_lines([f"{counted(papers, 'paper')} in {clean(str(written))}."])


@command(
    "restore",
    "readq restore readq-20261130-120000.tar.gz",
    "readq restore ~/.local/share/readq/library/backups/daily-2026-11-30",
)
@click.argument("file", type=Place(path_type=Path, exists=True))
def restore(session: Session, file: Path) -> None:
    """Put a backup in the library's place, which is kept beside it.

    A file of unsaved changes, as the app leaves one when the disk is full, is brought back instead.
    """
    from readq.library import holds_unsaved, restore_library

    folder = session.folder or default_library()
    if holds_unsaved(file):
        with session.library() as library:
            change = library.bring_back(file)
        if session.json:
            put_json({"library": str(folder), "change": change and change.id})
        else:
            label = change and session.look.label(change.label)
            put_lines([f"{label.capitalize()}." if label else "All of it is there already."])
        return
    beside = restore_library(file, folder)
    if session.json:
        put_json({"library": str(folder), "kept": str(beside) if beside else None})
        return
    put_lines([f"Restored {clean(str(folder))}."])
    if beside is not None:
        say(f"The library that was there is now {beside}.")


@command("completions", "readq completions bash >> ~/.bashrc")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completions(session: Session, shell: str) -> None:
    """Print the script that makes a shell complete readq's commands."""
    kind = get_completion_class(shell)
    assert kind is not None
    root = click.get_current_context().find_root().command
    source = kind(root, {}, "readq", "_READQ_COMPLETE").source()
    # fish would end names and explanations at their first comma.
    source = source.replace('string split ","', 'string split --max 1 ","')
    if session.json:
        put_json({"shell": shell, "script": source})
    else:
        put_lines([source])


def _told(found: list[Finding]) -> list[str]:
    lines = []
    for finding in found:
        lines.append(clean(finding.trouble))
        if finding.cure:
            lines.append(f"  --fix: {clean(finding.cure)}")
    return lines


COMMANDS = (doctor, compact, backup, restore, completions)
