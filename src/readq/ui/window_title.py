"""The title of the terminal's window: readq, and which library it shows."""

from __future__ import annotations

import sys
from contextlib import suppress

from textual.app import App

from readq.text import clean

_SAVE, _RESTORE = "\x1b[22;2t", "\x1b[23;2t"
"""The terminal keeps the title it had, and takes it back; one that cannot does nothing."""
_MOST = 80


def title_sequence(library: str) -> str:
    """What sets the title; nothing in a name can end it early and steer the terminal."""
    return f"\x1b]2;readq: {clean(library)[:_MOST]}\x1b\\"


class WindowTitle:
    """Says in the window's title what the app shows, and puts back what stood there."""

    def __init__(self, app: App[int]) -> None:
        self._app = app
        self._saved = False

    def show(self, library: str) -> None:
        """Name the library."""
        driver = self._app._driver
        if driver is not None and not self._app.is_headless and not self._app.is_web:
            driver.write(("" if self._saved else _SAVE) + title_sequence(library))
            self._saved = True

    def restore(self) -> None:
        """Leave the title as it was, once the app has left the terminal."""
        if self._saved:
            self._saved = False
            with suppress(OSError, ValueError):  # the terminal may be gone
                print(_RESTORE, end="", file=sys.__stderr__, flush=True)
