"""Changes that could not be saved before readq ended last time: offered when it starts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from readq.library import Library
from readq.ui.screens.library_screen import LibraryScreen

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp

BRING_BACK = "Bring back unsaved changes"
"""The command's name in the palette."""


class LeftAside:
    """Files of changes that are not in the library on show."""

    def __init__(self, app: ReadqApp) -> None:
        self._app = app
        self.paths: Sequence[Path] = ()

    def look(self) -> None:
        """Look for files away from the keys, and offer them."""
        self.paths = ()
        if self._app.library.folder is not None:
            look = partial(self._look, self._app.library)
            self._app.run_worker(look, thread=True, group="aside", exit_on_error=False)

    def _look(self, library: Library) -> None:
        from readq.ui.rescue import own_folders

        found = {path: n for folder in own_folders(library) for path, n in library.aside(folder)}
        if found:
            self._app.call_from_thread(self._offer, library, found)

    def _offer(self, library: Library, found: dict[Path, int]) -> None:
        if library is not self._app.library:
            return
        self.paths = list(found)
        count = sum(found.values())
        many = f"{count:,} change{'s wait' if count != 1 else ' waits'}"
        places = ", ".join(map(str, found))
        self._app.say(
            f'{many} in {places}. {self._app.key_of("app.palette")} has "{BRING_BACK}".',
            "warning",
            heading="Not saved last time",
        )

    def bring_back(self) -> None:
        """Make the changes; the files go as soon as the library has them."""
        library = self._app.library
        for path in self.paths:
            change = self._app.decide(partial(library.bring_back, path))
            if change is not None:
                self._app.say(change.label.capitalize(), undo=True)
                if not library.unsaved:
                    with suppress(OSError):
                        path.unlink()
        self.paths = ()
        for screen in self._app.screen_stack:
            if isinstance(screen, LibraryScreen) and screen.is_mounted:
                screen.reload()
