"""The clipboard: a program of the desktop where there is one, and the terminal's own way to it (OSC 52)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from readq.text import strip_controls

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp

_SECONDS = 3
_SHOWN_LINES = 6
_SHOWN_LETTERS = 240
_MOST_BYTES = 70_000
"""What terminals take by OSC 52 at least; longer texts some of them drop without a word."""


def clipboard_command(
    environ: Mapping[str, str] | None = None, platform: str = sys.platform
) -> tuple[str, ...] | None:
    """The program that puts its input on the clipboard; None where there is no desktop."""
    environ = os.environ if environ is None else environ
    if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"):
        return None  # it would be the clipboard of the machine far away
    candidates: list[tuple[str, ...]] = []
    if platform == "darwin":
        candidates.append(("pbcopy",))
    elif platform == "win32":
        candidates.append(("clip",))
    if environ.get("WAYLAND_DISPLAY"):
        candidates.append(("wl-copy",))
    if environ.get("DISPLAY"):
        candidates += [("xclip", "-selection", "clipboard"), ("xsel", "-ib")]
    if environ.get("WSL_DISTRO_NAME"):
        candidates.append(("clip.exe",))
    for program, *arguments in candidates:
        if found := shutil.which(program):
            return (found, *arguments)
    return None


def hand_over(text: str, command: tuple[str, ...]) -> bool:
    """Give the text to a clipboard program, without a shell; whether it took it."""
    windows = Path(command[0]).stem.lower() == "clip"
    encoding = "utf-16-le" if windows else "utf-8"
    try:
        done = subprocess.run(
            command,
            input=text.encode(encoding, "replace"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def copy(app: ReadqApp, text: str, what: str) -> None:
    """Put text on the clipboard and say so, with the text to copy by hand where nobody can be sure.

    A program is started and waited for, so this belongs in a thread.

    Args:
        app: Whose terminal it is.
        text: Data; what steers a terminal is taken out.
        what: What it is, for the message.
    """
    text = strip_controls(text)
    command = clipboard_command()
    taken = command is not None and hand_over(text, command)

    def finish() -> None:
        app.copy_to_clipboard(text)
        if taken:
            app.say(_beginning(text), heading=f"Copied {what}")
            return
        long = len(text.encode("utf-8", "replace")) > _MOST_BYTES
        doubt = "It is long for a terminal's clipboard." if long else "If the terminal lets it."
        app.say(f"{_beginning(text)}\n{doubt}", heading=f"Copied {what}")

    app.call_from_thread(finish)


def _beginning(text: str) -> str:
    lines = text.splitlines()
    shown = "\n".join(lines[:_SHOWN_LINES])[:_SHOWN_LETTERS]
    return shown if shown == text else f"{shown}…"
