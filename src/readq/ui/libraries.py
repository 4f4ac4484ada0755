"""Other libraries, to go to from the palette: the reader's own, the samples, and those beside the open one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from readq.errors import ReadqError
from readq.library import SAMPLE_NAME, Library, open_library
from readq.library.neighbours import libraries_near
from readq.paths import default_library, demo_library
from readq.text import clean

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp


class Libraries:
    """The libraries that have been open since the app began."""

    def __init__(self, app: ReadqApp) -> None:
        self._app = app
        self._first = app.library
        self.opened: dict[Path, Library] = {}

    def others(self) -> list[tuple[str, Path]]:
        """Names and folders of libraries that are not on show."""
        here = self._app.library.folder
        near = libraries_near(here) if here is not None else []
        folders = dict.fromkeys([default_library(), *near, *self.opened, demo_library()])
        return [
            (SAMPLE_NAME if folder == demo_library() else clean(str(folder)), folder)
            for folder in folders
            if folder != here and (folder == demo_library() or folder.is_dir())
        ]

    def go_to(self, folder: Path) -> None:
        """Show the library in a folder, as soon as it has been read."""
        here = self._app.library
        if here.folder is not None:
            self.opened.setdefault(here.folder, here)
        if folder in self.opened:
            self._app.show_library(self.opened[folder])
        elif folder == demo_library():
            self.show_samples()
        else:
            self._app.run_worker(
                lambda: self._open(folder), thread=True, group="open", exclusive=True
            )

    def show_samples(self) -> None:
        """Show the bundled lists in a library of their own."""
        from readq.library import open_samples

        try:
            library = open_samples(now=self._app.now)
        except ReadqError as error:
            self._app.say(str(error), "error")
            return
        self._app.show_library(library)
        self._app.say("Sample papers in a library of their own; yours is untouched.")

    def _open(self, folder: Path) -> None:
        try:
            library = open_library(folder, now=self._app.now, create=False)
        except ReadqError as error:
            self._app.call_from_thread(self._app.say, str(error), "error")
            return
        self.opened[folder] = library
        self._app.call_from_thread(self._app.show_library, library)

    def close(self) -> None:
        """Close all that were opened on the way."""
        for library in self.opened.values():
            if library is not self._first:
                library.close()
