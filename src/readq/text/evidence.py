# ruff: noqa: RUF001
"""What the words around a candidate say about whether it is the paper's own name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import compress, count, filterfalse
from operator import ne

from readq.records import dataclass
from readq.text import cues
from readq.text.definitions import Definition, definitions, stands_for
from readq.text.shapes import TOKEN
from readq.text.shapes import sentences as cut

_TELLING = cues.SUBJECTS | cues.ANNOUNCING
_ANNOUNCING = frozenset(map(str.encode, cues.ANNOUNCING))
_ANNOUNCED_BY = frozenset(map(str.encode, cues.SUBJECTS | cues.NAMING | cues.PASSIVE))
"""One of these stands with every word that announces: who does, or that it is done."""
_NAMED_AS = frozenset(
    ("abbreviated", "denoted", "referred", "refer", "coined", "termed", "dubbed", "named")
)
_LETTERS = bytes(
    ord(chr(c).lower()) if chr(c).isascii() and chr(c).isalpha() else 32 for c in range(256)
)


@dataclass(slots=True)
class Sentence:
    """A sentence in words, with the places where something is announced."""

    text: str
    number: int
    is_quiet: bool = False
    """Whether it announces and defines nothing: few such need their words."""
    tokens: Sequence[str] = ()
    low: Sequence[str] = ()
    defined: Sequence[Definition] = ()
    cue: Sequence[int] = ()
    """For each token the place of the last announcing verb before it, or -1; empty if nothing is announced."""
    announces: bool = False
    solves: bool = False
    """Whether it announces the answer to a problem: "To address this, we propose …"."""

    _starts: list[int] | None = None

    def read_words(self) -> None:
        """Take the sentence apart, unless that is done."""
        if not self.tokens:
            self.tokens = TOKEN.findall(self.text)
            self.low = list(map(str.lower, self.tokens))
            _find_cues(self)

    def has(self, word: str) -> bool:
        """Whether it is one of its words, written like this."""
        if word not in self.text:
            return False
        self.read_words()
        return word in self.tokens

    @property
    def capitalised(self) -> list[int]:
        """The places of the words that are not written small."""
        return list(compress(count(), map(ne, self.tokens, self.low)))

    def large(self) -> Iterator[str]:
        """Its words that are not written small, without taking all of it apart."""
        text = self.text
        if text[1:].islower():
            if first := TOKEN.match(text):
                yield first[0]
            return
        for part in filterfalse(str.islower, text.split()):
            yield from (w for w in TOKEN.findall(part) if w != w.lower())

    @property
    def starts(self) -> list[int]:
        """Where each token begins in the text; few sentences are asked."""
        if self._starts is None:
            self._starts = [m.start() for m in TOKEN.finditer(self.text)]
        return self._starts

    def word(self, place: int) -> str:
        """The lower-case word at a place; empty outside."""
        return self.low[place] if 0 <= place < len(self.low) else ""

    def before(self, place: int) -> int:
        """The place of the word before, quotes and opening brackets passed over."""
        place -= 1
        while place >= 0 and self.low[place] in cues.OPENERS:
            place -= 1
        return place

    def after(self, place: int) -> int:
        """The place of the word after, quotes and a definition's brackets passed over."""
        place += 1
        while self.word(place) in cues.QUOTES and place < len(self.low):
            place += 1
        if self.word(place) == "(":
            end = place
            while end < len(self.low) and self.low[end] != ")" and end - place < 12:
                end += 1
            if self.word(end) == ")":
                place = end + 1
        return place

    def place_of(self, offset: int) -> int:
        """The token at or after an offset of the text."""
        return bisect_left(self.starts, offset)


def read(text: str) -> list[Sentence]:
    """The sentences of an abstract."""
    read_sentences = []
    defines_in_words = "\n" in text or stands_for(text)
    for number, sentence in enumerate(cut(text)):
        found = Sentence(sentence, number)
        if "(" in sentence or (defines_in_words and stands_for(sentence)):
            found.defined = definitions(sentence)
        if not found.defined and _announces_nothing(sentence):
            found.is_quiet = True
        else:
            found.read_words()
        read_sentences.append(found)
    return read_sentences


