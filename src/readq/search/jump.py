"""Jump: the papers whose title, names, aliases, authors or keys are nearest to a few typed words.

Each typed word is looked up among the distinct words of the library (whole, then as the start of a
word, then inside one, then with a typo), which brings the candidates; a few dozen of them are then
compared word by word. The order of the typed words only breaks ties.
"""

from __future__ import annotations

import heapq
import itertools
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from readq.search.fold import fold, words_at
from readq.search.vocabulary import Vocabulary

_CANDIDATES = 80
_COMMON = 15_000
"""Texts from which a word only confirms what rarer words brought."""
_FIELD = 0.9
"""What a match in names, aliases or authors counts against one in the title."""
_MISSING = 0.35
"""Share of a word's weight lost again where the word is not there at all."""
_WEAK = 0.45
"""Hits that fit the query less than this share are not shown."""
_MIN_INITIALS = 3
_HYPHENS = "-\u2010\u2011"


@dataclass(frozen=True, slots=True)
class JumpEntry:
    """What a paper can be found by."""

    paper_id: str
    title: str
    names: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    """Citekey, arXiv id, DOI, id: found whole or by their start."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A paper that answers to the query."""

    paper_id: str
    title: str
    score: float
    """0 to about 110; whole words in order and full coverage give 100 and more."""
    spans: tuple[tuple[int, int], ...]
    """The letters of the title that matched, as half-open ranges."""


