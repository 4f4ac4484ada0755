"""Seeded queries with a known answer, made from real titles the way people misremember them."""

from __future__ import annotations

import gzip
import json
import os
import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from readq.search import fold

CORPUS = Path(os.environ.get("READQ_CORPUS", "../shared/corpus"))
STOP = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "for",
        "in",
        "on",
        "with",
        "and",
        "to",
        "from",
        "via",
        "by",
        "using",
        "is",
        "are",
        "at",
        "as",
        "into",
        "towards",
        "toward",
    ]
)
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
KEYS = {key: (row, place) for row, line in enumerate(ROWS) for place, key in enumerate(line)}
ANSWERS = 1_000
"""Damaged queries ask for one of the first so many titles, so that one set serves every size."""


@dataclass(frozen=True)
class Asked:
    """One query, and the number of the title it was made from."""

    kind: str
    text: str
    answer: int


def titles(name: str) -> list[str]:
    """The titles of a corpus file; empty where it is not there."""
    path = CORPUS / name
    if not path.is_file():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["title"] for line in lines]


def authors(name: str) -> list[tuple[str, ...]]:
    """The authors of each title."""
    with gzip.open(CORPUS / name, "rt", encoding="utf-8") as lines:
        return [tuple(json.loads(line).get("authors") or ()) for line in lines]


def typo(rng: random.Random, text: str) -> str:
    """One slip of the keyboard behind the first letter: a key beside, left out, doubled, two swapped."""
    at = rng.choice([i for i, char in enumerate(text) if char.isalpha() and i > 0])
    before, char, after = text[:at], text[at].lower(), text[at + 1 :]
    match rng.randrange(4):
        case 0:
            return before + rng.choice(_beside(char) or ["e"]) + after
        case 1:
            return before + after
        case 2:
            return before + char + text[at:]
        case _:
            return before + after[:1] + char + after[1:]


def _beside(key: str) -> list[str]:
    if key not in KEYS:
        return []
    row, place = KEYS[key]
    return [
        other
        for other, (y, x) in KEYS.items()
        if other != key and abs(y - row) <= 1 and abs(x - place) <= 1
    ]


def _chosen(
    per: int, rng: random.Random, count: int, make: Callable[[int], str | None]
) -> Iterator[tuple[int, str]]:
    order = list(range(count))
    rng.shuffle(order)
    found = 0
    for number in order:
        query = make(number)
        if query:
            yield number, query
            found += 1
            if found == per:
                return


def remembered(shown: list[str], per: int = 200, seed: int = 6_352) -> list[Asked]:
    """What somebody types who read the title: its words, some of them, their starts, its initials."""
    rng = random.Random(seed)
    folded = [fold(title).split() for title in shown]

    def three(number: int) -> list[str] | None:
        words = [w for w in dict.fromkeys(folded[number]) if len(w) >= 5 and w not in STOP]
        return rng.sample(words, 3) if len(words) >= 3 else None

    def two_first(number: int) -> str | None:
        return " ".join(folded[number][:2]) if len(folded[number]) >= 2 else None

    def any_order(number: int) -> str | None:
        words = three(number)
        return " ".join(words) if words else None

    def any_words(number: int) -> str | None:
        words = list(dict.fromkeys(folded[number]))
        return " ".join(rng.sample(words, 3)) if len(words) >= 3 else None

    def one_typo(number: int) -> str | None:
        words = three(number)
        if not words:
            return None
        at = rng.randrange(3)
        return " ".join(typo(rng, word) if n == at else word for n, word in enumerate(words))

    def starts(number: int) -> str | None:
        words = three(number)
        return " ".join(word[:5] for word in words) if words else None

    def initials(number: int) -> str | None:
        words = folded[number]
        return "".join(word[0] for word in words) if 4 <= len(words) <= 12 else None

    kinds: dict[str, Callable[[int], str | None]] = {
        "two first words": two_first,
        "three words, any order": any_order,
        "any three, any order": any_words,
        "three words, one typo": one_typo,
        "three starts of five": starts,
        "initials": initials,
    }
    return [
        Asked(kind, query, number)
        for kind, make in kinds.items()
        for number, query in _chosen(per, rng, len(shown), make)
    ]


