"""Changes that could not be saved before readq ended last time: offered when it starts.

What was being typed when readq was killed is not asked for: it is in its note again, and `u` takes it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from readq.library import Library, is_draft
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
        drafts = [path for path in found if is_draft(path)]
        if drafts:
            self._bring_back(library, drafts)
        others = {path: n for path, n in found.items() if path not in drafts}
        if others:
            self._offer_others(others)

    def _offer_others(self, found: dict[Path, int]) -> None:
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
        self._bring_back(self._app.library, self.paths)
        self.paths = ()

    def _bring_back(self, library: Library, paths: Sequence[Path]) -> None:
        for path in paths:
            change = self._app.decide(partial(library.bring_back, path))
            if change is not None:
                self._app.say(change.label[0].upper() + change.label[1:], undo=True)
                if not library.unsaved:
                    with suppress(OSError):
                        path.unlink()
        for screen in self._app.screen_stack:
            if isinstance(screen, LibraryScreen) and screen.is_mounted:
                screen.reload()
