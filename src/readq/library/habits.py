"""What a reader does over and over: last filters and places, words looked and watched for.

None of it is a decision on a paper, so undo does not know it; it is kept in a file of its own beside
the library and shared by all windows.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any

import orjson

from readq.records import dataclass
from readq.store import Files

DIGITS = range(1, 10)
"""Where filters can be kept."""
_FILTERS = 100
_JUMPS = 20


@dataclass(frozen=True, slots=True)
class Habits:
    """What is remembered of how the reader uses a library."""

    saved: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """Filters by the digit they are kept on."""
    filters: tuple[str, ...] = ()
    """Filters used before, oldest first."""
    jumps: tuple[str, ...] = ()
    """Papers gone to, newest first."""
    unknown: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """What a newer readq wrote; it is kept as it is."""
    topic: str = ""
    """What the reader says to be looking for."""
    density: str = ""
    """Whether papers of the list have one or two lines; empty if the reader has not chosen."""
    watch: tuple[str, ...] | None = None
    """Groups of words to watch for; None while the reader has not said."""
    triage_at: str = ""
    """The paper triage stopped at."""


class HabitKeeper:
    """The habits of one library. What is kept is written at once; any thread may call it."""

    def __init__(self, files: Callable[[], Files]) -> None:
        """Keep habits beside the papers of `files`."""
        self._files = files
        self._lock = threading.Lock()

    def now(self) -> Habits:
        """What is remembered; what cannot be read counts as nothing."""
        try:
            return _decoded(self._files().beside())
        except ValueError:
            return Habits()

    def save_filter(self, digit: int, text: str) -> None:
        """Keep a filter on a digit, or nothing; what was there goes to the last filters.

        Raises:
            NotSavedError: It could not be written.
        """

        def changed(habits: Habits) -> Habits:
            saved = dict(habits.saved)
            before = saved.pop(digit, "")
            if line := _line(text):
                saved[digit] = line
            filters = (
                _with(habits.filters, before) if before != saved.get(digit) else habits.filters
            )
            return replace(habits, saved=saved, filters=filters)

        self._change(changed)

    def used_filter(self, text: str) -> None:
        """Remember a filter as the last one used.

        Raises:
            NotSavedError: It could not be written.
        """
        self._change(lambda habits: replace(habits, filters=_with(habits.filters, text)))

    def went_to(self, paper_id: str) -> None:
        """Remember a paper as the last place gone to.

        Raises:
            NotSavedError: It could not be written.
        """

        def changed(habits: Habits) -> Habits:
            others = (place for place in habits.jumps if place != paper_id)
            return replace(habits, jumps=(paper_id, *others)[:_JUMPS])

        self._change(changed)

    def look_for(self, topic: str) -> None:
        """Remember what the reader is looking for; empty for nothing in particular.

        Raises:
            NotSavedError: It could not be written.
        """
        words = " ".join(_line(topic).split())
        self._change(lambda habits: replace(habits, topic=words))

    def use_density(self, density: str) -> None:
        """Remember how many lines a paper has in the list.

        Raises:
            NotSavedError: It could not be written.
        """
        self._change(lambda habits: replace(habits, density=density))

    def watch_for(self, groups: Iterable[str]) -> None:
        """Remember the words the reader watches for.

        Raises:
            NotSavedError: It could not be written.
        """
        tidy = tuple(filter(None, map(_line, groups)))
        self._change(lambda habits: replace(habits, watch=tidy))

    def stopped_triage(self, paper_id: str) -> None:
        """Remember where triage stopped.

        Raises:
            NotSavedError: It could not be written.
        """
        self._change(lambda habits: replace(habits, triage_at=paper_id))

    def _change(self, change: Callable[[Habits], Habits]) -> None:
        with self._lock:
            self._files().rewrite_beside(lambda raw: _encoded(change(_decoded(raw))))


def _with(filters: tuple[str, ...], text: str) -> tuple[str, ...]:
    """The last filters with one more, which moves to the end when it is among them."""
    text = _line(text)
    others = tuple(filter_ for filter_ in filters if filter_ != text)
    return (*others, text)[-_FILTERS:] if text else filters


def _line(text: str) -> str:
    """A filter as it is written; halves of characters, which no file takes, are left out."""
    return text.encode("utf-8", "ignore").decode("utf-8").strip()


def _encoded(habits: Habits) -> bytes:
    written = {
        **habits.unknown,
        "saved": {str(digit): habits.saved[digit] for digit in sorted(habits.saved)},
        "filters": habits.filters,
        "jumps": habits.jumps,
        **({"density": habits.density} if habits.density else {}),
    }
    if habits.topic:
        written["topic"] = habits.topic
    if habits.watch is not None:
        written["watch"] = habits.watch
    if habits.triage_at:
        written["triage_at"] = habits.triage_at
    return orjson.dumps(written, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _decoded(raw: bytes) -> Habits:
    """What a file says; ValueError when it was written by something else."""
    if not raw:
        return Habits()
    found = orjson.loads(raw)
    if not isinstance(found, dict):
        raise ValueError("no object")
    saved, filters, jumps, topic, density = (
        found.pop("saved", {}),
        found.pop("filters", []),
        found.pop("jumps", []),
        found.pop("topic", ""),
        found.pop("density", ""),
    )
    watch, triage_at = found.pop("watch", None), found.pop("triage_at", "")
    texts = (filters, jumps, [topic, density, triage_at], [] if watch is None else watch)
    if not (isinstance(saved, dict) and all(map(_are_texts, texts))):
        raise ValueError("not what readq writes")
    if not (_are_texts(list(saved.values())) and all(key in _KEYS for key in saved)):
        raise ValueError("no digits with filters")
    by_digit = {int(key): text for key, text in saved.items()}
    return Habits(
        by_digit,
        tuple(filters),
        tuple(jumps),
        unknown=found,
        topic=topic,
        density=density,
        watch=None if watch is None else tuple(watch),
        triage_at=triage_at,
    )


_KEYS = frozenset(map(str, DIGITS))


def _are_texts(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)
