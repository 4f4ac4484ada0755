"""Triage as lines: a paper is printed, a letter or word decides, and what came of it is said."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from readq.cli.answers import Answer, Answers
from readq.cli.cells import wrap
from readq.cli.deciding import sentence
from readq.cli.interrupting import Interruptions
from readq.cli.links import opened
from readq.cli.listing import decisions, heading
from readq.cli.meanwhile import Meanwhile
from readq.cli.output import Look, clean, clean_block, counted
from readq.cli.ranking import why
from readq.domain import MAX_PRIORITY, Change, Status, local_day, parse_day
from readq.errors import ReadqError, UsageError
from readq.library import (
    Sitting,
    Triage,
    in_time,
    is_queued_by_priority,
    links_of,
    readings_after,
    status_after,
    utc_now,
)

if TYPE_CHECKING:
    from readq.library import Library

_SHOWN_ALIKE = 3
_PRIORITY = "paper.prio."
_STATUS = {
    "paper.queue": Status.QUEUED,
    "paper.skip": Status.SKIPPED,
    "paper.later": Status.LATER,
    "paper.done": Status.READ,
    "paper.reading": Status.READING,
}


class Dialogue:
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
        self.sitting = Sitting()
        self.understood = True
        """Whether all that was typed was understood and done."""
        self._library, self._way, self._meanwhile = library, way, meanwhile
        self._answers, self._look, self._advance = answers, look, advance
        self._edit, self._out = edit, out
        self._alike: tuple[str, ...] = ()
        self._shown_at = 0.0
        self._told_stop = self._told_trouble = False

    def put(self, *lines: str) -> None:
        """Print lines that are safe to show."""
        self._out.writelines(f"{line}\n" for line in lines)
        self._out.flush()

    def ask(self, prompt: str) -> None:
        """Ask for a line."""
        self._out.write(prompt)
        self._out.flush()

    # What is shown

    def begin(self) -> None:
        """Say where the reader is, what can be typed, and show the first paper."""
        way = self._way
        queued = way.count((Status.QUEUED, Status.READING))
        said = f"{counted(way.total, 'paper')}, {way.decided:,} decided, {queued:,} queued."
        if way.current and way.stopped_at:
            said += f" You were at {self._named(way.stopped_at)}."
        self._put_text(said)
        if way.current:
            self._put_text(self._answers.short)
        self.show()

    def show(self) -> None:
        """Print the paper on the table, or how it went."""
        self._take_order()
        self._shown_at = time.monotonic()
        paper_id = self._way.current
        self.put("", *(self._paper(paper_id) if paper_id else self._end()))

    def _paper(self, paper_id: str) -> Iterator[str]:
        library, look, way = self._library, self._look, self._way
        paper, reading = library.paper(paper_id), library.reading(paper_id)
        is_open = way.is_undecided(paper_id)
        self._alike = tuple(self._meanwhile.like(paper_id)) if is_open else ()
        yield self._progress()
        yield from heading(paper, look)
        if not reading.untouched:
            yield from wrap(", ".join(decisions(library, paper_id)), look.text_width)
        if reading.note:
            yield f"note: {counted(len(reading.note.split()), 'word')}"
        if paper_id in self._meanwhile.exploring:
            yield "exploring: shown to learn what you want"
        elif is_open and library.ranking_in_use and (reasons := why(library, paper_id, look)):
            yield from wrap(f"why: {reasons}", look.text_width)
        if self._alike:
            yield from self._stack()
        yield ""
        text = clean_block(library.shown(paper_id).plain) or "There is no abstract."
        yield from wrap(text, look.text_width)

    def _stack(self) -> Iterator[str]:
        many = counted(len(self._alike), "more paper")
        only = self._answers.letter("triage.alone")
        yield from wrap(
            f"{many} with nearly the same abstract, decided with it ({only}: only this one):",
            self._look.text_width,
        )
        for other in self._alike[:_SHOWN_ALIKE]:
            yield f"  {self._named(other)}"
        if len(self._alike) > _SHOWN_ALIKE:
            yield f"  and {len(self._alike) - _SHOWN_ALIKE:,} more"

    def _progress(self) -> str:
        way, pace = self._way, self.sitting.pace
        pieces = [f"{way.decided:,} of {way.total:,}", f"{way.decided * 100 // way.total} %"]
        if way.of_later:
            pieces.insert(0, "later")
        if pace is not None and way.left:
            pieces.append(f"about {in_time(pace * way.left)} left")
        return self._look.dot.join(pieces)

    def _end(self) -> Iterator[str]:
        way = self._way
        if not way.total:
            yield "There are no papers here."
            return
        yield "That was the last one." if self.sitting.papers else "Nothing is left to decide here."
        if way.passed:
            more = self._answers.letter("app.triage")
            yield f"{more} goes on with the {way.passed:,} left."

    def finish(self) -> None:
        """Say how it went, and where the next sitting begins."""
        sitting, way = self.sitting, self._way
        parts = [f"{number:,} {words}" for _, number, words in sitting.outcome()]
        said = f"{counted(sitting.papers, 'paper')} decided"
        if sitting.seconds >= 60:
            said += f" in {in_time(sitting.seconds)}"
        said += f": {', '.join(parts)}." if parts else "."
        if way.total:
            said += f" {way.decided:,} of {way.total:,} are decided"
            said += f", {way.left:,} wait." if way.left else "."
        if way.current:
            said += f" The next time begins at {self._named(way.current)}."
        self.put("")
        self._put_text(said)

    def _put_text(self, text: str) -> None:
        self.put(*wrap(text, self._look.text_width))

    def _named(self, paper_id: str) -> str:
        if paper_id not in self._library:
            return "a paper that is gone"
        return f'"{self._look.title(self._library.hot(paper_id))}"'

    def _take_order(self) -> None:
        """Papers come in the order learnt since; what kept it from being learnt is told once."""
        try:
            order = self._meanwhile.order()
        except Exception as error:  # the next paper must not wait for ever, whatever went wrong
            if not self._told_trouble:
                self._told_trouble = True
                self.put(f"The order could not be learnt: {clean(str(error))}")
            return
        if order is None:
            return
        if order.paper_ids is not None:
            self._way.put_in_order(order.paper_ids)
        if order.suggests_stop and not self._told_stop and order.expectation is not None:
            self._told_stop = True
            self._put_text(f"By estimate {order.expectation.sentence()}. It may be time to stop.")

    # What is typed

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
            "app.undo": lambda: self._step(self._library.undo, "Undone"),
            "app.redo": lambda: self._step(self._library.redo, "Redone"),
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
        wanted = int(typed) if step is None else max(0, min(now + step, MAX_PRIORITY))
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
        readings = readings_after(self._library, change)
        decided = [r for r, e in zip(readings, change.readings, strict=True) if e.is_decision]
        if any(reading.status is not Status.NEW for reading in decided):  # not taken back
            now = time.monotonic()
            self.sitting.took(now - self._shown_at)
            self._shown_at = now
        self.sitting.take_in(decided, papers=len(decided))
        self._way.take_in(readings)
        if decided:
            self._meanwhile.learn()
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

    def _step(self, act: Callable[[], Change | None], done: str) -> None:
        """Take a change back or do it again, and show its paper."""
        change = act()
        if change is None:
            raise UsageError(f"Nothing to {'undo' if done == 'Undone' else 'redo'}.")
        readings = readings_after(self._library, change)
        decided = [r for r, e in zip(readings, change.readings, strict=True) if e.is_decision]
        if change.skipped and not (change.readings or change.papers):
            self.put(
                f"Left alone, since it was changed elsewhere: {self._look.label(change.label)}."
            )
            return
        self.put(f"{done}: {self._look.label(change.label)}.")
        self.sitting.take_in(decided, papers=len(decided))
        self._way.take_in(readings)
        if decided:
            self._meanwhile.learn()
        here = [paper_id for paper_id in change.paper_ids if paper_id in self._library]
        if here:
            self._way.show(here[0])
        redone = done == "Redone" and bool(decided) and decided[0].status is not Status.NEW
        if redone:
            self._way.go_on()
        self.show()

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
                    line = lines.readline()
            except KeyboardInterrupt:
                break
            if not line or not dialogue.take(line):
                return False
    return True
