"""Which papers a filter shows, and in which order: asked of columns that are kept beside the library."""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import compress

from readq.domain import Paper, Reading
from readq.library.abstract_search import AbstractSearch
from readq.library.kept_words import KeptWords
from readq.library.table_orders import RANKS, SPARSE_AT_FIRST, Order
from readq.library.usual_order import KEPT_FROM
from readq.library.views import SORTS, USUAL, Row, minutes_for, minutes_to_read
from readq.search import (
    Columns,
    PaperTable,
    Query,
    SearchStoppedError,
    Slab,
    load_columns,
    words_in,
)
from readq.search.bits import bits_of, first_in, numbers_in
from readq.search.columns import ABSTRACT, dump_columns
from readq.search.commonest import Commonest
from readq.search.fold import fold
from readq.search.terms import Answer
from readq.search.text_column import BREAK
from readq.store import Files

_NAME = "columns"
_MANY = 2_000
"""So many changed papers are quicker taken in anew than one by one."""
_KEPT_AGAIN_FROM = 100
_RECENT_WORDS = 64
_FEW_HAVE_IT = 400
_FLAGS = bytes(code & 1 for code in range(256))
_BY_DECISION = frozenset({"priority", "status", "changed"})
_COUNTED = frozenset({"venue", "year", "status"})


Stop = Callable[[], bool]


def _never() -> bool:
    return False


def _minutes_of(files: Files) -> Callable[[str], int]:
    """Gives the reading time of each paper, as `minutes_to_read` tells it."""
    slabs = files.abstract_slabs()
    if slabs is None:
        return lambda paper_id: minutes_to_read(files.paper(paper_id).abstract)
    found: dict[str, int] = {}
    for slab in (Slab(*slab) for slab in slabs):
        found.update(zip(slab.names(), words_in(slab), strict=True))
    known, none = cache(minutes_for), minutes_to_read("")
    return lambda paper_id: known(found[paper_id]) if paper_id in found else none


