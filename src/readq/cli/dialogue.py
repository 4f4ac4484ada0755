"""Triage as lines: a paper is printed, a letter or word decides, and what came of it is said."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TextIO

from readq.cli.answers import Answer, Answers
from readq.cli.deciding import sentence
from readq.cli.interrupting import Interruptions
from readq.cli.links import opened
from readq.cli.listing import decisions
from readq.cli.meanwhile import Meanwhile
from readq.cli.output import Look, clean
from readq.cli.printed import Printed
from readq.domain import Change, Reading, Status, local_day, parse_day, raised
from readq.errors import ReadqError, UsageError
from readq.library import (
    Triage,
    is_queued_by_priority,
    links_of,
    readings_after,
    status_after,
    utc_now,
)

if TYPE_CHECKING:
    from readq.library import Library

_PRIORITY = "paper.prio."
_STATUS = {
    "paper.queue": Status.QUEUED,
    "paper.skip": Status.SKIPPED,
    "paper.later": Status.LATER,
    "paper.done": Status.READ,
    "paper.reading": Status.READING,
}


class Dialogue(Printed):
    """One sitting of triage in lines. What is decided is in the library before the next line is read."""

    def __init__(
        self,
        library: Library,
        way: Triage,
        meanwhile: Meanwhile,
        answers: Answers,
        look: Look,
        *,
        advance: bool = True,
        edit: Callable[[str], Change | None],
        out: TextIO,
    ) -> None:
        """Prepare.

        Args:
            library: Where the papers are.
            way: The way through them.
            meanwhile: What is worked out about them.
            answers: What may be typed.
            look: How lines are drawn.
            advance: Whether a decision leads to the next paper.
            edit: Lets the reader write the note on a paper in an editor.
            out: Where lines go.
        """
        super().__init__(library, way, meanwhile, answers, look, out)
        self.understood = True
        """Whether all that was typed was understood and done."""
        self._advance, self._edit = advance, edit

    def take(self, line: str) -> bool:
        """Do what a line says; whether the reader goes on."""
        try:
            answer, rest = self._answers.read(clean(line))
            if answer.id == "triage.leave":
                return False
            self._take_news()
            self._do(answer, rest)
        except (ReadqError, OSError) as error:
            self.understood = False
            self._put_text(clean(str(error)))
        return True

    def _take_news(self) -> None:
        """What another window wrote meanwhile counts before the reader's own decision."""
        news = self._library.refresh()
        self._way.take_in([self._library.reading(paper_id) for paper_id in news])
        if self._way.current in news:
            stands = ", ".join(decisions(self._library, self._way.current))
            self.put(f"Changed elsewhere: {stands}.")

    def _do(self, answer: Answer, rest: str) -> None:
        anytime: dict[str, Callable[[], None]] = {
            "app.help": lambda: self.put(*self._answers.lines()),
            "app.undo": self._undo,
            "app.redo": self._redo,
            "triage.back": self._go_back,
            "app.triage": self._turn_again,
            "show": self.show,
        }
        if answer.id in anytime:
            anytime[answer.id]()
            return
        if not self._way.current:
            raise UsageError("No paper is shown; undo, back and leave go on from here.")
        if answer.id in _STATUS:
            self._mark(_STATUS[answer.id])
        elif answer.id.startswith(_PRIORITY):
            self._prioritise(answer.id.removeprefix(_PRIORITY))
        else:
            about: dict[str, Callable[[str], None]] = {
                "triage.pass": lambda _: self._go_on(),
                "triage.alone": lambda _: self._alone(),
                "paper.note": self._note,
                "paper.tags": self._tag,
                "paper.defer": self._defer,
                "paper.open": self._open,
            }
            about[answer.id](rest)

    @property
    def _together(self) -> list[str]:
        """The paper shown, with those that have nearly the same abstract."""
        return [self._way.current, *(i for i in self._alike if self._way.is_undecided(i))]

    def _mark(self, wanted: Status) -> None:
        if wanted is Status.LATER and self._way.is_left_once_more:
            self._go_on()
            return
        ids = self._together
        status = status_after(self._library, ids, wanted)
        self._decided(self._library.mark(ids, status), go_on=status is wanted)

    def _prioritise(self, typed: str) -> None:
        ids = self._together
        now = self._library.reading(ids[0]).priority
        step = {"up": 1, "down": -1}.get(typed)
        wanted = int(typed) if step is None else raised(now, step)
        if step is None and is_queued_by_priority(self._library, ids[0], wanted):
            change = self._library.mark(ids, Status.QUEUED, priority=wanted)
            self._decided(change, go_on=True, more=f", priority {wanted}")
        else:
            self._decided(self._library.set_priority(ids[0], wanted), go_on=False)

    def _decided(self, change: Change | None, *, go_on: bool, more: str = "") -> None:
        """Say what was decided, and show the next paper where there is nothing more to this one."""
        self.put(f"{self._look.label(sentence(change))}{more}.")
        if change is None:
            return
        decided = self._take_in(change)
        if any(reading.status is not Status.NEW for reading in decided):  # not taken back
            now = time.monotonic()
            self.sitting.took(now - self._shown_at)
            self._shown_at = now
        if go_on and self._advance:
            self._go_on()

    def _go_on(self) -> None:
        self._take_order()
        self._way.go_on()
        self.show()

    def _go_back(self) -> None:
        if not self._way.go_back():
            raise UsageError("There is no paper before this one.")
        self.show()

    def _turn_again(self) -> None:
        if self._way.current:
            raise UsageError("There are papers left in this turn; that goes on after the last one.")
        if not self._way.turn_again():
            raise UsageError("Nothing is left for later.")
        self._meanwhile.learn()
        self.show()

    def _alone(self) -> None:
        if not self._alike:
            raise UsageError("No other paper would be decided with it.")
        self._alike = ()
        self.put("Only this one.")

    def _undo(self) -> None:
        change = self._library.undo()
        if change is None:
            raise UsageError("Nothing to undo.")
        self._replayed(change, "Undone")

    def _redo(self) -> None:
        change = self._library.redo()
        if change is None:
            raise UsageError("Nothing to redo.")
        self._replayed(change, "Redone", go_on=True)

    def _replayed(self, change: Change, done: str, *, go_on: bool = False) -> None:
        """Say what was taken back or done again, and show its paper, or the next one where it is decided."""
        label = self._look.label(change.label)
        if change.skipped and not (change.readings or change.papers):
            self.put(f"Left alone, since it was changed elsewhere: {label}.")
            return
        self.put(f"{done}: {label}.")
        decided = self._take_in(change)
        here = [paper_id for paper_id in change.paper_ids if paper_id in self._library]
        if here:
            self._way.show(here[0])
        if go_on and decided and decided[0].status is not Status.NEW:
            self._way.go_on()
        self.show()

    def _take_in(self, change: Change) -> list[Reading]:
        """Count what a change decided, and learn from it."""
        readings = readings_after(self._library, change)
        decided = [r for r, e in zip(readings, change.readings, strict=True) if e.is_decision]
        self.sitting.take_in(decided, papers=len(decided))
        self._way.take_in(readings)
        if decided:
            self._meanwhile.learn()
        return decided

    def _note(self, text: str) -> None:
        from readq.library.templates import begun

        paper_id = self._way.current
        if text:
            before = self._library.reading(paper_id).note
            self._decided(self._library.note(paper_id, begun(before, text)), go_on=False)
        else:
            self._decided(self._edit(paper_id), go_on=False)

    def _open(self, _: str) -> None:
        paper = self._library.paper(self._way.current)
        address = next((address for _, address in links_of(paper)), None)
        if address is None:
            raise ReadqError(f"{self._named(paper.id)} came without a link.")
        self.put(f"Opened {clean(address)}" if opened(address) else clean(address))

    def _tag(self, text: str) -> None:
        words = [word.strip() for word in text.split(",") if word.strip()]
        if not words:
            tags: Sequence[str] = self._library.reading(self._way.current).tags
            letter = self._answers.letter("paper.tags")
            have = f"Its tags: {', '.join(map(clean, tags))}." if tags else "It has no tags."
            self._put_text(f'{have} "{letter} rl, -done" adds rl and takes done away.')
            return
        add = [word for word in words if not word.startswith("-")]
        remove = [word[1:].strip() for word in words if word.startswith("-")]
        change = self._library.tag(self._way.current, add=add, remove=remove)
        self._decided(change, go_on=False)

    def _defer(self, text: str) -> None:
        if not text:
            raise UsageError("Until when? Say 2w, friday, 24 dec or next month behind it.")
        day = parse_day(text, local_day(utc_now()))
        self._decided(self._library.defer(self._together, day), go_on=day is not None)


def converse(dialogue: Dialogue, lines: TextIO, *, prompt: str) -> bool:
    """Read and do lines until the reader leaves; whether that was by ctrl+c.

    Ctrl+c ends nothing halfway: what the last line says is done first.

    Args:
        dialogue: What does them.
        lines: Where they come from; their end is the reader's leave.
        prompt: What asks for the next one; empty where nobody is asked.
    """
    with Interruptions() as interruptions:
        dialogue.begin()
        while not interruptions.came:
            try:
                with interruptions.allowed():
                    dialogue.ask(prompt)
                    interruptions.wait_for(lines)
                    line = lines.readline()
            except KeyboardInterrupt:
                break
            if not line or not dialogue.take(line):
                return False
    return True