class JumpIndex:
    """All papers of a library, ready to be jumped to."""

    def __init__(self, entries: Iterable[JumpEntry] = ()) -> None:
        self._entries: list[JumpEntry | None] = []
        self._places: dict[str, int] = {}
        self._titles = Vocabulary()
        self._fields = Vocabulary()
        self._initials: list[tuple[str, int]] = []
        self._keys: list[tuple[str, int]] = []
        self._starts: list[tuple[str, int]] = []
        for entry in entries:
            self._insert(entry)
        for ordered in (self._initials, self._keys, self._starts):
            ordered.sort()

    def __len__(self) -> int:
        """The number of papers."""
        return len(self._places)

    def put(self, entry: JumpEntry) -> None:
        """Add a paper, or replace what is known of it."""
        place = self._places.get(entry.paper_id)
        if place is not None:
            if self._entries[place] == entry:
                return
            self._entries[place] = None
        marks = [len(o) for o in (self._initials, self._keys, self._starts)]
        self._insert(entry)
        for ordered, mark in zip((self._initials, self._keys, self._starts), marks, strict=True):
            fresh = ordered[mark:]
            del ordered[mark:]
            for item in fresh:
                insort(ordered, item)

    def remove(self, paper_id: str) -> None:
        """Forget a paper."""
        place = self._places.pop(paper_id, None)
        if place is not None:
            self._entries[place] = None

    def search(
        self, query: str, limit: int = 60, own: Callable[[str], bool] | None = None
    ) -> list[Hit]:
        """The best hits, best first.

        Args:
            query: Anything; words in any order, typos, initials, a name, an author, an identifier.
            limit: How many at most.
            own: Whether the reader has decided on a paper; such papers win ties.
        """
        typed = fold(query).split()
        if not typed:
            return []
        scored: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {}
        for place in self._candidates(typed):
            entry = self._entries[place]
            if entry is not None:
                scored[place] = self._score(entry, typed)
        best = max((score for score, _ in scored.values()), default=0.0)
        scored = {p: s for p, s in scored.items() if s[0] >= max(_WEAK * 100, 0.5 * best)}
        self._add_initials(typed, scored)
        self._add_keys(query, scored)
        hits = []
        for place, (score, spans) in scored.items():
            entry = self._entries[place]
            if entry is not None:
                hits.append(Hit(entry.paper_id, entry.title, round(score, 2), spans))
        hits.sort(key=lambda h: (-h.score, len(h.title), not (own and own(h.paper_id)), h.title))
        return hits[:limit]

    def _insert(self, entry: JumpEntry) -> None:
        place = len(self._entries)
        self._entries.append(entry)
        self._places[entry.paper_id] = place
        title = fold(entry.title)
        words = title.split()
        self._titles.add((*words, *_joined(entry.title)), place)
        fields = (*entry.names, *entry.aliases, *entry.authors)
        self._fields.add(
            [w for text in fields for w in (*fold(text).split(), *_joined(text))], place
        )
        if len(words) >= _MIN_INITIALS:
            self._initials.append(("".join(word[0] for word in words), place))
        self._starts.append((title, place))
        self._keys.extend((key.casefold(), place) for key in entry.keys)

    def _candidates(self, typed: list[str]) -> list[int]:
        """The places worth a closer look, most promising first."""
        if len(typed) == 1 and len(typed[0]) < 3:
            return self._short(typed[0])
        found: dict[int, float] = {}
        looked = [self._occurrences(word) for word in dict.fromkeys(typed)]
        looked.sort(key=lambda pair: pair[0])
        for size, places in looked:
            if found and size > _COMMON:
                best = places()
                for place in found.keys() & best.keys():
                    found[place] += best[place]
            else:
                for place, weight in places().items():
                    found[place] = found.get(place, 0.0) + weight
        return heapq.nlargest(_CANDIDATES, found, key=lambda p: (found[p], -p))

    def _occurrences(self, word: str) -> tuple[int, Callable[[], dict[int, float]]]:
        """How many texts a typed word may be in, and a function giving them with their weight."""
        vocabularies = ((self._titles, 1.0), (self._fields, _FIELD))
        meanings = [(v, share, v.meanings(word)) for v, share in vocabularies]
        size = sum(len(v.postings[n]) for v, _, fits in meanings for n in fits)

        def places() -> dict[int, float]:
            best: dict[int, float] = {}
            for vocabulary, share, fits in meanings:
                for number, fit in sorted(fits.items(), key=lambda item: -item[1]):
                    weight = share * fit * vocabulary.rarity(number, len(self._entries))
                    for place in vocabulary.postings[number]:
                        if best.get(place, 0.0) < weight:
                            best[place] = weight
                    if len(best) > _COMMON:
                        return best
            return best

        return size, places

    def _short(self, word: str) -> list[int]:
        """One or two letters: titles that start so, then papers with a word that is or starts so."""
        at = bisect_left(self._starts, (word, -1))
        starting = [p for t, p in self._starts[at : at + _CANDIDATES] if t.startswith(word)]
        found = dict.fromkeys(starting)
        for vocabulary in (self._fields, self._titles):
            fits = vocabulary.meanings(word)
            for number in sorted(fits, key=lambda n: -fits[n]):
                found.update(dict.fromkeys(vocabulary.postings[number][:_CANDIDATES]))
                if len(found) > 4 * _CANDIDATES:
                    break
        return list(found)

    def _score(
        self, entry: JumpEntry, typed: list[str]
    ) -> tuple[float, tuple[tuple[int, int], ...]]:
        """How well a paper answers, and the letters of its title that say so."""
        title = words_at(entry.title)
        in_title = _Text([w for w, _, _ in title], _joined_at(title, entry.title))
        fields = [
            _Text(fold(text).split(), {}) for text in (*entry.names, *entry.aliases, *entry.authors)
        ]
        total = gained = 0.0
        spans: list[tuple[int, int]] = []
        places: list[int] = []
        for word in typed:
            fits = self._titles.meanings(word), self._fields.meanings(word)
            weight = self._weight(word, fits)
            total += weight
            fit, at = in_title.best(word, fits[0], self._titles)
            field = max((t.best(word, fits[1], self._fields)[0] for t in fields), default=0.0)
            if fit > 0:
                spans.extend(_matched(word, fit, at, title, in_title))
                places.append(at)
            best = max(fit, field * _FIELD)
            gained += weight * (best or -_MISSING)
        score = 100 * gained / total if total else 0.0
        return score + _bonus(typed, places, in_title.words, entry), _merged(spans)

    def _weight(self, word: str, fits: tuple[dict[int, float], dict[int, float]]) -> float:
        """How much a typed word says: the rarity of what it most likely means, and its length."""
        texts = len(self._entries)
        for vocabulary, known in zip((self._titles, self._fields), fits, strict=True):
            if known:
                number = max(known, key=known.__getitem__)
                return 1.0 + vocabulary.rarity(number, texts)
        return 1.0 + min(len(word), 6)

    def _add_initials(
        self, typed: list[str], scored: dict[int, tuple[float, tuple[tuple[int, int], ...]]]
    ) -> None:
        if len(typed) != 1 or len(typed[0]) < _MIN_INITIALS:
            return
        word = typed[0]
        at = bisect_left(self._initials, (word, -1))
        for initials, place in self._initials[at : at + 20]:
            if not initials.startswith(word):
                break
            entry = self._entries[place]
            score = 99.0 if initials == word else 70.0
            if entry is None or scored.get(place, (0.0,))[0] >= score:
                continue
            letters = tuple((s, s + 1) for _, s, _ in words_at(entry.title)[: len(word)])
            scored[place] = score, _merged(list(letters))

    def _add_keys(
        self, query: str, scored: dict[int, tuple[float, tuple[tuple[int, int], ...]]]
    ) -> None:
        wanted = query.strip().casefold()
        if len(wanted) < _MIN_INITIALS:
            return
        at = bisect_left(self._keys, (wanted, -1))
        for key, place in self._keys[at : at + 20]:
            if not key.startswith(wanted):
                break
            score = 120.0 if key == wanted else 60.0 + 30.0 * len(wanted) / len(key)
            if self._entries[place] is not None and scored.get(place, (0.0,))[0] < score:
                scored[place] = score, scored.get(place, (0.0, ()))[1]


