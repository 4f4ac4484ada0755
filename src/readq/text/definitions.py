# ruff: noqa: RUF001
"""Abbreviations and the long forms they are defined by."""

from __future__ import annotations

import re
from functools import lru_cache

from readq.patterns import lazily
from readq.records import dataclass
from readq.text.shapes import Shape, ambiguous_names, shape

_PARENTHESIS = lazily(r"\(\s*([^()]{1,90}?)\s*\)")
_LEAD = lazily(
    r"(?:e\.g\.|i\.e\.|abbreviated as|or|in short|for short|hereafter|called|dubbed|termed)[,:]?\s+"
)
_STANDS_FOR = lazily(
    r"([^\s,]+),? (?:short for|which stands for|standing for|an? (?:acronym|abbreviation) (?:of|for)) ([^,.;()]+)"
)
_ABBREVIATION = lazily(r"[A-Z].*[A-Z0-9²³]|[a-z][A-Z]|[A-Za-z][²³]|[A-Z][a-z]+[+]")
_SPLIT = lazily(r"[\s\-\u2010\u2011\u2013/]+")
_REACH = 240
"""How many letters before the bracket a long form may begin."""
_QUOTES = "\"'“”‘’`* "
_BEFORE_WORDS = "\"'“”‘’-\u2010\u2011\u2013/"
_SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "and",
        "for",
        "in",
        "on",
        "with",
        "to",
        "by",
        "via",
        "from",
        "as",
        "or",
        "at",
    ]
)
_NEVER_FIRST = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "and",
        "we",
        "for",
        "with",
        "by",
        "our",
        "called",
        "named",
        "termed",
        "propose",
        "introduce",
        "present",
    ]
)
_BREAK = (",", ";", ":", ")", "—")


@dataclass(frozen=True, slots=True)
class Definition:
    """An abbreviation with its long form in one sentence."""

    short: str
    long: str
    start: int
    """Where the definition begins: the long form, or the abbreviation when it comes first."""
    end: int
    """Just after it."""


def stands_for(text: str) -> bool:
    """Whether it is said in words that something is short for something else."""
    return (
        "short for" in text
        or "stands for" in text
        or "standing for" in text
        or "acronym" in text
        or "abbreviation" in text
    )


def definitions(sentence: str) -> list[Definition]:
    """Those in a sentence, written "Long Form (LF)", "LF (Long Form)" or "LF, short for Long Form"."""
    found = [d for m in _PARENTHESIS.finditer(sentence) if (d := _in_parenthesis(sentence, m))]
    if stands_for(sentence):
        for match in _STANDS_FOR.finditer(sentence):
            if shape(match[1]) is Shape.COINED:
                found.append(Definition(match[1], match[2].strip(), match.start(), match.end()))
    return found


def _in_parenthesis(sentence: str, match: re.Match[str]) -> Definition | None:
    inner = match[1]
    if lead := _LEAD.match(inner):
        inner = inner[lead.end() :]
    inner = inner.strip(_QUOTES)
    words = inner.split()
    if len(words) == 1:
        if not _may_be_defined(inner):
            return None
    elif not 2 <= len(words) <= 12:
        return None
    offset = max(0, match.start() - _REACH)
    before = sentence[offset : match.start()].rstrip()
    if len(words) == 1:
        long = _long_form(inner, before)
        if long:
            return Definition(inner, long, offset + before.rfind(long), match.end())
    elif before:
        short = before.rsplit(None, 1)[-1].strip(",\"'“”‘’`")
        if len(short) > 1 and _may_be_defined(short):
            long = re.split(r"[,;]\s", inner)[0]
            if alignment(short, long.split()) is not None:
                return Definition(short, long, offset + before.rfind(short), match.end())
    return None


def _long_form(short: str, before: str) -> str:
    """The words at the end of `before` that `short` abbreviates."""
    words = before.replace('"', "").replace("“", "").replace("”", "").split()
    limit = min(len(words), sum(map(str.isalnum, short)) + 5)
    first = _letters(short)[:1]
    best, best_score = "", -99.0
    for count in range(1, limit + 1):
        start = words[-count]
        if count > 1 and start.endswith(_BREAK):
            break
        start = start.lower()
        if start in _NEVER_FIRST or start.lstrip(_BEFORE_WORDS)[:1] not in ("", first):
            continue
        chosen = words[-count:]
        score = alignment(short, chosen)
        if score is None:
            continue
        if (
            count < len(words)
            and words[-count - 1][:1].isupper()
            and not words[-count - 1].endswith(_BREAK)
            and count + 1 < len(words)
        ):
            score -= 2.0
        if score > best_score:
            best, best_score = " ".join(chosen), score
    return best if best in before else ""


def alignment(short: str, words: list[str]) -> float | None:
    """How well the letters of `short` fit the words, None when they do not.

    All letters must come in order and the first must begin the first word; at least half of them
    must begin words. Unused content words count against it.
    """
    letters = _letters(short)
    parts = [p.lower() for p in _SPLIT.split(" ".join(words).strip("\"“”‘’'")) if p]
    if not letters or not parts or parts[0][0] != letters[0]:
        return None
    needed = (min(len(letters), sum(map(str.isupper, short)) or len(letters)) + 1) // 2
    plural = letters[-1] == "s" and len(letters) > 2
    for candidate in (letters, letters[:-1]) if plural else (letters,):
        initials, score = _fit(candidate, parts)
        if initials >= needed:
            return score + sum(w[0].isupper() for w in words) / len(words)
    return None


@lru_cache(256)
def _letters(short: str) -> str:
    if short.isalpha():
        return short.lower() if short.isascii() else "".join(map(str.lower, short))
    letters = "".join(c.lower() for c in short if c.isalnum() or c in "²³")
    for raised, times in (("²", 2), ("³", 3)):
        at = letters.find(raised)
        if at > 0:
            letters = letters[:at] + letters[at - 1] * (times - 1) + letters[at + 1 :]
    return letters


def _fit(letters: str, parts: list[str]) -> tuple[int, float]:
    """The best way to find the letters in the parts: how many begin one, and a score; (0, -inf) for none."""
    size = len(letters)
    nothing = (0, float("-inf"))
    best = [nothing] * (size + 1)
    best[0] = (0, 0.0)
    reached = 0
    for part in parts:
        skip = 0.0 if part in _SMALL else 1.0
        after = [(initials, score - skip) for initials, score in best] if skip else best.copy()
        for done in range(min(reached + 1, size)):
            initials, score = best[done]
            position, heads = -1, 0
            for taken in range(done, size):
                position = part.find(letters[taken], position + 1)
                if position < 0:
                    break
                heads += position == 0
                gained = score + 2.0 * heads
                if gained > after[taken + 1][1]:
                    after[taken + 1] = (initials + heads, gained)
                    reached = max(reached, taken + 1)
        best = after
    return best[size]


def _may_be_defined(short: str) -> bool:
    if short in ambiguous_names():
        return True
    return shape(short) is not Shape.ORDINARY and bool(_ABBREVIATION.search(short))
