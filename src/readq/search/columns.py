"""What filters ask of papers, kept column by column: a question is put to each value once, not to each paper."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import chain, islice
from typing import Any, Protocol

from readq.search.bits import bits_where
from readq.search.fold import fold_all
from readq.search.pieces import WRONG, put_together, taken_apart
from readq.search.text_column import TextColumn, column_text
from readq.search.texts import Texts
from readq.search.word_lists import uncollected

_KIND, _VERSION = "columns", 4
_FEW = 256


class ListedPaper(Protocol):
    """What both the columns and the terms of a filter ask of a paper."""

    @property
    def id(self) -> str:
        """The paper's id."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def aliases(self) -> Sequence[str]:
        """Its other titles."""

    @property
    def names(self) -> Sequence[object]:
        """Coined names; as text they say what they stand for."""

    @property
    def authors(self) -> Sequence[str]:
        """Display names."""

    @property
    def venue(self) -> str:
        """The venue."""

    @property
    def year(self) -> int | None:
        """The year."""

    @property
    def added(self) -> datetime:
        """When it came in."""

    @property
    def abstract_hash(self) -> str:
        """Empty where there is no abstract."""

    @property
    def links(self) -> Sequence[str]:
        """Links of the abstract."""

    @property
    def url(self) -> str:
        """The paper's page."""


class Facts(ListedPaper, Protocol):
    """A paper as the columns take it in."""

    @property
    def pdf_url(self) -> str:
        """Its PDF."""

    @property
    def arxiv_id(self) -> str:
        """Its number on arXiv."""


def _traits(paper: Facts) -> int:
    """What a paper has, as the bits of a number."""
    return (
        bool(paper.abstract_hash) * ABSTRACT
        | bool(paper.links or paper.url) * LINK
        | bool(paper.pdf_url or paper.arxiv_id) * PDF
    )


ABSTRACT, LINK, PDF = 1, 2, 4
_VALUES: dict[str, Callable[[Facts], Any]] = {
    "venue": lambda paper: paper.venue,
    "year": lambda paper: paper.year,
    "added": lambda paper: paper.added,
    "has": _traits,
}
_MINUTES = "minutes"
"""Told by whoever has the abstracts: papers are taken in without."""
_TEXTS: dict[str, Callable[[Facts], Sequence[str]]] = {
    "title": lambda paper: (paper.title, *paper.aliases),
    "name": lambda paper: tuple(map(str, paper.names)),
    "author": lambda paper: paper.authors,
}
_AT_ONCE = 1_000
"""So many papers are taken in column by column: none needs to stay in memory longer."""


class Values:
    """One value a paper, most of them shared by many."""

    def __init__(self, values: Iterable[Any] = (), *, default: Any = None, count: int = 0) -> None:
        """The values of papers in order, or `count` times the default."""
        values = list(values)
        self.distinct: list[Any] = list(dict.fromkeys(values)) or [default] * bool(count)
        self._codes = {value: code for code, value in enumerate(self.distinct)}
        codes = map(self._codes.__getitem__, values)
        self.codes: bytearray | array[int]
        if len(self.distinct) > _FEW:
            self.codes = array("I", codes)
        else:
            self.codes = bytearray(codes) or bytearray(count)

    @classmethod
    def of(cls, distinct: list[Any], codes: bytes) -> Values:
        """Values that were kept."""
        values = cls()
        values.distinct = distinct
        values._codes = {value: code for code, value in enumerate(distinct)}
        values.codes = bytearray(codes) if len(distinct) <= _FEW else array("I", codes)
        return values

    def put(self, place: int, value: Any) -> None:
        """Set one paper's value; a paper behind the last is added."""
        code = self._code(value)
        if place == len(self.codes):
            self._append(code)
        else:
            self.codes[place] = code

    def __getitem__(self, place: int) -> Any:
        """One paper's value."""
        return self.distinct[self.codes[place]]

    def where(self, accepts: Callable[[Any], bool]) -> int:
        """The papers whose value passes."""
        if len(self.distinct) == 1:
            return (1 << len(self.codes)) - 1 if accepts(self.distinct[0]) else 0
        flags = bytes([bool(accepts(value)) for value in self.distinct])
        if isinstance(self.codes, bytearray):
            return bits_where(self.codes.translate(flags.ljust(_FEW, b"\0")))
        return bits_where(map(flags.__getitem__, self.codes))

    def ranks(self, key: Callable[[Any], Any]) -> list[int]:
        """For each paper a number that sorts as the key of its value does."""
        keys = [key(value) for value in self.distinct]
        place = {k: n for n, k in enumerate(sorted(set(keys)))}
        rank = [place[k] for k in keys]
        return list(map(rank.__getitem__, self.codes))

    def _code(self, value: Any) -> int:
        code = self._codes.get(value)
        if code is None:
            code = self._codes[value] = len(self.distinct)
            self.distinct.append(value)
            if code == _FEW:
                self.codes = array("I", list(self.codes))
        return code

    def _append(self, code: int) -> None:
        self.codes.append(code)


