"""Editing a text in $VISUAL or $EDITOR, so that whatever the editor does, no text is lost."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from readq.errors import ReadqError
from readq.patterns import lazily
from readq.records import dataclass
from readq.ui.rescue import Rescue, safe_name

MAX_BYTES = 5_000_000
"""The largest text taken back from an editor."""

_AT_ONCE = 0.5
"""An editor that ends within so many seconds, nothing changed, has likely gone to the background."""

_WAITING = {
    **dict.fromkeys(("code", "code-insiders", "codium", "cursor", "subl", "zed"), "--wait"),
    **dict.fromkeys(("mate", "gedit", "xed", "bbedit", "atom"), "--wait"),
    **dict.fromkeys(("gvim", "mvim"), "--nofork"),
    "kate": "--block",
}
"""Editors with windows of their own, and what makes them wait until the file is closed."""
_WAIT_OPTIONS = frozenset({*_WAITING.values(), "-w", "-f", "-b"})

_SETTING = lazily(r"[A-Za-z_]\w*=")
_SHELL_WORDS = frozenset({"&&", "||", "|", "&", ";", "<", ">", ">>"})
_USUAL_EDITORS = ("sensible-editor", "nano", "vi")


class EditorError(ReadqError):
    """The editor's command cannot be used."""


@dataclass(frozen=True, slots=True)
class Edited:
    """The editor left a new text."""

    text: str


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The text is what it was."""

    message: str = ""
    """What the person should know, if anything."""


@dataclass(frozen=True, slots=True)
class NotTaken:
    """What the editor left is not to be trusted; the old text stands."""

    message: str
    rescue: Path | None = None
    """Where what the editor left is kept."""


@dataclass(frozen=True, slots=True)
class Detached:
    """The editor came back at once and may still be open on the file."""

    message: str
    path: Path
    before: str


Outcome = Edited | Unchanged | NotTaken | Detached


def editor_command(
    configured: str = "",
    environ: Mapping[str, str] | None = None,
    *,
    windows: bool = sys.platform == "win32",
) -> tuple[str, ...]:
    """The editor's command as words: from the settings, else $VISUAL, $EDITOR, else a usual one.

    Raises:
        EditorError: There is none, it does not parse, or its program does not exist.
    """
    environ = os.environ if environ is None else environ
    named = {"the editor setting": configured}
    named |= {f"${name}": environ.get(name, "") for name in ("VISUAL", "EDITOR")}
    for where, command in named.items():
        if command.strip():
            return _parsed(command, where, windows)
    for name in ("notepad",) if windows else _USUAL_EDITORS:
        if found := shutil.which(name):
            return (found,)
    raise EditorError("There is no editor: set $EDITOR, or `editor` in the settings.")


def editor_for_settings(configured: str) -> tuple[tuple[str, ...], str]:
    """The editor's command for settings that may name a wrong editor, and what is wrong with that one.

    Raises:
        EditorError: There is no other editor either.
    """
    try:
        return editor_command(configured), ""
    except EditorError as error:
        if not configured:
            raise
        return editor_command(), str(error)


def _parsed(command: str, where: str, windows: bool) -> tuple[str, ...]:
    command = command.strip()
    if not command.isprintable():
        raise EditorError(f"The editor in {where} holds control characters; set it again.")
    try:
        words = shlex.split(command, posix=not windows)
    except ValueError:
        raise EditorError(f"The editor in {where} has an unbalanced quote: {command}") from None
    if windows:
        words = [word[1:-1] if word[:1] == word[-1:] == '"' else word for word in words]
    if strange := next((word for word in words if word in _SHELL_WORDS), ""):
        raise EditorError(
            f"The editor in {where} is run without a shell, so {strange} cannot work."
        )
    if _SETTING.match(words[0]) and not windows:
        words.insert(0, "env")
    found, words = _program(words)
    if found is None:
        raise EditorError(f"The editor {words[0]}, named in {where}, was not found.")
    wait = _WAITING.get(Path(found).stem.lower())
    waits = wait is None or not _WAIT_OPTIONS.isdisjoint(words[1:])
    return (str(Path(found).absolute()), *(() if waits or wait is None else (wait,)), *words[1:])


def _program(words: list[str]) -> tuple[str | None, list[str]]:
    """The program, and the words with its name as the first: a path may hold blanks and need no quotes."""
    for many in range(1, len(words) + 1):
        name = os.path.expandvars(" ".join(words[:many]))
        with contextlib.suppress(RuntimeError):  # there is no such home
            name = str(Path(name).expanduser()) if name.startswith("~") else name
        if found := shutil.which(name):
            return found, [name, *words[many:]]
    return None, words


def is_editor_named(configured: str = "", environ: Mapping[str, str] | None = None) -> bool:
    """Whether the reader has said which editor to use."""
    environ = os.environ if environ is None else environ
    named = (configured, environ.get("VISUAL", ""), environ.get("EDITOR", ""))
    return any(command.strip() for command in named)


def edit(
    text: str,
    *,
    title: str,
    command: Sequence[str],
    rescue: Rescue,
    clock: Callable[[], float] = time.monotonic,
) -> Outcome:
    """Let the person edit `text` in a private file named after `title`; blocks until the editor ends.

    Args:
        text: What to edit.
        title: Names the file, so that the editor shows it.
        command: From `editor_command`.
        rescue: Keeps what the editor left where it cannot be taken over.
        clock: Seconds, for telling an editor that went to the background.
    """
    folder = Path(tempfile.mkdtemp(prefix="readq-"))
    path = folder / f"{safe_name(title)}.md"
    detached = False
    try:
        _write(path, _sent(text))
        started = clock()
        status = run_on(path, command)
        outcome = _after(status, path, text, command[0], rescue)
        if outcome == Unchanged() and clock() - started < _AT_ONCE:
            detached = True
            return Detached(
                f"{_short(command[0])} came back at once. If it is still open, what it saves in"
                f" {path} is taken over; an option such as --wait makes readq wait for it.",
                path,
                text,
            )
        return outcome
    except OSError as error:
        return NotTaken(
            f"{_short(command[0])} could not be run ({error.strerror}); the text is unchanged."
        )
    finally:
        if not detached:
            shutil.rmtree(folder, ignore_errors=True)


def run_on(path: Path, command: Sequence[str]) -> int:
    """Open a file in the editor and wait until that ends; its status. Raises OSError if it cannot run."""
    with _interrupts_are_for_the_editor():
        return subprocess.run([*command, str(path)], check=False, shell=False).returncode


def text_now(detached: Detached) -> str | None:
    """The text as an editor in the background has saved it last; None if there is no telling."""
    try:
        outcome = _judged(_bytes(detached.path), detached.before)
    except (OSError, _RefusedError):
        return None
    if isinstance(outcome, Unchanged):
        return detached.before
    return outcome.text if isinstance(outcome, Edited) else None


def let_go(detached: Detached, taken: str) -> bool:
    """Remove the file of an editor in the background, if its text has been taken over; whether it has."""
    if text_now(detached) not in (taken, detached.before):
        return False
    shutil.rmtree(detached.path.parent, ignore_errors=True)
    return True


def _after(status: int, path: Path, before: str, program: str, rescue: Rescue) -> Outcome:
    if status == 0:
        return _read_back(path, before, rescue)
    ended = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
    try:
        changed = _judged(_bytes(path), before) != Unchanged()
    except (OSError, _RefusedError):
        changed = True
    if not changed:
        return Unchanged(f"{_short(program)} {ended}; the note is unchanged.")
    return _set_aside(path, f"{_short(program)} {ended}; the note is unchanged", rescue)


def _read_back(path: Path, before: str, rescue: Rescue) -> Outcome:
    try:
        data = _bytes(path)
    except FileNotFoundError:
        return NotTaken("The editor removed the file; the note is unchanged.")
    except _RefusedError as refused:
        if refused.worth_keeping:
            return _set_aside(path, f"{refused}; the note is unchanged", rescue)
        return NotTaken(f"{refused}; the note is unchanged.")
    except OSError as error:
        return NotTaken(
            f"What the editor left cannot be read ({error.strerror}); the note is unchanged."
        )
    outcome = _judged(data, before)
    if outcome is None:
        return _set_aside(path, "The editor did not write UTF-8; the note is unchanged", rescue)
    return outcome


def _judged(data: bytes, before: str) -> Outcome | None:
    """None stands for bytes that are no text."""
    if data == _sent(before):
        return Unchanged()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if "\r\n" not in before:
        text = text.replace("\r\n", "\n")
    if not before.endswith("\n"):
        text = text.removesuffix("\n")
    if text == before:
        return Unchanged()
    if not text.strip() and before.strip():
        return NotTaken("The editor left an empty file; the note is kept as it was.")
    return Edited(text)


def _set_aside(path: Path, what: str, rescue: Rescue) -> NotTaken:
    try:
        if path.is_symlink() or not path.is_file():
            return NotTaken(f"{what}.")
        kept = rescue.keep_file(path)
    except OSError as error:
        return NotTaken(f"{what}, and what the editor left cannot be kept ({error.strerror}).")
    return NotTaken(f"{what}; what the editor left is in {kept}", kept)


class _RefusedError(Exception):
    def __init__(self, what: str, *, worth_keeping: bool = False) -> None:
        super().__init__(what)
        self.worth_keeping = worth_keeping


def _bytes(path: Path) -> bytes:
    """Read by name, since editors replace a file by renaming another over it."""
    kind = path.lstat().st_mode
    if stat.S_ISLNK(kind):
        raise _RefusedError("The editor left a link in place of the file")
    if not stat.S_ISREG(kind):
        raise _RefusedError("The editor left something that is not a file")
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, os.O_RDONLY | flags), "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise _RefusedError("The editor left more than 5 MB", worth_keeping=True)
    return data


def _sent(text: str) -> bytes:
    ended = text if not text or text.endswith("\n") else f"{text}\n"
    return ended.encode("utf-8", errors="replace")


def _write(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)


@contextlib.contextmanager
def _interrupts_are_for_the_editor() -> Iterator[None]:
    """Ctrl+c reaches every program of the terminal; while the editor runs it is not meant for readq."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _short(program: str) -> str:
    return Path(program).name