def damaged(shown: list[str], per: int = 40, seed: int = 20_251_130) -> list[Asked]:
    """Eight kinds of damage to a piece of a title that is the only one of its kind."""
    return _Damage(shown, seed).queries(per)


class _Damage:
    def __init__(self, shown: list[str], seed: int) -> None:
        self.rng = random.Random(seed)
        self.shown = shown
        self.folded = [fold(title) for title in shown]
        self.blob = "\n".join(self.folded)
        self.initials_of = Counter("".join(w[0] for w in f.split()) for f in self.folded)

    def queries(self, per: int) -> list[Asked]:
        rng = self.rng
        kinds: dict[str, Callable[[int], str | None]] = {
            "prefix": self.prefix,
            "inside": self.inside,
            "one typo": self.piece(2, 4, lambda words: typo(rng, " ".join(words))),
            "two typos": self.piece(3, 5, lambda words: typo(rng, typo(rng, " ".join(words)))),
            "word dropped": self.piece(4, 6, self.dropped),
            "words swapped": self.piece(3, 5, self.swapped),
            "initials": self.initials,
        }
        answers = min(ANSWERS, len(self.folded))
        found = [
            Asked(kind, query, number)
            for kind, make in kinds.items()
            for number, query in _chosen(per, rng, answers, make)
        ]
        plain = _chosen(per, rng, len(self.folded), self.without_accents)
        return found + [Asked("no accents", query, number) for number, query in plain]

    def is_unique(self, piece: str) -> bool:
        return self.blob.count(piece) == 1

    def prefix(self, number: int) -> str | None:
        text = self.folded[number]
        for length in range(8, min(30, len(text))):
            start = text[:length].rstrip()
            if len(start) == length and self.is_unique("\n" + start):
                return start
        return None

    def inside(self, number: int) -> str | None:
        text = self.folded[number]
        for _ in range(20):
            length = self.rng.randint(9, 18)
            at = self.rng.randrange(3, max(4, len(text) - length))
            piece = text[at : at + length].strip()
            if len(piece) >= 9 and self.is_unique(piece):
                return piece
        return None

    def piece(
        self, least: int, most: int, damage: Callable[[list[str]], str]
    ) -> Callable[[int], str | None]:
        def make(number: int) -> str | None:
            words = self.folded[number].split()
            for _ in range(10):
                length = self.rng.randint(least, most)
                if len(words) < length:
                    continue
                at = self.rng.randrange(len(words) - length + 1)
                run = words[at : at + length]
                if sum(word not in STOP for word in run) >= 2 and self.is_unique(" ".join(run)):
                    query = damage(run)
                    if query not in self.blob:
                        return query
            return None

        return make

    def dropped(self, words: list[str]) -> str:
        at = self.rng.randrange(1, len(words) - 1)
        return " ".join(words[:at] + words[at + 1 :])

    def swapped(self, words: list[str]) -> str:
        while True:
            one, two = self.rng.sample(range(len(words)), 2)
            order = words[:]
            order[one], order[two] = order[two], order[one]
            if order != words:
                return " ".join(order)

    def initials(self, number: int) -> str | None:
        words = self.folded[number].split()
        letters = "".join(word[0] for word in words)
        return letters if 5 <= len(words) <= 9 and self.initials_of[letters] == 1 else None

    def without_accents(self, number: int) -> str | None:
        shown, words = self.shown[number].split(), self.folded[number].split()
        marked = [at for at, word in enumerate(shown) if _has_mark(word)]
        if not marked or len(words) < 3:
            return None
        at = min(marked[0], len(words) - 1)
        query = " ".join(words[max(0, at - 1) : at + 2])
        return query if query.isascii() and self.is_unique(query) else None


def _has_mark(text: str) -> bool:
    return any(map(unicodedata.combining, unicodedata.normalize("NFKD", text)))