class _Text:
    """The words of one title or field, to be compared with typed ones."""

    def __init__(self, words: list[str], joined: dict[str, int]) -> None:
        self.words = words
        self.joined = joined

    def best(self, word: str, fits: dict[int, float], vocabulary: Vocabulary) -> tuple[float, int]:
        """The best fit of a typed word and the place of the word it fits; (0, -1) for none."""
        best, at = 0.0, -1
        numbers = vocabulary.numbers
        for place, own in enumerate(self.words):
            fit = fits.get(numbers.get(own, -1), 0.0)
            if fit > best:
                best, at = fit, place
        for own, place in self.joined.items():
            fit = fits.get(numbers.get(own, -1), 0.0)
            if fit > best:
                best, at = fit, place
        return best, at


def _joined(text: str) -> list[str]:
    """Words parted by a hyphen only, written together: `long-context` also as `longcontext`."""
    if not any(hyphen in text for hyphen in _HYPHENS):
        return []
    return list(_joined_at(words_at(text), text))


def _joined_at(words: list[tuple[str, int, int]], text: str) -> dict[str, int]:
    joined: dict[str, int] = {}
    for place in range(len(words) - 1):
        (one, _, end), (two, start, _) = words[place : place + 2]
        if start == end + 1 and text[end] in _HYPHENS:
            joined.setdefault(one + two, place)
    return joined


def _matched(
    word: str, fit: float, at: int, title: list[tuple[str, int, int]], text: _Text
) -> list[tuple[int, int]]:
    """The letters of the title that a typed word stands for."""
    own, start, end = title[at]
    if own.startswith(word) and end - start == len(own):
        return [(start, start + len(word))]
    inside = own.find(word)
    if inside >= 0 and end - start == len(own):
        return [(start + inside, start + inside + len(word))]
    joined = next((j for j, place in text.joined.items() if place == at and word in j), None)
    if joined is not None and word not in own:
        return [(start, title[at + 1][2])]
    return [(start, end)]


def _bonus(typed: list[str], places: list[int], words: list[str], entry: JumpEntry) -> float:
    """What order, nearness, a title that starts so and a name that is just that add."""
    bonus = 0.0
    if len(places) > 1:
        steps = [b - a for a, b in itertools.pairwise(places)]
        bonus += 3.0 * sum(1 for s in steps if s == 1) / len(steps)
        bonus += 1.0 * sum(1 for s in steps if s > 0) / len(steps)
    if places and places[0] == 0:
        bonus += 1.5
    whole = " ".join(typed)
    if any(fold(name.split(" (")[0]) == whole for name in entry.names):
        bonus += 14.0
    if whole == " ".join(words):
        bonus += 10.0
    return bonus + 1.0 / (1 + len(words))


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Ranges in order, with touching ones united."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return tuple(merged)
