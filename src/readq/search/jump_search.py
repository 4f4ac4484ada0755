"""One jump at work: the papers that have the typed words, scored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice, product
from math import log

from rapidfuzz import fuzz, process

from readq.records import dataclass
from readq.search.bits import Sum, first_in
from readq.search.fold import words_at
from readq.search.jump_keys import keys_meant
from readq.search.rating import Found, Spans, Typed, merged, rate, spans_of
from readq.search.segment import MIN_INITIALS, Segment
from readq.search.vocabulary import Vocabulary

_ROUGH = 600
"""Papers that are compared with the query as a whole, where many have its words."""
_CLOSE = 100
"""Papers that are compared word by word."""
_FEW = 20
_NAME = 18.0
"""What a paper gains that coined what was typed as a name."""
_INITIALS, _ONLY_INITIALS = 99.0, 112.0
"""For the initials of a whole title; no word begins so in the second case."""
_SIGNS = 9.0
"""What a title gains that has the signs which were typed."""
_PARTED_FROM = 5
_LEAST = 30.0
"""Hits with a lower score are not shown."""
_TELLS = (0.0, 0.4, 0.55, 0.8, 1.0)
"""How much words of no, one, two and more letters tell."""
_MOST = 9.0
"""What a word tells at most."""
_MOST_UNSURE = 5
"""What a word tells at most beyond 1 that is in no title as it was typed."""
_PIECES = 4_000
"""Papers that are searched for what was typed letter by letter."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A paper that answers to the query."""

    paper_id: str
    title: str
    score: float
    """0 to about 120; whole words with full coverage give 100 and more."""
    spans: Spans
    """The letters of the title that matched, as half-open ranges."""


def has_signs(text: str) -> bool:
    """Whether there is more than letters, digits and blanks."""
    return not all(char.isalnum() or char == " " for char in text)


_Place = tuple[int, int]
"""A segment and a paper in it."""
_Rated = dict[_Place, tuple[float, Found | int]]
"""Scores, with the words that matched or the number of initials that did."""


def _cuts(word: str) -> Iterator[int]:
    """Where two words may have been typed as one: between long parts, or a letter and a digit."""
    for at in range(1, len(word)):
        if min(at, len(word) - at) >= MIN_INITIALS or word[at - 1].isdigit() != word[at].isdigit():
            yield at


