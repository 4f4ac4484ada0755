"""A line on stderr that says how far something has come."""

from __future__ import annotations

import shutil
import time
from typing import Self

import click

from readq.cli.cells import cut, pad
from readq.cli.output import Look, clean

_REDRAW_SECONDS = 0.1
_CELLS = 20


class Bar:
    """The line; as a context manager it is taken away at the end."""

    def __init__(self) -> None:
        self._last = 0.0

    def draw(self, share: float, words: str, *, instead: str = "") -> None:
        """Show where things are, some ten times a second.

        Args:
            share: How much is done, 0 to 1.
            words: What is being done.
            instead: What to say in place of the percentage, at once.
        """
        now = time.monotonic()
        if now - self._last < _REDRAW_SECONDS and not instead:
            return
        self._last = now
        width = shutil.get_terminal_size().columns - 1
        filled = round(_CELLS * min(share, 1.0))
        line = f"{'#' * filled}{'.' * (_CELLS - filled)} {instead or f'{share:4.0%}'}  {words}"
        click.echo(
            "\r" + pad(cut(clean(line), width, Look.of_stderr().ellipsis), width),
            nl=False,
            err=True,
        )

    def __enter__(self) -> Self:
        """Begin without a line: what is quick shows none."""
        return self

    def __exit__(self, *_: object) -> None:
        """Take the line away, also before an error is told."""
        width = shutil.get_terminal_size().columns - 1
        click.echo("\r" + " " * width + "\r", nl=False, err=True)