def _announces_nothing(sentence: str) -> bool:
    """Whether it lacks the words without which nothing is announced."""
    words = sentence.encode("utf-8", "replace").translate(_LETTERS).split()
    return _ANNOUNCING.isdisjoint(words) or _ANNOUNCED_BY.isdisjoint(words)


def _find_cues(sentence: Sentence) -> None:
    low = sentence.low
    if cues.ANNOUNCING.isdisjoint(low):
        return
    last, subject = -1, -99
    told: list[int] = []
    for place in compress(count(), map(_TELLING.__contains__, low)):
        word = low[place]
        if word in cues.SUBJECTS:
            if word == "we" or any(
                w in ("this", "our", "the") for w in low[max(0, place - 2) : place]
            ):
                subject = place
            continue
        passive = place > 0 and low[place - 1] in cues.BE and word in cues.PASSIVE
        if place - subject <= 12 or word in cues.NAMING or passive:
            told.extend([last] * (place + 1 - len(told)))
            last = place
            if passive:
                told[:] = [max(c, 0) for c in told]
    if last < 0:
        return
    told.extend([last] * (len(low) - len(told)))
    sentence.cue = told
    sentence.announces = True
    if "to" in low[:3]:
        sentence.solves = any(w in cues.AIM_VERBS for w in low[:6])


def is_named(sentence: Sentence, place: int) -> bool:
    """Whether the words before say that this is a name: "called X", "which we term X", "referred to as X"."""
    low = sentence.low
    at = sentence.before(place)
    if at >= 0 and low[at] in ("the", ","):
        at -= 1
    if at < 0:
        return False
    word = low[at]
    if word == "as":
        return not _NAMED_AS.isdisjoint(low[max(0, at - 6) : at])
    if word in cues.NAMING:
        return True
    if word in ("by", "is") and sentence.word(at - 1) == ("denoted" if word == "by" else "result"):
        return True
    near = low[max(at - 3, 0) : at + 1]
    if cues.NAMING_ACTIVE.isdisjoint(near):
        return False
    back = max(i for i, w in enumerate(near, max(at - 3, 0)) if w in cues.NAMING_ACTIVE)
    return "we" in low[max(0, back - 3) : back]


def follows_enumerator(sentence: Sentence, place: int) -> bool:
    """Whether "(1)", "2)" or "First," stands shortly before."""
    low = sentence.low
    for back in range(place - 1, max(place - 6, -1), -1):
        word = low[back]
        if (
            word == ")"
            and back
            and (
                low[back - 1].isdigit()
                or low[back - 1] in ("i", "ii", "iii", "iv", "a", "b", "c", "d")
            )
        ):
            return True
        if word in ",:" and back and low[back - 1] in cues.ENUMERATORS:
            return True
        if word in "①②③④":
            return True
        if word in ".;":
            return False
    return False


def after_preposition(sentence: Sentence, place: int) -> bool:
    """Whether a preposition leads to this place."""
    at = sentence.before(place)
    if sentence.word(at) in cues.ARTICLES:
        at -= 1
    return sentence.word(at) in cues.PREPOSITIONS


def listed(sentence: Sentence, place: int) -> bool:
    """Whether it is an item of "we propose two techniques: X, which …, and Y, a …"."""
    cue = sentence.cue[place]
    if cue < 0 or ":" not in sentence.low[cue:place]:
        return False
    colon = sentence.low.index(":", cue)
    if colon == 0 or sentence.low[colon - 1] not in cues.KINDS:
        return False
    at = sentence.before(place)
    first = at == colon
    later = sentence.word(at) == "and" or (sentence.word(at) in (";", ",") and place - colon > 3)
    after = sentence.after(place)
    explained = sentence.word(after) in (",", "—", "–", ":") and sentence.word(after + 1) in (
        "which",
        "a",
        "an",
        "the",
        "that",
    )
    return (first or later) and explained