class Search:
    """One query at work."""

    def __init__(
        self, segments: Sequence[Segment], words: list[str], phrase: str, limit: int
    ) -> None:
        self.segments = segments
        self.phrase = phrase
        self.limit = limit
        self.total = sum(segment.count for segment in segments)
        words = self._without_joining(words)
        self.typed = [typed for word in words for typed in self._parted(word)]
        last = self.typed[-1]
        last.is_last = last.may_go_on = True
        self.telling = [
            word
            for word in self.typed
            if word is not last or len(words) == 1 or len(last.text) > 1 or not last.text.isascii()
        ]
        """The words that bring papers; a single letter that has just been begun does not."""

    def by_words(self) -> _Rated:
        """The papers that have the typed words, scored."""
        strong = [[self._strong(segment, w) for w in self.telling] for segment in self.segments]
        every = [
            reduce(int.__and__, sets, segment.alive)
            for segment, sets in zip(self.segments, strong, strict=True)
        ]
        count = sum(papers.bit_count() for papers in every)
        for number, word in enumerate(self.telling):
            word.weight = self._weight(word, [sets[number] for sets in strong], look=not count)
        found: _Rated = {}
        for at, segment in enumerate(self.segments):
            total = self._summed(segment, strong[at], with_weak=not count)
            total.any &= every[at] if count >= self.limit else segment.alive
            for place in {*self._closest(segment, total), *self._with_piece(segment, strong[at])}:
                found[at, place] = self._rated(segment, place)
        best = max((score for score, _ in found.values()), default=0.0)
        least = max(_LEAST, 0.5 * best)
        return {place: rated for place, rated in found.items() if rated[0] >= least}

    def _without_joining(self, words: list[str]) -> list[str]:
        """Without an `and` between two authors: words that are names, and not both of titles too."""
        left = []
        for at, word in enumerate(words):
            beside = [*words[max(at - 1, 0) : at], *words[at + 1 : at + 2]]
            is_joining = word == "and" and len(beside) == 2
            if not (is_joining and self._are_names(beside)):
                left.append(word)
        return left

    def _are_names(self, words: list[str]) -> bool:
        def known(word: str, where: Callable[[Segment], Vocabulary]) -> bool:
            runs = (where(segment).whole(word) for segment in self.segments)
            return any(first < end for first, end in runs)

        are_names = all(known(word, lambda segment: segment.parts.field_words) for word in words)
        return are_names and not all(known(w, lambda segment: segment.parts.words) for w in words)

    def _parted(self, word: str) -> list[Typed]:
        """A typed word, as several where nobody wrote it as one."""
        if len(word) < _PARTED_FROM or any(
            segment.strong(word, True) or segment.may_mean(word) for segment in self.segments
        ):
            return [Typed(word)]
        most, where = 0, 0
        for at in _cuts(word):
            both = (s.together(word[:at], word[at:]).bit_count() for s in self.segments)
            if (count := sum(both)) > most:
                most, where = count, at
        parts = [word[:where], word[where:]] if where else None
        for segment in self.segments:
            parts = parts or segment.run_together(word)
        *halves, last = parts or [word]
        return [*(Typed(half, is_half=True) for half in halves), Typed(last)]

    def _strong(self, segment: Segment, word: Typed) -> int:
        """Papers with a word that is, or starts, like the typed one."""
        return segment.strong(word.text, word.may_go_on and len(word.text) > 1)

    def _weight(self, word: Typed, strong: list[int], *, look: bool) -> float:
        """How much a word tells: the rarity of what it most likely means, and its length."""
        count = sum(papers.bit_count() for papers in strong)
        most = _MOST
        if not count:
            most = 1.0 + min(len(word.text), _MOST_UNSURE)
            if look:
                weak = (segment.weak(word.text, word.is_last) for segment in self.segments)
                count = sum(papers.bit_count() for papers in weak)
        weight = min(1 + log((self.total + 1) / (count + 0.5)), most)
        if word.text.isascii():
            weight *= _TELLS[min(len(word.text), len(_TELLS) - 1)]
        return weight

    def _summed(self, segment: Segment, strong: list[int], *, with_weak: bool) -> Sum:
        total = Sum()
        for word, papers in zip(self.telling, strong, strict=True):
            units = max(3, round(2 * word.weight))
            if with_weak:
                half = 13 * units // 20
                total.add(segment.weak(word.text, word.is_last) | papers, half)
                units -= half
            total.add(papers, units)
            total.add(segment.whole(word.text), max(1, units // 10))
        return total

    def _closest(self, segment: Segment, total: Sum) -> Iterable[int]:
        """The papers worth a look word by word."""
        begin = segment.title_starting(self.phrase, _FEW)
        best, more = total.best(_CLOSE)
        if more and len(self.typed) > 2:
            rough = first_in(more, _ROUGH)
            raw = segment.parts.folded.raw
            close = process.extract(
                self.phrase.encode("utf-8", "surrogatepass"),
                [raw(place) for place in rough],
                scorer=fuzz.partial_ratio,
                limit=_CLOSE // 2,
            )
            best = best + [rough[at] for _, _, at in close]
        else:
            best = best + first_in(more, _CLOSE - len(best))
        return [*best, *(place for place in begin if segment.alive >> place & 1)]

    def _with_piece(self, segment: Segment, strong: list[int]) -> list[int]:
        """Papers whose title has what was typed, the first word perhaps as the end of one."""
        if len(self.typed) < 2:
            return []
        papers = segment.alive
        text = self.typed[0].text
        if len(text) >= MIN_INITIALS:
            papers &= segment.ending(text) | strong[0]
        papers = reduce(int.__and__, strong[1:], papers)
        wanted, raw = self.phrase.encode("utf-8", "surrogatepass"), segment.parts.folded.raw
        some = (place for place in first_in(papers, _PIECES) if wanted in raw(place))
        return list(islice(some, _FEW))

    def _rated(self, segment: Segment, place: int) -> tuple[float, Found]:
        parts = segment.parts
        return rate(parts.folded[place], lambda: parts.fields[place], self.typed, self.phrase)

    def add_names(self, found: _Rated) -> None:
        """Put papers first that coined what was typed as a name."""
        for at, segment in enumerate(self.segments):
            for name, place in segment.parts.names.starting(self.phrase, 4 * _FEW):
                if name == self.phrase and segment.alive >> place & 1:
                    score, how = found.get((at, place)) or self._rated(segment, place)
                    found[at, place] = max(score, 100.0) + _NAME, how

    def add_initials(self, found: _Rated) -> None:
        """Add papers whose words begin with the typed letters."""
        letters = self.phrase.split()
        are_single = len(letters) > 1 and max(map(len, letters)) == 1  # as in `a.i.a.y.n`
        word = "".join(letters) if are_single else self.phrase
        if " " in word or len(word) < MIN_INITIALS:
            return
        is_word = any(segment.strong(word, True) for segment in self.segments)
        exact = _INITIALS if is_word else _ONLY_INITIALS
        for at, segment in enumerate(self.segments):
            for initials, place in segment.parts.initials.starting(word, 40):
                score = exact if initials == word else 70.0
                if segment.alive >> place & 1 and found.get((at, place), (0.0,))[0] < score:
                    found[at, place] = score, len(word)

    def add_keys(self, found: _Rated, query: str) -> None:
        """Add papers whose citekey, identifier or id is, or starts, so."""
        keys = [key for key in keys_meant(query) if len(key) >= MIN_INITIALS]
        for wanted, (at, segment) in product(keys, enumerate(self.segments)):
            for key, place in segment.parts.keys.starting(wanted, 20):
                score = 120.0 if key == wanted else 60.0 + 30.0 * len(wanted) / len(key)
                known = found.get((at, place))
                if segment.alive >> place & 1 and (known is None or known[0] < score):
                    found[at, place] = score, known[1] if known else 0

    def add_signs(self, found: _Rated, query: str) -> None:
        """Prefer titles with the very signs that were typed: `c++` is not `c#`."""
        wanted = " ".join(query.split()).casefold()
        if not has_signs(wanted):
            return
        for at, place in found:
            if wanted in self.segments[at].parts.titles[place].casefold():
                score, how = found[at, place]
                found[at, place] = score + _SIGNS, how

    def hits(self, found: _Rated, own: Callable[[str], bool] | None) -> list[Hit]:
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

    def _spans(self, title: str, how: Found | int) -> Spans:
        if isinstance(how, int):
            return merged([(start, start + 1) for _, start, _ in words_at(title)[:how]])
        return spans_of(title, self.typed, how)
