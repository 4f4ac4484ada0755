"""What all commands share: `--json`, `--library`, examples in the help, dashed words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import click

from readq.cli import completing
from readq.cli.output import Colour
from readq.cli.session import Session
from readq.domain.formats import meant, nearest
from readq.patterns import lazily

# Stands before a word that begins with a dash and is no option, while click parses.
_GUARD = "\x00"
_NEGATIVE_NUMBER = lazily(r"-\d")


class Number(click.IntRange):
    """A whole number, which may be negative, with messages for people."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Take the guard before a dash away first."""
        plain = value.removeprefix(_GUARD) if isinstance(value, str) else value
        try:
            number = int(plain)
        except ValueError:
            self.fail(f'"{plain}" is not a whole number {self._describe_range()}.', param, ctx)
        if (self.min is not None and number < self.min) or (
            self.max is not None and number > self.max
        ):
            self.fail(f"{number} is not a number {self._describe_range()}.", param, ctx)
        return number

    def _describe_range(self) -> str:
        return f"from {self.min}" + ("" if self.max is None else f" to {self.max}")


class Word(click.Choice[str]):
    """One of some words, or another name for one; a mistyped one is told the nearest."""

    def __init__(
        self, words: Iterable[str], others: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        """Take certain words.

        Args:
            words: Those there are.
            others: Other names for some of them.
        """
        super().__init__(list(words))
        self._others = others or {}

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take other names for what they mean."""
        name = meant(value, self._others)
        if name not in self.choices:
            self._refuse(value, name, param, ctx)
        return name

    def _refuse(
        self, value: str, name: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> NoReturn:
        known = [*self.choices, *(word for more in self._others.values() for word in more)]
        near = nearest(name, known)
        said = f"'{value}' is not one of {', '.join(self.choices)}"
        self.fail(f'{said}; did you mean "{near}"?' if near else f"{said}.", param, ctx)


class Place(click.Path):
    """A file or folder; a word without letters is none, though it would be the folder one is in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse the empty word, as an unset variable leaves it."""
        if value == "":
            self.fail("it names no file or folder.", param, ctx)
        return super().convert(value, param, ctx)


class ReadqCommand(click.Command):
    """A command whose help ends in examples and which may take words that begin with a dash."""

    examples: tuple[str, ...] = ()
    dashed: re.Pattern[str] = _NEGATIVE_NUMBER

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Let click see dashed words such as `-rl` or `-tag:done` as plain words."""
        try:
            return super().parse_args(ctx, self._guarded(ctx, args))
        except click.UsageError as error:
            # An option without its value names no command whose help would say how.
            error.ctx = error.ctx or ctx
            raise

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        with formatter.section("Example" if len(self.examples) == 1 else "Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")

    def _guarded(self, ctx: click.Context, args: list[str]) -> list[str]:
        with_value = {
            name
            for param in self.get_params(ctx)
            if isinstance(param, click.Option) and not param.is_flag
            for name in param.opts
        }
        words: list[str] = []
        for place, word in enumerate(args):
            if word == "--":
                return words + args[place:]
            is_value = place > 0 and args[place - 1] in with_value
            dashed = not is_value and self.dashed.match(word) is not None
            words.append(_GUARD + word if dashed else word)
        return words


class ReadqGroup(ReadqCommand, click.Group):
    """A command that does something of its own and has sub-commands."""


def _set_json(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        ctx.ensure_object(Session).json = True


def _set_folder(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value == "":  # would be the folder one is in
        raise click.BadParameter("it names no folder.", ctx, param)
    if value is not None:
        ctx.ensure_object(Session).folder = Path(value).expanduser()


def library_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--library DIR`, before or after the command's name."""
    return click.option(
        "--library",
        metavar="DIR",
        expose_value=False,
        callback=_set_folder,
        shell_complete=completing.folders,
        help="The library's folder; else $READQ_LIBRARY, else your data folder.",
    )(function)


def shared_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--json` and `--library DIR`, as every command takes them."""
    json_option = click.option(
        "--json",
        is_flag=True,
        expose_value=False,
        callback=_set_json,
        help="Print one JSON value and nothing else.",
    )
    return json_option(library_option(click.pass_obj(function)))


def _set_colour(ctx: click.Context, _param: click.Parameter, value: Colour) -> None:
    ctx.ensure_object(Session).colour = value


def _color_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--color WHEN`, for what prints lines in colour."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        metavar="WHEN",
        expose_value=False,
        callback=_set_colour,
        help="Colours: auto (on a terminal, unless $NO_COLOR is set), always or never.",
    )(function)


def command(
    name: str,
    *examples: str,
    dashed: str = "",
    group: bool = False,
    short_help_option: bool = True,
    drawn: bool = False,
) -> Callable[[Callable[..., Any]], Any]:
    """Make a function a readq command; it gets the `Session` first.

    Args:
        name: What a person types.
        examples: Whole command lines for the help.
        dashed: A pattern of words that begin with a dash and are no options, besides negative numbers.
        group: Whether it has sub-commands.
        short_help_option: Whether `-h` asks for help too.
        drawn: Whether it prints lines in colour, so that `--color` has a say.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        cls = ReadqGroup if group else ReadqCommand
        how = {"invoke_without_command": True} if group else {}
        names = ["-h", "--help"] if short_help_option else ["--help"]
        with_options = shared_options(function)
        if drawn:
            with_options = _color_option(with_options)
        made = click.command(name, cls=cls, context_settings={"help_option_names": names}, **how)(
            with_options
        )
        made.examples = examples
        if dashed:
            made.dashed = re.compile(dashed)
        return made

    return decorate


def unguarded(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words as typed, without the guard before a dash."""
    return tuple(word.removeprefix(_GUARD) for word in words)
