"""Jump: the papers whose title, names, aliases, authors or keys are nearest to a few typed words.

Each typed word brings the set of papers that have it (whole or as the start of a word; where that
is not enough, inside a word or with a typo). The sets are added up, each with the weight of its
rarity, and only the best few hundred papers are looked at word by word. What is known of a typed word
is kept, so one more letter or one less asks for the last word only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log

from rapidfuzz import fuzz, process

from readq.search.bits import Sum, first_in
from readq.search.fold import fold, words_at
from readq.search.rating import Spans, Typed, merged, rate, spans_of, typo_fit, _NEARLY_PREFIX
from readq.search.segment import MIN_INITIALS, JumpEntry, Segment, parts_of

__all__ = ["Hit", "JumpEntry", "JumpIndex"]

_ROUGH = 1200
"""Papers that are compared with the query as a whole."""
_CLOSE = 160
"""Papers that are compared word by word."""
_WORDS = 12
"""So many typed words are looked up; more do not make a title clearer."""
_WORD = 64
"""Letters of a typed word that are looked at."""
_WEAK = 0.45
"""Hits that fit the query less than this share are not shown."""
_TELLS = (0.0, 0.4, 0.55, 0.8, 1.0)
"""How much words of no, one, two and more letters tell."""
_PIECES = 4_000
"""Papers that are searched for what was typed letter by letter."""
_MERGE_AT = 2_000
"""Papers changed since the index was made, from which on it is made anew."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A paper that answers to the query."""

    paper_id: str
    title: str
    score: float
    """0 to about 120; whole words with full coverage give 100 and more."""
    spans: Spans
    """The letters of the title that matched, as half-open ranges."""


class JumpIndex:
    """All papers of a library, ready to be jumped to."""

    def __init__(self, entries: Iterable[JumpEntry] = ()) -> None:
        """Index these papers."""
        self._segments = [Segment(parts_of(entries))]
        self._changed: dict[str, JumpEntry] = {}
        self._is_stale = False
        self._places: dict[str, int] | None = None

    def __len__(self) -> int:
        """The number of papers."""
        return self._segments[0].alive.bit_count() + len(self._changed)

    def put(self, entry: JumpEntry) -> None:
        """Add a paper, or replace what is known of it."""
        self._drop(entry.paper_id)
        self._changed[entry.paper_id] = entry
        self._is_stale = True

    def remove(self, paper_id: str) -> None:
        """Forget a paper."""
        self._drop(paper_id)
        self._is_stale |= self._changed.pop(paper_id, None) is not None

    def search(
        self, query: str, limit: int = 60, own: Callable[[str], bool] | None = None
    ) -> list[Hit]:
        """The best hits, best first.

        Args:
            query: Anything; words in any order, typos, initials, a name, an author, an identifier.
            limit: How many at most.
            own: Whether the reader has decided on a paper; such papers win ties.
        """
        self._settle()
        folded = fold(query[: 8 * _WORD * _WORDS]).split()[:_WORDS]
        if not folded:
            return []
        phrase = " ".join(folded)
        looked = _Search(self._segments, [word[:_WORD] for word in folded], phrase, limit)
        found = looked.by_words()
        looked.add_initials(found)
        looked.add_keys(found, query)
        return looked.hits(found, own)

    def _drop(self, paper_id: str) -> None:
        base = self._segments[0]
        if self._places is None:
            self._places = {known: place for place, known in enumerate(base.parts.ids)}
        place = self._places.get(paper_id)
        if place is not None:
            base.alive &= ~(1 << place)

    def _settle(self) -> None:
        """Index the papers that came or changed since the last look."""
        if self._is_stale:
            fresh = Segment(parts_of(self._changed.values()))
            self._segments[1:] = [fresh] if fresh.count else []
            self._is_stale = False


_Place = tuple[int, int]
"""A segment and a paper in it."""
_Found = dict[_Place, tuple[float, list[tuple[int, int]] | int]]
"""Scores, with the words that matched or the number of initials that did."""


