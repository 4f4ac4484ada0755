"""The Library: papers, readings and undo, over the store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from readq.library.duplicates import Duplicates
from readq.library.enriching import Enriching
from readq.library.finding import Finding
from readq.library.importing import Importing
from readq.library.noting import Noting
from readq.library.planning import Planning
from readq.library.state import utc_now
from readq.library.unsaved import UnsavedDecisions
from readq.paths import default_library
from readq.store import LibraryFiles


class Library(Finding, Planning, Noting, Importing, Enriching, Duplicates, UnsavedDecisions):
    """All papers of one reader. Closing it is polite; nothing is lost without."""


def open_library(
    folder: Path | str | None = None,
    *,
    now: Callable[[], datetime] = utc_now,
    create: bool = True,
    name: str = "",
) -> Library:
    """Open the library in `folder`, making a new one where there is none.

    Args:
        folder: Its folder; the reader's own library when None.
        now: The clock.
        create: Whether a missing library is made.
        name: What the app calls it; the folder's name when empty.

    Raises:
        LibraryError: The folder cannot be used, or what is in it is damaged or newer than this readq.
    """
    place = default_library() if folder is None else Path(folder).expanduser()
    library = Library(LibraryFiles.open(place, create=create), now=now, name=name)
    library.keeps_daily_copies = True
    return library
