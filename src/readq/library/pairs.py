"""Pairs of papers that are worth a closer look, found among all papers in seconds.

Each paper leaves marks: its title without blanks, an author with a long word of the title, a sample of
the three-word runs of its abstract. Papers that share marks are candidates; a mark that many share says
nothing. Marks are numbers in arrays, so that memory stays at some hundred bytes a paper.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz
from rapidfuzz.process import cpdist

from readq.domain.identity import words
from readq.library.likely import title_marks
from readq.library.sameness import Traits, squeezed
from readq.patterns import lazily_bytes
from readq.store import Files

_CROWD = 24
"""A mark that more papers have is no sign of anything."""
_RUN_CROWD = 12
_SAMPLE = np.uint64(8)
"""One three-word run in this many is a mark."""
_FEWEST_RUNS = 2
"""Two abstracts are compared when they share so many sampled runs."""
_NEAR = 75.0
"""Titles less alike than this are no reason for a closer look."""
_AT_ONCE = 1 << 20
"""How many words of abstracts are in memory at once."""
_WHOLE = (1 << 64) - 1
_HALF = np.uint64(32)
_NOT_WORDS = bytes(c if chr(c).isalnum() or c > 127 else 32 for c in range(256))
_PUNCTUATION = lazily_bytes(rb"\xe2[\x80\x81].")
_ESCAPED_BREAK = lazily_bytes(rb"\\[nrt]")

_Array = npt.NDArray[np.uint64]
Pair = tuple[int, int]
"""The numbers of two papers, the lower one first."""


class Marks:
    """Marks of papers, which are known by their numbers."""

    def __init__(self) -> None:
        self._certain = _Sheet()
        self._likely = _Sheet()
        self._titles: list[str] = []

    def put(self, number: int, traits: Traits) -> None:
        """Take in titles, authors and identifiers of the next paper, in the order of the numbers."""
        title = sorted(traits.keys[0].split()) if traits.keys else []
        self._titles.append(" ".join(title))
        for name in ("doi", "arxiv_id", "openreview_id"):
            if identifier := getattr(traits, name):
                self._certain.put(number, f"{name} {identifier}")
        for key in traits.keys:
            self._certain.put(number, squeezed(key))
        for mark in title_marks(traits):
            self._likely.put(number, mark)

    def pairs(self) -> list[Pair]:
        """Papers with the same title or identifier, or with an author in common and titles much alike."""
        ones, others, _ = self._likely.pairs(_CROWD)
        titles = self._titles
        near = cpdist(
            [titles[i] for i in ones],
            [titles[i] for i in others],
            scorer=fuzz.ratio,
            score_cutoff=_NEAR,
            dtype=np.uint8,
        )
        close = np.flatnonzero(near)
        surely = self._certain.pairs(_CROWD)
        return [*_tuples(*surely[:2]), *_tuples(ones[close], others[close])]


def pairs_by_wording(files: Files, number_of: dict[str, int]) -> list[Pair]:
    """Papers whose abstracts share runs of three words.

    Args:
        files: The papers.
        number_of: Their numbers by id.
    """
    vocabulary: defaultdict[bytes, int] = defaultdict()
    vocabulary.default_factory = vocabulary.__len__
    sheet = _Sheet()
    flat, owners = array("Q"), array("I")
    for paper_id, text in _texts(files):
        number = number_of.get(paper_id)
        if number is not None:
            found = text.split()
            flat.extend(map(vocabulary.__getitem__, found))
            owners.extend(array("I", (number,)) * len(found))
        if len(flat) > _AT_ONCE:
            sheet.put_all(*_sampled(flat, owners))
            flat, owners = array("Q"), array("I")
    sheet.put_all(*_sampled(flat, owners))
    ones, others, shared = sheet.pairs(_RUN_CROWD)
    enough = np.flatnonzero(shared >= _FEWEST_RUNS)
    return _tuples(ones[enough], others[enough])


class _Sheet:
    """Marks of one sort."""

    def __init__(self) -> None:
        self._marks = array("Q")
        self._papers = array("I")

    def put(self, number: int, mark: str) -> None:
        self._marks.append(hash(mark) & _WHOLE)
        self._papers.append(number)

    def put_all(self, marks: _Array, papers: npt.NDArray[np.uint32]) -> None:
        self._marks.frombytes(marks.tobytes())
        self._papers.frombytes(papers.tobytes())

    def pairs(self, crowd: int) -> tuple[_Array, _Array, _Array]:
        """Every two papers that share marks: one, the other with the higher number, how many marks."""
        marks = np.frombuffer(self._marks, dtype=np.uint64)
        papers = np.frombuffer(self._papers, dtype=np.uint32).astype(np.uint64)
        order = np.argsort(marks, kind="stable")
        marks, papers = marks[order], papers[order]
        starts = np.flatnonzero(np.diff(marks, prepend=~marks[:1], append=~marks[-1:]))
        sizes = np.diff(starts)
        few = np.repeat(sizes <= crowd, sizes)
        marks, papers = marks[few], papers[few]
        found = []
        for step in range(1, crowd):
            at = np.flatnonzero(marks[step:] == marks[:-step])
            if not len(at):
                break
            one, other = papers[at], papers[at + step]
            found.append((np.minimum(one, other) << _HALF) | np.maximum(one, other))
        codes = np.concatenate(found) if found else np.empty(0, np.uint64)
        codes, counts = np.unique(codes, return_counts=True)
        ones, others = codes >> _HALF, codes & np.uint64(0xFFFFFFFF)
        two = ones != others
        return ones[two], others[two], counts[two].astype(np.uint64)


def _tuples(ones: _Array, others: _Array) -> list[Pair]:
    return list(zip(ones.tolist(), others.tolist(), strict=True))


def _sampled(flat: array[int], owners: array[int]) -> tuple[_Array, npt.NDArray[np.uint32]]:
    """The three-word runs of some abstracts as numbers, one in `_SAMPLE` of them, with their papers."""
    word = np.frombuffer(flat, dtype=np.uint64)
    owner = np.frombuffer(owners, dtype=np.uint32)
    if len(word) < 3:
        return np.empty(0, np.uint64), np.empty(0, np.uint32)
    run = word[:-2] * np.uint64(0x9E3779B97F4A7C15)
    run ^= (word[1:-1] + np.uint64(7)) * np.uint64(0xC2B2AE3D27D4EB4F)
    run = run * np.uint64(0x165667B19E3779F9) + word[2:] * np.uint64(0x27D4EB2F165667C5)
    run ^= run >> np.uint64(29)
    run *= np.uint64(0xBF58476D1CE4E5B9)
    run ^= run >> np.uint64(32)
    chosen = (owner[:-2] == owner[2:]) & (run % _SAMPLE == 0)
    return run[chosen], owner[:-2][chosen]


def _texts(files: Files) -> Iterator[tuple[str, bytes]]:
    """The words of each abstract, roughly, as bytes parted by blanks."""
    slabs = files.abstract_slabs()
    if slabs is None:
        for paper_id in files.paper_ids:
            yield paper_id, " ".join(words(files.paper(paper_id).abstract)).encode()
        return
    for read, ends, names_of, _ in slabs:
        plain = _PUNCTUATION.sub(b"   ", _ESCAPED_BREAK.sub(b"  ", read())).lower()
        start = 0
        for paper_id, end in zip(names_of(), ends, strict=True):
            text = plain[start:end].partition(b'"abstract":')[2]
            start = end
            if paper_id and text:
                yield paper_id, text.translate(_NOT_WORDS)
