"""How well one paper answers a few typed words, and which letters of its title say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, factorial, log

from rapidfuzz.distance import OSA

from readq.search.fold import words_at
from readq.search.segment import NAME_END, NAMES_END

WHOLE, PREFIX, INSIDE, TYPO = 1.0, 0.93, 0.62, 0.78
_SECOND_TYPO = 0.88
_NEARLY_PREFIX = 0.6
_SHORT_TYPO = 0.5
_FIELD = 0.9
"""What a match in names, aliases or authors counts against one in the title."""
_MISSING = 0.35
"""Share of a word's weight lost again where the word is not there at all."""
_NAME = 24.0
_SAME = 10.0
_PIECE, _BEGINNING = 3.0, 3.0
"""For what was typed standing so in the title, and for the title beginning with it."""
_AS_PIECE = 97.0
"""The least a title is worth that has what was typed, letter by letter."""
_LEAST = -9.0
Spans = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Typed:
    """One typed word."""

    text: str
    weight: float = 1.0
    """How much it tells."""
    near: Mapping[str, float] = field(default_factory=dict)
    """Words of titles it may be with typos, each with how well it fits."""
    near_fields: Mapping[str, float] = field(default_factory=dict)
    is_half: bool = False
    """Whether it was typed as one word with the next one."""

    @property
    def whole(self) -> str:
        return f" {self.text} "

    @property
    def start(self) -> str:
        return f" {self.text}"


def typo_fit(edits: int) -> float:
    """How well a word with so many typos fits."""
    return TYPO if edits == 1 else TYPO * _SECOND_TYPO


def rate(
    title: str, fields: str, typed: Sequence[Typed], phrase: str
) -> tuple[float, list[tuple[int, int]]]:
    """The score of a paper, 0 to about 120, and which word of its title each typed word stands for.

    Args:
        title: Its title, folded.
        fields: Its other words, as a segment keeps them.
        typed: The words looked for.
        phrase: All of them as they were typed, folded.

    Returns:
        The score, and pairs of the number of a typed word and of a word in the title.
    """
    padded = f" {title} "
    total = gained = 0.0
    found: list[tuple[int, int]] = []
    taken: set[int] = set()
    for number, word in enumerate(typed):
        fit, place = _in_title(padded, word, taken)
        best = fit
        if fit < _FIELD and fields:
            best = max(fit, _FIELD * _in_fields(fields, word))
        if place >= 0:
            found.append((number, place))
            taken.add(place)
        total += word.weight
        gained += word.weight * (best or -_MISSING)
    score = 100 * gained / total if total else 0.0
    if is_piece := phrase in title:
        score = max(score, _AS_PIECE)
    count = padded.count(" ") - 1
    bonus = _order_bonus(tuple(place for _, place in found), count)
    if is_piece:
        bonus += _PIECE
        if title.startswith(phrase):
            bonus += _SAME if len(title) == len(phrase) else _BEGINNING
    if fields and f"{NAME_END}{phrase}{NAME_END}" in fields.partition(NAMES_END)[0]:
        bonus += _NAME
    return score + bonus, found


def _in_title(padded: str, word: Typed, taken: set[int]) -> tuple[float, int]:
    """How well a typed word fits a word of the title, and which; (0, -1) for none."""
    start = word.start
    at = padded.find(word.whole)
    if at >= 0:
        return WHOLE, _free(padded, word.whole, at, taken)
    at = padded.find(start)
    if at >= 0:
        return PREFIX, _free(padded, start, at, taken)
    best, place = 0.0, -1
    text = word.text
    if len(text) > 2:
        at = padded.find(text)
        if at >= 0:
            best, place = INSIDE, padded.count(" ", 0, at) - 1
    if not best and 2 <= len(text) <= 3:
        return _short_typo(padded, text)
    if word.near:
        for number, own in enumerate(padded.split()):
            fit = word.near.get(own, 0.0)
            if fit > best:
                best, place = fit, number
    return best, place


def _short_typo(padded: str, text: str) -> tuple[float, int]:
    """A slip in a word too short to be looked up by its typos."""
    for place, own in enumerate(padded.split()):
        if abs(len(own) - len(text)) <= 1 and OSA.distance(text, own, score_cutoff=1) == 1:
            return _SHORT_TYPO, place
    return 0.0, -1


def _free(padded: str, wanted: str, at: int, taken: set[int]) -> int:
    """The word at this place, or a later one just as good if it stands for another typed word."""
    place = padded.count(" ", 0, at)
    while place in taken:
        at = padded.find(wanted, at + 1)
        if at < 0:
            break
        place = padded.count(" ", 0, at)
    return place


def _in_fields(fields: str, word: Typed) -> float:
    if word.whole in fields:
        return WHOLE
    if word.start in fields:
        return PREFIX
    if word.near_fields:
        return max((word.near_fields.get(own, 0.0) for own in fields.split()), default=0.0)
    return 0.0


@lru_cache(maxsize=8192)
def _order_bonus(places: tuple[int, ...], words: int) -> float:
    """What a title gains when its words are just those, or stand as they were typed.

    It follows how likely it is that somebody who means a title of so many words would type these:
    any of its words in any order, some in order, a piece of it with nothing, one word or the order of
    two words wrong, its beginning. The shorter the title, the likelier each.
    """
    count = len(places)
    if not count:
        return 0.0
    words = max(words, count)
    if count == 1:
        return log(0.5 / words + (0.3 if places[0] == 0 else 0.0)) - _LEAST
    low, high = min(places), max(places)
    missing = high - low + 1 - count
    is_ordered = all(a < b for a, b in zip(places, places[1:], strict=False))
    choices = comb(words, count)
    chance = 0.5 / (choices * factorial(min(count, 6)))
    if is_ordered:
        chance += 0.02 / choices
    if missing <= 0:
        chance += (0.2 if is_ordered else 0.05 / comb(count, 2)) / words
    elif missing == 1 and is_ordered:
        chance += 0.07 / (count - 1) / words
    if is_ordered and low == 0 and missing <= 0:
        chance += 0.1
    return max(log(chance), _LEAST) - _LEAST


def spans_of(title: str, typed: Sequence[Typed], found: Sequence[tuple[int, int]]) -> Spans:
    """The letters of a title that typed words stand for."""
    words = words_at(title)
    spans: list[tuple[int, int]] = []
    last: tuple[int, int] | None = None
    for number, place in found:
        own, start, end = words[place]
        text = typed[number].text
        inside = own.find(text)
        if inside >= 0 and end - start == len(own):
            start, end = start + inside, start + inside + len(text)
        if last and typed[number - 1].is_half and last == (number - 1, place - 1):
            start = spans[-1][1]
        spans.append((start, end))
        last = number, place
    return merged(spans)


def merged(spans: list[tuple[int, int]]) -> Spans:
    """Ranges in order, with touching ones united."""
    united: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if united and start <= united[-1][1]:
            united[-1] = united[-1][0], max(end, united[-1][1])
        else:
            united.append((start, end))
    return tuple(united)
