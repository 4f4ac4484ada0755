"""A run of papers with all that finds them, never changed once it is made."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, chain, pairwise, repeat

from readq.records import dataclass
from readq.search.bits import bits_of
from readq.search.fold import fold, fold_all
from readq.search.texts import Lookup, Texts
from readq.search.vocabulary import MAX_INSIDE, Vocabulary
from readq.search.word_lists import WordsOfTexts, uncollected

MIN_INITIALS = 3
_MEMO = 192
_FEW = 50
_AT_ONCE = 2_000


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
    also: tuple[str, ...] = ()
    """Other words that go with it, such as its year."""


@dataclass(frozen=True, slots=True)
class Parts:
    """All a segment consists of; papers are numbered by the length of their titles."""

    ids: Texts
    titles: Texts
    folded: Texts
    fields: Texts
    """Names, aliases and authors, folded, with a blank around each word."""
    starts: array[int]
    """The papers in the order of their folded titles."""
    initials: Lookup
    names: Lookup
    """Coined names, folded, without what they stand for."""
    keys: Lookup
    words: Vocabulary
    """The words of titles."""
    field_words: Vocabulary
    """The words of names, aliases and authors."""


def parts_of(entries: Iterable[JumpEntry]) -> Parts:
    """Work out a segment."""
    with uncollected():
        return _parts_of(entries)


def _parts_of(entries: Iterable[JumpEntry]) -> Parts:
    ordered = sorted(entries, key=lambda entry: len(entry.title))
    made = _Making()
    starts = range(0, len(ordered), _AT_ONCE)
    for take in (made.take_titles, made.take_fields):
        # One kind of words after the other: looked up in turns they would be in no cache.
        for first in starts:
            take(first, ordered[first : first + _AT_ONCE])
    return made.parts()


class _Making:
    """Parts that are being made of some papers after the other: what is needed for them in between is soon free."""

    def __init__(self) -> None:
        self.ids: list[Texts] = []
        self.titles: list[Texts] = []
        self.folded: list[str] = []
        self.words = WordsOfTexts()
        self.fields: list[Texts] = []
        self.field_words = WordsOfTexts()
        self.initials: list[tuple[str, int]] = []
        self.names: list[tuple[str, int]] = []
        self.keys: list[tuple[str, int]] = []

    def take_titles(self, first: int, entries: Sequence[JumpEntry]) -> None:
        """Take in the titles of the next papers, of which the first has this number."""
        titles = [entry.title for entry in entries]
        self.titles.append(Texts.of(titles))
        folded = fold_all(titles)
        self.folded += folded
        words = list(map(str.split, folded))
        self.words.take(words)
        self.initials += [
            ("".join([word[0] for word in title]), place)
            for place, title in enumerate(words, first)
            if len(title) >= MIN_INITIALS
        ]

    def take_fields(self, first: int, entries: Sequence[JumpEntry]) -> None:
        """Take in what else names them, and their other words."""
        self.ids.append(Texts.of([entry.paper_id for entry in entries]))
        folded = fold_all([" ".join((*e.names, *e.aliases, *e.authors, *e.also)) for e in entries])
        self.field_words.take(map(str.split, folded))
        self.fields.append(Texts.of([f" {words} " if words else "" for words in folded]))
        placed = list(enumerate(entries, first))
        self.keys += [(key.casefold(), at) for at, entry in placed for key in entry.keys if key]
        self.names += [(fold(n.split(" (")[0]), at) for at, entry in placed for n in entry.names]

    def parts(self) -> Parts:
        """All that was taken in."""
        folded = self.folded
        return Parts(
            ids=Texts.joined(self.ids),
            titles=Texts.joined(self.titles),
            folded=Texts.of(folded),
            fields=Texts.joined(self.fields),
            starts=array("I", sorted(range(len(folded)), key=folded.__getitem__)),
            initials=Lookup.of(self.initials),
            names=Lookup.of(self.names),
            keys=Lookup.of(self.keys),
            words=Vocabulary.of(self.words),
            field_words=Vocabulary.of(self.field_words),
        )


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
        self._never_together: set[str] = set()
        """What no title has letter by letter, whatever follows."""
        self.run_together = lru_cache(_MEMO)(self._run_together)
        self.ending = lru_cache(_MEMO)(self._ending)

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

    def _weak(self, typed: str, is_last: bool) -> int:
        """Papers with such letters inside a word of the title, or with a typo in any word."""
        words, fields = self.parts.words, self.parts.field_words
        numbers = set(words.near(typed))
        if len(typed) >= MIN_INITIALS:
            numbers.update(words.containing(typed))
        if is_last:
            numbers.update(words.starting_near(typed))
        return self._having(words, numbers) | self._having(fields, fields.near(typed))

    def get_ready(self) -> None:
        """Work out the titles without blanks."""
        assert len(self._squeezed) == self.count

    @cached_property
    def _squeezed(self) -> Texts:
        """The folded titles without blanks."""
        folded = self.parts.folded
        starts = chain([0], folded.ends)
        blanks = map(folded.blob.count, repeat(b" "), starts, folded.ends)
        ends = map(int.__sub__, folded.ends, accumulate(blanks))
        return Texts(folded.blob.translate(None, b" "), array("I", list(ends)))

    def _run_together(self, typed: str) -> list[str] | None:
        """The words of a title that were typed as one; the last perhaps only begun."""
        if typed[:-1] in self._never_together:
            self._never_together.add(typed)
            return None
        wanted = typed.encode("utf-8", "surrogatepass")
        blob, ends = self._squeezed.blob, self._squeezed.ends
        at = blob.find(wanted)
        for _ in range(_FEW):
            if at < 0:
                self._never_together.add(typed)
                return None
            place = bisect_right(ends, at)
            words = self.parts.folded.raw(place).split()
            starts = list(accumulate(map(len, words), initial=ends[place - 1] if place else 0))
            if at in starts and at + len(wanted) <= ends[place]:
                cuts = [start - at for start in starts if at < start < at + len(wanted)]
                cut = [wanted[a:b] for a, b in pairwise([0, *cuts, len(wanted)])]
                return [part.decode("utf-8", "surrogatepass") for part in cut]
            at = blob.find(wanted, at + 1)
        return None

    def _ending(self, typed: str) -> int:
        """Papers with a word in their title that ends so; all, if too many words do."""
        words = self.parts.words
        numbers = words.containing(typed + "\n")
        return self._having(words, numbers) if len(numbers) < MAX_INSIDE else self.alive

    def _having(self, vocabulary: Vocabulary, numbers: Iterable[int]) -> int:
        texts = array("I")
        for number in numbers:
            texts.extend(vocabulary.texts(number, number + 1))
        return self._bits(texts)

    def _bits(self, texts: array[int]) -> int:
        return bits_of(texts, self.count, len(texts))

    def together(self, one: str, two: str) -> int:
        """Papers whose title has one word and another that is, or starts like, the second."""
        words = self.parts.words
        for first, end in (words.whole(one), words.starting(two)):
            if first >= end:
                return 0
        return self.alive & self.whole(one) & self.strong(two, True)

    def may_mean(self, typed: str) -> bool:
        """Whether a word of a title is near to this one."""
        return bool(self.parts.words.near(typed))

    def with_signs(self, wanted: str, most: int) -> Iterator[int]:
        """The first few papers with these signs in their title, as they are."""
        titles, signs = self.parts.titles, wanted.encode("utf-8", "surrogatepass")
        at = titles.blob.find(signs)
        while at >= 0 and most > 0:
            place = bisect_right(titles.ends, at)
            end = titles.ends[place]
            if at + len(signs) <= end and self.alive >> place & 1:
                yield place
                most -= 1
            at = titles.blob.find(signs, end)

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
