"""A run of papers with all that finds them, never changed once it is made."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from readq.search.bits import bits_of
from readq.search.fold import fold
from readq.search.texts import Lookup, Texts
from readq.search.vocabulary import Vocabulary

MIN_INITIALS = 3
NAME_END, NAMES_END = "\x1e", "\x1d"
_MEMO = 192


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
class Parts:
    """All a segment consists of; papers are numbered by the length of their titles."""

    ids: Texts
    titles: Texts
    folded: Texts
    fields: Texts
    """Names, aliases and authors, folded; see `_fields_of`."""
    starts: array[int]
    """The papers in the order of their folded titles."""
    initials: Lookup
    keys: Lookup
    words: Vocabulary
    """The words of titles."""
    field_words: Vocabulary
    """The words of names, aliases and authors."""


def parts_of(entries: Iterable[JumpEntry]) -> Parts:
    """Work out a segment."""
    ordered = sorted(entries, key=lambda entry: len(entry.title))
    folded = [fold(entry.title) for entry in ordered]
    split = [text.split() for text in folded]
    known: dict[str, str] = {}
    fields = [_fields_of(entry, known) for entry in ordered]
    initials = (
        ("".join([word[0] for word in words]), place)
        for place, words in enumerate(split)
        if len(words) >= MIN_INITIALS
    )
    keys = (
        (key.casefold(), place) for place, entry in enumerate(ordered) for key in entry.keys if key
    )
    return Parts(
        ids=Texts.of(entry.paper_id for entry in ordered),
        titles=Texts.of(entry.title for entry in ordered),
        folded=Texts.of(folded),
        fields=Texts.of(fields),
        starts=array("I", sorted(range(len(folded)), key=folded.__getitem__)),
        initials=Lookup.of(initials),
        keys=Lookup.of(keys),
        words=Vocabulary.of(split),
        field_words=Vocabulary.of(
            text.rpartition(NAMES_END)[2].replace(NAME_END, "").split() for text in fields
        ),
    )


def _fields_of(entry: JumpEntry, known: dict[str, str]) -> str:
    """Coined names to be met whole, then every name, alias and author with a blank around each word."""
    texts = (*entry.names, *entry.aliases, *entry.authors)
    if not texts:
        return ""
    folded = []
    for text in texts:
        words = known.get(text)
        if words is None:
            words = known[text] = fold(text)
        folded.append(words)
    shown = f" {f' {NAME_END} '.join(folded)} "
    if not entry.names:
        return shown
    names = NAME_END.join([fold(name.split(" (")[0]) for name in entry.names])
    return f"{NAME_END}{names}{NAME_END}{NAMES_END}{shown}"


class Segment:
    """Papers to be looked up by typed words."""

    def __init__(self, parts: Parts) -> None:
        """Papers of `parts`."""
        self.parts = parts
        self.count = len(parts.ids)
        self.alive = (1 << self.count) - 1
        """The papers that are not replaced or removed."""
        self.whole = lru_cache(_MEMO)(self._whole)
        self.strong = lru_cache(_MEMO)(self._strong)
        self.weak = lru_cache(_MEMO)(self._weak)
        self.ending = lru_cache(_MEMO)(self._ending)
        self.near = lru_cache(_MEMO)(self._near)

    def _whole(self, typed: str) -> int:
        """Papers with that word in their title."""
        words = self.parts.words
        first, end = words.whole(typed)
        return self._bits(words.texts(first, end)) if first < end else 0

    def _strong(self, typed: str, as_start: bool) -> int:
        """Papers with a word that is, or starts, so."""
        found = 0
        for words, shortest in ((self.parts.words, 1), (self.parts.field_words, MIN_INITIALS)):
            is_start = as_start and len(typed) >= shortest
            first, end = words.starting(typed) if is_start else words.whole(typed)
            if first < end:
                found |= self._bits(words.texts(first, end))
        return found

    def _weak(self, typed: str) -> int:
        """Papers with such letters inside a word of the title, or with a typo in any word."""
        found = 0
        words, fields = self.parts.words, self.parts.field_words
        near, near_fields, starts = self.near(typed)
        numbers = {*near, *starts, *(words.containing(typed) if len(typed) >= MIN_INITIALS else ())}
        for vocabulary, some in ((words, numbers), (fields, near_fields)):
            texts = array("I")
            for number in some:
                texts.extend(vocabulary.texts(number, number + 1))
            found |= self._bits(texts)
        return found

    def _ending(self, typed: str) -> int:
        """Papers with a word in their title that ends so."""
        words = self.parts.words
        texts = array("I")
        for number in words.containing(typed + "\n"):
            texts.extend(words.texts(number, number + 1))
        return self._bits(texts)

    def _near(self, typed: str) -> tuple[dict[int, int], dict[int, int], list[int]]:
        """Words of titles and of fields with a typo, and how many; words of titles that start nearly so."""
        words, fields = self.parts.words, self.parts.field_words
        return dict(words.near(typed)), dict(fields.near(typed)), words.starting_near(typed)

    def _bits(self, texts: array[int]) -> int:
        return bits_of(texts, self.count, len(texts))

    def title_starting(self, typed: str, most: int) -> list[int]:
        """Papers whose title starts so, in the order of their titles."""
        starts, folded = self.parts.starts, self.parts.folded
        wanted = typed.encode("utf-8", "surrogatepass")
        low, high = 0, len(starts)
        while low < high:
            middle = (low + high) // 2
            if folded.raw(starts[middle]) < wanted:
                low = middle + 1
            else:
                high = middle
        found = []
        for place in starts[low : low + most]:
            if not folded.raw(place).startswith(wanted):
                break
            found.append(place)
        return found


