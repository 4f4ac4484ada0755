"""`config` and `keys`: the reader's settings, and the keys as they are with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from readq.cli.cells import pad
from readq.cli.command import command
from readq.cli.output import clean, put_json, put_lines, say
from readq.cli.session import Session
from readq.config import commented, examined, make_file, placed
from readq.errors import ReadqError, UsageError
from readq.paths import config_file

if TYPE_CHECKING:
    from readq.config import Config
    from readq.ui.keymap import ListedKey


@command("config", "readq config", "readq config --check", "readq config --path")
@click.option("--path", "show_path", is_flag=True, help="Print where the settings file is.")
@click.option("--check", is_flag=True, help="Say what is wrong with it; exit 1 if anything is.")
@click.option("--default", is_flag=True, help="Print a new settings file, every setting explained.")
def config(session: Session, show_path: bool, check: bool, default: bool) -> int:
    """Open your settings, each explained, in your editor.

    Where there is no settings file yet, one is made that changes nothing.
    """
    if show_path + check + default > 1:
        raise UsageError("Choose one of --path, --check and --default.")
    path = config_file()
    if show_path:
        put_json({"file": str(path)}) if session.json else put_lines([clean(str(path))])
        return 0
    if default:
        put_json({"text": commented()}) if session.json else put_lines(commented().splitlines())
        return 0
    if not check:
        _open(path)
    from readq.ui.settings import problems_of

    problems = problems_of(path)
    if session.json:
        found = [{"line": p.line or None, "message": p.message} for p in problems]
        put_json({"file": str(path), "problems": found})
    elif problems:
        for problem in problems:
            say(f"readq: {placed(path, problem)}")
    else:
        put_lines([f"{clean(str(path))}: all well."])
    return 1 if problems else 0


def _open(path: Path) -> None:
    from readq.ui.editor import editor_for_settings, run_on

    command_words, wrong = editor_for_settings(examined(path)[0].editor)
    if wrong:
        say(f"readq: {wrong}")
    make_file(path)
    try:
        status = run_on(path, command_words)
    except OSError as error:
        raise ReadqError(f"{command_words[0]}: {error.strerror}.") from error
    if status:
        raise ReadqError(f"The editor ended with status {status}; the settings are in {path}.")


@command("keys", "readq keys", "readq keys queue", "readq keys --json")
@click.argument("word", required=False)
def keys(session: Session, word: str | None) -> None:
    """Print the keys of the app as your settings make them.

    Beside each stands the name of its command, for the [keys] table of the settings.
    """
    from readq.ui.settings import keys_now

    config = session.settings()
    all_keys, problems = keys_now(config)
    for problem in problems:
        say(f"readq: {clean(str(problem))}")
    listed = [key for key in all_keys if _is_about(key, word or "")]
    if session.json:
        names = ("id", "keys", "does", "where")
        put_json(
            [dict(zip(names, (k.id, list(k.keys), k.does, k.where), strict=True)) for k in listed]
        )
    elif listed:
        put_lines(_table(listed, config))
    else:
        say(f'No command is about "{word}".')


def _is_about(key: ListedKey, word: str) -> bool:
    from readq.ui.key_names import named_keys

    wanted = word.casefold()
    named = named_keys(word)
    return any(wanted in text.casefold() for text in (key.id, key.does, key.where)) or any(
        name in key.keys for name in named
    )


def _table(listed: list[ListedKey], config: Config) -> list[str]:
    from readq.ui.commands import key_name

    lines: list[str] = []
    where = ""
    shown = [" ".join(key_name(k, plain=config.ascii) for k in key.keys) for key in listed]
    widths = max(map(len, shown)), max(len(key.id) for key in listed)
    for key, names in zip(listed, shown, strict=True):
        if key.where != where:
            where = key.where
            lines += ["", where] if lines else [where]
        lines.append(f"  {pad(names, widths[0])}  {key.id:<{widths[1]}}  {clean(key.does)}")
    return lines


COMMANDS = (config, keys)