class _Search:
    """One query at work."""

    def __init__(
        self, segments: Sequence[Segment], words: list[str], phrase: str, limit: int
    ) -> None:
        self.segments = segments
        self.phrase = phrase
        self.limit = limit
        self.total = sum(segment.count for segment in segments)
        self.is_last_open = len(words[-1]) == 1 and words[-1].isascii() and len(words) > 1
        self.typed = self._split(words)

    def _strong(self, number: int) -> list[int]:
        """In each segment the papers with a word that is, or starts, like a typed one."""
        text = self.typed[number].text
        is_last = number == len(self.typed) - 1
        as_start = len(text) > (1 if is_last else 2) or not text.isascii()
        return [segment.strong(text, as_start) for segment in self.segments]

    def _split(self, words: list[str]) -> list[Typed]:
        """The typed words, with those parted that nobody wrote as one."""
        typed: list[Typed] = []
        for word in words:
            self.typed = [Typed(word)]
            halves = None if len(word) < 6 or any(self._strong(0)) else self._halves(word)
            typed += [Typed(halves[0], is_half=True), Typed(halves[1])] if halves else [Typed(word)]
        return typed

    def _halves(self, word: str) -> tuple[str, str] | None:
        best, most = None, 0
        if any(segment.near(word)[0] for segment in self.segments):
            return None
        for at in range(3, len(word) - 2):
            one, two = word[:at], word[at:]
            for segment in self.segments:
                both = segment.whole(one) and segment.whole(one) & segment.strong(
                    two, True
                )
                count = (both & segment.alive).bit_count() if both else 0
                if count > most:
                    best, most = (one, two), count
        return best

    def by_words(self) -> _Found:
        """The papers that have the typed words, scored."""
        telling = [n for n in range(len(self.typed)) if not (self.is_last_open and n == len(self.typed) - 1)]
        strong = {number: self._strong(number) for number in telling}
        all_strong = 0
        for at, segment in enumerate(self.segments):
            every = segment.alive
            for number in telling:
                every &= strong[number][at]
            all_strong += every.bit_count()
        is_enough = all_strong >= self.limit
        for number, word in enumerate(self.typed):
            self._weigh(word, strong.get(number), look_further=not is_enough and number in strong)
        found: _Found = {}
        for at, segment in enumerate(self.segments):
            total = Sum()
            every = -1
            for number in telling:
                word = self.typed[number]
                units = max(2, round(2 * word.weight))
                if not is_enough:
                    total.add(segment.weak(word.text) | strong[number][at], (13 * units) // 20)
                else:
                    every &= strong[number][at]
                total.add(strong[number][at], units - (13 * units) // 20)
                total.add(segment.whole(word.text), max(1, units // 10))
            total.any &= segment.alive & every
            for place in (*self._closest(segment, total), *self._with_piece(segment, at, strong)):
                if (at, place) not in found:
                    self._rate(found, at, segment, place)
        return self._good(found)

    def _weigh(self, word: Typed, strong: list[int] | None, *, look_further: bool) -> None:
        """How much a word tells: the rarity of what it most likely means, and its length."""
        if strong is None:
            return
        texts = sum(bits.bit_count() for bits in strong)
        if look_further:
            near: dict[str, float] = {}
            near_fields: dict[str, float] = {}
            for segment in self.segments:
                words, fields, starts = segment.near(word.text)
                near |= {segment.parts.words[n]: _NEARLY_PREFIX for n in starts}
                near |= {segment.parts.words[n]: typo_fit(edits) for n, edits in words.items()}
                near_fields |= {
                    segment.parts.field_words[n]: typo_fit(edits) for n, edits in fields.items()
                }
            word.near, word.near_fields = near, near_fields
            if not texts:
                texts = sum(segment.weak(word.text).bit_count() for segment in self.segments)
        if texts:
            word.weight = 1 + log((self.total + 1) / (texts + 0.5))
        else:
            word.weight = 1.0 + min(len(word.text), 6)
        if word.text.isascii():
            word.weight *= _TELLS[min(len(word.text), len(_TELLS) - 1)]

    def _closest(self, segment: Segment, total: Sum) -> Iterable[int]:
        """The papers worth a look word by word."""
        begin = segment.title_starting(self.phrase, _CLOSE // 4)
        best = total.best(_CLOSE)
        if len(best) == _CLOSE and len(self.typed) > 1:
            rough = total.best(_ROUGH)
            folded = segment.parts.folded
            close = process.extract(
                self.phrase,
                [folded[place] for place in rough],
                scorer=fuzz.partial_ratio,
                limit=_CLOSE // 2,
            )
            best = total.best(_CLOSE // 2) + [rough[at] for _, _, at in close]
        return dict.fromkeys([*best, *begin])

    def _with_piece(self, segment: Segment, at: int, strong: dict[int, list[int]]) -> list[int]:
        """Papers whose title has what was typed, the first word as the end of one perhaps."""
        if len(self.typed) < 2:
            return []
        text = self.typed[0].text
        every = segment.alive
        if len(text) >= MIN_INITIALS:
            every &= segment.ending(text) | strong[0][at]
        for number in range(1, len(self.typed)):
            if number in strong:
                every &= strong[number][at]
        wanted, folded = self.phrase.encode("utf-8", "surrogatepass"), segment.parts.folded
        few = first_in(every, _PIECES)
        return [place for place in few if wanted in folded.raw(place)][:_CLOSE // 4]

    def _rate(self, found: _Found, at: int, segment: Segment, place: int) -> None:
        if segment.alive >> place & 1:
            parts = segment.parts
            found[at, place] = rate(
                parts.folded[place], parts.fields[place], self.typed, self.phrase
            )

    def _good(self, found: _Found) -> _Found:
        best = max((score for score, _ in found.values()), default=0.0)
        least = max(_WEAK * 100, 0.5 * best)
        return {place: rated for place, rated in found.items() if rated[0] >= least}

    def add_initials(self, found: _Found) -> None:
        """Add papers whose words begin with the typed letters."""
        word = self.phrase
        if " " in word or len(word) < MIN_INITIALS:
            return
        for at, segment in enumerate(self.segments):
            for initials, place in segment.parts.initials.starting(word, 40):
                score = 99.0 if initials == word else 70.0
                if segment.alive >> place & 1 and found.get((at, place), (0.0,))[0] < score:
                    found[at, place] = score, len(word)

    def add_keys(self, found: _Found, query: str) -> None:
        """Add papers whose citekey, identifier or id is, or starts, so."""
        wanted = query.strip().casefold()
        if len(wanted) < MIN_INITIALS:
            return
        for at, segment in enumerate(self.segments):
            for key, place in segment.parts.keys.starting(wanted, 20):
                score = 120.0 if key == wanted else 60.0 + 30.0 * len(wanted) / len(key)
                known = found.get((at, place))
                if segment.alive >> place & 1 and (known is None or known[0] < score):
                    found[at, place] = score, known[1] if known else 0

    def hits(self, found: _Found, own: Callable[[str], bool] | None) -> list[Hit]:
        """The best of the papers found."""
        ordered = []
        for (at, place), (score, how) in found.items():
            parts = self.segments[at].parts
            paper_id, title = parts.ids[place], parts.titles[place]
            mine = own is not None and own(paper_id)
            ordered.append((-round(score, 2), len(title), not mine, title, paper_id, how))
        ordered.sort(key=lambda found: found[:5])
        return [
            Hit(paper_id, title, -score, self._spans(title, how))
            for score, _, _, title, paper_id, how in ordered[: self.limit]
        ]

    def _spans(self, title: str, how: list[tuple[int, int]] | int) -> Spans:
        if isinstance(how, int):
            return merged([(start, start + 1) for _, start, _ in words_at(title)[:how]])
        return spans_of(title, self.typed, how)
