"""Jump: the papers whose title, names, aliases, authors or keys are nearest to a few typed words.

Each typed word brings the set of papers that have it (whole or as the start of a word; where that
is not enough, inside a word or with a typo). The sets are added up, each with the weight of its
rarity, and only the best few hundred papers are looked at word by word. What is known of a typed word
is kept, so one more letter or one less asks for the last word only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from readq.search.bits import bits_of, numbers_in
from readq.search.fold import fold
from readq.search.jump_search import Hit, Search, has_signs
from readq.search.segment import JumpEntry, Segment, parts_of

__all__ = ["Hit", "JumpEntry", "JumpIndex"]

_WORDS = 12
"""So many typed words are looked up; more do not make a title clearer."""
_WORD = 64
"""Letters of a typed word that are looked at."""
_SIGNS_ALONE = 9.0
"""The score of a title that has typed signs, when nothing else was typed or found."""


class JumpIndex:
    """All papers of a library, ready to be jumped to.

    Attributes:
        marks: What the store said of the papers when they were indexed, for whoever keeps the index.
    """

    def __init__(self, entries: Iterable[JumpEntry] = ()) -> None:
        """Index these papers."""
        self._settled = [Segment(parts_of(entries))]
        self._fresh: Segment | None = None
        self._changed: dict[str, JumpEntry] = {}
        self._places: dict[str, tuple[Segment, int]] | None = None
        self._hidden: tuple[frozenset[str], list[Segment], list[int]] | None = None
        self.marks = b""

    @classmethod
    def of(cls, segments: list[Segment], marks: bytes) -> JumpIndex:
        """An index that was made before."""
        index = cls()
        index._settled, index.marks = segments, marks
        return index

    def __len__(self) -> int:
        """The number of papers."""
        return sum(s.alive.bit_count() for s in self._settled) + len(self._changed)

    @property
    def changes(self) -> int:
        """How many papers were added or replaced since the index was made or loaded."""
        return len(self._changed)

    @property
    def segments(self) -> list[Segment]:
        """The papers in runs, those that came or changed since in one of their own."""
        if self._fresh is None and self._changed:
            self._fresh = Segment(parts_of(self._changed.values()))
        return [*self._settled, self._fresh] if self._fresh else self._settled

    def put(self, entry: JumpEntry) -> None:
        """Add a paper, or replace what is known of it."""
        self.remove(entry.paper_id)
        self._changed[entry.paper_id] = entry
        self._fresh = None

    def remove(self, paper_id: str) -> None:
        """Forget a paper."""
        if self._changed.pop(paper_id, None) is not None:
            self._fresh = None
        where = self._where().pop(paper_id, None)
        if where is not None:
            where[0].alive &= ~(1 << where[1])

    def _where(self) -> dict[str, tuple[Segment, int]]:
        """Where papers that did not change since are."""
        if self._places is None:
            self._places = {
                segment.parts.ids[place]: (segment, place)
                for segment in self._settled
                for place in numbers_in(segment.alive)
            }
        return self._places

    @contextmanager
    def without(self, paper_ids: frozenset[str]) -> Iterator[None]:
        """Search as if these papers were not there, until the block ends."""
        if not paper_ids:
            yield
            return
        segments = self.segments
        before = [segment.alive for segment in segments]
        for segment, hidden in zip(segments, self._hiding(paper_ids, segments), strict=True):
            segment.alive &= ~hidden
        try:
            yield
        finally:
            for segment, alive in zip(segments, before, strict=True):
                segment.alive = alive

    def _hiding(self, paper_ids: frozenset[str], segments: list[Segment]) -> list[int]:
        """The places of these papers in each segment, as sets; kept for the next letter typed."""
        known = self._hidden
        if known is None or known[0] is not paper_ids or known[1] != segments:
            where, fresh = self._where(), self._fresh
            if fresh is not None:
                where = where | {i: (fresh, place) for place, i in enumerate(fresh.parts.ids)}
            places: dict[int, list[int]] = {id(segment): [] for segment in segments}
            for segment, place in filter(None, map(where.get, paper_ids)):
                places[id(segment)].append(place)
            found = [bits_of(p := places[id(s)], s.count, len(p)) for s in segments]
            known = self._hidden = paper_ids, list(segments), found
        return known[2]

    def get_ready(self) -> None:
        """Work out what some searches need the first time they ask for it."""
        for segment in self.segments:
            segment.get_ready()

    def search(
        self, query: str, limit: int = 60, own: Callable[[str], bool] | None = None
    ) -> list[Hit]:
        """The best hits, best first.

        Args:
            query: Anything; words in any order, typos, initials, a name, an author, an identifier.
            limit: How many at most.
            own: Whether the reader has decided on a paper; such papers win ties.
        """
        query = query[: 8 * _WORD * _WORDS]
        folded = fold(query).split()[:_WORDS]
        if not folded:
            return self._with_signs(query, limit)
        phrase = " ".join(folded)
        words = [word[:_WORD] for word in _without_et_al(folded)]
        looked = Search(self.segments, words, phrase, limit)
        found = looked.by_words()
        looked.add_names(found)
        looked.add_initials(found)
        looked.add_keys(found, query)
        looked.add_signs(found, query)
        return looked.hits(found, own) or self._with_signs(query, limit)

    def _with_signs(self, query: str, limit: int) -> list[Hit]:
        """The titles that have a query with signs as it is, the shortest first."""
        wanted = " ".join(query.split())
        found: list[Hit] = []
        for segment in self.segments if has_signs(wanted) else ():
            parts = segment.parts
            for place in segment.with_signs(wanted, limit - len(found)):
                title = parts.titles[place]
                at = title.find(wanted)
                found.append(Hit(parts.ids[place], title, _SIGNS_ALONE, ((at, at + len(wanted)),)))
        return found


def _without_et_al(words: list[str]) -> list[str]:
    """Without what stands for authors whose names one need not say."""
    pairs = zip(words, [*words[1:], ""], strict=True)
    ends = [at for at, pair in enumerate(pairs) if pair == ("et", "al")]
    left = [word for at, word in enumerate(words) if at not in ends and at - 1 not in ends]
    return left or words
