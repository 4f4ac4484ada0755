"""What other screens need is loaded while the reader looks at the first, so that none of them opens slowly."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module

MODULES = (
    "readq.ui.screens.jump",
    "readq.library.jumping",
    "readq.search.jump_search",
    "readq.ui.screens.triage",
    "readq.library.triaging",
    "readq.ui.screens.help",
    "readq.ui.screens.note",
    "readq.ui.widgets.note_text",
    "readq.ui.screens.import_",
    "readq.ui.screens.statistics",
    "readq.ui.bindings",
)
"""Those most often asked for first; the last brings all other screens."""
_PAUSE = 0.02
"""Seconds between two, so that a key gets its turn."""


def load_ahead(stop: Callable[[], bool]) -> None:
    """Load them; for a thread of its own. Ends when `stop` says that the app is being left."""
    for name in MODULES:
        if stop():
            return
        import_module(name)
        time.sleep(_PAUSE)
