# ruff: noqa: RUF001
"""Names that a paper coins."""

from __future__ import annotations

from itertools import compress, count

from readq.domain import Name
from readq.patterns import lazily
from readq.records import dataclass
from readq.text import cues
from readq.text.definitions import Definition
from readq.text.evidence import (
    Sentence,
    after_preposition,
    follows_enumerator,
    is_component,
    is_named,
    is_title_word,
    listed,
    longer_name,
    read,
    use_score,
)
from readq.text.shapes import Shape, shape

THRESHOLD = 2.4
"""Points at which a candidate counts as the paper's own name."""
MAX_NAMES = 8

_SECOND = 1.9
"""Points at which an announced and defined name is taken beside the main one."""

_URL = lazily(r"(?:https?://|www\.)\S+")
_ORDINARY_ENDS = ("tion", "ing", "ment", "ity", "ness")
_LINKING = frozenset(["of", "for", "and", "in", "the", "to", "with", "on"])


@dataclass(slots=True)
class _Candidate:
    text: str
    sentence: int
    place: int
    score: float = 0.0
    announced: int = 0
    uses: int = 0
    against: float = 0.0
    """Points for company that a paper's own name does not keep: baselines, data it is tested on."""
    component: bool = False
    expansion: str = ""
    said_in: int = -1
    """The sentence that announces it."""


def coined_names(plain: str) -> tuple[Name, ...]:
    """The names of methods, data sets and ideas that an abstract announces as its own, the main one first.

    Takes rendered text. Names the whole field uses, and mere concepts, are left out.
    """
    text = _URL.sub(" ", plain) if "://" in plain or "www." in plain else plain
    return _Search(text).names()


