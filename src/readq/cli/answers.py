"""What may be typed in triage as lines: the letters of the app's keys, and words for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from readq.cli.output import say
from readq.domain import MAX_PRIORITY
from readq.domain.formats import nearest
from readq.errors import UsageError
from readq.records import dataclass, replace

if TYPE_CHECKING:
    from readq.config import Config
    from readq.ui.keymap import ListedKey


@dataclass(frozen=True, slots=True)
class Answer:
    """One thing that may be done about a paper."""

    id: str
    """The name of the key in the app, by which the reader's settings may give it another letter."""
    letters: tuple[str, ...]
    words: tuple[str, ...]
    does: str
    """What it does, in words for the help."""
    takes: str = ""
    """What may stand behind it; empty for nothing."""


def _priority(number: int) -> Answer:
    does = f"queue with priority {number}" if number else "no priority"
    return Answer(f"paper.prio.{number}", (str(number),), (), does)


ANSWERS: tuple[Answer, ...] = (
    Answer("paper.queue", ("a",), ("queue", "queued"), "queue it"),
    *map(_priority, range(1, MAX_PRIORITY + 1)),
    Answer("paper.skip", ("x",), ("skip", "skipped"), "skip it"),
    Answer("paper.later", ("m",), ("later", "maybe"), "leave it for later"),
    Answer("paper.done", ("d",), ("read", "done"), "it is read"),
    Answer("paper.reading", ("r",), ("reading",), "reading it now"),
    _priority(0),
    Answer("paper.prio.up", ("+", "="), (), "priority up"),
    Answer("paper.prio.down", ("-",), (), "priority down"),
    Answer("app.undo", ("u",), ("undo",), "take the last change back, and show that paper"),
    Answer("app.redo", (), ("redo",), "do it again"),
    Answer("triage.back", ("k",), ("back", "previous"), "back to the paper before"),
    Answer("triage.pass", ("j",), ("pass", "next"), "pass on without a decision"),
    Answer("triage.alone", ("s",), ("alone",), "only this one, not those like it"),
    Answer("paper.note", ("n",), ("note",), "add a note; alone: in your editor", "TEXT"),
    Answer("paper.tags", ("t",), ("tag", "tags"), "add a tag, take one away", "rl, -done"),
    Answer("paper.defer", ("Z",), ("defer",), "out of sight until a day", "2w"),
    Answer("paper.open", ("o",), ("open",), "open its PDF or page"),
    Answer("show", (".",), ("show", "again"), "print it once more"),
    Answer("app.help", ("?",), ("help", "h"), "all of this"),
    Answer("app.triage", ("T",), ("more",), "at the end: go on with what is left"),
    Answer("triage.leave", ("q",), ("quit", "leave", "exit"), "leave"),
)
_HEARD_IN = ("Triage", "readq")
"""The parts of the app that hear a key in triage."""
_SHORT = (
    *("paper.queue", "paper.skip", "paper.later", "paper.done", "app.undo", "triage.back"),
    *("triage.pass", "paper.note", "paper.tags", "paper.open", "app.help", "triage.leave"),
)
"""What every reader is told at the start."""


class Answers:
    """The answers there are, with the letters that the reader's settings give them."""

    def __init__(self, answers: Sequence[Answer] = ANSWERS) -> None:
        self._answers = answers
        self._by_id = {answer.id: answer for answer in answers}
        self._by_word: dict[str, Answer] = {}
        for answer in answers:
            self._by_word.update(dict.fromkeys(answer.words, answer))
        for answer in answers:
            self._by_word.update(dict.fromkeys(answer.letters, answer))

    @classmethod
    def of(cls, config: Config) -> Answers:
        """The answers for a reader; only keys of their own cost loading what knows the app's."""
        if config.preset == type(config)().preset and not config.keys:
            return cls()
        from readq.ui.settings import keys_now

        keys, problems = keys_now(config)
        for problem in problems:
            say(f"readq: {problem}")
        return cls(_with_letters(keys))

    def read(self, line: str) -> tuple[Answer, str]:
        """What a line says, and what stands behind it.

        Raises:
            UsageError: Nothing that is known.
        """
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        # A phone begins every line with a capital.
        answer = self._by_word.get(word) or self._by_word.get(word.lower())
        if answer is None:
            near = nearest(word, self._by_word) if len(word) > 2 else ""
            hint = f' Did you mean "{near}"?' if near else ""
            said = f'"{word[:40]}" is no answer.{hint}' if word else "Nothing was typed."
            raise UsageError(f"{said} {self.short}")
        if rest and not answer.takes:
            raise UsageError(
                f'"{word}" stands alone; with "{rest[:40]}" behind it nothing is done.'
            )
        return answer, rest

    def letter(self, name: str) -> str:
        """How an answer is typed."""
        answer = self._by_id[name]
        return (*answer.letters, *answer.words)[0]

    @property
    def short(self) -> str:
        """What is possible, in a sentence."""
        said = [f"{self.letter(name)} {self._by_id[name].words[0]}" for name in _SHORT]
        first, last = self.letter("paper.prio.1"), self.letter(f"paper.prio.{MAX_PRIORITY}")
        said.insert(1, f"{first}-{last} queue with priority")
        return f"Type {', '.join(said)}."

    def lines(self) -> list[str]:
        """All answers, one a line."""
        spelled = {
            a.id: " ".join(filter(None, (self.letter(a.id), a.takes))) for a in self._answers
        }
        width = max(map(len, spelled.values()))
        return [
            f"  {spelled[a.id]:<{width}}  {a.does}" + (f" ({', '.join(more)})" if more else "")
            for a in self._answers
            for more in [[w for w in (*a.letters, *a.words) if w != self.letter(a.id)]]
        ]


def _with_letters(keys: Iterable[ListedKey]) -> list[Answer]:
    """The answers with those keys that are one sign; the first of them that is not taken stands for all."""
    from readq.ui.commands import key_name

    letters: dict[str, tuple[str, ...]] = {}
    for key in keys:
        if key.where not in _HEARD_IN:
            continue
        names = [key_name(name, plain=True) for name in key.keys]
        signs = [name for name in names if len(name) == 1 and name.isprintable()]
        letters[key.id] = (*letters.get(key.id, ()), *signs)
    return [replace(a, letters=tuple(dict.fromkeys(letters.get(a.id, a.letters)))) for a in ANSWERS]
