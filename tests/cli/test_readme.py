"""What the documents promise exists."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from readq.cli.root import COMMANDS, cli

ROOT = Path(__file__).parents[2]
BY_NAME = {str(command.name): command for command in COMMANDS}


def lines() -> list[str]:
    """The command lines of README and of every command's help."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = [
        part.split("#")[0].strip()
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
        for part in line.split("&&")
    ]
    helps = [example for command in COMMANDS for example in getattr(command, "examples", ())]
    # What is restored has to be there.
    return sorted({li for li in (*shown, *helps) if re.match("readq (?!restore)", li)})


@pytest.mark.parametrize("line", lines())
def test_every_command_line_shown_can_be_typed(line: str) -> None:
    name, *words = shlex.split(line.partition(">>")[0])[1:]
    command = BY_NAME[name]
    context = click.Context(command, info_name=name, parent=click.Context(cli, obj=None))
    command.parse_args(context, words)


def test_there_are_command_lines_to_look_at() -> None:
    assert len(lines()) > 25
