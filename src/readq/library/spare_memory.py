"""Giving memory that is no longer used back to the system.

What imports, searches and indexes let go of stays with the C library, split over a pool for every
thread that ran: more than the app itself takes. GNU's C library gives it back when asked; other
systems have no such call, and nothing is done there.
"""

from __future__ import annotations

from contextlib import suppress


def give_back() -> None:
    """Give free memory back, where that can be asked for; for a thread of its own: it may take 50 ms."""
    with suppress(ImportError, AttributeError, OSError, TypeError):
        from ctypes import CDLL  # a few milliseconds, which the first picture need not wait for

        CDLL(None).malloc_trim(0)