def use_score(sentence: Sentence, place: int, *, coined: bool) -> tuple[float, bool]:
    """Points for how a sentence uses a name after it was announced, and whether that announces it by itself."""
    before = sentence.before(place)
    if before >= 0 and not coined:
        return 0.0, False
    word = sentence.word
    after = sentence.after(place)
    points, announces = 0.0, False
    if before < 0:
        if _is_resource(sentence, after):
            return 2.8, True
        if coined and _is_verb(word(after)):
            points += 1.6 if sentence.number else 0.4
    if not coined:
        return points, announces
    if points == 0.0:
        points, announces = _reference_score(sentence, before, after)
    if word(after) in cues.BEATING:
        points += 0.8
    if (
        word(before) in cues.OTHERS
        or (word(before - 1), word(before)) in cues.SUCH_AS
        or (word(before) == "the" and word(before - 1) in cues.OTHERS)
    ):
        points -= 1.2
    return points, announces


def _reference_score(sentence: Sentence, before: int, after: int) -> tuple[float, bool]:
    word = sentence.word
    at = before
    while word(at) in ("the", "proposed", "our") and before - at < 3:
        at -= 1
    if word(at) == "that" and word(at - 1) in cues.SHOWING:
        return 1.4, False
    if word(at) == "of" and word(at - 1) in cues.VALUE_OF:
        return 1.4, False
    if _is_own_kind(sentence, before):
        return 2.6, True
    if "our" in (word(before), word(before - 1)):
        return (1.8 if word(before) == "our" else 1.2), False
    if word(before) in cues.EVALUATING:
        return 0.8, False
    if word(after) == "," and word(after + 1) == "our":
        return 2.0, True
    return 0.0, False


def _is_own_kind(sentence: Sentence, before: int) -> bool:
    """Whether "our framework" or "the resulting model" stands before, with or without a comma."""
    if sentence.word(before) in (",", ":", "—", "–"):
        before -= 1
    if sentence.word(before) not in cues.KINDS:
        return False
    return any(
        w in ("our", "resulting", "proposed") for w in sentence.low[max(0, before - 3) : before]
    )


def _is_verb(word: str) -> bool:
    return word in cues.VERBS or (
        len(word) > 3 and word.isalpha() and word.endswith("s") and not word.endswith("ss")
    )


def _is_resource(sentence: Sentence, after: int) -> bool:
    if sentence.word(after) not in ("is", "are", "provides", "offers", "implements"):
        return False
    if sentence.word(after + 1) not in ("a", "an", "the"):
        return False
    return any(w in cues.RESOURCES for w in sentence.low[after + 2 : after + 10])


def is_component(sentence: Sentence, place: int, own: frozenset[str]) -> bool:
    """Whether the paper's own system is said to contain it: "HiCI employs X"."""
    for back in range(place - 1, max(place - 6, 0), -1):
        word = sentence.low[back]
        if word in cues.COMPONENT_VERBS:
            return any(
                t in own or w in cues.OWN_SUBJECTS
                for t, w in zip(sentence.tokens[:back], sentence.low, strict=False)
            )
        if word in ".;:,":
            return False
    return False


def longer_name(name: str, sentences: list[Sentence]) -> str:
    """The name with the capitalised word that most of its uses carry: "SubspacePath Pruner", "Dynamic TMoE"."""
    neighbours: dict[str, int] = {}
    total = 0
    for sentence in sentences:
        if not sentence.has(name):
            continue
        tokens = sentence.tokens
        for place, token in enumerate(tokens):
            if token != name:
                continue
            total += 1
            after = tokens[place + 1] if place + 1 < len(tokens) else ""
            if is_title_word(after) and sentence.word(place + 2) != "(":
                neighbours[f"{name} {after}"] = neighbours.get(f"{name} {after}", 0) + 1
            elif (
                place > 1
                and is_title_word(tokens[place - 1])
                and not is_title_word(tokens[place - 2])
            ):
                longer = f"{tokens[place - 1]} {name}"
                neighbours[longer] = neighbours.get(longer, 0) + 1
    if neighbours:
        longer, count = max(neighbours.items(), key=lambda item: item[1])
        if count * 2 > total:
            return longer
    return name


def is_title_word(token: str) -> bool:
    """Whether it is a word with a capital, as titles and names have them, and none that begins any sentence."""
    return (
        token[:1].isupper()
        and token[1:].isalpha()
        and token[1:].islower()
        and token not in cues.SENTENCE_STARTERS
    )
