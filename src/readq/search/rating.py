"""How well one paper answers a few typed words, and which letters of its title say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb, factorial, log

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from readq.search.fold import words_at
from readq.search.vocabulary import ONE_TYPO_FROM, typos_in

WHOLE, PREFIX, INSIDE = 1.0, 0.93, 0.62
_TYPOS = (0.0, 0.78, 0.69)
"""How well a word with one or two typos fits."""
_TYPO_IN_START = 0.6
_MANY_TYPOS = 0.5
"""For a short word with a typo, or a middling one with two: other words must bring the paper."""
_TWO_SLIPS_FROM = 5
_FIELD = 0.9
"""What a match in names, aliases or authors counts against one in the title."""
_MISSING = 0.35
"""Share of a word's weight lost again where the word is not there at all."""
_SHORT = 2
"""So many letters are taken for a whole word, unless they are the last."""
_AS_PIECE = 97.0
"""The least a title is worth that has what was typed, letter by letter."""
_NEARLY_A_PIECE = 90.0
"""What a title is worth at most that has what was typed but for a slip or two, whatever its words."""
_WORTH_A_LOOK = 45.0
"""Titles with fewer of the words are not looked at letter by letter."""
_TWO_SLIPS_IN = 12
"""From so many letters on there may be two slips."""
_SAME, _PIECE, _BEGINNING = 13.0, 3.0, 6.0
"""For a title that is what was typed, has it in it, begins with it."""
_LEAST = -9.0
_TOGETHER, _SWAPPED, _DROPPED = 0.2, 0.05, 0.07
"""How likely one types a piece of a title as it is, with two words the other way round, without a word."""

Spans = tuple[tuple[int, int], ...]
Found = list[tuple[int, int]]
"""Pairs of the number of a typed word and of the word it stands for in the title."""


class Typed:
    """One typed word."""

    __slots__ = ("is_half", "is_last", "may_go_on", "start", "text", "typos", "weight", "whole")

    def __init__(self, text: str, *, is_half: bool = False) -> None:
        """A folded word; `is_half` where it was typed as one with the next."""
        self.text = text
        self.start = f" {text}"
        self.whole = f" {text} "
        self.typos = typos_in(text)
        self.weight = 1.0
        self.is_half = is_half
        self.is_last = False
        self.may_go_on = len(text) > _SHORT or not text.isascii()
        """Whether it may be the start of a word."""


def rate(
    title: str, fields: Callable[[], str], typed: Sequence[Typed], phrase: str
) -> tuple[float, Found]:
    """How well a paper answers, 0 to about 120, and which words of its title say so.

    Args:
        title: Its title, folded.
        fields: Gives its other words, as a segment keeps them.
        typed: The words looked for.
        phrase: All of them as they were typed, folded.
    """
    padded = f" {title} "
    total = gained = 0.0
    found: Found = []
    places: list[int] = []
    weakest = WHOLE
    for number, word in enumerate(typed):
        wanted, best = word.whole, WHOLE
        at = padded.find(wanted)
        if at < 0 and word.may_go_on:
            wanted, best = word.start, PREFIX
            at = padded.find(wanted)
        if at >= 0:
            place = padded.count(" ", 0, at)
            if place in places:
                place = _another(padded, wanted, at, places)
        else:
            best, place = _nearly(padded, word)
            if best < _FIELD and (text := fields()):
                best = max(best, _FIELD * _in_fields(text, word))
        if place >= 0:
            found.append((number, place))
            places.append(place)
        if len(word.text) > 1 or not word.is_last:  # a letter just begun says nothing of slips
            weakest = min(weakest, best)
        total += word.weight
        gained += word.weight * (best or -_MISSING)
    if len(places) > 1 and max(places) - min(places) >= len(places):
        places = _nearest(title.split(), places)
        found = [(number, place) for (number, _), place in zip(found, places, strict=True)]
    score = 100 * gained / total if total else 0.0
    bonus = _order_bonus(tuple(places), padded.count(" ") - 1)
    if phrase in title:
        score = max(score, _AS_PIECE)
        if title.startswith(phrase):
            bonus += _SAME if len(title) == len(phrase) else _BEGINNING
        else:
            bonus += _PIECE
    elif score > _WORTH_A_LOOK and weakest < PREFIX and len(typed) > 1:
        slips = 2 if len(phrase) > _TWO_SLIPS_IN else 1
        alike = fuzz.partial_ratio(phrase, title, score_cutoff=100 - 100 * slips / len(phrase))
        if alike:
            score = max(score, _NEARLY_A_PIECE * alike / 100)
            bonus += _PIECE
    return score + bonus, found


