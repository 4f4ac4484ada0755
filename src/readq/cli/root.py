"""The `readq` command itself: opens the app, knows the other commands, and says what went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import click

from readq.cli import (
    completing,
    deciding,
    deduping,
    enriching,
    exporting,
    history,
    importing,
    links,
    listing,
    notes,
    picking,
    queueing,
    ranking,
    settings,
    statistics,
    triaging,
    upkeep,
)
from readq.cli.command import library_option
from readq.cli.opening import open_app
from readq.cli.output import use_ascii
from readq.cli.session import Session
from readq.cli.telling import InterruptedByReaderError, ReaderGoneError, fail, told

_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Bring papers in", ("demo", "add", "enrich")),
    (
        "Decide",
        ("triage", "mark", "priority", "tag", "defer", "trash", "queue", "next", "plan", "note"),
    ),
    ("Find", ("list", "show", "jump", "pick", "related", "rank", "open", "stats")),
    ("Take back", ("undo", "redo", "log")),
    ("Take out", ("export",)),
    ("Look after it", ("dedupe", "doctor", "compact", "backup", "restore")),
    ("Make it yours", ("config", "keys", "completions")),
)
_EXAMPLES = (
    "readq demo                          try it on 38 papers of ICML 2026",
    "readq add icml2026.txt              a list of abstracts, or of titles",
    "readq list 'status:queued tag:rl'   what is queued about one subject",
)
_HELP_WIDTH = 80
COMMANDS: tuple[click.Command, ...] = (
    *importing.COMMANDS,
    *enriching.COMMANDS,
    *listing.COMMANDS,
    *statistics.COMMANDS,
    *ranking.COMMANDS,
    *picking.COMMANDS,
    *links.COMMANDS,
    *triaging.COMMANDS,
    *deciding.COMMANDS,
    *queueing.COMMANDS,
    *notes.COMMANDS,
    *deduping.COMMANDS,
    *history.COMMANDS,
    *exporting.COMMANDS,
    *upkeep.COMMANDS,
    *settings.COMMANDS,
)


@contextmanager
def _told_by_readq() -> Iterator[None]:
    """Keep from click what it would answer with an empty line (ctrl+c) or call a failure (a closed pipe)."""
    try:
        yield
    except KeyboardInterrupt:
        raise InterruptedByReaderError from None
    except BrokenPipeError:
        raise ReaderGoneError from None


class RootGroup(click.Group):
    """The commands in the order in which a person meets them."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options of readq itself; help is printed here."""
        with _told_by_readq():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _told_by_readq():
            return super().invoke(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name, or by the one that other programs have for it."""
        return super().get_command(ctx, "add" if cmd_name == "import" else cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under headings, then some examples."""
        width = max(len(name) for name in self.commands) + 2
        for heading, names in _GROUPS:
            with formatter.section(heading):
                for name in names:
                    about = self.commands[name].get_short_help_str(limit=_HELP_WIDTH - width - 2)
                    formatter.write(f"  {name:<{width}}{about}\n")
        with formatter.section("For example"):
            for example in _EXAMPLES:
                formatter.write(f"  {example}\n")


@click.group(
    cls=RootGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    subcommand_metavar="[COMMAND]",
)
@library_option
@click.version_option(None, "--version", package_name="readq", message="readq %(version)s")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with plain ASCII only.")
@click.option(
    "--theme",
    metavar="NAME",
    default="",
    shell_complete=completing.themes,
    help="The app's colours, such as readq-paper.",
)
@click.pass_context
def cli(ctx: click.Context, ascii_only: bool, theme: str) -> None:
    """Triage a list of papers, keep a reading queue and notes, jump to any title.

    Without a command the app opens on your library.
    """
    session = ctx.ensure_object(Session)
    session.ascii, session.theme = ascii_only, theme
    use_ascii(ascii_only)
    if ctx.invoked_subcommand is None:
        ctx.exit(open_app(session))


for _command in COMMANDS:
    cli.add_command(_command)


def run(args: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 could not, 2 the call was wrong."""
    return told(partial(_run, args))


def _run(args: Sequence[str] | None) -> int:
    try:
        result = cli.main(args, prog_name="readq", standalone_mode=False)
    except click.ClickException as error:
        return _complain(error)
    except click.Abort:
        raise KeyboardInterrupt from None
    return result if isinstance(result, int) else 0


def _complain(error: click.ClickException) -> int:
    context = getattr(error, "ctx", None)
    name = context.command_path if context is not None else "readq"
    message = " ".join(error.format_message().split())
    stop = "" if message.endswith((".", "?")) else "."
    return fail(f"{message}{stop} ({name} --help says how.)", error.exit_code)
