"""The bundled lists as a library of their own, kept apart from the reader's papers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from readq.library.core import Library, open_library
from readq.library.state import utc_now
from readq.paths import bundled_data, demo_library

SAMPLE_NAME = "ICML 2026 samples"


def open_samples(folder: Path | None = None, *, now: Callable[[], datetime] = utc_now) -> Library:
    """Open the sample library, filled from the bundled lists when it is new.

    What is decided there stays, as in any library.

    Args:
        folder: Its folder; the usual one when None.
        now: The clock.

    Raises:
        ReadqError: It cannot be opened or filled.
    """
    library = open_library(folder or demo_library(), now=now, name=SAMPLE_NAME)
    if library.is_empty:
        data = bundled_data()
        library.add(*sorted((data / "icml2026").glob("*.txt")))
        library.add(data / "icml2026-catalogue.json")
    return library
