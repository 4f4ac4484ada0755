"""readq: triage papers, keep a reading queue and notes, jump to any title.

    from readq import Status, open_library

Nothing else is loaded until a name is asked for, so `readq --help` answers at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from readq.domain import Change, Paper, Reading, Status
    from readq.errors import (
        AmbiguousPaperError,
        DamagedLibraryError,
        FilterError,
        LibraryError,
        LockedLibraryError,
        NewerLibraryError,
        NotSavedError,
        ReadqError,
        SourceError,
        UnknownPaperError,
        UsageError,
    )
    from readq.library import ImportReport, Library, open_library
    from readq.search import Hit

__all__ = [
    "AmbiguousPaperError",
    "Change",
    "DamagedLibraryError",
    "FilterError",
    "Hit",
    "ImportReport",
    "Library",
    "LibraryError",
    "LockedLibraryError",
    "NewerLibraryError",
    "NotSavedError",
    "Paper",
    "Reading",
    "ReadqError",
    "SourceError",
    "Status",
    "UnknownPaperError",
    "UsageError",
    "open_library",
]

_HOMES = {
    "Change": "domain",
    "Hit": "search",
    "ImportReport": "library",
    "Library": "library",
    "Paper": "domain",
    "Reading": "domain",
    "Status": "domain",
    "open_library": "library",
}
"""Where a name lives; the errors live in `readq.errors`."""


if not TYPE_CHECKING:  # a type checker is to find misspelt names

    def __getattr__(name: str) -> object:
        """Load a public name when it is first asked for."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'errors')}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
