"""Copies of text that could not be saved, so that none is lost."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import tempfile
import unicodedata
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


def keep_unsaved(library: Library) -> str:
    """Keep changes that could not be saved in a file before leaving; a sentence that tells where.

    Returns:
        The sentence; empty when all is saved.
    """
    if not library.unsaved or library.save():
        return ""
    many = f"{library.unsaved:,} change{'s' * (library.unsaved != 1)}"
    places = (library.folder, Path.home(), Path(tempfile.gettempdir()))
    for folder in filter(None, places):
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
        path = self.path or self._free_path()
        draft = path.with_suffix(".part")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        self.path = path
        return path

    def keep_file(self, source: Path) -> Path:
        """Take over a whole file, whatever is in it."""
        path = self._free_path()
        shutil.move(source, path)
        path.chmod(0o600)
        self.path = path
        return path

    def drop(self) -> None:
        """Remove the copy: the text is safe in the library."""
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
            self.path = None

    def _free_path(self) -> Path:
        folder = self._folder()
        for number in range(1, 10_000):
            path = folder / (f"{self._name}.md" if number == 1 else f"{self._name}-{number}.md")
            try:
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            except FileExistsError:
                continue
            return path
        raise FileExistsError(f"{folder} holds too many copies of {self._name}.md")

    def _folder(self) -> Path:
        if self._library_folder is not None:
            with contextlib.suppress(OSError):
                folder = self._library_folder / "rescue"
                folder.mkdir(mode=0o700, exist_ok=True)
                if os.access(folder, os.W_OK):
                    return folder
        return Path(tempfile.mkdtemp(prefix="readq-rescue-"))