class Columns:
    """The facts about papers that filters ask for.

    Attributes:
        ids: The papers, in the order they came in.
        alive: Those of them that there are, as a set of places.
        marks: What the store said of the papers when they were read, for whoever keeps the columns.
        made_from: What it said when the texts were as they were at first; empty when that is not known.
    """

    def __init__(
        self, papers: Iterable[Facts] = (), minutes: Callable[[str], int] = lambda _: 0
    ) -> None:
        """Take in these papers; `minutes` gives the reading time of a paper by its id."""
        self.ids: list[str] = []
        values: dict[str, list[Any]] = {name: [] for name in _VALUES}
        texts: dict[str, list[Sequence[str]]] = {name: [] for name in _TEXTS}
        with uncollected():
            papers = iter(papers)
            while some := list(islice(papers, _AT_ONCE)):
                self.ids += [paper.id for paper in some]
                for name, value in _VALUES.items():
                    values[name] += map(value, some)
                for name, get in _TEXTS.items():
                    texts[name] += map(get, some)
            values[_MINUTES] = list(map(minutes, self.ids))
            self.values = {name: Values(column) for name, column in values.items()}
            folded = {name: _folded(column) for name, column in texts.items()}
        self.texts = {name: TextColumn(partial(_same, t), len(t)) for name, t in folded.items()}
        self.alive = (1 << len(self.ids)) - 1
        self.marks = self.made_from = b""
        self._places: dict[str, int] | None = None

    @property
    def places(self) -> dict[str, int]:
        """Where each paper is."""
        if self._places is None:
            self._places = dict(zip(self.ids, range(len(self.ids)), strict=True))
        return self._places

    def put(self, paper: Facts, minutes: int) -> None:
        """Add a paper with its reading time, or replace what is known of it."""
        place = self.places.get(paper.id)
        if place is None:
            place = self.places[paper.id] = len(self.ids)
            self.ids.append(paper.id)
        for name, value in _VALUES.items():
            self.values[name].put(place, value(paper))
        self.values[_MINUTES].put(place, minutes)
        for name, get in _TEXTS.items():
            self.texts[name].put(place, column_text(fold_all(list(get(paper)))))
        self.alive |= 1 << place

    def remove(self, paper_id: str) -> None:
        """Forget a paper."""
        place = self.places.get(paper_id)
        if place is not None:
            self.alive &= ~(1 << place)


def _folded(columns: list[Sequence[str]]) -> Texts:
    """The folded texts of each paper; the same text often comes up again."""
    known = list(dict.fromkeys(chain.from_iterable(columns)))
    folded = dict(zip(known, map(column_text, zip(fold_all(known))), strict=True))
    return Texts.of(
        folded[texts[0]] if len(texts) == 1 else "".join(map(folded.__getitem__, texts))
        for texts in columns
    )


def dump_columns(columns: Columns) -> bytes:
    """The columns as bytes for `load_columns`."""
    count = len(columns.ids)
    pieces = [columns.marks, columns.alive.to_bytes((count + 7) // 8, "little")]
    pieces.append("\n".join(columns.ids).encode("utf-8", "surrogatepass"))
    distinct = {}
    for name, values in columns.values.items():
        distinct[name] = [_plain(value) for value in values.distinct]
        pieces.append(bytes(values.codes) if len(values.distinct) <= _FEW else _raw(values.codes))
    for column in columns.texts.values():
        texts = column.merged()
        pieces += [texts.blob, texts.ends.tobytes()]
    return put_together(_KIND, _VERSION, pieces, count=count, distinct=distinct)


def load_columns(data: bytes) -> Columns | None:
    """The columns `dump_columns` made these bytes of; None when they are damaged or out of date."""
    try:
        facts, pieces = taken_apart(_KIND, _VERSION, data)
        return _columns(pieces, facts["distinct"], facts["count"])
    except WRONG:
        return None


def _same(texts: Texts) -> Texts:
    return texts


def _columns(pieces: Iterator[memoryview], distinct: dict[str, list[Any]], count: int) -> Columns:
    columns = Columns()
    columns.marks = columns.made_from = bytes(next(pieces))
    columns.alive = int.from_bytes(next(pieces), "little")
    ids = str(next(pieces), "utf-8", "surrogatepass")
    columns.ids = ids.split("\n") if count else []
    for name in columns.values:
        shown = [datetime.fromisoformat(v) if name == "added" else v for v in distinct[name]]
        columns.values[name] = Values.of(shown, bytes(next(pieces)))
    for name in columns.texts:
        columns.texts[name] = TextColumn(partial(_read, next(pieces), next(pieces)), count)
    if len(columns.ids) != count:
        raise ValueError("ids with a line break")
    return columns


def _read(blob: memoryview, ends: memoryview) -> Texts:
    return Texts(bytes(blob), array("I", bytes(ends)))


def _raw(codes: bytearray | array[int]) -> bytes:
    return array("I", codes).tobytes()


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
