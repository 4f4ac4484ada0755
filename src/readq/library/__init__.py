"""The library: the one object that owns papers, readings and undo.

The interface, the command line and scripts are thin callers of `Library`.
"""

from readq.library.core import Library, open_library, utc_now
from readq.library.reports import Doubtful, ImportProgress, ImportReport

__all__ = [
    "Doubtful",
    "ImportProgress",
    "ImportReport",
    "Library",
    "open_library",
    "utc_now",
]
