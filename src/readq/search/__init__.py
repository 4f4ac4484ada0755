"""Finding papers: jump to one by a few letters, filter the list by what it says."""

from readq.search.fold import fold
from readq.search.jump import Hit, JumpEntry, JumpIndex
from readq.search.jump_file import dump, load
from readq.search.query import Query, parse
from readq.search.terms import FilterRow, folded

__all__ = [
    "FilterRow",
    "Hit",
    "JumpEntry",
    "JumpIndex",
    "Query",
    "dump",
    "fold",
    "folded",
    "load",
    "parse",
]
