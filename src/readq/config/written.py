"""The settings file as readq writes it for a reader who has none: every setting explained, none changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from readq.config.settings import SETTINGS, Setting
from readq.errors import ReadqError
from readq.paths import is_no_file

_HEAD = """# Settings of readq. Take the "# " away from a line to use it; `readq config --check` says what is
# wrong. What is not set here is as readq brings it.
"""


def make_file(path: Path) -> bool:
    """Write a new settings file unless there is one; whether it was written.

    Raises:
        ReadqError: It cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        what = "a folder" if path.is_dir() else "a pipe or device" if is_no_file(path) else ""
        if what:
            raise ReadqError(f"{path} is {what}; the settings are a file of that name.") from None
        if path.parent.is_dir():
            return False
        raise ReadqError(f"{path.parent} is not a folder; the settings file goes there.") from None
    except OSError as error:
        raise ReadqError(f"{path}: cannot be written ({error.strerror}).") from error
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(commented())
    return True


def commented() -> str:
    """The text of a new settings file."""
    return "".join(_parts())


def _parts() -> Iterator[str]:
    yield _HEAD
    table = ""
    for setting in SETTINGS:
        within, _, name = setting.name.rpartition(".")
        within = setting.name if setting.is_table else within
        if within != table:
            table = within
            yield f"\n[{table}]\n"
        lead = "" if setting.is_table else f"{name} = "
        lines = (f"# {lead}{line}\n" for line in setting.example.splitlines())
        yield f"\n{_about(setting)}{''.join(lines)}"


def _about(setting: Setting) -> str:
    return "".join(f"## {line}\n" for line in setting.about.splitlines())
