"""The bundled lists as a library that is gone afterwards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from readq.library import Library
from readq.paths import bundled_data
from readq.store import MemoryFiles


def sample_library(*, now: Callable[[], datetime]) -> Library:
    """Two lists of abstracts and the catalogue that knows their titles.

    Raises:
        SourceError: The bundled files cannot be read.
    """
    library = Library(MemoryFiles(), now=now, name="sample papers")
    folder = bundled_data()
    library.add(*sorted(folder.glob("*/*.txt")))
    library.add(*sorted(folder.glob("*.json")))
    return library
