"""Giving memory that is no longer used back to the system.

What imports, searches and indexes let go of stays with the C library, split over a pool for every
thread that ran: more than the app itself takes (measured: 166 MB, 23 with the settings below), and what stays lies
between it, so that more and more is kept (after 10,000 keys at random 104 MB, 36 with them). GNU's C
library gives it back when asked, and keeps less to begin with; other systems have no such calls, and
nothing is done there.
"""

from __future__ import annotations

from contextlib import suppress

_LARGE = -3, 1 << 17
"""M_MMAP_THRESHOLD: blocks of so many bytes come from the system and go back to it at once. GNU begins with
the same, but unless it is set, each large block that is let go of raises it, up to 32 MB."""
_POOLS = -8, 1
"""M_ARENA_MAX: threads that come from now on share so many pools; Python lets one run at a time anyway. What
threads leave behind would lie between what stays, in one pool each, and no page of it would become free."""


def keep_little() -> None:
    """Have less set aside from now on, where that can be asked for; best before there are other threads."""
    _ask()


def give_back() -> None:
    """Give free memory back, where that can be asked for; for a thread of its own: it may take 50 ms."""
    _ask(trim=True)


def _ask(*, trim: bool = False) -> None:
    with suppress(ImportError, AttributeError, OSError, TypeError):
        from ctypes import CDLL  # a few milliseconds, which the first picture need not wait for

        library = CDLL(None)
        library.mallopt(*_LARGE)
        library.mallopt(*_POOLS)
        if trim:
            library.malloc_trim(0)
