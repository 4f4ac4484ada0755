"""Finding papers: jump to one by a few letters, filter the list by what it says."""

from typing import TYPE_CHECKING

from readq.deferred import deferred
from readq.search.fold import fold

if TYPE_CHECKING:
    from readq.search.abstracts import SearchStoppedError, Slab, scan, words_in
    from readq.search.by_slab import BySlab
    from readq.search.columns import Columns, dump_columns, load_columns
    from readq.search.completion import Completion, as_filter, completions, quoted
    from readq.search.folded_slab import FOLDED_SLABS, FoldedSlab, fold_slab
    from readq.search.jump import Hit, JumpEntry, JumpIndex
    from readq.search.jump_file import dump, load
    from readq.search.query import Query, parse
    from readq.search.signs import SIGNS, Signs, signs_of
    from readq.search.table import PaperTable
    from readq.search.terms import FilterRow, folded
    from readq.search.watch import Watch, watch_groups
    from readq.search.word_lists import WordLists
    from readq.search.words_file import dump_words, load_words, words_of
else:
    __getattr__ = deferred(
        __name__,
        {
            "scan": "abstracts",
            "dump_columns": "columns",
            "load_columns": "columns",
            "as_filter": "completion",
            "completions": "completion",
            "quoted": "completion",
            "dump": "jump_file",
            "load": "jump_file",
            "parse": "query",
            "fold_slab": "folded_slab",
            "signs_of": "signs",
            "words_in": "abstracts",
            "dump_words": "words_file",
            "folded": "terms",
            "load_words": "words_file",
            "words_of": "words_file",
            "watch_groups": "watch",
        },
        {
            "SearchStoppedError": "abstracts",
            "Slab": "abstracts",
            "BySlab": "by_slab",
            "Columns": "columns",
            "Completion": "completion",
            "Hit": "jump",
            "JumpEntry": "jump",
            "JumpIndex": "jump",
            "Query": "query",
            "FOLDED_SLABS": "folded_slab",
            "FoldedSlab": "folded_slab",
            "SIGNS": "signs",
            "Signs": "signs",
            "PaperTable": "table",
            "FilterRow": "terms",
            "Watch": "watch",
            "WordLists": "word_lists",
        },
    )


__all__ = [
    "FOLDED_SLABS",
    "SIGNS",
    "BySlab",
    "Columns",
    "Completion",
    "FilterRow",
    "FoldedSlab",
    "Hit",
    "JumpEntry",
    "JumpIndex",
    "PaperTable",
    "Query",
    "SearchStoppedError",
    "Signs",
    "Slab",
    "Watch",
    "WordLists",
    "as_filter",
    "completions",
    "dump",
    "dump_columns",
    "dump_words",
    "fold",
    "fold_slab",
    "folded",
    "load",
    "load_columns",
    "load_words",
    "parse",
    "quoted",
    "scan",
    "signs_of",
    "watch_groups",
    "words_in",
    "words_of",
]