class Filtering:
    """Filters and sorts the papers of a library; any thread may call it."""

    def __init__(self, files: Callable[[], Files], folded: Callable[[str], str]) -> None:
        """Filter the papers of `files`; `folded` gives the words of an abstract."""
        self._files = files
        self._folded = folded
        self._lock = threading.Lock()
        self._abstracts = AbstractSearch(files)
        self._words_of_columns = KeptWords(files)
        self._table: PaperTable | None = None
        self._taken_in = 0
        self._news_lock = threading.Lock()
        self._papers: set[str] = set()
        self._readings: set[str] | None = None
        """Papers decided on since the last look; None for any."""
        self._words: dict[str, Answer] = {}
        self._orders: dict[tuple[str, bool], Order] = {}
        self._commonest: Commonest | None = None
        self._stop: Stop = _never

    def get_ready(self, stop: Stop = _never) -> None:
        """Make the first filter as quick as the next ones, unless nobody wants that any more."""
        self._abstracts.get_ready(stop)
        if not stop():
            with self._lock:
                columns = self._up_to_date().columns
            self._words_of_columns.get_ready(columns, stop)
        if not stop():
            self._abstracts.fold(stop, self._give_way)

    def get_abstracts_ready(self) -> None:
        """Do what takes least and helps most for the first search of abstracts."""
        self._abstracts.get_ready(_never)

    def get_lost_ready(self, stop: Stop) -> None:
        """Prepare searching abstracts where that was never done; does not touch the columns."""
        if not self._abstracts.are_kept:
            self._abstracts.get_ready(stop)
            self._abstracts.fold(stop, self._give_way)
            self._abstracts.let_go()

    def get_columns_ready(
        self, changed: int, papers: Mapping[str, Paper], hot: Callable[[str], Paper]
    ) -> None:
        """Keep the columns after an import, so that nobody waits for them who asks next.

        Args:
            changed: How many papers it brought or changed.
            papers: Papers as they are in the files; perhaps they are all there are.
            hot: Gives each of them, with or without its abstract.
        """
        files = self._files()
        marks, ids = files.paper_marks(), files.paper_ids
        if len(ids) < KEPT_FROM:
            return
        if all(map(papers.__contains__, ids)):
            known: Iterable[Paper] = map(hot, ids)
        elif self._table is not None and changed > _MANY:
            known = files.hot_papers()
        else:
            return
        columns = Columns(known, _minutes_of(files))
        columns.made_from = marks
        with self._lock:
            self._write(columns, marks)
            self._table = None  # whoever asks next reads what was kept, and what changed meanwhile
            with self._news_lock:
                self._readings = None

    def _give_way(self) -> None:
        """Let whoever searches, and whoever else wants to go on, go first."""
        with self._lock:
            pass
        time.sleep(0)

    def order(
        self,
        name: str,
        *,
        descending: bool,
        query: Query | None = None,
        known: list[str] | None = None,
        stop: Stop = _never,
    ) -> list[str] | None:
        """The papers that pass a filter, or all with those in the trash, in an order.

        None when the columns do not tell it.

        Args:
            name: One of `SORTS`.
            descending: Whether the largest comes first.
            query: The filter.
            known: All papers in that order, for one that the columns do not tell.
            stop: Asked now and then whether nobody wants the answer any more.

        Raises:
            SearchStoppedError: `stop`, asked now and then, said that nobody wants the answer any more.
        """
        if name not in RANKS and known is None:
            return None
        with self._lock:
            self._stop = stop
            table = self._up_to_date()
            ids = table.columns.ids
            passing = table.everything if query is None else self._passing(table, query)
            few = passing.bit_count()
            if known is not None:
                order = self._as_known(table, (name, descending), known)
            elif (name, descending) in self._orders or few * SPARSE_AT_FIRST >= len(ids):
                order = self._in_order(table, name, descending)
            else:
                rank = RANKS[name](table).__getitem__
                found = sorted(numbers_in(passing), key=rank, reverse=descending)
                return list(map(ids.__getitem__, found))
            if passing == table.everything:
                return list(order.ids)
            if query is not None and query.is_empty:  # asked for after each decision
                return list(order.without(ids, table.everything & ~passing))
            if order.is_as_stored:
                return list(map(ids.__getitem__, numbers_in(passing)))
            if few * order.sparse < len(order.ids):
                ranks = order.ranks(len(ids))
                found = sorted(numbers_in(passing), key=ranks.__getitem__)
                return list(map(ids.__getitem__, found))
        digits = bin(passing)[:1:-1].ljust(len(ids), "0")
        flags = digits.encode().translate(_FLAGS)
        # Ids that do not pass are not even looked at: they lie all over the memory.
        passed = compress(range(len(order.ids)), map(flags.__getitem__, order.places))
        return list(map(order.ids.__getitem__, passed))

    @property
    def is_ready(self) -> bool:
        """Whether the columns are there."""
        return self._table is not None

    def usual_order(self) -> list[str]:
        """All papers, those in the trash too, as they are listed unless another order is asked for."""
        return self.order(USUAL, descending=SORTS[USUAL][1]) or []

    def order_at_once(self) -> list[str] | None:
        """The usual order; None when the columns would have to be made of all papers first."""
        with self._lock:
            if self._table is None and len(self._files().paper_ids) >= KEPT_FROM:
                columns = self._kept()
                if columns is None:
                    return None
                self._new_table(columns)
        return self.usual_order()

    def values(self, field: str, start: str, most: int) -> list[tuple[str, int]]:
        """Values of a field that begin so, in any of their words, with the number of papers, most first."""
        with self._lock:
            table = self._up_to_date()
            if field == "author":
                return self._authors(table, fold(start), most)
            counted = table.counts(field) if field in _COUNTED else {}
        shown = ((str(value), count) for value, count in counted.items() if value)
        return sorted(shown, key=lambda pair: (-pair[1], pair[0]))

    def _authors(self, table: PaperTable, start: str, most: int) -> list[tuple[str, int]]:
        if self._commonest is None:
            self._commonest = Commonest(table.columns.texts["author"].merged())
        found = []
        for name, count in self._commonest.starting(start, most):
            having = table.having("author", f"{BREAK} {name} {BREAK}")
            shown = having & table.shown
            for place in first_in(shown, 1):
                authors = self._files().abstract_free(table.columns.ids[place]).authors
                left = count - (having & ~shown).bit_count()
                found += [(a, left) for a in authors if fold(a) == name][:1]
        return found

    def _in_order(self, table: PaperTable, name: str, descending: bool) -> Order:
        """All papers in an order."""
        known = self._orders.get((name, descending))
        if known is None:
            ids, ranks = table.columns.ids, RANKS[name](table)
            if len(set(ranks)) == 1 and table.everything.bit_count() == len(ids):
                known = Order(range(len(ids)), ids.copy())  # such as one import, in its own order
            else:
                places = list(numbers_in(table.everything))
                places.sort(key=ranks.__getitem__, reverse=descending)
                known = Order(array("I", places), list(map(ids.__getitem__, places)))
            self._orders[name, descending] = known
        return known

    def _as_known(self, table: PaperTable, key: tuple[str, bool], known: list[str]) -> Order:
        """All papers in an order that somebody else told."""
        order = self._orders.get(key)
        if order is None or order.told is not known:
            places = table.columns.places
            ids = [paper_id for paper_id in known if paper_id in places]
            order = Order(array("I", map(places.__getitem__, ids)), ids, told=known)
            self._orders[key] = order
        return order

    def _passing(self, table: PaperTable, query: Query) -> int:
        sure, maybe = query.select(table)
        ids = table.columns.ids
        found = [place for place in numbers_in(maybe) if self._passes(query, ids[place])]
        return sure | bits_of(found, len(ids), len(found))

    def forget(self, papers: Iterable[str], readings: Iterable[str] | None) -> None:
        """These papers came, went or changed, and were decided on; None for any that may be."""
        with self._news_lock:
            self._papers.update(papers)
            if readings is None:
                self._readings = None
            elif self._readings is not None:
                self._readings.update(readings)

    def keep(self) -> None:
        """Write the columns again if much has changed since, and new signs of abstracts; waits for nothing."""
        if not self._lock.acquire(blocking=False):
            return
        try:
            self._abstracts.keep()
            if self._table is not None and self._taken_in >= _KEPT_AGAIN_FROM:
                marks = self._files().paper_marks()
                self._write(self._up_to_date().columns, marks)
        finally:
            self._lock.release()

    def _passes(self, query: Query, paper_id: str) -> bool:
        if self._stop():
            raise SearchStoppedError
        files = self._files()
        try:
            paper = files.abstract_free(paper_id)
        except KeyError:  # another process took it away
            return False
        reading = files.readings().get(paper_id) or Reading(paper_id)
        return query.matches(Row(paper, reading, files.paper, self._folded))

    def _up_to_date(self) -> PaperTable:
        with self._news_lock:
            papers, self._papers = self._papers, set()
            readings, self._readings = self._readings, set()
        table = self._table
        if table is None:
            table = self._new_table(self._kept() or self._read())
        elif papers:
            self._words.clear()
            if len(papers) > _MANY or not self._renew(table.columns, table.put, papers):
                table = self._new_table(self._read())
                readings = None
            self._taken_in += len(papers)
        if papers:
            self._commonest = None
        if papers or readings is None:
            self._orders.clear()
        elif readings:
            for key in [key for key in self._orders if key[0] in _BY_DECISION]:
                del self._orders[key]
        self._decide(table, readings)
        return table

    def _decide(self, table: PaperTable, paper_ids: set[str] | None) -> None:
        decided = self._files().readings()
        if paper_ids is None:
            table.forget_decisions()
            paper_ids = set(decided)
        for paper_id in paper_ids:
            table.decide(paper_id, decided.get(paper_id))

    def _new_table(self, columns: Columns) -> PaperTable:
        self._words.clear()
        self._commonest = None
        self._words_of_columns.use(columns)
        table = self._table = PaperTable(columns, abstracts=self._in_abstracts)
        return table

    def _kept(self) -> Columns | None:
        files = self._files()
        data = files.derived(_NAME)
        columns = None if data is None else load_columns(data)
        if columns is None:
            return None
        changed = files.papers_changed_since(columns.marks)
        if changed is None or len(changed) > _MANY:
            return None
        if changed and not self._renew(columns, columns.put, changed):
            return None
        self._taken_in = len(changed)
        return columns

    def _read(self) -> Columns:
        files = self._files()
        marks = files.paper_marks()
        columns = Columns(files.hot_papers(), _minutes_of(files))
        if len(columns.ids) >= KEPT_FROM:
            columns.made_from = marks
            self._write(columns, marks)
        return columns

    def _write(self, columns: Columns, marks: bytes) -> None:
        columns.marks = marks
        self._files().keep_derived(_NAME, dump_columns(columns))
        self._taken_in = 0

    def _renew(self, columns: Columns, put: Callable[..., None], paper_ids: Iterable[str]) -> bool:
        """Take in changed papers; False when they are not in the library's order any more."""
        files = self._files()
        changed = set(paper_ids)
        new = [i for i in files.paper_ids if i in changed and i not in columns.places]
        for paper_id in (*changed.difference(new), *new):
            if files.has(paper_id):
                put(files.abstract_free(paper_id), minutes_to_read(files.paper(paper_id).abstract))
            else:
                columns.remove(paper_id)
        there = [columns.ids[place] for place in numbers_in(columns.alive)]
        return there == list(files.paper_ids)

    def _in_abstracts(self, piece: str) -> Answer:
        known = self._words.get(piece)
        if known is None:
            known = self._narrowed(piece) or self._look_into_abstracts(piece)
        self._words.pop(piece, None)
        self._words[piece] = known  # what was asked last goes last
        if len(self._words) > _RECENT_WORDS:
            del self._words[next(iter(self._words))]
        return known

    def _narrowed(self, piece: str) -> Answer | None:
        """What is known of the beginning of a word, when so few have it that they are looked at one by one."""
        for end in range(len(piece) - 1, 1, -1):
            if (known := self._words.get(piece[:end])) is not None:
                have = known[0] | known[1]
                return (0, have) if have.bit_count() <= _FEW_HAVE_IT else None
        return None

    def _look_into_abstracts(self, piece: str) -> Answer:
        assert self._table is not None
        found = self._abstracts.papers_with(piece, self._stop) if piece.strip() else None
        if found is None:
            return 0, self._table.where("has", lambda has: bool(has & ABSTRACT))
        places = self._table.columns.places
        count = len(places)
        sure, maybe = ([at for at in map(places.get, ids) if at is not None] for ids in found)
        return bits_of(sure, count, len(sure)), bits_of(maybe, count, len(maybe))