class _Search:
    """One abstract's candidates and the evidence for them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sentences = read(text)
        self.candidates: dict[str, _Candidate] = {}
        self.first_cue = next((s.number for s in self.sentences if s.announces), -1)

    def names(self) -> tuple[Name, ...]:
        announcements = 0
        for sentence in self.sentences:
            announcements += sentence.announces
            weight = 1.0 if announcements <= 1 or sentence.solves else 0.75
            self._read_definitions(sentence, weight)
            self._read_words(sentence, weight)
        if not self.candidates:
            return ()
        self._weigh()
        ranked = sorted(self.candidates.values(), key=lambda c: (-c.score, c.sentence, c.place))
        main = ranked[0]
        if main.score < THRESHOLD:
            return ()
        self._find_components(main)
        others = [
            c
            for c in ranked[1:]
            if c.score >= (_SECOND if c.announced and c.expansion else THRESHOLD) or c.component
        ]
        others.sort(
            key=lambda c: (c.said_in != main.said_in or main.said_in < 0, c.sentence, c.place)
        )
        return self._distinct([main, *others])

    def _candidate(self, text: str, sentence: Sentence, place: int) -> _Candidate:
        found = self.candidates.get(text)
        if found is None:
            found = self.candidates[text] = _Candidate(text, sentence.number, place)
        return found

    def _announce(self, candidate: _Candidate, sentence: Sentence, points: float) -> None:
        candidate.score += points
        candidate.announced += 1
        if candidate.said_in < 0:
            candidate.said_in = sentence.number

    def _read_definitions(self, sentence: Sentence, weight: float) -> None:
        for definition in sentence.defined:
            place = sentence.place_of(definition.start)
            candidate = self._candidate(definition.short, sentence, place)
            candidate.expansion = candidate.expansion or definition.long
            cue = sentence.cue[place] if place < len(sentence.cue) else -1
            if is_named(sentence, place):
                self._announce(candidate, sentence, 4.0)
            elif sentence.word(sentence.before(place)) in ("proposed", "resulting"):
                self._announce(candidate, sentence, 2.6)
            elif cue >= 0 and sentence.announces:
                distance = place - cue - 1
                if follows_enumerator(sentence, place):
                    candidate.score += 0.2
                elif distance > 1 and (
                    after_preposition(sentence, place) or _is_second(sentence, cue, place)
                ):
                    candidate.score += 0.3
                else:
                    points = 2.6 if distance <= 3 else 1.6
                    if sentence.word(place - 1) == "," and sentence.word(place - 2) in cues.KINDS:
                        points += 2.0
                    self._announce(candidate, sentence, weight * points)
            else:
                candidate.score += 0.2

    def _read_words(self, sentence: Sentence, weight: float) -> None:
        if sentence.is_quiet and all(map(self._is_ordinary, sentence.large())):
            return
        sentence.read_words()
        taken = _definition_places(sentence)
        order = 0
        for place in sentence.capitalised:
            token = sentence.tokens[place]
            if len(token) < 2:
                continue
            if (short := taken.get(place)) is not None:
                if short == token:
                    candidate = self.candidates[short]
                    candidate.uses += 1
                    self._add_use(candidate, sentence, place, is_coined=True)
                continue
            looks = shape(token)
            if looks is Shape.ORDINARY and token not in self.candidates:
                continue
            is_coined = looks is Shape.COINED or token in self.candidates
            is_announced = sentence.announces and sentence.cue[place] >= 0
            if is_announced:
                self._read_phrase(sentence, place, weight)
            if not is_coined and self._is_common(token):
                continue
            candidate = self._candidate(token, sentence, place)
            candidate.uses += 1
            if is_named(sentence, place) and (
                is_coined or not is_title_word("".join(sentence.tokens[place + 1 : place + 2]))
            ):
                self._announce(candidate, sentence, 4.0 if is_coined else 3.2)
            elif is_announced:
                if is_coined:
                    self._announced_coinage(candidate, sentence, place, weight, order)
                    order += 1
                else:
                    self._announced_word(candidate, sentence, place, weight)
            self._add_use(candidate, sentence, place, is_coined=is_coined)

    def _is_ordinary(self, token: str) -> bool:
        """Whether a word is no candidate, and becomes none where nothing is announced."""
        if token in cues.SENTENCE_STARTERS:
            return token not in self.candidates
        looks = shape(token)
        if len(token) > 1 and (looks is Shape.COINED or token in self.candidates):
            return False
        return looks is Shape.ORDINARY or self._is_common(token)

    def _is_common(self, token: str) -> bool:
        return (
            token in cues.SENTENCE_STARTERS
            or token.endswith(_ORDINARY_ENDS)
            or self._is_written_small(token.lower())
        )

    def _is_written_small(self, word: str) -> bool:
        if word not in self.text or not word.islower():
            return False
        return any(sentence.has(word) for sentence in self.sentences)

    def _add_use(
        self, candidate: _Candidate, sentence: Sentence, place: int, *, is_coined: bool
    ) -> None:
        points, announces = use_score(sentence, place, coined=is_coined)
        if announces:
            self._announce(candidate, sentence, points)
        elif points < 0:
            candidate.against -= points
        else:
            candidate.score += points

    def _announced_coinage(
        self, candidate: _Candidate, sentence: Sentence, place: int, weight: float, order: int
    ) -> None:
        distance = place - sentence.cue[place] - 1
        before = sentence.word(sentence.before(place))
        if listed(sentence, place):
            self._announce(candidate, sentence, 2.6 * weight)
        elif follows_enumerator(sentence, place):
            candidate.score += 0.3
        elif distance <= 1 and not after_preposition(sentence, place):
            self._announce(candidate, sentence, 3.4 * weight)
        elif after_preposition(sentence, place):
            candidate.score += 0.4
        elif (
            (order == 0 and sentence.low[place - 1] in cues.POINTING)
            or before in cues.KINDS
            or (
                order == 0
                and before == ","
                and sentence.word(sentence.before(place) - 1) in cues.KINDS
            )
        ):
            self._announce(candidate, sentence, 2.6 * weight)
        else:
            candidate.score += 1.2 * weight if distance <= 8 else 0.5

    def _announced_word(
        self, candidate: _Candidate, sentence: Sentence, place: int, weight: float
    ) -> None:
        after = sentence.word(sentence.after(place))
        before = sentence.before(place)
        if before == sentence.cue[place]:
            if after in (",", ":", "(", "—", "–", "a", "an", "the", "to", "as", "."):
                self._announce(candidate, sentence, 2.8 * weight)
        elif listed(sentence, place):
            self._announce(candidate, sentence, 2.6 * weight)
        elif after in (",", ".", ":", "(", ";"):
            if sentence.word(before) == ",":
                before -= 1
            if sentence.word(before) in cues.KINDS:
                self._announce(candidate, sentence, 2.0)

    def _read_phrase(self, sentence: Sentence, place: int, weight: float) -> None:
        """A name of several ordinary words: "introduces Regret Pre-training, a …"."""
        before = sentence.before(place)
        if before != sentence.cue[place]:
            return
        end = place
        while end < len(sentence.tokens):
            token = sentence.tokens[end]
            linking = (
                token in _LINKING
                and sentence.tokens[end + 1 : end + 2]
                and sentence.tokens[end + 1][:1].isupper()
            )
            if not (token[:1].isupper() and len(token) > 1) and not linking:
                break
            end += 1
        words = sentence.tokens[place:end]
        explained = sentence.word(end) in (",", "—") and sentence.word(end + 1) in (
            "a",
            "an",
            "the",
            "which",
        )
        if not 2 <= len(words) <= 5 or not explained or words[-1].lower() in cues.CONCEPT_ENDS:
            return
        if any(shape(w) is Shape.COINED for w in words):
            return
        stop = sentence.starts[end - 1] + len(words[-1])
        candidate = self._candidate(sentence.text[sentence.starts[place] : stop], sentence, place)
        candidate.uses += 1
        self._announce(candidate, sentence, 3.2 * weight)

    def _weigh(self) -> None:
        for candidate in self.candidates.values():
            if not candidate.announced:
                candidate.score -= candidate.against
            if candidate.uses >= 2:
                candidate.score += min(1.5, 0.5 * (candidate.uses - 1))
            if candidate.sentence == 0 and len(self.sentences) > 3 and candidate.uses <= 1:
                candidate.score -= 0.8
            first = max(self.first_cue, 0) if self.first_cue >= 0 else 1
            if not candidate.announced and (
                candidate.sentence < first or _is_lower_case(candidate.expansion)
            ):
                candidate.score *= 0.4
            if candidate.announced and candidate.sentence == self.first_cue:
                candidate.score += 0.6
            if candidate.said_in >= 0 and self.sentences[candidate.said_in].solves:
                candidate.score += 0.6
            if (
                candidate.expansion.split()[-1:]
                and candidate.expansion.split()[-1].lower() in cues.DATA_RESOURCES
            ):
                candidate.score -= 0.8

    def _find_components(self, main: _Candidate) -> None:
        """Mark the parts of the main thing that have names of their own."""
        own = frozenset(
            {main.text} | {c.text for c in self.candidates.values() if c.score >= THRESHOLD}
        )
        coined = {text for text in self.candidates if shape(text) is Shape.COINED}
        for sentence in self.sentences[max(main.sentence, self.first_cue, 0) :]:
            for definition in sentence.defined:
                place = sentence.place_of(definition.start)
                titled = sum(w[:1].isupper() for w in definition.long.split()) >= 2
                if titled and (
                    follows_enumerator(sentence, place) or is_component(sentence, place, own)
                ):
                    self.candidates[definition.short].component = True
            if coined.isdisjoint(sentence.tokens):
                continue
            taken = _definition_places(sentence)
            for place in compress(count(), map(coined.__contains__, sentence.tokens)):
                if place in taken:
                    continue
                token = sentence.tokens[place]
                candidate = self.candidates[token]
                if _holds(token, main.text) and "our" in sentence.low[max(0, place - 3) : place]:
                    candidate.component = True
                elif sentence.word(sentence.after(place)) == "," and is_component(
                    sentence, place, own
                ):
                    candidate.component = (
                        candidate.component or candidate.sentence == sentence.number
                    )

    def _distinct(self, chosen: list[_Candidate]) -> tuple[Name, ...]:
        names: list[Name] = []
        seen: set[str] = set()
        for candidate in chosen:
            text, expansion = longer_name(candidate.text, self.sentences), candidate.expansion
            if expansion and " " not in expansion and len(expansion) > len(text):
                text, expansion = expansion, text
            key = text.lower().removesuffix("s")
            if key not in seen:
                seen.add(key)
                names.append(Name(text, expansion))
        return tuple(names[:MAX_NAMES])


def _is_second(sentence: Sentence, cue: int, place: int) -> bool:
    """Whether something else with a name was announced between the verb and here."""
    if sentence.word(place - 1) == "and" or sentence.word(place - 2) == "and":
        return False
    return any(
        len(t) > 1 and not t.islower() and shape(t) is Shape.COINED
        for t in sentence.tokens[cue + 1 : place]
    )


def _definition_places(sentence: Sentence) -> dict[int, str]:
    """The tokens that belong to definitions, with what each defines."""
    if not sentence.defined:
        return {}
    taken: dict[int, str] = {}
    for definition in sentence.defined:
        for place in _places(sentence, definition):
            taken[place] = definition.short
    return taken


def _places(sentence: Sentence, definition: Definition) -> range:
    return range(sentence.place_of(definition.start), sentence.place_of(definition.end))


def _is_lower_case(expansion: str) -> bool:
    """Whether a long form is written like a common term of the field."""
    words = expansion.split()
    return bool(words) and sum(w[:1].isupper() for w in words) * 2 < len(words)


def _holds(token: str, name: str) -> bool:
    """Whether a token is a longer name built on `name`: "REAL-VQA", "WindowedManifoldKV"."""
    if len(token) <= len(name) or name not in token:
        return False
    rest = token.replace(name, "", 1).strip("-_")
    return bool(rest) and rest[0].isupper()