def _another(padded: str, wanted: str, at: int, places: list[int]) -> int:
    """A later word just as good, where the first stands for another typed word already."""
    place = first = padded.count(" ", 0, at)
    while place in places:
        at = padded.find(wanted, at + 1)
        if at < 0:
            return first
        place = padded.count(" ", 0, at)
    return place


def _nearest(words: list[str], places: list[int]) -> list[int]:
    """The places of found words; a word that comes up again may be found where it fits the others better."""
    if len(set(words)) == len(words):
        return places
    options = [[p for p, own in enumerate(words) if own == words[place]] for place in places]
    best, gain = places, _order_bonus(tuple(places), len(words))
    for number, own in enumerate(options):
        for place in own:  # with the others as near as can be to where they were typed
            first = place - number
            moved = [
                min(some, key=lambda p, wanted=first + at: abs(p - wanted))  # type: ignore[misc]
                for at, some in enumerate(options)
            ]
            moved[number] = place
            bonus = _order_bonus(tuple(moved), len(words)) if len(set(moved)) == len(moved) else 0.0
            if bonus > gain:
                best, gain = moved, bonus
    return best


def _nearly(padded: str, word: Typed) -> tuple[float, int]:
    """How well a typed word fits inside a word of the title or with typos; (0, -1) for not at all."""
    text = word.text
    if len(text) < 2:
        return 0.0, -1
    best, place = 0.0, -1
    if len(text) > 2:
        at = padded.find(text)
        if at >= 0:
            best, place = INSIDE, padded.count(" ", 0, at) - 1
    for number, own in enumerate(padded.split()):
        fit = _typo_fit(word, own)
        if fit > best:
            best, place = fit, number
    return best, place


def _typo_fit(word: Typed, own: str) -> float:
    text = word.text
    length = len(text)
    typos = 1 if length < _TWO_SLIPS_FROM else 2
    if abs(len(own) - length) <= typos:
        edits = OSA.distance(text, own, score_cutoff=typos)
        if edits <= typos:
            return _TYPOS[edits] if edits <= word.typos else _MANY_TYPOS
    may_go_on = word.is_last and len(own) > length > ONE_TYPO_FROM and own[0] == text[0]
    if may_go_on and OSA.distance(text, own[:length], score_cutoff=1) <= 1:
        return _TYPO_IN_START
    return 0.0


def _in_fields(fields: str, word: Typed) -> float:
    if word.whole in fields:
        return WHOLE
    if word.may_go_on and word.start in fields:
        return PREFIX
    if not word.typos:
        return 0.0
    close = process.extractOne(
        word.text, fields.split(), scorer=OSA.distance, score_cutoff=word.typos
    )
    return _TYPOS[round(close[1])] if close else 0.0


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
    is_ordered = all(a < b for a, b in pairwise(places))
    choices = comb(words, count)
    chance = 0.5 / (choices * factorial(min(count, 6)))
    if is_ordered:
        chance += 0.02 / choices
    if missing <= 0:
        chance += (_TOGETHER if is_ordered else _SWAPPED / comb(count, 2)) / words
    elif missing == 1 and is_ordered:
        chance += _DROPPED / (count - 1) / words
    if is_ordered and low == 0 and missing <= 0:
        chance += 0.1
    return max(log(chance), _LEAST) - _LEAST


def spans_of(title: str, typed: Sequence[Typed], found: Found) -> Spans:
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
