"""Copies of text that could not be saved, so that none is lost."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import tempfile
import unicodedata
from collections.abc import Callable
from functools import partial
from pathlib import Path

from readq.library import Library

_DEVICES = frozenset({"con", "prn", "aux", "nul", "clock$"}) | {
    f"{port}{n}" for port in ("com", "lpt") for n in "0123456789"
}
_MOST_BYTES = 100


def safe_name(title: str, default: str = "note") -> str:
    """`title` as one part of a file name on any system, without its ending."""
    kept = "".join(
        c if c.isalnum() or c in "-_" else " " for c in unicodedata.normalize("NFC", title)
    )
    name = "-".join(kept.split()).strip("-_")
    name = name.encode()[:_MOST_BYTES].decode(errors="ignore").strip("-_")
    return f"{name}_" if name.casefold() in _DEVICES else name or default


def own_folders(library: Library) -> list[Path]:
    """Folders for changes that could not be saved in which only the reader writes: the library's, and the home."""
    folders = [] if library.folder is None else [library.folder]
    with contextlib.suppress(RuntimeError):  # not everybody has one
        folders.append(Path.home())
    return folders


def keep_unsaved(library: Library) -> str:
    """Keep changes that could not be saved in a file before leaving; a sentence that tells where.

    Returns:
        The sentence; empty when all is saved.
    """
    if not library.unsaved or library.save():
        return ""
    many = f"{library.unsaved:,} change{'s' * (library.unsaved != 1)}"
    for folder in (*own_folders(library), Path(tempfile.gettempdir())):
        with contextlib.suppress(OSError):
            path = library.keep_unsaved_aside(folder)
            return (
                f"readq: {many} could not be saved ({library.save_error}) and wait in {path}; "
                f"`readq restore {shlex.quote(str(path))}` brings them back."
            )
    return f"readq: {many} could not be saved anywhere: {library.save_error}"


class Rescue:
    """One text's rescue file: made at the first `keep`, replaced by the later ones."""

    def __init__(self, library_folder: Path | None, title: str) -> None:
        self._library_folder = library_folder
        self._name = safe_name(title)
        self.path: Path | None = None
        """The file, once there is one."""

    def keep(self, text: str) -> Path:
        """Write `text`; raises OSError when even that is not possible."""
        return self.keep_bytes(text.encode("utf-8", errors="surrogatepass"))

    def keep_bytes(self, data: bytes) -> Path:
        """Write `data` whole before what was kept so far is given up."""
        path = self._written(
            partial(_write_whole, data=data), self._last_path, self._beside_library, self._elsewhere
        )
        if path != self.path:
            self.drop()
        self.path = path
        return path

    def keep_file(self, source: Path) -> Path:
        """Take over a whole file, whatever is in it; what was kept before stays."""
        self.path = self._written(
            partial(_take_over, source=source), self._beside_library, self._elsewhere
        )
        return self.path

    @staticmethod
    def _written(write: Callable[[Path], None], *places: Callable[[], Path | None]) -> Path:
        """Write in the first place there is that takes it: a disk may be full."""
        problems: list[OSError] = []
        for place in places:
            try:
                if (path := place()) is not None:
                    write(path)
                    return path
            except OSError as error:
                problems.append(error)
        raise problems[0]

    def _last_path(self) -> Path | None:
        return self.path

    def drop(self) -> None:
        """Remove the copy: the text is safe in the library."""
        if self.path is not None:
            _forget(self.path)
            self.path = None

    def _beside_library(self) -> Path | None:
        if self._library_folder is None:
            return None
        folder = self._library_folder / "rescue"
        folder.mkdir(mode=0o700, exist_ok=True)
        return self._free_path(folder)

    def _elsewhere(self) -> Path:
        return self._free_path(Path(tempfile.mkdtemp(prefix="readq-rescue-")))

    def _free_path(self, folder: Path) -> Path:
        for number in range(1, 10_000):
            path = folder / (f"{self._name}.md" if number == 1 else f"{self._name}-{number}.md")
            try:
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            except FileExistsError:
                continue
            return path
        raise FileExistsError(f"{folder} holds too many copies of {self._name}.md")


def _write_whole(path: Path, data: bytes) -> None:
    """Put `data` in place of the file; what could not be written whole leaves nothing but what was there."""
    draft = path.with_suffix(".part")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        _forget(draft)
        _forget_empty(path)
        raise


def _take_over(path: Path, source: Path) -> None:
    try:
        shutil.move(source, path)
    except OSError:
        if source.exists():
            _forget(path)  # at most a part of it
        raise
    with contextlib.suppress(OSError):
        path.chmod(0o600)


def _forget(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def _forget_empty(path: Path) -> None:
    """Remove the file that held the name, unless an older copy is in it."""
    with contextlib.suppress(OSError):
        if not path.stat().st_size:
            path.unlink()
