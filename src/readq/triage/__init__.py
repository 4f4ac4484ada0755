"""The order in which undecided papers are shown, learnt from what the reader decides.

Importing this loads numpy, so callers import it only when ranking is used.
"""

from readq.triage import _one_thread as _one_thread  # before all that needs numpy
from readq.triage.index import PaperText, TextIndex
from readq.triage.packing import dump, load, pieces
from readq.triage.ranking import Ranker, Ranking, Reason, Related

__all__ = [
    "PaperText",
    "Ranker",
    "Ranking",
    "Reason",
    "Related",
    "TextIndex",
    "dump",
    "load",
    "pieces",
]
