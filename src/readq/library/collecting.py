"""Python's search for dead cycles, while many papers come in."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_RARELY = 20_000, 20, 200
"""So many new objects between two looks at the young ones; of these looks so many to one at the older, and so on."""


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Look for dead cycles less often.

    Papers that come in stay and hold no cycles; to look through all of them again and again took a tenth
    of an import. Where the search is off, or already rare, it stays as it is.
    """
    usual = gc.get_threshold()
    raises = gc.isenabled() and 0 < usual[0] < _RARELY[0]
    if raises:
        gc.set_threshold(*_RARELY)
    try:
        yield
    finally:
        if raises:
            gc.set_threshold(*usual)
