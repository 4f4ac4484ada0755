"""Words the reader watches for, each group in a colour of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from readq.records import dataclass
from readq.search.fold import fold, words_at

COLOURS = 6
"""How many colours there are; more groups use them again from the first on."""
_ENDINGS = ("", "s", "es")
"""A word stands for its plural too."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a watched word stands in a text."""

    start: int
    end: int
    group: int
    """Which group of words it belongs to, counted from 0."""

    @property
    def colour(self) -> int:
        """Which colour it has, counted from 0."""
        return self.group % COLOURS


@dataclass(frozen=True, slots=True)
class _Pattern:
    parts: tuple[str, ...]
    group: int
    open_end: bool
    """Whether the last word may go on, as in `benchmark*`."""

    def fits(self, words: Sequence[tuple[str, int, int]], at: int) -> bool:
        found = [word for word, _, _ in words[at : at + len(self.parts)]]
        if len(found) < len(self.parts) or found[:-1] != list(self.parts[:-1]):
            return False
        if self.open_end:
            return found[-1].startswith(self.parts[-1])
        return any(found[-1] == self.parts[-1] + ending for ending in _ENDINGS)


class Watch:
    """The watched words, ready to be found. Case and accents do not matter; a word is found whole."""

    def __init__(self, groups: Iterable[str] = ()) -> None:
        """Watch for groups of words.

        Args:
            groups: Each a word or phrase, or several with `|` between them; `benchmark*` stands for all
                words that begin so.
        """
        self.groups = tuple(filter(None, map(_tidy, groups)))
        patterns = [p for n, group in enumerate(self.groups) for p in _patterns(group, n)]
        patterns.sort(key=lambda p: -len(p.parts))
        self._by_start: dict[str, list[_Pattern]] = {}
        for pattern in patterns:
            self._by_start.setdefault(pattern.parts[0][0], []).append(pattern)

    def __bool__(self) -> bool:
        """Whether there is anything to watch for."""
        return bool(self.groups)

    def __eq__(self, other: object) -> bool:
        """Whether both watch for the same."""
        return isinstance(other, Watch) and other.groups == self.groups

    def __hash__(self) -> int:
        """Equal for equal words."""
        return hash(self.groups)

    def sightings(self, text: str) -> list[Sighting]:
        """Where the words stand in a text, in order; none overlap, longer phrases win."""
        return list(self._sightings(text)) if self.groups else []

    def _sightings(self, text: str) -> Iterator[Sighting]:
        words, at = words_at(text), 0
        while at < len(words):
            likely = self._by_start.get(words[at][0][0], ())
            found = next((p for p in likely if p.fits(words, at)), None)
            if found is None:
                at += 1
                continue
            last = at + len(found.parts) - 1
            yield Sighting(words[at][1], words[last][2], found.group)
            at = last + 1

    def filter_of(self, group: int) -> str:
        """A filter that lets the papers pass that say a word of a group."""
        return " or ".join(filter(None, map(_filter, self.groups[group].split("|"))))

    def counts(self, *texts: str) -> Counter[int]:
        """How often each group stands in the texts."""
        return Counter(s.group for text in texts for s in self.sightings(text))


def watch_groups(line: str) -> list[str]:
    """The groups of a line the reader typed: a comma parts them."""
    return [tidy for part in line.split(",") if (tidy := _tidy(part))]


def _tidy(group: str) -> str:
    words = (" ".join(word.split()) for word in group.replace(",", " ").split("|"))
    return " | ".join(word for word in words if fold(word))


def _filter(word: str) -> str:
    parts = fold(word).split()
    if not parts:
        return ""
    if word.rstrip().endswith("*"):
        return parts[0] if len(parts) == 1 else f'"{" ".join(parts)}"'
    *first, last = parts
    return " or ".join(f'"{" ".join([*first, last + ending])}"' for ending in _ENDINGS)


def _patterns(group: str, number: int) -> Iterator[_Pattern]:
    for word in group.split("|"):
        parts = tuple(fold(word).split())
        if parts:
            yield _Pattern(parts, number, word.rstrip().endswith("*"))
